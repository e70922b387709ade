//! Reasons of a diagnosis, typed until they are printed.

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
        who: Party,
        /// Its value, or the reason for its lack.
        gives: String,
        /// True if the party satisfies the row.
        kept: bool,
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
    Parts {
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
    LawHere {
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
    /// The reference satisfies its declarations, except those in question.
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

/// `1 row`, `2 rows`.
pub(super) fn counted(n: usize, one: &str) -> String {
    match one.split_once(' ') {
        _ if n == 1 => format!("1 {one}"),
        // `case of the corpus`: the noun is first.
        Some((noun, rest)) if rest.starts_with("of ") => format!("{n} {noun}s {rest}"),
        _ => format!("{n} {one}s"),
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = |holds: &bool| if *holds { "holds" } else { "fails" };
        match self {
            Self::Row {
                row,
                who,
                gives,
                kept: true,
            } => write!(
                f,
                "a row of the spec table, right by definition, says {row} here, and {who} gives {gives}"
            ),
            Self::Row {
                row, who, gives, ..
            } => write!(
                f,
                "a row of the spec table, right by definition, says {row} here, but {who} gives {gives}"
            ),
            Self::RowsBroken { who, rows } => {
                let rows = counted(*rows, "row");
                write!(f, "{who} contradicts {rows} of the spec table")
            }
            Self::RowAlone { by } => {
                let by: Vec<String> = by.iter().map(ToString::to_string).collect();
                let verb = if by.len() == 1 { "contradicts" } else { "contradict" };
                write!(
                    f,
                    "{} {verb} the row, and nothing else agrees with it: correct the row, or name what it stands for",
                    by.join(" and ")
                )
            }
            Self::Agree {
                who,
                with_reference,
            } => {
                let as_reference = if *with_reference {
                    ", and with the CPU reference"
                } else {
                    "; the CPU reference stands alone"
                };
                match &who[..] {
                    [one] => write!(f, "only one runner ran, {one}{as_reference}"),
                    all => write!(f, "{} agree{as_reference}", all.join(", ")),
                }
            }
            Self::Parts { who } => write!(f, "{who} gives another output than the interpreter"),
            Self::CorpusBroken {
                who,
                broken,
                cases,
            } => match broken {
                0 => write!(f, "{who} keeps {}", counted(*cases, "case of the corpus")),
                _ => write!(f, "{who} contradicts {broken} of {}", counted(*cases, "case of the corpus")),
            },
            Self::CorpusSilent => f.write_str(
                "no case of the corpus decides between them: add one with a cited output that is like this input",
            ),
            Self::Sums { who } => write!(f, "{who} gives the sums that the program gives"),
            Self::HoldsOnInterpreter => {
                f.write_str("the interpreter passes the check on the same input")
            }
            Self::Panics { function } => {
                write!(f, "the engine's function `{function}` panics on this input")
            }
            Self::LawByRows { holds } => write!(
                f,
                "rows of the spec table, right by definition, {} the law for these values",
                if *holds { "obey" } else { "break" }
            ),
            Self::LawsBroken { who, laws } => {
                let laws = laws.join(", ");
                write!(
                    f,
                    "{who} breaks declared laws, on edge cases or on these values: {laws}"
                )
            }
            Self::LawHere { who, holds } => {
                write!(f, "the law {} on {who} for these values", verb(holds))
            }
            Self::Gives {
                who,
                call,
                value,
                alone,
            } => {
                let only = if *alone { "only " } else { "" };
                let call = if call.is_empty() { String::new() } else { format!(" for {call}") };
                write!(f, "{only}{who} gives {value}{call}")
            }
            Self::TextAgrees => {
                f.write_str("the reference and the interpreter on its translation agree")
            }
            Self::Supported { who, by } => {
                write!(f, "written apart, {} with {who}", agree(by))
            }
            Self::Confirmed { rows, laws } => {
                let rows = counted(*rows, "row");
                let laws = counted(*laws, "declared law");
                write!(
                    f,
                    "the CPU reference keeps {rows} of its table, and {laws} over the edge set"
                )
            }
            Self::Silence => f.write_str(
                "no row, alternate or other law covers these values: add a table row",
            ),
            Self::Contradiction { law, fails, rows } => {
                let (failing, cases) = fails;
                write!(
                    f,
                    "the declaration `{law}` and the function contradict each other, in {failing} of {cases} edge \
                     cases: one of them is wrong. "
                )?;
                match &rows[..] {
                    [] => write!(f, "Write down rows for these values, or an alternate"),
                    rows => write!(
                        f,
                        "A table row decides: {}. If that is what you mean, the declaration is false; if it is not, \
                         the function is wrong",
                        rows.join(" or ")
                    ),
                }
            }
            Self::BatchOnly => f.write_str(
                "it was seen in the batch only, not when the case ran alone: the device is not deterministic",
            ),
            Self::NoResult { who, said } => write!(f, "{who} has no result here: {said}"),
            Self::Inconstant { who, then } => write!(
                f,
                "repeated, {who} gives {then}: its result for this input varies"
            ),
            Self::DeviceWrong => f.write_str(
                "for the same operands the backend's lowering of the op's own text is wrong as well",
            ),
            Self::NoWitness => f.write_str("these values do not break the law"),
            Self::BoundExceeded { function, bound } => write!(
                f,
                "this input exceeds `bound!({bound})` in `{function}`: the function continues, but its translations \
                 stop after {bound} runs of the loop"
            ),
            Self::BoundNeeded {
                needed: Some(needed),
            } => write!(
                f,
                "this input takes {needed} runs: write `bound!({needed})`, or more if another input takes more"
            ),
            Self::BoundNeeded { needed: None } => f.write_str(
                "this input takes more runs than any bound allows: write a loop that ends sooner, and limit its runs \
                 by `bound!(..)`",
            ),
        }
    }
}

fn agree(by: &[String]) -> String {
    let verb = if by.len() == 1 { "agrees" } else { "agree" };
    format!("{} {verb}", by.join(" and "))
}
