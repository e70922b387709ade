//! The diagnosis of a law that does not hold, or of a witness that does not break one.

use super::evidence::{Culprits, Evidence, Suspect};
use super::values::{self, ValueFinding};
use super::{Blame, Diagnosis, ExceededBound, Party, Reason};
use crate::plan::Implementation;
use vyre_conform_ir::value::Value;

/// A call in the law for which the subject differs from the reference.
#[derive(Clone, Debug)]
pub struct DifferingCall {
    /// In words, such as `add(0x0000_0001, 0x0000_0002)`.
    pub text: String,
    /// The reference's value.
    pub reference: Value,
    /// Evidence about the call alone.
    pub values: ValueFinding,
}

/// Evidence for or against a declaration that the reference contradicts, if rows and other functions decide nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclarationSupport {
    /// True if other laws that hold, or rows, cover the calls of this one, or if the law is false for any function.
    pub covers_calls: bool,
    /// True if rows or other laws that hold constrain the op at all.
    pub constrains_op: bool,
    /// Number of edge cases in which the law fails on the reference, and of those tried.
    pub failure_ratio: (u64, u64),
    /// Calls of the op that no row covers, with the reference's values.
    pub calls: Vec<String>,
}

impl DeclarationSupport {
    /// True if the law fails in most cases while the other declarations hold: no reference that is wrong in places
    /// explains that.
    const fn is_wide(&self) -> bool {
        let (failing, cases) = self.failure_ratio;
        self.constrains_op
            && failing > 0
            && failing.saturating_mul(WIDE.1) >= cases.saturating_mul(WIDE.0)
    }
}

/// Minimal fraction of failing cases at which a law counts as false everywhere.
const WIDE: (u64, u64) = (3, 4);

/// Results of the failing law elsewhere, on the same values of its variables.
#[derive(Clone, Debug)]
pub struct LawFinding {
    /// The implementation on which it fails.
    pub subject: Implementation,
    /// The law in source form.
    pub law: String,
    /// Its index among the laws of the op.
    pub law_index: usize,
    /// True if the law is declared not to hold, and these values to break it.
    pub negative: bool,
    /// True if rows of spec tables alone satisfy the law; `None` if they do not give every result that it needs.
    pub by_rows: Option<bool>,
    /// True if it holds on the reference.
    pub on_reference: bool,
    /// True if it holds on the interpreter; `None` if that could not run.
    pub on_interpreter: Option<bool>,
    /// True if the interpreter runs a function in `lower` in any call of the law.
    pub named: bool,
    /// True if it failed in a batch, and not when the case ran alone.
    pub batch_only: bool,
    /// The first call in which the subject differs from the reference.
    pub call: Option<Box<DifferingCall>>,
    /// Every contradiction of the op.
    pub evidence: Evidence,
    /// Names of hand-written texts, each with true if the law holds on it.
    pub others: Vec<(String, bool)>,
    /// Other evidence for or against the declaration.
    pub support: DeclarationSupport,
    /// Numbers of rows and of other laws of the op.
    pub declared: (usize, usize),
    /// A stated bound of a loop that one of the law's calls exceeds.
    pub exceeded: Option<ExceededBound>,
}

impl LawFinding {
    /// True if this truth value agrees with the declaration: a positive law holds, a negative one is broken.
    fn kept(&self, holds: bool) -> bool {
        holds != self.negative
    }

    fn here(&self, who: Party, holds: bool) -> Reason {
        Reason::LawOnInput { who, holds }
    }

    fn diagnosis(&self, blame: Blame, mut reasons: Vec<Reason>) -> Diagnosis {
        if self.batch_only {
            reasons.push(Reason::BatchOnly);
        }
        Diagnosis {
            blame,
            reasons,
            other_blames: vec![],
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

/// The law holds on the reference for these values: the subject, or its source, is wrong. The culprit of the differing
/// call is the culprit of the law.
fn on_subject(finding: &LawFinding, mut because: Vec<Reason>) -> Diagnosis {
    let subject = || Party::Other(finding.subject.to_string());
    because.push(finding.here(subject(), finding.negative));
    let is_false = finding
        .evidence
        .is_certain(&Suspect::Law(finding.law_index));
    let declaration = is_false.then_some(Blame::Declaration);
    let Some(call) = &finding.call else {
        let mut diagnosis = finding.diagnosis(Blame::of(&finding.subject), because);
        diagnosis.other_blames.extend(declaration);
        return diagnosis;
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
    // The first reason of a lone result repeats the call above.
    let is_new = |reason: &Reason| !matches!(reason, Reason::Gives { call, .. } if call.is_empty());
    because.extend(of_call.reasons.into_iter().filter(is_new));
    let mut diagnosis = finding.diagnosis(of_call.blame, because);
    diagnosis.other_blames = of_call.other_blames;
    diagnosis.other_blames.extend(declaration);
    diagnosis
}

/// The reference itself contradicts the declaration: one of them is wrong.
fn on_reference(finding: &LawFinding, mut because: Vec<Reason>) -> Diagnosis {
    let law = Suspect::Law(finding.law_index);
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
        diagnosis.other_blames = culprits[1..].iter().map(blame).collect();
        if mistranslated.is_some() {
            diagnosis.other_blames.push(Blame::Translation);
        }
        return diagnosis;
    }
    if let Some(holds) = mistranslated {
        because.push(finding.here(Party::TranslatedBody, holds));
        return finding.diagnosis(Blame::Translation, because);
    }
    undecided(finding, because)
}

/// The diagnosis if only the reference and the declaration say anything about these values.
fn undecided(finding: &LawFinding, mut because: Vec<Reason>) -> Diagnosis {
    let vouching = &finding.support;
    if vouching.covers_calls {
        because.extend(confirmed(finding));
        return finding.diagnosis(Blame::Declaration, because);
    }
    if vouching.constrains_op {
        because.extend(confirmed(finding));
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

/// The declarations other than the failing law that the reference satisfies.
fn confirmed(finding: &LawFinding) -> Option<Reason> {
    let (rows, laws) = finding.evidence.refuted_by(&Suspect::Reference);
    // The numbers leave out the failing law, which the reference breaks.
    let others = laws.saturating_sub(1);
    Reason::confirmed(finding.declared, (rows, others))
}

/// Number of satisfied rows from which on two laws against a reference decide nothing.
const ROWS: usize = 3;

/// True if only two laws contradict a reference that satisfies its rows, and no other function exists: either it is
/// wrong, or both laws are false.
fn is_of_laws_alone(finding: &LawFinding) -> bool {
    let evidence = &finding.evidence;
    let who = &Suspect::Reference;
    finding.declared.0 >= ROWS
        && finding.others.is_empty()
        && evidence.rows_against(who) == 0
        && evidence.laws_against(who).len() <= 2
}

/// The diagnosis with the rows that would decide between law and reference.
fn contradicted(finding: &LawFinding, mut because: Vec<Reason>, blame: Blame) -> Diagnosis {
    if !finding.negative {
        because.push(Reason::Contradiction {
            law: finding.law.clone(),
            fails: finding.support.failure_ratio,
            rows: finding.support.calls.clone(),
        });
    }
    finding.diagnosis(blame, because)
}

/// Reasons for rows that the reference contradicts, and for other laws that it breaks.
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
