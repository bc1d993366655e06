//! `deck`: the decks that a seed deals, as their game writes them.

use clap::Args;

use crate::cli::library::single;
use crate::cli::number::whole;
use crate::cli::options::{DiceArgs, RulesArgs};
use crate::cli::output::print;
use crate::core::cards::Deals;
use crate::lab::refused::Refused;

/// Most decks dealt at once.
const AT_ONCE: u64 = 256;

/// Options of `deck`.
#[derive(Clone, Debug, Args)]
#[command(
    before_help = "\
Examples:
  war-sim deck --seed 42 --game 17
  war-sim deck -n 1000 > decks.csv",
    after_long_help = "\
Prints game,deck: the cards in dealing order, A's first card leftmost. A deck \
depends on the seed, the game's number and the deck fields of the rule set alone. \
`war-sim play --decks -` reads it."
)]
pub struct DeckArgs {
    /// The seed
    #[arg(short, long, value_name = "S", default_value = "42", value_parser = whole, allow_negative_numbers = true)]
    pub seed: u64,

    /// The first game
    #[arg(long, value_name = "I", default_value = "0", value_parser = whole, allow_negative_numbers = true)]
    pub game: u64,

    /// How many decks
    #[arg(short = 'n', long = "games", value_name = "K", default_value = "1", value_parser = whole, allow_negative_numbers = true)]
    pub count: u64,

    /// Whose deck is dealt.
    #[command(flatten)]
    pub rules: RulesArgs,
}

/// Runs the verb.
pub fn execute(args: &DeckArgs) -> Result<(), Refused> {
    let (study, _) = single("deck", &args.rules, &DiceArgs::default(), Some("deck"))?;
    let &DeckArgs { seed, game, count, .. } = args;
    if game.checked_add(count).is_none() {
        return Err(Refused::usage(format!(
            "deck: --game {game} -n {count} goes past the last game, {}; \
             use a smaller --game or -n",
            u64::MAX - 1
        )));
    }
    let player = study.game.player(&[&study.cells[0]], &Deals::of_seed(seed));
    let mut player = player.map_err(|error| Refused::usage(error.to_string()))?;
    print("game,deck\n")?;
    for first in (game..game + count).step_by(AT_ONCE as usize) {
        let len = AT_ONCE.min(game + count - first);
        player.deal(first..first + len);
        let row = |k: u64| format!("{},{}\n", first + k, player.written_deal(k as usize));
        print(&(0..len).map(row).collect::<String>())?;
    }
    Ok(())
}
