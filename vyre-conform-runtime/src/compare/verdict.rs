//! The verdict on one failing input.
//!
//! Law, reference and parity results on the *same* input decide. Witnesses that do not depend on one
//! another are weighed in the order of the oracles: a row of the spec table is right by definition;
//! an implementation written by hand (an alternate) is independent of the reference; the interpreter
//! and the lowering both come from the reference's text, so their agreement with it says only that
//! the translation is right, never that the declaration is.

use super::Exceeded;
use crate::plan::Implementation;
use crate::spec::Tolerance;
use crate::value::Value;

/// Who the interpreter is, in the words of a reason.
pub(crate) const TRANSLATED_BODY: &str = "the interpreter on the translated body";

/// What is wrong.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// A declared law is false of the op that was meant, or a stated bound of a loop is too small.
    Declaration,
    /// The Rust function does not compute the op that was meant.
    Reference,
    /// What the backend runs differs from the reference, which nothing else contradicts.
    Lowering,
    /// The native text that a profile of an adapter runs, or the hardware that it runs on, differs from the
    /// reference, which nothing else contradicts.
    Native,
    /// The translation of the body differs from the function.
    Translation,
    /// The function named by `lower` differs from the function that the op is.
    NamedFunction,
    /// A hand-written alternate differs from the reference, which nothing else contradicts.
    Alternate,
    /// The evidence fits more than one explanation.
    Undecided,
}

impl Blame {
    /// What is wrong where nothing but this implementation is.
    pub fn of(subject: &Implementation) -> Self {
        match subject {
            Implementation::Reference { .. } => Self::Reference,
            Implementation::Interpreter { .. } => Self::Translation,
            Implementation::Alternate { .. } => Self::Alternate,
            subject if subject.is_native() => Self::Native,
            subject if subject.is_kernel() => Self::NamedFunction,
            _ => Self::Lowering,
        }
    }

    /// The words of a report.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Declaration => "the declaration is false",
            Self::Reference => "the CPU reference is wrong",
            Self::Lowering => "the lowering is wrong",
            Self::Native => "the native text is wrong, or the hardware it is for",
            Self::Translation => "the translation of the reference is wrong",
            Self::NamedFunction => "the function that `lower` names is wrong",
            Self::Alternate => "the alternate is wrong",
            Self::Undecided => "undecided between the declaration and the CPU reference",
        }
    }
}

/// A verdict with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What is wrong.
    pub blame: Blame,
    /// Why, one reason a line.
    pub because: Vec<String>,
}

/// How the failing law does elsewhere, on the same values of its variables.
#[derive(Clone, Debug, Default)]
pub struct LawFinding {
    /// Whether it holds on the reference.
    pub on_reference: bool,
    /// Whether it holds on the interpreter, if that could run.
    pub on_interpreter: Option<bool>,
    /// By backend slug, whether it holds on the lowering.
    pub on_lowerings: Vec<(String, bool)>,
    /// By name of the alternate, whether it holds there.
    pub on_alternates: Vec<(String, bool)>,
    /// Other declared laws that the reference breaks somewhere in the edge set.
    pub other_laws_broken: Vec<String>,
    /// Number of other laws declared to hold.
    pub other_laws: usize,
    /// Rows of the spec table that the reference contradicts.
    pub rows_broken: usize,
    /// A stated bound of a loop that one of the law's calls exceeds.
    pub exceeded: Option<Exceeded>,
}

/// What is known about one failing input.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub enum Testimony {
    /// The subject's result differs from the reference's.
    Values {
        /// Who differs.
        subject: Implementation,
        /// What it gave.
        found: Value,
        /// What the reference gave.
        reference: Value,
        /// What the interpreter gave, if it could run.
        interpreter: Option<Value>,
        /// What the spec table says, if the input is one of its rows.
        row: Option<Value>,
        /// Laws that the reference breaks in the edge set.
        laws_broken: Vec<String>,
        /// A stated bound of a loop that the input exceeds.
        exceeded: Option<Exceeded>,
        /// How far from the reference the subject and the interpreter may be.
        tolerance: Tolerance,
    },
    /// A law does not hold on a subject.
    Law {
        /// On whom.
        subject: Implementation,
        /// How it does elsewhere.
        finding: LawFinding,
    },
}

/// Weighs a testimony.
pub fn judge(testimony: &Testimony) -> Verdict {
    match testimony {
        Testimony::Values {
            subject,
            found,
            reference,
            interpreter,
            row,
            laws_broken,
            exceeded,
            tolerance,
        } => {
            let agrees =
                |value: &Value| tolerance.accepts(reference.ty(), reference.words(), value.words());
            let interpreter = interpreter.map(|value| (value, agrees(&value)));
            let exceeded = exceeded.as_ref();
            let weighed = values(subject, *found, *reference, interpreter, *row, laws_broken);
            weigh_bound(weighed, exceeded)
        }
        Testimony::Law { subject, finding } => {
            weigh_bound(law(subject, finding), finding.exceeded.as_ref())
        }
    }
}

/// A bound that is exceeded explains why what is translated differs from the function; what speaks against the
/// function or against the law itself stays as it is.
fn weigh_bound(weighed: Verdict, exceeded: Option<&Exceeded>) -> Verdict {
    match (weighed.blame, exceeded) {
        (Blame::Lowering | Blame::Translation, Some(exceeded)) => exceeded.verdict(),
        _ => weighed,
    }
}

fn verdict(blame: Blame, because: Vec<String>) -> Verdict {
    Verdict { blame, because }
}

fn values(
    subject: &Implementation,
    found: Value,
    reference: Value,
    interpreter: Option<(Value, bool)>,
    row: Option<Value>,
    laws_broken: &[String],
) -> Verdict {
    let mut because = vec![];
    if let Some(row) = row {
        if row != reference {
            because.push(format!(
                "the spec table says {row} here, the reference gives {reference}"
            ));
            return verdict(Blame::Reference, because);
        }
        because.push(format!(
            "the spec table says {row} here, as the reference does"
        ));
    }
    if !laws_broken.is_empty() {
        let laws = laws_broken.join(", ");
        because.push(format!(
            "the reference itself breaks declared laws on edge cases: {laws}"
        ));
        return verdict(Blame::Reference, because);
    }
    if let Some((interpreter, false)) = interpreter {
        because.push(format!(
            "{TRANSLATED_BODY} gives {interpreter}, the function itself {reference}"
        ));
        return verdict(Blame::Translation, because);
    }
    if interpreter.is_some() {
        because.push("the reference and the interpreter on its translation agree".into());
    }
    because.push("the declared laws hold on the reference over the edge set".into());
    because.push(format!("only {subject} gives {found}"));
    verdict(Blame::of(subject), because)
}

fn law(subject: &Implementation, finding: &LawFinding) -> Verdict {
    let mut because = vec![];
    if finding.on_reference {
        because.push("the law holds on the CPU reference for these values".into());
        because.push(format!("it fails on {subject}"));
        return verdict(Blame::of(subject), because);
    }
    because.push("the law fails on the CPU reference for these values".into());
    if finding.on_interpreter == Some(true) {
        because.push("it holds on the interpreter of the translated body".into());
        return verdict(Blame::Translation, because);
    }
    if finding.rows_broken > 0 {
        let n = finding.rows_broken;
        because.push(format!(
            "the reference also contradicts {n} row(s) of the spec table"
        ));
        return verdict(Blame::Reference, because);
    }
    if let Some((name, _)) = finding.on_alternates.iter().find(|(_, holds)| *holds) {
        because.push(format!(
            "the alternate `{name}`, written independently, obeys it"
        ));
        return verdict(Blame::Reference, because);
    }
    if let Some((name, _)) = finding.on_alternates.first() {
        because.push(format!(
            "the alternate `{name}`, written independently, breaks it too"
        ));
        return verdict(Blame::Declaration, because);
    }
    if !finding.other_laws_broken.is_empty() {
        let laws = finding.other_laws_broken.join(", ");
        because.push(format!(
            "the reference breaks other declared laws as well: {laws}"
        ));
        return verdict(Blame::Reference, because);
    }
    if finding.other_laws > 0 {
        let n = finding.other_laws;
        because.push(format!(
            "the reference obeys the {n} other declared law(s) and contradicts no row of its table"
        ));
        return verdict(Blame::Declaration, because);
    }
    because
        .push("no row, alternate or other law speaks about these values: add a table row".into());
    verdict(Blame::Undecided, because)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lowering() -> Implementation {
        Implementation::Lowering {
            op: "u32::add".into(),
            backend: "llvmpipe".into(),
        }
    }

    fn differing(reference: u32, interpreter: u32, row: Option<u32>, laws: &[&str]) -> Blame {
        judge(&Testimony::Values {
            subject: lowering(),
            found: Value::of(9u32),
            reference: Value::of(reference),
            interpreter: Some(Value::of(interpreter)),
            row: row.map(Value::of),
            laws_broken: laws.iter().map(|s| s.to_string()).collect(),
            exceeded: None,
            tolerance: Tolerance::EXACT,
        })
        .blame
    }

    /// Oracle: the order of the oracles in the specification (a row outranks everything).
    #[test]
    fn a_value_is_blamed_on_who_stands_alone() {
        assert_eq!(differing(1, 1, None, &[]), Blame::Lowering);
        assert_eq!(differing(1, 1, Some(1), &[]), Blame::Lowering);
        assert_eq!(differing(1, 1, Some(9), &[]), Blame::Reference);
        assert_eq!(differing(1, 9, None, &[]), Blame::Translation);
        assert_eq!(differing(1, 1, None, &["Commutative"]), Blame::Reference);
    }

    /// Oracle: the independence of the witnesses, as stated in the module documentation.
    #[test]
    fn a_law_is_blamed_on_declaration_reference_or_lowering() {
        let blame = |finding: LawFinding| {
            judge(&Testimony::Law {
                subject: lowering(),
                finding,
            })
            .blame
        };
        let base = || LawFinding {
            on_interpreter: Some(false),
            ..LawFinding::default()
        };
        assert_eq!(
            blame(LawFinding {
                on_reference: true,
                ..base()
            }),
            Blame::Lowering
        );
        assert_eq!(blame(base()), Blame::Undecided);
        assert_eq!(
            blame(LawFinding {
                other_laws: 2,
                ..base()
            }),
            Blame::Declaration
        );
        assert_eq!(
            blame(LawFinding {
                rows_broken: 1,
                other_laws: 2,
                ..base()
            }),
            Blame::Reference
        );
        let broken = vec!["Identity(0)".into()];
        assert_eq!(
            blame(LawFinding {
                other_laws_broken: broken,
                ..base()
            }),
            Blame::Reference
        );
        let alternates = vec![("swar".into(), true)];
        assert_eq!(
            blame(LawFinding {
                on_alternates: alternates,
                ..base()
            }),
            Blame::Reference
        );
        let alternates = vec![("swar".into(), false)];
        assert_eq!(
            blame(LawFinding {
                on_alternates: alternates,
                ..base()
            }),
            Blame::Declaration
        );
        assert_eq!(
            blame(LawFinding {
                on_interpreter: Some(true),
                ..base()
            }),
            Blame::Translation
        );
    }
}
