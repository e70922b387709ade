//! Folds, elements and products of floats in the order that each engine declares, by the arithmetic of `rustc_apfloat`.

use super::references::for_each_input;
use rustc_apfloat::ieee::{BFloat, Half, Single};
use rustc_apfloat::{Float, FloatConvert};
use vyre_conform_runtime::engine::Output;

const INPUTS: u64 = 36;

/// A word of a column; a missing one is +0.
fn word(columns: &[Vec<u32>], k: usize, position: usize) -> u32 {
    let actual = columns.get(k).and_then(|column| column.get(position));
    actual.copied().unwrap_or(0)
}

/// The first words of the shape.
fn shape<const N: usize>(columns: &[Vec<u32>]) -> [usize; N] {
    std::array::from_fn(|i| word(columns, 0, i) as usize)
}

/// The smaller or the larger of two: NaN is ignored, and -0 is below +0.
fn extreme<F: Float>(a: F, b: F, larger: bool) -> F {
    let is_less = a < b || (a.is_zero() && b.is_zero() && a.is_negative() && !b.is_negative());
    match (a.is_nan(), b.is_nan()) {
        (true, _) => b,
        (_, true) => a,
        _ if is_less == larger => b,
        _ => a,
    }
}

/// An operation of two floats.
#[derive(Clone, Copy)]
enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Min,
    Max,
}

const OPS: [Op; 6] = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Min, Op::Max];
const FOLDS: [Op; 4] = [Op::Add, Op::Mul, Op::Min, Op::Max];

fn calculated<F: Float>(op: Op, [a, b]: [u32; 2]) -> u32 {
    let [a, b] = [a, b].map(|bits| F::from_bits(u128::from(bits) & ((1 << F::BITS) - 1)));
    let result = match op {
        Op::Add => (a + b).value,
        Op::Sub => (a - b).value,
        Op::Mul => (a * b).value,
        Op::Div => (a / b).value,
        Op::Min => extreme(a, b, false),
        Op::Max => extreme(a, b, true),
    };
    result.to_bits() as u32
}

/// A format by its number: the 32-bit one, or one of the 16-bit ones.
#[derive(Clone, Copy)]
enum Format {
    Binary32,
    Binary16,
    Bfloat16,
}

const FORMATS: [Format; 3] = [Format::Binary32, Format::Binary16, Format::Bfloat16];

impl Format {
    fn apply(self, op: Op, operands: [u32; 2]) -> u32 {
        match self {
            Self::Binary32 => calculated::<Single>(op, operands),
            Self::Binary16 => calculated::<Half>(op, operands),
            Self::Bfloat16 => calculated::<BFloat>(op, operands),
        }
    }

    /// The written word: a NaN becomes the canonical one.
    fn written(self, bits: u32) -> u32 {
        let convert =
            |is_nan: bool, canonical: u32, bits: u32| if is_nan { canonical } else { bits };
        let low = bits & 0xFFFF;
        match self {
            Self::Binary32 => convert(Single::from_bits(bits.into()).is_nan(), 0x7FC0_0000, bits),
            Self::Binary16 => convert(Half::from_bits(low.into()).is_nan(), 0x7E00, low),
            Self::Bfloat16 => convert(BFloat::from_bits(low.into()).is_nan(), 0x7FC0, low),
        }
    }

    /// The result of an empty fold.
    fn nothing(self, op: Op) -> u32 {
        let [minus, one, nan] = match self {
            Self::Binary32 => [0x8000_0000, 0x3F80_0000, 0x7FC0_0000],
            Self::Binary16 => [0x8000, 0x3C00, 0x7E00],
            Self::Bfloat16 => [0x8000, 0x3F80, 0x7FC0],
        };
        match op {
            Op::Add => minus,
            Op::Mul => one,
            _ => nan,
        }
    }
}

/// A fold from left to right.
fn strict(format: Format, op: Op, row: &[u32]) -> u32 {
    let first = row.iter().copied();
    let folded = first.reduce(|a, b| format.apply(op, [a, b]));
    folded.unwrap_or_else(|| format.nothing(op))
}

/// A fold in a tree that splits at half, rounded down.
fn tree(format: Format, op: Op, row: &[u32]) -> u32 {
    match row.split_at(row.len() / 2) {
        ([], [one]) => *one,
        ([], _) => format.nothing(op),
        (left, right) => format.apply(op, [left, right].map(|part| tree(format, op, part))),
    }
}

/// The elements of a row of `[outer, n, inner, op]`, and the operation of the fold.
fn row(columns: &[Vec<u32>], [outer, inner]: [usize; 2]) -> (Format, Op, Vec<u32>) {
    let [_, len, width, op] = shape(columns);
    let position = |i: usize| (outer * len + i) * width + inner;
    let row = (0..len).map(|i| word(columns, 1, position(i))).collect();
    (FORMATS[op / 4], FOLDS[op % 4], row)
}

/// Oracle: `rustc_apfloat`.
#[test]
fn folds_of_floats_agree_with_apfloat() {
    type Fold = fn(Format, Op, &[u32]) -> u32;
    let folds: [(&str, Fold); 2] = [("freduce_axis_strict", strict), ("freduce_axis_tree", tree)];
    for (name, fold) in folds {
        for_each_input(name, INPUTS, |columns, output| {
            let [outer, _, inner] = shape(columns);
            let places = (0..outer).flat_map(|o| (0..inner).map(move |i| [o, i]));
            let expected = places.map(|index| {
                let (format, op, row) = row(columns, index);
                let bits = format.written(fold(format, op, &row));
                vec![index[0] as u32, index[1] as u32, bits]
            });
            assert!(expected.eq(output), "{name}");
        });
    }
    for_each_input("fscan_axis", INPUTS, |columns, output| {
        let [outer, len, inner, _, skip] = shape(columns);
        let mut expected = vec![];
        for o in 0..outer {
            for i in 0..inner {
                let (format, op, row) = row(columns, [o, i]);
                for place in skip..len {
                    let bits = format.written(strict(format, op, &row[..=place]));
                    expected.push(vec![o as u32, place as u32, i as u32, bits]);
                }
            }
        }
        expected.sort_unstable();
        assert_eq!(output, expected);
    });
}

/// Oracle: `rustc_apfloat`.
#[test]
fn rows_of_floats_are_folded_as_by_apfloat() {
    let written = |bits: u32| vec![0, Format::Binary32.written(bits)];
    for_each_input("freduce_strict", INPUTS, |columns, output| {
        let op = FOLDS[columns[0][0] as usize];
        let mut begin = 0;
        let rows = (0..).zip(&columns[1]).map(|(number, end)| {
            let row = &columns[2][begin as usize..*end as usize];
            begin = *end;
            let folded = match row {
                [] => vec![1],
                _ => written(strict(Format::Binary32, op, row)),
            };
            [vec![number], folded].concat()
        });
        assert!(rows.eq(output));
    });
    for_each_input("freduce_tree_binary", INPUTS, |columns, output| {
        let op = FOLDS[columns[0][0] as usize];
        let folded = match &columns[1][..] {
            [] => vec![1],
            row => written(tree(Format::Binary32, op, row)),
        };
        assert_eq!(output, [folded]);
    });
}

/// Oracle: `rustc_apfloat`.
#[test]
fn elements_of_floats_agree_with_apfloat() {
    for_each_input("felements_by", 3 * INPUTS, |columns, output| {
        let [rows, len, op, forms @ ..] = shape::<5>(columns);
        let (format, op) = (FORMATS[op / 6], OPS[op % 6]);
        let mut expected = vec![];
        for row in 0..rows {
            for place in 0..len {
                let index = forms.map(|form| [row * len + place, place, row, 0][form]);
                let operands = [word(columns, 1, index[0]), word(columns, 2, index[1])];
                let bits = format.written(format.apply(op, operands));
                expected.push(vec![row as u32, place as u32, bits]);
            }
        }
        assert_eq!(output, expected);
    });
}

/// A chain of fused multiply-adds from +0.
fn chain(products: &[[Single; 2]]) -> Single {
    let begin = Single::from_bits(0);
    products.iter().fold(begin, |sum, [a, b]| {
        a.mul_add_r(*b, sum, rustc_apfloat::Round::NearestTiesToEven)
            .value
    })
}

/// The product of matrices, `[M, N, K]`, with each element computed from its pairs of factors.
fn product(columns: &[Vec<u32>], element: impl Fn(&[[Single; 2]]) -> Single) -> Output {
    let [rows, width, inner] = shape(columns);
    let mut expected = vec![];
    for row in 0..rows {
        for column in 0..width {
            let pairs = (0..inner).map(|k| {
                let [a, b] = [
                    word(columns, 1, row * inner + k),
                    word(columns, 2, k * width + column),
                ];
                [a, b].map(|bits| Single::from_bits(bits.into()))
            });
            let bits = element(&pairs.collect::<Vec<_>>()).to_bits() as u32;
            expected.push(vec![
                row as u32,
                column as u32,
                Format::Binary32.written(bits),
            ]);
        }
    }
    expected
}

/// The value of 16 bits, which binary32 represents exactly.
fn widened<F: FloatConvert<Single>>(bits: u32) -> Single {
    F::from_bits(u128::from(bits & 0xFFFF))
        .convert(&mut false)
        .value
}

/// Oracle: `rustc_apfloat`.
#[test]
fn products_of_floats_agree_with_apfloat() {
    for name in ["matmul_fma_chain", "matmul_fma_chain_tiled"] {
        for_each_input(name, 12, |columns, output| {
            assert_eq!(output, product(columns, chain), "{name}");
        });
    }
    for name in ["matmul_strict", "matmul_strict_tiled"] {
        for_each_input(name, 12, |columns, output| {
            let element = |pairs: &[[Single; 2]]| {
                let products = pairs.iter().map(|[a, b]| (*a * *b).value);
                let sum = products.reduce(|a, b| (a + b).value);
                sum.unwrap_or(Single::from_bits(0))
            };
            assert_eq!(output, product(columns, element), "{name}");
        });
    }
    for_each_input("matmul_tree_binary", 12, |columns, output| {
        let element = |pairs: &[[Single; 2]]| {
            let products = pairs.iter().map(|[a, b]| (*a * *b).value.to_bits() as u32);
            let products: Vec<u32> = products.collect();
            if products.is_empty() {
                Single::from_bits(0)
            } else {
                Single::from_bits(tree(Format::Binary32, Op::Add, &products).into())
            }
        };
        assert_eq!(output, product(columns, element));
    });
    for_each_input("matmul_split_k", 12, |columns, output| {
        let [_, _, inner, parts] = shape(columns);
        let part = inner.div_ceil(parts.max(1)).max(1);
        let element = |pairs: &[[Single; 2]]| {
            let sums = pairs.chunks(part).map(chain);
            let sum = sums.reduce(|a, b| (a + b).value);
            sum.unwrap_or(Single::from_bits(0))
        };
        assert_eq!(output, product(columns, element));
    });
    type Widening = fn(u32) -> Single;
    let sixteen: [(&str, Widening); 2] = [
        ("matmul_f16_fma_chain", widened::<Half>),
        ("matmul_bf16_fma_chain", widened::<BFloat>),
    ];
    for (name, widened) in sixteen {
        for_each_input(name, 12, |columns, output| {
            let [batch, rows, width, inner, of_a, of_b] = shape(columns);
            let mut expected = vec![];
            for matrix in 0..batch {
                for row in 0..rows {
                    for column in 0..width {
                        let pairs = (0..inner).map(|k| {
                            let a = word(columns, 1, (matrix * rows + row) * of_a + k);
                            let b = word(columns, 2, (matrix * inner + k) * of_b + column);
                            [a, b].map(widened)
                        });
                        let bits = chain(&pairs.collect::<Vec<_>>()).to_bits() as u32;
                        let bits = Format::Binary32.written(bits);
                        expected.push(vec![matrix as u32, row as u32, column as u32, bits]);
                    }
                }
            }
            assert_eq!(output, expected, "{name}");
        });
    }
}
