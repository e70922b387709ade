//! The diagnosis on a law that does not hold, or on a witness that does not break one.

use super::evidence::{Culprits, Evidence, Suspect};
use super::values::{self, ValueFinding};
use super::{Blame, Diagnosis, ExceededBound, Party, Reason};
use crate::plan::Implementation;
use vyre_conform_ir::value::Value;

/// A call that the law makes in which the subject differs from the reference.
#[derive(Clone, Debug)]
pub struct Call {
    /// Such as `add(0x0000_0001, 0x0000_0002)`.
    pub text: String,
    /// What the reference gives.
    pub reference: Value,
    /// The evidence about the call alone.
    pub values: ValueFinding,
}

/// What speaks for a declaration that the reference contradicts, or against it, where rows and other functions are
/// silent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vouching {
    /// Other laws that hold, or rows, speak about the very calls of this one; or the law is false of any function.
    pub of_calls: bool,
    /// Rows or other laws that hold say something of the op at all.
    pub of_op: bool,
    /// Edge cases in which the law fails on the reference, and all that were tried.
    pub fails: (u64, u64),
    /// Calls of the op that no row speaks about, with what the reference gives.
    pub calls: Vec<String>,
}

impl Vouching {
    /// True if the law fails in most cases while what else is declared holds: no reference that is wrong in places
    /// explains that.
    const fn is_wide(&self) -> bool {
        let (failing, cases) = self.fails;
        self.of_op && failing > 0 && failing.saturating_mul(WIDE.1) >= cases.saturating_mul(WIDE.0)
    }
}

/// The part of all cases in which a law fails that is false altogether.
const WIDE: (u64, u64) = (3, 4);

/// How the failing law does elsewhere, on the same values of its variables.
#[derive(Clone, Debug)]
pub struct LawFinding {
    /// On whom it fails.
    pub subject: Implementation,
    /// The law as it is written, and its place among those of the op.
    pub law: String,
    /// Its place among the laws of the op.
    pub place: usize,
    /// True if the law is declared not to hold, and these values to break it.
    pub negative: bool,
    /// True if rows of spec tables alone obey the law, where they give every result that it asks for.
    pub by_rows: Option<bool>,
    /// True if it holds on the reference.
    pub on_reference: bool,
    /// True if it holds on the interpreter, if that could run.
    pub on_interpreter: Option<bool>,
    /// True if the interpreter runs a function that `lower` names, in any call of the law.
    pub named: bool,
    /// True if the failure was seen in a batch, and not when the case ran alone.
    pub batch_only: bool,
    /// The first call in which the subject differs from the reference.
    pub call: Option<Box<Call>>,
    /// Every contradiction of the op.
    pub evidence: Evidence,
    /// True if it holds on texts that are written apart from the reference, by name.
    pub others: Vec<(String, bool)>,
    /// What speaks for the declaration or against it beside them.
    pub vouching: Vouching,
    /// Rows and other laws that the op has.
    pub declared: (usize, usize),
    /// A stated bound of a loop that one of the law's calls exceeds.
    pub exceeded: Option<ExceededBound>,
}

impl LawFinding {
    /// True if what is declared is kept where the law does this: a positive law holds, a negative one is broken.
    fn kept(&self, holds: bool) -> bool {
        holds != self.negative
    }

    fn here(&self, who: Party, holds: bool) -> Reason {
        Reason::LawHere { who, holds }
    }

    fn diagnosis(&self, blame: Blame, mut because: Vec<Reason>) -> Diagnosis {
        if self.batch_only {
            because.push(Reason::BatchOnly);
        }
        Diagnosis {
            blame,
            because,
            also: vec![],
        }
    }
}

/// Weighs the finding.
pub(super) fn diagnose(finding: &LawFinding) -> Diagnosis {
    let mut because = vec![finding.here(Party::Reference, finding.on_reference)];
    if let Some(holds) = finding.by_rows {
        because.push(Reason::LawByRows { holds });
    }
    if finding.kept(finding.on_reference) {
        on_subject(finding, because)
    } else {
        on_reference(finding, because)
    }
}

/// The reference keeps the law for these values: the subject, or what it is made from, does not. Who is wrong in the
/// call in which they differ is wrong in the law.
fn on_subject(finding: &LawFinding, mut because: Vec<Reason>) -> Diagnosis {
    let subject = || Party::Other(finding.subject.to_string());
    because.push(finding.here(subject(), finding.negative));
    let Some(call) = &finding.call else {
        return finding.diagnosis(Blame::of(&finding.subject), because);
    };
    let gives = |who, value| Reason::Gives {
        who,
        call: call.text.clone(),
        value,
        alone: false,
    };
    because.push(gives(subject(), call.values.found));
    because.push(gives(Party::Reference, call.reference));
    let of_call = values::diagnose(&call.values);
    // The first reason of a result that stands alone is the call above.
    let is_new = |reason: &Reason| !matches!(reason, Reason::Gives { call, .. } if call.is_empty());
    because.extend(of_call.because.into_iter().filter(is_new));
    let mut diagnosis = finding.diagnosis(of_call.blame, because);
    diagnosis.also = of_call.also;
    diagnosis
}

/// The reference itself does not keep what is declared: it is wrong, or the declaration is.
fn on_reference(finding: &LawFinding, mut because: Vec<Reason>) -> Diagnosis {
    let law = Suspect::Law(finding.place);
    let between = [Suspect::Reference, law.clone()].into();
    for (who, holds) in &finding.others {
        let who = Party::Other(who.clone());
        because.push(finding.here(who, *holds));
    }
    let translated = finding.on_interpreter.filter(|_| !finding.named);
    let mistranslated = translated.filter(|holds| finding.kept(*holds));
    if let Culprits::Certain(culprits) = finding.evidence.culprits(&between) {
        if culprits == [Suspect::Reference] && is_of_laws_alone(finding) {
            return contradicted(finding, because, Blame::Undecided);
        }
        let (rows, laws) = against(finding, &law);
        because.extend(rows.into_iter().chain(laws));
        let blame = |who: &Suspect| who.blame(&finding.subject);
        let mut diagnosis = finding.diagnosis(blame(&culprits[0]), because);
        diagnosis.also = culprits[1..].iter().map(blame).collect();
        if mistranslated.is_some() {
            diagnosis.also.push(Blame::Translation);
        }
        return diagnosis;
    }
    if let Some(holds) = mistranslated {
        because.push(finding.here(Party::TranslatedBody, holds));
        return finding.diagnosis(Blame::Translation, because);
    }
    undecided(finding, because)
}

/// The diagnosis where nothing but the reference and the declaration speaks about these values.
fn undecided(finding: &LawFinding, mut because: Vec<Reason>) -> Diagnosis {
    let (rows, laws) = finding.declared;
    let vouching = &finding.vouching;
    if vouching.of_calls {
        because.push(Reason::Confirmed { rows, laws });
        return finding.diagnosis(Blame::Declaration, because);
    }
    if vouching.of_op {
        because.push(Reason::Confirmed { rows, laws });
    } else {
        because.push(Reason::Silence);
    }
    let blame = if vouching.is_wide() {
        Blame::Declaration
    } else {
        Blame::Undecided
    };
    contradicted(finding, because, blame)
}

/// Rows that a function keeps without a mistake before two laws against it decide nothing.
const ROWS: usize = 3;

/// True if nothing but two laws speaks against a reference that keeps its rows, and no other function is there: it is
/// wrong, or both laws are false.
fn is_of_laws_alone(finding: &LawFinding) -> bool {
    let evidence = &finding.evidence;
    let who = &Suspect::Reference;
    finding.declared.0 >= ROWS
        && finding.others.is_empty()
        && evidence.rows_against(who) == 0
        && evidence.laws_against(who).len() <= 2
}

/// The diagnosis with the rows that would decide between the law and the reference.
fn contradicted(finding: &LawFinding, mut because: Vec<Reason>, blame: Blame) -> Diagnosis {
    if !finding.negative {
        because.push(Reason::Contradiction {
            law: finding.law.clone(),
            fails: finding.vouching.fails,
            rows: finding.vouching.calls.clone(),
        });
    }
    finding.diagnosis(blame, because)
}

/// Rows that the reference contradicts, and other laws that it breaks.
fn against(finding: &LawFinding, law: &Suspect) -> (Option<Reason>, Option<Reason>) {
    let who = || Party::Reference;
    let rows = finding.evidence.rows_against(&Suspect::Reference);
    let mut laws = finding.evidence.laws_against(&Suspect::Reference);
    if let Suspect::Law(own) = law {
        let own = finding.evidence.laws.get(*own);
        laws.retain(|law| Some(law) != own);
    }
    let rows = (rows > 0).then(|| Reason::RowsBroken { who: who(), rows });
    let laws = (!laws.is_empty()).then(|| Reason::LawsBroken { who: who(), laws });
    (rows, laws)
}
