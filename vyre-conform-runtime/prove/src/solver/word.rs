//! Bit-vector solvers, used through SMT-LIB 2. None of them produces a proof that is checked here, so
//! their answers are never proofs.
//!
//! Each is a description of a program: the form of its version, and the arguments that make it read a
//! script from standard input. The script requests a model by the option `:produce-models` of
//! [SMT-LIB](https://smt-lib.org/papers/smt-lib-reference-v2.7-r2025-02-05.pdf), which needs no
//! argument of any of them.

use super::Budget;
use super::process::{SolverError, beginning, run};
use super::smt::script;
use crate::term::{TermId, Terms};
use std::path::{Path, PathBuf};

/// A known program.
#[derive(Debug)]
struct Description {
    /// Its name on the PATH.
    name: &'static str,
    /// The arguments that make it read SMT-LIB 2 from standard input.
    arguments: &'static [&'static str],
    /// The words before the version in its output for `--version`.
    before_version: &'static [&'static str],
}

/// The known programs, in the order of use.
const PROGRAMS: [Description; 3] = [
    // Its help, https://github.com/Z3Prover/z3/blob/master/src/shell/main.cpp: `-in` reads standard input, `-smt2`
    // takes it as SMT-LIB 2.
    Description {
        name: "z3",
        arguments: &["-smt2", "-in"],
        before_version: &["Z3", "version"],
    },
    // https://cvc5.github.io/docs/latest/options.html: `lang` is the language of the input; its help says that it reads
    // standard input where no file is named.
    Description {
        name: "cvc5",
        arguments: &["--lang=smt2"],
        before_version: &["This", "is", "cvc5", "version"],
    },
    // https://bitwuzla.github.io/docs/binary.html: the input is standard input where no file is named, `--lang` its
    // language.
    Description {
        name: "bitwuzla",
        arguments: &["--lang", "smt2"],
        before_version: &[],
    },
];

/// The answer of a bit-vector solver about a term of one bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordAnswer {
    /// The term is 1 for these inputs of the graph.
    Can(Vec<u128>),
    /// The term is never 1.
    Never,
    /// The solver gave up.
    Unknown,
}

/// An available bit-vector solver.
#[derive(Clone, Debug)]
pub struct WordSolver {
    known: &'static Description,
    program: PathBuf,
    name: String,
}

impl WordSolver {
    /// The solvers on the PATH that report a version, in the order of use.
    pub(super) fn on_path() -> Vec<Self> {
        let names = PROGRAMS.iter().map(|entry| Path::new(entry.name));
        names.filter_map(|name| Self::open(name).ok()).collect()
    }

    /// The program at this path, or of this name on the PATH. The file name identifies the solver:
    /// `z3`, `cvc5` or `bitwuzla`.
    ///
    /// # Errors
    /// The program is none of these, or does not report a version.
    pub fn open(program: &Path) -> Result<Self, SolverError> {
        let place = || program.display().to_string();
        let called = program.file_stem();
        let entry = PROGRAMS
            .iter()
            .find(|entry| called.is_some_and(|called| called == entry.name))
            .ok_or_else(|| SolverError::Unknown(place()))?;
        let budget = Budget::of(std::time::Duration::from_secs(5));
        let exit = run(program, &["--version"], String::new(), budget)?;
        match version(entry, &exit.output) {
            Some(version) if exit.status.success() => Ok(Self {
                known: entry,
                program: program.to_owned(),
                name: format!("{} {}", entry.name, beginning(version)),
            }),
            _ => Err(SolverError::Nonsense {
                program: place(),
                output: beginning(&exit.output),
            }),
        }
    }

    /// Name and version.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Decides if a term of one bit can be 1.
    ///
    /// # Errors
    /// The reason why it returns no answer.
    pub fn ask(
        &self,
        terms: &Terms,
        goal: TermId,
        budget: Budget,
    ) -> Result<WordAnswer, SolverError> {
        let exit = run(
            &self.program,
            self.known.arguments,
            script(terms, goal),
            budget,
        )?;
        let (first, rest) = exit.output.split_once('\n').unwrap_or((&exit.output, ""));
        let values = || values(rest, terms.inputs().len());
        match first.trim() {
            "unsat" => Ok(WordAnswer::Never),
            "unknown" => Ok(WordAnswer::Unknown),
            "sat" => values()
                .map(WordAnswer::Can)
                .ok_or_else(|| SolverError::Nonsense {
                    program: self.program.display().to_string(),
                    output: beginning(rest),
                }),
            _ => Err(SolverError::Nonsense {
                program: self.program.display().to_string(),
                output: beginning(&exit.output),
            }),
        }
    }
}

/// The version in a program's output: a word that begins with a digit, at the expected place.
fn version<'s>(known: &Description, output: &'s str) -> Option<&'s str> {
    let mut words = output.split_whitespace();
    let mut before = known.before_version.iter();
    let version = if before.all(|word| words.next() == Some(*word)) {
        words.next()
    } else {
        None
    };
    version.filter(|version| version.starts_with(|c: char| c.is_ascii_digit()))
}

/// The values in an answer such as `((i0 #x0000002a) (i1 #b1))`; missing inputs are 0.
fn values(text: &str, count: usize) -> Option<Vec<u128>> {
    let mut values = vec![0; count];
    let plain = text.replace(['(', ')'], " ");
    let words: Vec<&str> = plain.split_whitespace().collect();
    for pair in words.chunks(2) {
        let [name, bits] = pair else {
            return None;
        };
        let number: usize = name.strip_prefix('i')?.parse().ok()?;
        let value = match (bits.strip_prefix("#x"), bits.strip_prefix("#b")) {
            (Some(digits), _) => u128::from_str_radix(digits, 16).ok()?,
            (_, Some(digits)) => u128::from_str_radix(digits, 2).ok()?,
            _ => return None,
        };
        *values.get_mut(number)? = value;
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(name: &str) -> &'static Description {
        let mut all = PROGRAMS.iter();
        all.find(|entry| entry.name == name).expect("it is known")
    }

    /// Oracle: the output of Z3 4.8.12 and cvc5 1.0.3, and the description of Bitwuzla's option in its
    /// manual.
    #[test]
    fn versions_are_read() {
        for (name, output, expected) in [
            ("z3", "Z3 version 4.8.12 - 64 bit\n", Some("4.8.12")),
            (
                "cvc5",
                "This is cvc5 version 1.0.3 [git tag 1.0.3 branch HEAD]\ncompiled with GCC\n",
                Some("1.0.3"),
            ),
            ("bitwuzla", "0.8.2\n", Some("0.8.2")),
            ("z3", "Z3 version\n", None),
            ("z3", "This is cvc5 version 1.0.3\n", None),
            ("cvc5", "cvc5 1.0.3\n", None),
            ("bitwuzla", "usage: bitwuzla\n", None),
            ("bitwuzla", "", None),
        ] {
            assert_eq!(version(known(name), output), expected, "{name}: {output}");
        }
    }

    /// Oracle: the forms of bit-vector values in the SMT-LIB standard, and invalid ones.
    #[test]
    fn values_are_read_in_every_layout() {
        let expected = Some(vec![0x2a, 0, 1]);
        for text in [
            "((i0 #x0000002a) (i2 #b1))",
            "((i0 #b00101010)\n (i2 #b1))\n",
            "(\n(i2 #x1)\n(i0 #x2A)\n)",
        ] {
            assert_eq!(values(text, 3), expected, "{text}");
        }
        for text in [
            "((i0 42))",
            "((i0 #x))",
            "((i3 #b1))",
            "((j0 #b1))",
            "((i0",
            "(error \"no\")",
        ] {
            assert_eq!(values(text, 3), None, "{text}");
        }
    }

    /// Oracle: the list of known solvers.
    #[test]
    fn unknown_solvers_are_refused() {
        let result = WordSolver::open(Path::new("/nowhere/solver"));
        assert!(matches!(result, Err(SolverError::Unknown(_))), "{result:?}");
        let result = WordSolver::open(Path::new("/nowhere/cvc5"));
        assert!(
            matches!(result, Err(SolverError::Missing { .. })),
            "{result:?}"
        );
    }
}
