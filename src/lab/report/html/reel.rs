//! Single games as films, small enough for a page: each step says only what changes, and all is packed.

use miniz_oxide::deflate::compress_to_vec_zlib;
use serde_json::{Value as Json, json};

use super::subject::{Entry, Subject};
use crate::core::film::{Film, Stage};
use crate::core::wording::digits::grouped;

/// Bytes that the films of a page may take.
const MOST_BYTES: usize = 300_000;
/// Cells whose games are shown.
const MOST_CELLS: usize = 4;
/// Frames at each end below which a cut film is not worth its place.
const FEWEST: usize = 100;
/// How hard zlib tries, of 10.
const EFFORT: u8 = 9;

/// A film of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Which game it is.
    pub label: String,
    /// The same by its cell and index, where it has them.
    pub game: Option<(usize, u64)>,
    /// The command that replays it, where there is one.
    pub command: Option<String>,
    /// The film as [`packed`].
    pub film: String,
}

/// The first game and the longest decided game of the first cells, as far as there is room.
pub fn films(subject: &Subject, mut room: usize) -> Vec<Shown> {
    let entries = subject.entries();
    let longest =
        |k: &usize| entries[*k].tally.decided_longest().map_or(0, |extreme| extreme.length);
    let mut cells: Vec<usize> = (0..entries.len().min(MOST_CELLS)).collect();
    if entries.len() > MOST_CELLS {
        // The very longest game of all first, wherever it was played.
        let record = (0..entries.len()).rev().max_by_key(longest).unwrap_or_default();
        cells = vec![0];
        cells.extend((record > 0).then_some(record));
    }
    let unit = subject.info().length().name;
    let first = |&k: &usize| {
        let range = entries[k].state.games.first().filter(|range| !range.is_empty())?;
        Some((k, range.start, "the first game".to_owned()))
    };
    let mut wanted: Vec<(usize, u64, String)> = cells.iter().filter_map(first).collect();
    for &k in &cells {
        wanted.extend(entries[k].tally.decided_longest().map(|extreme| {
            let length = grouped(extreme.length);
            (k, extreme.game, format!("the longest decided game, {length} {unit}"))
        }));
    }
    let mut known = std::collections::HashSet::new();
    wanted.retain(|(k, game, _)| known.insert((*k, *game)));
    let mut films: Vec<Shown> = Vec::new();
    for (place, (k, game, what)) in wanted.iter().enumerate() {
        let (k, game) = (*k, *game);
        let entry = &entries[k];
        let study = &entry.state.study;
        let Some(film) = study.game.film(&entry.cell.rules, &study.deals, game) else { continue };
        let Some(film) = fitting(film, room / (wanted.len() - place)) else { continue };
        room -= film.len();
        let label = format!("{}: {what} (game {})", entry.name, grouped(game));
        let (command, game) = (replay(entry, game), Some((k, game)));
        films.push(Shown { label, game, command, film });
    }
    films
}

/// What replays a game in a terminal, where its rule set is built in.
pub fn replay(entry: &Entry<'_>, game: u64) -> Option<String> {
    let (study, name) = (&entry.state.study, &entry.cell.rule_set);
    // What else is needed, such as a file of dice, is not known by its name any more.
    let preset = study.game.preset(name).filter(|_| study.game.gear().is_null())?;
    let built_in = study.game.fields(&preset) == study.game.fields(&entry.cell.rules);
    let seed = study.deals.seed.0;
    built_in.then(|| study.game.replay(name, &entry.cell.part, seed, game)).flatten()
}

/// Room for the films of each of so many subjects.
pub fn room(subjects: usize) -> usize {
    MOST_BYTES / subjects.max(1)
}

/// A film as the script of the page reads it: the JSON of [`encode`], packed by zlib, in Base64.
pub fn packed(film: &Film) -> String {
    base64(&compress_to_vec_zlib(encode(film).to_string().as_bytes(), EFFORT))
}

/// A film in no more than so many bytes: whole, or else without its middle.
fn fitting(mut film: Film, room: usize) -> Option<String> {
    let mut kept = film.frames.len() / 2;
    loop {
        let text = packed(&film);
        if text.len() <= room {
            return Some(text);
        }
        kept = kept * 3 / 4;
        if kept < FEWEST {
            return None;
        }
        film.keep_at_each_end(kept);
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letters = bytes.chunks(3).flat_map(|three| {
        let bits = (0..3).fold(0, |bits, k| bits << 8 | u32::from(*three.get(k).unwrap_or(&0)));
        (0..4).map(move |k| match k <= three.len() {
            true => char::from(LETTERS[(bits >> (18 - 6 * k)) as usize % 64]),
            false => '=',
        })
    });
    letters.collect()
}

/// A film with every step as what changes: `[words, winner, depth, the standing of each side,
/// [place, dropped from the front, added at the back ...] ...]`.
fn encode(film: &Film) -> Json {
    let mut before: Vec<Vec<i32>> = vec![Vec::new(); film.places.len()];
    let frames = film.frames.iter().map(|frame| {
        let winner = frame.winner.map_or(-1, i64::from);
        let mut step = vec![json!(frame.words), json!(winner), json!(frame.depth)];
        let standing = |side| frame.standing.get(side).copied().unwrap_or(0);
        step.extend((0..film.sides.len()).map(|side| json!(standing(side))));
        for (p, (old, new)) in before.iter_mut().zip(&frame.items).enumerate() {
            if old != new {
                let dropped = dropped(old, new);
                let mut change = vec![p as i32, dropped as i32];
                change.extend(&new[old.len() - dropped..]);
                step.push(json!(change));
                old.clone_from(new);
            }
        }
        Json::Array(step)
    });
    let frames: Vec<Json> = frames.collect();
    let places = film.places.iter().map(|place| {
        json!([place.name, place.side.map_or(-1, i64::from), i64::from(place.at_risk)])
    });
    let stage = match &film.stage {
        Stage::Cards(faces) => {
            json!(faces.iter().map(|face| json!([face.name, face.red])).collect::<Vec<_>>())
        }
        Stage::Board(squares) => json!(
            squares
                .iter()
                .map(|s| {
                    let to = s.leads_to.unwrap_or(0);
                    json!([s.column, s.row, s.side.map_or(-1, i64::from), to])
                })
                .collect::<Vec<_>>()
        ),
    };
    json!({
        "kind": match film.stage { Stage::Cards(_) => "cards", Stage::Board(_) => "board" },
        "stage": stage,
        "places": places.collect::<Vec<_>>(),
        "sides": film.sides,
        "standing": film.standing,
        "fight": film.fight,
        "gap": film.gap.map(|(at, left_out)| json!([at, left_out])),
        "frames": frames,
    })
}

/// The fewest items to drop from the front of `old` so that what is left begins `new`.
fn dropped(old: &[i32], new: &[i32]) -> usize {
    let begins = |drop: &usize| new.starts_with(&old[*drop..]);
    (0..=old.len()).find(begins).unwrap_or(old.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::film::{Frame, Place};

    fn film_of(frames: Vec<Frame>) -> Film {
        let place = Place { name: "p".into(), side: None, at_risk: false };
        Film {
            stage: Stage::Cards(Vec::new()),
            places: vec![place; 3],
            sides: vec!["A".into(), "B".into()],
            standing: "",
            fight: "",
            frames,
            gap: None,
            result: Vec::new(),
        }
    }

    /// What the page's script does with the steps.
    fn played_back(film: &Json) -> Vec<Vec<Vec<i64>>> {
        let places = film["places"].as_array().unwrap().len();
        let mut now: Vec<Vec<i64>> = vec![Vec::new(); places];
        let frames = film["frames"].as_array().unwrap().iter();
        frames
            .map(|frame| {
                for change in &frame.as_array().unwrap()[5..] {
                    let change: Vec<i64> =
                        change.as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect();
                    let place = &mut now[change[0] as usize];
                    place.drain(..change[1] as usize);
                    place.extend(&change[2..]);
                }
                now.clone()
            })
            .collect()
    }

    #[test]
    fn steps_of_changes_give_the_frames_back() {
        let mut random = 7_u32;
        let mut next = |below: u32| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 16) % below
        };
        let mut items = vec![vec![1, 2, 3, 4], vec![], vec![-5]];
        let mut frames = Vec::new();
        for _ in 0..500 {
            let place = next(3) as usize;
            let (drop, add) = (next(3) as usize, next(4));
            let length = items[place].len();
            items[place].drain(..drop.min(length));
            items[place].extend((0..add).map(|_| next(9) as i32 - 4));
            if next(10) == 0 {
                items[place].reverse();
            }
            frames.push(Frame { items: items.clone(), ..Frame::default() });
        }
        let film = film_of(frames.clone());
        let expected: Vec<Vec<Vec<i64>>> = frames
            .iter()
            .map(|f| f.items.iter().map(|i| i.iter().map(|&n| n.into()).collect()).collect())
            .collect();
        assert_eq!(played_back(&encode(&film)), expected);
    }

    #[test]
    fn base64_is_that_of_everybody() {
        // RFC 4648, section 10.
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn a_film_without_room_loses_its_middle() {
        let film = |steps: usize| {
            let frames =
                (0..steps).map(|k| Frame { words: format!("step {k}"), ..Frame::default() });
            film_of(frames.collect())
        };
        let whole = packed(&film(4_000));
        assert_eq!(fitting(film(4_000), whole.len()), Some(whole.clone()));
        let cut = fitting(film(4_000), whole.len() / 2).unwrap();
        assert!((whole.len() / 4..=whole.len() / 2).contains(&cut.len()), "{}", cut.len());
        assert_eq!(fitting(film(4_000), 100), None);
    }
}
