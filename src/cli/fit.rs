//! What a run says, set to the width of the terminal: it is written for 80 columns.
//!
//! A table that is too wide loses columns from the right, and says which, but never an answer: that
//! has a line of its own where there is no room beside the row. Bars take the room that there is;
//! words are wrapped anew. Commands stay whole, to be copied.

use std::ops::Range;

use crate::core::wording::text::{WIDTH, hanging};

/// Columns of the longest bar.
const LONGEST: usize = 120;

/// Columns that are never left out: what was found of a row (which has no header), how many games it
/// takes, and which game it was.
const ANSWERS: [&str; 3] = ["", "games", "game"];

/// Columns of a row that stay where answers are beside them: what it is of, and a number.
const FIRST: usize = 2;

/// How far what is under a long name is indented.
const UNDER: usize = 2;

/// The text for lines of this width; at the width that it is written for, only what is wider is
/// changed. Without a width, as in a pipe, nothing is.
pub fn fitted(text: &str, width: Option<usize>) -> String {
    let Some(width) = width else { return text.to_owned() };
    let mut fitted = String::with_capacity(text.len());
    for block in text.split_inclusive("\n\n") {
        let (lines, ends) = block.split_at(block.trim_end_matches('\n').len());
        let lines: Vec<&str> = lines.split('\n').collect();
        let is_wide = |line: &&str| {
            let can_be_broken = line.trim().contains(' ') && !line.contains("war-sim ");
            line.chars().count() > width && can_be_broken
        };
        match width == WIDTH && !lines.iter().any(is_wide) {
            true => fitted += lines.join("\n").as_str(),
            false => fitted += of_block(&lines, width).join("\n").as_str(),
        }
        fitted += ends;
    }
    fitted
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bar,
    Row,
    Words,
}

impl Kind {
    fn of(line: &str) -> Self {
        let words = line.trim_start();
        match split_bar(line) {
            Some(_) => Kind::Bar,
            None if words.contains("  ") && !words.starts_with("war-sim ") => Kind::Row,
            None => Kind::Words,
        }
    }
}

/// Lines between two empty ones.
fn of_block(lines: &[&str], width: usize) -> Vec<String> {
    let mut done = Vec::new();
    let mut rest = lines;
    while let Some(first) = rest.first() {
        let kind = Kind::of(first);
        let mut count = rest.iter().take_while(|line| Kind::of(line) == kind).count();
        let is_head = count == 1 && rest.iter().skip(1).any(|line| Kind::of(line) == Kind::Row);
        if kind == Kind::Row && is_head {
            // A head above groups of rows, each with a name.
            count = rest.len();
        }
        let (now, later) = rest.split_at(count);
        rest = later;
        match kind {
            Kind::Bar => done.extend(bars(now, width)),
            Kind::Row => done.extend(rows(now, width)),
            Kind::Words => done.extend(words(now, width)),
        }
    }
    done
}

/// What is before a bar, up to its share, and how long the bar is.
fn split_bar(line: &str) -> Option<(&str, usize)> {
    let head = line.trim_end_matches('#');
    let bar = line.len() - head.len();
    let head = head.trim_end();
    let share = head.strip_suffix(" %")?.rsplit("  ").next()?.trim();
    share.parse::<f64>().ok().map(|_| (head, bar))
}

fn bars(lines: &[&str], width: usize) -> Vec<String> {
    let all: Vec<(&str, usize)> = lines.iter().filter_map(|line| split_bar(line)).collect();
    let heads = all.iter().map(|(head, _)| head.chars().count()).max().unwrap_or(0);
    let longest = all.iter().map(|&(_, bar)| bar).max().unwrap_or(0).max(1);
    let room = width.saturating_sub(heads + 2).min(LONGEST);
    let drawn =
        all.iter().map(|(head, bar)| format!("{head}  {}", "#".repeat(bar * room / longest)));
    drawn.map(|line| line.trim_end().to_owned()).collect()
}

/// Rows without the columns at the right that have no room.
fn rows(lines: &[&str], width: usize) -> Vec<String> {
    let table: Vec<Vec<char>> = lines
        .iter()
        .filter(|line| Kind::of(line) == Kind::Row)
        .map(|line| line.chars().collect())
        .collect();
    let widest = table.iter().map(Vec::len).max().unwrap_or(0);
    if widest <= width {
        return lines.iter().map(|&line| line.to_owned()).collect();
    }
    let blank = |at: usize| table.iter().all(|line| line.get(at).is_none_or(|&c| c == ' '));
    // Where a column ends: two places that are blank in every line, after one that is not.
    let ends = (1..widest).filter(|&at| !blank(at - 1) && blank(at) && blank(at + 1));
    let ends: Vec<usize> = ends.chain([widest]).collect();
    let starts = [0].into_iter().chain(ends.iter().copied());
    // The space before a column belongs to it.
    let mut all: Vec<Range<usize>> = starts.zip(&ends).map(|(start, &end)| start..end).collect();
    // Names that leave no room for numbers have lines of their own.
    let is_long = all[0].len() > width / 2;
    if is_long {
        all[0].end = all[0].start + UNDER;
    }
    let head = |column: &Range<usize>| field(&table[0], column).trim().to_owned();
    let is_answer = |k: usize| k > 0 && ANSWERS.contains(&head(&all[k]).as_str());
    let room = |kept: &[usize]| kept.iter().map(|&k| all[k].len()).sum::<usize>();
    let mut kept: Vec<usize> = (0..all.len()).collect();
    let mut below = Vec::new();
    while room(&kept) > width {
        let other = kept.iter().rposition(|&k| !is_answer(k)).unwrap_or(0);
        let is_first = other < FIRST && kept.len() > other + 1;
        let dropped = if is_first { kept.len() - 1 } else { other };
        if dropped == 0 {
            break;
        }
        let column = kept.remove(dropped);
        if is_first {
            below.insert(0, column);
        }
    }
    let mut done = Vec::new();
    for (n, &line) in lines.iter().enumerate() {
        if Kind::of(line) != Kind::Row {
            done.push(line.to_owned());
            continue;
        }
        let mut chars: Vec<char> = line.chars().collect();
        if is_long {
            let name = field(&chars, &(0..ends[0]));
            done.extend(pieces(name.trim_end(), width).filter(|line| !line.is_empty()));
            chars.iter_mut().take(UNDER).for_each(|c| *c = ' ');
        }
        let row: String = kept.iter().map(|&k| field(&chars, &all[k])).collect();
        done.push(row.trim_end().to_owned());
        for column in below.iter().filter(|_| n > 0).map(|&k| &all[k]) {
            let found = field(&chars, column);
            if !found.trim().is_empty() {
                let said = format!("{} {}", head(column), found.trim());
                done.extend(hanging("    ", said.trim(), width).lines().map(Into::into));
            }
        }
    }
    let names: Vec<String> = (0..all.len())
        .filter(|k| !kept.contains(k) && !below.contains(k))
        .map(|k| head(&all[k]))
        .collect();
    if !names.is_empty() {
        let indent: String = table[0].iter().take_while(|&&c| c == ' ').take(4).collect();
        let said = format!("(no room for: {})", names.join(", "));
        done.extend(hanging(&indent, &said, width).lines().map(Into::into));
    }
    done
}

/// A long name in lines, broken after commas.
fn pieces(name: &str, width: usize) -> impl Iterator<Item = String> {
    let mut lines = vec![String::new()];
    for part in name.split_inclusive(',') {
        let last = lines.last().map_or(0, |line| line.chars().count());
        if last > 0 && last + part.chars().count() > width {
            lines.push("  ".into());
        }
        lines.last_mut().into_iter().for_each(|line| line.push_str(part));
    }
    lines.into_iter()
}

/// What a line has in this column, as wide as it.
fn field(line: &[char], column: &Range<usize>) -> String {
    column.clone().map(|at| line.get(at).copied().unwrap_or(' ')).collect()
}

/// Words, wrapped anew where they were wrapped.
fn words(lines: &[&str], width: usize) -> Vec<String> {
    let mut done = Vec::new();
    let mut rest = lines.iter().copied().peekable();
    while let Some(line) = rest.next() {
        if line.contains("war-sim ") || line.is_empty() {
            done.push(line.to_owned());
            continue;
        }
        let (label, said) = label_of(line, rest.peek().copied());
        let mut text = said.to_owned();
        let mut last = line;
        while let Some(next) = rest.next_if(|next| goes_on(last, next)) {
            text = format!("{text} {}", next.trim_start());
            last = next;
        }
        done.extend(hanging(label, &text, width).lines().map(Into::into));
    }
    done
}

/// What the further lines of a paragraph are indented by, and what is after it.
fn label_of<'l>(line: &'l str, next: Option<&str>) -> (&'l str, &'l str) {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let by = next.filter(|next| goes_on(line, next)).map_or(indent(line), indent);
    line.split_at_checked(by.min(WIDTH / 2)).unwrap_or(("", line))
}

/// Whether a line was broken only because the next word had no room.
fn goes_on(line: &str, next: &str) -> bool {
    let word = next.split_whitespace().next().map_or(0, |word| word.chars().count());
    let long = line.chars().count();
    // A line that is too long as it is was not broken at all.
    let was_broken = long <= WIDTH && long + 1 + word > WIDTH;
    word > 0 && !next.contains("war-sim ") && was_broken
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAID: &str = "\
umass
          games    ratio  95 % interval
  A wins  8,418  0.42090  0.41407 to 0.42776
  draw    3,943  0.19715  0.19169 to 0.20272
  ended by out-of-cards 49.60 %, short-in-war 30.68 %, limit 19.71 %
    war-sim play --seed 42 --game 2053 --rules umass --trace
     1-100    9.1 %  #######################
   101-200   15.1 %  ##################################################
   201-300    0.0 %

  measure  difference  95 % interval         adjusted p
winner-first against umass
  a_win      +0.09280  +0.07472 to +0.11083      < 1e-6
one-down against umass
  battles     +396.03  +385.29 to +406.66        < 1e-6

why: The limit is the assignment's, not the game's: every published ratio
     depends on where it stands.
";

    #[test]
    fn eighty_columns_are_what_was_written() {
        assert_eq!(fitted(SAID, Some(WIDTH)), SAID);
    }

    #[test]
    fn tables_lose_columns_and_bars_and_words_fit() {
        let expected = "\
umass
          games    ratio
  A wins  8,418  0.42090
  draw    3,943  0.19715
    (no room for: 95 % interval)
  ended by out-of-cards 49.60 %,
  short-in-war 30.68 %, limit 19.71 %
    war-sim play --seed 42 --game 2053 --rules umass --trace
     1-100    9.1 %  ########
   101-200   15.1 %  ###################
   201-300    0.0 %

  measure  difference
winner-first against umass
  a_win      +0.09280
one-down against umass
  battles     +396.03
  (no room for: 95 % interval, adjusted
  p)

why: The limit is the assignment's, not
     the game's: every published ratio
     depends on where it stands.
";
        assert_eq!(fitted(SAID, Some(40)), expected);
    }

    const FOUND: &str = "\
\x20 measure  difference  95 % interval         adjusted p
bicycle against umass
  a_win      +0.05000  -0.02661 to +0.12608      0.2315  no difference found
  draw       -0.19000  -0.23820 to -0.14963      < 1e-6
";

    #[test]
    fn what_was_found_stays_and_other_columns_go() {
        assert_eq!(
            fitted(FOUND, Some(60)),
            "\
\x20 measure  difference
bicycle against umass
  a_win      +0.05000  no difference found
  draw       -0.19000
  (no room for: 95 % interval, adjusted p)
"
        );
        // Not beside the number either: below it.
        assert_eq!(
            fitted(FOUND, Some(40)),
            "\
\x20 measure  difference
bicycle against umass
  a_win      +0.05000
    no difference found
  draw       -0.19000
  (no room for: 95 % interval, adjusted
  p)
"
        );
    }

    #[test]
    fn long_names_have_lines_of_their_own() {
        let text = "\
\x20                                          A wins  median
umass{pickup=winner-first,winnings=pile}  0.43667     194
bicycle                                   0.49667     219
";
        let expected = "\
\x20    A wins  median
umass{pickup=winner-first,
  winnings=pile}
    0.43667     194
bicycle
    0.49667     219
";
        assert_eq!(fitted(text, Some(30)), expected);
    }

    #[test]
    fn numbers_that_are_the_answer_stay() {
        let text = "\
rules  measure    pilot  half-width    games    --until       time
umass  a_win    0.49000       0.001  960,000  4,240,000  about 3 s
";
        let expected = "\
rules  measure    pilot    games
umass  a_win    0.49000  960,000
(no room for: half-width, --until, time)
";
        assert_eq!(fitted(text, Some(40)), expected);
        let text = "\
\x20    battles  rounds  wars  deepest war  outcome  end reason    game
  1    2,864   2,737   128            2  A        short-in-war   157
";
        let expected = "\
\x20    battles  rounds  wars  game
  1    2,864   2,737   128   157
    (no room for: deepest war, outcome,
    end reason)
";
        assert_eq!(fitted(text, Some(40)), expected);
    }

    #[test]
    fn what_is_wider_than_it_was_written_for_is_set_anew() {
        let long = ["word"; 30].join(" ");
        let text = format!("{long}\nshort\n\na line\nanother\n");
        let shown = fitted(&text, Some(WIDTH));
        assert!(shown.lines().all(|line| line.len() <= WIDTH), "{shown}");
        assert!(shown.ends_with("\nshort\n\na line\nanother\n"), "{shown}");
    }

    #[test]
    fn wide_terminals_have_longer_bars_and_lines() {
        let wide = fitted(SAID, Some(200));
        let bar = |line: &str| line.chars().filter(|&c| c == '#').count();
        assert_eq!(wide.lines().map(bar).max(), Some(LONGEST));
        assert!(wide.contains("every published ratio depends on where it stands.\n"), "{wide}");
        assert!(wide.contains("0.42090  0.41407 to 0.42776\n"), "{wide}");
    }
}
