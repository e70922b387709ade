@group(0) @binding(0) var<uniform> b_shape: array<vec4<u32>, 1>;
@group(0) @binding(1) var<storage, read_write> b_data: array<u32>;
@group(0) @binding(2) var<storage, read_write> b_found: array<u32>;

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
    let b_data_length = arrayLength(&b_data);
    let v_rows = b_shape[0u].x;
    let v_columns = b_shape[0u].y;
    let v_elements = mul_wide(v_columns, v_rows);
    let v_extent = select(0u, v_rows, !u64_lt(vec2<u32>(0xffffffffu, 0u), v_elements));
    let v_index = 0x10000u;
    let v_index_1 = 0u;
    let index = select(0xffffffffu, 0u + v_index * v_columns + 0u, true && v_index < v_extent && v_index_1 < v_columns);
    b_found[0u] = select(0u, b_data[min(index, b_data_length - 1u)], index < b_data_length) + 5u;
    let v_index_2 = 0x10000u;
    let v_index_3 = 0u;
    let index_1 = select(0xffffffffu, 0u + v_index_2 * v_columns + 0u, true && v_index_2 < v_extent && v_index_3 < v_columns);
    if index_1 < b_data_length {
        b_data[index_1] = 9u;
    }
}
