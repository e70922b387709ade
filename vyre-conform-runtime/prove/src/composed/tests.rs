use super::application::{Application, HypothesisProof};
use super::confirmation::confirm;
use super::matching::{LawQuery, Matcher};
use super::meaning::is_function;
use super::order::LawLocation;
use super::tree::Tree;
use super::{Composer, CompositionError};
use crate::method::{LawOutcome, ProofMethod, ProverSettings};
use crate::solver::Solvers;
use crate::theorem::find_theorem;
use std::time::Duration;
use vyre_conform_ir::Type;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::{OpDef, ops};
use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution), boundaries((1)))]
pub const fn inverted(a: u32) -> u32 {
    !a
}

#[vyre_op(laws(Commutative, Associative, Identity(0xFFFF_FFFF), Idempotent, Absorbing(0)), boundaries((1, 2)))]
pub const fn both(a: u32, b: u32) -> u32 {
    a & b
}

/// By calls.
#[vyre_op(laws(Commutative, Associative, Identity(0), Idempotent, Absorbing(0xFFFF_FFFF)), boundaries((1, 2)))]
pub const fn either(a: u32, b: u32) -> u32 {
    inverted(both(inverted(a), inverted(b)))
}

/// By operators that match the same ops.
#[vyre_op(laws(Commutative, Associative), boundaries((1, 2)))]
pub const fn either_too(a: u32, b: u32) -> u32 {
    !(!a & !b)
}

#[vyre_op(laws(Idempotent, Commutative), boundaries((1, 2)))]
pub fn later(a: u32, b: u32) -> u32 {
    if b < a {
        return a;
    }
    b
}

/// Its declared law is false: it is not symmetric.
#[vyre_op(laws(Commutative), boundaries((1, 2)))]
pub fn one_sided(a: u32, b: u32) -> u32 {
    a.wrapping_sub(b)
}

/// A law that would follow if that law were true.
#[vyre_op(laws(Commutative), boundaries((1, 2)))]
pub fn on_sand(a: u32, b: u32) -> u32 {
    one_sided(a, b) >> 1
}

/// The body over a true law.
#[vyre_op(laws(Commutative), boundaries((1, 2)))]
pub fn on_rock(a: u32, b: u32) -> u32 {
    both(a, b) >> 1
}

/// A body with a loop has no tree.
#[vyre_op(laws(Commutative), boundaries((1, 2)))]
pub fn looped(a: u32, b: u32) -> u32 {
    let mut sum = a ^ b;
    for _ in 0..4 {
        sum = !sum;
    }
    sum
}

fn catalog() -> Catalog {
    let here = |def: &&'static OpDef| def.place.module.ends_with("composed::tests");
    let all = ops().into_iter().filter(here).collect();
    Catalog::of(all, vec![]).expect("a catalog")
}

fn find<'c>(catalog: &'c Catalog, name: &str) -> &'c vyre_conform_runtime::catalog::Op {
    let mut all = catalog.ops().iter();
    all.find(|op| op.def.name == name).expect("an op")
}

/// The components of a law, and its outcome without a solver.
fn carried(catalog: &Catalog, op: &str, law: usize) -> (Option<Vec<String>>, LawOutcome) {
    let composer = Composer::new(catalog);
    let op = find(catalog, op);
    let actual = composer.carried(op, law).ok();
    let names = actual.map(|actual| {
        let components = actual.components.into_iter();
        components.map(|component| component.name).collect()
    });
    let solvers = Solvers::default();
    let settings = ProverSettings::with(&solvers, Duration::from_secs(5));
    (names, composer.decide(op, law, &settings))
}

fn method(outcome: &LawOutcome) -> Option<ProofMethod> {
    match outcome {
        LawOutcome::Proved(proof) => Some(proof.method),
        _ => None,
    }
}

/// Oracle: De Morgan: the disjunction is the conjunction, conjugated by the complement.
#[test]
fn an_involution_carries_five_laws() {
    let catalog = catalog();
    for (op, laws) in [("either", 5), ("either_too", 2)] {
        for law in 0..laws {
            let (components, outcome) = carried(&catalog, op, law);
            let components = components.unwrap_or_else(|| panic!("law {law} of {op}"));
            assert!(!components.is_empty(), "{op} {law}");
            // The associativity of conjunction needs a solver.
            let expected = (law != 1).then_some(ProofMethod::Composition);
            assert_eq!(method(&outcome), expected, "{op} {law}");
        }
    }
}

/// Oracle: a choice between equals; structure alone does not show the order of operands, and a loop has
/// no tree.
#[test]
fn branches_are_read_and_loops_are_not() {
    let catalog = catalog();
    let (components, outcome) = carried(&catalog, "later", 0);
    assert_eq!(components, Some(vec![]));
    assert_eq!(method(&outcome), Some(ProofMethod::Composition));
    let (components, outcome) = carried(&catalog, "later", 1);
    assert_eq!(components, None);
    assert_ne!(method(&outcome), Some(ProofMethod::Composition));
    assert_eq!(carried(&catalog, "looped", 0).0, None);
}

/// Oracle: 1 - 2 is not 2 - 1, so a law that depends on it is not proved.
#[test]
fn refuted_component_invalidates_the_conclusion() {
    let catalog = catalog();
    let (components, outcome) = carried(&catalog, "on_rock", 0);
    assert!(components.is_some() && method(&outcome) == Some(ProofMethod::Composition));
    let (components, outcome) = carried(&catalog, "on_sand", 0);
    let components = components.expect("the form is that of a theorem");
    let [component] = &components[..] else {
        panic!("{components:?}");
    };
    assert!(component.ends_with("one_sided::Commutative"), "{component}");
    let LawOutcome::Undecided(reason) = outcome else {
        panic!("{outcome:?}");
    };
    assert!(reason.to_string().contains("is refuted"), "{reason}");
    let (_, outcome) = carried(&catalog, "one_sided", 0);
    assert!(matches!(outcome, LawOutcome::Refuted { .. }), "{outcome:?}");
}

/// The matcher's application of a theorem.
fn application(composer: &Composer<'_>, op: &str, law: usize) -> (LawLocation, Application) {
    let op = find(composer.catalog, op);
    let number = composer.shelf.number(op.def.id).expect("a tree");
    let shelved = &composer.shelf.ops[number];
    let query = LawQuery::new(&composer.shelf, &op.def.laws[law]).expect("a law");
    let matcher = Matcher {
        shelf: &composer.shelf,
        before: shelved.rank,
    };
    let actual = matcher.derive(&shelved.lambda, &query, 0);
    (LawLocation { op: number, law }, actual.expect("a theorem"))
}

/// Oracle: the verification accepts the matcher's application, and rejects each of these changes to it.
#[test]
fn wrong_applications_are_refused() {
    let catalog = catalog();
    let composer = Composer::new(&catalog);
    let shelf = &composer.shelf;
    let (location, actual) = application(&composer, "either", 2);
    assert_eq!(confirm(shelf, location, &actual), Ok(()));
    let place = |name: &str| shelf.number(find(&catalog, name).def.id).expect("a tree");
    let refused = |change: &dyn Fn(&mut Application)| {
        let mut wrong = actual.clone();
        change(&mut wrong);
        confirm(shelf, location, &wrong).expect_err("it is wrong")
    };
    // Another theorem, another law, another value.
    let other = find_theorem("an absorbing op, conjugated by an involution").expect("a theorem");
    assert!(matches!(
        refused(&|a| a.theorem = other),
        CompositionError::Conclusion(_)
    ));
    let one = Value::of(1_u32);
    let zero = Value::of(0_u32);
    let whole = || actual.binding.whole.clone();
    let with_value = |value: Value| {
        let mut binding = super::application::Binding::new(whole());
        for k in 0..crate::theorem::FUNCTIONS.len() {
            let callee = vyre_conform_spec::LawCallee::Parameter(k);
            if let Some(lambda) = actual.binding.function(callee) {
                binding = binding.with_function(callee, lambda).expect("free");
            }
        }
        let top = actual
            .binding
            .value(1)
            .copied()
            .expect("the identity of the inner op");
        let binding = binding.with_value(0, value).expect("free");
        binding.with_value(1, top).expect("free")
    };
    assert!(matches!(
        refused(&|a| a.binding = with_value(one)),
        CompositionError::Conclusion(_)
    ));
    let same = Application {
        binding: with_value(zero),
        ..actual.clone()
    };
    assert_eq!(
        confirm(shelf, location, &same),
        Ok(()),
        "the change that changes nothing"
    );
    // A hypothesis on another law, on none, on the law itself.
    for law in [0, 1, 3, 4] {
        let location = LawLocation {
            op: place("both"),
            law,
        };
        let problem = refused(&|a| a.grounds[0] = HypothesisProof::Declared(location));
        assert!(
            matches!(problem, CompositionError::Hypothesis(_, 0)),
            "{problem}"
        );
    }
    assert!(matches!(
        refused(&|a| a.grounds[1] = HypothesisProof::Computed),
        CompositionError::Hypothesis(_, 1)
    ));
    assert!(matches!(
        refused(&|a| a.grounds[0] = HypothesisProof::Declared(location)),
        CompositionError::Hypothesis(_, 0)
    ));
    assert!(matches!(
        refused(&|a| _ = a.grounds.pop()),
        CompositionError::Hypothesis(_, 2)
    ));
    // Another body.
    let literal = || Tree::Literal(Type::U32, 7);
    assert!(matches!(
        refused(&|a| a.binding.whole.tree = literal()),
        CompositionError::Form(_)
    ));
    let elsewhere = LawLocation {
        op: place("both"),
        law: 2,
    };
    assert!(confirm(shelf, elsewhere, &actual).is_err());
}

/// Oracle: the translation of bodies for every other proof; and trees that differ from it in one place.
#[test]
fn trees_agree_with_bodies() {
    let catalog = catalog();
    let composer = Composer::new(&catalog);
    for shelved in &composer.shelf.ops {
        assert!(
            is_function(shelved.op, &shelved.lambda),
            "{}",
            shelved.op.def.id
        );
        let mut wrong = shelved.lambda.clone();
        wrong.tree = match wrong.tree {
            Tree::Node(operator, mut children) => {
                children[0] = Tree::Literal(Type::U32, 3);
                Tree::Node(operator, children)
            }
            _ => Tree::Literal(Type::U32, 3),
        };
        assert!(!is_function(shelved.op, &wrong), "{}", shelved.op.def.id);
    }
}
