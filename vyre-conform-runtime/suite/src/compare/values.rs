//! The diagnosis of one differing result.

use super::evidence::{Culprits, Evidence, Suspect};
use super::{Blame, Diagnosis, Party, Reason};
use crate::failing::NoValue;
use crate::plan::Implementation;
use vyre_conform_ir::value::Value;
use vyre_conform_spec::Tolerance;

/// Source text of an implementation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The body of the reference: a difference from it is a fault of translation, lowering or execution.
    Body,
    /// The function in `lower`, independent of the reference.
    LowerFunction,
    /// A hand-written text independent of the reference: an alternate, a native text, the WGSL of a Category C op.
    HandWritten,
}

/// The row of the spec table for the failing input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputRow {
    /// Its index in the table.
    pub index: usize,
    /// Its value.
    pub expected: Value,
    /// True if the trial compares the subject with this row, and not with the reference.
    pub is_claim: bool,
}

/// Evidence about a result that differs from the expected one.
#[derive(Clone, Debug)]
pub struct ValueFinding {
    /// The differing implementation.
    pub subject: Implementation,
    /// Its source text.
    pub origin: Origin,
    /// Its value.
    pub found: Value,
    /// The reference's value, or the reason for its lack.
    pub reference: Result<Value, NoValue>,
    /// The interpreter's value on the body, or on the function in `lower`, if it could run.
    pub interpreter: Option<Value>,
    /// The row of the spec table for this input.
    pub row: Option<InputRow>,
    /// Numbers of rows and laws of the op.
    pub declared: (usize, usize),
    /// True if the backend of an alternate computes its own lowering wrongly for this input.
    pub device_wrong: bool,
    /// Results of independent implementations other than reference and subject, by name.
    pub others: Vec<(String, Value)>,
    /// Every contradiction of the op.
    pub evidence: Evidence,
    /// True if it failed in a batch, and not when the case ran alone.
    pub batch_only: bool,
    /// A stated bound of a loop that the input exceeds.
    pub exceeded: Option<super::ExceededBound>,
    /// Tolerance of the subject and the interpreter against the reference.
    pub tolerance: Tolerance,
}

impl ValueFinding {
    /// The interpreter as a party.
    fn module(&self) -> Party {
        match self.origin {
            Origin::LowerFunction => Party::NamedFunction,
            _ => Party::TranslatedBody,
        }
    }

    /// True if the value is acceptable in place of the expected one.
    fn will_do(&self, expected: &Value, found: &Value) -> bool {
        expected.ty() == found.ty()
            && self
                .tolerance
                .accepts(expected.ty(), expected.words(), found.words())
    }

    fn subject(&self) -> Party {
        Party::Other(self.subject.to_string())
    }

    /// True if the trial compares the subject with a row.
    fn is_of_row(&self) -> bool {
        self.row.is_some_and(|row| row.is_claim)
    }

    /// True if no other party has the subject's value.
    fn is_alone(&self) -> bool {
        let is_interpreter = matches!(self.subject, Implementation::Interpreter { .. });
        let others = self.others.iter().map(|(_, value)| value);
        let interpreter = self.interpreter.iter().filter(|_| !is_interpreter);
        let row = self.row.iter().map(|row| &row.expected);
        let mut all = others
            .chain(self.reference.iter())
            .chain(interpreter)
            .chain(row);
        all.all(|value| *value != self.found)
    }

    /// The diagnosis, with the reason that the subject's value is unique if it is.
    fn closed(&self, blame: Blame, mut reasons: Vec<Reason>) -> Diagnosis {
        if self.batch_only {
            reasons.push(Reason::BatchOnly);
        }
        // The interpreter's value is already among the reasons, and the reference's is the expected one.
        let is_on_device = matches!(
            self.subject,
            Implementation::Lowering { .. } | Implementation::Alternate { .. }
        );
        if blame == Blame::of(&self.subject) && is_on_device {
            reasons.push(Reason::Gives {
                who: self.subject(),
                call: String::new(),
                value: self.found,
                alone: self.is_alone(),
            });
        }
        Diagnosis {
            blame,
            reasons,
            other_blames: vec![],
        }
    }

    /// The suspect for the subject's text.
    fn suspect(&self) -> Suspect {
        match (self.origin, &self.subject) {
            (Origin::HandWritten, Implementation::Alternate { name, .. }) => {
                Suspect::alternate(name)
            }
            (Origin::HandWritten, subject) => Suspect::Text(subject.to_string()),
            (_, Implementation::Reference { .. }) | (Origin::Body, _) => Suspect::Reference,
            (Origin::LowerFunction, _) => Suspect::LowerFunction,
        }
    }
}

/// Weighs the finding.
pub(super) fn diagnose(finding: &ValueFinding) -> Diagnosis {
    let mut because = vec![];
    let reference = match &finding.reference {
        Ok(value) => *value,
        Err(message) => {
            let who = Party::Reference;
            let message = message.to_string();
            return Diagnosis::new(Blame::Reference, Reason::NoResult { who, said: message });
        }
    };
    let contradicted = finding.row.filter(|row| row.expected != reference);
    if let Some(row) = finding.row {
        because.push(Reason::Row {
            row: row.expected,
            party: Party::Reference,
            party_value: reference.to_string(),
            is_satisfied: contradicted.is_none(),
        });
    }
    let (mut diagnosis, is_of_text) = translated(finding, reference, because);
    // If a text is executed wrongly, the row that the text contradicts is a separate fault.
    if let (Some(row), true) = (contradicted, is_of_text) {
        let row = of_suspects(
            finding,
            [Suspect::Reference, Suspect::Row(row.index)],
            vec![],
        );
        diagnosis.merge(row);
    }
    diagnosis
}

/// The diagnosis, and true if it is about the translation, lowering or execution of one text. Otherwise two texts
/// differ, or a text and a row.
fn translated(
    finding: &ValueFinding,
    reference: Value,
    mut because: Vec<Reason>,
) -> (Diagnosis, bool) {
    let of_two = |because| (contest(finding, because), false);
    if finding.origin == Origin::HandWritten
        || matches!(finding.subject, Implementation::Reference { .. })
    {
        return of_two(because);
    }
    let Some(interpreter) = finding.interpreter else {
        return (finding.closed(Blame::of(&finding.subject), because), true);
    };
    let is_interpreter = matches!(finding.subject, Implementation::Interpreter { .. });
    let gives = |who, value| Reason::Gives {
        alone: is_interpreter && who != Party::Reference && finding.is_alone(),
        who,
        call: String::new(),
        value,
    };
    let is_lowered =
        matches!(finding.subject, Implementation::Lowering { .. }) && !finding.subject.is_kernel();
    let is_run_wrong = is_lowered && !finding.will_do(&interpreter, &finding.found);
    if finding.origin == Origin::LowerFunction {
        because.push(gives(finding.module(), interpreter));
        return if is_run_wrong {
            (finding.closed(Blame::of(&finding.subject), because), true)
        } else {
            of_two(because)
        };
    }
    if finding.will_do(&reference, &interpreter) {
        if finding.will_do(&reference, &finding.found) {
            return of_two(because);
        }
        because.push(Reason::TextAgrees);
        noted(finding, &mut because, &Suspect::Reference);
        confirmed(finding, &mut because);
        return (finding.closed(Blame::of(&finding.subject), because), true);
    }
    because.push(gives(finding.module(), interpreter));
    because.push(gives(Party::Reference, reference));
    let mut diagnosis = finding.closed(Blame::Translation, because);
    if is_run_wrong {
        diagnosis.other_blames = vec![Blame::of(&finding.subject)];
    }
    (diagnosis, true)
}

/// Adds rows and laws that contradict a function.
fn noted(finding: &ValueFinding, because: &mut Vec<Reason>, who: &Suspect) {
    // The subject's own text is the one on its backend.
    let party = || match who {
        Suspect::Text(_) if *who == finding.suspect() => finding.subject(),
        who => who.party(),
    };
    let rows = finding.evidence.rows_against(who);
    if rows > 0 {
        let who = party();
        because.push(Reason::RowsBroken { who, rows });
    }
    let laws = finding.evidence.laws_against(who);
    if !laws.is_empty() {
        let who = party();
        because.push(Reason::LawsBroken { who, laws });
    }
}

/// True if no row and no law contradicts the reference; adds them as a reason if there are any.
fn confirmed(finding: &ValueFinding, because: &mut Vec<Reason>) -> bool {
    let evidence = &finding.evidence;
    let is_kept = evidence.rows_against(&Suspect::Reference) == 0
        && evidence.laws_against(&Suspect::Reference).is_empty();
    let refuted = evidence.refuted_by(&Suspect::Reference);
    let reason = Reason::confirmed(finding.declared, refuted).filter(|_| is_kept);
    let is_confirmed = reason.is_some();
    because.extend(reason);
    is_confirmed
}

/// The subject's text against the reference, or against the row of the trial.
fn contest(finding: &ValueFinding, mut because: Vec<Reason>) -> Diagnosis {
    if finding.device_wrong {
        because.push(Reason::DeviceWrong);
        return finding.closed(Blame::Lowering, because);
    }
    let other = match finding.row.filter(|row| row.is_claim) {
        Some(row) => Suspect::Row(row.index),
        None => Suspect::Reference,
    };
    of_suspects(finding, [finding.suspect(), other], because)
}

/// The diagnosis of a conflict between two, by all contradictions of the op.
fn of_suspects(
    finding: &ValueFinding,
    between: [Suspect; 2],
    mut because: Vec<Reason>,
) -> Diagnosis {
    let blame = |who: &Suspect| who.blame(&finding.subject);
    let Culprits::Certain(culprits) = finding.evidence.culprits(&between.clone().into()) else {
        return open(finding, &between, because);
    };
    for who in &culprits {
        noted(finding, &mut because, who);
        if let Suspect::Row(_) = who {
            let by = finding.evidence.functions_against(who);
            let by = by.iter().map(Suspect::party).collect();
            because.push(Reason::RowAlone { by });
        }
        because.extend(supported(finding, &between, who));
    }
    if !culprits.contains(&Suspect::Reference) {
        confirmed(finding, &mut because);
    }
    let mut diagnosis = finding.closed(blame(&culprits[0]), because);
    diagnosis.other_blames = culprits[1..].iter().map(blame).collect();
    diagnosis
}

/// The texts that agree with the innocent party on the failing input, as a reason.
fn supported(finding: &ValueFinding, between: &[Suspect; 2], culprit: &Suspect) -> Option<Reason> {
    let right = between.iter().find(|who| *who != culprit)?;
    let value = match right {
        Suspect::Reference => *finding.reference.as_ref().ok()?,
        Suspect::LowerFunction => finding.interpreter.unwrap_or(finding.found),
        Suspect::Text(_) => finding.found,
        Suspect::Program | Suspect::Row(_) | Suspect::Law(_) => return None,
    };
    let others = finding.others.iter();
    let agree = others.filter(|(_, found)| finding.will_do(&value, found));
    let by: Vec<String> = agree.map(|(name, _)| name.clone()).collect();
    let who = right.party();
    (!by.is_empty()).then_some(Reason::Supported { who, by })
}

/// The diagnosis if the explanations differ.
fn open(finding: &ValueFinding, between: &[Suspect; 2], mut because: Vec<Reason>) -> Diagnosis {
    let is_confirmed = confirmed(finding, &mut because);
    let blame = match &between[0] {
        _ if finding.is_of_row() => between[0].blame(&finding.subject),
        Suspect::LowerFunction => Blame::UndecidedNamed,
        _ => match Blame::of(&finding.subject) {
            Blame::Alternate if !is_confirmed => Blame::UndecidedAlternate,
            blame => blame,
        },
    };
    if matches!(blame, Blame::UndecidedNamed | Blame::UndecidedAlternate) {
        because.push(Reason::Silence);
    }
    finding.closed(blame, because)
}
