//! Faults of engines in pairs: every failing trial names one of them, or reports that nothing distinguishes them.

use super::{Programs, inputs, made, no_inputs, short, twice};
use crate::run::execute;
use crate::{Context, Settings};
use std::collections::BTreeSet;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{CorpusCase, EngineDef, Input, Output, Plan};
use vyre_conform_suite::backend::{Backend, Identity};
use vyre_conform_suite::compare::Blame;
use vyre_conform_suite::record::Outcome;

/// A planted fault of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// The program omits words from number 41 on.
    ProgramPoint,
    /// The program returns its input.
    ProgramWide,
    /// The reference is wrong from record 41 on.
    ReferencePoint,
    /// The reference returns its input plus one.
    ReferenceWide,
    /// A source is misquoted.
    Corpus,
    /// The backend is wrong in the first word.
    Driver,
    /// The generator panics from input 2 on.
    Inputs,
}

use Fault::{Corpus, Driver, Inputs, ProgramPoint, ProgramWide, ReferencePoint, ReferenceWide};

const FAULTS: [Fault; 7] = [
    ProgramPoint,
    ProgramWide,
    ReferencePoint,
    ReferenceWide,
    Corpus,
    Driver,
    Inputs,
];

impl Fault {
    const fn blame(self) -> Blame {
        match self {
            ProgramPoint | ProgramWide => Blame::Program,
            ReferencePoint | ReferenceWide => Blame::Reference,
            Corpus => Blame::Corpus,
            Driver => Blame::Lowering,
            Inputs => Blame::Inputs,
        }
    }
}

/// Returns its input.
fn wide(input: &Input, size: u32) -> Plan {
    let mut plan = super::right(input, size);
    plan.decode = |_, words| words[0].iter().map(|word| vec![word / 2]).collect();
    plan
}

fn wide_reference(input: &Input) -> Output {
    let words = input.columns[0].iter();
    words.map(|word| vec![word.wrapping_add(1)]).collect()
}

fn three() -> Input {
    Input {
        columns: vec![vec![3, 5, 9]],
    }
}

const RIGHT: CorpusCase = super::CITED[0];
const SHORT: CorpusCase = CorpusCase {
    source: "three numbers twice",
    input: three,
    output: || vec![vec![6], vec![10], vec![18]],
};
const WRONG: CorpusCase = CorpusCase {
    source: "three numbers thrice",
    input: three,
    output: || vec![vec![9], vec![15], vec![27]],
};

/// The corpora of an engine: correct ones, and a misquoted one for that fault.
const RIGHT_CORPORA: [&[CorpusCase]; 3] = [&[], &[RIGHT], &[SHORT, RIGHT]];
const WRONG_CORPORA: [&[CorpusCase]; 3] = [&[WRONG], &[RIGHT, WRONG], &[WRONG, SHORT, RIGHT]];

/// The verdicts of all failing trials of an engine with these faults and one of the corpora, with reports.
fn verdicts(faults: &[Fault], corpus: usize) -> Vec<(String, Option<String>, String)> {
    let has = |fault| faults.contains(&fault);
    let plan: fn(&Input, u32) -> Plan = match () {
        () if has(ProgramPoint) => short,
        () if has(ProgramWide) => wide,
        () => super::right,
    };
    let reference: fn(&Input) -> Output = match () {
        () if has(ReferencePoint) => super::wrong_reference,
        () if has(ReferenceWide) => wide_reference,
        () => twice,
    };
    let corpora = if has(Corpus) {
        WRONG_CORPORA
    } else {
        RIGHT_CORPORA
    };
    let generator = if has(Inputs) { no_inputs } else { inputs };
    let def = made(plan, generator).corpus(corpora[corpus]);
    let def: &'static EngineDef = Box::leak(Box::new(def.reference(Some(reference))));
    let catalog = Catalog::with_engines(vec![], vec![], vec![def]).expect("one engine");
    let backend: &'static dyn Backend = Box::leak(Box::new(Programs {
        identity: Identity::named("fake"),
        is_wrong: has(Driver),
    }));
    let root = tempfile::tempdir().expect("a folder");
    let context = Context::new(
        catalog,
        Settings::default(),
        vec![backend],
        None,
        root.path(),
    );
    let context = context.expect("a plan");
    let trials = context.plan().obligations().iter();
    let trials = trials.filter(|trial| trial.op == def.id);
    let failing = trials.filter_map(|trial| match execute(&context, trial).outcome {
        Outcome::Failed(failure) => {
            let culprit = failure.details.culprit.clone();
            Some((trial.id.clone(), culprit, failure.report))
        }
        _ => None,
    });
    failing.collect()
}

/// Reports that blame a correct component, for these faults.
fn wrong(faults: &[Fault], cells: &mut usize) -> Vec<String> {
    let open = Blame::UndecidedProgram.words();
    let right: BTreeSet<&str> = faults.iter().map(|fault| fault.blame().words()).collect();
    let mut found = vec![];
    for corpus in 0..RIGHT_CORPORA.len() {
        for (id, culprit, report) in verdicts(faults, corpus) {
            *cells += 1;
            let culprit = culprit.unwrap_or_default();
            if culprit != open && !right.contains(&*culprit) {
                found.push(format!("{faults:?} corpus {corpus} {id}:\n{report}"));
            }
        }
    }
    found
}

/// Oracle: the faults that were planted.
#[test]
fn a_single_fault_of_an_engine_is_never_blamed_on_anything_else() {
    let mut cells = 0;
    for fault in FAULTS {
        let before = cells;
        let wrong = wrong(&[fault], &mut cells);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(cells > before, "{fault:?}: nothing fails");
    }
    assert!(cells > 40, "{cells} cells");
}

/// Pairs of faults with a report that blames a correct component, and the reason why nothing distinguishes them.
const UNTELLABLE: [(Fault, Fault, &str); 2] = [
    (
        ProgramWide,
        Corpus,
        "the program is wrong for the misquoted case too, so that the reference alone contradicts it, and sources are \
         right by definition",
    ),
    (
        ReferenceWide,
        Corpus,
        "the reference is wrong for the misquoted case too, so that the program alone contradicts it",
    ),
];

/// Oracle: the planted faults: at most one report in 20 blames a correct component, and only for indistinguishable
/// pairs.
#[test]
fn two_faults_of_an_engine_rarely_blame_a_correct_component() {
    let (mut cells, mut pairs, mut all) = (0, 0, vec![]);
    for (k, one) in FAULTS.into_iter().enumerate() {
        for other in FAULTS[k + 1..].iter().copied() {
            if one.blame() == other.blame() {
                continue;
            }
            pairs += 1;
            let found = wrong(&[one, other], &mut cells);
            let is_known = UNTELLABLE.iter().any(|(a, b, _)| [*a, *b] == [one, other]);
            assert!(found.is_empty() || is_known, "{}", found.join("\n"));
            all.extend(found);
        }
    }
    assert!(
        all.len() * 20 <= cells,
        "{} of {cells}:\n{}",
        all.len(),
        all.join("\n")
    );
    assert!(pairs > 15 && cells > 150, "{pairs} pairs, {cells} cells");
}
