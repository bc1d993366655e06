//! Single games of War: written decks and hands, traces, files of decks.

use std::cell::OnceCell;
use std::fmt::{self, Write};

use super::event::Event;
use super::given;
use super::presets;
use super::reference::Reference;
use super::result::{CARDS, EndReason, GameResult, HANDS, Outcome};
use super::rules::Rules;
use super::trace::{CardNames, Display, ENGLISH, Ledger, Listing, TraceForm, ending};
use crate::core::cards::suited::SuitedCard;
use crate::core::cards::{Card, Composition, Dealer, GameIndex, Seed};
use crate::core::course::Course;
use crate::core::game::{Asked, Dealt, GameInfo, Left, Scene, Screen, Show};
use crate::core::table::Words;

/// The single games of a rule set, with the words of the game.
pub struct ShowWar<'a>(pub &'a Rules, pub &'static GameInfo);

impl Show for ShowWar<'_> {
    fn info(&self) -> &'static GameInfo {
        self.1
    }

    fn read_deal(&self, deal: &[u8]) -> Result<Vec<Card>, String> {
        let given = given::read(deal, self.0)?;
        match given.cards_of_a() {
            None => Ok(given.cards),
            Some(_) => Err("it contains hands; a batch deals whole decks: write the cards in \
                            dealing order, or play the hands with `war-sim play`"
                .into()),
        }
    }

    fn scene(&self, asked: &Asked<'_>) -> Result<Box<dyn Scene>, String> {
        let rules = self.0;
        let given = match asked.dealt {
            Dealt::OfSeed => None,
            Dealt::Deal(deal) => Some(given::read(deal, rules)?),
            Dealt::Hands(texts) => Some(given::read_hands(texts, rules)?),
        };
        let setting = Setting {
            rules: rules.clone(),
            name: asked.name.into(),
            seed: asked.seed,
            index: GameIndex(asked.game),
            seeded: given.is_none(),
            // Typed cards are shown as numbers.
            names: match given {
                Some(_) => CardNames::Numbers,
                None => CardNames::of_seeded_decks(rules),
            },
            origin: origin(rules, asked),
        };
        let cards = match &given {
            Some(given) => SuitedCard::given_deck(&given.cards),
            None => {
                let order = Dealer::new(asked.seed, rules.deck).order(asked.game);
                SuitedCard::seeded_deck(rules.deck, &order)
            }
        };
        let given = given.unwrap_or_default();
        Ok(Box::new(WarScene {
            setting,
            display: presets::display(asked.typed),
            hands: rules.split().given(&given, &cards),
            played: OnceCell::new(),
        }))
    }

    fn counters_of_deals(&self) -> Result<&'static [&'static str], String> {
        Ok(&CARDS)
    }
}

/// Where the cards are from, as lines of the summary.
fn origin(rules: &Rules, asked: &Asked<'_>) -> Vec<(&'static str, String)> {
    let Asked { dealt: Dealt::OfSeed, seed: Seed(seed), game, .. } = asked else {
        let from = Some(("deck", asked.from.into()));
        return from.filter(|_| !asked.from.is_empty()).into_iter().collect();
    };
    let mut command = format!("war-sim deck --seed {seed} --game {game}");
    if rules.deck != Composition::default() {
        command += &format!(" --rules {}", asked.typed);
    }
    vec![("game", format!("{game} of seed {seed}")), ("deck", command)]
}

/// What is known of a game before it is played, however many play it.
struct Setting {
    rules: Rules,
    name: String,
    seed: Seed,
    /// What in-game randomness depends on.
    index: GameIndex,
    /// Whether the cards are of a seed, with their suits.
    seeded: bool,
    /// How its ranks are written in a trace.
    names: CardNames,
    origin: Vec<(&'static str, String)>,
}

impl Setting {
    /// The result for people: who won, why, how many battles, rounds and wars and the deepest of these, and
    /// who has how many cards left.
    fn text(
        &self,
        outcome: String,
        (reason, why): (EndReason, String),
        counts: [u64; 4],
        left: String,
        screen: Screen,
    ) -> String {
        let mut lines = vec![("rules", self.name.clone())];
        lines.extend(self.origin.iter().cloned());
        lines.push(("outcome", outcome));
        lines.push(("end reason", format!("{}: {why}", reason.name())));
        let counted = ["battles", "rounds", "wars", "deepest war"].into_iter().zip(counts);
        lines.extend(counted.map(|(name, count)| (name, count.to_string())));
        lines.push(("cards left", left));
        let line = |(name, value): &(&str, String)| screen.line(&format!("{name:<12}  "), value);
        lines.iter().map(line).collect()
    }
}

/// A game of two.
struct WarScene {
    setting: Setting,
    display: Display,
    /// A's first, each top first.
    hands: [Vec<SuitedCard>; 2],
    /// What came out, with the cards left, once it is known.
    played: OnceCell<(GameResult, [Vec<Card>; 2])>,
}

impl WarScene {
    fn engine(&self) -> Reference {
        Reference::new(self.setting.rules.clone(), self.setting.seed)
    }

    fn played(&self) -> &(GameResult, [Vec<Card>; 2]) {
        self.played.get_or_init(|| {
            let ranks = self.hands.each_ref().map(|hand| SuitedCard::ranks(hand));
            let mut engine = self.engine();
            let result = engine.play_hands(ranks.each_ref().map(Vec::as_slice), self.setting.index);
            (result, engine.cards_left().clone())
        })
    }
}

impl Scene for WarScene {
    fn result(&mut self) -> Words {
        self.played().0.words()
    }

    fn left(&mut self) -> Left {
        HANDS.into_iter().zip(self.played().1.clone()).collect()
    }

    fn text(&mut self, screen: Screen) -> String {
        let (result, _) = *self.played();
        let players = self.display.players;
        // Named players are distinguished from the seats that files and messages speak of.
        let seats = ["A", "B"].map(String::from);
        let named = [0, 1].map(|k| match players[k] == seats[k] {
            true => seats[k].clone(),
            false => format!("{} ({})", players[k], seats[k]),
        });
        let outcome = match result.outcome {
            Outcome::A => format!("{} wins", named[0]),
            Outcome::B => format!("{} wins", named[1]),
            Outcome::Draw => "a draw".into(),
        };
        let why = ending(&self.setting.rules, &result, players, &ENGLISH);
        let GameResult { end_reason, battles, rounds, wars, deepest_war, .. } = result;
        let left = format!("{} {}, {} {}", named[0], result.cards_a, named[1], result.cards_b);
        let counts = [battles, rounds, wars, deepest_war];
        self.setting.text(outcome, (end_reason, why), counts, left, screen)
    }

    fn trace(&mut self, mut out: &mut dyn Write, screen: Screen) -> fmt::Result {
        let (players, hands) = (self.display.players, self.hands.clone());
        let &Setting { index, names, seeded, .. } = &self.setting;
        match self.display.trace {
            TraceForm::Ledger => {
                // Where the cycle begins is known once it has come round.
                let (result, _) = *self.played();
                // Typed cards have no suits of their own.
                let screen = Screen { suits: screen.suits && seeded, ..screen };
                let ledger = Ledger::new(&mut out, players, names, screen, &ENGLISH);
                let mut ledger = ledger.mark(&result);
                self.engine().observe_hands(hands, index, &mut |step| ledger.see(step.event));
            }
            TraceForm::Listing => {
                let mut listing = Listing::new(&mut out, players);
                self.engine().observe_hands(hands, index, &mut |step| listing.see(step.event));
            }
        }
        out.write_str("\n")?;
        out.write_str(&self.text(screen))
    }

    fn course(&mut self) -> Option<Course> {
        let mut course = Course::new("A", "cards held");
        // What lies in the pot belongs to nobody.
        let result =
            self.engine().observe_hands(self.hands.clone(), self.setting.index, &mut |step| {
                if matches!(
                    step.event,
                    Event::Deal { .. } | Event::Battle { .. } | Event::End { .. }
                ) {
                    let [a, b] = step.table;
                    course.step(a.count() as i64 - b.count() as i64);
                }
            });
        course.length = result.battles;
        course.is_endless = result.end_reason == EndReason::Cycle;
        course.winner = result.outcome.winner().map(|seat| seat as u8);
        Some(course.ended())
    }
}
