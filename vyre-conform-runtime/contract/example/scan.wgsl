@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;

var<workgroup> sums: array<u32, 64>;

// The prefix sum of at most 64 words (Hillis and Steele 1986).
@compute @workgroup_size(64)
fn scan(@builtin(local_invocation_index) i: u32) {
    let n = arrayLength(&input);
    if (i < n) { sums[i] = input[i]; }
    workgroupBarrier();
    for (var step = 1u; step < 64u; step = step << 1u) {
        var other = 0u;
        if (i >= step) { other = sums[i - step]; }
        workgroupBarrier(); // reads before writes
        sums[i] += other;
        workgroupBarrier();
    }
    if (i < n) { output[i] = sums[i]; }
}
