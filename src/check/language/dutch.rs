//! What students read, in Dutch: what has its English beside what it names (the listing of a game, stages,
//! suites), and the phrases of `english.rs`.

use std::fmt::Display;

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

/// Declares each phrase of `english.rs` again, in Dutch.
macro_rules! dutch {
    ($($name:ident($($hole:ident),*) $words:literal;)+) => {
        $(
            #[doc = $words]
            pub fn $name($($hole: impl Display),*) -> String {
                format!($words)
            }
        )+
    };
}

dutch! {
    // The feedback of `grade`.
    points(student, points, of) "{student}: {points} van de {of} punten";
    passed() "geslaagd";
    failed() "niet geslaagd";
    not_tried() "niet geprobeerd";
    not_tried_after() "niet geprobeerd: een eerdere stap is niet geslaagd";
    program_is(taken) "Het programma is {taken}.";
    taken_not(program, others) "{program} (niet {others})";
    all_right(decks) "{decks}, alles goed";
    decks_not_played(decks) "{decks} niet gespeeld";
    wrong_of(wrong, decks) "{wrong} van {decks} fout";
    only_found() "Het programma is gevonden, gecompileerd, gestart en ondervraagd.";

    // Why a stage failed.
    ended_grading() "het programma heeft het programma beëindigd dat het nakeek";
    does_not_end(function, stopped)
        "wat draait voordat {function} wordt aangeroepen, eindigt niet ({stopped})";
    exit_code(code) "exitcode {code}";
    a_signal() "een signaal";
    ends_with(code) "het eindigt met {code}";
    there_is_no(name) "{name} is er niet";
    cannot_start(name, why) "{name} kan niet starten: {why}";
    no_interpreter(name)
        "{name} kan niet starten: de eerste regel zegt niet wat het moet uitvoeren";
    none_in_time() "het heeft geen enkel kaartspel op tijd beantwoord";
    none_right() "geen enkel antwoord is goed";
    always_and(answer, why) "het antwoord is altijd {answer}: {why}";
    always_answers(answer) "antwoordt altijd {answer}";
    not_finished(left) "niet op tijd klaar: {left} kaartspellen zijn niet gespeeld";
    wrong_of_decks(wrong, decks) "{wrong} van de {decks} kaartspellen zijn fout beantwoord";
    expected_got(deck, expected, got) "{deck}: verwacht {expected}, maar het gaf {got}";
    stops_at(stage) "stopt bij de stap `{stage}`";
    stops_unknown(stage) "stopt bij de stap `{stage}`; geen bekende fout verklaart dat";

    // Answers.
    a_wins() "A wint";
    b_wins() "B wint";
    a_draw() "gelijkspel";
    no_answer(text) "`{text}`, en dat is geen antwoord (1, -1, 0)";
    it_ended(how) "niets: het is gestopt ({how})";
    it_hung() "niets binnen de tijdslimiet";
    more_lines() "meer dan één regel";
    then_more(first, more) "{first}, en daarna `{more}`";
    no_cards() "(geen kaarten)";
    times(pattern, count) "{pattern} ({count} keer)";

    // How a program ended.
    ended_well() "exitcode 0, zonder antwoord";
    by_signal(signal) "signaal {signal}";
    no_exit_code() "zonder exitcode";
    closed_output() "het sloot de uitvoer en ging door";
    took_a_second() "gestopt: het duurde langer dan 1 seconde";
    took_seconds(seconds) "gestopt: het duurde langer dan {seconds} seconden";
    used_memory(mib) "gestopt: het gebruikte meer dan {mib} MiB geheugen (--memory)";
    wrote_files(mib) "gestopt: het schreef meer dan {mib} MiB aan bestanden";
    ran_processes(count) "gestopt: het had meer dan {count} processen";
    lost(why) "gestopt: {why}";

    // Why a program cannot be asked.
    writes_joined(line, lines)
        "Het schrijft de antwoorden zonder regeleinden, `{line}` voor {lines} regels: zet elk antwoord op een eigen regel.";
    answers_fewer(some, lines)
        "Het beantwoordt {some} van de {lines} regels: het leest een regel van de invoer voordat er iets gevraagd is. Leest een bestand dat het importeert invoer, of houdt het de eerste regel voor iets anders dan een vraag?";
    ends_because(how, reason) "Het stopt voordat het antwoordt ({how}): {reason}";
    ends_silently()
        "Het stopt zonder antwoord en zonder fout: wordt de invoer gelezen voordat er iets gevraagd is, bijvoorbeeld door een bestand dat het importeert, of drukt het niets af?";
    ends_without_reason(how) "Het stopt voordat het antwoordt ({how}), en zegt niet waarom.";
    answers_nothing()
        "Het start, maar antwoordt niets: het moet voor elke regel die het leest één regel schrijven, zodra het die gelezen heeft of als de invoer op is; en elk spel moet eindigen.";
    does_not_return(function, question)
        "{function} is niet op tijd klaar (--deck-seconds), bijvoorbeeld voor `{question}`: is er een lus die nooit eindigt?";
    reads_lines(words)
        "{words}; het leest kaartspellen als regels: controleer het zonder --protocol once";

    // Why a submission cannot be read, or has no program.
    nothing_handed_in() "er is niets ingeleverd";
    is_link() "is een link, en die wordt niet gevolgd: lever het bestand zelf in";
    is_no_file() "is geen bestand en geen map";
    cannot_be_read(why) "kan niet gelezen worden: {why}";
    cannot_be_written(name, why) "{name} kan niet geschreven worden: {why}";
    is_too_large(mb, files) "is groter dan {mb} MB, of heeft meer dan {files} bestanden";
    is_archive_of(kind) "is een {kind}-archief, en dat wordt hier niet gelezen: pak het in als zip";
    is_pdf() "is een PDF, geen programma";
    is_compiled() "is gecompileerd: lever het bronbestand in";
    is_empty() "is leeg";
    is_no_archive() "is geen zip en geen tar";
    is_damaged() "is beschadigd";
    is_encrypted() "is versleuteld";
    is_packed_otherwise()
        "is ingepakt op een manier die hier niet bekend is; pak het in als gewone zip";
    no_program(wanted, files) "er is geen {wanted} in {files}";
    no_program_as(wanted, files, why) "er is geen {wanted} in {files}, en {why}";
    the_function() "findWinner (find_winner in Python)";
    a_file() "bestand";
    an_empty_submission() "een lege inlevering";
    several_programs(count, names) "er zijn {count} programma's: {names}; laat er één over";
    several_files(count, names) "er zijn {count} bestanden die het kunnen zijn: {names}";
    and_more(names, count) "{names} en nog {count}";
    compiler_was(how) "de compiler is {how}";
    compiler_is_mute() "de compiler weigert het, zonder iets te zeggen";

    // The class.
    column_student() "student";
    column_points() "punten";
    column_stages() "stappen";
    column_stops() "stopt bij";
    column_does() "wat het doet";
    is_right() "goed";
    right_of_one(right) "{right} van 1 programma is goed";
    one_right_of(all) "1 van de {all} programma's is goed";
    right_of_all(right, all) "{right} van de {all} programma's zijn goed";
    written_to(folder) "geschreven naar {folder}";
    same_mistakes() "Dezelfde fouten";
    column_programs() "programma's";
    column_do() "wat elk doet";
    column_whose() "van wie";
    who_lost_most() "Studenten, meeste verloren punten eerst";
    about_stages()
        "Een naam leidt naar wat de student mag lezen. Stappen: ■ geslaagd, ✗ niet geslaagd, · niet geprobeerd.";
    students_by_suites() "Studenten per reeks";
    about_suites()
        "✓ elk kaartspel goed beantwoord; een getal: zo veel fout beantwoord; … niet op tijd klaar; leeg: niet gevraagd.";
    autograder_failed() "Het nakijken is mislukt; meld het je docent.";

    // The known mistakes, and who notices them.
    it_does(words) "het programma {words}";
    rightly() "speelt volgens de regels";
    noticed_of_one(files, noticed)
        "{files}: slagen met het goede programma, en merken {noticed} van 1 fout programma op.";
    noticed_of(files, noticed, all)
        "{files}: slagen met het goede programma, en merken {noticed} van de {all} foute op.";
    they_miss() "Wat ze niet opmerken, zijn programma's als deze:";
    more_with_all(count) "Nog {count} met --all.";
    prints_such() "`war-sim mistakes --format java --out - NAAM` drukt zo'n programma af.";
    tests_not_right(files)
        "{files}: deze tests slagen niet met een goed programma, en zeggen dus niets over foute.\nZe mogen alleen findWinner (find_winner) aanroepen: zet tests van je andere methoden ergens anders.";
    tests_left_out(names)
        "Weggelaten, omdat ze niet compileren met het goede programma, dat alleen findWinner heeft: {names}.";

    // The verdict of `check`.
    against(program, rules) "{program} naast de regels `{rules}`:";
    nothing_played(program, why) "{program}: er is niets gespeeld. {why}";
    unexplained(noun)
        "Geen regels en geen fout die war-sim kent verklaren de antwoorden: volg het kleinste {noun}, stap voor stap.";
    equal_on_one(noun) "Goed op het enige {noun}.";
    equal_on_all(count, nouns) "Goed op alle {count} {nouns}.";
    none_for_rules(noun)
        "Er is geen {noun} gespeeld: geen van de reeksen heeft er een voor deze regels.";
    unfinished(decks, time) "Niet klaar: goed op de {decks} die gespeeld zijn.{time}";
    different_on(wrong, decks, nouns, failed, suites, time)
        "Fout op {wrong} van {decks} {nouns}, in {failed} van {suites} reeksen.{time}";
    one_without_answers(decks) "{decks} is niet gespeeld, omdat het geen antwoord geeft.";
    many_without_answers(decks) "{decks} zijn niet gespeeld, omdat het geen antwoord geeft.";
    one_late(decks, hung) "{decks} is niet gespeeld, omdat de tijd op was (--seconds){hung}.";
    many_late(decks, hung) "{decks} zijn niet gespeeld, omdat de tijd op was (--seconds){hung}.";
    or_hung() " of omdat het vastliep";
    nothing() "Er is niets gespeeld.";
    plays_by_rules(noun) "Het programma speelt elk {noun} volgens de regels.";
    time_was_up(noun) "Niet klaar: de tijd was op voordat elk {noun} gespeeld was.";
    follow(noun) "Volg het kleinste {noun} van een test die niet slaagt, stap voor stap.";
    none_played(noun) "er is geen {noun} gespeeld";
    all_equal(decks) "{decks}, alles goed";
    earn_nothing(count) "; {count} zijn niet gespeeld en leveren niets op";
    equal() "goed";
    not_played() "niet gespeeld";
    different(count) "{count} fout";
    more_not_played(count) " (nog {count} niet gespeeld)";
    smallest_of_all(noun, suite) "Het kleinste {noun}, uit {suite} (--all toont elke reeks):";
    failure(wrong, decks, expected, got)
        "{wrong} van {decks}: verwacht {expected}, maar het gaf {got}";
    skipped(decks) "niet klaar: {decks} niet gespeeld";
    smallest(noun, suite) "Het kleinste {noun}, uit {suite}:";
    the_one_of(suite) "dat van {suite}";
    decides() "beslissend";
    battle(number) "slag {number}";
    expected() "verwacht";
    your_program() "je programma";
    its_stderr() "op stderr";
    note() "let op";
    see_game() "zie het spel";
    lines_left_out(lines) "... {lines} regels ...";
    wrong_alone(wrong) "Fout bij een deel hiervan: {wrong}. Al het andere is goed.";
    right_alone(right) "Goed bij al deze: {right}. Van al het andere is een deel fout.";
    wrong_and_right(wrong, right) "Fout bij een deel hiervan: {wrong}. Goed bij al deze: {right}.";
    kept_between(noun)
        "alleen gevraagd krijgt het {noun} een ander antwoord: er blijft iets bewaard tussen twee spellen, zoals een static of globale variabele die niet opnieuw begint";
    other_again(nouns) "dezelfde {nouns} krijgen de tweede keer andere antwoorden";
    ended_before(noun)
        "als eerste gevraagd wordt het {noun} wel beantwoord: het programma was al gestopt";
    otherwise_alone(noun) "alleen gevraagd krijgt het {noun} een ander antwoord";

    // What a program plays instead.
    plays(rules) "speelt `{rules}`";
    with_changes(changes) " met {changes}";
    named_with(rules, changes) ": `{rules}` met {changes}";
    and() " en ";
    but(slips) ", maar {slips}";
    and_also() "; en ";
    comes_nearest(words) "lijkt nog het meest op een programma dat dit doet: het {words}";
    answers_like(words) "antwoordt als een programma dat dit doet: het {words}";
    your_program_does(words) "Je programma {words}.";
    your_program_but(words) "Je programma {words}, maar:";
    so_few() "Zo weinig antwoorden kunnen ook bij iets anders passen.";
    and_from_more(count) " (en van nog {count})";
    like_another(words, more)
        "Aan deze antwoorden is het niet te onderscheiden van een programma dat dit doet: het {words}{more}.";
    explains_all() "Dat verklaart elke fout.";
    would_explain_all() "Dat zou elke fout verklaren.";
    explains_some(some, all, suites, of)
        "Dat verklaart {some} van de {all} fouten, en elk antwoord van {suites} van de {of} reeksen";
    one_spoiled(count) "; {count} antwoord zou fout zijn dat goed is";
    many_spoiled(count) "; {count} antwoorden zouden fout zijn die goed zijn";

    // What was seen.
    whatever(noun, answer, numbers)
        "Welk {noun} het ook krijgt, het antwoord is {answer}: leest het wel de {numbers} van elke regel?";
    by_chance(nouns)
        "Dezelfde {nouns}, in dezelfde volgorde, krijgen de tweede keer andere antwoorden: zoek wat per keer verschilt, zoals toevalsgetallen, de tijd, geheugenadressen of de volgorde van een hashtabel.";
    one_suite(count) "{count} reeks";
    many_suites(count) "{count} reeksen";
    after_others(suites, noun, nouns)
        "In {suites} wordt hetzelfde {noun} als enige goed beantwoord en na andere {nouns} fout: het programma bewaart iets tussen twee spellen. Zoek een static of globale variabele die niet opnieuw begint.";
    not_alone(suites, noun, nouns)
        "In {suites} wordt een {noun} na andere {nouns} fout beantwoord, maar alleen gevraagd niet: er blijft iets bewaard tussen twee spellen, of er verschilt iets per keer. Er was geen tijd om te zien welk van de twee.";
    chosen(noun, asked, all, seconds)
        "Met een proces per {noun} was er tijd voor {asked} van {all}, verspreid over elke reeks; --seconds {seconds} is ongeveer genoeg voor alle.";
    such_as() "bijvoorbeeld";
    each_time() "telkens";
    with_line(line) "met `{line}`";
    dies(deaths, decks, each, cause, advice)
        "Op {deaths} van {decks} stopt het zonder antwoord, {each} {cause}.{advice}";
    calls_itself() " Het roept zichzelf steeds opnieuw aan: speel de slagen in een lus.";
    only_words(text) "Geen enkele regel die het schrijft is een antwoord; de eerste is `{text}`. ";
    some_words(words, decks, text)
        "Op {words} van {decks} is de uitvoer geen antwoord, bijvoorbeeld `{text}`. ";
    python_none()
        "`None` drukt Python af voor een functie die niets teruggeeft: ontbreekt er een return?";
    java_null() "`null` staat voor een ontbrekend resultaat: ontbreekt er een return?";
    js_undefined()
        "`undefined` drukt JavaScript af voor een functie die niets teruggeeft: ontbreekt er een return?";
    write_answers(noun, a, b, draw)
        "Schrijf één regel per {noun} en verder niets: 1 als {a}, -1 als {b}, 0 bij {draw} (of A, B, draw).";
    stands_for(word, right, meaning)
        "`{word}` komt alleen waar {right} goed is: staat het voor {meaning}?";
    answers_one(noun, nouns, numbers)
        "Het beantwoordt één {noun} en stopt. Lees {nouns} in een lus, tot de invoer op is, of laat het met --protocol once voor elk {noun} opnieuw starten, met de {numbers} als argumenten.";
    ends_after(count, nouns) "Het stopt na {count}. Lees {nouns} tot de invoer op is.";

    // What wrong decks have in common.
    shared_alone(decks, way, fact, noun)
        "Elk van de {decks} {way} {fact}; bij geen ander gespeeld {noun} is dat zo.";
    shared(decks, way, fact, all, nouns)
        "Elk van de {decks} {way} {fact}; bij {all} van de gespeelde {nouns} is dat zo.";
    way_wrong() "die het fout beantwoordt,";
    way_ends() "waarop het zonder antwoord stopt,";
    way_hangs() "waarop het maar doorgaat,";
    way_words() "die het met woorden beantwoordt,";
    two_cards() "heeft twee kaarten";
    hand_of_one() "geeft een van de spelers één kaart";
    no_court() "heeft geen prent";
    one_court() "heeft één prent";
    no_card() "heeft geen kaart";
    one_card() "heeft één kaart";
    odd_size() "heeft een oneven aantal kaarten";
    not_52() "heeft niet precies 52 kaarten";
    fewer_than_52() "heeft minder dan 52 kaarten";
    at_least_52() "heeft 52 kaarten of meer";
    more_than_52() "heeft meer dan 52 kaarten";
    below_0() "heeft een kaart onder 0";
    a_zero() "heeft een kaart die 0 is";
    beyond_14() "heeft een kaart boven 14";
    beyond_127() "heeft een kaart boven 127";
    beyond_255() "heeft een kaart boven 255";
    not_2_to_14() "heeft een kaart die niet van 2 tot en met 14 is";
    too_far_apart() "heeft twee kaarten waarvan het verschil niet in een int past";
    neither_pays() "eindigt in een oorlog die geen van beiden kan betalen";
    a_cannot_pay() "eindigt in een oorlog die A niet kan betalen";
    b_cannot_pay() "eindigt in een oorlog die B niet kan betalen";
    one_cannot_pay() "eindigt in een oorlog die één speler niet kan betalen";
    some_cannot_pay() "eindigt in een oorlog die iemand niet kan betalen";
    both_empty() "eindigt met twee lege handen";
    by_limit() "wordt door de limiet gestopt";
    endless() "eindigt nooit";
    empty_hand() "eindigt met een lege hand";
    war_in_war() "heeft een oorlog binnen een oorlog";
    has_war() "heeft een oorlog";
    no_war() "heeft geen oorlog";
    won_by_a() "wordt door A gewonnen";
    won_by_b() "wordt door B gewonnen";
    drawn() "is een gelijkspel";
}
