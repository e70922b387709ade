//! The diagnosis of an engine that breaks a check: program, reference, corpus, inputs, order of additions, or the
//! backend.
//!
//! An engine has two texts, its program and its reference, and cited outputs. All runners of the program must agree
//! with the interpreter. Program, reference and corpus are weighed like the functions and rows of an op ([`Evidence`]).

use super::evidence::{Coincidence, Conflict, Culprits, Evidence, Suspect};
use super::{Blame, Diagnosis, Party, Reason};
use vyre_conform_runtime::engine::{Check, Output};
use vyre_conform_spec::Invariant;

/// Outputs for one input, in the engine's form for comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseOutputs {
    /// The program's output on the interpreter.
    pub program: Option<Output>,
    /// The reference's output.
    pub reference: Option<Output>,
    /// The cited output.
    pub cited: Option<Output>,
}

/// Evidence about an engine that breaks a check.
#[derive(Clone, Debug)]
pub struct EngineFinding {
    /// The check.
    pub check: Check,
    /// The backend of the trial; `None` for the interpreter.
    pub backend: Option<String>,
    /// True if one input is at fault, and not the whole check.
    pub has_case: bool,
    /// The engine's function that panics on the input.
    pub panics: Option<String>,
    /// True if the check holds on the interpreter for this input.
    pub on_interpreter: Option<bool>,
    /// Outputs for the failing input.
    pub failing_outputs: CaseOutputs,
    /// Outputs of the corpus, by index.
    pub corpus: Vec<CaseOutputs>,
    /// Index of the failing input in the corpus.
    pub corpus_index: Option<usize>,
    /// The program's outputs on other runners, by name.
    pub runners: Vec<(String, Output)>,
    /// For a check of additions: the sums of the program, as records.
    pub sums: Option<Output>,
    /// True if the outputs of program and reference break the declared order in the same way.
    pub order_broken_alike: bool,
}

/// Weighs the finding.
pub fn diagnose_engine(finding: &EngineFinding) -> Diagnosis {
    if let Some(function) = &finding.panics {
        let blame = match function.as_str() {
            "inputs" => Blame::Inputs,
            "reference" => Blame::Reference,
            _ => Blame::Program,
        };
        let function = function.clone();
        return Diagnosis::new(blame, Reason::Panics { function });
    }
    if !finding.has_case {
        return without_case(finding);
    }
    let mut because = runners(finding);
    let is_on_backend = finding.backend.is_some();
    if is_on_backend && (finding.check == Check::Parity || finding.on_interpreter == Some(true)) {
        if finding.on_interpreter == Some(true) {
            because.insert(0, Reason::HoldsOnInterpreter);
        }
        return diagnosis(Blame::Lowering, because);
    }
    match finding.check {
        Check::AccumulationOrder => additions(finding, because),
        Check::Invariant(Invariant::OutputOrdered) if finding.order_broken_alike => {
            diagnosis(Blame::Declaration, because)
        }
        Check::Gates
        | Check::Reference
        | Check::Corpus
        | Check::Invariant(
            Invariant::NoOutputLost | Invariant::NoDuplicateOutput | Invariant::OutputOrdered,
        ) => texts(finding, because),
        // Only the program affects races, steps, guards and sizes.
        _ => diagnosis(Blame::Program, because),
    }
}

fn diagnosis(blame: Blame, reasons: Vec<Reason>) -> Diagnosis {
    Diagnosis {
        blame,
        reasons,
        other_blames: vec![],
    }
}

/// A check that failed on no input: the reference contradicts the corpus, or no input could have failed it.
fn without_case(finding: &EngineFinding) -> Diagnosis {
    match finding.check {
        Check::Gates if is_contradicted(finding) => texts(finding, vec![]),
        Check::Gates => diagnosis(Blame::Inputs, vec![]),
        _ => diagnosis(Blame::Silent, vec![]),
    }
}

/// True if the reference contradicts a case of the corpus.
fn is_contradicted(finding: &EngineFinding) -> bool {
    let mut corpus = finding.corpus.iter();
    corpus.any(|case| differ(&case.reference, &case.cited))
}

/// The runners of the program, and those that agree.
fn runners(finding: &EngineFinding) -> Vec<Reason> {
    let Some(program) = &finding.failing_outputs.program else {
        return vec![];
    };
    let (alike, apart): (Vec<_>, Vec<_>) = finding
        .runners
        .iter()
        .partition(|(_, output)| output == program);
    let mut who = vec!["the interpreter".to_owned()];
    who.extend(alike.into_iter().map(|(name, _)| name.clone()));
    let reference = finding.failing_outputs.reference.as_ref();
    let agree = reference.map(|reference| Reason::Agree {
        who,
        with_reference: reference == program,
    });
    let apart = apart
        .into_iter()
        .map(|(name, _)| Reason::RunnerDiffers { who: name.clone() });
    agree.into_iter().chain(apart).collect()
}

fn differ(one: &Option<Output>, other: &Option<Output>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if one != other)
}

/// Program, reference and corpus compared with each other.
fn texts(finding: &EngineFinding, mut reasons: Vec<Reason>) -> Diagnosis {
    let mut evidence = Evidence::default();
    note(&mut evidence, &finding.failing_outputs, None);
    for (k, case) in finding.corpus.iter().enumerate() {
        note(&mut evidence, case, Some(k));
    }
    let cited = finding.corpus_index.or_else(|| {
        let mut corpus = finding.corpus.iter();
        corpus
            .position(|case| finding.check == Check::Gates && differ(&case.reference, &case.cited))
    });
    let between = match (finding.check, cited) {
        (Check::Gates, Some(k)) => [Suspect::Reference, Suspect::Row(k)],
        (_, Some(k)) => [Suspect::Program, Suspect::Row(k)],
        (_, None) => [Suspect::Program, Suspect::Reference],
    };
    reasons.extend(of_corpus(finding, &Suspect::Program, |case| &case.program));
    reasons.extend(of_corpus(finding, &Suspect::Reference, |case| {
        &case.reference
    }));
    let blame = |who: &Suspect| match who {
        Suspect::Row(_) => Blame::Corpus,
        Suspect::Reference => Blame::Reference,
        _ => Blame::Program,
    };
    match evidence.culprits(&between.into()) {
        Culprits::Certain(culprits) => Diagnosis {
            blame: blame(&culprits[0]),
            reasons,
            other_blames: culprits[1..].iter().map(blame).collect(),
        },
        // Without a reference, only the program can be wrong.
        Culprits::Open if finding.failing_outputs.reference.is_none() => {
            diagnosis(Blame::Program, reasons)
        }
        Culprits::Open => {
            reasons.push(Reason::CorpusSilent);
            diagnosis(Blame::UndecidedProgram, reasons)
        }
    }
}

/// The number of corpus cases that a text contradicts, and of those compared.
fn of_corpus(
    finding: &EngineFinding,
    who: &Suspect,
    of: fn(&CaseOutputs) -> &Option<Output>,
) -> Option<Reason> {
    let corpus = finding.corpus.iter();
    let compared = corpus.filter(|case| of(case).is_some() && case.cited.is_some());
    let compared: Vec<&CaseOutputs> = compared.collect();
    let broken = compared.iter().filter(|case| differ(of(case), &case.cited));
    (!compared.is_empty()).then(|| Reason::CorpusBroken {
        who: who.party(),
        broken: broken.count(),
        cases: compared.len(),
    })
}

/// Adds the contradictions between the outputs for one input.
fn note(evidence: &mut Evidence, case: &CaseOutputs, place: Option<usize>) {
    let here = place.is_none();
    if differ(&case.program, &case.reference) {
        let pair = [Suspect::Program, Suspect::Reference];
        evidence.conflict(Conflict::new(pair, here));
    }
    let Some(row) = place.map(Suspect::Row) else {
        return;
    };
    let of = [
        (Suspect::Program, &case.program),
        (Suspect::Reference, &case.reference),
    ];
    for (who, output) in of {
        if differ(output, &case.cited) {
            evidence.conflict(Conflict::new([who, row.clone()], here));
        }
    }
    let alike = case.program.is_some() && case.program == case.reference;
    if alike && differ(&case.program, &case.cited) {
        let pair = [Suspect::Program, Suspect::Reference];
        evidence.coincidences.push(Coincidence::new(pair, row));
    }
}

/// Diagnoses sums that differ from the declared order.
fn additions(finding: &EngineFinding, mut because: Vec<Reason>) -> Diagnosis {
    let Some((sums, reference)) = finding
        .sums
        .as_ref()
        .zip(finding.failing_outputs.reference.as_ref())
    else {
        return diagnosis(Blame::Additions, because);
    };
    if sums == reference {
        let who = Party::Reference;
        because.push(Reason::Sums { who });
        return diagnosis(Blame::Additions, because);
    }
    diagnosis(Blame::Program, because)
}

#[cfg(test)]
mod tests;
