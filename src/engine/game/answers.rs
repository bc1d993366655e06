//! A file of deals as a batch whose deals arrive line by line: played in blocks, a row for each.

use super::{Cell, Game};
use crate::core::cards::{Card, Deals, DeckBlock, DeckLines, Seed, text};
use crate::core::game::{Asked, GameInfo, Keep, Player};
use crate::core::results::GameBlock;
use crate::core::table::{NamedValues, Value};
use crate::games::war::result::CARDS;

/// Most decks of a block: 64 KiB of decks of up to 64 cards.
const BLOCK: usize = 1_024;

/// Answers deals of a file.
pub struct Answers<'a> {
    cell: &'a Cell,
    player: Box<dyn Player>,
    seed: Seed,
    info: &'static GameInfo,
    /// What a row says of each end: the outcome, as a word and as a number, and the end reason.
    ends: Vec<[Value; 3]>,
    /// The counters of a row, each with its position.
    counters: Vec<(usize, &'static str)>,
    results: GameBlock,
}

/// The deal of a line.
struct Asking {
    line: u64,
    game: u64,
    /// The deck, in dealing order; what came out of a deal that is none.
    deck: Result<Vec<Card>, NamedValues>,
}

impl<'a> Answers<'a> {
    /// What plays the deals of a file by the rules of this cell.
    ///
    /// Errors: that the game has no deals to be written.
    pub fn new(game: &Game, cell: &'a Cell, seed: Seed) -> Result<Self, String> {
        let info = game.info();
        if !game.has_deck() {
            return Err(info.no_deals());
        }
        let player = game.player(&[cell], &Deals { seed, ..Deals::of_seed(0) })?;
        let all = info.counters.iter().map(|counter| counter.name).chain(CARDS);
        let counters = all.enumerate().filter(|(_, name)| is_told(info, name)).collect();
        let kept = info.counters.len() + CARDS.len();
        let results = GameBlock::of(info.end_reasons.len(), kept, info.series.len());
        let ends = (0..info.ends()).map(|end| {
            let (outcome, reason) = info.outcome_and_reason(end);
            let value = match outcome {
                _ if !info.outcomes[outcome].decided => 0,
                0 => 1,
                _ => -1,
            };
            let [outcome, reason] = [info.outcomes[outcome].name, info.end_reasons[reason]];
            [outcome.into(), Value::Signed(value), reason.into()]
        });
        Ok(Self { cell, player, seed, info, ends: ends.collect(), counters, results })
    }

    /// The columns of a row after `line`.
    pub fn columns(&self) -> String {
        let counters = self.counters.iter().flat_map(|(_, name)| [",", name]);
        format!("outcome,value,end_reason{}", counters.collect::<String>())
    }

    /// Appends the answers to these lines, up to the first that is refused.
    ///
    /// Errors: the number of that line, and what is wrong with it.
    pub fn answer(&mut self, lines: DeckLines<'_>, out: &mut String) -> Result<(), (u64, String)> {
        let (mut run, mut read) = (Vec::new(), Ok(()));
        for (line, text) in lines.lines().into_iter().filter(|(_, line)| !text::is_comment(line)) {
            match self.read(lines, line, text) {
                Ok(deal) => {
                    if run.len() == BLOCK || run.last().is_some_and(|last| !deal.follows(last)) {
                        self.play(&run, out);
                        run.clear();
                    }
                    run.push(deal);
                }
                Err(why) => {
                    read = Err((line, why));
                    break;
                }
            }
        }
        self.play(&run, out);
        read
    }

    fn read(&self, lines: DeckLines<'_>, line: u64, text: &[u8]) -> Result<Asking, String> {
        let (game, deal) = lines.layout.deal(text)?;
        let game = game.unwrap_or(line - 1);
        let deck = match self.cell.rules.read_deal(deal) {
            // The last of all game numbers is in no range of games.
            Ok(deck) if game < u64::MAX => Ok(deck),
            // Hands, or what nobody can play.
            _ => {
                let asked = Asked { deal: Some(deal), ..Asked::of_seed(self.seed, game) };
                Err(self.cell.rules.scene(&asked)?.result())
            }
        };
        Ok(Asking { line, game, deck })
    }

    /// Plays deals that follow one another, and writes their rows.
    fn play(&mut self, run: &[Asking], out: &mut String) {
        let decks: Vec<&Vec<Card>> = run.iter().flat_map(|deal| deal.deck.as_ref()).collect();
        if !decks.is_empty() {
            let block = DeckBlock::from_decks(run[0].game, &decks);
            self.player.play_decks(&block, &mut self.results);
        }
        for (k, Asking { line, deck, .. }) in run.iter().enumerate() {
            Value::Int(*line).write_to(out);
            let mut field = |value: &Value| {
                out.push(',');
                value.write_to(out);
            };
            match deck {
                Ok(_) => {
                    let end = usize::from(self.results.ends()[k]);
                    self.ends[end].iter().for_each(&mut field);
                    for &(counter, _) in &self.counters {
                        let count = self.results.counter(counter)[k];
                        field(&if count == u64::MAX { Value::Empty } else { count.into() });
                    }
                }
                Err(words) => {
                    let told = words.iter().filter(|(name, _)| is_told(self.info, name));
                    told.for_each(|(_, value)| field(value));
                }
            }
            out.push('\n');
        }
    }
}

impl Asking {
    /// Whether it can be played in the same block as the one before.
    fn follows(&self, last: &Self) -> bool {
        let sizes = [self, last].map(|deal| deal.deck.as_ref().map(Vec::len).ok());
        sizes[0].is_some() && sizes[0] == sizes[1] && self.game == last.game.wrapping_add(1)
    }
}

/// Whether a row has this column: its readers want those that it always had, without what is kept for its mean.
fn is_told(info: &GameInfo, name: &str) -> bool {
    info.counters.iter().all(|counter| counter.name != name || counter.keep != Keep::Mean)
}
