//! `play`: one given deck, a game of a seed, or a file of decks.

mod answers;
mod deck_text;
mod events;
mod summary;

pub use crate::cli::args::Format;
use crate::cli::args::PlayArgs;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::rule_names::{self, NamedRules};
use crate::core::cards::{Card, Dealer, GameIndex, Seed};
use crate::games::war::Reference;
use crate::games::war::event::Observer;
use crate::games::war::result::GameResult;
use crate::games::war::split::Split;
use crate::games::war::suited::SuitedCard;
use crate::games::war::trace::{CardNames, Ledger, Listing, TraceForm};

/// Runs the verb.
pub fn run(args: &PlayArgs) -> Result<(), Failure> {
    let rules = rule_names::find(&args.rules)?;
    let seed = Seed(args.seed);
    if let Some(path) = &args.decks {
        return answers::play(path, rules, seed);
    }
    let game = match (&args.deck, args.game) {
        (Some(text), _) => Game::given(text, &rules)?,
        (None, Some(index)) => Game::of_seed(seed, GameIndex(index), &args.rules, &rules),
        (None, None) => {
            return Err(Failure::usage(
                "play: no deck; give one with --deck \"2 3 4 5\", many with --decks FILE, \
                 or a game of the seed with --game I",
            ));
        }
    };
    let mut out = Output::stdout();
    let result = match (args.trace, args.format) {
        (false, _) => {
            let deck: Vec<Card> = game.deck.iter().map(|card| card.rank).collect();
            Reference::new(rules.rules.clone(), seed).play(&deck, game.index)
        }
        (true, Format::Text) => {
            let result = trace(&game, &rules, seed, &mut out);
            out.text("\n");
            result
        }
        (true, Format::Json) => {
            let hands = Split::of(&rules.rules).hands(&game.deck);
            let mut events = events::JsonLines::new(&mut out, &hands);
            observe(&game, &rules, seed, &mut events)
        }
    };
    match args.format {
        Format::Text => out.text(&summary::text(&game.origin, &rules, &result)),
        Format::Json => out.text(&summary::json(&result)),
    }
    out.finish()
}

/// A game that is to be played.
struct Game {
    deck: Vec<SuitedCard>,
    index: GameIndex,
    /// How its ranks are written in a trace.
    names: CardNames,
    /// Where the deck is from, as lines of the summary.
    origin: Vec<(&'static str, String)>,
}

impl Game {
    /// A typed deck. Its ranks are shown as typed.
    fn given(text: &str, rules: &NamedRules) -> Result<Self, Failure> {
        let mut deck = Vec::new();
        deck_text::read(text.as_bytes(), &rules.rules, &mut deck)
            .map_err(|e| Failure::usage(format!("--deck: {e}")))?;
        Ok(Self {
            deck: SuitedCard::given_deck(&deck),
            index: GameIndex(0),
            names: CardNames::Numbers,
            origin: Vec::new(),
        })
    }

    /// The deck that a seed deals to a game.
    fn of_seed(seed: Seed, index: GameIndex, given: &str, rules: &NamedRules) -> Self {
        let deck = &rules.rules.deck;
        let order = Dealer::new(seed, deck.clone()).order(index.0);
        let (Seed(s), GameIndex(i)) = (seed, index);
        let mut command = format!("war-sim deck --seed {s} --game {i}");
        if *deck != crate::core::cards::DeckFields::default() {
            command += &format!(" --rules {given}");
        }
        Self {
            deck: SuitedCard::seeded_deck(deck.composition, &order),
            index,
            names: CardNames::of_seeded_decks(&rules.rules),
            origin: vec![("game", format!("{i} of seed {s}")), ("deck", command)],
        }
    }
}

/// Plays a game and writes it battle by battle.
fn trace(game: &Game, rules: &NamedRules, seed: Seed, out: &mut Output) -> GameResult {
    let players = rules.display.players;
    match rules.display.trace {
        TraceForm::Ledger => {
            let hands = Split::of(&rules.rules).hands(&game.deck);
            let mut ledger = Ledger::new(out, players, game.names, &hands);
            observe(game, rules, seed, &mut ledger)
        }
        TraceForm::Listing => observe(game, rules, seed, &mut Listing::new(out, players)),
    }
}

fn observe(game: &Game, rules: &NamedRules, seed: Seed, observer: &mut dyn Observer) -> GameResult {
    Reference::new(rules.rules.clone(), seed).observe(&game.deck, game.index, observer)
}

/// The decks of a file, one a line, for a batch.
pub fn deck_list(
    path: &std::path::Path,
    study: &crate::lab::study::Study,
) -> Result<crate::core::cards::DeckList, Failure> {
    let _ = (path, study);
    Err(Failure::usage("--decks: comes with the reading of decks"))
}
