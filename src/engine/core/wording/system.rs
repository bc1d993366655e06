//! What the system says of a file, in words that help.

use std::io::{Error, ErrorKind};

/// Why something cannot be done, without numbers of the system.
pub fn said(error: &Error) -> String {
    let known = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::AlreadyExists => "something else has this name",
        ErrorKind::NotADirectory => "a part of this path is a file, not a folder",
        ErrorKind::IsADirectory => "it is a folder",
        ErrorKind::PermissionDenied => "no permission",
        ErrorKind::ReadOnlyFilesystem => "this disk can only be read",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::InvalidFilename => "no file can have this name, or one as long",
        ErrorKind::BrokenPipe => "its reader has gone",
        _ => {
            let text = error.to_string();
            return match text.rfind(" (os error ") {
                Some(end) => format!("the system says: {}", &text[..end]),
                None => text,
            };
        }
    };
    // Words of the program's own say more than their kind.
    match error.get_ref() {
        Some(own) => own.to_string(),
        None => known.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_of_the_system_is_shown() {
        // Of Linux: denied, busy, exists, no folder, too many files, full, not of this disk.
        for number in [5, 13, 16, 17, 20, 24, 28, 30, 36, 18] {
            let told = said(&Error::from_raw_os_error(number));
            assert!(!told.contains("os error") && !told.is_empty(), "{number}: {told}");
        }
        assert_eq!(said(&Error::new(ErrorKind::NotFound, "row 5 is missing")), "row 5 is missing");
        assert_eq!(said(&ErrorKind::NotFound.into()), "there is no such file or folder");
    }
}
