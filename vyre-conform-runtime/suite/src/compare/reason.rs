//! Reasons of a diagnosis, typed until they are printed.

mod text;

use std::fmt;
use vyre_conform_ir::value::Value;

/// Party of a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Party {
    /// The op's Rust function.
    Reference,
    /// The interpreter on the translated body.
    TranslatedBody,
    /// The interpreter on the function in `lower`.
    NamedFunction,
    /// Any other implementation, in these words.
    Other(String),
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reference => "the CPU reference",
            Self::TranslatedBody => "the interpreter on the translated body",
            Self::NamedFunction => "the interpreter on the function that `lower` names",
            Self::Other(who) => who,
        })
    }
}

/// One reason of a diagnosis.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// A row of the spec table for this input, and the value of a party there.
    Row {
        /// The row's value.
        row: Value,
        /// The party compared with it.
        party: Party,
        /// Its value, or the reason for its lack.
        party_value: String,
        /// True if the party satisfies the row.
        is_satisfied: bool,
    },
    /// Rows of the spec table, for any input, that a party contradicts.
    RowsBroken {
        /// The party.
        who: Party,
        /// The number.
        rows: usize,
    },
    /// A row that every function contradicts.
    RowAlone {
        /// The functions.
        by: Vec<Party>,
    },
    /// Runners of the program that give the same output for the input.
    Agree {
        /// The runners.
        who: Vec<String>,
        /// True if it equals the reference's output.
        with_reference: bool,
    },
    /// A runner of the program whose output differs from the interpreter's.
    RunnerDiffers {
        /// The runner.
        who: String,
    },
    /// Cases of the corpus that a party contradicts.
    CorpusBroken {
        /// The party.
        who: Party,
        /// Number of contradicted cases.
        broken: usize,
        /// Number of cases tried.
        cases: usize,
    },
    /// No case of the corpus decides between program and reference.
    CorpusSilent,
    /// The sums of the program equal those of a party.
    Sums {
        /// The party.
        who: Party,
    },
    /// The check holds on the interpreter for the same input.
    HoldsOnInterpreter,
    /// A function of the engine panics on the input.
    Panics {
        /// The function.
        function: String,
    },
    /// Rows alone decide the law for these values.
    LawByRows {
        /// True if they satisfy it.
        holds: bool,
    },
    /// Other declared laws that a party breaks.
    LawsBroken {
        /// The party.
        who: Party,
        /// The laws in source form.
        laws: Vec<String>,
    },
    /// Result of the law on a party for these values.
    LawOnInput {
        /// The party.
        who: Party,
        /// True if it holds.
        holds: bool,
    },
    /// Value of a party in a call.
    Gives {
        /// The party.
        who: Party,
        /// The call, such as `add(0x0000_0001, 0x0000_0002)`; empty for the input itself.
        call: String,
        /// The result.
        value: Value,
        /// True if no other party has this value.
        alone: bool,
    },
    /// Reference and interpreter agree; they share only a text.
    TextAgrees,
    /// Independent texts agree with a party.
    Supported {
        /// The party.
        who: Party,
        /// Names of those that agree.
        by: Vec<String>,
    },
    /// Declarations that the reference satisfies in this run, except those in question.
    Confirmed {
        /// Number of rows of its table.
        rows: usize,
        /// Number of laws.
        laws: usize,
    },
    /// No declaration covers these values.
    Silence,
    /// Declaration and function contradict each other, and neither is known to be right.
    Contradiction {
        /// The law in source form.
        law: String,
        /// Number of edge cases in which it fails, and of those tried.
        fails: (u64, u64),
        /// Calls of the op whose rows would decide, with the reference's values.
        rows: Vec<String>,
    },
    /// The failure occurred in a batch, and not when the case ran alone.
    BatchOnly,
    /// A function has no result.
    NoResult {
        /// The party.
        who: Party,
        /// Its message, if reported.
        said: String,
    },
    /// A party returns another value on repetition.
    Inconstant {
        /// The party.
        who: Party,
        /// The other value.
        then: String,
    },
    /// The backend's own lowering is wrong for the same operands.
    DeviceWrong,
    /// Values other than the declared ones do not break a law that is declared not to hold.
    NoWitness,
    /// A stated bound of a loop that the input exceeds.
    BoundExceeded {
        /// The function with the loop.
        function: String,
        /// The stated bound.
        bound: u64,
    },
    /// Number of iterations of that loop for the input.
    BoundNeeded {
        /// The number; `None` if it exceeds the largest possible bound.
        needed: Option<u64>,
    },
}

impl Reason {
    /// The declarations that the reference satisfies, of these numbers of rows and laws; `None` if it satisfies none.
    pub(super) fn confirmed(declared: (usize, usize), refuted: (usize, usize)) -> Option<Self> {
        let rows = declared.0.saturating_sub(refuted.0);
        let laws = declared.1.saturating_sub(refuted.1);
        (rows + laws > 0).then_some(Self::Confirmed { rows, laws })
    }
}

/// `1 row`, `2 rows`.
pub(super) fn counted(n: usize, one: &str) -> String {
    match one.split_once(' ') {
        _ if n == 1 => format!("1 {one}"),
        // `case of the corpus`: the noun is first.
        Some((noun, rest)) if rest.starts_with("of ") => format!("{n} {noun}s {rest}"),
        _ => format!("{n} {one}s"),
    }
}
