//! The references of the ops of 16-bit formats, with which the suite compares every device.

use crate::oracle::Format;
use crate::sixteen::{arithmetic, integral, order, reciprocal_roots, roots};

/// Compares every op of a format with `rustc_apfloat`, on the cases of its kernels.
macro_rules! references {
    (fn $test:ident, $T:ident, $format:ident, $Float:ident, $fraction_bits:literal) => {
        /// Oracle: `rustc_apfloat` in the format itself, which rounds once; squares of ties for the roots.
        #[test]
        #[ignore = "a long run: seconds"]
        fn $test() {
            use half::$T;
            use rustc_apfloat::ieee::$Float;
            use vyre_ops::float::ops::$format as ops;
            fn number(bits: u32) -> $T {
                $T::from_bits(bits as u16)
            }
            fn bits(x: $T) -> u32 {
                if x.is_nan() { $Float::CANONICAL } else { x.to_bits().into() }
            }
            macro_rules! of {
                ($op:ident a) => {
                    |a| bits(ops::$op(number(a)))
                };
                ($op:ident a b) => {
                    |a, b| bits(ops::$op(number(a), number(b)))
                };
                ($op:ident a b is) => {
                    |a, b| ops::$op(number(a), number(b))
                };
            }
            arithmetic::<$Float>(
                $fraction_bits,
                [of!(add a b), of!(sub a b), of!(mul a b), of!(div a b)],
                |a, b, c| bits(ops::mul_add(number(a), number(b), number(c))),
            );
            integral::<$Float>([of!(round a), of!(trunc a), of!(floor a), of!(ceil a)]);
            order::<$Float>(
                $fraction_bits,
                [of!(eq a b is), of!(lt a b is), of!(le a b is), of!(gt a b is), of!(ge a b is)],
                of!(min a b),
                of!(max a b),
            );
            roots::<$Float>(of!(sqrt a));
            reciprocal_roots::<$Float>(of!(rsqrt a));
        }
    };
}

references!(fn references_of_binary16_round_once, f16, binary16, Half, 10);
references!(fn references_of_bfloat16_round_once, bf16, bfloat16, BFloat, 7);

/// Oracle: `rustc_apfloat`: the product is a tie, and binary32 rounds the sum to that tie.
#[test]
fn binary32_sum_is_no_reference_for_a_fused_one() {
    use crate::oracle::fused;
    use crate::support::difference;
    use half::bf16;
    use rustc_apfloat::ieee::BFloat;
    let twice = |(a, b, c): (u32, u32, u32)| {
        let [a, b, c] = [a, b, c].map(|bits| bf16::from_bits(bits as u16).to_f32());
        u32::from(bf16::from_f32(a.mul_add(b, c)).to_bits())
    };
    let tie = [9.0, 29.0].map(|x| u32::from(bf16::from_f32(x).to_bits()));
    let case = std::iter::once((tie[0], tie[1], 1));
    let outcome = difference(case, twice, fused::<BFloat>).expect("they differ");
    assert_eq!(
        (outcome.1, outcome.2),
        (260f32.to_bits() >> 16, 262f32.to_bits() >> 16)
    );
}

/// Oracle: `Cargo.lock`, which determines the versions in the build.
#[test]
fn crates_of_references_have_the_documented_versions() {
    use vyre_conform_runtime::registry::{ops, oracle_crates};
    let locked = include_str!("../../../Cargo.lock");
    let add = ops().into_iter().find(|op| op.id == "f32::add");
    let named = oracle_crates(&add.expect("registered").package);
    let names: Vec<&str> = named
        .iter()
        .filter_map(|named| Some(named.split_once(' ')?.0))
        .collect();
    let expected = ["core-math", "core-math-sys", "half", "rustc_apfloat"];
    assert_eq!(names, expected);
    for named in &named {
        let (name, version) = named.split_once(' ').expect("a name and a version");
        let entry = format!("name = \"{name}\"\nversion = \"{version}\"\n");
        assert!(locked.contains(&entry), "{named} is not what is locked");
        let start = format!("name = \"{name}\"\n");
        assert_eq!(locked.matches(&start).count(), 1, "one {name} is built");
    }
}

/// Oracle: the name in `.cargo/config.toml`. Without `force` the environment's value would apply, and another program
/// would be compiled as the oracle; cargo passes its value to build scripts and to rustc alike.
#[test]
fn core_math_is_compiled_for_the_processor_that_is_named() {
    let config = include_str!("../../../.cargo/config.toml");
    let named = "TARGET_CPU = { value = \"x86-64\", force = true }";
    assert!(config.lines().any(|line| line == named), "{config}");
    assert_eq!(option_env!("TARGET_CPU"), Some("x86-64"));
}
