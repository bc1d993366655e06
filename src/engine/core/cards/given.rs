//! Decks that somebody wrote down, packed: a byte for most cards, in memory or wherever their maker keeps
//! them, read a page at a time.

use std::fmt::Debug;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::{Card, DeckBlock};

/// Decks that are packed together, and read together.
const PAGE: u64 = 1_024;

/// One source of decks: the small interface behind which all three stand.
pub trait DealSource: Send {
    /// Deals the first of these games, and as many of the following ones as have decks of the same
    /// size; returns how many.
    ///
    /// Shapes: `games` is not empty and lies within the source; at least 1 is returned.
    fn deal(&mut self, block: &mut DeckBlock, games: Range<u64>) -> u64;
}

/// Bytes that can be read from any place.
pub trait Kept: Debug + Send + Sync {
    /// Fills `into` with the bytes from this place on.
    ///
    /// Errors: those of reading; fewer bytes than that.
    fn read_at(&self, at: u64, into: &mut [u8]) -> io::Result<()>;
}

impl Kept for Vec<u8> {
    fn read_at(&self, at: u64, into: &mut [u8]) -> io::Result<()> {
        let bytes = usize::try_from(at).ok().and_then(|at| self.get(at..at + into.len()));
        into.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Decks that somebody wrote down, each in dealing order.
#[derive(Debug)]
pub struct DeckList {
    /// What tells this list from others: the SHA-256 of its cards.
    pub digest: String,
    count: u64,
    /// Where each page begins, and the last one ends.
    pages: Vec<u64>,
    bytes: Box<dyn Kept>,
}

impl DeckList {
    /// These decks, in memory.
    pub fn of(decks: &[Vec<Card>]) -> Self {
        let mut packer = Packer::into(Vec::new());
        let packed = decks.iter().try_for_each(|deck| packer.add(deck));
        let list = packed.and_then(|()| packer.finish());
        list.unwrap_or_else(|e| unreachable!("memory was written: {e}"))
    }

    /// A list of which nothing is known but what tells it from others.
    pub fn known_by(digest: &str) -> Self {
        let (digest, bytes) = (digest.to_owned(), Box::<Vec<u8>>::default());
        Self { digest, count: 0, pages: Vec::new(), bytes }
    }

    /// How many decks there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The decks of a page.
    fn page(&self, page: u64) -> io::Result<Vec<Vec<Card>>> {
        let damaged = || io::Error::from(io::ErrorKind::InvalidData);
        let &[begin, end] = self.pages.get(page as usize..page as usize + 2).ok_or_else(damaged)?
        else {
            return Err(damaged());
        };
        let mut bytes = vec![0; (end - begin) as usize];
        self.bytes.read_at(begin, &mut bytes)?;
        let (mut decks, mut rest) = (Vec::new(), &bytes[..]);
        while !rest.is_empty() {
            let cards = number(&mut rest).ok_or_else(damaged)?;
            let deck = (0..cards).map(|_| number(&mut rest).map(card).ok_or_else(damaged));
            decks.push(deck.collect::<io::Result<_>>()?);
        }
        Ok(decks)
    }
}

/// Makes a list, deck by deck; memory holds a page of them.
#[derive(Debug)]
pub struct Packer<W> {
    hash: Sha256,
    count: u64,
    pages: Vec<u64>,
    written: u64,
    page: Vec<u8>,
    to: W,
}

impl<W: io::Write + Kept + 'static> Packer<W> {
    /// No decks yet; those to come are kept in `to`.
    pub fn into(to: W) -> Self {
        let (pages, page) = (vec![0], Vec::new());
        Self { hash: Sha256::new(), count: 0, pages, written: 0, page, to }
    }

    /// Adds a deck.
    ///
    /// Errors: those of writing.
    pub fn add(&mut self, deck: &[Card]) -> io::Result<()> {
        self.hash.update((deck.len() as u64).to_le_bytes());
        push(&mut self.page, deck.len() as u32);
        for &card in deck {
            self.hash.update(card.to_le_bytes());
            push(&mut self.page, ((card << 1) ^ (card >> 31)) as u32);
        }
        self.count += 1;
        if self.count.is_multiple_of(PAGE) { self.turn() } else { Ok(()) }
    }

    fn turn(&mut self) -> io::Result<()> {
        self.to.write_all(&self.page)?;
        self.written += self.page.len() as u64;
        self.pages.push(self.written);
        self.page.clear();
        Ok(())
    }

    /// The list.
    ///
    /// Errors: those of writing.
    pub fn finish(mut self) -> io::Result<DeckList> {
        if !self.page.is_empty() {
            self.turn()?;
        }
        self.to.flush()?;
        let digest = self.hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(DeckList { digest, count: self.count, pages: self.pages, bytes: Box::new(self.to) })
    }
}

/// Writes a number seven bits a byte, the lowest first; a card as small a number as it is far from 0.
fn push(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads what [`push`] wrote.
fn number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn card(number: u32) -> Card {
    (number >> 1) as Card ^ -((number & 1) as Card)
}

/// A list, dealt from.
#[derive(Debug)]
pub struct Given {
    list: Arc<DeckList>,
    page: Option<u64>,
    decks: Vec<Vec<Card>>,
}

impl Given {
    /// Nothing dealt yet.
    pub fn new(list: Arc<DeckList>) -> Self {
        Self { list, page: None, decks: Vec::new() }
    }
}

impl DealSource for Given {
    fn deal(&mut self, block: &mut DeckBlock, games: Range<u64>) -> u64 {
        let page = games.start / PAGE;
        if self.page != Some(page) {
            let decks = self.list.page(page);
            self.decks = decks.unwrap_or_else(|e| panic!("the decks cannot be read again: {e}"));
            self.page = Some(page);
        }
        let end = games.end.min((page + 1) * PAGE) - page * PAGE;
        let decks = &self.decks[(games.start % PAGE) as usize..end as usize];
        let cards = decks[0].len();
        let alike = decks.iter().take_while(|deck| deck.len() == cards).count();
        *block = DeckBlock::from_decks(games.start, &decks[..alike]);
        alike as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_come_back_as_they_were_whatever_they_hold() {
        let mut decks =
            vec![vec![], vec![1, 2], vec![Card::MAX, Card::MIN, -1, 0, 63, 64, -64, -65, 128]];
        decks.extend((0..3 * PAGE as Card).map(|k| (k..k + k % 5).collect::<Vec<_>>()));
        let list = Arc::new(DeckList::of(&decks));
        assert_eq!(list.count(), decks.len() as u64);
        let mut source = Given::new(Arc::clone(&list));
        let (mut block, mut one) = (DeckBlock::default(), Vec::new());
        for from in [0, 1, 7, PAGE - 1, PAGE, 2 * PAGE + 5] {
            let mut at = from;
            while at < list.count() {
                let dealt = source.deal(&mut block, at..list.count());
                for k in 0..block.len() {
                    block.copy_deck(k, &mut one);
                    assert_eq!(one, decks[at as usize + k]);
                }
                at += dealt;
            }
        }
        assert_eq!(DeckList::of(&[]).count(), 0);
        // Two lists differ if their cards do.
        assert_ne!(DeckList::of(&[vec![1], vec![2]]).digest, DeckList::of(&[vec![1, 2]]).digest);
    }

    #[test]
    fn what_was_not_written_is_refused() {
        let mut list = DeckList::of(&[vec![1, 2], vec![300]]);
        list.bytes = Box::new(vec![2, 2]);
        assert!(list.page(0).is_err() && list.page(1).is_err());
        list.bytes = Box::new(vec![0xff; 7]);
        assert!(list.page(0).is_err());
    }
}
