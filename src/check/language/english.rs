//! What students read, in English. `dutch.rs` says the same: what it lacks does not compile, and
//! neither does what it fills in more or less.

use std::fmt::Display;

use super::{Lang, dutch};

/// Declares each phrase: its name, what is filled in, and its words.
macro_rules! english {
    ($($name:ident($($hole:ident),*) $words:literal;)+) => {
        impl Lang {
            $(
                #[doc = $words]
                pub fn $name(self, $($hole: impl Display),*) -> String {
                    match self {
                        Lang::En => format!($words),
                        Lang::Nl => dutch::$name($($hole),*),
                    }
                }
            )+
        }
    };
}

english! {
    // The feedback of `grade`.
    points(student, points, of) "{student}: {points} of {of} points";
    passed() "passed";
    failed() "failed";
    not_tried() "not tried";
    not_tried_after() "not tried: an earlier stage failed";
    program_is(taken) "The program is {taken}.";
    taken_not(program, others) "{program} (not {others})";
    all_right(decks) "all {decks} are right";
    decks_not_played(decks) "{decks} not played";
    wrong_of(wrong, decks) "{wrong} of {decks} are different";
    only_found() "The program was found, compiled, started and asked.";

    // Why a stage failed.
    ended_grading() "its program ended the one that graded it";
    does_not_end(function, stopped)
        "what runs before {function} is called does not end ({stopped})";
    exit_code(code) "exit code {code}";
    a_signal() "a signal";
    ends_with(code) "it ends with {code}";
    there_is_no(name) "there is no {name}";
    cannot_start(name, why) "{name} cannot be started: {why}";
    no_interpreter(name) "{name} cannot be started: its first line does not say what runs it";
    none_in_time() "it answered no deck in time";
    none_right() "not one answer is right";
    always_and(answer, why) "its answer is always {answer}: {why}";
    always_answers(answer) "always answers {answer}";
    not_finished(left) "not finished in time: {left} decks were not played";
    wrong_of_decks(wrong, decks) "{wrong} of {decks} decks are different";
    expected_got(deck, expected, got) "{deck}: expected {expected}, got {got}";
    stops_at(stage) "stops at the stage `{stage}`";
    stops_unknown(stage) "stops at the stage `{stage}`; no known mistake explains it";

    // Answers.
    a_wins() "A wins";
    b_wins() "B wins";
    a_draw() "a draw";
    no_answer(text) "`{text}`, which is no answer (1, -1, 0)";
    it_ended(how) "nothing: it ended ({how})";
    it_hung() "nothing within the time limit";
    more_lines() "more than one line";
    then_more(first, more) "{first}, and then `{more}`";
    no_cards() "(no cards)";
    times(pattern, count) "{pattern} ({count} times)";

    // How a program ended.
    ended_well() "exit code 0, without an answer";
    by_signal(signal) "signal {signal}";
    no_exit_code() "without an exit code";
    closed_output() "it closed its output and went on";
    took_a_second() "stopped: it took more than 1 second";
    took_seconds(seconds) "stopped: it took more than {seconds} seconds";
    used_memory(mib) "stopped: it used more than {mib} MiB of memory (--memory)";
    wrote_files(mib) "stopped: it wrote more than {mib} MiB of files";
    ran_processes(count) "stopped: it ran more than {count} processes";
    lost(why) "stopped: {why}";

    // Why a program cannot be asked.
    writes_joined(line, lines)
        "It writes its answers without line ends, `{line}` for {lines} lines: write each answer on a line of its own.";
    answers_fewer(some, lines)
        "It answers {some} of {lines} lines: it reads a line of its input before it is asked. Does a file that it imports read input, or is the first line taken for something else than a question?";
    ends_because(how, reason) "It ends before it answers ({how}): {reason}";
    ends_silently()
        "It ends without an answer and without an error: is its input read before it is asked, as by a file that it imports, or does nothing print?";
    ends_without_reason(how) "It ends before it answers ({how}) and says nothing of why.";
    answers_nothing()
        "It starts, but answers nothing: it must write one line for each that it reads, as soon as it has read it, or when its input ends; and each game must end.";
    does_not_return(function, question)
        "{function} does not return in time (--deck-seconds), as for `{question}`: is there a loop that never ends?";
    reads_lines(words) "{words}; it reads decks as lines: check it without --protocol once";

    // Why a submission cannot be read, or has no program.
    nothing_handed_in() "nothing was handed in";
    is_link() "is a link, which is not followed: hand in the file itself";
    is_no_file() "is neither a file nor a folder";
    cannot_be_read(why) "cannot be read: {why}";
    cannot_be_written(name, why) "{name} cannot be written: {why}";
    is_too_large(mb, files) "contains more than {mb} MB or {files} files";
    is_archive_of(kind) "is a {kind} archive, which is not read here: pack it as a zip";
    is_pdf() "is a PDF, not a program";
    is_compiled() "is compiled: hand in the source file";
    is_empty() "is empty";
    is_no_archive() "is neither a zip nor a tar archive";
    is_damaged() "is damaged";
    is_encrypted() "is encrypted";
    is_packed_otherwise() "is packed in a way that is not known here; pack it as an ordinary zip";
    no_program(wanted, files) "there is no {wanted} in {files}";
    no_program_as(wanted, files, why) "there is no {wanted} in {files}, and {why}";
    the_function() "findWinner (find_winner in Python)";
    a_file() "file";
    an_empty_submission() "an empty submission";
    several_programs(count, names) "there are {count} programs: {names}; leave one";
    several_files(count, names) "there are {count} files that it could be: {names}";
    and_more(names, count) "{names} and {count} more";
    compiler_was(how) "the compiler was {how}";
    compiler_is_mute() "the compiler refuses it, without a word";

    // The class.
    column_student() "student";
    column_points() "points";
    column_stages() "stages";
    column_stops() "stops at";
    column_does() "what it does";
    is_right() "right";
    right_of_one(right) "{right} of 1 program is right";
    one_right_of(all) "1 of {all} programs is right";
    right_of_all(right, all) "{right} of {all} programs are right";
    written_to(folder) "written to {folder}";
    same_mistakes() "The same mistakes";
    column_programs() "programs";
    column_do() "what each does";
    column_whose() "whose";
    who_lost_most() "Students, most points lost first";
    about_stages()
        "A name leads to what the student may read. Stages: ■ passed, ✗ failed, · not tried.";
    students_by_suites() "Students by suites";
    about_suites()
        "✓ every deck answered rightly; a number: decks answered wrongly; … not finished in time; empty: not asked.";
    autograder_failed() "The autograder failed; tell your teacher.";

    // The known mistakes, and who notices them.
    it_does(words) "the program {words}";
    rightly() "plays by the rules";
    noticed_of_one(files, noticed)
        "{files}: pass with the right program, and notice {noticed} of 1 wrong one.";
    noticed_of(files, noticed, all)
        "{files}: pass with the right program, and notice {noticed} of {all} wrong ones.";
    they_miss() "They miss programs in which:";
    more_with_all(count) "{count} more with --all.";
    prints_such() "`war-sim mistakes --format java --out - NAME` prints such a program.";
    tests_not_right(files)
        "{files}: these tests do not pass with a right program, so they say nothing about wrong ones.\nThey may call findWinner (find_winner) only: put tests of your other methods elsewhere.";
    tests_left_out(names)
        "Left out, as they do not compile with the right program, which has findWinner only: {names}.";

    // The verdict of `check`.
    against(program, rules) "{program} against the rules `{rules}`:";
    nothing_played(program, why) "{program}: nothing was played. {why}";
    unexplained(noun)
        "No rules and no mistake that war-sim knows explain the answers: follow the smallest {noun}, step by step.";
    equal_on_one(noun) "Equal on the only {noun}.";
    equal_on_all(count, nouns) "Equal on all {count} {nouns}.";
    none_for_rules(noun) "No {noun} was played: none of the suites has one for these rules.";
    unfinished(decks, time) "Not finished: equal on the {decks} played.{time}";
    different_on(wrong, decks, nouns, failed, suites, time)
        "Different on {wrong} of {decks} {nouns}, in {failed} of {suites} suites.{time}";
    one_without_answers(decks) "{decks} was not played, because it gives no answers.";
    many_without_answers(decks) "{decks} were not played, because it gives no answers.";
    one_late(decks, hung) "{decks} was not played, for want of time (--seconds){hung}.";
    many_late(decks, hung) "{decks} were not played, for want of time (--seconds){hung}.";
    or_hung() " or because it hung";
    nothing() "Nothing was played.";
    plays_by_rules(noun) "The program plays by the rules on every {noun}.";
    time_was_up(noun) "Not finished: time was up before every {noun} was played.";
    follow(noun) "Follow the smallest {noun} of a failed test, step by step.";
    none_played(noun) "no {noun} was played";
    all_equal(decks) "{decks}, all equal";
    earn_nothing(count) "; {count} were not played and earn nothing";
    equal() "equal";
    not_played() "not played";
    different(count) "{count} different";
    more_not_played(count) " ({count} more not played)";
    smallest_of_all(noun, suite) "The smallest {noun}, of {suite} (--all has every suite):";
    failure(wrong, decks, expected, got) "{wrong} of {decks}: expected {expected}, got {got}";
    skipped(decks) "not finished: {decks} not played";
    smallest(noun, suite) "The smallest {noun}, of {suite}:";
    the_one_of(suite) "the one of {suite}";
    decides() "decides";
    battle(number) "battle {number}";
    expected() "expected";
    your_program() "your program";
    its_stderr() "its stderr";
    note() "note";
    see_game() "see the game";
    lines_left_out(lines) "... {lines} lines ...";
    wrong_alone(wrong) "Wrong in some of these: {wrong}. All else is right.";
    right_alone(right) "Right in all of these: {right}. Some of the rest are wrong.";
    wrong_and_right(wrong, right)
        "Wrong in some of these: {wrong}. Right in all of these: {right}.";
    kept_between(noun)
        "alone the {noun} is answered otherwise: something is kept between games, such as a static or global variable that is not reset";
    other_again(nouns) "asked the same {nouns} again, the program gives other answers";
    ended_before(noun) "asked first, the {noun} is answered: the program has ended before";
    otherwise_alone(noun) "asked alone, the {noun} is answered otherwise";

    // What a program plays instead.
    plays(rules) "plays `{rules}`";
    with_changes(changes) " with {changes}";
    named_with(rules, changes) ": `{rules}` with {changes}";
    and() " and ";
    but(slips) ", but {slips}";
    and_also() "; and ";
    comes_nearest(words) "comes nearest to one that {words}";
    answers_like(words) "answers like one that {words}";
    your_program_does(words) "Your program {words}.";
    your_program_but(words) "Your program {words}, but:";
    so_few() "So few answers may fit others as well.";
    and_from_more(count) " (and from {count} more)";
    like_another(words, more)
        "By these answers it cannot be distinguished from a program that {words}{more}.";
    explains_all() "That explains every difference.";
    would_explain_all() "That would explain every difference.";
    explains_some(some, all, suites, of)
        "That explains {some} of {all} differences, and every answer of {suites} of {of} suites";
    one_spoiled(count) "; {count} answer would be wrong that are right";
    many_spoiled(count) "; {count} answers would be wrong that are right";

    // What was seen.
    whatever(noun, answer, numbers)
        "Whatever the {noun}, its answer is {answer}: does it read the {numbers} of each line?";
    by_chance(nouns)
        "Asked the same {nouns} again, in the same order, it gives other answers: look for what differs from run to run, such as random numbers, the time, memory addresses or the order of a hash table.";
    one_suite(count) "{count} suite";
    many_suites(count) "{count} suites";
    after_others(suites, noun, nouns)
        "In {suites} the same {noun} is answered rightly alone and wrongly after other {nouns}: the program keeps something between games. Look for a static or global variable that is not reset.";
    not_alone(suites, noun, nouns)
        "In {suites} a {noun} is answered wrongly after other {nouns}, but not alone: something is kept between games, or differs from run to run. There was no time to see which.";
    chosen(noun, asked, all, seconds)
        "With a process for each {noun} there was time for {asked} of {all}, spread over each suite; --seconds {seconds} is about enough for all.";
    such_as() "such as";
    each_time() "each time";
    with_line(line) "with `{line}`";
    dies(deaths, decks, each, cause, advice)
        "On {deaths} of {decks} it ends without an answer, {each} {cause}.{advice}";
    calls_itself() " It calls itself again and again: play the battles in a loop.";
    only_words(text) "No line that it writes is an answer; the first is `{text}`. ";
    some_words(words, decks, text)
        "On {words} of {decks} its output is not an answer, such as `{text}`. ";
    python_none()
        "`None` is what Python prints for a function that returns nothing: is a return missing?";
    java_null() "`null` is what a missing result is called: is a return missing?";
    js_undefined()
        "`undefined` is what JavaScript prints for a function that returns nothing: is a return missing?";
    write_answers(noun, a, b, draw)
        "Write one line per {noun} and nothing else: 1 if {a}, -1 if {b}, 0 for {draw} (or A, B, draw).";
    stands_for(word, right, meaning)
        "`{word}` comes only where {right} is right: does it stand for {meaning}?";
    answers_one(noun, nouns, numbers)
        "It answers one {noun} and ends. Read {nouns} in a loop, until the input ends, or let it be started for each {noun} with --protocol once, the {numbers} as its arguments.";
    ends_after(count, nouns) "It ends after {count}. Read {nouns} until the input ends.";

    // What wrong decks have in common.
    shared_alone(decks, way, fact, noun)
        "Each of the {decks} {way} {fact}, and no other {noun} played does.";
    shared(decks, way, fact, all, nouns)
        "Each of the {decks} {way} {fact}, as {all} of the {nouns} played do.";
    way_wrong() "that it answers wrongly";
    way_ends() "on which it ends without an answer";
    way_hangs() "on which it goes on and on";
    way_words() "that it answers in words";
    two_cards() "has two cards";
    hand_of_one() "gives one of the players a single card";
    no_court() "has no court card";
    one_court() "has one court card";
    no_card() "has no card";
    one_card() "has one card";
    odd_size() "has an odd number of cards";
    not_52() "has not exactly 52 cards";
    fewer_than_52() "has fewer than 52 cards";
    at_least_52() "has 52 cards or more";
    more_than_52() "has more than 52 cards";
    below_0() "has a card below 0";
    a_zero() "has a card that is 0";
    beyond_14() "has a card beyond 14";
    beyond_127() "has a card beyond 127";
    beyond_255() "has a card beyond 255";
    not_2_to_14() "has a card that is not from 2 to 14";
    too_far_apart() "has two cards whose difference does not fit an int";
    neither_pays() "ends in a war that neither can pay for";
    a_cannot_pay() "ends in a war that A cannot pay for";
    b_cannot_pay() "ends in a war that B cannot pay for";
    one_cannot_pay() "ends in a war that one player cannot pay for";
    some_cannot_pay() "ends in a war that somebody cannot pay for";
    both_empty() "ends with both hands empty";
    by_limit() "is stopped by the limit";
    endless() "never ends";
    empty_hand() "ends with an empty hand";
    war_in_war() "has a war within a war";
    has_war() "has a war";
    no_war() "has no war";
    won_by_a() "is won by A";
    won_by_b() "is won by B";
    drawn() "is a draw";
}
