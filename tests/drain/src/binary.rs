//! The test binaries of the workspace, and the long tests in them.

use crate::key::Keys;
use crate::time_class::time;
use anyhow::{Context as _, Result, ensure};
use cargo_metadata::{Message, PackageId};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A test binary that cargo built.
#[derive(Clone, Debug)]
pub(crate) struct TestBinary {
    pub(crate) package: PackageId,
    pub(crate) package_name: String,
    /// The name of the target.
    pub(crate) target: String,
    pub(crate) path: PathBuf,
    /// The folder of the package, in which cargo runs its tests.
    pub(crate) folder: PathBuf,
}

/// A long test.
#[derive(Clone, Debug)]
pub(crate) struct LongTest {
    /// The target, `::`, and the name in its binary.
    pub(crate) name: String,
    /// The name in its binary.
    pub(crate) path: String,
    /// The value of `VYRE_PART`, for a test that runs in parts.
    pub(crate) part: Option<String>,
    pub(crate) binary: TestBinary,
    /// Maximal duration.
    pub(crate) time: Duration,
}

impl TestBinary {
    /// The command that runs this binary as cargo does.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command
            .current_dir(&self.folder)
            .env("CARGO_MANIFEST_DIR", &self.folder)
            // Commands to replay a failure name the package; cargo set it to that of this program.
            .env("CARGO_PKG_NAME", &self.package_name);
        command
    }

    /// The standard output with these arguments, and whether it succeeded.
    fn output(&self, arguments: &[&str]) -> Result<(String, bool)> {
        let mut command = self.command();
        let output = command.args(arguments).stdin(Stdio::null()).output();
        let output = output.with_context(|| self.path.display().to_string())?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok((text, output.status.success()))
    }

    /// The long tests of this binary.
    fn long_tests(&self) -> Result<Vec<LongTest>> {
        let (text, listed) = self.output(&["--list", "--format", "terse", "--ignored"])?;
        ensure!(listed, "{} does not list its tests", self.path.display());
        let ignored = ignored(&text);
        // Rust's test harness prints the reason if a test is named without running ignored ones.
        let unknown = ignored.iter().filter(|(kind, _)| kind.is_none());
        let names: Vec<&str> = unknown.map(|(_, name)| *name).collect();
        let reasons = if names.is_empty() {
            String::new()
        } else {
            self.output(&[&["--exact"], &names[..]].concat())?.0
        };
        let tests = ignored.iter().filter_map(|(kind, name)| {
            let time = kind.or_else(|| reason(&reasons, name)).and_then(time)?;
            Some(self.parts(name, time))
        });
        Ok(tests.flatten().collect())
    }

    /// The test, or its parts.
    fn parts(&self, path: &str, time: Duration) -> Vec<LongTest> {
        let test = |part: Option<String>| {
            let mut name = format!("{}::{path}", self.target);
            name.extend(part.iter().flat_map(|part| [" ", part]));
            LongTest {
                name,
                path: path.to_owned(),
                part,
                binary: self.clone(),
                time,
            }
        };
        if SHARDED_TESTS.contains(&path) {
            (1..=PARTS)
                .map(|k| test(Some(format!("{k}/{PARTS}"))))
                .collect()
        } else {
            vec![test(None)]
        }
    }
}

/// Long tests that check every op, engine or fault, and run in parts.
const SHARDED_TESTS: [&str; 6] = [
    "engines::library::no_engine_of_the_library_is_found_wrong",
    "harness::tables::a_wrong_bit_of_every_table_is_caught",
    "harness::tables::the_ops_as_they_are_agree",
    "library::every_law",
    "library::mutants_are_refused",
    "references::engines_agree_with_their_references",
];

/// The number of parts.
const PARTS: usize = 24;

/// The kinds and names in a list of ignored tests. Binaries without Rust's test harness put the kind in brackets before
/// the name.
fn ignored(list: &str) -> Vec<(Option<&str>, &str)> {
    let names = list.lines().filter_map(|line| line.strip_suffix(": test"));
    names
        .map(|name| {
            match name
                .strip_prefix('[')
                .and_then(|rest| rest.rsplit_once("] "))
            {
                Some((kind, name)) => (Some(kind), name),
                None => (None, name),
            }
        })
        .collect()
}

/// The reason of an ignored test, from the output of Rust's test harness.
fn reason<'a>(output: &'a str, name: &str) -> Option<&'a str> {
    let begin = format!("test {name} ... ignored, ");
    output.lines().find_map(|line| line.strip_prefix(&begin))
}

/// Builds the test binaries of the workspace, those that `cargo test --workspace` runs.
pub(crate) fn test_binaries(root: &Path, keys: &Keys) -> Result<Vec<TestBinary>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo)
        .args(["test", "--workspace", "--no-run", "-q"])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(root)
        .stdout(Stdio::piped())
        .spawn()
        .context("cargo")?;
    let output = BufReader::new(build.stdout.take().context("the output of cargo")?);
    let mut binaries = vec![];
    for message in Message::parse_stream(output) {
        if let Message::CompilerArtifact(artifact) = message.context("a message of cargo")?
            && artifact.profile.test
            && let Some(path) = artifact.executable
        {
            let folder = artifact.manifest_path.parent().context("a folder")?;
            binaries.push(TestBinary {
                package_name: keys.package_name(&artifact.package_id).to_owned(),
                package: artifact.package_id,
                target: artifact.target.name,
                path: path.into(),
                folder: folder.into(),
            });
        }
    }
    ensure!(build.wait()?.success(), "the tests do not compile");
    Ok(binaries)
}

/// Builds the test binaries and lists their long tests, sorted by name.
pub(crate) fn long_tests(root: &Path, keys: &Keys) -> Result<Vec<LongTest>> {
    let mut tests = vec![];
    for binary in &test_binaries(root, keys)? {
        tests.extend(binary.long_tests()?);
    }
    let missing = SHARDED_TESTS
        .iter()
        .find(|path| !tests.iter().any(|test: &LongTest| test.path == **path));
    ensure!(
        missing.is_none(),
        "SHARDED_TESTS names {missing:?}, which is not a long test"
    );
    tests.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(tests)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: hand-written outputs of Rust's test harness and of libtest-mimic.
    #[test]
    fn names_and_reasons_are_read() {
        let list = "a::b: test\n[Chromium; a long run: hours] c::d: test\nbench: bench\n";
        assert_eq!(
            ignored(list),
            [
                (None, "a::b"),
                (Some("Chromium; a long run: hours"), "c::d")
            ]
        );
        let output =
            "\nrunning 2 tests\ntest a::b ... ignored, a long run: hours\ntest a ... ignored\n";
        assert_eq!(reason(output, "a::b"), Some("a long run: hours"));
        assert_eq!(reason(output, "a"), None);
    }
}
