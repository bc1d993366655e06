//! Endless games that others published: what the search for loops begins with.

/// A deal that runs into a loop.
pub struct PublishedLoop {
    /// The deal, in the notation of the rule set it is of.
    pub deal: &'static str,
    /// Who published it.
    #[allow(dead_code)] // a record without its source is none
    pub source: &'static str,
}

/// All of them.
pub const LOOPS: [PublishedLoop; 3] = [
    PublishedLoop {
        deal: "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA",
        source: "B. Casella and others, A Non-Terminating Game of Beggar-My-Neighbor, arXiv:2403.13855 (2024)",
    },
    PublishedLoop {
        deal: "--Q------QJ----JK---/---Q---J-Q-KJ--K-K--",
        source: "camicia: loops were printed in 2016 and 2017 (M. Cocco Lasta and D. Mazzaro's group; R. Zanotto), \
                 and see N. Andorno and others, arXiv:2602.23406 (2026)",
    },
    PublishedLoop {
        deal: "--K-Q-Q-K-KJ-----KJ-/--J--Q----Q-------J-",
        source: "camicia: R. Zanotto, github.com/drago-96/cavacamisa, infinite/20170217.txt (17 February 2017)",
    },
];
