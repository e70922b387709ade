//! Every input of the kernel Rust of every float op of one operand, on all processors: 2^32 inputs of 32 bits, 2^16 of
//! 16 bits. Start the long runs by name: `cargo test --workspace --test float -- --ignored --nocapture every_input`,
//! with or without `--release`: kernels and oracles are optimised in both. `ops/certificates/cpu-every-input.txt` keeps
//! the output of a run.

use crate::oracle::{bits, bits16, kind, nearest, signed, unsigned};
use half::{bf16, f16};
use rustc_apfloat::ieee::Half;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::spec::Track;
use vyre_conform_runtime::sync::cores;
use vyre_ops::float::ops::{bfloat16 as brain, binary16 as sixteen, convert};
use vyre_ops::float::soft::{bfloat16, binary16, binary32};
use vyre_ops::random::unit_f32;

/// Inputs per thread and step.
const BLOCK: u64 = 1 << 20;

/// The number of the first `inputs` patterns for which the results differ from the oracle's, and the least of them.
fn differences(
    inputs: u64,
    own: impl Fn(u32) -> u32 + Sync,
    oracle: impl Fn(u32) -> u32 + Sync,
) -> (u64, Option<u32>) {
    let next = AtomicU64::new(0);
    let work = || {
        let (mut count, mut min) = (0, None);
        loop {
            let start = next.fetch_add(BLOCK, Ordering::Relaxed);
            if start >= inputs {
                return (count, min);
            }
            let wrong = |a: &u32| own(*a) != oracle(*a);
            let block = start..inputs.min(start + BLOCK);
            for a in block.map(|a| a as u32).filter(wrong) {
                count += 1;
                min = min.or(Some(a));
            }
        }
    };
    let threads = cores();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let results = workers.into_iter().map(|w| w.join().expect("no panic"));
        results.fold((0, None), |(count, min), (more, other)| {
            (count + more, min.into_iter().chain(other).min())
        })
    })
}

/// An op of one operand: its kernel Rust, and the independent implementation.
struct Unary {
    id: &'static str,
    oracle: &'static str,
    inputs: u64,
    ours: fn(u32) -> u32,
    expected: fn(u32) -> u32,
}

/// Ops of `f32`, with the result of the host or of another library for the operand `x`.
macro_rules! of_f32 {
    ($oracle:literal: $($id:literal $ours:expr, |$x:ident| $due:expr;)*) => {
        [$(Unary {
            id: $id,
            oracle: $oracle,
            inputs: 1 << 32,
            ours: $ours,
            expected: |a| {
                let $x = f32::from_bits(a);
                $due
            },
        }),*]
    };
}

/// The ops of a 16-bit format: kernels on bits, and the results of the type in the crate `half`.
macro_rules! of_sixteen {
    ($T:ident, $kernels:ident, $ops:ident, $canonical:literal, $widen:ident, [$($id:literal)*]) => {{
        const IDS: [&str; 20] = [$($id),*];
        let row = |k: usize, ours, due| Unary {
            id: IDS[k],
            oracle: "half",
            inputs: 1 << 16,
            ours,
            expected: due,
        };
        fn x(a: u32) -> $T {
            $T::from_bits(a as u16)
        }
        fn y(x: $T) -> u32 {
            bits16(x.to_bits(), $canonical)
        }
        macro_rules! to_integer {
            ($k:literal, $name:ident, $round:ident, $int:ty) => {
                row($k, |a| $kernels::$name(a) as u32, |a| x(a).to_f32().$round() as $int as u32)
            };
        }
        [
            row(0, $kernels::neg, |a| (-x(a)).to_bits().into()),
            row(1, $kernels::abs, |a| x(a).copysign($T::ONE).to_bits().into()),
            row(2, |a| $kernels::is_nan(a).into(), |a| x(a).is_nan().into()),
            row(3, |a| $kernels::is_infinite(a).into(), |a| x(a).is_infinite().into()),
            row(4, $kernels::floor, |a| y($ops::floor(x(a)))),
            row(5, $kernels::ceil, |a| y($ops::ceil(x(a)))),
            row(6, $kernels::trunc, |a| y($ops::trunc(x(a)))),
            row(7, $kernels::round_ties_even, |a| y($ops::round(x(a)))),
            row(8, $kernels::sqrt, |a| y($ops::sqrt(x(a)))),
            row(9, binary32::$widen, |a| bits(x(a).to_f32())),
            row(10, $kernels::class, |a| kind(x(a).classify())),
            to_integer!(11, to_i32_nearest, round_ties_even, i32),
            to_integer!(12, to_i32_truncate, trunc, i32),
            to_integer!(13, to_i32_floor, floor, i32),
            to_integer!(14, to_i32_ceil, ceil, i32),
            to_integer!(15, to_u32_nearest, round_ties_even, u32),
            to_integer!(16, to_u32_truncate, trunc, u32),
            to_integer!(17, to_u32_floor, floor, u32),
            to_integer!(18, to_u32_ceil, ceil, u32),
            row(19, $kernels::rsqrt, |a| y($ops::rsqrt(x(a)))),
        ]
    }};
}

/// The bfloat16 pattern of the number nearest to a word, read as a signed or unsigned integer.
fn brain_of(n: u32, sign: bool) -> u32 {
    let negative = sign && (n as i32) < 0;
    let magnitude = if negative { n.wrapping_neg() } else { n };
    // Of 8 bits, and therefore exact in binary32 and in its upper half.
    let exact = (nearest(magnitude.into(), 8) as f32).to_bits() >> 16;
    exact | u32::from(negative) << 15
}

/// Every strict float op of one operand.
fn all() -> Vec<Unary> {
    let mut all = vec![];
    all.extend(of_f32! { "processor":
        "f32::neg" binary32::neg, |x| (-x).to_bits();
        "f32::abs" binary32::abs, |x| x.abs().to_bits();
        "f32::is_nan" |a| binary32::is_nan(a).into(), |x| x.is_nan().into();
        "f32::classify" binary32::class, |x| kind(x.classify());
        "f32::is_infinite" |a| binary32::is_infinite(a).into(), |x| x.is_infinite().into();
        "f32::sqrt" binary32::sqrt, |x| bits(x.sqrt());
        "f32::floor" binary32::floor, |x| bits(x.floor());
        "f32::ceil" binary32::ceil, |x| bits(x.ceil());
        "f32::trunc" binary32::trunc, |x| bits(x.trunc());
        "f32::round" binary32::round_ties_even, |x| bits(x.round_ties_even());
        "f32::to_i32_nearest" |a| binary32::to_i32_nearest(a) as u32, |x| x.round_ties_even() as i32 as u32;
        "f32::to_i32_truncate" |a| binary32::to_i32_truncate(a) as u32, |x| x as i32 as u32;
        "f32::to_i32_floor" |a| binary32::to_i32_floor(a) as u32, |x| x.floor() as i32 as u32;
        "f32::to_i32_ceil" |a| binary32::to_i32_ceil(a) as u32, |x| x.ceil() as i32 as u32;
        "f32::to_u32_nearest" binary32::to_u32_nearest, |x| x.round_ties_even() as u32;
        "f32::to_u32_truncate" binary32::to_u32_truncate, |x| x as u32;
        "f32::to_u32_floor" binary32::to_u32_floor, |x| x.floor() as u32;
        "f32::to_u32_ceil" binary32::to_u32_ceil, |x| x.ceil() as u32;
        "i32::to_f32" |a| binary32::from_i32(a as i32), |x| (x.to_bits() as i32 as f32).to_bits();
        "u32::to_f32" binary32::from_u32, |x| (x.to_bits() as f32).to_bits();
        "f32::to_bits" |a| convert::to_bits(f32::from_bits(a)), |x| u32::from_le_bytes(x.to_le_bytes());
        // The table has the bits of an operand as those of an f32.
        "u32::unit_f32" |a| unit_f32(a).to_bits(), |x| ((f64::from(x.to_bits() >> 8) * 2f64.powi(-24)) as f32).to_bits();
        "u32::from_bits" |a| convert::from_bits(a).to_bits(), |x| u32::from_le_bytes(x.to_le_bytes());
    });
    all.extend(of_f32! { "half":
        "f32::to_f16" binary32::to_binary16, |x| bits16(f16::from_f32(x).to_bits(), 0x7e00);
        "f32::to_bf16" binary32::to_bfloat16, |x| bits16(bf16::from_f32(x).to_bits(), 0x7fc0);
    });
    all.extend(of_f32! { "rustc_apfloat":
        "i32::to_f16" |a| binary16::from_i32(a as i32), |x| signed::<Half>(x.to_bits());
        "u32::to_f16" binary16::from_u32, |x| unsigned::<Half>(x.to_bits());
    });
    // The reference of these is `rustc_apfloat` itself.
    all.extend(of_f32! { "exact integers":
        "i32::to_bf16" |a| bfloat16::from_i32(a as i32), |x| brain_of(x.to_bits(), true);
        "u32::to_bf16" bfloat16::from_u32, |x| brain_of(x.to_bits(), false);
    });
    all.extend(of_f32! { "CORE-MATH":
        "f32::exp" binary32::exp, |x| bits(core_math::expf(x));
        "f32::exp2" binary32::exp2, |x| bits(core_math::exp2f(x));
        "f32::exp10" binary32::exp10, |x| bits(core_math::exp10f(x));
        "f32::log" binary32::log, |x| bits(core_math::logf(x));
        "f32::log2" binary32::log2, |x| bits(core_math::log2f(x));
        "f32::log10" binary32::log10, |x| bits(core_math::log10f(x));
        "f32::sin" binary32::sin, |x| bits(core_math::sinf(x));
        "f32::cos" binary32::cos, |x| bits(core_math::cosf(x));
        "f32::tan" binary32::tan, |x| bits(core_math::tanf(x));
        "f32::asin" binary32::asin, |x| bits(core_math::asinf(x));
        "f32::acos" binary32::acos, |x| bits(core_math::acosf(x));
        "f32::rsqrt" binary32::rsqrt, |x| bits(core_math::rsqrtf(x));
        "f32::atan" binary32::atan, |x| bits(core_math::atanf(x));
    });
    all.extend(of_sixteen!(f16, binary16, sixteen, 0x7e00, from_binary16, [
        "f16::neg" "f16::abs" "f16::is_nan" "f16::is_infinite" "f16::floor" "f16::ceil" "f16::trunc"
        "f16::round" "f16::sqrt" "f16::to_f32" "f16::classify"
        "f16::to_i32_nearest" "f16::to_i32_truncate" "f16::to_i32_floor" "f16::to_i32_ceil"
        "f16::to_u32_nearest" "f16::to_u32_truncate" "f16::to_u32_floor" "f16::to_u32_ceil"
        "f16::rsqrt"
    ]));
    all.extend(of_sixteen!(bf16, bfloat16, brain, 0x7fc0, from_bfloat16, [
        "bf16::neg" "bf16::abs" "bf16::is_nan" "bf16::is_infinite" "bf16::floor" "bf16::ceil" "bf16::trunc"
        "bf16::round" "bf16::sqrt" "bf16::to_f32" "bf16::classify"
        "bf16::to_i32_nearest" "bf16::to_i32_truncate" "bf16::to_i32_floor" "bf16::to_i32_ceil"
        "bf16::to_u32_nearest" "bf16::to_u32_truncate" "bf16::to_u32_floor" "bf16::to_u32_ceil"
        "bf16::rsqrt"
    ]));
    all
}

/// Oracle: the catalog: the strict float ops of one operand, and its number of bits.
#[test]
fn every_unary_op_is_listed() {
    let catalog = Catalog::linked().expect("a catalog");
    let unary = catalog.ops().iter().filter(|op| {
        let op = op.def.op;
        op.track() == Track::Float && op.signature.operands.len() == 1
    });
    let expected: BTreeSet<(&str, u64)> = unary
        .map(|op| (op.def.id, &op.def.op.signature.operands[0]))
        .map(|(id, operand)| (id, u64::from(operand.word_mask()) + 1))
        .collect();
    let listed: Vec<(&str, u64)> = all().iter().map(|op| (op.id, op.inputs)).collect();
    assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), expected);
    assert_eq!(listed.len(), expected.len(), "one is listed twice");
}

/// Oracle: the same function, with a single changed result.
#[test]
fn one_wrong_result_is_found() {
    const PLANTED: u32 = 0x00bc_def1;
    let wrong = |a| binary32::neg(a) ^ u32::from(a == PLANTED);
    for inputs in [PLANTED, PLANTED + 1, 1 << 24] {
        let outcome = differences(inputs.into(), wrong, binary32::neg);
        let expected = if inputs > PLANTED {
            (1, Some(PLANTED))
        } else {
            (0, None)
        };
        assert_eq!(outcome, expected, "of {inputs}");
    }
}

#[track_caller]
fn check(ops: impl Iterator<Item = Unary>) {
    let mut wrong = vec![];
    for op in ops {
        let started = Instant::now();
        let (count, min) = differences(op.inputs, op.ours, op.expected);
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "| {} | {} | {} | {count} | {seconds:.1} |",
            op.id, op.oracle, op.inputs
        );
        wrong.extend(min.map(|min| format!("{}: {count}, the least of {min:08x}", op.id)));
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Oracle: the crate `half`, whose results other tests compare with `rustc_apfloat`; for sign operations and classes
/// its bits.
#[test]
fn every_input_of_16_bits() {
    check(all().into_iter().filter(|op| op.inputs == 1 << 16));
}

/// Oracle: the processor and the standard library, the crate `half`, CORE-MATH, as in the table. 2^32 inputs take 20
/// minutes per op on two cores.
#[test]
#[ignore = "a long run: minutes"]
fn every_input_of_32_bits() {
    check(all().into_iter().filter(|op| op.inputs == 1 << 32));
}
