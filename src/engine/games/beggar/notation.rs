//! Deals in the notation of the record hunters: `---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---`.
//!
//! The first hand, a slash, the second hand; in each the leftmost card is on top; `-` is any plain
//! card. The letters J Q K A are the ranks 11 to 14, and T is 10, where those are the court cards. In
//! every other rule set the court ranks have the letters J, Q, K, A from the lowest rank up: in
//! `camicia` J is the ace, Q the two and K the three. Source: the record list of
//! `matthewmayer/beggarmypython`.

use super::rules::Rules;
use crate::core::cards::Card;

/// The letter of a plain card.
pub const PLAIN: char = '-';

/// Reads and writes the deals of one rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The court ranks with their letters, from the lowest rank up.
    courts: Vec<Court>,
    /// The rank that a plain card is read as: the lowest plain one of the deck.
    plain: Card,
    /// Cards of the deck.
    cards: usize,
    /// Cards that A is dealt.
    of_a: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Court {
    rank: Card,
    letter: char,
    /// Cards of this rank in the deck.
    count: usize,
}

impl Notation {
    /// The notation for the deals of these rules.
    ///
    /// Errors: a sentence, if there are not enough letters.
    pub fn new(rules: &Rules) -> Result<Self, String> {
        let fresh = rules.deck.fresh();
        let ranks: Vec<Card> = rules.penalties.iter().map(|(rank, _)| rank).collect();
        let letters = if ranks.iter().all(|rank| (10..=14).contains(rank)) {
            ranks.iter().map(|rank| ['T', 'J', 'Q', 'K', 'A'][(rank - 10) as usize]).collect()
        } else if ranks.len() <= 4 {
            ['J', 'Q', 'K', 'A'][..ranks.len()].to_vec()
        } else {
            return Err(format!(
                "penalties names {} ranks, but deals can be written with four court ranks at most (or \
                 with any of the ranks 10 to 14); use --seed and --game instead",
                ranks.len()
            ));
        };
        let count = |rank| fresh.iter().filter(|&&card| card == rank).count();
        let court = |(&rank, letter)| Court { rank, letter, count: count(rank) };
        let courts = ranks.iter().zip(letters).map(court).collect();
        // A deck of court cards only has no plain card to read either.
        let plain = fresh.iter().copied().find(|&card| rules.penalty(card) == 0).unwrap_or(0);
        let cards = fresh.len();
        Ok(Self { courts, plain, cards, of_a: rules.split().cards_of_a(cards) })
    }

    /// The letter of a card.
    pub fn letter(&self, card: Card) -> char {
        let court = self.courts.iter().find(|court| court.rank == card);
        court.map_or(PLAIN, |court| court.letter)
    }

    /// Two hands as a text.
    pub fn write(&self, hands: &[Vec<Card>; 2]) -> String {
        let [first, second] = hands
            .each_ref()
            .map(|hand| -> String { hand.iter().map(|&card| self.letter(card)).collect() });
        format!("{first}/{second}")
    }

    /// The hands of a deal of the whole deck, A's first. Small letters and spaces are allowed.
    ///
    /// Errors: a sentence: what is wrong, where, and how to mend it.
    pub fn read(&self, text: &str) -> Result<[Vec<Card>; 2], String> {
        let hands = self.read_whole(text)?;
        let [a, b] = hands.each_ref().map(Vec::len);
        if a != self.of_a {
            let (of_a, of_b) = (self.of_a, self.cards - self.of_a);
            return Err(format!(
                "the hands have {a} and {b} cards, but {of_a} and {of_b} are dealt; move the slash to \
                 position {}",
                of_a + 1
            ));
        }
        Ok(hands)
    }

    /// Two hands of any sizes that are the whole deck together, A's first.
    ///
    /// Errors: likewise, but for the sizes.
    pub fn read_whole(&self, text: &str) -> Result<[Vec<Card>; 2], String> {
        let hands = self.read_position(text)?;
        let [a, b] = hands.each_ref().map(Vec::len);
        let found = a + b;
        let held = |rank| hands.iter().flatten().filter(|&&card| card == rank).count();
        if found != self.cards {
            let difference = if found > self.cards {
                format!("{} more", found - self.cards)
            } else {
                format!("{} fewer", self.cards - found)
            };
            let Self { cards, of_a, .. } = self;
            return Err(format!(
                "the deal has {found} cards, {difference} than the deck's {cards}; the hands have {a} and \
                 {b}, {of_a} and {} are dealt",
                cards - of_a
            ));
        }
        for &Court { rank, letter, count } in &self.courts {
            let found = held(rank);
            if found != count {
                let mend = if found > count {
                    format!("make {} of them {PLAIN} or another court card", found - count)
                } else {
                    format!("{} more must be {letter}", count - found)
                };
                return Err(format!(
                    "the deal has {found} cards {letter}, but the deck has {count}; {mend}"
                ));
            }
        }
        Ok(hands)
    }

    /// Two hands of any sizes with any cards, A's first, such as a position in the middle of a game.
    ///
    /// Errors: likewise, for the shape of the text only.
    pub fn read_position(&self, text: &str) -> Result<[Vec<Card>; 2], String> {
        let mut hands = [Vec::new(), Vec::new()];
        let mut hand = 0;
        for (k, found) in text.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
            let position = k + 1;
            if found == '/' {
                if hand == 1 {
                    return Err(format!(
                        "a second slash at position {position}: a deal has two hands and one slash \
                         between them"
                    ));
                }
                hand = 1;
                continue;
            }
            let letter = found.to_ascii_uppercase();
            let court = self.courts.iter().find(|court| court.letter == letter);
            let card = match court {
                Some(court) => court.rank,
                None if found == PLAIN => self.plain,
                None => {
                    let letters: Vec<String> =
                        self.courts.iter().map(|court| court.letter.to_string()).collect();
                    let letters = letters.join(" ");
                    return Err(format!(
                        "{found:?} at position {position} is not a card: use {letters} and - for a \
                         plain card"
                    ));
                }
            };
            hands[hand].push(card);
        }
        if hand == 0 {
            return Err(format!(
                "the deal has no slash: write the first hand, a slash and the second hand, such as {}",
                self.example()
            ));
        }
        for (hand, name) in hands.iter().zip(["first", "second"]) {
            if hand.is_empty() {
                return Err(format!(
                    "the {name} hand is empty: each player needs at least one card"
                ));
            }
        }
        Ok(hands)
    }

    /// The fresh deck as a deal, for messages.
    fn example(&self) -> String {
        let courts: String =
            self.courts.iter().flat_map(|court| vec![court.letter; court.count]).collect();
        let plain = PLAIN.to_string().repeat(self.cards - courts.len());
        let mut deal = plain + &courts;
        deal.insert(self.of_a, '/');
        deal
    }
}

#[cfg(test)]
mod tests {
    use super::super::presets;
    use super::super::rules::RuleFields;
    use super::*;

    fn notation(name: &str) -> Notation {
        Notation::new(&presets::find(name).unwrap().rules()).unwrap()
    }

    const RECORD: &str = "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---";

    #[test]
    fn deals_read_back_as_written() {
        let beggar = notation("beggar");
        let hands = beggar.read(RECORD).unwrap();
        assert_eq!(hands.each_ref().map(Vec::len), [26, 26]);
        assert_eq!(hands[0][3..9], [14, 11, 2, 2, 12, 2]);
        assert_eq!(beggar.write(&hands), RECORD);
        assert_eq!(beggar.read(&RECORD.to_lowercase()), Ok(hands.clone()));
        assert_eq!(beggar.read(&format!(" {} ", RECORD.replace('/', " / "))), Ok(hands));
        let camicia = "--Q------QJ----JK---/---Q---J-Q-KJ--K-K--";
        let hands = notation("camicia").read(camicia).unwrap();
        assert_eq!(
            hands[0][2],
            presets::find("camicia").unwrap().rules().penalties.iter().nth(1).unwrap().0
        );
        assert_eq!(notation("camicia").write(&hands), camicia);
    }

    #[test]
    fn mistakes_say_what_where_and_how_to_mend() {
        let message = |name: &str, text: &str| notation(name).read(text).unwrap_err();
        assert_eq!(
            message("beggar", &RECORD.replacen("Q", "X", 1)),
            "'X' at position 8 is not a card: use J Q K A and - for a plain card"
        );
        assert_eq!(
            message("camicia", "A-/--"),
            "'A' at position 1 is not a card: use J Q K and - for a plain card"
        );
        assert_eq!(
            message("beggar", &RECORD.replace('/', "")),
            "the deal has no slash: write the first hand, a slash and the second hand, such as \
             --------------------------/----------JJJJQQQQKKKKAAAA"
        );
        assert_eq!(
            message("beggar", "---/--/--"),
            "a second slash at position 7: a deal has two hands and one slash between them"
        );
        assert_eq!(
            message("beggar", "/--"),
            "the first hand is empty: each player needs at least one card"
        );
        assert_eq!(
            message("beggar", &RECORD[1..]),
            "the deal has 51 cards, 1 fewer than the deck's 52; the hands have 25 and 26, \
             26 and 26 are dealt"
        );
        assert_eq!(
            message("camicia", RECORD.replace('A', "-").as_str()),
            "the deal has 52 cards, 12 more than the deck's 40; the hands have 26 and 26, \
             20 and 20 are dealt"
        );
        assert_eq!(
            message("beggar", &RECORD.replacen('-', "A", 1)),
            "the deal has 5 cards A, but the deck has 4; make 1 of them - or another court card"
        );
        assert_eq!(
            message("beggar", &RECORD.replacen('J', "-", 1)),
            "the deal has 3 cards J, but the deck has 4; 1 more must be J"
        );
        let slipped = RECORD.replace('/', "").replacen("QK", "Q/K", 1);
        assert!(message("beggar", &slipped).ends_with("move the slash to position 27"));
    }

    #[test]
    fn other_court_ranks_have_letters_as_long_as_they_last() {
        let notation = |text: &str| Notation::new(&RuleFields::from_toml(text).unwrap());
        let with_ten = notation("penalties = { 10 = 1, J = 1, Q = 2, K = 3, A = 4 }").unwrap();
        assert_eq!(with_ten.write(&[vec![10, 2, 11], vec![14]]), "T-J/A");
        let three = notation("penalties = { 2 = 1, 7 = 2, A = 4 }").unwrap();
        assert_eq!(three.write(&[vec![2, 11, 7], vec![14, 3]]), "J-Q/K-");
        assert_eq!(three.read_position("J-Q/K-"), Ok([vec![2, 3, 7], vec![14, 3]]));
        let five = notation("penalties = { 2 = 1, J = 1, Q = 2, K = 3, A = 4 }");
        assert!(five.unwrap_err().starts_with("penalties names 5 ranks"));
    }
}
