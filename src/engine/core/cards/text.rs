//! Decks and hands as people and programs write them.
//!
//! A line holds a deck in dealing order, or hands, each with its top card first:
//!
//! ```text
//! 2 3 4 5                      numbers, with spaces, tabs or commas between them
//! [2, 3, 4, 5]                 a list as Java and Python print it
//! "2 3 4 5"                    in quotes
//! 10D, KH, Queen, ace of spades    words; suits are shown, and do not matter
//! ['Queen of Hearts', '10 of Spades']     a card of several words, in quotes
//! A: 2 8 9 | B: 2 6 7          hands, of any sizes
//! 2 3 4 5   # a remark
//! ```

use super::Card;
use crate::core::wording::plain::shortened;

/// Letters of a word that are shown.
pub const MOST_SHOWN: usize = 40;

/// Some editors begin a file in UTF-8 with this mark.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Cards that were read: a deck, or hands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// The deck in dealing order; of hands A's cards, then B's, each top first.
    pub cards: Vec<Card>,
    /// Of hands, how many cards are A's; `None` of a deck, which the rules have to deal.
    pub cards_of_a: Option<usize>,
    /// The suits that were written: the position of a card and, in the order of a fresh deck, its suit.
    pub suits: Vec<(usize, usize)>,
}

impl From<Vec<Card>> for Given {
    fn from(cards: Vec<Card>) -> Self {
        Self { cards, ..Self::default() }
    }
}

/// Whether a line is nothing but a remark.
pub fn is_comment(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"#")
}

/// Reads a deck or hands. A line without cards is the empty deck.
///
/// Shapes: `line` without its line break; a carriage return at its end is passed over.
/// Errors: a sentence on the first word that is no card, and for what is no list and no hands.
pub fn read(line: &[u8]) -> Result<Given, String> {
    let mut given = Given::default();
    let line = match line.iter().position(|&byte| byte == b'#') {
        Some(remark) => &line[..remark],
        None => line,
    };
    if line.contains(&b'|') || hand_of(line, b'A').is_some() || hand_of(line, b'B').is_some() {
        read_hands(line, &mut given)?;
    } else {
        read_list(line, None, &mut given)?;
    }
    Ok(given)
}

/// Reads `A: ... | B: ...`.
fn read_hands(line: &[u8], given: &mut Given) -> Result<(), String> {
    let wrong = |found: &str| Err(format!("{found}; write hands as A: 2 8 9 | B: 2 6 7"));
    let parts = || line.split(|&byte| byte == b'|');
    match parts().count() {
        1 => return wrong("the line has one hand and no `|`"),
        2 => {}
        _ => return wrong("the line has more than two hands"),
    }
    let named = hand_of(line, b'A').is_some();
    for (name, part) in (b'A'..).zip(parts()) {
        let hand = hand_of(part, name);
        if hand.is_some() != named || hand_of(part, name + 1).is_some() {
            return wrong("the hands are not called A and B, in this order");
        }
        read_list(hand.unwrap_or(part), Some(char::from(name)), given)?;
        given.cards_of_a.get_or_insert(given.cards.len());
    }
    Ok(())
}

/// What follows `A:`.
fn hand_of(text: &[u8], name: u8) -> Option<&[u8]> {
    match text.trim_ascii_start() {
        [first, rest @ ..] if first.eq_ignore_ascii_case(&name) => {
            rest.trim_ascii_start().strip_prefix(b":")
        }
        _ => None,
    }
}

/// Appends the cards of one list, in any brackets and quotes.
fn read_list(text: &[u8], hand: Option<char>, given: &mut Given) -> Result<(), String> {
    let Given { cards, suits, .. } = given;
    let first = cards.len();
    let not_a_card = |word: &[u8], cards: &Vec<Card>| {
        let of = hand.map_or(String::new(), |hand| format!(" of {hand}'s hand"));
        format!(
            "`{}` (card {}{of}) is not a card; write whole numbers from -2147483648 to 2147483647, or 2 to 10, \
             J, Q, K and A with or without a suit (10D, KH, Queen), separated by spaces or commas",
            shortened(word, MOST_SHOWN),
            cards.len() - first + 1
        )
    };
    let list = bare(text);
    let parts = list.split(|&byte| byte == b',').filter(|_| !list.is_empty());
    for part in parts.map(|part| unquoted(part.trim_ascii()).trim_ascii()) {
        if part.is_empty() {
            return Err("there is no card beside a comma; write it, or leave the comma out".into());
        }
        let words = part.split(|byte| b" \t\r".contains(byte)).filter(|word| !word.is_empty());
        let mut words = words.map(unquoted).peekable();
        while let Some(word) = words.next() {
            let Some((rank, suit)) = card(word) else { return Err(not_a_card(word, cards)) };
            cards.push(rank);
            let of = words.next_if(|word| word.eq_ignore_ascii_case(b"of")).is_some();
            let named = words.peek().and_then(|word| suit_named(word));
            match named {
                Some(_) => _ = words.next(),
                None if of => return Err(not_a_card(b"of", cards)),
                None => {}
            }
            suits.extend(named.or(suit).map(|suit| (cards.len() - 1, suit)));
        }
    }
    Ok(())
}

/// A list without the brackets and quotes around it, and without a comma behind its last card.
fn bare(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii();
    let text = text.strip_suffix(b",").unwrap_or(text).trim_ascii_end();
    inside(text, &[*b"[]", *b"()", *b"{}", *b"\"\"", *b"''"]).map_or(text, bare)
}

/// A text without the quotes around it.
fn unquoted(text: &[u8]) -> &[u8] {
    inside(text, &[*b"\"\"", *b"''"]).unwrap_or(text)
}

/// What is inside one of these pairs of marks, which is around all of a text: without others of its kind, which
/// could be the marks of several lists.
fn inside<'t>(text: &'t [u8], pairs: &[[u8; 2]]) -> Option<&'t [u8]> {
    let [first, inner @ .., last] = text else { return None };
    let is_inner = |mark| inner.contains(mark);
    let is_pair = pairs.contains(&[*first, *last]) && !is_inner(first) && !is_inner(last);
    is_pair.then_some(inner)
}

/// The card of a word: a number, or a rank with or without a suit.
fn card(word: &[u8]) -> Option<(Card, Option<usize>)> {
    let word = std::str::from_utf8(word).ok()?;
    if let Some(bare) = word.parse().ok().or_else(|| rank(word)) {
        return Some((bare, None));
    }
    let last = word.chars().next_back()?;
    let suit = "CDHScdhs♣♦♥♠♧♢♡♤".chars().position(|suit| suit == last)?;
    let bare = word.strip_suffix(last).filter(|bare| !bare.starts_with('+'))?;
    // Only what is printed on a card has a suit.
    let rank = rank(bare).or_else(|| bare.parse().ok().filter(|n| (2..=10).contains(n)))?;
    Some((rank, Some(suit % 4)))
}

/// The rank of a word without a suit: what the assignments call 2 to 14.
fn rank(word: &str) -> Option<Card> {
    const NAMES: [(&str, &str, Card); 5] = [
        ("T", "Ten", 10),
        ("J", "Jack", 11),
        ("Q", "Queen", 12),
        ("K", "King", 13),
        ("A", "Ace", 14),
    ];
    let named = NAMES.iter().find(|(letter, name, _)| {
        word.eq_ignore_ascii_case(letter) || word.eq_ignore_ascii_case(name)
    });
    named.map(|&(_, _, rank)| rank)
}

/// The suit of this name.
fn suit_named(word: &[u8]) -> Option<usize> {
    let names =
        ["clubs", "diamonds", "hearts", "spades", "club", "diamond", "heart", "spade"].into_iter();
    let mut names = names.map(str::as_bytes);
    names.position(|suit| word.eq_ignore_ascii_case(suit)).map(|suit| suit % 4)
}

/// The text of a file without the mark that some programs write before it.
///
/// Errors: a sentence on a file in UTF-16, with a mark or without one, and on what else has NUL bytes near its
/// beginning.
pub fn without_mark(start: &[u8]) -> Result<&[u8], &'static str> {
    const BEGINNING: usize = 64;
    let has_mark_of_16 = start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff");
    match has_mark_of_16 || start.iter().take(BEGINNING).any(|&byte| byte == 0) {
        true => Err(
            "the file is no text, or text in UTF-16, as some Windows programs write it; save it as \
                     UTF-8 (in PowerShell: `| Out-File -Encoding utf8 FILE`)",
        ),
        false => Ok(start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cards, of two hands with -1 between them.
    fn cards(text: &str) -> Result<Vec<Card>, String> {
        let Given { mut cards, cards_of_a, .. } = read(text.as_bytes())?;
        cards_of_a.into_iter().for_each(|count| cards.insert(count, -1));
        Ok(cards)
    }

    #[test]
    fn cards_may_be_separated_wrapped_and_called_in_many_ways() {
        for (expected, texts) in [
            (
                &[2, 3, 4, 5][..],
                &[" 2, 3,\t4  5,", "[2, 3, 4, 5],\r", "(2, 3, 4, 5,)", "{2 3 4 5}"][..],
            ),
            (&[2, 3, 4, 5], &["'2, 3, 4, 5'", "\"[2, 3, 4, 5]\"", "'2 3', '4 5'", "2 3 4 5 # [6"]),
            (&[2, 3, 4, 5], &["+2 3 4 5\r", "[\"2\", \"3\", \"4\", \"5\"]"]),
            (&[], &["", " , ", "\r", "\"\"", "[ ]  # nobody has a card"]),
            (&[i32::MIN, i32::MAX], &["-2147483648 2147483647"]),
            (&[i32::MIN, 0, 7], &["[-2147483648, -0, 007]"]),
            (&[2, 10, 11, 12, 13, 14, 10], &["2 10 J q K a T", "2s TD jack Queen kh A♠ \"Ten\""]),
            (&[12, 10], &["queen of hearts, 10 clubs", "\"Queen of Hearts\", \"10 of spades\""]),
            (&[12, 3], &["['Queen of Hearts','3']", "[Queen of Hearts, 3 of clubs]"]),
            (
                &[2, 8, 9, -1, 2, 6],
                &["a:2,8,9|b:2,6\r", "A : [2, 8, 9] | B : [2, 6] # a remark", "2 8 9 | 2 6"],
            ),
            (&[-1], &["A: | B:"]),
            (&[14, -1, 13, 12], &["A: A | B: K Q"]),
        ] {
            texts
                .iter()
                .for_each(|text| assert_eq!(cards(text).as_deref(), Ok(expected), "{text}"));
        }
    }

    #[test]
    fn what_is_no_card_is_named_with_its_place() {
        for (why, texts) in [
            ("`three` (card 2) is not a card; write", &["2 three 4"][..]),
            ("`2147483648` (card 1) is not", &["2147483648"]),
            ("`-2147483649` (card 3) is not", &["2 3 -2147483649"]),
            ("`of` (card 2) is not", &["2 of 3"]),
            ("`[2` (card 1) is not", &["[2, 3"]),
            ("`\"3\"4` (card 2) is not", &["2,\"3\"4"]),
            ("`x` (card 2 of B's hand) is not", &["A: 2 | B: 3 x"]),
            (
                "is not a card",
                &["2 3.0", "2;3", "2 11H", "2 +3D", "2, 3]", "2''3", "2 [] 3", "[2]3"],
            ),
            (
                "is not a card",
                &["[2, 3], [4, 5]", "(2, 3) 4 (5)", "[(2], 3)", "'2 C' '10 D'", "Q, C"],
            ),
            (
                "there is no card beside a comma",
                &["2,3,,4", "2 3 ,\t, 4", "A: 2,,3 | B: 4", ",,", ",2", "2,,", "[2, '', 3]"],
            ),
            ("one hand and no `|`; write hands as A: 2 8 9 | B: 2 6 7", &["A: 2 8 9", "B: 2"]),
            ("more than two hands", &["1|2|3", "A: 2 | B: | C: 3 4"]),
            ("in this order", &["B: 2 | A: 3", "A: 2 | 3", "2 | B: 3"]),
        ] {
            for text in texts {
                let error = cards(text).expect_err(text);
                assert!(error.contains(why), "{text}: {error}");
            }
        }
    }

    #[test]
    fn marks_at_the_start_of_a_file_are_known() {
        assert_eq!(without_mark(b"\xef\xbb\xbf2 3"), Ok(&b"2 3"[..]));
        assert_eq!(without_mark(b"2 3"), Ok(&b"2 3"[..]));
        for no_text in [&b"\xfe\xff\x002"[..], b"\xff\xfe\x10\x4e", b"2 3\0 4", b"2 3 4 5\n2\0 3\n"]
        {
            assert!(without_mark(no_text).unwrap_err().contains("UTF-16"));
        }
        assert!(is_comment(b"  # 2 3") && !is_comment(b"2 # 3") && !is_comment(b""));
    }
}
