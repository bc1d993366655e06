//! Bounded draws: uniform integers below a bound, several from each 32-bit word.
//!
//! Source: N. Brackett-Rozinsky and D. Lemire, "Batched Ranged Random Integer Generation"
//! (arXiv 2408.06213), with 32-bit words instead of 64: a 32-by-32-bit product fits one lane of
//! the vector units that everybody has, and eight decks draw side by side.

/// The product of the bounds drawn from one word stays at or below this.
///
/// 2^24 of 2^32: at most one word in 256 can be redrawn, and four draws of up to 64 fit a word.
pub const MAX_PRODUCT: u32 = 1 << 24;

/// Consecutive bounds drawn from one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundBatch {
    /// The bounds, in drawing order.
    pub bounds: Vec<u32>,
    /// Their product.
    product: u32,
    /// `2^32 mod (product of the bounds)`: a word whose remainder falls below it is redrawn.
    pub threshold: u32,
}

impl BoundBatch {
    /// The batch of these bounds, whose product must not exceed [`MAX_PRODUCT`] (a single bound
    /// may be any size).
    pub fn new(bounds: Vec<u32>) -> Self {
        let product = bounds.iter().product();
        let threshold = ((1_u64 << 32) % u64::from(product)) as u32;
        Self { bounds, product, threshold }
    }

    /// Draws one number below each bound, in order, from uniform 32-bit words, and hands each to `take`.
    ///
    /// The word, read as a fraction of 2^32, is multiplied by the first bound: the whole part is
    /// the first draw, the fraction goes on to the next bound. If the fraction left at the end is
    /// below the threshold, the word is thrown away and the next one is tried, so that every
    /// combination is exactly equally likely.
    #[inline]
    pub fn draw(&self, word: &mut impl FnMut() -> u32, mut take: impl FnMut(u32)) {
        loop {
            let mut fraction = word();
            // What is left after all bounds is what one multiplication by their product leaves.
            if fraction.wrapping_mul(self.product) >= self.threshold {
                for &bound in &self.bounds {
                    let product = u64::from(fraction) * u64::from(bound);
                    take((product >> 32) as u32);
                    fraction = product as u32;
                }
                return;
            }
        }
    }
}

/// The batches of a Fisher-Yates shuffle of `n` things: bounds `n, n - 1, ..., 2`, each batch as
/// long as its product allows.
pub fn shuffle_batches(n: usize) -> Vec<BoundBatch> {
    let mut batches = Vec::new();
    let mut bounds: Vec<u32> = Vec::new();
    let mut product = 1_u64;
    for bound in (2..=n as u32).rev() {
        if !bounds.is_empty() && product * u64::from(bound) > u64::from(MAX_PRODUCT) {
            batches.push(BoundBatch::new(std::mem::take(&mut bounds)));
            product = 1;
        }
        product *= u64::from(bound);
        bounds.push(bound);
    }
    if !bounds.is_empty() {
        batches.push(BoundBatch::new(bounds));
    }
    batches
}

/// Shuffles `items` in place with the batches of [`shuffle_batches`] for their number.
///
/// Fisher-Yates from the end: the draw below `n` names the item that goes to position `n - 1`, for
/// `n` from the number of items down to 2. Source: R. Durstenfeld, Comm. ACM 7 (1964) 420.
#[inline]
pub fn shuffle<T>(items: &mut [T], batches: &[BoundBatch], mut word: impl FnMut() -> u32) {
    let mut end = items.len();
    for batch in batches {
        batch.draw(&mut word, |drawn| {
            end -= 1;
            items.swap(end, drawn as usize);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_is_equally_likely() {
        // 2^32 words are too many to try; the same arithmetic on the accepted intervals is not.
        // A combination (i, j) of bounds (a, b) has number c = i * b + j, and is made by the words
        // w with floor(w * a * b / 2^32) = c whose fraction is at or above the threshold.
        let batch = BoundBatch::new(vec![52, 51, 50, 49]);
        let product: u64 = 52 * 51 * 50 * 49;
        for c in [0, 1, 777, product / 2, product - 1] {
            let first = (c << 32).div_ceil(product);
            let last = ((c + 1) << 32).div_ceil(product);
            let kept = (first..last).filter(|w| (w * product) as u32 >= batch.threshold).count();
            assert_eq!(kept as u64, (1 << 32) / product, "combination {c}");
        }
    }
}
