//! A file of deals as a batch whose deals arrive line by line: played in blocks, a row for each.

use super::{Cell, Game};
use crate::core::cards::{Card, Deals, DeckBlock, DeckLines, Seed, text};
use crate::core::game::{Asked, Dealt, GameInfo, Keep, Player};
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
    /// The counters of a row, each with its position.
    counters: Vec<(usize, &'static str)>,
    results: GameBlock,
}

/// The deal of a line.
struct Deal {
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
        let (outcomes, reasons) = (info.outcomes.len(), info.end_reasons.len());
        let kept = info.counters.len() + CARDS.len();
        let results = GameBlock::of(outcomes, reasons, kept, info.series.len());
        Ok(Self { cell, player, seed, info, counters, results })
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
        for (line, text) in lines.lines().filter(|(_, line)| !text::is_comment(line)) {
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

    fn read(&self, lines: DeckLines<'_>, line: u64, text: &[u8]) -> Result<Deal, String> {
        let (game, deal) = lines.layout.deal(text)?;
        let game = game.unwrap_or(line - 1);
        let deck = match self.cell.rules.read_deal(deal) {
            // The last of all game numbers is in no range of games.
            Ok(deck) if game < u64::MAX => Ok(deck),
            // Hands, or what nobody can play.
            _ => {
                let asked = Asked { dealt: Dealt::Deal(deal), ..Asked::of_seed(self.seed, game) };
                Err(self.cell.rules.scene(&asked)?.result())
            }
        };
        Ok(Deal { line, game, deck })
    }

    /// Plays deals that follow one another, and writes their rows.
    fn play(&mut self, run: &[Deal], out: &mut String) {
        let decks: Vec<&Vec<Card>> = run.iter().flat_map(|deal| deal.deck.as_ref()).collect();
        if !decks.is_empty() {
            let block = DeckBlock::from_decks(run[0].game, &decks);
            self.player.play_decks(&block, &mut self.results);
        }
        for (k, Deal { line, deck, .. }) in run.iter().enumerate() {
            let mut row = Row::of_line(*line, out);
            match deck {
                Ok(_) => self.write(k, &mut row),
                Err(words) => {
                    let words = words.iter().filter(|(name, _)| is_told(self.info, name));
                    words.for_each(|(_, value)| row.value(value));
                }
            }
            row.out.push('\n');
        }
    }

    /// Writes what came out of the deck of this place.
    fn write(&self, k: usize, row: &mut Row<'_>) {
        let (outcome, reason) = self.results.end(k);
        row.word(self.info.outcomes[outcome].name);
        row.value(&value_of(self.info, outcome));
        row.word(self.info.end_reasons[reason]);
        for &(counter, _) in &self.counters {
            match self.results.counter(counter)[k] {
                u64::MAX => row.value(&Value::Empty),
                count => row.number(count),
            }
        }
    }
}

impl Deal {
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

/// Who won as a number.
fn value_of(info: &GameInfo, outcome: usize) -> Value {
    match (info.outcomes[outcome].decided, outcome) {
        (true, 0) => Value::Signed(1),
        (true, _) => Value::Signed(-1),
        (false, _) => Value::Signed(0),
    }
}

/// A row in the making.
struct Row<'o> {
    out: &'o mut String,
    digits: itoa::Buffer,
}

impl<'o> Row<'o> {
    fn of_line(line: u64, out: &'o mut String) -> Self {
        let mut digits = itoa::Buffer::new();
        out.push_str(digits.format(line));
        Self { out, digits }
    }

    /// A word, which needs no quotes.
    fn word(&mut self, word: &str) {
        self.out.extend([",", word]);
    }

    fn number(&mut self, number: impl itoa::Integer) {
        self.out.extend([",", self.digits.format(number)]);
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Text(word) => self.word(word.as_str()),
            Value::Int(n) => self.number(*n),
            Value::Signed(n) => self.number(*n),
            Value::Float(_) | Value::Empty => self.out.push(','),
        }
    }
}
