//! How a game is played to its end: limits, loops, and who is out of cards.

use super::super::loops::{Counted, find_loop};
use super::super::result::{EndReason, GameResult, Outcome, Seat};
use super::super::rules::Rules;

/// Cards after which a game of 52 cards is looked at for a loop: one game in 10,000 is longer, and no
/// fewer cards are worth the price of looking.
const PATIENCE: u32 = 2_000;

/// A game that is played trick by trick, without chance.
pub trait Game: Counted {
    /// Plays one trick; returns who has lost.
    fn trick(&mut self) -> Option<Seat>;
}

/// How games of a rule set end.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    /// Cards after which no further one is played.
    pub max_cards: u32,
    /// Whether a position that occurs again ends the game.
    pub finds_loops: bool,
    /// Cards after which a game is looked at for a loop.
    pub patience: u32,
}

impl Ends {
    /// Those of a rule set, with decks of this many cards.
    pub fn of(rules: &Rules, cards: usize) -> Self {
        // Games of twice the cards are some three times as long.
        let patience = PATIENCE.max(cards as u32 * cards as u32 / 2);
        Self { max_cards: rules.max_cards(), finds_loops: rules.finds_loops(), patience }
    }
}

/// Plays on until the game ends, with the limit and looking for loops as the rules say.
///
/// `game` is before its first trick, and `deal` takes it back there.
pub fn finish<G: Game>(game: &mut G, ends: Ends, deal: impl FnOnce(&mut G)) -> GameResult {
    let Ends { max_cards, finds_loops, patience } = ends;
    let bound = if finds_loops { max_cards.min(patience) } else { max_cards };
    if let Some(result) = play_to(game, bound, max_cards, G::trick) {
        return result;
    }
    if finds_loops {
        let so_far = game.clone();
        deal(game);
        if let Some((tricks, period)) = find_loop(game, max_cards) {
            while game.tricks() < tricks {
                game.trick();
            }
            return GameResult {
                period: Some(period),
                ..result(game, Outcome::Draw, EndReason::Loop)
            };
        }
        *game = so_far;
    }
    match play_to(game, u32::MAX, max_cards, G::trick) {
        Some(result) => result,
        None => unreachable!("a game with a limit ends"),
    }
}

/// Plays until the game ends or more than `bound` cards are played.
#[inline]
pub fn play_to<G: Counted>(
    game: &mut G,
    bound: u32,
    max_cards: u32,
    mut trick: impl FnMut(&mut G) -> Option<Seat>,
) -> Option<GameResult> {
    loop {
        let before = game.cards();
        let lost = trick(game);
        if game.cards() > max_cards {
            // The limit is asked when one more card would be played, which may be in a trick or
            // before one.
            let tricks = game.tricks() - u32::from(before == max_cards);
            let at_limit = result(game, Outcome::Draw, EndReason::Limit);
            return Some(GameResult { cards: max_cards, tricks, ..at_limit });
        }
        if let Some(loser) = lost {
            return Some(result(game, loser.other().into(), EndReason::OutOfCards));
        }
        if game.cards() > bound {
            return None;
        }
    }
}

fn result<G: Counted>(game: &G, outcome: Outcome, end_reason: EndReason) -> GameResult {
    GameResult { outcome, end_reason, cards: game.cards(), tricks: game.tricks(), period: None }
}
