//! Who is in a class: a file of students, and which of them handed something in.

use std::collections::HashSet;

use super::files::utf8;

/// Words that stand above columns and in no row, without spaces and in small letters.
const HEADS: [&str; 14] = [
    "student",
    "name",
    "fullname",
    "username",
    "userid",
    "login",
    "loginid",
    "id",
    "idnumber",
    "email",
    "emailaddress",
    "firstname",
    "lastname",
    "surname",
];
/// Cells of a row among which the names of a student are.
const CELLS: usize = 8;

/// A student of a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name to show.
    pub name: String,
    /// What submissions of the student may be called, as [`plain`].
    called: HashSet<String>,
}

impl Listed {
    /// Whether a submission that is called so is this student's.
    pub fn is_called(&self, student: &str) -> bool {
        let parts = student.rsplit_once('_').map_or(["", ""], |(name, number)| [name, number]);
        [student, parts[0], parts[1]].iter().any(|part| self.called.contains(&plain(part)))
    }
}

/// The students of a CSV file, with commas, semicolons or tabs, with or without a row of heads. Any
/// column may be the one that submissions are called by: a name, a first and a last name, a number.
///
/// Errors: it is no such file, or nobody is in it; as the end of a sentence.
pub fn read(text: &[u8]) -> Result<Vec<Listed>, String> {
    if text.contains(&0) && !text.starts_with(&[0xff, 0xfe]) && !text.starts_with(&[0xfe, 0xff]) {
        return Err("is no CSV file: it contains NUL bytes".into());
    }
    // Of older versions of Excel in ISO 8859-1.
    let text = &utf8(text.to_vec())[..];
    let first = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let count = |of: u8| first.iter().filter(|&&byte| byte == of).count();
    let delimiter =
        [b',', b';', b'\t'].into_iter().rev().max_by_key(|&of| count(of)).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new();
    let mut reader =
        reader.has_headers(false).flexible(true).delimiter(delimiter).from_reader(text);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for row in reader.byte_records() {
        let row = row.map_err(|error| format!("is no CSV file: {error}"))?;
        let cell = |cell: &[u8]| String::from_utf8_lossy(cell).trim().to_owned();
        rows.push(row.iter().take(CELLS).map(cell).collect());
    }
    let is_head = |cell: &String| HEADS.contains(&plain(cell).as_str());
    let heads = match rows.first() {
        Some(row) if row.iter().any(is_head) => rows.remove(0),
        _ => Vec::new(),
    };
    let at = |names: &[&str]| heads.iter().position(|head| names.contains(&plain(head).as_str()));
    let whole = at(&["student", "name", "fullname"]);
    let first_and_last = [at(&["firstname"]), at(&["lastname", "surname"])];
    let listed = |row: Vec<String>| -> Option<Listed> {
        let cell = |k: usize| row.get(k).map_or("", String::as_str);
        let name = match (whole, first_and_last) {
            (Some(k), _) => cell(k).to_owned(),
            (None, [Some(first), Some(last)]) => format!("{} {}", cell(first), cell(last)),
            _ => cell(0).to_owned(),
        };
        // Canvas has a row of the points that there are.
        let is_student = !plain(&name).is_empty() && plain(&name) != "pointspossible";
        is_student.then(|| Listed { called: names(&row), name: name.trim().to_owned() })
    };
    let students: Vec<Listed> = rows.into_iter().filter_map(listed).collect();
    if students.is_empty() { Err("lists no student".into()) } else { Ok(students) }
}

/// What somebody may be called of whom these cells are: each cell, and each two of them.
fn names(cells: &[String]) -> HashSet<String> {
    let plain: Vec<String> = cells.iter().map(|cell| plain(cell)).collect();
    let mut names: HashSet<String> = plain.iter().cloned().collect();
    // `Lee, Anna` is Anna Lee, and an address has the name that somebody logs in by.
    for cell in cells {
        names.extend(
            cell.split_once(',').map(|(last, first)| self::plain(&format!("{first}{last}"))),
        );
        names.extend(cell.split_once('@').map(|(login, _)| self::plain(login)));
    }
    for (k, one) in plain.iter().enumerate() {
        let others = plain.iter().enumerate().filter(|&(j, other)| j != k && !other.is_empty());
        names.extend(others.map(|(_, other)| format!("{one}{other}")));
    }
    names.remove("");
    names
}

/// A name without what systems change in it: letters and digits alone, small.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_are_found_by_names_and_numbers() {
        for text in [
            "student\nAnna Lee\nBob\n",
            "Anna Lee\nBob",
            "\u{feff}First name;Surname;ID number\r\nAnna;Lee;0012\r\nBob;;13\r\n",
            "Student,ID,SIS Login ID\n    Points Possible,,\n\"Lee, Anna\",12,alee\n\"Bob\",13,bob\n",
            "Username\tEmail address\nannalee\tanna.lee@example.org\nbob\tbob@example.org",
        ] {
            let students = read(text.as_bytes()).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(students.len(), 2, "{text}");
            let of = |name: &str| students.iter().position(|student| student.is_called(name));
            assert_eq!((of("Anna Lee_99"), of("leeanna_12").or(of("annalee"))), (Some(0), Some(0)));
            assert_eq!(
                (of("BOB"), of("eve"), of("_"), of("")),
                (Some(1), None, None, None),
                "{text}"
            );
        }
        let named = |text: &str| read(text.as_bytes()).map(|mut all| all.remove(0).name);
        assert_eq!(named("ID,First name,Last name\n7,Anna,Lee\n"), Ok("Anna Lee".into()));
        assert_eq!(named("ID,Name\n7,Anna\n"), Ok("Anna".into()));
        let latin = read(b"student\nM\xfcller\n").map(|mut all| all.remove(0).name);
        assert_eq!(latin, Ok("M\u{fc}ller".into()));
        assert!(read(b"PK\x03\x04\0\0").is_err_and(|why| why.contains("no CSV file")));
        assert!(named("").is_err() && named("student\n\n").is_err());
    }
}
