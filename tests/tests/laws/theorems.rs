//! I7: conclusions from the laws of the parts hold for the composition. Each theorem is tested on every choice of
//! library ops that declare the required laws.

use vyre_conform_runtime::generate::{self, Source, Witnesses};
use vyre_conform_runtime::registry::{self, OpDef, OpRef, Polarity};
use vyre_conform_runtime::spec::Track;
use vyre_conform_runtime::value::Value;
use vyre_ops as _;

/// Cases for each composition, half of them edges.
const CASES: u64 = 256;

/// A theorem about a composition whose parts obey these laws.
struct Theorem {
    says: &'static str,
    /// Number of operands and declared laws of each part.
    parts: &'static [(usize, &'static [&'static str])],
    variables: usize,
    /// True if it holds for these parts and values.
    holds: fn(&[OpRef], &[Value]) -> bool,
}

fn of(op: &OpRef, operands: &[Value]) -> Value {
    op.call(operands)
}

/// `u(f(u(a), u(b)))`, such as De Morgan's dual.
fn dual(parts: &[OpRef], a: Value, b: Value) -> Value {
    let [f, u] = parts else {
        unreachable!("two parts")
    };
    let inner = of(f, &[of(u, &[a]), of(u, &[b])]);
    of(u, &[inner])
}

const THEOREMS: &[Theorem] = &[
    Theorem {
        says: "any function of a commutative op is commutative",
        parts: &[(2, &["Commutative"]), (1, &[])],
        variables: 2,
        holds: |p, v| {
            let ab = of(&p[1], &[of(&p[0], &[v[0], v[1]])]);
            ab == of(&p[1], &[of(&p[0], &[v[1], v[0]])])
        },
    },
    Theorem {
        says: "a commutative and associative op gives the same in every order and grouping",
        parts: &[(2, &["Commutative", "Associative"])],
        variables: 3,
        holds: |p, v| {
            let of = |a, b| of(&p[0], &[a, b]);
            let due = of(of(v[0], v[1]), v[2]);
            due == of(v[1], of(v[2], v[0])) && due == of(of(v[2], v[0]), v[1])
        },
    },
    Theorem {
        says: "a commutative, associative, idempotent op takes a value twice as once",
        parts: &[(2, &["Commutative", "Associative", "Idempotent"])],
        variables: 2,
        holds: |p, v| {
            let once = of(&p[0], &[v[0], v[1]]);
            once == of(&p[0], &[once, v[0]]) && once == of(&p[0], &[v[1], once])
        },
    },
    Theorem {
        says: "the dual of an associative op by an involution is associative",
        parts: &[(2, &["Associative"]), (1, &["Involution"])],
        variables: 3,
        holds: |p, v| {
            let left = dual(p, dual(p, v[0], v[1]), v[2]);
            left == dual(p, v[0], dual(p, v[1], v[2]))
        },
    },
    Theorem {
        says: "the dual of an idempotent op by an involution is idempotent",
        parts: &[(2, &["Idempotent"]), (1, &["Involution"])],
        variables: 1,
        holds: |p, v| dual(p, v[0], v[0]) == v[0],
    },
    Theorem {
        says: "an involution has no two operands of one result",
        parts: &[(1, &["Involution"])],
        variables: 2,
        holds: |p, v| v[0] == v[1] || of(&p[0], &[v[0]]) != of(&p[0], &[v[1]]),
    },
];

/// A false claim: negation after a sum, and a sum again.
const FALSE: Theorem = Theorem {
    says: "any function of an associative op is associative",
    parts: &[(2, &["Associative"]), (1, &[])],
    variables: 3,
    holds: |p, v| {
        let of = |a, b| of(&p[1], &[of(&p[0], &[a, b])]);
        of(of(v[0], v[1]), v[2]) == of(v[0], of(v[1], v[2]))
    },
};

fn declares(def: &OpDef, name: &str) -> bool {
    let holds = |polarity| matches!(polarity, Polarity::Holds);
    let mut laws = def.laws.iter();
    laws.any(|law| (law.law)().name == name && holds(law.polarity))
}

/// Every choice of ops for the parts, with all operands and results of one type.
fn choices(theorem: &Theorem) -> Vec<Vec<&'static OpDef>> {
    let mut library = registry::ops();
    // The theorems equate words. Laws of floats equate values after NaN results are made canonical, which an op that is
    // exact on every bit, such as `f32::neg`, does not do.
    library
        .retain(|def| def.place.module.starts_with("vyre_ops") && def.op.track() == Track::Integer);
    let mut all = vec![vec![]];
    for (arity, laws) in theorem.parts {
        let fits = |def: &&OpDef, others: &[&OpDef]| {
            let signature = def.op.signature;
            let result = others
                .first()
                .map_or(signature.result, |d| d.op.signature.result);
            signature.operands.len() == *arity
                && signature.operands.iter().all(|ty| *ty == result)
                && signature.result == result
                && laws.iter().all(|law| declares(def, law))
        };
        let with = |others: Vec<&'static OpDef>| {
            let actual = library.iter().copied().filter(|def| fits(def, &others));
            actual
                .map(|def| [others.clone(), vec![def]].concat())
                .collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

/// The parts and values for which a theorem fails, if any, and the number of choices.
fn refuted(theorem: &Theorem) -> (Option<String>, usize) {
    let choices = choices(theorem);
    for defs in &choices {
        let parts: Vec<OpRef> = defs.iter().map(|def| def.op).collect();
        let types = vec![parts[0].signature.result; theorem.variables];
        let cases = Witnesses::new(&types, 7, CASES);
        for n in 0..cases.len() {
            let values = generate::case(&cases, n);
            if !(theorem.holds)(&parts, &values) {
                let names: Vec<&str> = defs.iter().map(|def| def.id).collect();
                let text = format!("{}: {names:?} on {values:?}", theorem.says);
                return (Some(text), choices.len());
            }
        }
    }
    (None, choices.len())
}

/// Oracle: the theorems, each with a one-line proof in its name; and a false claim.
#[test]
fn i7_consequences_of_component_laws_hold() {
    for theorem in THEOREMS {
        let (refuted, choices) = refuted(theorem);
        assert_eq!(refuted, None);
        assert!(choices > 2, "{}: {choices} choices", theorem.says);
    }
    assert!(refuted(&FALSE).0.is_some(), "a false theorem holds");
}
