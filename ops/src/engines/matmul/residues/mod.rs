//! Exact products by integer residues.

pub(crate) mod basis;
mod combine;
pub(crate) mod dot4;
mod norm;
mod operand;
mod remaining;
mod tensor_cores;

use super::super::dispatches::{Dispatches, Slot};
use super::super::pass::Pass;
use super::tile::{Columns, Matrices, Rows, Sources, Store, Tile, Tiled};
use super::{
    GOLDBERG, MOST_ANYWHERE, Problem, goldberg_product, lattice, one_element, product, records,
};
use super::{exact, wide};
use basis::{Basis, MOST_MODULI, MOST_PRODUCTS, MOST_SPREAD};
use norm::Line;
use operand::{LANES, Lines, TOGETHER};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Rows and columns of an invocation.
const EACH: [u32; 2] = [8, 8];

/// Words of residues along K that are loaded together.
const DEPTH: u32 = 8;

/// The product of two matrices of floats, each element the exact sum of exact products, rounded once: the elements of
/// [`matmul_exact`](super::matmul_exact()), by integer residues.
///
/// Input: `[M, N, K]`; A, of M rows of K, as bits; B, of K rows of N, as bits. Output: for every element a record of
/// its row, its column and its bits.
///
/// The elements of a row of A, or of a column of B, are integer multiples of the power of two of the least exponent.
/// Their residues have 8 bits, for moduli that are pairwise coprime (256, 255, 253, 251, ...), so the matrix product
/// for each modulus needs only 32-bit integers. The Chinese remainder theorem gives the sum, which is rounded once
/// (Ozaki, Uchino and Imamura, "Ozaki Scheme II: A GEMM-oriented emulation of floating-point matrix multiplication
/// using an integer modular technique", 2025; this is its lossless case). The norms of the rows and columns determine
/// the number of moduli, at most 20.
///
/// The accumulator of `matmul_exact` computes the elements that residues do not determine: those of a row or a column
/// with an infinity or NaN, or with exponents more than 40 apart; and every element if K is above 2^16, or if the
/// residues exceed a binding of every adapter.
#[vyre_engine(
    reference = reference,
    inputs = lattice::inputs_of_tiles,
    corpus = CORPUS,
    kind = tensor,
    additions = Exact,
    sums = lattice::sums,
)]
pub fn matmul_exact_residues(input: &Input, size: u32) -> Plan {
    let problem = Problem::of(input);
    let mut d = Dispatches::new(records);
    let [a, b] = [problem.a, problem.b].map(|words| d.given(words));
    let product = d.output(problem.items());
    let shape = [problem.rows, problem.columns, problem.inner];
    let moduli = moduli(&problem);
    dispatches(&mut d, size, shape, [a, b, product], (moduli, dot));
    d.finish()
}

/// Number of moduli that operands of `[M, N, K]` need.
pub(crate) fn moduli_of([rows, columns, inner]: [u32; 3], [a, b]: [&[u32]; 2]) -> u32 {
    moduli(&Problem {
        rows,
        columns,
        inner,
        parts: 0,
        a,
        b,
    })
}

/// Number of moduli that the lines suitable for residues need.
fn moduli(problem: &Problem<'_>) -> u32 {
    let [inner, columns] = [problem.inner, problem.columns].map(|len| len.max(1) as usize);
    let of = |elements, lines, line: &dyn Fn(usize) -> usize| {
        norms(elements, [lines, problem.inner], line)
    };
    let rows = of(problem.a, problem.rows, &|at| at / inner);
    let columns = of(problem.b, problem.columns, &|at| at % columns);
    match problem.inner {
        1..=MOST_PRODUCTS => basis::taking(rows + columns),
        _ => 0,
    }
}

/// The greatest norm of a line of `inner` elements, among the lines suitable for residues; a line of zeros counts as
/// one.
fn norms(elements: &[u32], [lines, inner]: [u32; 2], line: &dyn Fn(usize) -> usize) -> u32 {
    // Missing elements are zero.
    let mut of_lines = vec![Line::NONE; elements.len().min(lines as usize)];
    let known = elements.iter().enumerate();
    let known = known.filter_map(|(at, bits)| Some((line(at), Line::element(*bits)?)));
    for (at, (exponent, _)) in known.clone() {
        if let Some(line) = of_lines.get_mut(at) {
            line.range(exponent);
        }
    }
    for (at, element) in known {
        if let Some(line) = of_lines.get_mut(at) {
            line.square(element);
        }
    }
    let taken = |line: &Line| line.greatest < 255 && line.spread() <= MOST_SPREAD;
    let taken = of_lines.into_iter().filter(taken);
    let norms = taken.map(|line| line.norm(inner));
    norms.fold(Line::NONE.norm(inner), u32::max)
}

/// The sum of the products of the bytes of two words.
pub(crate) type Dot = fn(&mut Kernel, [Var; 2]) -> Expr;

/// The dispatches that write the product of A and B of `[M, N, K]` with this many moduli, and this way to multiply
/// bytes. Elements that the residues do not determine are summed otherwise, so the number of moduli affects only the
/// time.
pub(crate) fn dispatches(
    d: &mut Dispatches,
    size: u32,
    shape: [u32; 3],
    [a, b, product]: [Slot; 3],
    (moduli, dot): (u32, Dot),
) {
    let [rows, columns, inner] = shape;
    let of_rows = Lines {
        are_rows: true,
        source: a,
        lines: rows,
        inner,
    };
    let of_columns = Lines {
        are_rows: false,
        source: b,
        lines: columns,
        inner,
    };
    let words = of_rows.words();
    let across = columns.div_ceil(LANES);
    let basis = Basis::of(moduli.min(MOST_MODULI));
    let filled = [of_rows, of_columns].map(|of| LANES * of.slots());
    let planes = [[filled[0], words], [words, filled[1]], [rows, across]];
    let fit = planes
        .iter()
        .all(|[x, y]| u64::from(TOGETHER) * u64::from(*x) * u64::from(*y) <= MOST_ANYWHERE.into());
    let norms = basis.norms();
    let norms = norms.filter(|_| fit && (1..=MOST_PRODUCTS).contains(&inner));
    if let Some(norms) = norms {
        let exponents = [of_rows, of_columns].map(|lines| lines.exponents(d, size));
        let residues = [of_rows, of_columns]
            .map(|of| d.scratch((TOGETHER * of.slots() * words).max(1) * LANES));
        let tile = tile(size).over(rows, columns);
        let program = residue_products(tile, dot);
        let mut reads: Vec<(&str, Type, Slot)> = ["rows", "columns"]
            .into_iter()
            .zip(exponents)
            .map(|(name, slot)| (name, Type::U32, slot))
            .collect();
        for (first, own) in (0..).step_by(TOGETHER as usize).zip(basis.moduli.chunks(4)) {
            for ((of, exponents), residues) in
                [of_rows, of_columns].iter().zip(exponents).zip(residues)
            {
                of.residues(d, size, (&basis, first), [exponents, residues]);
            }
            let products = d.scratch(TOGETHER * rows * across);
            let of = Matrices {
                count: own.len() as u32,
                rows,
                columns,
                inner: words,
            };
            let mut own = own.to_vec();
            own.resize(TOGETHER as usize, 1);
            let [left, right] = residues;
            tile.dispatch(d, program.clone(), of, &own, [left, right, products]);
            reads.push(("products", Type::U32, products));
        }
        let names = [
            "products_0",
            "products_1",
            "products_2",
            "products_3",
            "products_4",
        ];
        for (read, name) in reads[2..].iter_mut().zip(names) {
            read.0 = name;
        }
        let pass = Pass {
            name: "combine_residues",
            items: rows * across,
            shape: &[columns, across, rows * across, norms],
            reads: &reads,
            writes: ("product", Type::U32, product),
            iterations: &[LANES.into()],
        };
        pass.dispatch(d, size, |k, item| combine::combine(k, item, &basis));
    }
    remaining::dispatch(d, size, shape, [a, b, product], norms.is_none());
}

/// The tiles of a workgroup size.
fn tile(size: u32) -> Tile {
    let layout = (Columns::Neighbours, Rows::Written, Sources::Slots);
    Tile::of(size, EACH, DEPTH, layout)
}

/// The products of matrices of residues, one matrix per modulus, four residues of a row per word.
fn residue_products(tile: Tile, dot: Dot) -> Program {
    tile.program(&Tiled {
        name: "products_of_residues",
        ty: Type::U32,
        padding: [0; 2],
        from: None,
        own: TOGETHER,
        step: |k: &mut Kernel, [left, right, sum]: [Var; 3]| {
            let products = dot(k, [left, right]);
            sum + products
        },
        store: |k: &mut Kernel, of: &Store, sums: &[Expr; 4]| {
            let modulus = k.bind("modulus", of.params.at(of.matrix + Store::OWN));
            let lanes = (0u32..).zip(sums);
            let packed = lanes.map(|(lane, sum)| (sum.clone() % modulus) << (8 * lane));
            let packed = packed.reduce(|a, b| a | b).unwrap_or(Expr::u32(0));
            let words = k.bind("words", (of.columns + (LANES - 1)) / LANES);
            let row = of.matrix * of.rows + of.row;
            k.store(
                of.target,
                row * words + (of.column >> LANES.ilog2()),
                packed,
            );
        },
    })
}

/// The sum of the products of the bytes of two words, by ops of every device.
pub(crate) fn dot(_: &mut Kernel, [left, right]: [Var; 2]) -> Expr {
    let byte = |word: Var, n: u32| (word >> (8 * n)) & 255;
    let products = (0..LANES).map(|n| byte(left, n) * byte(right, n));
    products.reduce(|a, b| a + b).unwrap_or(Expr::u32(0))
}

/// The sum of 64-bit digits, rounded through binary64.
fn reference(input: &Input) -> Output {
    product(input, wide::dot)
}

/// A published sum, independent of the order here.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: GOLDBERG,
        input: || goldberg_product([0, 1, 2], &[]),
        output: || one_element(1.0),
    },
    CorpusCase {
        source: GOLDBERG,
        input: || goldberg_product([1, 2, 0], &[]),
        output: || one_element(1.0),
    },
    CorpusCase {
        source: TIES,
        input: || to_be_rounded(1.0),
        output: || one_element(1.0),
    },
    CorpusCase {
        source: TIES,
        input: || to_be_rounded(1.0 + f32::EPSILON),
        output: || one_element(1.0 + 2.0 * f32::EPSILON),
    },
];

const TIES: &str =
    "IEEE 754-2019, section 4.3.1: of two numbers as near, the one whose last digit is even";

/// A number and half of a unit in its last place.
fn to_be_rounded(number: f32) -> Input {
    let bits = |numbers: [f32; 2]| numbers.map(f32::to_bits).to_vec();
    Input {
        columns: vec![
            vec![1, 1, 2],
            bits([number, f32::EPSILON / 2.0]),
            bits([1.0; 2]),
        ],
    }
}
