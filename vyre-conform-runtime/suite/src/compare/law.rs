//! The verdict on a law that does not hold, or on a witness that does not break one.

use super::values::{Conduct, Origin};
use super::{Blame, Exceeded, Party, Reason, Verdict};
use crate::plan::Implementation;
use vyre_conform_ir::value::Value;

/// A call that the law makes in which the subject differs from the reference.
#[derive(Clone, Debug)]
pub struct Call {
    /// Such as `add(0x0000_0001, 0x0000_0002)`.
    pub text: String,
    /// The text that the called op comes from on the subject.
    pub origin: Origin,
    /// What the subject gives.
    pub subject: Value,
    /// What the op's reference gives.
    pub reference: Value,
    /// What the interpreter gives, if it could run.
    pub interpreter: Option<Value>,
    /// What the op's spec table says, if the call is one of its rows.
    pub row: Option<Value>,
    /// Whether the backend of an alternate runs what it lowers itself wrong for this call.
    pub device_wrong: bool,
}

/// How the failing law does elsewhere, on the same values of its variables.
#[derive(Clone, Debug)]
pub struct LawFinding {
    /// On whom it fails.
    pub subject: Implementation,
    /// Whether the law is declared not to hold, and these values to break it.
    pub negative: bool,
    /// Whether rows of spec tables alone obey the law, where they give every result that it asks for.
    pub by_rows: Option<bool>,
    /// Whether it holds on the reference.
    pub on_reference: bool,
    /// Whether it holds on the interpreter, if that could run.
    pub on_interpreter: Option<bool>,
    /// Whether the interpreter runs a function that `lower` names, in any call of the law.
    pub named: bool,
    /// Whether the failure was seen in a batch, and not when the case ran alone.
    pub batch_only: bool,
    /// The first call in which the subject differs from the reference.
    pub call: Option<Call>,
    /// What speaks against the reference beside this law.
    pub of_reference: Conduct,
    /// What speaks against a subject with a text of its own, or against the function that `lower` names.
    pub of_subject: Conduct,
    /// Whether it holds on texts that are written apart from the reference, by name.
    pub others: Vec<(String, bool)>,
    /// Whether other laws that hold, or rows, speak about the very calls of this one; or whether this one fails so
    /// often that no few wrong results explain it while everything else holds.
    pub vouched: bool,
    /// Rows and other laws that the op has.
    pub declared: (usize, usize),
    /// A stated bound of a loop that one of the law's calls exceeds.
    pub exceeded: Option<Exceeded>,
}

impl LawFinding {
    /// Whether what is declared is kept where the law does this: a positive law holds, a negative one is broken.
    fn kept(&self, holds: bool) -> bool {
        holds != self.negative
    }

    fn here(&self, who: Party, holds: bool) -> Reason {
        Reason::LawHere { who, holds }
    }

    fn verdict(&self, blame: Blame, mut because: Vec<Reason>) -> Verdict {
        if self.batch_only {
            because.push(Reason::BatchOnly);
        }
        Verdict { blame, because }
    }
}

/// Weighs the finding.
pub(super) fn judge(finding: &LawFinding) -> Verdict {
    let mut because = vec![finding.here(Party::Reference, finding.on_reference)];
    // What rows alone say about the law is said of the op that was meant.
    if let Some(holds) = finding.by_rows {
        because.push(Reason::LawByRows { holds });
        if !finding.kept(holds) {
            return Verdict {
                blame: Blame::Declaration,
                because,
            };
        }
    }
    match finding.kept(finding.on_reference) {
        true => on_subject(finding, because),
        false => on_reference(finding, because),
    }
}

/// The reference keeps the law for these values: the subject, or what it is made from, does not.
fn on_subject(finding: &LawFinding, mut because: Vec<Reason>) -> Verdict {
    let blame = Blame::of(&finding.subject);
    let subject = || Party::Other(finding.subject.to_string());
    because.push(Reason::LawHere {
        who: subject(),
        holds: finding.negative,
    });
    let Some(call) = &finding.call else {
        return finding.verdict(blame, because);
    };
    if let Some(row) = call.row {
        let kept = row == call.reference;
        because.push(Reason::Row {
            row,
            who: Party::Reference,
            gives: call.reference.to_string(),
            kept,
        });
        if !kept {
            return finding.verdict(Blame::Reference, because);
        }
    }
    let gives = |who, value| Reason::Gives {
        who,
        call: call.text.clone(),
        value,
        alone: false,
    };
    because.push(gives(subject(), call.subject));
    because.push(gives(Party::Reference, call.reference));
    let module = match call.origin {
        Origin::Named => Party::NamedFunction,
        _ => Party::TranslatedBody,
    };
    if let (Origin::Body | Origin::Named, Some(interpreter)) = (call.origin, call.interpreter) {
        because.push(gives(module, interpreter));
        let is_kernel = finding.subject.is_kernel();
        if interpreter == call.reference || (interpreter != call.subject && !is_kernel) {
            let blame = match interpreter == call.reference || call.origin == Origin::Named {
                true => blame,
                // All three differ: the text is translated wrong before anything else.
                false => Blame::Translation,
            };
            return finding.verdict(blame, because);
        }
    }
    if call.device_wrong {
        because.push(Reason::DeviceWrong);
        return finding.verdict(Blame::Lowering, because);
    }
    let (mine, theirs) = (&finding.of_reference, &finding.of_subject);
    match call.origin {
        Origin::Body if call.interpreter.is_some() => {
            return finding.verdict(Blame::Translation, because);
        }
        Origin::Body => return finding.verdict(blame, because),
        _ if mine.rows > 0 && theirs.rows == 0 && call.row.is_none() => {
            let who = Party::Reference;
            let rows = mine.rows;
            because.push(Reason::RowsBroken { who, rows });
            return finding.verdict(Blame::Reference, because);
        }
        _ => {}
    }
    match call.origin {
        Origin::Named => finding.verdict(Blame::NamedFunction, because),
        _ => finding.verdict(blame, because),
    }
}

/// The reference itself does not keep what is declared: it is wrong, or the declaration is.
fn on_reference(finding: &LawFinding, mut because: Vec<Reason>) -> Verdict {
    let conduct = &finding.of_reference;
    let who = || Party::Reference;
    if finding.by_rows.is_some() || conduct.rows > 0 {
        if conduct.rows > 0 {
            let rows = conduct.rows;
            because.push(Reason::RowsBroken { who: who(), rows });
        }
        return finding.verdict(Blame::Reference, because);
    }
    if !conduct.laws.is_empty() {
        let laws = conduct.laws.clone();
        because.push(Reason::LawsBroken { who: who(), laws });
        return finding.verdict(Blame::Reference, because);
    }
    if let Some(holds) = finding.on_interpreter
        && !finding.named
        && finding.kept(holds)
    {
        because.push(finding.here(Party::TranslatedBody, holds));
        return finding.verdict(Blame::Translation, because);
    }
    let named = finding.on_interpreter.filter(|_| finding.named);
    let others = finding
        .others
        .iter()
        .map(|(who, holds)| (who.as_str(), *holds));
    let apart: Vec<(&str, bool)> = others
        .chain(named.map(|holds| ("the function that `lower` names", holds)))
        .collect();
    for (who, holds) in &apart {
        let who = Party::Other((*who).to_owned());
        because.push(finding.here(who, *holds));
    }
    let keep = apart
        .iter()
        .filter(|(_, holds)| finding.kept(*holds))
        .count();
    let (rows, laws) = finding.declared;
    match keep.cmp(&(apart.len() - keep)) {
        std::cmp::Ordering::Greater => finding.verdict(Blame::Reference, because),
        std::cmp::Ordering::Less => finding.verdict(Blame::Declaration, because),
        std::cmp::Ordering::Equal if finding.vouched => {
            because.push(Reason::Confirmed { rows, laws });
            finding.verdict(Blame::Declaration, because)
        }
        std::cmp::Ordering::Equal => {
            because.push(Reason::Silence);
            finding.verdict(Blame::Undecided, because)
        }
    }
}
