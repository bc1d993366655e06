//! Whose something is that was handed in: what the names say that course systems give to it.

/// What the name of a file or folder says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandedIn {
    /// Whose it is: the name with the number that the system knows the student by.
    pub student: String,
    /// What tells this attempt from another one of the student; mostly nothing.
    pub attempt: String,
    /// The name that the student gave to it; `None` for a folder.
    pub file: Option<String>,
}

/// Reads the name that a course system gave; `None` for any other name.
///
/// Sources: the programs of Moodle (`mod/assign/locallib.php`) and Canvas (`lib/content_zipper.rb`); for
/// Brightspace and Blackboard, names as teachers show them.
pub fn handed_in(name: &str) -> Option<HandedIn> {
    moodle(name).or_else(|| brightspace(name)).or_else(|| blackboard(name)).or_else(|| canvas(name))
}

fn of(student: String, attempt: &str, file: Option<&str>) -> Option<HandedIn> {
    let file = file.filter(|name| !name.is_empty()).map(str::to_owned);
    Some(HandedIn { student, attempt: attempt.to_owned(), file })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `Anna Lee_1234_assignsubmission_file` is a folder, and with `_War.java` behind it a file.
fn moodle(name: &str) -> Option<HandedIn> {
    let (student, rest) = name.split_once("_assignsubmission_")?;
    of(student.to_owned(), "", rest.split_once('_').map(|(_, file)| file))
}

/// `13394-80551 - Anna Lee - Mar 29, 2018 1205 PM` is a folder, and with ` - War.java` behind it a file.
fn brightspace(name: &str) -> Option<HandedIn> {
    let mut parts = name.splitn(4, " - ");
    let (number, folder) = parts.next()?.split_once('-')?;
    let (student, date) = (parts.next()?.trim(), parts.next()?);
    let is_it = is_number(number) && is_number(folder) && !student.is_empty();
    if is_it { of(format!("{student}_{number}"), date, parts.next()) } else { None }
}

/// `Homework 1_anna_attempt_2018-03-29-12-05-00_War.java`.
fn blackboard(name: &str) -> Option<HandedIn> {
    let (student, rest) = name.split_once("_attempt_")?;
    let (date, file) = rest.split_once('_').unwrap_or((rest, ""));
    let is_date = date.get(..10)?.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let student = student.rsplit('_').next()?;
    if is_date { of(student.to_owned(), date.get(..19).unwrap_or(date), Some(file)) } else { None }
}

/// `leeanna_12_34_War.java`, `leeanna_LATE_12_34_War.java`, `anon_a1b2c_34_War.java`, and for what is no
/// file `leeanna_12_text.html`.
fn canvas(name: &str) -> Option<HandedIn> {
    let parts: Vec<&str> = name.split('_').collect();
    let numbers = |k: usize| is_number(parts[k]) && parts.get(k + 1).is_some_and(|p| is_number(p));
    let no_file = |k: usize| {
        is_number(parts[k]) && matches!(parts.get(k + 1..), Some(["text.html" | "link.html"]))
    };
    let (end, file) = match parts[..] {
        ["anon", _, number, _, ..] if is_number(number) => (1, 3),
        _ => {
            let k = (1..parts.len()).find(|&k| numbers(k) || no_file(k))?;
            (k, if numbers(k) { k + 2 } else { k + 1 })
        }
    };
    let name = &parts[..end];
    let name = name.strip_suffix(&["LATE"]).filter(|name| !name.is_empty()).unwrap_or(name);
    let file = parts.get(file..).filter(|rest| !rest.is_empty())?.join("_");
    of(format!("{}_{}", name.join("_"), parts[end]), "", Some(&file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_course_systems_are_read() {
        for (name, student, file) in [
            ("Anna Lee_12_assignsubmission_file_", "Anna Lee_12", None),
            ("Anna Lee_12_assignsubmission_file", "Anna Lee_12", None),
            ("Anna Lee_12_assignsubmission_file_War.java", "Anna Lee_12", Some("War.java")),
            (
                "Red-Anna Lee_12_assignsubmission_onlinetext_onlinetext.html",
                "Red-Anna Lee_12",
                Some("onlinetext.html"),
            ),
            ("leeanna_12_34_War.java", "leeanna_12", Some("War.java")),
            ("leeanna_12_34_my_war_1_2.py", "leeanna_12", Some("my_war_1_2.py")),
            ("leeanna_LATE_12_34_War-1.java", "leeanna_12", Some("War-1.java")),
            ("leeanna_12_text.html", "leeanna_12", Some("text.html")),
            ("anon_a1b2c_34_War.java", "anon_a1b2c", Some("War.java")),
            ("133-805 - Anna Lee - Mar 29, 2018 1205 PM", "Anna Lee_133", None),
            (
                "133-805 - Anna Lee - Mar 29, 2018 1205 PM - my - War.java",
                "Anna Lee_133",
                Some("my - War.java"),
            ),
            ("Homework 1_anna_attempt_2018-03-29-12-05-00_War.java", "anna", Some("War.java")),
            ("Homework 1_anna_attempt_2018-03-29-12-05-00.txt", "anna", None),
        ] {
            let found = handed_in(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!((found.student.as_str(), found.file.as_deref()), (student, file), "{name}");
        }
        for name in
            ["War.java", "anna", "test_1_War.java", "1 - 2", "my_attempt_War.java", "_12_34", ""]
        {
            assert_eq!(handed_in(name), None, "{name}");
        }
    }
}
