//! Adapters with subgroups, at their own size.

use super::{sized, text};
use crate::common::{imported, run_kernel};
use crate::runs::words;
use std::time::Duration;
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_wgpu::{KernelBuffer, KernelInput, KernelRequest, KernelSlot};
use vyre_conform_wgpu::{WgpuBackend, required};

/// Words whose lanes all exist: WGSL leaves others open.
const WORDS: &[&str] = &[
    "1000u * subgroup + lane",
    "size + 1000u * count",
    "subgroupAdd(x)",
    "subgroupInclusiveAdd(x)",
    "subgroupExclusiveAdd(x)",
    "subgroupMul(x)",
    "subgroupInclusiveMul(x)",
    "subgroupExclusiveMul(x)",
    "subgroupMin(x)",
    "bitcast<u32>(subgroupMax(bitcast<i32>(x)))",
    "subgroupAnd(x)",
    "subgroupOr(x)",
    "subgroupXor(x)",
    "u32(subgroupAll(x % 8u != 0u))",
    "u32(subgroupAny(x % 8u == 0u))",
    "subgroupBallot(x % 3u == 0u).x",
    "subgroupBroadcastFirst(x)",
    "subgroupBroadcast(x, 3u)",
    "subgroupShuffle(x, size - 1u - lane)",
    "subgroupShuffleXor(x, 3u)",
    "select(subgroupShuffleUp(x, 1u), 0u, lane == 0u)",
    "select(subgroupShuffleDown(x, 1u), 0u, lane == size - 1u)",
    "quadBroadcast(x, 1u)",
    "quadSwapX(x)",
    "quadSwapY(x)",
    "quadSwapDiagonal(x)",
];

/// The only subgroup size of an adapter.
fn size_of(adapter: &WgpuBackend) -> Option<u32> {
    let limit = |name: &str| {
        let mut limits = adapter.identity().limits.iter();
        limits
            .find(|(known, _)| known == name)
            .map(|(_, value)| *value)
    };
    let has_subgroups = adapter.identity().features.iter().any(|f| f == "subgroup");
    let (least, greatest) = (limit("subgroup_min_size")?, limit("subgroup_max_size")?);
    (has_subgroups && least == greatest).then_some(least as u32)
}

/// The words that an adapter stores.
fn device_words(adapter: &WgpuBackend, text: &str, input: &[u32]) -> Vec<u32> {
    let kernel = adapter.load_kernel(&KernelRequest {
        source: KernelInput::Wgsl(text),
        entry: "main",
        overrides: &[],
    });
    let kernel = kernel.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let buffer = |binding: u32, words: Vec<u32>| KernelBuffer {
        slot: KernelSlot { group: 0, binding },
        bytes: words.iter().flat_map(|word| word.to_le_bytes()).collect(),
        uniform: false,
    };
    let buffers = [buffer(0, input.to_vec()), buffer(1, vec![9; input.len()])];
    let left = kernel
        .run(&buffers, [1, 1, 1], Duration::from_secs(60))
        .expect("it runs");
    let bytes = left[1].bytes.chunks_exact(4);
    bytes
        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}

/// Oracle: the drivers' subgroups.
#[test]
fn operations_leave_the_words_of_devices() {
    let input = words(64, 31);
    let sized_adapters = required()
        .into_iter()
        .filter_map(|adapter| Some((adapter, size_of(adapter)?)));
    let sized_adapters: Vec<(&WgpuBackend, u32)> = sized_adapters.collect();
    assert!(
        !sized_adapters.is_empty(),
        "an adapter has subgroups of one size"
    );
    for (adapter, size) in sized_adapters {
        for word in WORDS {
            let text = text(64, "", word).replace("enable f16; enable subgroups;", "");
            let kernel = imported(&text, &sized(size));
            let expected = run_kernel(&kernel, [1, 1, 1], vec![input.clone(), vec![9; 64]]);
            let found = device_words(adapter, &text, &input);
            assert_eq!(found, expected[0], "{word} on {}", adapter.identity().slug);
        }
    }
}
