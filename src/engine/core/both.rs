//! The same for both players.

/// `both!(|seat| ...)`: an array of what stands there for seat 0 and for seat 1.
///
/// It is written out where it stands. `array::map` is not marked for inlining: in an engine it becomes
/// a call for each step of a game where the compiler puts it into another unit than its caller.
macro_rules! both {
    (|$seat:ident| $value:expr) => {
        [
            {
                let $seat = 0_usize;
                $value
            },
            {
                let $seat = 1_usize;
                $value
            },
        ]
    };
}

pub(crate) use both;
