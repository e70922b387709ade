//! The C compiler: its selection, flags and output.

use super::checked;
use super::module::Module;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The environment variable that names the compiler.
pub const COMPILER_VARIABLE: &str = "VYRE_CC";

/// The environment variable that enables run-time checks: `1`.
pub const CHECKED_VARIABLE: &str = "VYRE_CC_CHECKED";

/// Flags of every unit. The text has no float arithmetic except in native expressions, and calls no library functions,
/// whose names it may therefore use. No flag defines behaviour that C leaves undefined, because the text has none.
const FLAGS: [&str; 9] = [
    "-std=c11",
    "-ffreestanding",
    "-ffp-contract=off",
    "-fno-math-errno",
    // At -O1, this pass of gcc 12.2 and 13.3 loses the operand of an atomic step (docs/results/findings.md, "Known
    // faults"). Other compilers ignore the option.
    "-fno-tree-dominator-opts",
    // It makes the loop over an op's cases several times faster without longer compilation.
    "-ftree-vectorize",
    "-fPIC",
    "-w",
    "-pipe",
];

/// Linking of a library without a program's startup code. Libraries of Windows and Apple name the provider of missing
/// symbols (`memset`); and a Windows library without an entry point must say so, or it starts anywhere.
const LINKED: &[&str] = if cfg!(windows) {
    &["-shared", "-nostartfiles", "-Wl,--entry=0"]
} else if cfg!(target_vendor = "apple") {
    &["-shared", "-nostdlib", "-Wl,-undefined,dynamic_lookup"]
} else {
    &["-shared", "-nostdlib"]
};

/// Optimization level: higher levels cost more compilation time than they save.
const LEVEL: &str = "-O1";

/// Reason why the compiler produced nothing.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum CompilerError {
    /// The compiler cannot be started.
    #[error(
        "the C compiler `{program}` cannot be run: {error}. Install one (gcc or clang), or name one with \
         VYRE_CC=/path/to/cc"
    )]
    Missing {
        /// The program.
        program: String,
        /// The message of the system.
        error: io::Error,
    },
    /// The compiler rejected the text.
    #[error(
        "the C compiler `{program}` rejects a unit: {message}. Name a C11 compiler with the options of gcc in VYRE_CC"
    )]
    Refused {
        /// The program.
        program: String,
        /// Its message.
        message: String,
    },
    /// The compiled code cannot be used.
    #[error(
        "the library built by the C compiler `{program}` cannot be loaded: {error}. Name another compiler in VYRE_CC"
    )]
    Unusable {
        /// The program.
        program: String,
        /// The reason.
        error: String,
    },
    /// Files cannot be written.
    #[error("the C compiler's temporary folder cannot be used: {0}. Name another folder in TMPDIR")]
    Folder(io::Error),
    /// The setting is invalid.
    #[error(
        "`VYRE_CC_CHECKED={0}`: write 1 to check code for undefined behaviour and wrong addresses, or 0"
    )]
    Setting(String),
}

impl CompilerError {
    /// True if a repetition may succeed.
    fn may_pass(&self) -> bool {
        match self {
            Self::Missing { error, .. } => !matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied
            ),
            Self::Refused { .. } | Self::Unusable { .. } | Self::Folder(_) => true,
            Self::Setting(_) => false,
        }
    }
}

/// A C compiler.
#[derive(Clone, Debug)]
pub(super) struct Compiler {
    program: OsString,
    checked: bool,
    level: &'static str,
    /// Flags of the profile of native floats.
    processor: &'static [&'static str],
}

/// Processor for which the code is compiled.
pub(super) fn target() -> String {
    format!("{} processor", std::env::consts::ARCH)
}

impl Compiler {
    pub(super) fn new(program: &str, checked: bool) -> Self {
        Self {
            program: program.into(),
            checked,
            level: LEVEL,
            processor: &[],
        }
    }

    /// The compiler that the environment names, or `cc`.
    pub(super) fn from_env() -> Result<Self, CompilerError> {
        let named = std::env::var_os(COMPILER_VARIABLE).filter(|named| !named.is_empty());
        let checked = std::env::var_os(CHECKED_VARIABLE).unwrap_or_default();
        let checked = match checked.to_str() {
            Some("" | "0") => false,
            Some("1") => true,
            _ => {
                return Err(CompilerError::Setting(
                    checked.to_string_lossy().into_owned(),
                ));
            }
        };
        Ok(Self {
            program: named.unwrap_or_else(|| "cc".into()),
            checked,
            level: LEVEL,
            processor: &[],
        })
    }

    pub(super) fn is_checked(&self) -> bool {
        self.checked
    }

    /// The compiler for the processor of this machine, with all its instructions and more optimization, including
    /// its fused multiply-add.
    pub(super) fn for_this_processor(self) -> Self {
        Self {
            level: "-O2",
            processor: &["-march=native"],
            ..self
        }
    }

    /// The compiler without optimization.
    pub(super) fn unoptimised(self) -> Self {
        Self {
            level: "-O0",
            ..self
        }
    }

    fn name(&self) -> String {
        self.program.to_string_lossy().into_owned()
    }

    /// Its identity, after it compiled a unit with the correct result.
    ///
    /// A compiler that is killed for lack of memory or processes looks like one that rejects the unit. So an existing
    /// compiler is tried twice before the backend is absent for the rest of the run.
    pub(super) fn probe(&self) -> Result<String, CompilerError> {
        self.probed().or_else(|error| {
            if error.may_pass() {
                self.probed()
            } else {
                Err(error)
            }
        })
    }

    fn probed(&self) -> Result<String, CompilerError> {
        let Output { stdout, .. } = self.run(Command::new(&self.program).arg("--version"))?;
        let module = self.compile("unsigned vyre_probe(unsigned a) { return a * 2u + 1u; }\n")?;
        // SAFETY: the function has this type in the text.
        let probe = unsafe { module.symbol::<unsafe extern "C" fn(u32) -> u32>("vyre_probe") };
        let probe = probe.map_err(|error| self.unusable(error))?;
        // SAFETY: the function takes and returns a number and does nothing else.
        match unsafe { probe(0x8000_0014) } {
            41 => {}
            other => {
                return Err(self.unusable(format!("a function that must give 41 gives {other}")));
            }
        }
        let version = String::from_utf8_lossy(&stdout);
        let version = version.lines().next().unwrap_or_default().trim();
        Ok(match version {
            "" => self.name(),
            version => version.to_owned(),
        })
    }

    fn unusable(&self, error: impl ToString) -> CompilerError {
        CompilerError::Unusable {
            program: self.name(),
            error: error.to_string(),
        }
    }

    fn run(&self, command: &mut Command) -> Result<Output, CompilerError> {
        let output = command.stdin(Stdio::null()).output();
        output.map_err(|error| CompilerError::Missing {
            program: self.name(),
            error,
        })
    }

    /// Calls the compiler once to produce a file.
    fn make(&self, arguments: &[&str], from: &Path, to: &Path) -> Result<(), CompilerError> {
        let mut command = Command::new(&self.program);
        command.args(arguments).arg("-o").arg(to).arg(from);
        let Output { status, stderr, .. } = self.run(&mut command)?;
        if status.success() && to.is_file() {
            return Ok(());
        }
        let stderr = String::from_utf8_lossy(&stderr);
        let message: Vec<&str> = stderr.lines().take(20).collect();
        let message = if message.is_empty() {
            format!("it prints nothing, writes no file and ends with {status}")
        } else {
            message.join("\n")
        };
        Err(CompilerError::Refused {
            program: self.name(),
            message,
        })
    }

    /// Compiles a unit and loads it. It leaves no files, except on Windows, where a loaded library cannot be removed.
    pub(super) fn compile(&self, text: &str) -> Result<Module, CompilerError> {
        let folder = tempfile::Builder::new().prefix("vyre-c11-").tempdir();
        let folder = folder.map_err(CompilerError::Folder)?;
        let path = |name: &str| folder.path().join(name);
        let (source, library) = (path("unit.c"), path("unit.so"));
        if self.checked {
            let text = format!("{text}\n{}", checked::HANDLERS);
            fs::write(&source, text).map_err(CompilerError::Folder)?;
            let object = path("unit.o");
            // The handlers of the checks are in the text, so their library is not linked.
            let with = |addresses: &[&str]| {
                let flags = [
                    &FLAGS[..],
                    &[self.level],
                    self.processor,
                    &checked::FLAGS,
                    addresses,
                ]
                .concat();
                self.make(&flags, &source, &object)
            };
            let [of_gcc, of_clang] = checked::ADDRESSES;
            with(of_gcc).or_else(|refused| with(of_clang).map_err(|_| refused))?;
            self.make(LINKED, &object, &library)?;
        } else {
            fs::write(&source, text).map_err(CompilerError::Folder)?;
            let flags = [&FLAGS[..], &[self.level], self.processor, LINKED].concat();
            self.make(&flags, &source, &library)?;
        }
        Module::load(&library, self.checked).map_err(|error| self.unusable(error))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// The identity of a compiler that is killed in its first `calls` calls for a unit and is `cc` afterwards, and the
    /// number of calls.
    fn killed(calls: usize) -> (Result<String, CompilerError>, usize) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let (script, count) = (path("cc"), path("count"));
        let behaviour = format!(
            "#!/bin/sh\n[ \"$1\" = --version ] && exec cc --version\necho >> '{0}'\n\
             [ $(wc -l < '{0}') -le {calls} ] && {{ echo 'Killed signal terminated program cc1' >&2; exit 1; }}\n\
             exec cc \"$@\"\n",
            count.display()
        );
        vyre_conform_scripts::executable(&script, &behaviour);
        let probe = Compiler::new(&script.to_string_lossy(), false).probe();
        let called = fs::read_to_string(&count).unwrap_or_default();
        (probe, called.lines().count())
    }

    /// Oracle: the script: a compiler that is killed once is there, one that is killed always is not, and says why.
    #[test]
    fn a_compiler_that_is_killed_once_is_not_absent() {
        let (probe, called) = killed(0);
        assert!(probe.is_ok_and(|version| !version.is_empty()));
        assert_eq!(called, 1);
        let (probe, called) = killed(1);
        assert!(probe.is_ok(), "{probe:?}");
        assert_eq!(called, 2);
        let (probe, called) = killed(2);
        let message = probe.expect_err("killed twice").to_string();
        assert!(message.contains("Killed signal"), "{message}");
        assert_eq!(called, 2);
        let missing = Compiler::new("/nowhere/cc", false).probe();
        assert!(!missing.expect_err("no such file").may_pass());
    }
}
