//! The texts of reasons, by subject: rows, laws, engines, values, bounds.

use super::{Party, Reason, counted};
use std::fmt::{Display, Formatter, Result};

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Row { .. }
            | Self::RowsBroken { .. }
            | Self::RowAlone { .. }
            | Self::LawByRows { .. } => self.row(f),
            Self::LawsBroken { .. }
            | Self::LawOnInput { .. }
            | Self::Contradiction { .. }
            | Self::NoWitness => self.law(f),
            Self::Agree { .. }
            | Self::RunnerDiffers { .. }
            | Self::CorpusBroken { .. }
            | Self::CorpusSilent
            | Self::Sums { .. }
            | Self::HoldsOnInterpreter
            | Self::Panics { .. } => self.engine(f),
            Self::Gives { .. }
            | Self::TextAgrees
            | Self::Supported { .. }
            | Self::Confirmed { .. }
            | Self::Silence
            | Self::BatchOnly
            | Self::NoResult { .. }
            | Self::Inconstant { .. }
            | Self::DeviceWrong => self.value(f),
            Self::BoundExceeded { .. } | Self::BoundNeeded { .. } => self.bound(f),
        }
    }
}

impl Reason {
    fn row(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Row {
                row,
                party,
                party_value,
                is_satisfied,
            } => {
                let but = if *is_satisfied { "and" } else { "but" };
                write!(
                    f,
                    "a row of the spec table, right by definition, says {row} here, {but} {party} gives {party_value}"
                )
            }
            Self::RowsBroken { who, rows } => {
                let rows = counted(*rows, "row");
                write!(f, "{who} contradicts {rows} of the spec table")
            }
            Self::RowAlone { by } => {
                let by: Vec<String> = by.iter().map(ToString::to_string).collect();
                let verb = if by.len() == 1 {
                    "contradicts"
                } else {
                    "contradict"
                };
                write!(
                    f,
                    "{} {verb} the row, and nothing else agrees with it: correct the row, or name what it \
                     stands for",
                    by.join(" and ")
                )
            }
            Self::LawByRows { holds } => write!(
                f,
                "rows of the spec table, right by definition, {} the law for these values",
                if *holds { "obey" } else { "break" }
            ),
            _ => Ok(()),
        }
    }

    fn law(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::LawsBroken { who, laws } => {
                let laws = laws.join(", ");
                write!(
                    f,
                    "{who} breaks declared laws, on edge cases or on these values: {laws}"
                )
            }
            Self::LawOnInput { who, holds } => {
                let verb = if *holds { "holds" } else { "fails" };
                write!(f, "the law {verb} on {who} for these values")
            }
            Self::Contradiction { law, fails, rows } => {
                let (failing, cases) = fails;
                write!(
                    f,
                    "the declaration `{law}` and the function contradict each other, in {failing} of {cases} \
                     edge cases: one of them is wrong. "
                )?;
                match &rows[..] {
                    [] => write!(f, "Write down rows for these values, or an alternate"),
                    rows => write!(
                        f,
                        "A table row decides: {}. If that is what you mean, the declaration is false; if it is \
                         not, the function is wrong",
                        rows.join(" or ")
                    ),
                }
            }
            Self::NoWitness => f.write_str("these values do not break the law"),
            _ => Ok(()),
        }
    }

    fn engine(&self, f: &mut Formatter<'_>) -> Result {
        match self {
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
            Self::RunnerDiffers { who } => write!(f, "{who} gives another output than the interpreter"),
            Self::CorpusBroken { who, broken, cases } => {
                let of_corpus = counted(*cases, "case of the corpus");
                match broken {
                    0 => write!(f, "{who} keeps {of_corpus}"),
                    _ => write!(f, "{who} contradicts {broken} of {of_corpus}"),
                }
            }
            Self::CorpusSilent => f.write_str(
                "no case of the corpus decides between them: add one with a cited output that is like this \
                 input",
            ),
            Self::Sums { who } => write!(f, "{who} gives the sums that the program gives"),
            Self::HoldsOnInterpreter => {
                f.write_str("the interpreter passes the check on the same input")
            }
            Self::Panics { function } => {
                write!(f, "the engine's function `{function}` panics on this input")
            }
            _ => Ok(()),
        }
    }

    fn value(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Gives {
                who,
                call,
                value,
                alone,
            } => {
                let only = if *alone { "only " } else { "" };
                let call = if call.is_empty() {
                    String::new()
                } else {
                    format!(" for {call}")
                };
                write!(f, "{only}{who} gives {value}{call}")
            }
            Self::TextAgrees => {
                f.write_str("the reference and the interpreter on its translation agree")
            }
            Self::Supported { who, by } => supported(f, who, by),
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
            _ => Ok(()),
        }
    }

    fn bound(&self, f: &mut Formatter<'_>) -> Result {
        match self {
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
            _ => Ok(()),
        }
    }
}

fn supported(f: &mut Formatter<'_>, who: &Party, by: &[String]) -> Result {
    let verb = if by.len() == 1 { "agrees" } else { "agree" };
    write!(f, "written apart, {} {verb} with {who}", by.join(" and "))
}
