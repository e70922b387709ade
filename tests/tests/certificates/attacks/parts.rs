//! Parts and random programs.

use super::super::forged::{op, part};
use super::Attack;
use vyre_conform_certificate::certificate::{
    Evidence, HitCounts, OutcomeName, PartDomain, ProgramsEvidence, ProofEvidence, Subject,
};
use vyre_conform_runtime::spec::ProofMethod;
use vyre_conform_suite::plan::{Domain, Oracle, PartKind};

fn programs(e: &mut Evidence) -> &mut ProgramsEvidence {
    e.programs.as_mut().expect("random programs")
}

fn proof() -> Option<Box<ProofEvidence>> {
    Some(Box::new(ProofEvidence {
        engine: ProofMethod::NormalForm,
        cnf: None,
        lrat: None,
        solvers: vec![],
        theorem: None,
        components: vec![],
    }))
}

/// Parts and random programs.
pub(super) const PART_ATTACKS: &[(&str, Attack)] = &[
    ("a subject exchanged", |e, _| {
        part(e, "sum::table::stand").subject = Subject::Reference
    }),
    ("the subject of an alternate", |e, _| {
        part(e, "flip::table::stand").subject = Subject::Alternate("minus".into());
    }),
    ("an oracle exchanged", |e, _| {
        part(e, "sum::interpreter").oracle = Oracle::SpecTable
    }),
    ("another law", |e, _| {
        part(e, "sum::law::commutative::witnessed").law = Some(1)
    }),
    ("a law beyond the last", |e, _| {
        part(e, "sum::law::commutative::witnessed").law = Some(9)
    }),
    ("no law", |e, _| {
        part(e, "sum::law::commutative::witnessed").law = None
    }),
    ("another domain", |e, _| {
        part(e, "sum::law::commutative::witnessed").domain = Some(PartDomain::Law(Domain::Proved));
    }),
    ("another kind", |e, _| {
        part(e, "sum::gates").part = PartKind::Coverage
    }),
    ("a reason of what passed", |e, _| {
        part(e, "sum::gates").reason = Some("it is right".into())
    }),
    ("a range that ends before it begins", |e, _| {
        part(e, "sum::law::commutative::witnessed").range = Some([5, 4]);
    }),
    ("a range from 1", |e, _| {
        let part = part(e, "sum::law::commutative::witnessed");
        part.range = part.range.map(|[_, end]| [1, end + 1]);
    }),
    ("no range", |e, _| {
        part(e, "sum::law::commutative::witnessed").range = None
    }),
    ("nothing due", |e, _| {
        part(e, "sum::law::commutative::witnessed").due = None
    }),
    ("cases of 2^64 in a part", |e, _| {
        part(e, "sum::law::commutative::witnessed").cases = u64::MAX
    }),
    ("compared by digest on a reference", |e, _| {
        part(e, "sum::law::commutative::witnessed").by_digest = Some(1);
    }),
    ("coverage of a table", |e, _| {
        part(e, "sum::table").covered = Some(HitCounts::default())
    }),
    ("no coverage", |e, _| {
        part(e, "flip::coverage").covered = None
    }),
    ("more covered than declared", |e, _| {
        part(e, "flip::coverage").covered = Some(HitCounts {
            boundaries: 2,
            classes: 9,
        });
    }),
    ("less covered than passed", |e, _| {
        part(e, "flip::coverage").covered = Some(HitCounts {
            boundaries: 0,
            classes: 0,
        });
    }),
    ("a proof of a law that ran", |e, _| {
        part(e, "sum::law::commutative::witnessed").proof = proof()
    }),
    ("a proof of gates", |e, _| {
        part(e, "sum::gates").proof = proof()
    }),
    ("a part not run", |e, _| {
        let part = part(e, "sum::table::stand");
        (part.outcome, part.cases) = (OutcomeName::NotRun, 0);
    }),
    ("a part undecided", |e, _| {
        let part = part(e, "sum::law::commutative::witnessed");
        (part.outcome, part.cases, part.range) = (OutcomeName::NotRun, 0, None);
        part.reason = Some("undecided: time".into());
    }),
    ("a failure without a reason", |e, _| {
        part(e, "sum::gates").outcome = OutcomeName::Failed
    }),
    ("parts exchanged", |e, _| {
        op(e, "cert::sum").parts.swap(0, 2)
    }),
    ("a part of another op", |e, _| {
        let part = op(e, "cert::flip").parts[0].clone();
        op(e, "cert::sum").parts.push(part);
    }),
    ("a part of no op", |e, _| {
        op(e, "cert::sum").parts[0].id = "cert::sum::doors".into()
    }),
    ("every part less", |e, _| op(e, "cert::sum").parts.clear()),
    ("no random programs at all", |e, _| e.programs = None),
    ("fewer random programs", |e, _| programs(e).count -= 1),
    ("another first program", |e, _| {
        programs(e).seed = "0x9999".into()
    }),
    ("no generator", |e, _| programs(e).generator = 0),
    ("a generator of the future", |e, _| {
        programs(e).generator += 1
    }),
    ("the last generator", |e, _| {
        programs(e).generator = u64::MAX
    }),
    ("programs unsupported that ran", |e, _| {
        programs(e).unsupported = Some("whole programs".into());
    }),
    ("programs without the files", |e, _| {
        programs(e)
            .parts
            .retain(|part| part.part != PartKind::Filetests);
    }),
    ("files alone", |e, _| {
        programs(e)
            .parts
            .retain(|part| part.part == PartKind::Filetests);
    }),
    ("programs without a part", |e, _| programs(e).parts.clear()),
    ("a part of programs twice", |e, _| {
        let again = programs(e).parts[0].clone();
        programs(e).parts.push(again);
    }),
    ("files that did not run", |e, _| {
        let mut parts = programs(e).parts.iter_mut();
        let part = parts
            .find(|part| part.part == PartKind::Filetests)
            .expect("files");
        (part.outcome, part.cases, part.range) = (OutcomeName::NotRun, 0, None);
    }),
    ("more cases of files", |e, _| {
        let mut parts = programs(e).parts.iter_mut();
        let part = parts
            .find(|part| part.part == PartKind::Filetests)
            .expect("files");
        let more = part.cases + 1;
        (part.cases, part.due, part.range) = (more, Some(more), Some([0, more]));
    }),
];
