//! Planted faults, alone and in pairs: each failing trial names one of them.
//!
//! A cell is one failing trial of one op with its faults. It is wrong if the report blames a correct component. A fault
//! is missed if no report of its op names it.

mod backend;
mod ops;
mod pairs;

use crate::context::Context;
use crate::options::Settings;
use crate::regressions::print;
use crate::replay::Replay;
use crate::run::{execute, replay};
use backend::{Driver, FaultyBackend};
use ops::{Is, Lower, Meant, Parts, catalog};
use std::collections::BTreeSet;
use vyre_conform_runtime::generate::Set;
use vyre_conform_suite::compare::Blame;
use vyre_conform_suite::plan::{Domain, Obligation, Part};
use vyre_conform_suite::record::{Failure, Outcome};

/// A planted fault.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Reference(Is),
    Lower(Is),
    Translation(Is),
    Alternate(Is),
    Law,
    Not,
    Row,
    Driver(Driver),
}

const FAULTS: [Fault; 13] = [
    Fault::Reference(Is::Wide),
    Fault::Reference(Is::Point),
    Fault::Lower(Is::Wide),
    Fault::Lower(Is::Point),
    Fault::Translation(Is::Wide),
    Fault::Translation(Is::Point),
    Fault::Alternate(Is::Wide),
    Fault::Alternate(Is::Point),
    Fault::Law,
    Fault::Not,
    Fault::Row,
    Fault::Driver(Driver::Wide),
    Fault::Driver(Driver::Point),
];

/// An op without faults, before planting.
#[derive(Clone, Copy, Debug)]
struct Base {
    meant: Meant,
    is_named: bool,
    has_alternate: bool,
}

impl Fault {
    /// The component with the fault.
    const fn blame(self) -> Blame {
        match self {
            Self::Reference(_) => Blame::Reference,
            Self::Lower(_) => Blame::NamedFunction,
            Self::Translation(_) => Blame::Translation,
            Self::Alternate(_) => Blame::Alternate,
            Self::Law | Self::Not => Blame::Declaration,
            Self::Row => Blame::Row,
            Self::Driver(_) => Blame::Lowering,
        }
    }

    /// True if the op has the component.
    const fn fits(self, base: Base) -> bool {
        match self {
            Self::Lower(_) => base.is_named,
            Self::Translation(_) => !base.is_named,
            Self::Alternate(_) => base.has_alternate,
            // If only one text speaks, rows are right by definition.
            Self::Row => base.has_alternate || base.is_named,
            _ => true,
        }
    }

    fn plant(self, parts: &mut Parts, driver: &mut Driver) {
        match self {
            Self::Reference(is) => parts.reference = is,
            Self::Lower(is) => parts.lower = Lower::Named(is),
            Self::Translation(is) => parts.lower = Lower::Translated(is),
            Self::Alternate(is) => parts.alternate = Some(is),
            Self::Law => parts.false_law = true,
            Self::Not => parts.false_not = true,
            Self::Row => parts.wrong_row = true,
            Self::Driver(is) => *driver = is,
        }
    }
}

/// Blame in the reports of an op.
#[derive(Default)]
struct BlameSummary {
    cells: usize,
    /// Trials whose report blames a correct component.
    wrong: Vec<String>,
    /// Trials whose report names a correct component as a further fault.
    also_wrong: Vec<String>,
    /// Blamed components, first or secondary.
    named: BTreeSet<&'static str>,
}

fn bases() -> Vec<Base> {
    let mut all = vec![];
    for meant in [Meant::Not, Meant::Sum] {
        for (is_named, has_alternate) in
            [(false, false), (false, true), (true, false), (true, true)]
        {
            all.push(Base {
                meant,
                is_named,
                has_alternate,
            });
        }
    }
    all
}

/// Calls `each` for every failing trial of an op with these faults.
fn failures(base: Base, faults: &[Fault], mut each: impl FnMut(&Context, &Obligation, &Failure)) {
    let mut parts = Parts {
        meant: base.meant,
        reference: Is::Right,
        lower: if base.is_named {
            Lower::Named(Is::Right)
        } else {
            Lower::Body
        },
        alternate: base.has_alternate.then_some(Is::Right),
        false_law: false,
        false_not: false,
        wrong_row: false,
    };
    let mut driver = Driver::Right;
    for fault in faults {
        fault.plant(&mut parts, &mut driver);
    }
    if let (Lower::Body, Fault::Translation(is)) = (parts.lower, faults[0]) {
        parts.lower = Lower::Translated(is);
    }
    let root = tempfile::tempdir().expect("a folder");
    let mut settings = Settings::default();
    settings.plan.witnesses = 100;
    let backends = vec![FaultyBackend::leak(driver)];
    let context = Context::new(catalog(&parts), settings, backends, None, root.path());
    let context = context.expect("a plan");
    let trials = context.plan().obligations().iter();
    let is_asked = |trial: &&Obligation| match trial.part {
        Part::Table | Part::Interpreter | Part::Parity(Set::Edges) => true,
        // Every pair of bytes takes long on an interpreter, and fails if witnesses fail.
        Part::Law { domain, .. } => matches!(domain, Domain::Witness | Domain::Witnessed),
        _ => false,
    };
    for trial in trials.filter(is_asked) {
        let Outcome::Failed(failure) = execute(&context, trial).outcome else {
            continue;
        };
        each(&context, trial, &failure);
    }
}

/// The blame in the reports of an op with these faults.
fn seen(base: Base, faults: &[Fault]) -> BlameSummary {
    let mut summary = BlameSummary::default();
    failures(base, faults, |_, trial, failure| {
        summary.note(&trial.id, &failure.report, base, faults);
    });
    summary
}

impl BlameSummary {
    fn note(&mut self, trial: &str, report: &str, base: Base, faults: &[Fault]) {
        self.cells += 1;
        // Its value is the expected one: no report claims that it alone differs.
        assert!(!report.contains("only the CPU reference"), "{report}");
        confirmations(report, base, faults);
        let line = |label: &str| {
            let mut lines = report.lines();
            let line = lines.find_map(|line| line.trim_start().strip_prefix(label));
            line.map(str::trim)
        };
        let also = report.lines().map(str::trim);
        let also: Vec<&str> = also
            .filter_map(|line| line.strip_prefix("also ").map(str::trim))
            .collect();
        let is = |blame: Blame| {
            let words = blame.words();
            Some(words) == line("diagnosis ") || also.contains(&words)
        };
        for fault in faults.iter().filter(|fault| is(fault.blame())) {
            self.named.insert(fault.blame().words());
        }
        let undecided = [
            Blame::Undecided,
            Blame::UndecidedNamed,
            Blame::UndecidedAlternate,
        ];
        let first = line("diagnosis ");
        let right = faults.iter().map(|fault| fault.blame().words());
        let right: Vec<&str> = right.chain(undecided.map(Blame::words)).collect();
        let text = || format!("{base:?} {faults:?} {trial}:\n{report}");
        if first.is_some_and(|words| !right.contains(&words)) {
            self.wrong.push(text());
        }
        if also.iter().any(|words| !right.contains(words)) {
            self.also_wrong.push(text());
        }
    }
}

/// Checks the numbers of rows and laws that the reference keeps in a report.
fn confirmations(report: &str, base: Base, faults: &[Fault]) {
    let of_reference = faults.iter().find_map(|fault| match fault {
        Fault::Reference(is) => Some(*is),
        _ => None,
    });
    let is = of_reference.unwrap_or(Is::Right);
    // Only a wrong reference keeps a false declaration.
    let is_false = |fault: &&Fault| fault.blame() == Blame::Declaration && is != Is::Right;
    let most = ops::true_laws(base.meant) + faults.iter().filter(is_false).count();
    for (_, rest) in report
        .match_indices("the CPU reference keeps ")
        .map(|(at, of)| report[at..].split_at(of.len()))
    {
        let numbers = rest.split(|c: char| !c.is_ascii_digit());
        let numbers: Vec<usize> = numbers.filter_map(|n| n.parse().ok()).take(2).collect();
        assert_eq!(numbers[0], ops::kept_rows(base.meant, is), "{report}");
        assert!(numbers[1] <= most, "{report}");
    }
}

/// Oracle: the fault that was planted.
#[test]
fn a_single_fault_is_never_blamed_on_anything_else() {
    let (mut cells, mut wrong) = (0, vec![]);
    for base in bases() {
        for fault in FAULTS.into_iter().filter(|fault| fault.fits(base)) {
            let seen = seen(base, &[fault]);
            assert!(seen.cells > 0, "{base:?} {fault:?}: nothing fails");
            cells += seen.cells;
            wrong.extend(seen.wrong);
            wrong.extend(seen.also_wrong);
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {cells}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(cells >= 150, "{cells} cells");
}

/// Oracle: the report of the trial, which the replay must repeat.
#[test]
fn a_replayed_case_has_the_diagnosis_of_its_trial() {
    let base = Base {
        meant: Meant::Not,
        is_named: true,
        has_alternate: true,
    };
    let mut replayed = 0;
    for faults in [
        [Fault::Lower(Is::Wide), Fault::Driver(Driver::Wide)],
        [Fault::Alternate(Is::Point), Fault::Lower(Is::Point)],
        [Fault::Reference(Is::Point), Fault::Law],
    ] {
        failures(base, &faults, |context, trial, failure| {
            // The reference evaluates a row, every function a law.
            if trial.id.contains("table") {
                return;
            }
            let values = failure.case.inputs.iter().map(|value| print(value).1);
            let text = format!("{}={}", trial.id, values.collect::<Vec<_>>().join(", "));
            let case = Replay::parse(&text, context.catalog()).expect("a case");
            let again = replay(context, &case).expect("it runs");
            assert_eq!(
                again.culprit, failure.details.culprit,
                "{text}\n{}",
                again.text
            );
            replayed += 1;
        });
    }
    assert!(replayed > 10, "{replayed}");
}

/// Oracle: bit_xor is associative, and the distance of two numbers is not: (1, 2, 3). It keeps the rows.
#[test]
fn contradiction_of_declaration_and_function_is_reported() {
    let root = tempfile::tempdir().expect("a folder");
    let mut settings = Settings::default();
    settings.plan.witnesses = 100;
    let context = Context::new(ops::distance(), settings, vec![], None, root.path());
    let context = context.expect("a plan");
    let mut trials = context.plan().obligations().iter();
    let trial = trials.find(|trial| trial.id.contains("associative::witnessed"));
    let Outcome::Failed(failure) = execute(&context, trial.expect("a trial")).outcome else {
        panic!("it holds");
    };
    let text = &failure.report;
    assert_eq!(
        failure.details.culprit.as_deref(),
        Some(Blame::Undecided.words()),
        "{text}"
    );
    for part in [
        "the declaration `Associative` and the function contradict each other",
        "A table row decides: meant(",
    ] {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}
