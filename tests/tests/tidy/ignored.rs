//! Every ignored test has one of the reasons in [`Reason`].
//!
//! A test that needs a program or device that may be missing is not ignored: it is a trial of a separate binary, whose
//! outcome names the missing program (`tests/src/tool.rs`).

use super::{root, rust_files};
use std::fs;

/// The reason why a test is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// It runs this long.
    Long(&'static str),
    /// A measurement that other tests would disturb, or that would disturb them.
    Measures,
    /// Another test of its file runs it in a separate process.
    Started,
    /// It needs a certificate that is not issued yet.
    Certificate,
}

impl Reason {
    const ALL: [Self; 9] = [
        Self::Long("seconds"),
        Self::Long("a minute"),
        Self::Long("minutes"),
        Self::Long("half an hour"),
        Self::Long("an hour"),
        Self::Long("hours"),
        Self::Measures,
        Self::Started,
        Self::Certificate,
    ];

    /// The text in `#[ignore = ".."]`.
    fn text(self) -> String {
        match self {
            Self::Long(time) => format!("a long run: {time}"),
            Self::Measures => "measures: run it alone, with --nocapture".to_owned(),
            Self::Started => "another test runs it in a process of its own".to_owned(),
            Self::Certificate => "needs a certificate that is not kept".to_owned(),
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.text() == text)
    }
}

/// The ignored tests of a source: the line of the attribute, the reason in the source, and the name.
fn ignored(source: &str) -> Vec<(usize, Option<&str>, &str)> {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let attributes = lines.iter().enumerate().filter(|(_, line)| {
        line.starts_with("#[ignore") || line.starts_with("#[cfg_attr") && line.contains(", ignore")
    });
    let actual = attributes.map(|(k, line)| {
        let reason = line.strip_prefix("#[ignore = \"");
        let reason = reason.and_then(|rest| rest.strip_suffix("\"]"));
        let name = lines[k..].iter().find_map(|line| line.split_once("fn "));
        let name = name.and_then(|(_, rest)| rest.split('(').next());
        (k + 1, reason, name.unwrap_or_default())
    });
    actual.collect()
}

/// The faults in the reasons of a source.
fn problems(source: &str) -> Vec<String> {
    let mut wrong = vec![];
    for (line, reason, name) in ignored(source) {
        let known = reason.and_then(Reason::from_text);
        let is_own = |c: char| c.is_alphanumeric() || c == '_';
        let named = source
            .split(|c| !is_own(c))
            .filter(|word| *word == name)
            .count();
        match known {
            None => wrong.push(format!(
                "{line}: `{name}` is ignored for another reason than those of `Reason` in tests/tests/tidy/ignored.rs: \
                 {}",
                reason.unwrap_or("none")
            )),
            // The function itself, and the test that starts it.
            Some(Reason::Started) if named < 2 => {
                wrong.push(format!("{line}: no test of its file starts `{name}`"));
            }
            Some(_) => {}
        }
    }
    wrong
}

/// Oracle: the table of reasons.
#[test]
fn tests_are_ignored_for_one_of_a_few_reasons() {
    let (mut wrong, mut count) = (vec![], 0);
    for path in rust_files() {
        let text = fs::read_to_string(&path).expect("readable");
        let inside = path.strip_prefix(root()).expect("inside").display();
        count += ignored(&text).len();
        wrong.extend(
            problems(&text)
                .iter()
                .map(|what| format!("{inside}:{what}")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 30, "{count}");
}

/// Oracle: hand-written texts.
#[test]
fn unlisted_reason_is_detected() {
    let count = |attribute: &str| problems(&format!("#[test]\n{attribute}\nfn a() {{}}")).len();
    assert_eq!(count("#[ignore = \"a long run: hours\"]"), 0);
    assert_eq!(count("#[ignore = \"a long run: days\"]"), 1);
    assert_eq!(count("#[ignore]"), 1);
    let started = format!(
        "#[ignore = \"{}\"]\nfn child() {{}}",
        Reason::Started.text()
    );
    assert_eq!(problems(&started).len(), 1);
    assert_eq!(problems(&format!("{started}\nrun(\"child\")")).len(), 0);
    for reason in Reason::ALL {
        assert_eq!(Reason::from_text(&reason.text()), Some(reason));
    }
}
