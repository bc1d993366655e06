//! What a run does with what is there: one table for every verb that keeps its runs.

use super::super::folder::Claim;

/// What the folder of a run holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folder {
    /// Nothing.
    Nothing,
    /// This very run, complete.
    Run,
    /// This run; files beside its state are missing or damaged.
    Torn,
    /// This run, without the rows of games that are asked for.
    Lacking,
    /// This run with fewer games.
    Shorter,
    /// Anything else: another run, a damaged one, one that cannot be extended.
    Other,
}

/// What was saved of a run on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// Nothing.
    Nothing,
    /// A checkpoint of this run.
    Run,
    /// A checkpoint of another run.
    Other,
    /// Checkpoints that are damaged.
    Broken,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// `--resume`.
    pub resume: bool,
    /// `--force`.
    pub force: bool,
}

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Nothing: all is there.
    Leave,
    /// The files beside the state are written again.
    Mend,
    /// The run goes on after its checkpoint.
    GoOn,
    /// The games that the finished run lacks are played.
    Extend,
    /// The run begins; a checkpoint of it stays until this session is further.
    Begin,
    /// The run begins, and what was saved goes.
    BeginAnew,
    /// The run is refused because of its folder.
    RefuseFolder,
    /// The run is refused because of what was saved.
    RefuseSaved,
}

/// What happens with this folder and these checkpoints.
///
/// `--resume` goes on where there is something of this run, else begins; `--force` gives up what is
/// in the way; both together go on if possible, and else begin whatever is in the way.
pub fn deed(asked: Asked, folder: Folder, saved: Saved) -> Deed {
    use Folder::{Lacking, Nothing, Other, Run, Shorter, Torn};
    let Asked { resume, force } = asked;
    match (resume, force, folder, saved) {
        (false, true, _, _) => Deed::BeginAnew,
        (_, false, _, Saved::Other) => Deed::RefuseSaved,
        (true, _, Run, _) => Deed::Leave,
        (true, _, Torn, _) => Deed::Mend,
        (true, true, _, Saved::Run) => Deed::GoOn,
        (true, true, Shorter, _) => Deed::Extend,
        (true, true, _, _) => Deed::BeginAnew,
        (true, false, _, Saved::Broken) => Deed::RefuseSaved,
        (_, false, Other, _) | (false, false, Shorter, _) => Deed::RefuseFolder,
        (true, false, _, Saved::Run) => Deed::GoOn,
        (true, false, Shorter, Saved::Nothing) => Deed::Extend,
        (false, false, Nothing | Run | Torn | Lacking, Saved::Broken) => Deed::BeginAnew,
        (_, false, Nothing | Run | Torn | Lacking, Saved::Nothing | Saved::Run) => Deed::Begin,
    }
}

/// What the folder may hold when the run takes its place.
pub fn claim(asked: Asked, folder: Folder, deed: Deed) -> Claim {
    match (deed, folder) {
        (Deed::Leave | Deed::Mend, _) => Claim::Same,
        (Deed::GoOn | Deed::Extend, Folder::Shorter) => Claim::Anything,
        _ if asked.force => Claim::Anything,
        _ => Claim::Same,
    }
}

#[cfg(test)]
mod tests {
    use super::Deed::{
        Begin as B, BeginAnew as A, Extend as E, GoOn as G, Leave as L, Mend as M,
        RefuseFolder as F, RefuseSaved as S,
    };
    use super::*;

    #[test]
    fn every_cell_of_the_table_is_as_it_is_written_down() {
        use Folder::{Lacking, Nothing, Other, Run, Shorter, Torn};
        // Saved: nothing, this run, another run, damaged.
        #[rustfmt::skip]
        let table = [
            //          neither       --resume      --force       --force --resume
            (Nothing, [[B, B, S, A], [B, G, S, S], [A, A, A, A], [A, G, A, A]]),
            (Run,     [[B, B, S, A], [L, L, S, L], [A, A, A, A], [L, L, L, L]]),
            (Torn,    [[B, B, S, A], [M, M, S, M], [A, A, A, A], [M, M, M, M]]),
            (Lacking, [[B, B, S, A], [B, G, S, S], [A, A, A, A], [A, G, A, A]]),
            (Shorter, [[F, F, S, F], [E, G, S, S], [A, A, A, A], [E, G, E, E]]),
            (Other,   [[F, F, S, F], [F, F, S, S], [A, A, A, A], [A, G, A, A]]),
        ];
        let options = [(false, false), (true, false), (false, true), (true, true)];
        let saved = [Saved::Nothing, Saved::Run, Saved::Other, Saved::Broken];
        for (folder, columns) in table {
            for ((resume, force), deeds) in options.into_iter().zip(columns) {
                for (saved, expected) in saved.into_iter().zip(deeds) {
                    let asked = Asked { resume, force };
                    let is = deed(asked, folder, saved);
                    assert_eq!(is, expected, "{folder:?}, {saved:?}, {asked:?}");
                    // Nothing but what is asked for is ever given up.
                    let gives_up = claim(asked, folder, is) == Claim::Anything;
                    assert!(!gives_up || force || folder == Shorter, "{folder:?}, {asked:?}");
                }
            }
        }
    }
}
