"""What a user writes, for a type checker; nobody runs it."""

import pathlib

import war_sim


def studies() -> list[str]:
    results: war_sim.Results = war_sim.batch(
        ["umass", {"name": "two", "base": "umass", "war.face_down": 2}],
        games=1e6,
        until={"a_win": 0.001},
        rows="features",
        save=pathlib.Path("results/two"),
        resume=True,
        progress=lambda done, total: print(done / total),
    )
    table: war_sim.Table = results["summary"]
    names: list[str] = results.tables
    wins: list[int] = results.summary["a_wins"]
    results.plot("a_win", ax=results.plot()).set_title("mine")
    results.plot_lengths().savefig("lengths.png")
    print(wins, len(table), results.to_polars().height)
    war_sim.compare(["umass", "one-down"], baseline="umass", min_effect={"battles": 5})
    war_sim.ludo([[1, 2, 3], [4, 5, 6]], rank_by="score")
    war_sim.exact(ranks=3, suits=2, yes=True)
    war_sim.run("pick-up-order", games=100, seed=7)
    war_sim.run({"rules": ["umass"], "deck": {"ranks": 8}})
    war_sim.report([results, "results/other"], "page.html")
    try:
        war_sim.batch()
    except war_sim.Stopped as stop:
        names += stop.results.rules
    verdict: war_sim.Verdict = war_sim.check(lambda deck: war_sim.find_winner(deck))
    equal: bool = verdict.equal
    decks: list[list[int]] = list(war_sim.decks(count=2))
    print(equal, decks, war_sim.rules()["umass"])
    return names
