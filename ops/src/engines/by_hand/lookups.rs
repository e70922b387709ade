//! Counting and searching, an element an invocation and step.

/// One atomic addition a word. Parameters: length, invocations, rounds, bins.
pub(super) const HISTOGRAM: &str = "
@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> data: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> ranks: array<u32>;

@compute @workgroup_size(64)
fn vyre_main(@builtin(global_invocation_id) id: vec3<u32>) {
    for (var i = id.x; i < params.x; i += params.y) {
        ranks[i] = atomicAdd(&counts[data[i] % params.w], 1u);
    }
}";

/// A bisection a needle. Parameters: needles, invocations, rounds, words.
pub(super) const LOWER_BOUND: &str = "
@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> sorted: array<u32>;
@group(0) @binding(2) var<storage, read> needles: array<u32>;
@group(0) @binding(3) var<storage, read_write> places: array<u32>;

@compute @workgroup_size(64)
fn vyre_main(@builtin(global_invocation_id) id: vec3<u32>) {
    for (var i = id.x; i < params.x; i += params.y) {
        let needle = needles[i];
        var low = 0u;
        var high = params.w;
        while (low < high) {
            let middle = low + ((high - low) >> 1u);
            if (sorted[middle] < needle) { low = middle + 1u; } else { high = middle; }
        }
        places[i] = low;
    }
}";
