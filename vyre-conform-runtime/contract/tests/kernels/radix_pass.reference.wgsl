@group(0) @binding(0) var<storage, read> src: array<u32>;
@group(0) @binding(1) var<storage, read_write> dst: array<u32>;

@compute @workgroup_size(1)
fn by_digit() {
    var next = 0u;
    for (var digit = 0u; digit < 16u; digit++) {
        for (var i = 0u; i < arrayLength(&src); i++) {
            if (((src[i] >> 8u) & 15u) == digit) {
                dst[next] = src[i];
                next++;
            }
        }
    }
}
