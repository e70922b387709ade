@group(0) @binding(0) var<storage, read> pixels: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 256>;
var<workgroup> local_bins: array<atomic<u32>, 256>;

@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) li: u32, @builtin(global_invocation_id) gid: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    for (var i = li; i < 256u; i += 32u) { atomicStore(&local_bins[i], 0u); }
    workgroupBarrier();
    let total = arrayLength(&pixels);
    for (var i = gid.x; i < total; i += groups.x * 32u) {
        let rgba = unpack4xU8(pixels[i]);
        let luma = (rgba.r * 77u + rgba.g * 150u + rgba.b * 29u) >> 8u;
        atomicAdd(&local_bins[luma], 1u);
    }
    workgroupBarrier();
    for (var i = li; i < 256u; i += 32u) {
        let n = atomicLoad(&local_bins[i]);
        if n != 0u { atomicAdd(&bins[i], n); }
    }
}
