#!/usr/bin/env python3
"""The card game War with every rule variant, written to be read and not to be fast.

This is a second, independent implementation of the rules: it shares nothing with the program it checks.
Hands are plain queues, the pot is a list of (seat, card) in laying order, and a cycle is found by
remembering every state ever seen. Standard library only, Python 3.11 or newer.

From Python: `play(rules(), [2, 3, 4, 5])`, `play(rules({"pickup": "winner-first"}), deck)`, and of two hands, each
with its top card first, `Game(rules(), hands=([2, 8, 9], [2, 6])).play()`. How every order of 3 ranks x 2 suits ends:
`Counter(play(rules(), deck).end_reason for deck in set(itertools.permutations([2, 2, 3, 3, 4, 4])))`.

Where the description of the rules leaves a choice, this is the reading taken:

 1. Ace. 14 is the ace where it is one of the deck's ranks (jokers apart), and always under "tied-rank"; in
    any other deck 14 is a plain number. 1 is an ace too under "tied-rank"; elsewhere it is a plain number below 2. A low ace is
    below every other card, so a deck in which it meets a 1 or less is refused, whether the rules' deck
    fields make it or a hand wrote it; those fields decide what is an ace in hand-written decks as well.
 2. lowest_beats_highest turns only the direct meeting of the deck's lowest rank and its highest, each with
    the height it is compared by; other cards of a hand-written deck are as they are. A deck of one rank has
    no two to meet. low_wins turns every comparison, after
    the ace has its place (a low ace then beats all of 2 to 13).
 3. Order of questions before a battle: both out, one out, cycle (only where a round starts), limit (if it is
    asked "before"). A limit asked "after" is asked once the winner of the last battle (round) has the pot, or,
    where that battle is a tie, before anything is asked or laid for it. Inside a war the out-of-cards question stands only where the war can leave an empty hand, which is
    war.short = "lose" with a number of face-down cards; the end is then `out-of-cards` or `both-out`.
 4. Short under "lose": fewer than face_down cards, so a player may pay with the last card and then be out.
    Under "tied-rank" face_down is the stake less one, and short is fewer than the stake, in every war.short.
    "draw": fewer than face_down + 1; one short player is `short-in-war`, both are `both-short`, a draw both.
 5. "last-card": each short player lays as many as the player has, the other pays in full. A kept tied card
    is in the pot once. If it ties again, the player keeps it again; when neither player has a card, both
    are short. Both players may be short and still play on. "last-card-or-lose" is the same but for one with
    none left: `short-in-war`, both `both-short`.
 6. "reduce": both lay min(face_down, cards of the shorter hand - 1). One with none ends as `short-in-war`,
    both with none as `both-short`.
 7. lay = "alternating" with unequal numbers: when one player has laid all, the other goes on alone.
 8. Cards are counted in hand and pile, for shortage and for more-cards; the pot is nobody's, so a war
    broken off by a limit counts without it, laid or not. more-cards leaves the end reason as it is.
 9. A tie that cannot be paid counts as a war and in the depth. A limit after the laying leaves the war
    counted.
10. limit.unit "rounds" is asked where a "battles" limit is, but only between rounds: a round that a war
    ends is never completed, so its end stands. With "none" the ceiling is a battles limit: limit.asked and
    limit.verdict apply to it. A cycle is looked for before a limit that is asked "before". limit.at and
    limit.ceiling must be at least 1.
11. A state is the cards as written: under "tied-rank" 1 and 14 play alike, but a state with one in place of
    the other is another state. For winnings = "pile" the state is hand followed by pile as one sequence (so
    it equals "bottom"); for "pile-reversed" it is (hand, pile), and the pile is turned over only when a card
    is wanted, never before. The dealt cards start as the hand. Cycles are looked for only with "none".
12. A pair in winner-first and loser-first is the k-th card of each side, face-down and deciding cards alike.
    high-first and low-first sort by the height of reading 1, whoever wins.
13. A field that nothing in the rule set ever asks for is refused unless it has its default, and so are fields
    that contradict each other or do not exist. Nothing asks for: compare.ace without an ace, lowest_beats_highest
    without two ranks, ace_counts without "tied-rank", lay with face_down 0, both_short where a shortage is
    always a draw or (under "lose" with face_down 0) cannot be, limit.at without a limit, limit.ceiling
    with one. `ernie-burt-prose` has the default verdict, draw, at the ceiling.
14. A war is in every pot of more than two cards, and in no other. What B does otherwise is asked of B's fields
    first; a field that says what would hold without it has no effect and is allowed. pickup_war is refused in a
    deck without two cards of equal height, unless it says what would hold without it.
15. last-war-first: to a war belong the cards that were laid after its tie up to the next comparison, the cards
    turned up among them. A kept tied card (reading 5) belongs where it was laid; for the war that it decides
    again its player has laid nothing. A pot of two has no war: the winner's card, then the loser's.
"""

from collections import deque
from dataclasses import dataclass

A, B = 0, 1
VALUES = {"A": 1, "B": -1, "draw": 0}
COLUMNS = ("outcome", "value", "end_reason", "battles", "rounds", "wars", "deepest_war", "cards_a", "cards_b")
KEYS = (*COLUMNS, "cards_laid")

ANY = range(2**63)
SOME = range(1, 2**63)
PICKUPS = ("as-laid", "winner-first", "loser-first", "winner-block", "loser-block", "a-block",
           "last-war-first", "each-from-top", "last-first", "winner-block-last-first",
           "high-first", "low-first", "shuffled")
FIELDS = {  # field: (default, the values it may hold)
    "deck.suits": (4, ANY),
    "deck.ranks": (13, ANY),
    "deck.lowest": (2, range(4097)),
    "deck.jokers": (0, ANY),
    "deal": ("alternate", ("alternate", "halves")),
    "compare.ace": ("high", ("high", "low")),
    "compare.lowest_beats_highest": (False, (False, True)),
    "compare.low_wins": (False, (False, True)),
    "war.face_down": (3, (*range(21), "tied-rank")),
    "war.ace_counts": (1, range(1, 15)),
    "war.lay": ("blocks", ("blocks", "alternating")),
    "war.short": ("lose", ("lose", "draw", "last-card", "last-card-or-lose", "reduce")),
    "war.both_short": ("draw", ("draw", "more-cards")),
    "pickup": ("as-laid", PICKUPS),
    "pickup_war": (None, PICKUPS),
    "seat_b.pickup": (None, PICKUPS),
    "seat_b.pickup_war": (None, PICKUPS),
    "winnings": ("bottom", ("bottom", "pile", "pile-reversed", "pile-shuffled")),
    "limit.unit": ("battles", ("battles", "rounds", "none")),
    "limit.at": (1000, SOME),
    "limit.asked": ("after", ("after", "before")),
    "limit.verdict": ("draw", ("draw", "more-cards")),
    "limit.ceiling": (10_000_000, SOME),
}
DEFAULTS = {field: default for field, (default, _) in FIELDS.items()}

ERNIE_BURT_PROSE = {"war.face_down": "tied-rank", "war.lay": "alternating", "winnings": "pile", "limit.unit": "none"}
ERNIE_BURT = {"war.both_short": "more-cards", "limit.unit": "rounds", "limit.at": 100, "limit.verdict": "more-cards"}

DIFFERENT = {"deck.suits": 1, "deck.lowest": 1, "deal": "halves", "limit.unit": "none"}

BUILT_IN = {  # the named rule sets, as differences from the defaults
    "umass": {},
    "ernie-burt": ERNIE_BURT_PROSE | ERNIE_BURT,
    "ernie-burt-prose": ERNIE_BURT_PROSE,
    "winner-first": {"pickup": "winner-first"},
    "loser-first": {"pickup": "loser-first"},
    "winner-block": {"pickup": "winner-block"},
    "shuffled-pot": {"pickup": "shuffled"},
    "one-down": {"war.face_down": 1},
    "two-down": {"war.face_down": 2},
    "no-limit": {"limit.unit": "none"},
    "bicycle": {"war.face_down": 1, "pickup": "winner-first", "limit.unit": "none"},
    "last-card": {"war.short": "last-card"},
    "winamax": {"pickup": "a-block", "war.short": "draw", "limit.unit": "none"},
    "cps506": {"war.face_down": 1, "pickup": "high-first", "limit.unit": "none"},
    "drunkard": {"deck.ranks": 9, "deck.lowest": 6, "compare.lowest_beats_highest": True, "war.face_down": 1,
                 "limit.unit": "none"},
    "aoc2020": DIFFERENT | {"deck.ranks": 50, "pickup": "winner-first"},
    "cf546c": DIFFERENT | {"deck.ranks": 10, "pickup": "loser-first"},
    "codegolf82340": {"deal": "halves", "war.face_down": 1, "pickup": "loser-block", "limit.unit": "none"},
    "daily320": {"deck.lowest": 1, "deal": "halves", "war.short": "reduce", "pickup": "last-war-first",
                 "limit.unit": "none"},
    "hs08war": {"deal": "halves", "war.face_down": 1, "pickup": "each-from-top", "limit.unit": "none"},
}


class RulesError(ValueError):
    """A rule set without a meaning."""


class DeckError(ValueError):
    """A deck that cannot be played under the rules."""


def rules(differences=None):
    """The default rule set with the given fields changed, checked."""
    result = DEFAULTS | dict(differences or {})
    validate(result)
    return result


def validate(rules):
    """Raises RulesError unless every field exists, holds a legal value and contradicts no other field."""
    for field in rules.keys() ^ DEFAULTS.keys():
        raise RulesError(f"{field}: {'unknown' if field in rules else 'missing'} field")
    for field, value in rules.items():
        default, legal = FIELDS[field]
        if value is None and default is None:
            continue
        kinds = (int,) if isinstance(legal, range) else (type(default), type(legal[0]), str)
        if type(value) not in kinds or value not in legal:
            raise RulesError(f"{field}: {value!r} is not a legal value")
    tied_rank = rules["war.face_down"] == "tied-rank"
    ranks = deck_ranks(rules)
    if rules["compare.lowest_beats_highest"]:
        if rules["compare.ace"] == "low":
            raise RulesError("compare.lowest_beats_highest contradicts compare.ace = low")
        if rules["compare.low_wins"]:
            raise RulesError("compare.lowest_beats_highest contradicts compare.low_wins: it beats it anyway")
        if tied_rank and rules["deck.lowest"] == 1:
            raise RulesError("compare.lowest_beats_highest contradicts tied-rank with the ace, 1, as lowest rank")
    if has_low_ace(rules) and ranks[0] <= 1:
        raise RulesError("compare.ace = low contradicts a deck with ranks of 1 or less beside 14")
    if tied_rank:
        if rules["deck.jokers"] > 0:
            raise RulesError("war.face_down = tied-rank contradicts deck.jokers: a joker has no rank to pay")
        if any(rank not in range(1, 15) for rank in ranks):
            raise RulesError("war.face_down = tied-rank contradicts deck ranks outside 1 to 14")
    if not can_tie(rules):
        for field, seat in (("pickup_war", A), ("seat_b.pickup_war", B)):
            if rules[field] is not None and says_something(rules, field, seat):
                raise RulesError(f"{field} has no effect")
    for field in idle_fields(rules):
        if rules[field] != DEFAULTS[field]:
            raise RulesError(f"{field} has no effect")


def can_tie(rules):
    """Whether the deck holds two cards of equal height."""
    aces = rules["war.face_down"] == "tied-rank" and 1 in deck_ranks(rules) and 14 in deck_ranks(rules)
    return rules["deck.suits"] > 1 and rules["deck.ranks"] > 0 or rules["deck.jokers"] > 1 or aces


def has_low_ace(rules):
    """Whether 14 is an ace below every other card of its deck."""
    tied_rank = rules["war.face_down"] == "tied-rank"
    return rules["compare.ace"] == "low" and not tied_rank and 14 in deck_ranks(rules)


def says_something(rules, field, seat):
    """Whether wars would be picked up otherwise without this field."""
    without = rules | {field: None}
    return pickup_by(rules, seat, True) != pickup_by(without, seat, True)


def pickup_by(rules, seat, is_war):
    """How a seat picks up a pot. B's own words come first, those on wars before those on all pots."""
    order = ["pickup_war", "pickup"] if is_war else ["pickup"]
    if seat == B:
        order = [f"seat_b.{field}" for field in order] + order
    return next(rules[field] for field in order if rules[field] is not None)


def deck_ranks(rules):
    """The ranks of the deck, jokers apart."""
    return range(rules["deck.lowest"], rules["deck.lowest"] + rules["deck.ranks"])


def idle_fields(rules):
    """The fields that no game under these rules asks for (reading 13)."""
    tied_rank = rules["war.face_down"] == "tied-rank"
    if not tied_rank:
        yield "war.ace_counts"
    if not {14, 1 if tied_rank else 14} & set(deck_ranks(rules)):
        yield "compare.ace"
    if rules["deck.ranks"] < 2:
        yield "compare.lowest_beats_highest"
    lays_nothing = rules["war.face_down"] == 0
    by_laying = {"as-laid", "last-first", "high-first", "low-first", "shuffled"}
    if lays_nothing or not by_laying & {pickup_by(rules, seat, True) for seat in (A, B)}:
        yield "war.lay"
    if rules["war.short"] == "draw" or rules["war.short"] == "lose" and lays_nothing:
        yield "war.both_short"
    yield "limit.at" if rules["limit.unit"] == "none" else "limit.ceiling"


def fresh_deck(rules):
    """The deck of the composition before any shuffle: rank by rank from the lowest up, jokers last."""
    ranks = deck_ranks(rules)
    joker = ranks.stop
    return [rank for rank in ranks for _ in range(rules["deck.suits"])] + [joker] * rules["deck.jokers"]


@dataclass(frozen=True)
class Result:
    """How one game ended."""

    outcome: str
    end_reason: str
    battles: int
    rounds: int
    wars: int
    deepest_war: int
    cards_a: int
    cards_b: int
    cards_laid: int

    @property
    def value(self):
        """1 where A wins, -1 where B wins, 0 for a draw."""
        return VALUES[self.outcome]


class End(Exception):
    """Raised where the game is over; carries outcome and end reason."""


class Player:
    """The cards of one seat: a hand (front = top) and, in some rule sets, a pile of cards won."""

    def __init__(self, cards, winnings):
        self.hand = deque(cards)
        self.pile = []
        self.winnings = winnings

    def count(self):
        """Cards in hand and pile."""
        return len(self.hand) + len(self.pile)

    def draw(self):
        """Takes the top card; an empty hand is first filled from the pile."""
        if not self.hand:
            turned = reversed(self.pile) if self.winnings == "pile-reversed" else self.pile
            self.hand.extend(turned)
            self.pile = []
        return self.hand.popleft()

    def win(self, cards):
        """Takes the pot."""
        (self.hand if self.winnings == "bottom" else self.pile).extend(cards)

    def state(self):
        """What the rest of the game depends on (reading 11)."""
        if self.winnings == "pile-reversed":
            return tuple(self.hand), tuple(self.pile)
        return (*self.hand, *self.pile)


class Game:
    """One game; `play` runs it to its end."""

    def __init__(self, rules, deck=(), hands=None):
        pickups = [pickup_by(rules, seat, is_war) for seat in (A, B) for is_war in (False, True)]
        if "shuffled" in pickups or rules["winnings"] == "pile-shuffled":
            raise RulesError("pickup = shuffled and winnings = pile-shuffled need random numbers")
        self.rules = rules
        self.tied_rank = rules["war.face_down"] == "tied-rank"
        cards = [card for cards in hands or [deck] for card in cards]
        if self.tied_rank and not all(1 <= card <= 14 for card in cards):
            raise DeckError("war.face_down = tied-rank takes cards 1 to 14 only")
        if has_low_ace(rules) and 14 in cards and min(cards) <= 1:
            raise DeckError("compare.ace = low takes no card of 1 or less beside a 14")
        ranks = deck_ranks(rules)
        self.aces = (1, 14) if self.tied_rank else (14,) if 14 in ranks else ()
        self.ends = {self.height(rank) for rank in (ranks[0], ranks[-1])} if ranks else set()
        half = (len(deck) + 1) // 2
        dealt = (deck[0::2], deck[1::2]) if rules["deal"] == "alternate" else (deck[:half], deck[half:])
        self.players = [Player(cards, rules["winnings"]) for cards in hands or dealt]
        self.pot = []  # (seat, card) in the order laid
        self.begun = []  # how many cards the pot had when each of its wars began
        self.face_up = [None, None]  # the cards that are compared
        self.battles = self.rounds = self.wars = self.deepest_war = self.cards_laid = 0
        self.seen = {}  # states at starts of rounds, with the rounds before

    def play(self):
        """Plays round after round until the game ends."""
        try:
            while True:
                self.play_round()
        except End as end:
            outcome, reason = end.args
            left = [player.count() for player in self.players]
            counts = self.battles, self.rounds, self.wars, self.deepest_war, *left, self.cards_laid
            return Result(outcome, reason, *counts)

    def play_round(self):
        """From one pick-up of the pot to the next, however many wars lie between."""
        self.end_if_out_of_cards()
        self.end_if_cycle()
        self.end_at_limit("before", ("battles", "rounds", "none"))
        self.pot = []
        self.begun = []
        self.rounds += 1
        self.turn_up()
        ties = 0
        while (winner := self.battle_winner()) is None:
            ties += 1
            self.begun.append(len(self.pot))
            self.wars += 1
            self.deepest_war = max(self.deepest_war, ties)
            self.end_at_limit("after", ("battles", "none"))
            self.lay_face_down()
            if self.rules["war.short"] != "last-card":  # there a tied card may be kept instead
                self.end_if_out_of_cards()
            self.end_at_limit("before", ("battles", "none"))
            self.turn_up()
        self.players[winner].win(self.pot_for(winner))
        self.end_at_limit("after", ("battles", "rounds", "none"))

    # Ends of the game

    def end_if_out_of_cards(self):
        """Both hands empty: a draw; one empty: that player loses."""
        out = [player.count() == 0 for player in self.players]
        if out[A] and out[B]:
            raise End("draw", "both-out")
        if out[A] or out[B]:
            raise End("B" if out[A] else "A", "out-of-cards")

    def end_if_cycle(self):
        """A state that stood before at the start of a round: the game never ends, a draw."""
        if self.rules["limit.unit"] == "none":
            if (state := self.state()) in self.seen:
                raise End("draw", "cycle")
            self.seen[state] = self.rounds

    def state(self):
        """What the rest of the game depends on."""
        return tuple(player.state() for player in self.players)

    def end_at_limit(self, moment, units):
        """Ends the game if its limit is one of `units`, asked at this moment, and reached."""
        unit = self.rules["limit.unit"]
        count = self.rounds if unit == "rounds" else self.battles
        at = self.rules["limit.ceiling" if unit == "none" else "limit.at"]
        if unit in units and self.rules["limit.asked"] == moment and count >= at:
            raise End(self.verdict(self.rules["limit.verdict"]), "limit")

    def verdict(self, rule):
        """The outcome by the rule `draw` or `more-cards`."""
        a, b = (player.count() for player in self.players)
        if rule == "draw" or a == b:
            return "draw"
        return "A" if a > b else "B"

    # One battle

    def turn_up(self):
        """A's card goes into the pot, then B's. A player without a card keeps the tied one (last-card)."""
        self.battles += 1
        for seat in (A, B):
            if self.players[seat].count() > 0:
                self.face_up[seat] = self.lay(seat)

    def lay(self, seat):
        """Moves the player's top card into the pot and returns it."""
        card = self.players[seat].draw()
        self.cards_laid += 1
        self.pot.append((seat, card))
        return card

    def height(self, card):
        """The number a card counts as in a comparison."""
        if card in self.aces:
            return 1 if self.rules["compare.ace"] == "low" else 14
        return card

    def battle_winner(self):
        """The seat whose face-up card wins, None for a tie."""
        a, b = (self.height(card) for card in self.face_up)
        if a == b:
            return None
        low_wins = self.rules["compare.low_wins"]
        if self.rules["compare.lowest_beats_highest"] and {a, b} == self.ends:
            low_wins = True
        a_wins = a < b if low_wins else a > b
        return A if a_wins else B

    # One war

    def lay_face_down(self):
        """Ends the game if somebody cannot pay, else lays what goes face down before the deciding cards."""
        if self.tied_rank:
            tied = self.face_up[A]
            face_down = (self.rules["war.ace_counts"] if tied in self.aces else tied) - 1
        else:
            face_down = self.rules["war.face_down"]
        cards = [player.count() for player in self.players]
        if self.rules["war.short"] == "lose":
            needed = face_down + 1 if self.tied_rank else face_down
            self.end_if_short([count < needed for count in cards])
            numbers = [face_down, face_down]
        elif self.rules["war.short"] == "draw":
            short = [count < face_down + 1 for count in cards]
            if any(short):
                raise End("draw", "both-short" if all(short) else "short-in-war")
            numbers = [face_down, face_down]
        elif self.rules["war.short"] == "reduce":
            self.end_if_short([count == 0 for count in cards])
            numbers = [min(face_down, min(cards) - 1)] * 2
        elif self.rules["war.short"] == "last-card-or-lose":
            self.end_if_short([count == 0 for count in cards])
            numbers = [min(face_down, count - 1) for count in cards]
        else:
            if cards == [0, 0]:
                self.end_if_short([True, True])
            numbers = [min(face_down, max(count - 1, 0)) for count in cards]
        if self.rules["war.lay"] == "blocks":
            order = [A] * numbers[A] + [B] * numbers[B]
        else:
            order = [seat for k in range(max(numbers)) for seat in (A, B) if k < numbers[seat]]
        for seat in order:
            self.lay(seat)

    def end_if_short(self, short):
        """Ends the game if one or both players cannot pay for the war."""
        if short[A] and short[B]:
            raise End(self.verdict(self.rules["war.both_short"]), "both-short")
        if short[A] or short[B]:
            raise End("B" if short[A] else "A", "short-in-war")

    # The pick-up

    def pot_for(self, winner):
        """The cards of the pot in the order in which the winner takes them."""
        pickup = pickup_by(self.rules, winner, len(self.pot) > 2)
        laid = [card for _, card in self.pot]
        if pickup == "as-laid":
            return laid
        if pickup == "last-first":
            return laid[::-1]
        if pickup in ("high-first", "low-first"):  # a stable sort either way
            sign = -1 if pickup == "high-first" else 1
            return sorted(laid, key=lambda card: sign * self.height(card))
        if pickup == "last-war-first":
            return self.war_by_war(winner)
        first = A if pickup == "a-block" else 1 - winner if pickup.startswith("loser") else winner
        mine = [card for seat, card in self.pot if seat == first]
        other = [card for seat, card in self.pot if seat != first]
        if pickup in ("each-from-top", "winner-block-last-first"):
            mine, other = mine[::-1], other[::-1]
        if "block" in pickup:
            return mine + other
        pairs = min(len(mine), len(other))
        paired = [card for pair in zip(mine, other) for card in pair]
        return paired + mine[pairs:] + other[pairs:]

    def war_by_war(self, winner):
        """The cards of the last war, then of the one before it ..., at last the two that began it all."""
        left, taken = list(self.pot), []
        for start in [*reversed(self.begun), 0]:
            left, war = left[:start], left[start:]
            taken += [card for seat, card in war if seat == winner]
            taken += [card for seat, card in war if seat != winner]
        return taken


def play(rules, deck):
    """Plays one deck (a list of numbers in dealing order) under a checked rule set."""
    return Game(rules, list(deck)).play()


def csv_rows(results, number="line", first=1, columns=COLUMNS):
    """The lines of a CSV, header first: a numbered row per result."""
    yield ",".join((number, *columns))
    for number, result in enumerate(results, first):
        yield ",".join(map(str, (number, *(getattr(result, column) for column in columns))))
