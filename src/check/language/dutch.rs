//! Dutch words for what has its English beside what it names: the listing of a game, stages, suites.

use crate::games::war::trace::Words;

/// The listing of a game of War, and its end, in Dutch.
pub const TRACE: Words = Words {
    group: ".",
    holds: "{} heeft {}: ",
    top_first: "de bovenste kaart eerst",
    head: "ronde   slag kaarten",
    comes_back: "de stand hier komt terug: hier begint de herhaling",
    is_back: "de stand van hierboven: vanaf hier komt alles weer terug",
    turns_over: "{} draait een stapel van {} om",
    keeps_tied: "{} heeft geen kaart meer en houdt de gelijke kaart",
    takes: "{}: kost ieder {}",
    has_too_few: "{} heeft {}: te weinig",
    no_war: "oorlog: geen, bij de limiet",
    face_down: "{}: {} dicht",
    can_lay: "{} kan er {} leggen",
    none_or_only: ["geen", "maar {}"],
    lays: "{} legt {}",
    wins: "{} wint {}: {}",
    war: ["oorlog", "oorlog {} van deze ronde"],
    cards: ["geen kaart", "1 kaart", "{} kaarten"],
    none_left: "{} heeft geen kaart meer voor de volgende slag",
    too_few: "{} heeft te weinig kaarten voor de oorlog",
    neither_left: "geen van beiden heeft nog een kaart voor de volgende slag",
    both_too_few: "beiden hebben te weinig kaarten voor de oorlog{}",
    has_more: ", en {} heeft meer kaarten",
    battles: ["na {} slag is het afgelopen{}", "na {} slagen is het afgelopen{}"],
    rounds: ["na {} ronde is het afgelopen{}", "na {} rondes is het afgelopen{}"],
    ceiling: ["na {} slag is het opgegeven{}", "na {} slagen is het opgegeven{}"],
    never_ends: "een stand kwam terug: het zou nooit eindigen",
    start_is_back: "de beginstand is terug: het eindigt nooit",
    after_is_back: "de stand na slag {} is terug: het eindigt nooit",
};

/// The stages in Dutch.
pub const STAGES: [(&str, &str); 9] = [
    ("there", "aanwezig"),
    ("compiles", "compileert"),
    ("starts", "start"),
    ("answers", "antwoordt"),
    ("small-decks", "korte spellen"),
    ("wars", "oorlogen"),
    ("values", "waarden"),
    ("games", "hele spellen"),
    ("limit", "limiet"),
];

/// The suites of War in Dutch: their names, and what they try.
pub const SUITES: [(&str, &str, &str); 16] = [
    ("assignment-list", "opdracht-lijst", "de gevallen die de opdracht opsomt"),
    ("assignment-examples", "opdracht-voorbeelden", "de voorbeelden uit de tekst van de opdracht"),
    ("short-decks", "korte-spellen", "elk kaartspel van hoogstens 7 kaarten met drie waarden"),
    ("two-equal-cards", "twee-gelijke", "twee gelijke kaarten"),
    ("equal-values", "één-waarde", "kaartspellen met maar één waarde"),
    (
        "three-cards-left",
        "nog-drie-kaarten",
        "oorlogen waarvoor een speler precies drie kaarten heeft, of één meer of minder",
    ),
    (
        "both-short",
        "beiden-te-weinig",
        "oorlogen die geen van beiden kan betalen, en oorlogen die van beiden de laatste kaarten kosten",
    ),
    (
        "limit",
        "limiet",
        "spellen die in de laatste slag, één ervoor of één erna gewonnen, verloren of gelijk zijn",
    ),
    ("beyond-127", "boven-127", "gelijke en opeenvolgende kaarten met waarden boven 127"),
    ("ends-of-int", "grenzen-van-int", "de kleinste en de grootste int"),
    ("negative-values", "negatief", "kaarten onder nul"),
    ("odd-sizes", "oneven", "kaartspellen met een oneven aantal kaarten"),
    ("wars-on-wars", "oorlog-op-oorlog", "tot acht oorlogen achter elkaar"),
    ("random-12", "toeval-12", "willekeurige kaartspellen van 12 kaarten met vier waarden"),
    ("random-52", "toeval-52", "willekeurige volledige kaartspellen"),
    ("endless", "eindeloos", "spellen die vanzelf nooit eindigen"),
];
