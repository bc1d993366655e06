//! Where the games of a batch lie: a number of each, and the cards of all.

/// Most games of a batch.
pub const MOST_LANES: usize = 64;

/// Bytes in front of a place and behind it that words read and write.
const MARGIN: usize = 64;

/// A number of each game of a batch; a machine with fewer lanes uses the first ones.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct Lanes(pub [u16; MOST_LANES]);

/// The cards of a batch. A's next card lies at a place and those that follow above it; B's next
/// card lies below a place, and those that follow below that.
#[repr(C, align(64))]
pub struct Tapes([u8; MARGIN + (1 << 16) + MARGIN]);

impl Default for Lanes {
    fn default() -> Self {
        Self([0; MOST_LANES])
    }
}

impl Default for Tapes {
    fn default() -> Self {
        Self([0; MARGIN + (1 << 16) + MARGIN])
    }
}

impl Tapes {
    /// Room for cards from a place upwards; it panics if there is not so much.
    #[inline(always)]
    pub fn above(&mut self, place: u16, cards: usize) -> &mut [u8] {
        &mut self.0[MARGIN + usize::from(place)..][..cards]
    }

    /// Room for cards from a place downwards, the lowest first; it panics if there is not so much.
    #[inline(always)]
    pub fn below(&mut self, place: u16, cards: usize) -> &mut [u8] {
        &mut self.0[MARGIN + usize::from(place) - cards..][..cards]
    }

    /// Two hands of so many cards as they lie; it panics if there are not so many.
    #[inline(always)]
    pub fn hands(&self, [a, b]: [u16; 2], held: [usize; 2]) -> [&[u8]; 2] {
        let b = MARGIN + usize::from(b);
        [&self.0[MARGIN + usize::from(a)..][..held[0]], &self.0[b - held[1]..b]]
    }

    /// Moves hands of so many cards from places to others, on one tape towards its ends. Up to
    /// [`MARGIN`] bytes behind either hand are moved, too.
    #[inline(always)]
    pub fn move_hands(&mut self, from: [u16; 2], to: [u16; 2], held: [u16; 2]) {
        for done in (0..held[0]).step_by(MARGIN) {
            let [from, to] = [from, to].map(|place| self.at(place[0].wrapping_add(done)));
            // SAFETY: within the margin.
            unsafe { std::ptr::copy(from, to, MARGIN) };
        }
        for done in (0..held[1]).step_by(MARGIN) {
            let [from, to] = [from, to].map(|place| self.at(place[1].wrapping_sub(done)));
            // SAFETY: within the margin.
            unsafe { std::ptr::copy(from.sub(MARGIN), to.sub(MARGIN), MARGIN) };
        }
    }

    /// Exchanges the cards of these of 16 pairs.
    #[inline(always)]
    pub fn exchange(&mut self, [a, b]: [u16; 2], pairs: u16) {
        const ONES: u64 = 0x0101_0101_0101_0101;
        for half in 0..2 {
            // The bit of each pair in a byte of its own, then all bits of that byte.
            let bits = (u64::from(pairs >> (8 * half) & 255) * ONES) & 0x8040_2010_0804_0201;
            let mask = ((bits + 0x7f * ONES) >> 7 & ONES) * 255;
            let (from_a, from_b) = (a + 8 * half, b - 8 * half);
            let word = |cards: &mut [u8]| {
                let (words, _) = cards.as_chunks();
                u64::from_le_bytes(words[0])
            };
            let (of_a, of_b) = (word(self.above(from_a, 8)), word(self.below(from_b, 8)));
            let change = (of_a ^ of_b.swap_bytes()) & mask;
            self.above(from_a, 8).copy_from_slice(&(of_a ^ change).to_le_bytes());
            self.below(from_b, 8).copy_from_slice(&(of_b ^ change.swap_bytes()).to_le_bytes());
        }
    }

    /// [`MARGIN`] bytes can be read and written on either side of it.
    #[inline(always)]
    pub(super) fn at(&mut self, place: u16) -> *mut u8 {
        // SAFETY: a place is less than the tapes are long without their margins.
        unsafe { self.0.as_mut_ptr().add(MARGIN + usize::from(place)) }
    }

    /// The next cards of both players of a lane, so many of each: A's, and B's backwards.
    #[inline(always)]
    pub(super) fn next<const N: usize>(&mut self, heads: &[Lanes; 2], lane: usize) -> [[u8; N]; 2] {
        const { assert!(N <= MARGIN) };
        let [a, b] = [self.at(heads[0].0[lane]), self.at(heads[1].0[lane])];
        // SAFETY: within the margin.
        unsafe { [a.cast::<[u8; N]>().read(), b.sub(N).cast::<[u8; N]>().read()] }
    }

    /// Puts cards there, A's from a place upwards, B's from a place downwards.
    #[inline(always)]
    pub(super) fn put<const N: usize>(
        &mut self,
        heads: &[Lanes; 2],
        lane: usize,
        cards: [[u8; N]; 2],
    ) {
        const { assert!(N <= MARGIN) };
        let [a, b] = [self.at(heads[0].0[lane]), self.at(heads[1].0[lane])];
        // SAFETY: within the margin.
        unsafe {
            a.cast::<[u8; N]>().write(cards[0]);
            b.sub(N).cast::<[u8; N]>().write(cards[1]);
        }
    }
}
