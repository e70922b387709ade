// Four bits a pass: histogram, scan of the digits, stable scatter.
struct Uniforms {
    shift: u32,
    count: u32,
    blocks: u32,
}
@group(0) @binding(0) var<uniform> u: Uniforms;
@group(0) @binding(1) var<storage, read> keys_in: array<u32>;
@group(0) @binding(2) var<storage, read_write> keys_out: array<u32>;
@group(0) @binding(3) var<storage, read_write> histogram: array<u32>;

var<workgroup> bins: array<atomic<u32>, 16>;
var<workgroup> digits: array<u32, 64>;

fn digit_of(key: u32) -> u32 {
    return extractBits(key, u.shift, 4u);
}

@compute @workgroup_size(64)
fn count(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>, @builtin(workgroup_id) wid: vec3<u32>) {
    if lid.x < 16u {
        atomicStore(&bins[lid.x], 0u);
    }
    workgroupBarrier();
    if gid.x < u.count {
        atomicAdd(&bins[digit_of(keys_in[gid.x])], 1u);
    }
    workgroupBarrier();
    if lid.x < 16u {
        histogram[lid.x * u.blocks + wid.x] = atomicLoad(&bins[lid.x]);
    }
}

@compute @workgroup_size(1)
fn scan_histogram() {
    var running: u32;
    let n = 16u * u.blocks;
    for (var i: u32 = 0u; i < n; i = i + 1u) {
        let c = histogram[i];
        histogram[i] = running;
        running = running + c;
    }
}

@compute @workgroup_size(64)
fn scatter(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>, @builtin(workgroup_id) wid: vec3<u32>) {
    let valid = gid.x < u.count;
    var key = 0u;
    var digit = 16u;
    if valid {
        key = keys_in[gid.x];
        digit = digit_of(key);
    }
    digits[lid.x] = digit;
    workgroupBarrier();
    if !valid {
        return;
    }
    var rank = 0u;
    for (var i = 0u; i < lid.x; i++) {
        rank += u32(digits[i] == digit);
    }
    keys_out[histogram[digit * u.blocks + wid.x] + rank] = key;
}
