//! What a run says, set to the width of the terminal: it is written for 80 columns.
//!
//! A table that is too wide loses columns from the right, and says which; bars take the room that there
//! is; words are wrapped anew. Commands stay whole, to be copied.

use crate::core::wording::text::{WIDTH, hanging};

/// Columns of the longest bar.
const LONGEST: usize = 120;

/// The text for lines of this width.
pub fn fitted(text: &str, width: usize) -> String {
    if width == WIDTH {
        return text.to_owned();
    }
    let mut fitted = String::with_capacity(text.len());
    for block in text.split_inclusive("\n\n") {
        let (lines, ends) = block.split_at(block.trim_end_matches('\n').len());
        let lines: Vec<&str> = lines.split('\n').collect();
        fitted += of_block(&lines, width).join("\n").as_str();
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
    let blank = |at: usize| table.iter().all(|line| line.get(at).is_none_or(|&c| c == ' '));
    // Where a column ends: two places that are blank in every line, after one that is not.
    let ends = (1..widest).filter(|&at| !blank(at - 1) && blank(at) && blank(at + 1));
    let end = ends.take_while(|&end| end <= width).last();
    let Some(end) = end.filter(|_| widest > width) else {
        return lines.iter().map(|&line| line.to_owned()).collect();
    };
    let cut = |line: &&str| match Kind::of(line) {
        Kind::Row => line.chars().take(end).collect::<String>().trim_end().to_owned(),
        _ => (*line).to_owned(),
    };
    let mut done: Vec<String> = lines.iter().map(cut).collect();
    let names: String = table[0].iter().skip(end).collect();
    let names: Vec<&str> =
        names.split("  ").map(str::trim).filter(|name| !name.is_empty()).collect();
    let indent: String = table[0].iter().take_while(|&&c| c == ' ').take(4).collect();
    let said = format!("(no room for: {})", names.join(", "));
    done.extend(hanging(&indent, &said, width).lines().map(Into::into));
    done
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
    word > 0 && !next.contains("war-sim ") && line.chars().count() + 1 + word > WIDTH
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
        assert_eq!(fitted(SAID, WIDTH), SAID);
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
        assert_eq!(fitted(SAID, 40), expected);
    }

    #[test]
    fn wide_terminals_have_longer_bars_and_lines() {
        let wide = fitted(SAID, 200);
        let bar = |line: &str| line.chars().filter(|&c| c == '#').count();
        assert_eq!(wide.lines().map(bar).max(), Some(LONGEST));
        assert!(wide.contains("every published ratio depends on where it stands.\n"), "{wide}");
        assert!(wide.contains("0.42090  0.41407 to 0.42776\n"), "{wide}");
    }
}
