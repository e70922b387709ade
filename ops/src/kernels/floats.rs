//! Kernels over floats.

use super::{SizeError, WORKGROUP};
use crate::engines::dispatches::{Dispatches, Slot, without_idle_steps};
use crate::engines::matmul::residues::basis;
use crate::engines::{matmul, rows};
use vyre_conform_runtime::dispatch::Contents;
use vyre_conform_runtime::engine::{Input, Plan, Staged, StagedBuffer, Usage};
use vyre_conform_runtime::spec::AdditionOrder;

/// A buffer of an application: its name in the program, its number of words, and its access.
type Given = (&'static str, u32, Usage);

/// The softmax of every one of `rows` rows of `n` floats: numbers from 0 to 1 whose sum is nearly 1. The engine is
/// [`engine::softmax`](crate::engines::rows::softmax). Floats are binary32, one word each, row by row.
///
/// | buffer | words | |
/// |---|---|---|
/// | `source` | `rows * n` | read |
/// | `target` | `rows * n` | written |
///
/// # Errors
/// More than 2^25 elements, whose bytes fit a binding of every adapter.
pub fn softmax(rows: u32, n: u32) -> Result<Staged, SizeError> {
    let words = elements("source", [rows, n], matmul::MOST_ANYWHERE)?;
    let input = Input {
        columns: vec![vec![rows, n]],
    };
    let buffers = [
        ("source", words, Usage::Read),
        ("target", words, Usage::Write),
    ];
    Ok(staged(rows::softmax(&input, WORKGROUP), &buffers))
}

/// The product of a matrix `a` of `m` rows of `k` floats and a matrix `b` of `k` rows of `n`, with an order of
/// additions: that of the engine that declares it,
/// [`engine::matmul_fma_chain`](crate::engines::matmul::matmul_fma_chain),
/// [`matmul_strict`](crate::engines::matmul::matmul_strict),
/// [`matmul_tree_binary`](crate::engines::matmul::matmul_tree_binary),
/// [`matmul_split_k`](crate::engines::matmul::matmul_split_k) or
/// [`matmul_exact`](crate::engines::matmul::matmul_exact). `SplitK(0)` means one part. Floats are binary32, one word
/// each, row by row. A sum of nothing, with `k` 0, is +0.
///
/// | buffer | words | |
/// |---|---|---|
/// | `a` | `m * k` | read |
/// | `b` | `k * n` | read |
/// | `product` | `m * n` | written |
///
/// # Errors
/// A product of more than 2^29 elements, which take 2 GiB, or an operand of more than 2^32 - 1; an order without an
/// engine. A device with smaller bindings reports that when the pipeline is created.
pub fn matmul(m: u32, n: u32, k: u32, order: AdditionOrder) -> Result<Staged, SizeError> {
    let [a, b, product] = of_product([m, n, k])?;
    let (plan, parts): (fn(&Input, u32) -> Plan, u32) = match order {
        AdditionOrder::FmaChain => (matmul::matmul_fma_chain, 0),
        AdditionOrder::Strict => (matmul::matmul_strict, 0),
        AdditionOrder::TreeBinary => (matmul::matmul_tree_binary, 0),
        AdditionOrder::SplitK(parts) => (matmul::matmul_split_k, parts),
        AdditionOrder::Exact => (matmul::matmul_exact, 0),
        other => return Err(SizeError::Order(other)),
    };
    let input = Input {
        columns: vec![vec![m, n, k, parts]],
    };
    let buffers = [
        ("a", a, Usage::Read),
        ("b", b, Usage::Read),
        ("product", product, Usage::Write),
    ];
    Ok(staged(plan(&input, WORKGROUP), &buffers))
}

/// The product of [`matmul()`] in the order `FmaChain`, by tiles: the engine
/// [`engine::matmul_fma_chain_tiled`](crate::engines::matmul::matmul_fma_chain_tiled), with the same buffers and the
/// same bits.
///
/// # Errors
/// As [`matmul()`].
pub fn matmul_fma_chain_tiled(m: u32, n: u32, k: u32) -> Result<Staged, SizeError> {
    by_tiles([m, n, k], matmul::fma_chain_tiled::dispatches)
}

/// The product of [`matmul()`] in the order `Strict`, by tiles: the engine
/// [`engine::matmul_strict_tiled`](crate::engines::matmul::matmul_strict_tiled), with the same buffers and the same
/// bits.
///
/// # Errors
/// As [`matmul()`].
pub fn matmul_strict_tiled(m: u32, n: u32, k: u32) -> Result<Staged, SizeError> {
    by_tiles([m, n, k], matmul::strict_tiled::dispatches)
}

/// A product of this shape, from a function that adds its dispatches for a workgroup size, a shape and the buffers.
fn by_tiles(
    shape: [u32; 3],
    dispatches: fn(&mut Dispatches, u32, [u32; 3], [Slot; 3]),
) -> Result<Staged, SizeError> {
    let words = of_product(shape)?;
    let mut d = Dispatches::staged();
    let buffers = PRODUCT.map(|(i, name, usage)| d.bound(name, words[i], usage));
    dispatches(&mut d, WORKGROUP, shape, buffers);
    Ok(d.finish_staged())
}

/// The product of [`matmul()`] in the order `Exact`, by integer residues: the engine
/// [`engine::matmul_exact_residues`](crate::engines::matmul::matmul_exact_residues), with the same buffers and the same
/// bits. It uses `moduli` moduli, at most 20; [`moduli`] and [`moduli_of`] compute how many an input needs. With fewer
/// the bits are the same: elements that the moduli do not determine are summed as in `matmul`.
///
/// # Errors
/// As [`matmul()`].
pub fn matmul_exact_residues(m: u32, n: u32, k: u32, moduli: u32) -> Result<Staged, SizeError> {
    by_residues([m, n, k], moduli, matmul::residues::dot)
}

/// [`matmul_exact_residues`] with four residues multiplied at once, by `u32::dot4_u8`: the engine
/// [`engine::matmul_exact_dot4`](crate::engines::matmul::matmul_exact_dot4), with the same buffers and the same bits.
/// Its pipeline needs the hardware feature of that op, and reports an error if the device lacks it.
///
/// # Errors
/// As [`matmul()`].
pub fn matmul_exact_dot4(m: u32, n: u32, k: u32, moduli: u32) -> Result<Staged, SizeError> {
    by_residues([m, n, k], moduli, matmul::residues::dot4::dot)
}

fn by_residues(
    shape: [u32; 3],
    moduli: u32,
    dot: matmul::residues::Dot,
) -> Result<Staged, SizeError> {
    let words = of_product(shape)?;
    let mut d = Dispatches::staged();
    let buffers = PRODUCT.map(|(i, name, usage)| d.bound(name, words[i], usage));
    matmul::residues::dispatches(&mut d, WORKGROUP, shape, buffers, (moduli, dot));
    Ok(d.finish_staged())
}

/// Number of moduli that [`matmul_exact_residues`] needs if the exponents of a row and those of a column together
/// spread over this many powers of two, ignoring zeros, in sums of `k` products; at most 20. It suffices for all such
/// operands; [`moduli_of`] finds that some need fewer.
pub fn moduli(spread: u32, k: u32) -> u32 {
    basis::needed(spread, k)
}

/// Number of moduli that [`matmul_exact_residues`] needs for these operands of `[m, n, k]`, as bits: A of `m` rows of
/// `k`, B of `k` rows of `n`. It is 0 if `k` is 0 or above 2^16, where residues are not used. The function reads every
/// element, on the CPU. Normally distributed numbers need 12 at 256 square, 13 at 1024 and 14 or 15 at 4096.
pub fn moduli_of(shape: [u32; 3], a: &[u32], b: &[u32]) -> u32 {
    matmul::residues::moduli_of(shape, [a, b])
}

/// The buffers of a product.
const PRODUCT: [(usize, &str, Usage); 3] = [
    (0, "a", Usage::Read),
    (1, "b", Usage::Read),
    (2, "product", Usage::Write),
];

/// Number of elements of A, B and the product, if they are within their limits.
fn of_product([m, n, k]: [u32; 3]) -> Result<[u32; 3], SizeError> {
    let product = elements("product", [m, n], matmul::MOST)?;
    let a = elements("a", [m, k], u32::MAX)?;
    let b = elements("b", [k, n], u32::MAX)?;
    Ok([a, b, product])
}

/// Number of elements of a buffer of rows, if it is within its limit.
fn elements(buffer: &'static str, [rows, columns]: [u32; 2], most: u32) -> Result<u32, SizeError> {
    let all = rows.checked_mul(columns).filter(|all| *all <= most);
    all.ok_or(SizeError::TooLarge {
        buffer,
        rows,
        columns,
        most,
    })
}

/// The single dispatch of an engine's plan for a shape, over the buffers of an application in place of the operands and
/// of the output. The plan is the engine's own: the suite checks the same program and parameters.
fn staged(plan: Plan, given: &[Given]) -> Staged {
    let Plan {
        programs,
        mut launch,
        ..
    } = plan;
    let mut buffers = vec![];
    for step in &launch.steps {
        let bound = programs[step.program].bound();
        for (name, words, usage) in given {
            let mut slots = bound.iter().zip(&step.buffers);
            let slot = slots.find(|((_, decl), _)| decl.name == *name);
            if let Some((_, slot)) = slot {
                launch.buffers[*slot] = Contents::Zeros((*words).max(1) as usize);
                buffers.push(StagedBuffer::new(name, *slot, *words as usize, *usage));
            }
        }
    }
    launch.read_back.clear();
    without_idle_steps(Staged::new(programs, launch, buffers, vec![]))
}
