//! Single games of War: written decks and hands, traces, files of decks.

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::fmt::{self, Write};

use super::event::Event;
use super::presets;
use super::reference::Reference;
use super::result::{EndReason, GameResult};
use super::rules::Rules;
use super::table::See;
use super::trace::{CardNames, Form, Ledger, ending, listing};
use crate::core::cards::suited::SuitedCard;
use crate::core::cards::text::{self, Given};
use crate::core::cards::{Card, Composition, Dealer, GameIndex, Seed};
use crate::core::course::Course;
use crate::core::game::{self, Asked, Left, Scene};
use crate::core::seats::Seat;
use crate::core::table::NamedValues;

/// The deck, in dealing order, of a deal as people write it.
///
/// Errors: a sentence on what is wrong with it.
pub fn read_deal(rules: &Rules, deal: &[u8]) -> Result<Vec<Card>, String> {
    let given = read(deal, rules)?;
    match given.cards_of_a {
        None => Ok(given.cards),
        Some(_) => Err("it contains hands; a batch deals whole decks: write the cards in \
                        dealing order, or play the hands with `war-sim play`"
            .into()),
    }
}

/// Cards as people write them, as far as a rule set can play them.
fn read(deal: &[u8], rules: &Rules) -> Result<Given, String> {
    // A card and what parts it from the next are two letters at least.
    let given = text::read(deal)?;
    rules.check_deck(&given.cards)?;
    Ok(given)
}

/// Answers deals as people write them, each with its row.
pub struct Answers {
    rules: Rules,
    reference: Reference,
}

impl Answers {
    /// The columns of a row.
    pub const COLUMNS: &str =
        "line,outcome,value,end_reason,battles,rounds,wars,deepest_war,cards_a,cards_b";

    /// What answers by these rules; `seed` decides the shuffles inside a game.
    pub fn new(rules: &Rules, seed: Seed) -> Self {
        Self { rules: rules.clone(), reference: Reference::new(rules.clone(), seed) }
    }

    /// The row of a deal in a line of this number, which is that of this game.
    ///
    /// Errors: what is wrong with it.
    pub fn row(&mut self, line: u64, game: u64, deal: &[u8]) -> Result<String, String> {
        let given = read(deal, &self.rules)?;
        let hands = self.rules.deal.given(&given, &given.cards);
        let hands = hands.each_ref().map(Vec::as_slice);
        let result = self.reference.play_hands(hands, GameIndex(game));
        let told = result.words().into_iter().filter(|(name, _)| *name != "cards_laid");
        let values = told.map(|(_, value)| format!(",{value}"));
        Ok(format!("{line}{}\n", values.collect::<String>()))
    }
}

/// The rules and where the cards are from, as lines of the summary.
fn origin(rules: &Rules, asked: &Asked<'_>) -> Vec<(&'static str, String)> {
    let mut lines = vec![("rules", asked.name.into())];
    if let Asked { deal: None, seed: Seed(seed), game, .. } = asked {
        let mut command = format!("printed by: war-sim deck --seed {seed} --game {game}");
        if rules.deck != Composition::default() {
            command += &format!(" --rules {}", asked.typed);
        }
        lines.extend([("game", format!("{game} of seed {seed}")), ("deck", command)]);
    }
    lines
}

/// A game.
pub struct WarScene {
    rules: Rules,
    seed: Seed,
    /// What in-game randomness depends on.
    index: GameIndex,
    /// How its ranks are written in a trace.
    names: CardNames,
    /// The first lines of its summary: what it is a game of.
    origin: Vec<(&'static str, String)>,
    form: Form,
    /// A's first, each top first.
    hands: [Vec<SuitedCard>; 2],
    /// What came out, with the cards left, once it is known.
    played: OnceCell<(GameResult, [Vec<Card>; 2])>,
}

impl WarScene {
    /// The game that is asked for.
    ///
    /// Errors: a sentence on what is wrong with its deal.
    pub fn new(rules: &Rules, asked: &Asked<'_>) -> Result<Self, String> {
        let given = asked.deal.map(|deal| read(deal, rules)).transpose()?;
        let (cards, names) = match &given {
            // Typed cards are shown as numbers.
            Some(given) => (SuitedCard::given_deck(&given.cards, &given.suits), CardNames::Numbers),
            None => {
                let order = Dealer::new(asked.seed, rules.deck).order(asked.game);
                (SuitedCard::seeded_deck(rules.deck, &order), CardNames::of_seeded_decks(rules))
            }
        };
        Ok(Self {
            rules: rules.clone(),
            seed: asked.seed,
            index: GameIndex(asked.game),
            names,
            origin: origin(rules, asked),
            form: presets::form(asked.typed),
            hands: rules.deal.given(&given.unwrap_or_default(), &cards),
            played: OnceCell::new(),
        })
    }

    fn engine(&self) -> Reference {
        Reference::new(self.rules.clone(), self.seed)
    }

    fn played(&self) -> &(GameResult, [Vec<Card>; 2]) {
        self.played.get_or_init(|| {
            let ranks = self.hands.each_ref().map(|hand| SuitedCard::ranks(hand));
            let mut engine = self.engine();
            let result = engine.play_hands(ranks.each_ref().map(Vec::as_slice), self.index);
            (result, engine.cards_left().clone())
        })
    }

    fn tell(&self, see: &mut See<'_>) -> GameResult {
        self.engine().observe(self.hands.clone(), self.index, see)
    }
}

impl Scene for WarScene {
    fn result(&self) -> NamedValues {
        self.played().0.words()
    }

    fn left(&self) -> Left {
        ["hand_a", "hand_b"].into_iter().zip(self.played().1.clone()).collect()
    }

    fn text(&self, width: usize) -> String {
        let (result, _) = *self.played();
        let players = self.form.players();
        // Named players are distinguished from the seats that files and messages speak of.
        let names = Seat::BOTH.map(|seat| match players[seat.index()] {
            name if name == seat.name() => name.to_owned(),
            name => format!("{name} ({})", seat.name()),
        });
        let winner = result.outcome.winner();
        let outcome = winner.map_or("a draw".into(), |seat| format!("{} wins", names[seat]));
        let [a, b] = names;
        let why = ending(&self.rules, &result, players);
        let mut lines = self.origin.clone();
        lines.extend([
            ("outcome", outcome),
            ("end reason", format!("{}: {why}", result.end_reason.name())),
            ("battles", result.battles.to_string()),
            ("rounds", result.rounds.to_string()),
            ("wars", result.wars.to_string()),
            ("deepest war", result.deepest_war.to_string()),
            ("cards left", format!("{a} {}, {b} {}", result.cards_a, result.cards_b)),
        ]);
        let line =
            |(name, value): &(&str, String)| game::line(&format!("{name:<12}  "), value, width);
        lines.iter().map(line).collect()
    }

    fn trace(&self, mut out: &mut dyn Write, width: usize) -> fmt::Result {
        // The writer behind `out` keeps its own error.
        match self.form {
            Form::Ledger => {
                // Where the cycle begins is known once it has come round.
                let (result, _) = *self.played();
                let marked = result.cycle.map(|cycle| result.rounds - cycle.rounds + 1);
                let mut ledger = Ledger::new(&mut out, self.names, width, marked);
                self.tell(&mut |event| _ = ledger.show(event));
            }
            Form::Listing => _ = self.tell(&mut |event| _ = listing(out, event)),
        }
        out.write_str("\n")?;
        out.write_str(&self.text(width))
    }

    fn course(&self) -> Course {
        let mut course = Course::new("A", "cards held");
        let result = self.tell(&mut |event| {
            // What lies in the pot belongs to nobody.
            let [a, b] = match event {
                Event::Deal { hands } => hands.map(VecDeque::len),
                Event::Battle { held, .. } => held,
                Event::End { result } => [result.cards_a as usize, result.cards_b as usize],
                _ => return,
            };
            course.step(a as i64 - b as i64);
        });
        course.length = result.battles;
        course.is_endless = result.end_reason == EndReason::Cycle;
        course.winner = result.outcome.winner().map(|seat| seat as u8);
        course
    }
}
