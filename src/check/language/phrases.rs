//! What students read, a phrase a row: its name, what is filled in, and its words in English and in Dutch. What
//! one of them fills in more or less does not compile.

use std::fmt::Display;

use super::Lang;

/// Declares each phrase.
macro_rules! phrases {
    ($($name:ident($($hole:ident),*) $english:literal, $dutch:literal;)+) => {
        impl Lang {
            $(
                #[doc = $english]
                pub fn $name(self, $($hole: impl Display),*) -> String {
                    // Each has every hole to itself: one that it leaves out is unused.
                    match self {
                        Lang::En => {
                            $(let $hole = $hole;)*
                            format!($english)
                        }
                        Lang::Nl => {
                            $(let $hole = $hole;)*
                            format!($dutch)
                        }
                    }
                }
            )+
        }
    };
}

phrases! {
    // The feedback of `grade`.
    points(student, points, of)
        "{student}: {points} of {of} points",
        "{student}: {points} van de {of} punten";
    passed() "passed", "geslaagd";
    failed() "failed", "niet geslaagd";
    not_tried() "not tried", "niet geprobeerd";
    not_tried_after()
        "not tried: an earlier stage failed",
        "niet geprobeerd: een eerdere stap is niet geslaagd";
    program_is(taken) "The program is {taken}.", "Het programma is {taken}.";
    taken_not(program, others) "{program} (not {others})", "{program} (niet {others})";
    all_right(decks) "all {decks} are right", "{decks}, alles goed";
    decks_not_played(decks) "{decks} not played", "{decks} niet gespeeld";
    wrong_of(wrong, decks) "{wrong} of {decks} are different", "{wrong} van {decks} fout";
    only_found()
        "The program was found, compiled, started and asked.",
        "Het programma is gevonden, gecompileerd, gestart en ondervraagd.";

    // Why a stage failed.
    ended_grading()
        "its program ended the one that graded it",
        "het programma heeft het programma beëindigd dat het nakeek";
    does_not_end(function, stopped)
        "what runs before {function} is called does not end ({stopped})",
        "wat draait voordat {function} wordt aangeroepen, eindigt niet ({stopped})";
    exit_code(code) "exit code {code}", "exitcode {code}";
    a_signal() "a signal", "een signaal";
    ends_with(code) "it ends with {code}", "het eindigt met {code}";
    there_is_no(name) "there is no {name}", "{name} is er niet";
    cannot_start(name, why) "{name} cannot be started: {why}", "{name} kan niet starten: {why}";
    no_interpreter(name)
        "{name} cannot be started: its first line does not say what runs it",
        "{name} kan niet starten: de eerste regel zegt niet wat het moet uitvoeren";
    none_in_time()
        "it answered no deck in time",
        "het heeft geen enkel kaartspel op tijd beantwoord";
    none_right() "not one answer is right", "geen enkel antwoord is goed";
    always_and(answer, why)
        "its answer is always {answer}: {why}",
        "het antwoord is altijd {answer}: {why}";
    always_answers(answer) "always answers {answer}", "antwoordt altijd {answer}";
    not_finished(left)
        "not finished in time: {left} decks were not played",
        "niet op tijd klaar: {left} kaartspellen zijn niet gespeeld";
    wrong_of_decks(wrong, decks)
        "{wrong} of {decks} decks are different",
        "{wrong} van de {decks} kaartspellen zijn fout beantwoord";
    stops_at(stage) "stops at the stage `{stage}`", "stopt bij de stap `{stage}`";
    stops_unknown(stage)
        "stops at the stage `{stage}`; no known mistake explains it",
        "stopt bij de stap `{stage}`; geen bekende fout verklaart dat";

    // Answers.
    a_wins() "A wins", "A wint";
    b_wins() "B wins", "B wint";
    a_draw() "a draw", "gelijkspel";
    no_answer(text)
        "`{text}`, which is no answer (1, -1, 0)",
        "`{text}`, en dat is geen antwoord (1, -1, 0)";
    it_ended(how) "nothing: it ended ({how})", "niets: het is gestopt ({how})";
    it_hung() "nothing within the time limit", "niets binnen de tijdslimiet";
    then_more(first, more) "{first}, and then `{more}`", "{first}, en daarna `{more}`";
    no_cards() "(no cards)", "(geen kaarten)";
    times(pattern, count) "{pattern} ({count} times)", "{pattern} ({count} keer)";

    // How a program ended.
    ended_well() "exit code 0, without an answer", "exitcode 0, zonder antwoord";
    by_signal(signal) "signal {signal}", "signaal {signal}";
    closed_output() "it closed its output and went on", "het sloot de uitvoer en ging door";
    took_seconds(seconds)
        "stopped: it took more than {seconds} s", "gestopt: het duurde langer dan {seconds} s";
    used_memory(mib)
        "stopped: it used more than {mib} MiB of memory (--memory)",
        "gestopt: het gebruikte meer dan {mib} MiB geheugen (--memory)";
    wrote_files(mib)
        "stopped: it wrote more than {mib} MiB of files",
        "gestopt: het schreef meer dan {mib} MiB aan bestanden";
    ran_processes(count)
        "stopped: it ran more than {count} processes",
        "gestopt: het had meer dan {count} processen";
    lost(why) "stopped: {why}", "gestopt: {why}";

    // Why a program cannot be asked.
    writes_joined(line, lines)
        "It writes its answers without line ends, `{line}` for {lines} lines: write each answer on a line of its own.",
        "Het schrijft de antwoorden zonder regeleinden, `{line}` voor {lines} regels: zet elk antwoord op een eigen regel.";
    answers_fewer(some, lines)
        "It answers {some} of {lines} lines: it reads a line of its input before it is asked. Does a file that it imports read input, or is the first line taken for something else than a question?",
        "Het beantwoordt {some} van de {lines} regels: het leest een regel van de invoer voordat er iets gevraagd is. Leest een bestand dat het importeert invoer, of houdt het de eerste regel voor iets anders dan een vraag?";
    ends_because(how, reason)
        "It ends before it answers ({how}): {reason}",
        "Het stopt voordat het antwoordt ({how}): {reason}";
    ends_silently()
        "It ends without an answer and without an error: is its input read before it is asked, as by a file that it imports, or does nothing print?",
        "Het stopt zonder antwoord en zonder fout: wordt de invoer gelezen voordat er iets gevraagd is, bijvoorbeeld door een bestand dat het importeert, of drukt het niets af?";
    ends_without_reason(how)
        "It ends before it answers ({how}) and says nothing of why.",
        "Het stopt voordat het antwoordt ({how}), en zegt niet waarom.";
    answers_nothing()
        "It starts, but answers nothing: it must write one line for each that it reads, as soon as it has read it, or when its input ends; and each game must end.",
        "Het start, maar antwoordt niets: het moet voor elke regel die het leest één regel schrijven, zodra het die gelezen heeft of als de invoer op is; en elk spel moet eindigen.";
    does_not_return(function, question)
        "{function} does not return in time (--deck-seconds), as for `{question}`: is there a loop that never ends?",
        "{function} is niet op tijd klaar (--deck-seconds), bijvoorbeeld voor `{question}`: is er een lus die nooit eindigt?";
    reads_lines(words)
        "{words}; it reads decks as lines: check it without --protocol once",
        "{words}; het leest kaartspellen als regels: controleer het zonder --protocol once";

    // Why a submission cannot be read, or has no program.
    nothing_handed_in() "nothing was handed in", "er is niets ingeleverd";
    is_link()
        "is a link, which is not followed: hand in the file itself",
        "is een link, en die wordt niet gevolgd: lever het bestand zelf in";
    is_no_file() "is neither a file nor a folder", "is geen bestand en geen map";
    cannot_be_read(why) "cannot be read: {why}", "kan niet gelezen worden: {why}";
    cannot_be_written(name, why)
        "{name} cannot be written: {why}",
        "{name} kan niet geschreven worden: {why}";
    is_too_large(mb, files)
        "contains more than {mb} MB or {files} files",
        "is groter dan {mb} MB, of heeft meer dan {files} bestanden";
    is_archive_of(kind)
        "is a {kind} archive, which is not read here: pack it as a zip",
        "is een {kind}-archief, en dat wordt hier niet gelezen: pak het in als zip";
    is_pdf() "is a PDF, not a program", "is een PDF, geen programma";
    is_compiled()
        "is compiled: hand in the source file",
        "is gecompileerd: lever het bronbestand in";
    is_empty() "is empty", "is leeg";
    is_no_archive() "is neither a zip nor a tar archive", "is geen zip en geen tar";
    is_damaged() "is damaged", "is beschadigd";
    is_encrypted() "is encrypted", "is versleuteld";
    is_packed_otherwise()
        "is packed in a way that is not known here; pack it as an ordinary zip",
        "is ingepakt op een manier die hier niet bekend is; pak het in als gewone zip";
    no_program(wanted, files) "there is no {wanted} in {files}", "er is geen {wanted} in {files}";
    no_program_as(wanted, files, why)
        "there is no {wanted} in {files}, and {why}",
        "er is geen {wanted} in {files}, en {why}";
    the_function() "findWinner (find_winner in Python)", "findWinner (find_winner in Python)";
    a_file() "file", "bestand";
    an_empty_submission() "an empty submission", "een lege inlevering";
    several_programs(count, names)
        "there are {count} programs: {names}; leave one",
        "er zijn {count} programma's: {names}; laat er één over";
    several_files(count, names)
        "there are {count} files that it could be: {names}",
        "er zijn {count} bestanden die het kunnen zijn: {names}";
    and_more(names, count) "{names} and {count} more", "{names} en nog {count}";
    compiler_was(how) "the compiler was {how}", "de compiler is {how}";
    compiler_is_mute()
        "the compiler refuses it, without a word",
        "de compiler weigert het, zonder iets te zeggen";

    // The class.
    column_student() "student", "student";
    column_points() "points", "punten";
    column_stages() "stages", "stappen";
    column_stops() "stops at", "stopt bij";
    column_does() "what it does", "wat het doet";
    is_right() "right", "goed";
    right_of_one(right) "{right} of 1 program is right", "{right} van 1 programma is goed";
    one_right_of(all) "1 of {all} programs is right", "1 van de {all} programma's is goed";
    right_of_all(right, all)
        "{right} of {all} programs are right",
        "{right} van de {all} programma's zijn goed";
    written_to(folder) "written to {folder}", "geschreven naar {folder}";
    same_mistakes() "The same mistakes", "Dezelfde fouten";
    column_programs() "programs", "programma's";
    column_do() "what each does", "wat elk doet";
    column_whose() "whose", "van wie";
    who_lost_most() "Students, most points lost first", "Studenten, meeste verloren punten eerst";
    about_stages()
        "A name leads to what the student may read. Stages: ■ passed, ✗ failed, · not tried.",
        "Een naam leidt naar wat de student mag lezen. Stappen: ■ geslaagd, ✗ niet geslaagd, · niet geprobeerd.";
    students_by_suites() "Students by suites", "Studenten per reeks";
    about_suites()
        "✓ every deck answered rightly; a number: decks answered wrongly; … not finished in time; empty: not asked.",
        "✓ elk kaartspel goed beantwoord; een getal: zo veel fout beantwoord; … niet op tijd klaar; leeg: niet gevraagd.";
    autograder_failed()
        "The autograder failed; tell your teacher.",
        "Het nakijken is mislukt; meld het je docent.";

    // The known mistakes, and who notices them.
    it_does(words) "the program {words}", "het programma {words}";
    rightly() "plays by the rules", "speelt volgens de regels";
    noticed_of(files, noticed, all)
        "{files}: pass with the right program; wrong ones noticed: {noticed} of {all}.",
        "{files}: slagen met het goede programma; foute opgemerkt: {noticed} van de {all}.";
    they_miss() "They miss programs in which:", "Wat ze niet opmerken, zijn programma's als deze:";
    more_with_all(count) "{count} more with --all.", "Nog {count} met --all.";
    prints_such()
        "`war-sim mistakes --format java --out - NAME` prints such a program.",
        "`war-sim mistakes --format java --out - NAAM` drukt zo'n programma af.";
    tests_not_right(files)
        "{files}: these tests do not pass with a right program, so they say nothing about wrong ones.\nThey may call findWinner (find_winner) only: put tests of your other methods elsewhere.",
        "{files}: deze tests slagen niet met een goed programma, en zeggen dus niets over foute.\nZe mogen alleen findWinner (find_winner) aanroepen: zet tests van je andere methoden ergens anders.";
    tests_left_out(names)
        "Left out, as they do not compile with the right program, which has findWinner only: {names}.",
        "Weggelaten, omdat ze niet compileren met het goede programma, dat alleen findWinner heeft: {names}.";

    // The verdict of `check`.
    against(program, rules)
        "{program} against the rules `{rules}`:",
        "{program} naast de regels `{rules}`:";
    nothing_played(program, why)
        "{program}: nothing was played. {why}",
        "{program}: er is niets gespeeld. {why}";
    unexplained(noun)
        "No rules and no mistake that war-sim knows explain the answers: follow the smallest {noun}, step by step.",
        "Geen regels en geen fout die war-sim kent verklaren de antwoorden: volg het kleinste {noun}, stap voor stap.";
    equal_on_one(noun) "Equal on the only {noun}.", "Goed op het enige {noun}.";
    equal_on_all(count, nouns) "Equal on all {count} {nouns}.", "Goed op alle {count} {nouns}.";
    none_for_rules(noun)
        "No {noun} was played: none of the suites has one for these rules.",
        "Er is geen {noun} gespeeld: geen van de reeksen heeft er een voor deze regels.";
    unfinished(decks, time)
        "Not finished: equal on the {decks} played.{time}",
        "Niet klaar: goed op de {decks} die gespeeld zijn.{time}";
    different_on(wrong, decks, nouns, failed, suites, time)
        "Different on {wrong} of {decks} {nouns}, in {failed} of {suites} suites.{time}",
        "Fout op {wrong} van {decks} {nouns}, in {failed} van {suites} reeksen.{time}";
    without_answers(decks)
        "It gives no answers, so these were not played: {decks}.",
        "Het geeft geen antwoord; daarom niet gespeeld: {decks}.";
    late(decks, hung)
        "Not played, for want of time (--seconds){hung}: {decks}.",
        "Niet gespeeld, omdat de tijd op was (--seconds){hung}: {decks}.";
    or_hung() " or because it hung", " of omdat het vastliep";
    equal() "equal", "goed";
    not_played() "not played", "niet gespeeld";
    different(count) "{count} different", "{count} fout";
    more_not_played(count) " ({count} more not played)", " (nog {count} niet gespeeld)";
    earns_nothing() ". What was not played earns nothing.", ". Wat niet is gespeeld, levert niets op.";
    smallest_of_all(noun, suite)
        "The smallest {noun}, of {suite} (--all has every suite):",
        "Het kleinste {noun}, uit {suite} (--all toont elke reeks):";
    failure(wrong, decks, expected, got)
        "{wrong} of {decks}: expected {expected}, got {got}",
        "{wrong} van {decks}: verwacht {expected}, maar het gaf {got}";
    smallest(noun, suite) "The smallest {noun}, of {suite}:", "Het kleinste {noun}, uit {suite}:";
    the_one_of(suite) "the one of {suite}", "dat van {suite}";
    decides() "decides", "beslissend";
    battle(number) "battle {number}", "slag {number}";
    expected() "expected", "verwacht";
    your_program() "your program", "je programma";
    its_stderr() "its stderr", "op stderr";
    note() "note", "let op";
    see_game() "see the game", "zie het spel";
    lines_left_out(lines) "... {lines} lines ...", "... {lines} regels ...";
    wrong_alone(wrong)
        "Wrong in some of these: {wrong}. All else is right.",
        "Fout bij een deel hiervan: {wrong}. Al het andere is goed.";
    ended_before(noun)
        "asked first, the {noun} is answered: the program has ended before",
        "als eerste gevraagd wordt het {noun} wel beantwoord: het programma was al gestopt";
    otherwise_alone(noun)
        "asked alone, the {noun} is answered otherwise",
        "alleen gevraagd krijgt het {noun} een ander antwoord";

    // What a program plays instead.
    plays(rules) "plays `{rules}`", "speelt `{rules}`";
    with_changes(changes) " with {changes}", " met {changes}";
    named_with(rules, changes) ": `{rules}` with {changes}", ": `{rules}` met {changes}";
    and() " and ", " en ";
    but(slips) ", but {slips}", ", maar {slips}";
    and_also() "; and ", "; en ";
    comes_nearest(words)
        "comes nearest to one that {words}",
        "lijkt nog het meest op een programma dat dit doet: het {words}";
    answers_like(words)
        "answers like one that {words}",
        "antwoordt als een programma dat dit doet: het {words}";
    your_program_does(words) "Your program {words}.", "Je programma {words}.";
    your_program_but(words) "Your program {words}, but:", "Je programma {words}, maar:";
    so_few()
        "So few answers may fit others as well.",
        "Zo weinig antwoorden kunnen ook bij iets anders passen.";
    and_from_more(count) " (and from {count} more)", " (en van nog {count})";
    like_another(words, more)
        "By these answers it cannot be distinguished from a program that {words}{more}.",
        "Aan deze antwoorden is het niet te onderscheiden van een programma dat dit doet: het {words}{more}.";
    explains_all() "That explains every difference.", "Dat verklaart elke fout.";
    would_explain_all() "That would explain every difference.", "Dat zou elke fout verklaren.";
    explains_some(some, all, suites, of)
        "That explains {some} of {all} differences, and every answer of {suites} of {of} suites",
        "Dat verklaart {some} van de {all} fouten, en elk antwoord van {suites} van de {of} reeksen";
    spoiled(count)
        "; answers that would be wrong and are right: {count}",
        "; antwoorden die fout zouden zijn en goed zijn: {count}";

    // What was seen.
    whatever(noun, answer, numbers)
        "Whatever the {noun}, its answer is {answer}: does it read the {numbers} of each line?",
        "Welk {noun} het ook krijgt, het antwoord is {answer}: leest het wel de {numbers} van elke regel?";
    by_chance(nouns)
        "Asked the same {nouns} again, in the same order, it gives other answers: look for what differs from run to run, such as random numbers, the time, memory addresses or the order of a hash table.",
        "Dezelfde {nouns}, in dezelfde volgorde, krijgen de tweede keer andere antwoorden: zoek wat per keer verschilt, zoals toevalsgetallen, de tijd, geheugenadressen of de volgorde van een hashtabel.";
    after_others(suites, noun, nouns)
        "In {suites} of the suites the same {noun} is answered rightly alone and wrongly after other {nouns}: the program keeps something between games. Look for a static or global variable that is not reset.",
        "In {suites} van de reeksen wordt hetzelfde {noun} als enige goed beantwoord en na andere {nouns} fout: het programma bewaart iets tussen twee spellen. Zoek een static of globale variabele die niet opnieuw begint.";
    not_alone(suites, noun, nouns)
        "In {suites} of the suites a {noun} is answered wrongly after other {nouns}, but not alone: something is kept between games, or differs from run to run. There was no time to see which.",
        "In {suites} van de reeksen wordt een {noun} na andere {nouns} fout beantwoord, maar alleen gevraagd niet: er blijft iets bewaard tussen twee spellen, of er verschilt iets per keer. Er was geen tijd om te zien welk van de twee.";
    chosen(noun, asked, all, seconds)
        "With a process for each {noun} there was time for {asked} of {all}, spread over each suite; --seconds {seconds} is about enough for all.",
        "Met een proces per {noun} was er tijd voor {asked} van {all}, verspreid over elke reeks; --seconds {seconds} is ongeveer genoeg voor alle.";
    such_as() "such as", "bijvoorbeeld";
    each_time() "each time", "telkens";
    with_line(line) "with `{line}`", "met `{line}`";
    dies(deaths, decks, each, cause, advice)
        "On {deaths} of {decks} it ends without an answer, {each} {cause}.{advice}",
        "Op {deaths} van {decks} stopt het zonder antwoord, {each} {cause}.{advice}";
    calls_itself()
        " It calls itself again and again: play the battles in a loop.",
        " Het roept zichzelf steeds opnieuw aan: speel de slagen in een lus.";
    some_words(words, decks, text)
        "On {words} of {decks} its output is not an answer, such as `{text}`. ",
        "Op {words} van {decks} is de uitvoer geen antwoord, bijvoorbeeld `{text}`. ";
    no_result(word)
        "`{word}` is what comes of a function that returns nothing: is a return missing?",
        "`{word}` komt van een functie die niets teruggeeft: ontbreekt er een return?";
    write_answers(noun, a, b, draw)
        "Write one line per {noun} and nothing else: 1 if {a}, -1 if {b}, 0 for {draw} (or A, B, draw).",
        "Schrijf één regel per {noun} en verder niets: 1 als {a}, -1 als {b}, 0 bij {draw} (of A, B, draw).";
    stands_for(word, right, meaning)
        "`{word}` comes only where {right} is right: does it stand for {meaning}?",
        "`{word}` komt alleen waar {right} goed is: staat het voor {meaning}?";
    answers_one(noun, nouns, numbers)
        "It answers one {noun} and ends. Read {nouns} in a loop, until the input ends, or let it be started for each {noun} with --protocol once, the {numbers} as its arguments.",
        "Het beantwoordt één {noun} en stopt. Lees {nouns} in een lus, tot de invoer op is, of laat het met --protocol once voor elk {noun} opnieuw starten, met de {numbers} als argumenten.";
    ends_after(count, nouns)
        "It ends after {count}. Read {nouns} until the input ends.",
        "Het stopt na {count}. Lees {nouns} tot de invoer op is.";

    // What wrong decks have in common.
    shared_alone(decks, way, fact, noun)
        "Each of the {decks} {way} {fact}, and no other {noun} played does.",
        "Elk van de {decks} {way} {fact}; bij geen ander gespeeld {noun} is dat zo.";
    shared(decks, way, fact, all, played)
        "Each of the {decks} {way} {fact}, as {all} of the {played} played do.",
        "Elk van de {decks} {way} {fact}; dat is zo bij {all} van de {played} die zijn gespeeld.";
    way_wrong() "that it answers wrongly", "die het fout beantwoordt,";
    way_ends() "on which it ends without an answer", "waarop het zonder antwoord stopt,";
    way_hangs() "on which it goes on and on", "waarop het maar doorgaat,";
    way_words() "that it answers in words", "die het met woorden beantwoordt,";
    two_cards() "has two cards", "heeft twee kaarten";
    hand_of_one() "gives one of the players a single card", "geeft een van de spelers één kaart";
    no_court() "has no court card", "heeft geen prent";
    one_court() "has one court card", "heeft één prent";
    no_card() "has no card", "heeft geen kaart";
    one_card() "has one card", "heeft één kaart";
    odd_size() "has an odd number of cards", "heeft een oneven aantal kaarten";
    not_52() "has not exactly 52 cards", "heeft niet precies 52 kaarten";
    fewer_than_52() "has fewer than 52 cards", "heeft minder dan 52 kaarten";
    at_least_52() "has 52 cards or more", "heeft 52 kaarten of meer";
    more_than_52() "has more than 52 cards", "heeft meer dan 52 kaarten";
    below_0() "has a card below 0", "heeft een kaart onder 0";
    a_zero() "has a card that is 0", "heeft een kaart die 0 is";
    beyond_14() "has a card beyond 14", "heeft een kaart boven 14";
    beyond_127() "has a card beyond 127", "heeft een kaart boven 127";
    beyond_255() "has a card beyond 255", "heeft een kaart boven 255";
    not_2_to_14()
        "has a card that is not from 2 to 14",
        "heeft een kaart die niet van 2 tot en met 14 is";
    too_far_apart()
        "has two cards whose difference does not fit an int",
        "heeft twee kaarten waarvan het verschil niet in een int past";
    neither_pays()
        "ends in a war that neither can pay for",
        "eindigt in een oorlog die geen van beiden kan betalen";
    a_cannot_pay()
        "ends in a war that A cannot pay for",
        "eindigt in een oorlog die A niet kan betalen";
    b_cannot_pay()
        "ends in a war that B cannot pay for",
        "eindigt in een oorlog die B niet kan betalen";
    one_cannot_pay()
        "ends in a war that one player cannot pay for",
        "eindigt in een oorlog die één speler niet kan betalen";
    some_cannot_pay()
        "ends in a war that somebody cannot pay for",
        "eindigt in een oorlog die iemand niet kan betalen";
    both_empty() "ends with both hands empty", "eindigt met twee lege handen";
    by_limit() "is stopped by the limit", "wordt door de limiet gestopt";
    endless() "never ends", "eindigt nooit";
    empty_hand() "ends with an empty hand", "eindigt met een lege hand";
    war_in_war() "has a war within a war", "heeft een oorlog binnen een oorlog";
    has_war() "has a war", "heeft een oorlog";
    no_war() "has no war", "heeft geen oorlog";
    won_by_a() "is won by A", "wordt door A gewonnen";
    won_by_b() "is won by B", "wordt door B gewonnen";
    drawn() "is a draw", "is een gelijkspel";
}
