//! Single games of War: written decks and hands, traces, films, files of decks.

use std::fmt::{self, Write};

use super::course;
use super::film;
use super::given;
use super::presets;
use super::reference::Reference;
use super::result::{CARDS, GameResult, HANDS, Outcome};
use super::rules::Rules;
use super::trace::{CardNames, Display, ENGLISH, Ledger, Listing, TraceForm, ending};
use crate::core::cards::suited::SuitedCard;
use crate::core::cards::text::Given;
use crate::core::cards::{Card, Dealer, DeckFields, GameIndex, Seed};
use crate::core::film::Film;
use crate::core::game::{Asked, Course, Dealt, GameInfo, Left, Scene, Screen, Show};
use crate::core::step::json_line;
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
        let given = match asked.dealt {
            Dealt::OfSeed => return Ok(Box::new(WarScene::of_seed(self.0, asked))),
            Dealt::Deal(deal) => given::read(deal, self.0)?,
            Dealt::Hands(texts) => given::read_hands(texts, self.0)?,
        };
        Ok(Box::new(WarScene::given(&given, self.0, asked)))
    }

    fn course(&self, deal: &str) -> Result<Course, String> {
        course::of_deal(self.0, deal)
    }

    fn counters_of_deals(&self) -> Result<&'static [&'static str], String> {
        Ok(&CARDS[..2])
    }
}

/// One game.
struct WarScene {
    rules: Rules,
    name: String,
    display: Display,
    seed: Seed,
    /// What in-game randomness depends on.
    index: GameIndex,
    /// The two hands, A's first, each top first.
    hands: [Vec<SuitedCard>; 2],
    /// How its ranks are written in a trace.
    names: CardNames,
    /// Whether the cards are of a seed, with their suits.
    seeded: bool,
    /// Where the cards are from, as lines of the summary.
    origin: Vec<(&'static str, String)>,
    /// What came out, with the cards left, once it is known.
    played: Option<(GameResult, [Vec<Card>; 2])>,
}

impl WarScene {
    /// Typed cards. Their ranks are shown as numbers.
    fn given(given: &Given, rules: &Rules, asked: &Asked<'_>) -> Self {
        let cards = SuitedCard::given_deck(&given.cards);
        let hands = rules.split().given(given, &cards);
        Self {
            rules: rules.clone(),
            name: asked.name.into(),
            display: presets::display(asked.typed),
            seed: asked.seed,
            index: GameIndex(asked.game),
            hands,
            names: CardNames::Numbers,
            seeded: false,
            origin: Some(("deck", asked.from.into()))
                .filter(|_| !asked.from.is_empty())
                .into_iter()
                .collect(),
            played: None,
        }
    }

    /// The deck that the seed deals to the game.
    fn of_seed(rules: &Rules, asked: &Asked<'_>) -> Self {
        let deck = &rules.deck;
        let order = Dealer::new(asked.seed, deck.clone()).order(asked.game);
        let (Seed(seed), game) = (asked.seed, asked.game);
        let mut command = format!("war-sim deck --seed {seed} --game {game}");
        if *deck != DeckFields::default() {
            command += &format!(" --rules {}", asked.typed);
        }
        let cards = SuitedCard::seeded_deck(deck.composition, &order);
        Self {
            hands: rules.split().hands(&cards),
            names: CardNames::of_seeded_decks(rules),
            seeded: true,
            origin: vec![("game", format!("{game} of seed {seed}")), ("deck", command)],
            ..Self::given(&Given::default(), rules, asked)
        }
    }

    fn engine(&self) -> Reference {
        Reference::new(self.rules.clone(), self.seed)
    }

    fn played(&mut self) -> &(GameResult, [Vec<Card>; 2]) {
        if self.played.is_none() {
            let ranks = self.hands.each_ref().map(|hand| SuitedCard::ranks(hand));
            let mut engine = self.engine();
            let result = engine.play_hands(ranks.each_ref().map(Vec::as_slice), self.index);
            self.played = Some((result, engine.cards_left().clone()));
        }
        self.played.as_ref().unwrap_or_else(|| unreachable!("it was just played"))
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
        let reason = ending(&self.rules, &result, players, &ENGLISH);
        let left = format!("{} {}, {} {}", named[0], result.cards_a, named[1], result.cards_b);
        let mut lines = vec![("rules", self.name.clone())];
        lines.extend(self.origin.iter().cloned());
        lines.extend([
            ("outcome", outcome),
            ("end reason", format!("{}: {reason}", result.end_reason.name())),
            ("battles", result.battles.to_string()),
            ("rounds", result.rounds.to_string()),
            ("wars", result.wars.to_string()),
            ("deepest war", result.deepest_war.to_string()),
            ("cards left", left),
        ]);
        let line = |(name, value): &(&str, String)| screen.line(&format!("{name:<12}  "), value);
        lines.iter().map(line).collect()
    }

    fn trace(&mut self, mut out: &mut dyn Write, screen: Screen) -> fmt::Result {
        let (players, hands) = (self.display.players, self.hands.clone());
        match self.display.trace {
            TraceForm::Ledger => {
                // Where the cycle begins is known once it has come round.
                let (result, _) = *self.played();
                // Typed cards have no suits of their own.
                let screen = Screen { suits: screen.suits && self.seeded, ..screen };
                let ledger = Ledger::new(&mut out, players, self.names, screen, &ENGLISH);
                let mut ledger = ledger.mark(&result);
                self.engine().observe_hands(hands, self.index, &mut |step| ledger.see(step.event));
            }
            TraceForm::Listing => {
                let mut listing = Listing::new(&mut out, players);
                self.engine().observe_hands(hands, self.index, &mut |step| listing.see(step.event));
            }
        }
        out.write_str("\n")?;
        out.write_str(&self.text(screen))
    }

    fn events(&mut self, out: &mut dyn Write) -> fmt::Result {
        let mut written = Ok(());
        self.engine().observe_hands(self.hands.clone(), self.index, &mut |step| {
            written = written.and_then(|()| json_line(&step.event, out));
        });
        written
    }

    fn film(&mut self) -> Option<Film> {
        Some(film::film(&self.rules, self.names, self.hands.clone(), self.seed, self.index))
    }
}
