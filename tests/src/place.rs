//! A binary over a library in a temporary folder, as its user calls it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use vyre_conform_certificate::certificate::{Certificate, parse};

/// A folder, the binary, and the adapter that the tests of a run use.
pub struct Place {
    binary: &'static str,
    folder: tempfile::TempDir,
    adapter: String,
}

/// What a run of the binary gave.
pub struct Ran {
    /// The exit status.
    pub code: Option<i32>,
    /// What it wrote for programs.
    pub stdout: String,
    /// What it wrote for people.
    pub stderr: String,
}

/// Backends beside the adapters.
pub const OTHERS: [&str; 3] = ["c11", "opencl", "cuda"];

/// The adapters that `adapters` listed: their details are indented, and their profiles have names with a mark.
pub fn names(listed: &str) -> Vec<&str> {
    let names = listed.lines().filter(|line| !line.starts_with(' '));
    let is_other = |name: &str| OTHERS.iter().any(|other| name.starts_with(other));
    // Other lines, such as those of what is absent, are sentences.
    let is_name = |name: &str| !name.contains(['+', ' ']);
    let names = names.filter(|name| is_name(name) && !is_other(name));
    names.collect()
}

impl Place {
    /// A place with an adapter.
    ///
    /// # Panics
    /// Where there is none: a test that did nothing would read as passed.
    pub fn with_adapter(binary: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let adapters = ran(Command::new(binary).arg("adapters").output());
        // Lavapipe is the quickest of the software adapters.
        let names = names(&adapters.stdout).into_iter();
        let adapter = names.max_by_key(|name| name.contains("llvmpipe"));
        match adapter.filter(|_| adapters.code == Some(0)) {
            Some(adapter) => Self {
                binary,
                folder,
                adapter: adapter.to_owned(),
            },
            None => panic!(
                "this test needs an adapter, such as Mesa's lavapipe: {}",
                adapters.stderr
            ),
        }
    }

    /// A place for what needs no adapter.
    ///
    /// # Panics
    /// Where no folder can be made, as of every other file here.
    pub fn bare(binary: &'static str) -> Self {
        Self {
            binary,
            folder: tempfile::tempdir().expect("a temporary folder"),
            adapter: String::new(),
        }
    }

    /// A file of the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The binary, with the temporary folder as the author's crate.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.here(Path::new(self.binary));
        command.args(arguments);
        command
    }

    /// Any program in the folder, without the variables that would change what the binary does.
    pub fn here(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder.path());
        for name in [
            "CARGO_MANIFEST_DIR",
            "VYRE_CASES",
            "VYRE_SEED",
            "VYRE_EVIDENCE",
            "VYRE_CASE",
            "VYRE_REQUIRE_ADAPTERS",
            "VYRE_REQUIRE_GPU",
        ] {
            command.env_remove(name);
        }
        if self.adapter.is_empty() {
            // What needs no adapter must not be left one alone.
            command.env_remove("VYRE_ADAPTER");
        }
        command
    }

    /// What the binary gives.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        ran(self.command(arguments).output())
    }

    /// `certify` of what the filter takes, on one adapter, with more arguments.
    pub fn certify(&self, filter: &str, file: &str, more: &[&str]) -> Ran {
        self.run(&self.certify_arguments(filter, file, more))
    }

    /// The arguments of such a run; an empty filter is none.
    pub fn certify_arguments<'a>(
        &'a self,
        filter: &'a str,
        file: &'a str,
        more: &[&'a str],
    ) -> Vec<&'a str> {
        let mut arguments = vec!["certify", "-o", file, "--adapter", &self.adapter];
        arguments.extend(Some(filter).filter(|f| !f.is_empty()));
        arguments.extend(more);
        arguments
    }

    /// `check` of what the filter takes, on one adapter.
    pub fn check(&self, filter: &str, more: &[&str]) -> Ran {
        ran(self.check_command(filter, more).output())
    }

    /// The command of such a run.
    pub fn check_command(&self, filter: &str, more: &[&str]) -> Command {
        let mut command = self.command(&["check", filter, "--adapter", &self.adapter]);
        command.args(more);
        command
    }

    /// Writes a certificate into a file of the folder.
    ///
    /// # Panics
    /// Where it cannot be written.
    pub fn write(&self, file: &str, certificate: &Certificate) {
        std::fs::write(self.path(file), certificate.text()).expect("written");
    }

    /// The certificate in a file of the folder.
    ///
    /// # Panics
    /// Where there is none.
    pub fn read(&self, file: &str) -> Certificate {
        let bytes = std::fs::read(self.path(file)).expect("a file");
        parse(&bytes).expect("a certificate")
    }
}

/// What a finished process gave.
///
/// # Panics
/// Where it did not start, or writes no text.
pub fn ran(output: std::io::Result<Output>) -> Ran {
    let output = output.expect("the binary starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran {
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}
