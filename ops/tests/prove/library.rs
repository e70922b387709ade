//! Claims of the library about itself: it declares every law, its declarations distinguish its ops, and they detect
//! nearly every change of a body.

use super::excused::{EXCUSED, ONE_FUNCTION};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;
use vyre_conform_prove::mutate::{OpMutants, try_mutants};
use vyre_conform_prove::solver::Solvers;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::generate::{Source, adversarial, case, witnessed};
use vyre_conform_runtime::registry::{OpDef, helpers, ops};
use vyre_conform_runtime::sync::cores;
use vyre_conform_runtime::vyre_op;
use vyre_conform_suite::discover::{DeclaredLaws, Effort, LawTrial, discover, has_floats};
use vyre_conform_suite::strategy::{self, Collision, TypedLaw};
use vyre_conform_tests::part::{is_partial, is_taken};

/// Half of a number; its monotonicity is not declared.
#[vyre_op(table((4) => 2, "half of four"))]
pub const fn silent(a: u32) -> u32 {
    a >> 1
}

/// The ops for which this holds.
fn catalog(takes: impl Fn(&OpDef) -> bool) -> Catalog {
    let all = ops().into_iter().filter(|op| takes(op)).collect();
    Catalog::of(all, helpers()).expect("a catalog")
}

fn is_of_library(op: &OpDef) -> bool {
    op.place.module.starts_with("vyre_ops")
}

/// The families on which every other builds. An op declares laws that name ops of these and of its own family: a hash
/// declares its laws with a sum, so that a new family changes no earlier declaration.
const BASE: [&str; 13] = [
    "arithmetic",
    "bitwise",
    "cast",
    "choice",
    "compare",
    "count",
    "float",
    "hardware",
    "logic",
    "shift",
    "signed",
    "subgroup",
    "wide",
];

/// The first ops of `wide`; the later ones are a separate family.
const FIRST_WIDE: [&str; 7] = [
    "u64::add", "u64::sub", "u64::mul", "u64::shl", "u64::shr", "u64::lt", "u64::eq",
];

/// Ops added to a family after its laws were published: by the last parts of their ids, a separate family over the base
/// and the family's earlier ops.
const LATER: &[(&str, &[&str])] = &[
    ("boolean", &["ge", "gt", "lt", "select_bool"]),
    (
        "vector",
        &[
            "abs_diff",
            "and",
            "clamp",
            "clz",
            "count_zeros",
            "ctz",
            "div",
            "eq",
            "extract_bits",
            "ge",
            "gt",
            "insert_bits",
            "le",
            "logical_not",
            "lt",
            "mod",
            "mul_hi",
            "ne",
            "negate",
            "or",
            "popcount",
            "reverse_bits",
            "rotate_left",
            "rotate_right",
            "saturating_add",
            "saturating_sub",
            "select",
            "select_nonzero",
            "swap_bytes",
        ],
    ),
    ("wide", &["and", "logical_not", "or", "select_nonzero"]),
];

fn is_later(op: &OpDef) -> bool {
    let name = op.id.rsplit("::").next().unwrap_or_default();
    let mut families = LATER.iter();
    families.any(|(item, names)| family(op) == *item && names.contains(&name))
}

/// The family of an op of the library: its module in `ops/src`.
fn family(op: &OpDef) -> &'static str {
    op.place.module.split("::").nth(1).unwrap_or_default()
}

fn is_of_base(op: &OpDef) -> bool {
    let family = family(op);
    let is_first = family != "wide" || FIRST_WIDE.contains(&op.id);
    is_of_library(op) && BASE.contains(&family) && is_first && !is_later(op)
}

/// True if an op belongs to this part of the run, by its place among the ops of the library.
fn is_in_part(op: &OpDef) -> bool {
    static PLACES: OnceLock<BTreeMap<&str, usize>> = OnceLock::new();
    let places = PLACES.get_or_init(|| {
        let all = ops().into_iter().filter(|op| is_of_library(op));
        all.map(|op| op.id).zip(0..).collect()
    });
    places.get(op.id).is_none_or(|place| is_taken(*place))
}

/// The results of a function for every op without floats, on as many threads as cores.
fn for_each_op<R: Send>(catalog: &Catalog, f: impl Fn(&Op) -> R + Sync) -> Vec<R> {
    let ops: Vec<&Op> = catalog.ops().iter().filter(|op| !has_floats(op)).collect();
    let (next, results) = (AtomicUsize::new(0), Mutex::new(vec![]));
    let threads = cores();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(op) = ops.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let one = f(op);
                    results.lock().expect("no thread panicked").push(one);
                }
            });
        }
    });
    results.into_inner().expect("no thread panicked")
}

/// The laws that hold for some ops without floats, are not declared, and do not follow. Parameters range over all ops
/// of the catalog.
fn undeclared(
    catalog: &Catalog,
    of_these: impl Fn(&OpDef) -> bool + Sync,
) -> Vec<(String, String)> {
    let known = DeclaredLaws::new(catalog);
    let effort = Effort::new(false, 1 << 12);
    let of = |op: &Op| {
        if !of_these(op.def) || !is_in_part(op.def) {
            return vec![];
        }
        let outcome = discover(catalog, op, &known, effort).expect("total functions");
        let remaining = outcome.into_iter().filter(|outcome| {
            outcome.follows.is_none() && matches!(outcome.trial, LawTrial::Holds(_))
        });
        let id = op.def.id.to_owned();
        remaining
            .map(|outcome| (id.clone(), outcome.law.text))
            .collect::<Vec<_>>()
    };
    for_each_op(catalog, of).into_iter().flatten().collect()
}

/// Oracle: the claim in the library's documentation: every true law of an op is declared, follows, or has its reason in
/// a row; each row is needed and unique.
pub(crate) fn every_law() {
    let rows = EXCUSED.iter().map(|(op, begins, _)| (*op, *begins));
    let mut idle: BTreeSet<(&str, &str)> = rows.collect();
    assert_eq!(idle.len(), EXCUSED.len(), "a row stands twice");
    let mut missing = vec![];
    let families: BTreeSet<(&str, bool)> = ops()
        .into_iter()
        .filter(|op| is_of_library(op) && !is_of_base(op))
        .map(|op| (family(op), is_later(op)))
        .collect();
    let base = undeclared(&catalog(is_of_base), is_of_base);
    let others = families.into_iter().flat_map(|(item, later)| {
        let is_in = move |op: &OpDef| is_of_library(op) && !is_of_base(op) && family(op) == item;
        let is_there = move |op: &OpDef| is_of_base(op) || is_in(op) && (later || !is_later(op));
        undeclared(&catalog(is_there), move |op| {
            is_in(op) && is_later(op) == later
        })
    });
    for (op, law) in base.into_iter().chain(others) {
        let excuse = EXCUSED
            .iter()
            .find(|(item, begins, _)| *item == op && law.starts_with(begins));
        match excuse {
            Some((item, begins, _)) => _ = idle.remove(&(*item, *begins)),
            None => missing.push(format!("{op}: {law}")),
        }
    }
    missing.sort();
    // A partial run omits ops that some of the rows excuse.
    if is_partial() {
        idle.clear();
    }
    let idle: Vec<String> = idle
        .iter()
        .map(|(op, begins)| format!("{op}: {begins}"))
        .collect();
    assert!(
        missing.is_empty() && idle.is_empty(),
        "not declared, where `laws(..)` of the op takes it or a row of EXCUSED (ops/tests/prove/excused.rs) says why not; a new op \
         beside older ones has a place in LATER (library.rs):\n{}\nrows of EXCUSED that excuse nothing:\n{}",
        missing.join("\n"),
        idle.join("\n")
    );
}

/// Oracle: halves, which preserve order.
pub(crate) fn missing_law_is_detected() {
    let actual = undeclared(
        &catalog(|op| op.id == "u32::silent" || op.id == "u32::min"),
        |_| true,
    );
    let monotone = ("u32::silent".to_owned(), "Monotone".to_owned());
    assert!(actual.contains(&monotone), "{actual:?}");
}

/// Oracle: docs/spec/laws.md: each op of the library is a distinct function, and some declaration shows that; pairs of
/// ops with one function agree on adversarial inputs and witnesses.
pub(crate) fn collisions() {
    let catalog = catalog(is_of_library);
    let typed = |op: &Op| {
        let laws = op.def.laws.iter();
        laws.filter_map(|law| TypedLaw::new(law, &op.def.op).ok())
            .collect::<Vec<_>>()
    };
    let laws: Vec<_> = catalog.ops().iter().map(typed).collect();
    let sets = catalog.ops().iter().zip(&laws);
    let sets: Vec<(&OpDef, &[TypedLaw])> =
        sets.map(|(op, laws)| (op.def, laws.as_slice())).collect();
    let report = strategy::collisions(&sets);
    let matches =
        |c: &Collision, [x, y]: [&str; 2]| [c.op, c.other] == [x, y] || [c.other, c.op] == [x, y];
    for (x, y, _) in ONE_FUNCTION {
        assert!(
            report.iter().any(|c| matches(c, [x, y])),
            "a declaration distinguishes {x} and {y}"
        );
        let [x, y] = [x, y].map(|id| catalog.find(id).expect("an op").def.op);
        let types = x.signature.operands;
        let sources: [Box<dyn Source>; 2] = [
            Box::new(adversarial(types)),
            Box::new(witnessed(types, 1, 1 << 12)),
        ];
        for source in sources {
            let mut cases = (0..source.len().min(1 << 14)).map(|n| case(&*source, n));
            let differ = cases.find(|case| x.call(case) != y.call(case));
            assert_eq!(differ, None, "they are two functions");
        }
    }
    let excused = |c: &Collision| ONE_FUNCTION.iter().any(|(x, y, _)| matches(c, [x, y]));
    let report: Vec<String> = report
        .iter()
        .filter(|c| !excused(c))
        .map(ToString::to_string)
        .collect();
    assert!(report.is_empty(), "{}", report.join("\n"));
}

/// The number of mutants, the number that declarations refuse, and the mutants that parity does not refuse.
fn kills(solvers: &Solvers) -> (usize, usize, Vec<String>) {
    let catalog = catalog(is_of_library);
    let of = |op: &Op| {
        let judged = || try_mutants(&catalog, op, solvers, Duration::from_secs(5));
        is_in_part(op.def).then(|| (op.def.id, judged()))
    };
    let (mut mutants, mut refused, mut open) = (0, 0, vec![]);
    for (id, judged) in for_each_op(&catalog, of).into_iter().flatten() {
        let OpMutants { results, .. } = judged.unwrap_or_else(|e| panic!("{id}: {e}"));
        // A mutant that only a solver could distinguish from the op is open if a solver is present and undecided.
        let decided = results.iter().filter(|fate| fate.undecided.is_none());
        for fate in decided {
            mutants += 1;
            refused += usize::from(fate.killed_by.is_some());
            if !fate.parity {
                open.push(format!("{id}: {:?} {:?}", fate.mutant.change, fate.row));
            }
        }
        if solvers.cadical.is_some() {
            let undecided = results.iter().filter_map(|fate| fate.undecided.as_ref());
            open.extend(undecided.map(|reason| format!("{id}: {reason}")));
        }
    }
    (mutants, refused, open)
}

fn are_enough((mutants, refused, open): (usize, usize, Vec<String>)) {
    println!("{mutants} mutants, {refused} of them refused by declarations");
    assert!(mutants > 1_000 || is_partial());
    assert!(open.is_empty(), "{}", open.join("\n"));
    assert!(refused * 100 >= mutants * 95, "{refused} of {mutants}");
}

/// Oracle: docs/book/proofs.md: a mutant that differs does so on some input of parity; declarations detect 95 in a
/// hundred.
pub(crate) fn mutants_are_refused() {
    are_enough(kills(&Solvers::default()));
}

/// Oracle: the same, with a decision for the mutants that no input distinguishes from the op: each of them is proved
/// equal to it.
pub(crate) fn mutants_are_refused_or_equal(_: super::SatSolver) {
    are_enough(kills(&Solvers::on_path()));
}
