// One stable pass of a radix sort by four bits: counts, their scan, scatter.
struct Params {
    num_keys: u32,
    shift: u32,
    num_blocks: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> src: array<u32>;
@group(0) @binding(2) var<storage, read_write> counts: array<u32>;
@group(0) @binding(3) var<storage, read_write> dst: array<u32>;

const RADIX = 16u;
const BLOCK = 64u;

var<workgroup> local_counts: array<atomic<u32>, RADIX>;
var<workgroup> digits: array<u32, BLOCK>;

fn digit_of(key: u32) -> u32 { return extractBits(key, params.shift, 4u); }

@compute @workgroup_size(BLOCK)
fn count_digits(@builtin(workgroup_id) wid: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
    let i = wid.x * BLOCK + lid.x;
    if (i < params.num_keys) {
        atomicAdd(&local_counts[digit_of(src[i])], 1u);
    }
    workgroupBarrier();
    if (lid.x < RADIX) {
        // Column by column, so that the scan orders by digit first.
        counts[lid.x * params.num_blocks + wid.x] = atomicLoad(&local_counts[lid.x]);
    }
}

@compute @workgroup_size(1)
fn scan_counts() {
    var sum = 0u;
    for (var k = 0u; k < RADIX * params.num_blocks; k++) {
        let c = counts[k];
        counts[k] = sum;
        sum += c;
    }
}

@compute @workgroup_size(BLOCK)
fn scatter(@builtin(workgroup_id) wid: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
    let i = wid.x * BLOCK + lid.x;
    let valid = i < params.num_keys;
    var digit = RADIX;
    if (valid) { digit = digit_of(src[i]); }
    digits[lid.x] = digit;
    workgroupBarrier();
    if (!valid) { return; }
    var rank = 0u;
    for (var j = 0u; j < lid.x; j++) {
        rank += u32(digits[j] == digit);
    }
    dst[counts[digit * params.num_blocks + wid.x] + rank] = src[i];
}
