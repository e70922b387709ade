//! Every kernel of the library with length zero.

use super::{Gpu, catalog};
use vyre_conform_pipeline::EnginePipeline;
use vyre_conform_runtime::engine::{Staged, Usage};
use vyre_conform_runtime::spec::AdditionOrder;
use vyre_ops::kernels;

/// The previous contents of every buffer.
const SENTINEL: u32 = 0xA5A5_A5A5;

/// Every function of `kernels` at length zero, with the expected words of each output; `blake3_chunks` refuses zero.
fn kernels_of_nothing() -> Vec<(&'static str, Staged, Vec<Vec<u32>>)> {
    let sized = |staged: Result<Staged, kernels::SizeError>| staged.expect("a size");
    let hash = blake3::hash(b"");
    let (words, _) = hash.as_bytes().as_chunks::<4>();
    let hash = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let none = || vec![];
    let order = AdditionOrder::Exact;
    let zeros = vec![0; 15];
    let matmul = |m, n, k| sized(kernels::matmul(m, n, k, order));
    vec![
        ("reduce", kernels::reduce(0), vec![vec![0]]),
        ("scan_exclusive", kernels::scan_exclusive(0), vec![none()]),
        ("scan_inclusive", kernels::scan_inclusive(0), vec![none()]),
        (
            "compact",
            kernels::compact(0),
            vec![none(), none(), vec![0]],
        ),
        (
            "histogram",
            sized(kernels::histogram(0, 3)),
            vec![vec![0; 3], none()],
        ),
        ("radix_sort", kernels::radix_sort(0), vec![none(), none()]),
        (
            "partition",
            kernels::partition(0),
            vec![none(), none(), vec![0]],
        ),
        ("top_k", sized(kernels::top_k(0, 0)), vec![none(), none()]),
        (
            "top_k of none",
            sized(kernels::top_k(9, 0)),
            vec![none(), none()],
        ),
        ("unique", kernels::unique(0), vec![none(), none(), vec![0]]),
        (
            "softmax without rows",
            sized(kernels::softmax(0, 4)),
            vec![none()],
        ),
        (
            "softmax without columns",
            sized(kernels::softmax(4, 0)),
            vec![none()],
        ),
        ("matmul without rows", matmul(0, 5, 3), vec![none()]),
        ("matmul without columns", matmul(3, 0, 5), vec![none()]),
        ("matmul of nothing", matmul(3, 5, 0), vec![zeros.clone()]),
        (
            "strict_tiled",
            sized(kernels::matmul_strict_tiled(0, 5, 3)),
            vec![none()],
        ),
        (
            "strict_tiled of nothing",
            sized(kernels::matmul_strict_tiled(3, 5, 0)),
            vec![zeros.clone()],
        ),
        (
            "fma_chain_tiled",
            sized(kernels::matmul_fma_chain_tiled(3, 0, 5)),
            vec![none()],
        ),
        (
            "exact_residues",
            sized(kernels::matmul_exact_residues(0, 5, 3, 7)),
            vec![none()],
        ),
        (
            "exact_residues of nothing",
            sized(kernels::matmul_exact_residues(3, 5, 0, 7)),
            vec![zeros.clone()],
        ),
        (
            "exact_dot4",
            sized(kernels::matmul_exact_dot4(3, 0, 5, 7)),
            vec![none()],
        ),
        ("blake3", kernels::blake3(0), vec![hash]),
    ]
}

/// Oracle: the documentation of `kernels`: empty sums and counts are 0, and no other word is written, on every adapter;
/// if no output has a word, nothing is dispatched.
#[test]
fn zero_is_a_valid_length() {
    let catalog = catalog();
    for gpu in Gpu::all() {
        for (name, staged, expected) in kernels_of_nothing() {
            let has_output = expected.iter().any(|words| !words.is_empty());
            assert_eq!(
                !staged.launch.steps.is_empty(),
                has_output,
                "{name}: dispatches"
            );
            let pipeline = EnginePipeline::new(&gpu.device, &catalog, &staged).expect(name);
            let spare = 5;
            let buffers = staged
                .buffers
                .iter()
                .map(|decl| gpu.buffer(&vec![SENTINEL; decl.words + spare]));
            let buffers: Vec<wgpu::Buffer> = buffers.collect();
            let mut encoder = gpu.encoder();
            let bindings: Vec<&wgpu::Buffer> = buffers.iter().collect();
            pipeline.record(&mut encoder, &bindings).expect(name);
            gpu.queue.submit([encoder.finish()]);
            let mut outputs = expected.into_iter();
            for (decl, buffer) in staged.buffers.iter().zip(&buffers) {
                let mut requested = match decl.usage {
                    Usage::Read => vec![SENTINEL; decl.words],
                    _ => outputs.next().expect("an output"),
                };
                assert_eq!(requested.len(), decl.words, "{name}: `{}`", decl.name);
                requested.resize(decl.words + spare, SENTINEL);
                assert_eq!(gpu.words(buffer), requested, "{name}: `{}`", decl.name);
            }
            assert_eq!(outputs.next(), None, "{name}");
        }
    }
}
