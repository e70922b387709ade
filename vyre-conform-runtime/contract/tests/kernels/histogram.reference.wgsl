@group(0) @binding(0) var<storage, read> pixels: array<u32>;
@group(0) @binding(1) var<storage, read_write> bins: array<atomic<u32>, 256>;

@compute @workgroup_size(1)
fn one_by_one() {
    for (var i = 0u; i < 4u * arrayLength(&pixels); i++) {
        let byte = (pixels[i / 4u] >> (8u * (i % 4u))) & 255u;
        atomicStore(&bins[byte], atomicLoad(&bins[byte]) + 1u);
    }
}
