//! `deck`: the decks that a seed deals.

use crate::cli::args::DeckArgs;
use crate::cli::failure::Failure;
use crate::cli::output::Output;
use crate::cli::rule_names;
use crate::core::cards::{Dealer, DeckBlock, Seed};

/// Most decks shuffled at once.
const AT_ONCE: u64 = 256;

/// Runs the verb.
pub fn run(args: &DeckArgs) -> Result<(), Failure> {
    let rules = rule_names::find(&args.change.of(&args.rules))?.rules;
    let &DeckArgs { seed, game, count, .. } = args;
    if count > 0 && game.checked_add(count - 1).is_none() {
        return Err(Failure::usage(format!(
            "deck: --game {game} --count {count} goes past the last game, {}; \
             use a smaller --game or --count",
            u64::MAX
        )));
    }
    let mut dealer = Dealer::new(Seed(seed), rules.deck.clone());
    let mut block = DeckBlock::default();
    let (mut rows, mut number) = (String::new(), itoa::Buffer::new());
    let mut out = Output::stdout();
    out.text("game,deck\n");
    let mut done = 0;
    while done < count {
        let len = AT_ONCE.min(count - done);
        let first = game + done;
        dealer.fill(&mut block, first, len as usize);
        rows.clear();
        for k in 0..len {
            rows.push_str(number.format(first + k));
            rows.push(',');
            block.write_deck(k as usize, &mut rows);
            rows.push('\n');
        }
        out.text(&rows);
        if out.has_failed() {
            break;
        }
        done += len;
    }
    out.finish()
}
