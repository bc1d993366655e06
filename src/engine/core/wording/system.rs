//! What the system says of a file.

use std::io::Error;

/// Why something cannot be done, in the words of the system, without its number.
pub fn said(error: &Error) -> String {
    let said = error.to_string();
    said.split_once(" (os error ").map_or(said.as_str(), |(words, _)| words).to_owned()
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::*;

    #[test]
    fn no_number_of_the_system_is_shown() {
        // Of Linux: denied, busy, exists, no folder, too many files, full, not of this disk.
        for number in [5, 13, 16, 17, 20, 24, 28, 30, 36, 18] {
            let told = said(&Error::from_raw_os_error(number));
            assert!(!told.contains("os error") && !told.is_empty(), "{number}: {told}");
        }
        assert_eq!(said(&Error::new(ErrorKind::NotFound, "row 5 is missing")), "row 5 is missing");
        assert_eq!(said(&ErrorKind::NotFound.into()), "entity not found");
    }
}
