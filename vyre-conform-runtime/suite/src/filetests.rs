//! The programs of `filetests`: text with hand-written expected words.
//!
//! Functions are followed by calls of the last one, `; run: f(1, 2) == 3`. A program is followed by its launches: `;
//! workgroups 2 1 1`, and for each buffer `; words 1 2`, in hexadecimal, with `; gives 3` for each that is read back.
//! Each call and each launch is a case. Comments for readers begin with `//`. The package of random programs parses the
//! files and runs their cases.

/// A file of programs with expected words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Filetest {
    /// The path of the file in the folder, such as `loops.vir`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// All files that call no op of a library, by name.
pub const ALL: &[Filetest] = include!(concat!(env!("OUT_DIR"), "/filetests.rs"));

/// Prefixes of the lines that begin a case.
const BEGINNINGS: [&str; 2] = ["; run:", "; workgroups"];

impl Filetest {
    /// The file with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        let place = ALL.binary_search_by(|file| file.name.cmp(name));
        place.ok().map(|place| &ALL[place])
    }

    /// The number of its cases.
    pub fn cases(&self) -> u64 {
        let begins = |line: &&str| BEGINNINGS.iter().any(|with| line.starts_with(with));
        self.text.lines().filter(begins).count() as u64
    }
}

/// The names of all files.
pub fn names() -> Vec<String> {
    ALL.iter().map(|file| file.name.to_owned()).collect()
}

/// The number of cases in the files with these names; `None` if one is unknown.
pub fn cases<S: AsRef<str>>(names: &[S]) -> Option<u64> {
    let cases = names
        .iter()
        .map(|name| Filetest::find(name.as_ref()).map(Filetest::cases));
    cases.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    /// The programs below a folder, with their texts.
    fn programs(folder: &Path, begin: &str, found: &mut BTreeMap<String, String>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            let name = format!("{begin}{name}");
            if path.is_dir() {
                programs(&path, &format!("{name}/"), found);
                continue;
            }
            assert!(
                name.ends_with(".vir"),
                "{name} is not a program: move it elsewhere"
            );
            found.insert(name, fs::read_to_string(&path).expect("a text"));
        }
    }

    /// Oracle: the folder, read while the test runs.
    #[test]
    fn every_program_without_ops_is_listed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("filetests");
        let mut there = BTreeMap::new();
        programs(&folder, "", &mut there);
        there.retain(|_, text| !text.contains("\nuse op "));
        assert!(there.keys().eq(names().iter()), "{:?}", names());
        for (name, text) in &there {
            let file = Filetest::find(name).expect("it is listed");
            assert_eq!(file.text, text, "{name}");
            assert!(file.cases() > 0, "{name} has no case");
        }
    }

    /// Oracle: counting the lines of two files.
    #[test]
    fn cases_are_calls_and_launches() {
        assert_eq!(cases(&["loops.vir", "buffers.vir"]), Some(5));
        assert_eq!(cases(&["loops.vir", "none.vir"]), None);
        assert_eq!(cases::<&str>(&[]), Some(0));
    }
}
