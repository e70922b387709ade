//! Generated products: ragged shapes, and floats that distinguish orders of additions.

use crate::engines::shapes;
use vyre_conform_runtime::engine::{Input, Sums};
use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::spec::ValueType;

/// M, N and K of the first inputs: no sum, one product, no element, workgroups and loops that end raggedly. Two have
/// more elements than two workgroups of 256 take in one iteration.
const FIRST: [[u32; 3]; 16] = [
    [1, 1, 1],
    [2, 2, 0],
    [1, 1, 33],
    [2, 33, 2],
    [33, 31, 1],
    [1, 2, 257],
    [0, 3, 2],
    [31, 1, 32],
    [1, 1, 1000],
    [32, 33, 2],
    [2, 1, 129],
    [1, 65, 31],
    [3, 2, 63],
    [1, 1, 127],
    [2, 2, 64],
    [3, 5, 65],
];

/// The same for tiled products; the largest has 128 rows and columns. Two have more than two tiles of every workgroup
/// size in a row, or in a column; others end within a tile, or within a loaded part.
const FIRST_OF_TILES: [[u32; 3]; 16] = [
    [1, 1, 1],
    [2, 2, 0],
    [1, 257, 3],
    [33, 31, 1],
    [258, 1, 5],
    [1, 2, 257],
    [9, 130, 2],
    [31, 1, 32],
    [1, 1, 1000],
    [65, 33, 1],
    [2, 1, 129],
    [1, 65, 31],
    [3, 2, 63],
    [0, 3, 2],
    [32, 33, 2],
    [3, 5, 65],
];

/// M, N and K of all further inputs, in every combination.
const LATTICE: [u32; 13] = [1, 2, 31, 32, 33, 63, 64, 65, 127, 128, 129, 257, 1000];

/// Additional values of K.
const LONG: [u32; 3] = [2049, 4095, 4096];

/// S of an input.
const PARTS: [u32; 7] = [2, 3, 4, 1, 7, 16, 100];

/// The largest number of products of input `n`: it grows with the number of requested inputs.
fn most(n: u64) -> u64 {
    match n {
        0..64 => 1 << 12,
        64..256 => 1 << 16,
        256..1024 => 1 << 20,
        _ => 1 << 24,
    }
}

/// M, N and K of input `n`: each of the first ones, then one of the lattice, whose greatest number is reduced to the
/// next lower one while there are too many products.
pub(super) fn shape(n: u64) -> [u32; 3] {
    after(&FIRST, n)
}

fn after(first: &[[u32; 3]], n: u64) -> [u32; 3] {
    if let Some(shape) = first.get(n as usize) {
        return *shape;
    }
    let one = |place: u32, of: &[u32]| of[shapes::random(n, place) as usize % of.len()];
    let [rows, columns] = [0x4D, 0x4E].map(|place| one(place, &LATTICE));
    let mut shape = [rows, columns, one(0x4B, &[&LATTICE[..], &LONG].concat())];
    while shape.iter().map(|len| u64::from(*len)).product::<u64>() > most(n) {
        let greatest = (0..3).max_by_key(|k| shape[*k]).unwrap_or(0);
        let below = LATTICE.iter().rev().find(|len| **len < shape[greatest]);
        shape[greatest] = below.copied().unwrap_or(1);
    }
    shape
}

/// Input `n` of a contract without a parameter.
pub(super) fn inputs(n: u64) -> Input {
    input(n, shape(n), &[])
}

/// Input `n` of a tiled product.
pub(super) fn inputs_of_tiles(n: u64) -> Input {
    input(n, after(&FIRST_OF_TILES, n), &[])
}

/// Input `n` of a contract that splits K into parts.
pub(super) fn inputs_of_parts(n: u64) -> Input {
    input(n, shape(n), &[PARTS[(n % 7) as usize]])
}

fn input(n: u64, [rows, columns, inner]: [u32; 3], parts: &[u32]) -> Input {
    let elements = |outer: u32, inner_first: bool| -> Vec<u32> {
        let at = |place: u32| match inner_first {
            true => float(n, [place / inner.max(1), place % inner.max(1)], true),
            false => float(n, [place % outer.max(1), place / outer.max(1)], false),
        };
        (0..outer * inner).map(at).collect()
    };
    Input {
        columns: vec![
            [&[rows, columns, inner], parts].concat(),
            elements(rows, true),
            elements(columns, false),
        ],
    }
}

/// A row of A for each sum, and the common factor as the one column of B.
pub(super) fn sums(sums: &Sums) -> Vec<Input> {
    vec![asking(sums, &[])]
}

/// The same for a contract that splits K, here into three parts.
pub(super) fn sums_of_parts(sums: &Sums) -> Vec<Input> {
    vec![asking(sums, &[3])]
}

fn asking(sums: &Sums, parts: &[u32]) -> Input {
    let shape = [sums.factors.len() as u32, 1, sums.products];
    Input {
        columns: vec![
            [&shape, parts].concat(),
            sums.factor_bits().flatten().collect(),
            vec![sums.common.to_bits(); sums.products as usize],
        ],
    }
}

/// The bits of an element of A or B of input `n`. In turn: one magnitude, many magnitudes, products that nearly cancel,
/// infinities and NaN among numbers, products below the normal numbers, products near the largest number, every kind of
/// float, and zeros of both signs among the smallest numbers.
fn float(n: u64, [outer, inner]: [u32; 2], of_a: bool) -> u32 {
    let side = u32::from(of_a) << 31;
    let random = |inner: u32| shapes::random(n, side ^ (outer << 14) ^ inner);
    let r = random(inner);
    let (sign_and_fraction, magnitude) = (r & 0x807f_ffff, r >> 23 & 255);
    let number = |exponent: u32| sign_and_fraction | exponent << 23;
    match (n + n / 16) % 8 {
        0 => number(127),
        1 => number(100 + magnitude % 48),
        2 => {
            let pair = random(inner & !1) & 0x807f_ffff | 127 << 23;
            match (of_a, inner % 2) {
                (false, 1) => (pair ^ 1 << 31) ^ (magnitude & 1),
                _ => pair,
            }
        }
        3 => match magnitude % 64 {
            0 => 0x7fc0_0001,
            1 | 2 => r & 0x8000_0000 | 0x7f80_0000,
            3..6 => r & 0x8000_0000,
            _ => number(127),
        },
        4 => number(52 + magnitude % 16),
        5 => number(186 + magnitude % 6),
        6 => witness::word(
            n,
            (side ^ (outer << 14) ^ inner).into(),
            0,
            0,
            ValueType::F32,
        ),
        _ => match magnitude % 4 {
            0 => r & 0x8000_0001,
            _ => r & 0x8000_0000,
        },
    }
}
