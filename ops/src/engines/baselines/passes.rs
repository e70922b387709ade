//! Passes over arrays. Sums, prefix sums and compactions by them have 64 invocations per workgroup and 16 elements per
//! invocation in a tile; counting and searching process one element per invocation and round.

/// Sum of every workgroup's run. Parameters: length, tiles of a workgroup.
pub(super) const REDUCE: &str = "
@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> data: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;
var<workgroup> parts: array<u32, 64>;

@compute @workgroup_size(64)
fn vyre_main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3<u32>) {
    var sum = 0u;
    for (var tile = 0u; tile < params.y; tile++) {
        let start = (group.x * params.y + tile) * 1024u + local;
        for (var j = 0u; j < 16u; j++) {
            let i = start + j * 64u;
            if (i < params.x) { sum += data[i]; }
        }
    }
    parts[local] = sum;
    workgroupBarrier();
    for (var live = 32u; live > 0u; live >>= 1u) {
        if (local < live) { parts[local] += parts[local + live]; }
        workgroupBarrier();
    }
    if (local == 0u) { sums[group.x] = parts[0]; }
}";

/// Number of nonzero flags in every workgroup's run.
pub(super) const COUNT: &str = "
@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> data: array<u32>;
@group(0) @binding(2) var<storage, read_write> sums: array<u32>;
var<workgroup> parts: array<u32, 64>;

@compute @workgroup_size(64)
fn vyre_main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3<u32>) {
    var sum = 0u;
    for (var tile = 0u; tile < params.y; tile++) {
        let start = (group.x * params.y + tile) * 1024u + local;
        for (var j = 0u; j < 16u; j++) {
            let i = start + j * 64u;
            if (i < params.x && data[i] != 0u) { sum++; }
        }
    }
    parts[local] = sum;
    workgroupBarrier();
    for (var live = 32u; live > 0u; live >>= 1u) {
        if (local < live) { parts[local] += parts[local + live]; }
        workgroupBarrier();
    }
    if (local == 0u) { sums[group.x] = parts[0]; }
}";

/// The scan of every workgroup's run from its offset; the last loop decides whether a sum includes its own element.
macro_rules! scan {
    ($first:literal, $second:literal) => {
        concat!(
            "
@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> data: array<u32>;
@group(0) @binding(2) var<storage, read> offsets: array<u32>;
@group(0) @binding(3) var<storage, read_write> sums: array<u32>;
var<workgroup> parts: array<u32, 64>;

@compute @workgroup_size(64)
fn vyre_main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3<u32>) {
    var carry = offsets[group.x];
    for (var tile = 0u; tile < params.y; tile++) {
        let start = ((group.x * params.y + tile) * 64u + local) * 16u;
        var items: array<u32, 16>;
        var sum = 0u;
        for (var j = 0u; j < 16u; j++) {
            if (start + j < params.x) { items[j] = data[start + j]; }
            sum += items[j];
        }
        parts[local] = sum;
        workgroupBarrier();
        for (var step = 1u; step < 64u; step <<= 1u) {
            var part = parts[local];
            if (local >= step) { part += parts[local - step]; }
            workgroupBarrier();
            parts[local] = part;
            workgroupBarrier();
        }
        var before = carry + parts[local] - sum;
        carry += parts[63];
        workgroupBarrier();
        for (var j = 0u; j < 16u; j++) {
            ", $first, "
            ", $second, "
        }
    }
}"
        )
    };
}

/// Sums of the elements before.
pub(super) const SCAN: &str = scan!(
    "if (start + j < params.x) { sums[start + j] = before; }",
    "before += items[j];"
);

/// Sums of the elements up to and including this one.
pub(super) const SCAN_INCLUSIVE: &str = scan!(
    "before += items[j];",
    "if (start + j < params.x) { sums[start + j] = before; }"
);

/// Stores kept values and their indices at their places.
pub(super) const SCATTER: &str = "
@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> flags: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<u32>;
@group(0) @binding(3) var<storage, read> offsets: array<u32>;
@group(0) @binding(4) var<storage, read_write> indices: array<u32>;
@group(0) @binding(5) var<storage, read_write> kept: array<u32>;
@group(0) @binding(6) var<storage, read_write> count: array<u32>;
var<workgroup> parts: array<u32, 64>;

@compute @workgroup_size(64)
fn vyre_main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3<u32>) {
    var carry = offsets[group.x];
    for (var tile = 0u; tile < params.y; tile++) {
        let start = ((group.x * params.y + tile) * 64u + local) * 16u;
        var keep = 0u;
        for (var j = 0u; j < 16u; j++) {
            if (start + j < params.x && flags[start + j] != 0u) { keep |= 1u << j; }
        }
        let sum = countOneBits(keep);
        parts[local] = sum;
        workgroupBarrier();
        for (var step = 1u; step < 64u; step <<= 1u) {
            var part = parts[local];
            if (local >= step) { part += parts[local - step]; }
            workgroupBarrier();
            parts[local] = part;
            workgroupBarrier();
        }
        var place = carry + parts[local] - sum;
        carry += parts[63];
        workgroupBarrier();
        for (var j = 0u; j < 16u; j++) {
            if ((keep >> j & 1u) != 0u) {
                indices[place] = start + j;
                kept[place] = values[start + j];
                place++;
            }
        }
    }
    if (local == 0u && group.x == params.z) { count[0] = carry; }
}";

/// Each workgroup counts 256 bins of its run in its own memory, and adds them to the totals. Parameters: length, length
/// of a run.
pub(super) const HISTOGRAM: &str = "
@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> data: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> ranks: array<u32>;
var<workgroup> own: array<atomic<u32>, 256>;
var<workgroup> bases: array<u32, 256>;

@compute @workgroup_size(256)
fn vyre_main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3<u32>) {
    let first = group.x * params.y + local;
    let end = min(group.x * params.y + params.y, params.x);
    for (var i = first; i < end; i += 256u) {
        atomicAdd(&own[data[i] & 255u], 1u);
    }
    workgroupBarrier();
    bases[local] = atomicAdd(&counts[local], atomicExchange(&own[local], 0u));
    workgroupBarrier();
    for (var i = first; i < end; i += 256u) {
        let bin = data[i] & 255u;
        ranks[i] = bases[bin] + atomicAdd(&own[bin], 1u);
    }
}";

/// One binary search per needle. Parameters: needles, invocations, rounds, words.
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
