//! Where the cards of one game are from.

use crate::cli::failure::Failure;
use crate::cli::rule_names::NamedRules;
use crate::core::cards::text::{self, Given, TextError};
use crate::core::cards::{Card, Dealer, DeckFields, GameIndex, Seed};
use crate::games::war::rules::{DeckError, Rules};
use crate::games::war::split::Split;
use crate::games::war::suited::SuitedCard;
use crate::games::war::trace::CardNames;

/// Cards that cannot be read or played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardsError {
    /// They cannot be read.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The rule set has no use for one.
    #[error(transparent)]
    NotInDeck(#[from] DeckError),
}

/// A game that is to be played.
pub struct Game {
    /// The two hands, A's first, each top first.
    pub hands: [Vec<SuitedCard>; 2],
    /// What in-game randomness depends on.
    pub index: GameIndex,
    /// How its ranks are written in a trace.
    pub names: CardNames,
    /// Where the cards are from, as lines of the summary.
    pub origin: Vec<(&'static str, String)>,
}

impl Game {
    /// Typed cards. Their ranks are shown as numbers.
    pub fn given(given: &Given, index: GameIndex, rules: &Rules) -> Self {
        let cards = SuitedCard::given_deck(&given.cards);
        let hands = match given.cards_of_a {
            Some(count) => [cards[..count].to_vec(), cards[count..].to_vec()],
            None => dealt(&cards, rules),
        };
        Self { hands, index, names: CardNames::Numbers, origin: Vec::new() }
    }

    /// The deck that a seed deals to a game.
    pub fn of_seed(seed: Seed, index: GameIndex, named: &str, rules: &NamedRules) -> Self {
        let deck = &rules.rules.deck;
        let order = Dealer::new(seed, deck.clone()).order(index.0);
        let (Seed(s), GameIndex(i)) = (seed, index);
        let mut command = format!("war-sim deck --seed {s} --game {i}");
        if *deck != DeckFields::default() {
            command += &format!(" --rules {named}");
        }
        Self {
            hands: dealt(&SuitedCard::seeded_deck(deck.composition, &order), &rules.rules),
            index,
            names: CardNames::of_seeded_decks(&rules.rules),
            origin: vec![("game", format!("{i} of seed {s}")), ("deck", command)],
        }
    }
}

fn dealt(deck: &[SuitedCard], rules: &Rules) -> [Vec<SuitedCard>; 2] {
    Split::of(rules).hands(deck)
}

/// Reads the text of `--deck`.
///
/// Errors: bad usage, naming the option.
pub fn deck(text: &str, rules: &Rules) -> Result<Given, Failure> {
    let mut given = Given::default();
    let read = text::read(text.as_bytes(), &mut given).map_err(CardsError::from);
    read.and_then(|()| Ok(rules.check_deck(&given.cards)?))
        .map_err(|e| Failure::usage(format!("--deck: {e}")))?;
    Ok(given)
}

/// Reads the two texts of `--hands`.
///
/// Errors: bad usage, naming the option and the hand.
pub fn hands(texts: &[String], rules: &Rules) -> Result<Given, Failure> {
    let mut both: [Vec<Card>; 2] = Default::default();
    for ((text, name), hand) in texts.iter().zip(["A", "B"]).zip(&mut both) {
        let refused = |e: CardsError| Failure::usage(format!("--hands, {name}'s hand: {e}"));
        let mut given = Given::default();
        text::read(text.as_bytes(), &mut given).map_err(|e| refused(e.into()))?;
        if given.cards_of_a.is_some() {
            return Err(Failure::usage(format!(
                "--hands, {name}'s hand: `{text}` contains two hands; give each as a text of its \
                 own, as in --hands \"2 8 9\" \"2 6 7\""
            )));
        }
        rules.check_deck(&given.cards).map_err(|e| refused(e.into()))?;
        *hand = given.cards;
    }
    let [mut cards, b] = both;
    let cards_of_a = Some(cards.len());
    cards.extend(b);
    Ok(Given { cards, cards_of_a })
}
