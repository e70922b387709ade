//! Laws that solvers proved at 32 bits: the check must not refute them.

use super::ops::*;
use super::{declare, evidence, value};
use vyre_conform_runtime::registry::{OpRef, op_ref};
use vyre_conform_runtime::spec::Evidence;
use vyre_conform_suite::strategy::{Argument, TypedLaw};

fn truths() -> Vec<TypedLaw> {
    let g = |index: OpRef| vec![Argument::Op(index)];
    let gh = |g: OpRef, h: OpRef| vec![Argument::Op(g), Argument::Op(h)];
    let v = |index: u32| vec![value(index)];
    let (xor, both, either) = (op_ref(bit_xor), op_ref(bit_and), op_ref(bit_or));
    let sum = op_ref(add);
    let reverse = op_ref(reverse_bits);
    vec![
        declare("RightIdentity(0)", op_ref(sub), v(0)),
        declare("Absorbing(0)", op_ref(div), v(0)),
        declare("RightIdentity(1)", op_ref(div), v(1)),
        declare("Absorbing(0)", op_ref(rem), v(0)),
        declare("SelfInverse(0)", op_ref(rem), v(0)),
        declare("DistributiveOver(bit_xor)", both, g(xor)),
        declare("LatticeAbsorption(bit_or)", both, g(either)),
        declare("LatticeAbsorption(bit_and)", either, g(both)),
        declare("DistributiveOver(sub)", op_ref(mul), g(op_ref(sub))),
        declare("LeftAbsorbing(0)", op_ref(shl), v(0)),
        declare("LeftAbsorbing(0)", op_ref(shr), v(0)),
        declare("RightIdentity(32)", op_ref(shl), v(32)),
        declare("RightIdentity(32)", op_ref(shr), v(32)),
        declare("Commutative", op_ref(and), vec![]),
        declare("Associative", op_ref(and), vec![]),
        declare("Absorbing(0)", op_ref(and), v(0)),
        declare("Commutative", op_ref(or), vec![]),
        declare("Associative", op_ref(or), vec![]),
        declare("Absorbing(1)", op_ref(or), v(1)),
        declare("Homomorphism(add, add)", op_ref(negate), gh(sum, sum)),
        declare("Homomorphism(bit_and, bit_and)", reverse, gh(both, both)),
        declare("Homomorphism(bit_or, bit_or)", reverse, gh(either, either)),
        declare("Homomorphism(bit_xor, bit_xor)", reverse, gh(xor, xor)),
        declare(
            "DeMorgan(bit_or, bit_and)",
            op_ref(bit_not),
            gh(either, both),
        ),
        declare("Antitone", op_ref(bit_not), vec![]),
        declare("Antitone", op_ref(logical_not), vec![]),
        declare("Antitone", op_ref(clz), vec![]),
        // Other types: signed and wide operands, mixed operands.
        declare("Commutative", op_ref(smin), vec![]),
        declare("Associative", op_ref(smin), vec![]),
        declare("LeftMonotone", op_ref(sar), vec![]),
        declare("RightIdentity(1)", op_ref(sdiv), vec![value(1i32)]),
        declare("Associative", op_ref(add64), vec![]),
        declare("DistributiveOver(add64)", op_ref(mul64), g(op_ref(add64))),
        declare("RightIdentity(64)", op_ref(shl64), v(64)),
    ]
}

/// Oracle: solver proofs at 32 bits, reported in docs/results/laws.md and docs/spec/ops.md#binary.
#[test]
fn true_laws_pass() {
    for law in truths() {
        for kind in [Evidence::small(law.variables.len()), Evidence::Witnessed] {
            let actual = evidence(&law, kind, 3);
            assert!(actual.passed(), "{law} {}: {actual:?}", kind.name());
        }
    }
}

/// Oracle: the same proofs; over all 2^32 values.
#[test]
fn a_full_domain_of_one_variable_runs() {
    let bounded = declare(
        "Bounded(0, 32)",
        op_ref(u32::count_ones),
        vec![value(0u32), value(32u32)],
    );
    let part = bounded
        .domain(Evidence::ExhaustiveFull, 0, 0)
        .expect("2^32 cases");
    assert_eq!(part.len(), 1 << 32);
    let antitone = declare("Antitone", op_ref(clz), vec![]);
    assert!(antitone.claim.is_stepwise());
    let steps = antitone
        .domain(Evidence::ExhaustiveFull, 0, 0)
        .expect("2^32 - 1 cases");
    assert_eq!(steps.len(), (1 << 32) - 1);
    let associative = declare("Associative", op_ref(add), vec![]);
    assert!(!associative.claim.is_stepwise());
    assert!(associative.domain(Evidence::ExhaustiveFull, 0, 0).is_err());
}
