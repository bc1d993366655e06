//! What is said of a program: a sentence or a part of one a row, and what is filled in.

use std::fmt::Display;

/// Declares each sentence as a function.
macro_rules! sentences {
    ($($name:ident($($hole:ident),*) $text:literal;)+) => {
        $(
            #[doc = $text]
            pub fn $name($($hole: impl Display),*) -> String {
                format!($text)
            }
        )+
    };
}

sentences! {
    decks_not_played(decks) "{decks} not played";
    exit_code(code) "exit code {code}";
    a_wins() "A wins";
    b_wins() "B wins";
    a_draw() "a draw";
    no_answer(text) "`{text}`, which is no answer (1, -1, 0)";
    it_ended(how) "nothing: it ended ({how})";
    it_hung() "nothing within the time limit";
    then_more(first, more) "{first}, and then `{more}`";
    no_cards() "(no cards)";
    times(pattern, count) "{pattern} ({count} times)";
    ended_well() "exit code 0, without an answer";
    by_signal(signal) "signal {signal}";
    closed_output() "it closed its output and went on";
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
    reads_lines(words) "{words}; it reads decks as lines: check it without --once";
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
    without_answers(decks) "It gives no answers, so these were not played: {decks}.";
    late(decks, hung) "Not played, for want of time (--seconds){hung}: {decks}.";
    or_hung() " or because it hung";
    equal() "equal";
    not_played() "not played";
    different(count) "{count} different";
    more_not_played(count) " ({count} more not played)";
    smallest_of_all(noun, suite) "The smallest {noun}, of {suite} (--all has every suite):";
    failure(wrong, decks, expected, got) "{wrong} of {decks}: expected {expected}, got {got}";
    the_one_of(suite) "the one of {suite}";
    decides() "decides";
    battle(number) "battle {number}";
    expected() "expected";
    your_program() "your program";
    its_stderr() "its stderr";
    note() "note";
    see_game() "see the game";
    lines_left_out(lines) "... {lines} lines ...";
    ended_before(noun) "asked first, the {noun} is answered: the program has ended before";
    otherwise_alone(noun) "asked alone, the {noun} is answered otherwise";
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
    spoiled(count) "; answers that would be wrong and are right: {count}";
    whatever(noun, answer, numbers)
        "Whatever the {noun}, its answer is {answer}: does it read the {numbers} of each line?";
    by_chance(nouns)
        "Asked the same {nouns} again, in the same order, it gives other answers: look for what differs from run to run, such as random numbers, the time, memory addresses or the order of a hash table.";
    after_others(suites, noun, nouns)
        "In {suites} of the suites the same {noun} is answered rightly alone and wrongly after other {nouns}: the program keeps something between games. Look for a static or global variable that is not reset.";
    not_alone(suites, noun, nouns)
        "In {suites} of the suites a {noun} is answered wrongly after other {nouns}, but not alone: something is kept between games, or differs from run to run. There was no time to see which.";
    chosen(noun, asked, all, seconds)
        "With a process for each {noun} there was time for {asked} of {all}, spread over each suite; --seconds {seconds} is about enough for all.";
    such_as() "such as";
    each_time() "each time";
    with_line(line) "with `{line}`";
    dies(deaths, decks, each, cause, advice)
        "On {deaths} of {decks} it ends without an answer, {each} {cause}.{advice}";
    calls_itself() " It calls itself again and again: play the battles in a loop.";
    some_words(words, decks, text)
        "On {words} of {decks} its output is not an answer, such as `{text}`. ";
    no_result(word)
        "`{word}` is what comes of a function that returns nothing: is a return missing?";
    write_answers(noun, a, b, draw)
        "Write one line per {noun} and nothing else: 1 if {a}, -1 if {b}, 0 for {draw} (or A, B, draw).";
    stands_for(word, right, meaning)
        "`{word}` comes only where {right} is right: does it stand for {meaning}?";
    answers_one(noun, nouns, numbers)
        "It answers one {noun} and ends. Read {nouns} in a loop, until the input ends, or let it be started for each {noun} with --once, the {numbers} as its arguments.";
    ends_after(count, nouns) "It ends after {count}. Read {nouns} until the input ends.";
    shared_alone(decks, way, fact, noun)
        "Each of the {decks} {way} {fact}, and no other {noun} played does.";
    shared(decks, way, fact, all, played)
        "Each of the {decks} {way} {fact}, as {all} of the {played} played do.";
    way_wrong() "that it answers wrongly";
    way_ends() "on which it ends without an answer";
    way_hangs() "on which it goes on and on";
    way_words() "that it answers in words";
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
