//! False laws that hold for every combination of bytes: only witnesses refute them.

use super::ops::*;
use super::{WITNESSES, declare, evidence, over, value};
use vyre_conform_runtime::generate::Witnesses;
use vyre_conform_runtime::registry::op_ref;
use vyre_conform_runtime::spec::Evidence;
use vyre_conform_suite::strategy::{Argument, TypedLaw};

fn traps() -> Vec<TypedLaw> {
    let g = |index| vec![Argument::Op(index)];
    let v = |index: u32| vec![value(index)];
    let between = |lo: u32, hi: u32| vec![value(lo), value(hi)];
    let to_signed = |a: u32| a as i32;
    vec![
        declare("DistributiveOver(mul)", op_ref(or), g(op_ref(mul))),
        declare("DistributiveOver(mul)", op_ref(and), g(op_ref(mul))),
        declare("DistributiveOver(add)", op_ref(mul_hi), g(op_ref(add))),
        declare("DistributiveOver(add)", op_ref(min), g(op_ref(mul_hi))),
        declare("Identity(0xFF)", op_ref(bit_and), v(0xff)),
        declare("Identity(0xFFFF)", op_ref(bit_and), v(0xffff)),
        declare("RightIdentity(0xFF)", op_ref(bit_and), v(0xff)),
        declare("LeftIdentity(0xFFFF)", op_ref(min), v(0xffff)),
        declare("Identity(0xFF)", op_ref(min), v(0xff)),
        declare("Absorbing(0xFF)", op_ref(bit_or), v(0xff)),
        declare("Absorbing(0xFFFF)", op_ref(max), v(0xffff)),
        declare("RightIdentity(256)", op_ref(rem), v(256)),
        declare("RightIdentity(65536)", op_ref(rem), v(1 << 16)),
        declare("SelfInverse(0)", op_ref(mul_hi), v(0)),
        declare("Bounded(0, 8)", op_ref(popcount), between(0, 8)),
        declare("Bounded(0, 16)", op_ref(popcount), between(0, 16)),
        declare("Bounded(24, 32)", op_ref(clz), between(24, 32)),
        declare(
            "Bounded(0xFFFF_FF00, MAX)",
            op_ref(bit_not),
            between(!255, !0),
        ),
        declare("Bounded(0, 510)", op_ref(add), between(0, 510)),
        declare("Bounded(0, 65025)", op_ref(mul), between(0, 65_025)),
        declare("LeftMonotone", op_ref(add), vec![]),
        declare("RightMonotone", op_ref(add), vec![]),
        declare("LeftMonotone", op_ref(mul), vec![]),
        declare("RightMonotone", op_ref(mul), vec![]),
        declare("Monotone", op_ref(increment), vec![]),
        declare("Monotone", op_ref(to_signed), vec![]),
        declare("ZeroProduct(true)", op_ref(mul), vec![Argument::Holds]),
        declare("ZeroProduct(true)", op_ref(add), vec![Argument::Holds]),
        declare("InverseOf(sub)", op_ref(saturating_add), g(op_ref(sub))),
        declare("Transitive", op_ref(serial_before), vec![]),
        declare(
            "Trichotomous(eq, gt)",
            op_ref(signed_lt),
            vec![Argument::Op(op_ref(eq)), Argument::Op(op_ref(gt))],
        ),
    ]
}

/// Oracle: docs/results/laws.md: 59 of 267 laws that pass all bytes are false at 32 bits; these are examples.
#[test]
fn false_laws_pass_on_bytes() {
    for law in traps() {
        let bytes = evidence(&law, Evidence::small(law.variables.len()), 0);
        assert!(bytes.passed(), "{law}: {bytes:?}");
    }
}

/// Oracle: docs/results/laws.md: 10^6 edge-biased witnesses catch each of them with every seed.
#[test]
fn witnesses_refute_false_laws_with_every_seed() {
    for law in &traps() {
        for seed in [1, 2, 0xdead_beef_dead_beef] {
            let stream = Witnesses::new(&law.variables, seed, WITNESSES);
            let found = over(law, &stream);
            assert!(
                found.tally.failures > 0,
                "{law} passes the stream of seed {seed}"
            );
        }
        let edges = evidence(law, Evidence::Witnessed, 1);
        assert!(edges.tally.failures > 0, "{law}");
    }
}
