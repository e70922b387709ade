//! Selection of trials for a quick run, and order of trials in a run with a budget.
//!
//! | subject | trials |
//! |---|---|
//! | an op | `gates`, `table`, and parity on the first declared set of inputs: boundaries and rows, or else classes |
//! | an engine | `gates`, and the cited cases, or else the reference, or else parity, on the interpreter and on the backend |
//!
//! The backend is the first of the run.

use crate::context::Context;
use crate::limit;
use std::collections::{BTreeMap, HashMap, HashSet};
use vyre_conform_runtime::engine::{Check, EngineDef};
use vyre_conform_runtime::generate::Set;
use vyre_conform_suite::invariants::program_bytes;
use vyre_conform_suite::plan::{Implementation, Obligation, Part};
use vyre_conform_verdicts::position;

/// Place of a trial of an op or engine: a backend, or `None` for the interpreter.
type Runner<'a> = Option<&'a str>;

/// The names of the trials of a quick run.
pub(crate) fn trials(context: &Context) -> HashSet<&str> {
    let first = context.slugs().into_iter().next();
    let mut chosen = HashSet::new();
    // The best trial of each op and engine per runner, with its rank.
    let mut best: BTreeMap<(&str, Runner<'_>), (u8, &str)> = BTreeMap::new();
    for obligation in context.plan().obligations() {
        let (id, runner) = (obligation.id.as_str(), obligation.backend());
        match rank(obligation) {
            Some(0) => {
                chosen.insert(id);
            }
            Some(rank) if runner.is_none() || runner == first.as_deref() => {
                let entry = best.entry((&obligation.op, runner)).or_insert((rank, id));
                *entry = (*entry).min((rank, id));
            }
            _ => {}
        }
    }
    chosen.extend(best.into_values().map(|(_, id)| id));
    chosen
}

/// Rank of a trial in a quick run: 0 if it always runs; of the others, the lowest rank runs.
fn rank(obligation: &Obligation) -> Option<u8> {
    if let Implementation::Alternate { .. } = obligation.question.subject {
        return None;
    }
    let is_on_backend = obligation.backend().is_some();
    match &obligation.part {
        Part::Gates | Part::Engine(Check::Gates) => Some(0),
        Part::Table if !is_on_backend => Some(0),
        Part::Parity(Set::Boundary) | Part::Engine(Check::Corpus) => Some(1),
        Part::Parity(Set::Classes) | Part::Engine(Check::Reference) => Some(2),
        Part::Parity(Set::Adversarial) | Part::Engine(Check::Parity) => Some(3),
        _ => None,
    }
}

/// Sorts the trials of one lane, a backend or the reference, in starting order.
pub(super) fn arrange(context: &Context, is_on_backend: bool, trials: &mut [&Obligation]) {
    match (context.settings().quick, is_on_backend) {
        (false, _) => shuffle(&context.settings().order, trials),
        (true, true) => smallest_first(context, trials),
        (true, false) => shortest_first(trials),
    }
}

/// Shuffles ops and engines by a text. Trials of one subject stay adjacent, because they share compiled code.
pub(super) fn shuffle(order: &str, trials: &mut [&Obligation]) {
    trials.sort_by_cached_key(|trial| position(order, &trial.op));
}

/// Sorts trials on the backend: ops, then engines, smallest programs first. A driver compiles shaders one by one, and
/// large ones take minutes, so this order gives most results within a time.
fn smallest_first(context: &Context, trials: &mut [&Obligation]) {
    let mut sizes: HashMap<&str, usize> = HashMap::new();
    for obligation in trials.iter() {
        let engine = context.catalog().find_engine(&obligation.op);
        let size = engine.map_or(0, |engine| size(context, engine));
        sizes.insert(&obligation.op, size);
    }
    trials.sort_by_key(|obligation| sizes.get(obligation.op.as_str()).copied());
}

/// Sorts trials on the reference: those of ops, which are the shortest, then gates of engines, then engines on the
/// interpreter.
fn shortest_first(trials: &mut [&Obligation]) {
    trials.sort_by_key(|obligation| match obligation.part {
        Part::Engine(Check::Gates) => 1,
        Part::Engine(_) => 2,
        _ => 0,
    });
}

/// Size of an engine's programs; the maximum if it has none, which its gates report.
fn size(context: &Context, engine: &'static EngineDef) -> usize {
    let library = context.clone();
    let limit = context.settings().limit.unwrap_or(limit::LIMIT);
    let bytes = limit::call_with_limit(limit, move || program_bytes(engine, library.catalog()));
    bytes.ok().flatten().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Settings;
    use vyre_conform_ir::dispatch::{Contents, Launch};
    use vyre_conform_ir::valid::{Limits, validate_program};
    use vyre_conform_ir::{Axis, Expr, Kernel, Operand as _, Type};
    use vyre_conform_runtime::catalog::Catalog;
    use vyre_conform_runtime::engine::{Input, Plan};
    use vyre_conform_runtime::registry;
    use vyre_conform_runtime::registry::Place;
    use vyre_conform_suite::backend::Backend;
    use vyre_conform_suite::plan::{ClaimKind, Oracle, Question};

    /// A context of the ops of this package's tests.
    fn context(backends: Vec<&'static dyn Backend>) -> Context {
        let ops = registry::ops().into_iter();
        let ops = ops.filter(|op| op.id.starts_with("held::")).collect();
        let catalog = Catalog::of(ops, registry::helpers()).expect("ops");
        let root = std::path::Path::new("");
        Context::new(catalog, Settings::default(), backends, None, root).expect("a plan")
    }

    /// Oracle: the hand-written table above.
    #[test]
    fn every_op_runs_once() {
        let context = context(vec![crate::held::tests::processor()]);
        let mut expected: Vec<String> = ["caller", "other", "sum"]
            .into_iter()
            .flat_map(|op| {
                ["gates", "parity::processor::boundary", "table"]
                    .map(|trial| format!("held::{op}::{trial}"))
            })
            .collect();
        expected.sort();
        let mut found: Vec<&str> = trials(&context).into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, expected);
    }

    /// Oracle: the table above: without a backend the trials of the reference alone.
    #[test]
    fn without_a_backend_the_reference_runs() {
        assert_eq!(trials(&context(vec![])).len(), 6);
    }

    /// Oracle: the table above: an alternate is not the op.
    #[test]
    fn alternates_do_not_run() {
        let op = || "x".to_owned();
        let backend = || "gpu".to_owned();
        let lowering = Implementation::Lowering {
            op: op(),
            backend: backend(),
        };
        let alternate = Implementation::Alternate {
            op: op(),
            name: "a".to_owned(),
            backend: backend(),
        };
        for (subject, expected) in [(lowering, Some(1)), (alternate, None)] {
            let obligation = Obligation {
                id: op(),
                op: op(),
                part: Part::Parity(Set::Boundary),
                question: Question {
                    subject,
                    claim: ClaimKind::Words,
                },
                oracle: Oracle::Reference,
                provenance: vec![],
            };
            assert_eq!(rank(&obligation), expected);
        }
    }

    /// A plan whose program has this many additions; it panics for zero.
    fn plan<const ADDITIONS: u32>(input: &Input, size: u32) -> Plan {
        assert!(ADDITIONS > 0, "no plan");
        let mut kernel = Kernel::new("sum", [size, 1, 1]);
        let target = kernel.read_write("target", Type::U32);
        let i = kernel.bind("i", Expr::invocation_id(Axis::X));
        kernel.when(i.less(1), |kernel| {
            for _ in 0..ADDITIONS {
                kernel.store(target, i, target.at(i) + i);
            }
        });
        let program = kernel.finish();
        let valid = validate_program(program.clone(), &(), &Limits::WEBGPU).expect("it is valid");
        let words = Contents::Words(input.columns[0].clone());
        let launch = Launch::single(&valid, [1, 1, 1], vec![words]);
        Plan::new(vec![program], launch, 1000, |_, words| {
            vec![words[0].clone()]
        })
    }

    fn engine(id: &'static str, plan: fn(&Input, u32) -> Plan) -> &'static EngineDef {
        let inputs = |_| Input {
            columns: vec![vec![0]],
        };
        let place = Place::new(module_path!(), file!(), line!());
        Box::leak(Box::new(EngineDef::new(id, "engine", place, plan, inputs)))
    }

    /// Oracle: the number of additions in each program, and the documentation of `smallest_first`: ops first, engines
    /// without a program last.
    #[test]
    fn small_programs_begin_first() {
        let engines = vec![
            engine("engine::a", plan::<0>),
            engine("engine::b", plan::<30>),
            engine("engine::c", plan::<3>),
        ];
        let ops = registry::ops().into_iter();
        let ops = ops.filter(|op| op.id == "held::sum").collect();
        let catalog = Catalog::with_engines(ops, registry::helpers(), engines).expect("engines");
        let backends = vec![crate::held::tests::processor()];
        let root = std::path::Path::new("");
        let context = Context::new(catalog, Settings::default(), backends, None, root);
        let context = context.expect("a plan");
        let all = context.plan().obligations().iter();
        let is_chosen = |of: &&Obligation| {
            of.backend().is_some()
                && matches!(
                    of.part,
                    Part::Parity(Set::Boundary) | Part::Engine(Check::Parity)
                )
        };
        let mut trials: Vec<&Obligation> = all.filter(is_chosen).collect();
        trials.reverse();
        smallest_first(&context, &mut trials);
        let order: Vec<&str> = trials.iter().map(|of| &of.op[..]).collect();
        assert_eq!(order, ["held::sum", "engine::c", "engine::b", "engine::a"]);
    }
}
