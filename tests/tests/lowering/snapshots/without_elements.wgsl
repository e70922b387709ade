@group(0) @binding(0) var<uniform> shape: array<vec4<u32>, 1>;
@group(0) @binding(1) var<storage, read_write> data: array<u32>;
@group(0) @binding(2) var<storage, read_write> found: array<u32>;

fn mul_wide(a: u32, b: u32) -> vec2<u32> {
    let a0 = a & 0xffffu;
    let a1 = a >> 16u;
    let b0 = b & 0xffffu;
    let b1 = b >> 16u;
    let cross = a0 * b1;
    let middle = a1 * b0 + (cross & 0xffffu) + ((a0 * b0) >> 16u);
    return vec2<u32>(a * b, a1 * b1 + (cross >> 16u) + (middle >> 16u));
}

fn u64_lt(a: vec2<u32>, b: vec2<u32>) -> bool {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

@compute @workgroup_size(1)
fn vyre_main() {
    let data_length = arrayLength(&data);
    let rows = shape[0u].x;
    let columns = shape[0u].y;
    let elements = mul_wide(columns, rows);
    let extent = select(0u, rows, !u64_lt(vec2<u32>(0xffffffffu, 0u), elements));
    let index = 0x10000u;
    let index_1 = 0u;
    let index_2 = select(0xffffffffu, 0u + index * columns + 0u, true && index < extent && index_1 < columns);
    found[0u] = select(0u, data[min(index_2, data_length - 1u)], index_2 < data_length) + 5u;
    let index_3 = 0x10000u;
    let index_4 = 0u;
    let index_5 = select(0xffffffffu, 0u + index_3 * columns + 0u, true && index_3 < extent && index_4 < columns);
    if index_5 < data_length {
        data[index_5] = 9u;
    }
}
