//! The verdict on one result that differs.

use super::{Blame, Party, Reason, Verdict};
use crate::failing::NoValue;
use crate::plan::Implementation;
use vyre_conform_ir::value::Value;
use vyre_conform_spec::Tolerance;

/// The text that an implementation comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The body of the reference: what differs from it is translated, lowered or run wrong.
    Body,
    /// The function that `lower` names, written apart from the reference.
    Named,
    /// A text of its own, written apart from the reference: an alternate, a native text, the WGSL of a
    /// Category C op.
    Own,
}

/// What speaks against an implementation beside the failing input: evidence about it alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conduct {
    /// Rows of the spec table that it contradicts.
    pub rows: usize,
    /// Declared laws, but for the one in question, that it breaks on edge cases or on values of the input.
    pub laws: Vec<String>,
}

/// What is known where a result differs from the expected one.
#[derive(Clone, Debug)]
pub struct ValueFinding {
    /// Who differs.
    pub subject: Implementation,
    /// The text that it comes from.
    pub origin: Origin,
    /// What it gave.
    pub found: Value,
    /// What the reference gave, or why it gave nothing.
    pub reference: Result<Value, NoValue>,
    /// What the interpreter gave on the body, or on the function that `lower` names, if it could run.
    pub interpreter: Option<Value>,
    /// What the spec table says, if the input is one of its rows.
    pub row: Option<Value>,
    /// Rows and laws that the op has.
    pub declared: (usize, usize),
    /// What speaks against the reference.
    pub of_reference: Conduct,
    /// What speaks against the function that `lower` names, on the interpreter.
    pub of_named: Conduct,
    /// What speaks against a subject with a text of its own.
    pub of_subject: Conduct,
    /// Whether the backend of an alternate runs what it lowers itself wrong for this input.
    pub device_wrong: bool,
    /// What other implementations gave that are written apart from reference and subject, by name.
    pub others: Vec<(String, Value)>,
    /// Whether the failure was seen in a batch, and not when the case ran alone.
    pub batch_only: bool,
    /// A stated bound of a loop that the input exceeds.
    pub exceeded: Option<super::Exceeded>,
    /// How far from the reference the subject and the interpreter may be.
    pub tolerance: Tolerance,
}

impl ValueFinding {
    /// The interpreter as a party.
    fn module(&self) -> Party {
        match self.origin {
            Origin::Named => Party::NamedFunction,
            _ => Party::TranslatedBody,
        }
    }

    /// Whether a value is accepted where another is expected.
    fn will_do(&self, due: &Value, found: &Value) -> bool {
        due.ty() == found.ty() && self.tolerance.accepts(due.ty(), due.words(), found.words())
    }

    fn subject(&self) -> Party {
        Party::Other(self.subject.to_string())
    }

    /// The verdict with what else is known: that the subject alone gives this, that the reference is wrong
    /// elsewhere.
    fn closed(&self, blame: Blame, mut because: Vec<Reason>) -> Verdict {
        if self.batch_only {
            because.push(Reason::BatchOnly);
        }
        if blame == Blame::of(&self.subject) {
            because.push(Reason::Gives {
                who: self.subject(),
                call: String::new(),
                value: self.found,
                alone: true,
            });
        }
        Verdict { blame, because }
    }
}

/// Weighs the finding.
pub(super) fn judge(finding: &ValueFinding) -> Verdict {
    let mut because = vec![];
    let reference = match &finding.reference {
        Ok(value) => *value,
        Err(said) => {
            let who = Party::Reference;
            let said = said.to_string();
            return Verdict::of(Blame::Reference, Reason::NoResult { who, said });
        }
    };
    if let Some(row) = finding.row {
        let kept = row == reference;
        because.push(Reason::Row {
            row,
            who: Party::Reference,
            gives: reference.to_string(),
            kept,
        });
        // The reference is right here, or wrong, by definition.
        return match kept {
            false => Verdict {
                blame: Blame::Reference,
                because,
            },
            true => translated(finding, reference, because, &|because| {
                finding.closed(by_origin(finding), because)
            }),
        };
    }
    translated(finding, reference, because, &|because| {
        contest(finding, reference, because)
    })
}

/// Who is wrong where a text of its own, or the function that `lower` names, differs from a right reference.
fn by_origin(finding: &ValueFinding) -> Blame {
    match (finding.origin, &finding.subject) {
        (Origin::Named, Implementation::Reference { .. } | Implementation::Interpreter { .. }) => {
            Blame::NamedFunction
        }
        (Origin::Named, subject) if finding.interpreter.is_none() => Blame::of(subject),
        (Origin::Named, _) => Blame::NamedFunction,
        (Origin::Own, _) if finding.device_wrong => Blame::Lowering,
        (_, subject) => Blame::of(subject),
    }
}

/// What one text decides by itself: the subject, or the translation that it is lowered from, differs from what the
/// text says. Where neither does, two texts differ.
fn translated(
    finding: &ValueFinding,
    reference: Value,
    mut because: Vec<Reason>,
    two_texts: &dyn Fn(Vec<Reason>) -> Verdict,
) -> Verdict {
    let Some(interpreter) = finding.interpreter else {
        return match finding.origin {
            Origin::Own => two_texts(because),
            _ => finding.closed(Blame::of(&finding.subject), because),
        };
    };
    let gives = |who, value| Reason::Gives {
        who,
        call: String::new(),
        value,
        alone: false,
    };
    match finding.origin {
        Origin::Own => two_texts(because),
        Origin::Body if finding.will_do(&reference, &interpreter) => {
            because.push(Reason::TextAgrees);
            noted(&mut because, &finding.of_reference);
            confirmed(finding, &mut because);
            finding.closed(Blame::of(&finding.subject), because)
        }
        Origin::Body => {
            because.push(gives(finding.module(), interpreter));
            because.push(gives(Party::Reference, reference));
            Verdict {
                blame: Blame::Translation,
                because,
            }
        }
        Origin::Named => {
            because.push(gives(finding.module(), interpreter));
            let is_lowered = matches!(finding.subject, Implementation::Lowering { .. })
                && !finding.subject.is_kernel();
            match is_lowered && !finding.will_do(&interpreter, &finding.found) {
                true => finding.closed(Blame::of(&finding.subject), because),
                false => two_texts(because),
            }
        }
    }
}

/// What is wrong with the reference elsewhere is reported beside the verdict on this input.
fn noted(because: &mut Vec<Reason>, conduct: &Conduct) {
    if conduct.rows > 0 {
        because.push(Reason::RowsBroken {
            who: Party::Reference,
            rows: conduct.rows,
        });
    }
    if !conduct.laws.is_empty() {
        because.push(Reason::LawsBroken {
            who: Party::Reference,
            laws: conduct.laws.clone(),
        });
    }
}

fn confirmed(finding: &ValueFinding, because: &mut Vec<Reason>) {
    let (rows, laws) = finding.declared;
    if finding.of_reference == Conduct::default() && rows + laws > 0 {
        because.push(Reason::Confirmed { rows, laws });
    }
}

/// The reference against a text that was written apart from it.
fn contest(finding: &ValueFinding, reference: Value, mut because: Vec<Reason>) -> Verdict {
    if finding.device_wrong {
        because.push(Reason::DeviceWrong);
        return finding.closed(Blame::Lowering, because);
    }
    let (who, conduct, blame) = match finding.origin {
        Origin::Named => (
            Party::NamedFunction,
            &finding.of_named,
            Blame::NamedFunction,
        ),
        _ => (
            finding.subject(),
            &finding.of_subject,
            Blame::of(&finding.subject),
        ),
    };
    let mine = &finding.of_reference;
    // Rows, then laws: the first of them in which the parties differ decides.
    let sides = [
        (mine.rows > 0, conduct.rows > 0),
        (!mine.laws.is_empty(), !conduct.laws.is_empty()),
    ];
    for (reference_broke, other_broke) in sides {
        if reference_broke {
            noted(&mut because, mine);
        }
        match (reference_broke, other_broke) {
            (true, _) => return finding.closed(Blame::Reference, because),
            (false, true) => {
                if conduct.rows > 0 {
                    let rows = conduct.rows;
                    let who = who.clone();
                    because.push(Reason::RowsBroken { who, rows });
                }
                if !conduct.laws.is_empty() {
                    let laws = conduct.laws.clone();
                    because.push(Reason::LawsBroken { who, laws });
                }
                confirmed(finding, &mut because);
                return finding.closed(blame, because);
            }
            (false, false) => {}
        }
    }
    let with = |value: &Value| -> Vec<String> {
        let others = finding.others.iter();
        others
            .filter(|(_, found)| finding.will_do(value, found))
            .map(|(name, _)| name.clone())
            .collect()
    };
    let theirs = match finding.origin {
        Origin::Named => finding.interpreter.unwrap_or(finding.found),
        _ => finding.found,
    };
    let (for_reference, against) = (with(&reference), with(&theirs));
    if for_reference.len() != against.len() {
        let wrong = for_reference.len() < against.len();
        let (who, by) = match wrong {
            true => (who, against),
            false => (Party::Reference, for_reference),
        };
        because.push(Reason::Supported { who, by });
        let blame = if wrong { Blame::Reference } else { blame };
        return finding.closed(blame, because);
    }
    confirmed(finding, &mut because);
    let is_confirmed = finding.declared != (0, 0);
    let blame = match blame {
        Blame::NamedFunction => Blame::UndecidedNamed,
        Blame::Alternate if !is_confirmed => Blame::UndecidedAlternate,
        blame => blame,
    };
    if matches!(blame, Blame::UndecidedNamed | Blame::UndecidedAlternate) {
        because.push(Reason::Silence);
    }
    finding.closed(blame, because)
}
