//! References and kernels of both formats on every operand, and every pair of operands, compared with `rustc_apfloat`.

use crate::{kernels, ops};
use rustc_apfloat::ieee::{Float8E4M3FN, Float8E5M2};
use rustc_apfloat::{Float, FloatConvert, Round, ieee::Single};
use vyre_conform_runtime::spec::{FloatFormat, f8e4m3, f8e5m2};

type Binary = (
    &'static str,
    fn(u32, u32) -> u32,
    fn(u32, u32) -> u32,
    fn(u32, u32) -> u32,
);
type Narrowing = (&'static str, fn(u32) -> u32, fn(u32) -> u32);

/// The first operands of each op for which two of reference, kernel and `rustc_apfloat` disagree.
pub(crate) fn differences() -> Vec<String> {
    let mut results = vec![];
    macro_rules! tables {
        ($T:ident, $format:ident, $Float:ident) => {
            let format = $T::FORMAT;
            let convert = |bits: u32| $T::from_bits(bits as u8);
            let soft = |bits: u32| $Float::from_bits(bits.into());
            macro_rules! binary {
                ($name:ident, $a:ident, $b:ident, $expected:expr) => {{
                    let row: Binary = (
                        concat!(stringify!($T), "::", stringify!($name)),
                        |a, b| {
                            let convert = |bits: u32| $T::from_bits(bits as u8);
                            ops::$format::$name(convert(a), convert(b)).to_bits().into()
                        },
                        kernels::$format::$name,
                        |a, b| {
                            let soft = |bits: u32| $Float::from_bits(bits.into());
                            let ($a, $b) = (soft(a), soft(b));
                            $expected.value.to_bits() as u32
                        },
                    );
                    results.extend(of_every_pair(format, row));
                }};
            }
            binary!(add, a, b, a + b);
            binary!(sub, a, b, a - b);
            binary!(mul, a, b, a * b);
            binary!(div, a, b, a / b);
            for a in 0..256 {
                let wide: Single = soft(a).convert(&mut false).value;
                let expected = wide.to_bits() as u32;
                let ways = [
                    ops::$format::to_f32(convert(a)).to_bits(),
                    kernels::$format::to_f32(a),
                ];
                if ways
                    .iter()
                    .any(|way| !FloatFormat::F32.same(*way, expected))
                {
                    results.push(format!("{}::to_f32 of {a:#04x}", format.name()));
                }
                for b in 0..256 {
                    let (x, y) = (soft(a), soft(b));
                    let relations = [
                        (
                            ops::$format::eq(convert(a), convert(b)),
                            kernels::$format::eq(a, b),
                            x == y,
                        ),
                        (
                            ops::$format::lt(convert(a), convert(b)),
                            kernels::$format::lt(a, b),
                            x < y,
                        ),
                        (
                            ops::$format::le(convert(a), convert(b)),
                            kernels::$format::le(a, b),
                            x <= y,
                        ),
                    ];
                    for (k, (reference, kernel, expected)) in relations.into_iter().enumerate() {
                        if reference != expected || kernel != expected {
                            results.push(format!(
                                "{} relation {k} of {a:#04x}, {b:#04x}",
                                format.name()
                            ));
                        }
                    }
                }
            }
            let narrowing: Narrowing = (
                concat!(stringify!($T), "::from_f32"),
                |a| $T::from_f32(f32::from_bits(a)).to_bits().into(),
                kernels::$format::from_f32,
            );
            let expected = |a: u32| {
                let single = Single::from_bits(a.into());
                let narrow: $Float = single.convert_r(Round::NearestTiesToEven, &mut false).value;
                narrow.to_bits() as u32
            };
            results.extend(of_many_floats(format, narrowing, expected));
            let saturating: Narrowing = (
                concat!(stringify!($T), "::from_f32_saturating"),
                |a| $T::from_f32_saturating(f32::from_bits(a)).to_bits().into(),
                kernels::$format::from_f32_saturating,
            );
            let saturated = |a: u32| match f32::from_bits(a) {
                x if x.is_nan() => format.canonical_nan(),
                x if x >= $T::MAX.to_f32() => $T::MAX.to_bits().into(),
                x if x <= $T::MIN.to_f32() => $T::MIN.to_bits().into(),
                _ => expected(a),
            };
            results.extend(of_many_floats(format, saturating, saturated));
        };
    }
    tables!(f8e4m3, e4m3, Float8E4M3FN);
    tables!(f8e5m2, e5m2, Float8E5M2);
    results
}

fn of_every_pair(
    format: FloatFormat,
    (name, reference, kernel, expected): Binary,
) -> Option<String> {
    let mut pairs = (0..1 << 16).map(|n| (n >> 8, n & 0xff));
    pairs.find_map(|(a, b)| {
        let (reference, kernel, expected) = (reference(a, b), kernel(a, b), expected(a, b));
        let agree = format.same(reference, expected) && format.same(kernel, expected);
        (!agree).then(|| {
            format!("{name}({a:#04x}, {b:#04x}): reference {reference:#04x}, kernel {kernel:#04x}, expected \
                     {expected:#04x}")
        })
    })
}

/// Every pattern of the upper 16 bits of a binary32 with lower bits around a tie.
fn of_many_floats(
    format: FloatFormat,
    (name, reference, kernel): Narrowing,
    expected: impl Fn(u32) -> u32,
) -> Option<String> {
    let lower = [0, 1, 0x7fff, 0x8000, 0x8001, 0xffff];
    let mut all = (0..1u32 << 16).flat_map(|upper| lower.map(|low| upper << 16 | low));
    all.find_map(|a| {
        let (reference, kernel, expected) = (reference(a), kernel(a), expected(a));
        let agree = format.same(reference, expected) && format.same(kernel, expected);
        (!agree).then(|| {
            format!("{name}({a:#010x}): reference {reference:#04x}, kernel {kernel:#04x}, expected {expected:#04x}")
        })
    })
}
