// A histogram of bytes packed in words: shared counters, then one atomic addition a bin.
@group(0) @binding(0) var<storage, read> pixels: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 256>;

var<workgroup> local_bins: array<atomic<u32>, 256>;

@compute @workgroup_size(64)
fn histogram(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    for (var b = lane; b < 256u; b += 64u) { atomicStore(&local_bins[b], 0u); }
    workgroupBarrier();
    if (id.x < arrayLength(&pixels)) {
        let bytes = unpack4xU8(pixels[id.x]);
        for (var k = 0; k < 4; k++) { atomicAdd(&local_bins[bytes[k]], 1u); }
    }
    workgroupBarrier();
    for (var b = lane; b < 256u; b += 64u) {
        let count = atomicLoad(&local_bins[b]);
        if (count != 0u) { atomicAdd(&bins[b], count); }
    }
}
