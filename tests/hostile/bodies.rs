//! What each fuzz target does with its input.
//!
//! Shared by `cargo fuzz` (nightly) and by `tests/hostile.rs`, which runs these over the corpus on
//! stable. A body may refuse its input in any way but a panic.

use std::io;
use std::path::Path;
use std::sync::OnceLock;

use sha2::{Digest as _, Sha256};
use war_sim::game::Game;
use war_sim::inside::{Got, Layout, is_comment, no_cell, read_deal, shortened, shown_text};
use war_sim::ludo::Dice;
use war_sim::store::{Library, Saved};
use war_sim::{Decks, Spec};

/// A target: its name, and what it does.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 6] = [
    ("rules", rules),
    ("experiments", experiments),
    ("dice", dice),
    ("decks", decks),
    ("states", states),
    ("answers", answers),
];

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(war_sim::cli::library::library)
}

/// Rule files of every game, and changes in braces. What is read reads back from its own TOML.
fn rules(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for game in Game::all() {
        let Ok(rules) = game.read(text) else { continue };
        let written = rules.to_toml();
        let again = game.read(&written).expect("the program's own TOML reads back");
        assert_eq!(again.fields(), rules.fields(), "{written}");
    }
    if let Ok(found) = library().find(&format!("umass{{{text}}}"), None) {
        assert_eq!(no_cell(&found.name), None, "{:?}", found.name);
    }
}

/// Whatever file an experiment names here, it has these dice: nothing is read from any disk.
fn same_dice(_: &Path) -> io::Result<String> {
    Ok("2\n6 1 2 3 4 5 6\n4 1 6 6 6\n".to_owned())
}

/// Experiment files. Every name that a table would show is harmless.
fn experiments(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let harmless = |said: &str| assert!(!shown_text(said).contains('\u{1b}'));
    let spec = match Spec::read(text) {
        Ok(spec) => spec,
        Err(what) => return harmless(&what),
    };
    if matches!(spec.decks, Some(Decks::File(_))) {
        return;
    }
    match spec.resolve(&Library::new(same_dice)) {
        Ok(study) => {
            for named in study.rule_sets() {
                assert_eq!(no_cell(&named.name), None, "{:?}", named.name);
            }
        }
        Err(refused) => harmless(&refused.in_file(text)),
    }
}

/// Dice files.
fn dice(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for self_play in [true, false] {
        if let Ok(dice) = Dice::parse("file", text, self_play) {
            assert!(!dice.dice().is_empty());
        }
    }
}

/// Files of decks, line by line.
fn decks(data: &[u8]) {
    let mut layout = Layout::default();
    for (number, line) in data.split(|&byte| byte == b'\n').enumerate() {
        if is_comment(line) {
            continue;
        }
        match Layout::of_heading(line) {
            Some(found) if number == 0 => layout = found,
            _ => match layout.deal(line).and_then(|(_, deal)| read_deal(deal)) {
                Ok(given) => {
                    assert!(given.cards.len() <= line.len());
                    match given.cards_of_a {
                        None => _ = war_sim::find_winner(&given.cards),
                        Some(of_a) => assert!(of_a <= given.cards.len()),
                    }
                }
                Err(error) => assert!(!error.to_string().contains('\u{1b}')),
            },
        }
    }
}

/// States: as they are, and with the checksum that they should have, so that the rest is read too.
fn states(data: &[u8]) {
    let counted = |bytes: &[u8]| Saved::read(bytes).and_then(|state| state.body.counted());
    let _ = counted(data);
    let mut lines = data.split_inclusive(|&byte| byte == b'\n');
    let (Some(first), Some(body)) = (lines.next(), lines.next()) else { return };
    let signed = [first, body].concat();
    let digest: String = Sha256::digest(&signed).iter().map(|b| format!("{b:02x}")).collect();
    let whole = [&signed[..], digest.as_bytes(), b"\n"].concat();
    let _ = counted(&whole);
}

/// What a checked program prints.
fn answers(data: &[u8]) {
    for line in data.split(|&byte| byte == b'\n') {
        let shown = shortened(line, 60);
        assert!(shown.len() <= 60 * 12 + 3, "{shown:?}");
        let said = shown + &Got::of_line(line).to_string();
        assert!(!said.contains(char::is_control), "{said:?}");
    }
}
