//! A binary over a library in a temporary folder, run as by a user.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use vyre_conform_certificate::certificate::{Certificate, parse};

/// A folder, the binary, and the adapter for tests.
pub struct Sandbox {
    binary: &'static str,
    folder: tempfile::TempDir,
    adapter: String,
}

/// Result of a run of the binary.
pub struct CommandOutput {
    /// The exit status.
    pub code: Option<i32>,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

/// Backends other than adapters.
pub const OTHERS: [&str; 3] = ["c11", "opencl", "cuda"];

/// The adapters in the output of `adapters`: their details are indented, and their profiles have names with a mark.
pub fn names(listed: &str) -> Vec<&str> {
    let names = listed.lines().filter(|line| !line.starts_with(' '));
    let is_other = |name: &str| OTHERS.iter().any(|other| name.starts_with(other));
    // Other lines, such as those about absent backends, are sentences.
    let is_name = |name: &str| !name.contains(['+', ' ']);
    let names = names.filter(|name| is_name(name) && !is_other(name));
    names.collect()
}

impl Sandbox {
    /// A place with an adapter.
    ///
    /// # Panics
    ///
    /// If there is none: a test without work would pass.
    pub fn with_adapter(binary: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let adapters = command_output(Command::new(binary).arg("adapters").output());
        // Lavapipe is the fastest software adapter.
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

    /// A place for tests that need no adapter.
    ///
    /// # Panics
    ///
    /// If no folder can be created; the same holds for all files here.
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

    /// A command of the binary, with the temporary folder as the author's crate.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.here(Path::new(self.binary));
        command.args(arguments);
        command
    }

    /// A command of any program in the folder, without the variables that would change the binary's behaviour.
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
            // Tests without an adapter must not select one.
            command.env_remove("VYRE_ADAPTER");
        }
        command
    }

    /// Runs the binary.
    pub fn run(&self, arguments: &[&str]) -> CommandOutput {
        command_output(self.command(arguments).output())
    }

    /// Runs `certify` with a filter, on one adapter, with further arguments.
    pub fn certify(&self, filter: &str, file: &str, more: &[&str]) -> CommandOutput {
        self.run(&self.certify_arguments(filter, file, more))
    }

    /// The arguments of such a run; an empty filter is omitted.
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

    /// Runs `check` with a filter, on one adapter.
    pub fn check(&self, filter: &str, more: &[&str]) -> CommandOutput {
        command_output(self.check_command(filter, more).output())
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
    ///
    /// If it cannot be written.
    pub fn write(&self, file: &str, certificate: &Certificate) {
        std::fs::write(self.path(file), certificate.text()).expect("written");
    }

    /// The certificate in a file of the folder.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn read(&self, file: &str) -> Certificate {
        let bytes = std::fs::read(self.path(file)).expect("a file");
        parse(&bytes).expect("a certificate")
    }
}

/// The result of a finished process.
///
/// # Panics
///
/// If it did not start, or its output is not text.
pub fn command_output(output: std::io::Result<Output>) -> CommandOutput {
    let output = output.expect("the binary starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    CommandOutput {
        code: output.status.code(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}
