//! What is known of the positions of a deck, and which wars lead to which.

/// Positions whose wars before them are found with one look.
const BUCKET: u32 = 64;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing yet.
    Open,
    /// This seat wins it.
    Won(usize),
    /// It ends without a winner.
    Drawn,
}

/// What is known of every position: four bits each, two of the result and two of when it was found.
pub struct Positions(Vec<u64>);

impl Positions {
    /// Decided in this round, and to be known from the next one on.
    const NOW: u64 = 0b0100;
    const NEXT: u64 = 0b1000;

    /// As many open ones.
    pub fn new(count: u64) -> Self {
        Self(vec![0; count.div_ceil(16) as usize])
    }

    #[inline]
    fn bits(&self, number: u32) -> u64 {
        self.0[number as usize / 16] >> (4 * (number % 16)) & 15
    }

    /// Whether there is nothing to find out any more.
    #[inline]
    pub fn is_decided(&self, number: u32) -> bool {
        self.bits(number) != 0
    }

    /// What is known in this round.
    #[inline]
    pub fn get(&self, number: u32) -> Known {
        Known::of(self.bits(number))
    }

    /// Says what an open position is.
    #[inline]
    pub fn decide(&mut self, number: u32, known: Known) {
        let bits = match known {
            Known::Open => return,
            Known::Won(seat) => seat as u64 + 1,
            Known::Drawn => 3,
        };
        self.0[number as usize / 16] |= (bits | Self::NEXT) << (4 * (number % 16));
    }

    /// How many words [`now`](Self::now) goes through.
    pub fn words(&self) -> usize {
        self.0.len()
    }

    /// Begins the next round.
    pub fn advance(&mut self) {
        const EACH: u64 = 0x1111_1111_1111_1111;
        for word in &mut self.0 {
            *word = *word & (3 * EACH) | (*word & (Self::NEXT * EACH)) >> 1;
        }
    }

    /// The positions of a word that were decided in this round, and what they are.
    pub fn now(&self, word: usize) -> impl Iterator<Item = (u32, Known)> + use<> {
        let bits = self.0[word];
        let is_now = move |k: &u32| bits >> (4 * k) & Self::NOW != 0;
        let numbered = move |k: u32| (word as u32 * 16 + k, Known::of(bits >> (4 * k) & 3));
        let some = if bits & 0x4444_4444_4444_4444 == 0 { 0 } else { 16 };
        (0..some).filter(is_now).map(numbered)
    }
}

impl Known {
    /// What these bits say, which are not known before the next round.
    fn of(bits: u64) -> Self {
        match bits & 3 {
            _ if bits & Positions::NEXT != 0 => Self::Open,
            0 => Self::Open,
            3 => Self::Drawn,
            won => Self::Won(won as usize - 1),
        }
    }
}

/// The positions before wars, by what these lead to.
#[derive(Default)]
pub struct Wars {
    /// What a war leads to in the upper half of the bits, the position before it in the lower; rising.
    sorted: Vec<u64>,
    /// Where each bucket begins.
    first: Vec<u32>,
}

impl Wars {
    /// Adds a position whose war leads to another one.
    pub fn add(&mut self, position: u32, leads_to: u32) {
        self.sorted.push(u64::from(leads_to) << 32 | u64::from(position));
    }

    /// Makes them ready to be asked, of so many positions.
    pub fn sort(&mut self, positions: u64) {
        self.sorted.sort_unstable();
        let buckets = (positions as u32).div_ceil(BUCKET);
        let mut at = 0;
        self.first = (0..=buckets)
            .map(|bucket| {
                let is_before = |war: &u64| (war >> 32) < u64::from(bucket) * u64::from(BUCKET);
                at += self.sorted[at..].iter().take_while(|war| is_before(war)).count();
                at as u32
            })
            .collect();
    }

    /// Those that lead to this position, in the lower half of the bits.
    #[inline]
    pub fn before(&self, position: u32) -> &[u64] {
        let bucket = (position / BUCKET) as usize;
        let near = &self.sorted[self.first[bucket] as usize..self.first[bucket + 1] as usize];
        let near = &near[near.partition_point(|war| (war >> 32) < u64::from(position))..];
        &near[..near.iter().take_while(|&war| war >> 32 == u64::from(position)).count()]
    }
}
