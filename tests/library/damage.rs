//! States that were damaged.

use std::fs;
use std::path::Path;

use war_sim::cli::library::library;
use war_sim::store::State;

/// Small states as the program writes them, by name.
fn states() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/corpus/states");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = files
        .map(|path| (path.file_name().unwrap().to_string_lossy().into(), fs::read(path).unwrap()));
    let library = library();
    let whole: Vec<(String, Vec<u8>)> = read
        .filter(|(_, bytes): &(String, Vec<u8>)| State::decode(bytes, &library).is_ok())
        .collect();
    assert!(whole.len() >= 4, "only {} states of the corpus can be read", whole.len());
    whole
}

#[test]
fn every_truncation_and_every_bit_flip_of_a_state_is_refused() {
    let (library, mut truncations, mut flips) = (library(), 0, 0);
    for (name, bytes) in states() {
        for length in 0..bytes.len() {
            assert!(State::decode(&bytes[..length], &library).is_err(), "{name}: {length} bytes");
            truncations += 1;
        }
        let longer = [&bytes[..], b"\n"].concat();
        assert!(State::decode(&longer, &library).is_err(), "{name}: a byte more");
        let mut flipped = bytes.clone();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                flipped[at] ^= 1 << bit;
                assert!(
                    State::decode(&flipped, &library).is_err(),
                    "{name}: bit {bit} of byte {at}"
                );
                flipped[at] ^= 1 << bit;
                flips += 1;
            }
        }
        assert_eq!(flipped, bytes);
    }
    println!("{truncations} truncations, {flips} flips");
}
