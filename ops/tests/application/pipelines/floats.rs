//! Kernels over floats in an application, compared with the references of the engines.

use super::{Gpu, catalog, random};
use vyre_conform_pipeline::EnginePipeline;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{Input, Staged};
use vyre_conform_runtime::spec::AdditionOrder;
use vyre_ops::kernels;

/// Floats of both signs with similar exponents, so that every order of additions rounds differently.
fn numbers(len: u32, seed: u32) -> Vec<u32> {
    let number = |r: &u32| r & 0x807f_ffff | (122 + (r >> 23) % 9) << 23;
    random(len, seed).iter().map(number).collect()
}

/// The bits of the engine's reference, row by row.
fn expected(catalog: &Catalog, id: &str, columns: Vec<Vec<u32>>) -> Vec<u32> {
    let engine = catalog.find_engine(id).expect("an engine");
    let reference = engine.reference.expect("a reference");
    let records = reference(&Input { columns });
    records.iter().map(|record| record[2]).collect()
}

/// A kernel's result for these operands, over a result buffer with other words. Reuses the programs in `cached`.
fn kernel_result(
    gpu: &Gpu,
    staged: &Staged,
    operands: &[Vec<u32>],
    cached: &mut Option<EnginePipeline>,
) -> Vec<u32> {
    let catalog = catalog();
    let pipeline = match cached {
        None => EnginePipeline::new(&gpu.device, &catalog, staged),
        Some(cached) => cached.with(&catalog, staged),
    };
    let kernel = pipeline.expect("a kernel");
    let sizes: Vec<usize> = staged.buffers.iter().map(|buffer| buffer.words).collect();
    let (result, reused) = sizes.split_last().expect("a result");
    let lengths: Vec<usize> = operands.iter().map(Vec::len).collect();
    assert_eq!(reused, lengths);
    let buffers = operands.iter().map(|words| gpu.buffer(words));
    let buffers: Vec<wgpu::Buffer> = buffers
        .chain([gpu.buffer(&vec![0xA5A5_A5A5; *result])])
        .collect();
    let bound: Vec<&wgpu::Buffer> = buffers.iter().collect();
    let bound = kernel.bind(&bound).expect("bound");
    let mut encoder = gpu.encoder();
    // The second run overwrites its own results.
    for _ in 0..2 {
        bound.record(&mut encoder);
    }
    gpu.queue.submit([encoder.finish()]);
    *cached = Some(kernel);
    gpu.words(&buffers[operands.len()])
}

/// Oracle: the reference of `engine::softmax`, CORE-MATH and the arithmetic of the standard library, on every adapter.
#[test]
fn rows_are_normalised() {
    let catalog = catalog();
    for gpu in Gpu::all() {
        let mut cached = None;
        for [rows, n] in [
            [0, 3],
            [3, 0],
            [1, 1],
            [7, 31],
            [1030, 1],
            [2, 257],
            [65, 64],
        ] {
            let source = numbers(rows * n, rows);
            let staged = kernels::softmax(rows, n).expect("a size");
            let actual = kernel_result(&gpu, &staged, std::slice::from_ref(&source), &mut cached);
            let columns = vec![vec![rows, n], source];
            let requested = expected(&catalog, "engine::softmax", columns);
            assert!(actual == requested, "{rows} rows of {n}");
        }
    }
}

/// The orders with their engines.
const ORDERS: [(AdditionOrder, &str); 6] = [
    (AdditionOrder::FmaChain, "engine::matmul_fma_chain"),
    (AdditionOrder::Strict, "engine::matmul_strict"),
    (AdditionOrder::TreeBinary, "engine::matmul_tree_binary"),
    (AdditionOrder::SplitK(3), "engine::matmul_split_k"),
    (AdditionOrder::SplitK(0), "engine::matmul_split_k"),
    (AdditionOrder::Exact, "engine::matmul_exact"),
];

/// Oracle: the references of the engines, on every adapter; the products in different orders differ.
#[test]
fn products_are_added_in_the_requested_order() {
    let catalog = catalog();
    for gpu in Gpu::all() {
        let mut results = vec![];
        for (order, id) in ORDERS {
            let mut cached = None;
            for [m, n, k] in [[0, 2, 3], [2, 3, 0], [1, 1, 1], [5, 1, 64], [33, 17, 65]] {
                let [a, b] = [numbers(m * k, 1 + k), numbers(k * n, 77 + k)];
                let staged = kernels::matmul(m, n, k, order).expect("a size");
                let actual = kernel_result(&gpu, &staged, &[a.clone(), b.clone()], &mut cached);
                let parts = match order {
                    AdditionOrder::SplitK(parts) => parts,
                    _ => 0,
                };
                let columns = vec![vec![m, n, k, parts], a, b];
                let requested = expected(&catalog, id, columns);
                assert!(actual == requested, "{order}: {m} x {n} x {k}");
                if m == 33 {
                    results.push(actual);
                }
            }
        }
        // A split into one part is the chain itself; all other results differ.
        assert!(results[0] == results[4]);
        results.remove(4);
        for (k, result) in results.iter().enumerate() {
            assert!(!results[..k].contains(result), "{}", ORDERS[k].0);
        }
    }
}

/// Two rows and the same numbers as columns, all of one magnitude except for the first; the second has negative numbers
/// at odd places. They give the largest possible sums for their norms, and with the other column sums that nearly
/// cancel. `sign` is that of A.
fn of_one_magnitude(k: u32, spread: u32, sign: u32) -> [Vec<u32>; 2] {
    let greatest = (150 << 23) | 0x007f_ffff;
    let a = (0..2 * k).map(|position| match position % k {
        0 => greatest - (spread << 23),
        _ => greatest | (position / k * (position % 2)) << 31,
    });
    let a: Vec<u32> = a.collect();
    let b = (0..2 * k).map(|position| a[(position % 2 * k + position / 2) as usize]);
    let b = b.collect();
    [a.iter().map(|bits| bits ^ sign << 31).collect(), b]
}

/// Oracle: the engine without residues, on every adapter. Sums as large as their norms allow are right with the
/// declared number of moduli, and with one less.
#[test]
#[ignore = "a long run: seconds"]
fn exact_products_are_right_at_the_limits_of_their_moduli() {
    let catalog = catalog();
    for gpu in Gpu::all() {
        let mut cached = None;
        for spread in [0, 3, 5, 13, 40] {
            for (k, sign) in [(4, 0), (68, 0), (68, 1)] {
                let [a, b] = of_one_magnitude(k, spread, sign);
                let requested = expected(
                    &catalog,
                    "engine::matmul_exact",
                    vec![vec![2, 2, k], a.clone(), b.clone()],
                );
                let moduli = kernels::moduli_of([2, 2, k], &a, &b);
                for moduli in [moduli, moduli - 1] {
                    let staged = kernels::matmul_exact_residues(2, 2, k, moduli).expect("a size");
                    let operands = [a.clone(), b.clone()];
                    let actual = kernel_result(&gpu, &staged, &operands, &mut cached);
                    assert!(
                        actual == requested,
                        "spread {spread}, {k} products, {moduli} moduli"
                    );
                }
            }
        }
    }
}

/// Oracle: the references of the engines without tiles, on every adapter; the bits are independent of the number of
/// moduli.
#[test]
#[ignore = "a long run: seconds"]
fn products_by_tiles_have_the_bits_of_their_orders() {
    let catalog = catalog();
    for gpu in Gpu::all() {
        let mut cached = None;
        for [m, n, k] in [[0, 2, 3], [2, 3, 0], [1, 1, 1], [5, 1, 64], [33, 130, 65]] {
            let [a, b] = [numbers(m * k, 1 + k), numbers(k * n, 77 + k)];
            let operands = [a.clone(), b.clone()];
            let columns = vec![vec![m, n, k], a, b];
            let expected_bits = expected(&catalog, "engine::matmul_fma_chain", columns.clone());
            let staged = kernels::matmul_fma_chain_tiled(m, n, k).expect("a size");
            let actual = kernel_result(&gpu, &staged, &operands, &mut cached);
            assert!(actual == expected_bits, "{m} x {n} x {k}");
            let expected_bits = expected(&catalog, "engine::matmul_strict", columns.clone());
            let staged = kernels::matmul_strict_tiled(m, n, k).expect("a size");
            let actual = kernel_result(&gpu, &staged, &operands, &mut cached);
            assert!(
                actual == expected_bits,
                "{m} x {n} x {k}, rounded and added"
            );
            let expected_bits = expected(&catalog, "engine::matmul_exact", columns);
            // Exponents range from 122 to 130.
            for moduli in [0, 7, kernels::moduli(16, k), u32::MAX] {
                for by in [kernels::matmul_exact_residues, kernels::matmul_exact_dot4] {
                    let staged = by(m, n, k, moduli).expect("a size");
                    let actual = kernel_result(&gpu, &staged, &operands, &mut cached);
                    assert!(
                        actual == expected_bits,
                        "{m} x {n} x {k} by {moduli} moduli"
                    );
                }
            }
        }
    }
}
