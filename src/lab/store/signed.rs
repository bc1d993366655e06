//! Files that tell whether they are whole: a line for the format, one for the content, one for the
//! checksum of both.

use sha2::{Digest, Sha256};

/// The first line of a state: name and version of the format.
pub const FORMAT: &str = "war-sim-state 6";

/// SHA-256 in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(Sha256::new_with_prefix(bytes))
}

/// What was hashed, in lower-case hexadecimal.
pub fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of a file of this format with this content, a single line.
pub fn seal(format: &str, body: &str) -> Vec<u8> {
    let mut text = format!("{format}\n{body}\n");
    let digest = sha256(text.as_bytes());
    text.push_str(&digest);
    text.push('\n');
    text.into_bytes()
}

/// The content of a file of this format.
///
/// Errors: a sentence on what is wrong with it; a file in which a single bit was changed is refused.
pub fn open<'b>(format: &str, bytes: &'b [u8]) -> Result<&'b str, String> {
    let not_whole = || "is not whole: its checksum is wrong".to_owned();
    let text = std::str::from_utf8(bytes).map_err(|_| not_whole())?;
    let mut lines = text.split_inclusive('\n');
    let (first, body, digest) = (lines.next(), lines.next(), lines.next());
    let (Some(first), Some(body), Some(digest), None) = (first, body, digest, lines.next()) else {
        return Err(not_whole());
    };
    let signed = &text[..first.len() + body.len()];
    if digest != format!("{}\n", sha256(signed.as_bytes())) {
        return Err(not_whole());
    }
    let first = first.trim_end();
    match first == format {
        true => Ok(body.trim_end()),
        false => {
            Err(format!("is a file of another format (`{}`, not `{format}`)", first.escape_debug()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_a_changed_bit_is_refused() {
        let sealed = seal("format 1", "{\"a\":1}");
        assert_eq!(open("format 1", &sealed), Ok("{\"a\":1}"));
        assert!(open("format 2", &sealed).is_err_and(|what| what.contains("another format")));
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(open("format 1", &changed).is_err(), "byte {at}");
            assert!(open("format 1", &sealed[..at]).is_err(), "{at} bytes");
        }
    }
}
