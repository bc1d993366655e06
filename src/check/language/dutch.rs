//! Dutch for what has its English elsewhere: the listing of a game, stages, suites, mistakes.

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
pub const SUITES: [(&str, (&str, &str)); 16] = [
    ("assignment-list", ("opdracht-lijst", "de gevallen die de opdracht opsomt")),
    (
        "assignment-examples",
        ("opdracht-voorbeelden", "de voorbeelden uit de tekst van de opdracht"),
    ),
    ("short-decks", ("korte-spellen", "elk kaartspel van hoogstens 7 kaarten met drie waarden")),
    ("two-equal-cards", ("twee-gelijke", "twee gelijke kaarten")),
    ("equal-values", ("één-waarde", "kaartspellen met maar één waarde")),
    (
        "three-cards-left",
        (
            "nog-drie-kaarten",
            "oorlogen waarvoor een speler precies drie kaarten heeft, of één meer of minder",
        ),
    ),
    (
        "both-short",
        (
            "beiden-te-weinig",
            "oorlogen die geen van beiden kan betalen, en oorlogen die van beiden de laatste kaarten kosten",
        ),
    ),
    (
        "limit",
        (
            "limiet",
            "spellen die in de laatste slag, één ervoor of één erna gewonnen, verloren of gelijk zijn",
        ),
    ),
    ("beyond-127", ("boven-127", "gelijke en opeenvolgende kaarten met waarden boven 127")),
    ("ends-of-int", ("grenzen-van-int", "de kleinste en de grootste int")),
    ("negative-values", ("negatief", "kaarten onder nul")),
    ("odd-sizes", ("oneven", "kaartspellen met een oneven aantal kaarten")),
    ("wars-on-wars", ("oorlog-op-oorlog", "tot acht oorlogen achter elkaar")),
    ("random-12", ("toeval-12", "willekeurige kaartspellen van 12 kaarten met vier waarden")),
    ("random-52", ("toeval-52", "willekeurige volledige kaartspellen")),
    ("endless", ("eindeloos", "spellen die vanzelf nooit eindigen")),
];

/// The mistakes of War in Dutch, which follow "je programma speelt volgens de regels, maar".
pub const MISTAKES: &[(&str, &str)] = &[
    (
        "needs-one-more",
        "wie de dichte kaarten kan leggen en dan niets meer heeft om open te leggen, verliest \
         meteen: een oorlog kost één kaart meer dan de regels vragen",
    ),
    (
        "both-short-to-b",
        "A verliest een oorlog die geen van beiden kan betalen: het kijkt eerst naar de kaarten van \
         A, en niet naar beide",
    ),
    (
        "both-short-to-a",
        "B verliest een oorlog die geen van beiden kan betalen: het kijkt eerst naar de kaarten van \
         B, en niet naar beide",
    ),
    (
        "both-out-to-b",
        "A verliest als geen van beiden nog een kaart heeft: het kijkt eerst naar de hand van A, en \
         niet naar beide",
    ),
    (
        "both-out-to-a",
        "B verliest als geen van beiden nog een kaart heeft: het kijkt eerst naar de hand van B, en \
         niet naar beide",
    ),
    (
        "both-to-b",
        "A verliest zodra beiden geen kaarten meer hebben of te weinig voor een oorlog: het kijkt \
         eerst naar A, en niet naar beiden",
    ),
    (
        "both-to-a",
        "B verliest zodra beiden geen kaarten meer hebben of te weinig voor een oorlog: het kijkt \
         eerst naar B, en niet naar beiden",
    ),
    ("empty-deck-to-b", "B wint het lege kaartspel, en dat is gelijkspel"),
    ("empty-deck-to-a", "A wint het lege kaartspel, en dat is gelijkspel"),
    (
        "empty-before-war",
        "na gelijke kaarten verliest wie geen kaart meer heeft, ook als beiden te weinig hebben voor \
         de oorlog",
    ),
    ("empty-hand-draws", "het is gelijkspel zodra één hand leeg is"),
    (
        "java-identity-to-b",
        "gelijke kaarten boven 127 zijn niet gelijk, en B wint ze: het vergelijkt Integer-objecten \
         met ==; gebruik equals() of intValue()",
    ),
    (
        "java-identity-to-a",
        "gelijke kaarten boven 127 zijn niet gelijk, en A wint ze: het vergelijkt Integer-objecten \
         met ==; gebruik equals() of intValue()",
    ),
    (
        "java-identity-free",
        "gelijke kaarten boven 127 zijn niet gelijk en ook niet verschillend, en de volgende slag \
         neemt ze mee: het vergelijkt Integer-objecten met ==; gebruik equals() of intValue()",
    ),
    (
        "python-identity-to-b",
        "gelijke kaarten onder -5 of boven 256 zijn niet gelijk, en B wint ze: het vergelijkt met \
         `is`; gebruik ==",
    ),
    (
        "python-identity-to-a",
        "gelijke kaarten onder -5 of boven 256 zijn niet gelijk, en A wint ze: het vergelijkt met \
         `is`; gebruik ==",
    ),
    (
        "python-identity-free",
        "gelijke kaarten onder -5 of boven 256 zijn niet gelijk en ook niet verschillend, en de \
         volgende slag neemt ze mee: het vergelijkt met `is`; gebruik ==",
    ),
    (
        "overflow",
        "kaarten worden vergeleken door hun verschil, dat niet altijd in een int past; vergelijk a > b",
    ),
    ("as-text", "kaarten worden als tekst vergeleken, en dan is 9 meer dan 10"),
    ("tie-to-b", "B wint bij gelijke kaarten: er zijn geen oorlogen"),
    ("tie-to-a", "A wint bij gelijke kaarten: er zijn geen oorlogen"),
    (
        "tie-given-back",
        "bij gelijke kaarten legt ieder de eigen kaart terug onder de hand: er zijn geen oorlogen",
    ),
    ("tie-lost", "bij gelijke kaarten zijn beide kaarten weg: er zijn geen oorlogen"),
    (
        "as-byte",
        "kaarten worden als byte bewaard, van -128 tot en met 127: daarbuiten zijn het andere getallen",
    ),
    (
        "as-unsigned-byte",
        "kaarten worden als byte bewaard, van 0 tot en met 255: daarbuiten zijn het andere getallen",
    ),
    (
        "as-short",
        "kaarten worden in 16 bits bewaard, van -32.768 tot en met 32.767: daarbuiten zijn het \
         andere getallen",
    ),
    (
        "as-unsigned",
        "kaarten worden vergeleken als getallen zonder teken: een negatieve wint van alle andere",
    ),
    ("zero-is-no-card", "een kaart die 0 is telt als geen kaart: wie haar open legt, verliest"),
    (
        "faces-count-ten",
        "boer, vrouw, heer en aas (11 tot en met 14) tellen als 10, en zijn gelijk",
    ),
    ("at-most-ten", "een kaart boven 10 telt als 10"),
    ("one-is-highest", "een 1 is een aas en wint van elke kaart"),
    ("b-card-first", "van de open kaarten gaat die van B vóór die van A in de pot"),
    ("b-block-first", "de dichte kaarten van B gaan vóór die van A in de pot"),
    ("b-first", "de kaarten van B gaan vóór die van A in de pot"),
    ("on-top", "de pot gaat boven op de hand van de winnaar, en niet eronder"),
    (
        "on-top-reversed",
        "de pot gaat kaart voor kaart boven op de hand van de winnaar, en niet eronder",
    ),
    (
        "draws-from-the-end",
        "kaarten worden van het eind van de lijst genomen waar de winst bij komt",
    ),
    (
        "winner-first-turned",
        "van de twee laatste open kaarten gaat die van de winnaar als eerste onder de hand, wie haar \
         ook gelegd heeft",
    ),
    (
        "winner-first-in-battles",
        "zonder oorlog gaat de kaart van de winnaar als eerste onder de hand, wie haar ook gelegd heeft",
    ),
    (
        "turned-first",
        "na een oorlog gaan de twee laatste open kaarten vóór de rest van de pot onder de hand",
    ),
    (
        "pot-not-cleared",
        "de pot wordt niet geleegd als hij gewonnen is: dezelfde kaarten worden nog eens gewonnen",
    ),
    (
        "pot-lost",
        "de winnaar van een oorlog krijgt de twee laatste open kaarten; de rest van de pot is weg",
    ),
    ("face-down-lost", "de winnaar van een oorlog krijgt de dichte kaarten niet"),
    (
        "own-card-lost",
        "de winnaar krijgt de kaart van de verliezer en wat er dicht ligt; de open kaarten van de \
         winnaar zelf zijn weg",
    ),
    (
        "second-war-free",
        "gelijke kaarten binnen een oorlog kosten geen dichte kaarten: de volgende kaarten beslissen",
    ),
    ("second-war-to-b", "B wint bij gelijke kaarten binnen een oorlog: er is geen tweede oorlog"),
    ("second-war-to-a", "A wint bij gelijke kaarten binnen een oorlog: er is geen tweede oorlog"),
    ("second-war-draws", "gelijke kaarten binnen een oorlog maken het spel gelijk"),
    (
        "last-face-down-decides",
        "de laatste van de dichte kaarten wordt omgedraaid en beslist de oorlog; er komt geen kaart na",
    ),
    (
        "needs-one-fewer",
        "een oorlog gaat door met één kaart minder dan hij kost, of de gelijke kaart telt mee bij wat \
         er over is",
    ),
    ("short-is-draw", "het is gelijkspel als één speler een oorlog niet kan betalen"),
    ("short-wins", "wie een oorlog niet kan betalen, wint"),
    ("odd-card-dropped", "de laatste kaart van een oneven aantal wordt niet gedeeld"),
    ("odd-card-to-b", "de laatste kaart van een oneven aantal gaat naar B"),
    ("b-dealt-first", "de eerste kaart gaat naar B: de handen zijn verwisseld"),
    ("dealt-from-the-end", "er wordt vanaf de laatste kaart van het spel gedeeld"),
    ("hands-reversed", "elke hand begint met de kaart die als laatste gedeeld is"),
    (
        "limit-first",
        "de limiet wordt bekeken als de volgende slag begint, ook als een hand leeg is; gelijke \
         kaarten in de laatste slag moeten nog betaald worden",
    ),
    (
        "limit-between-rounds",
        "binnen een oorlog wordt niet naar de limiet gekeken: hij wordt uitgevochten",
    ),
    ("war-counts-twice", "een oorlog telt zelf ook als slag"),
    ("war-laid-counts", "een oorlog telt zelf ook als slag zodra de kaarten ervoor liggen"),
    ("face-down-counts", "elk paar dichte kaarten telt zelf ook als slag"),
    ("limit-to-a", "A wint een spel dat de limiet stopt"),
    ("limit-to-b", "B wint een spel dat de limiet stopt"),
    ("draws-to-a", "A wint elk gelijkspel"),
    ("draws-to-b", "B wint elk gelijkspel"),
    ("answer-reversed", "1 en -1 zijn in het antwoord verwisseld"),
];
