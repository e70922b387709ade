@group(0) @binding(0) var<uniform> b_shape: array<vec4<u32>, 1>;
@group(0) @binding(1) var<storage, read> b_source: array<u32>;
@group(0) @binding(2) var<storage, read> b_row: array<u32>;
@group(0) @binding(3) var<storage, read_write> b_to: array<u32>;

fn mul_wide(a: u32, b: u32) -> vec2<u32> {
    let a0 = a & 0xffffu;
    let a1 = a >> 16u;
    let b0 = b & 0xffffu;
    let b1 = b >> 16u;
    let cross = a0 * b1;
    let middle = a1 * b0 + (cross & 0xffffu) + ((a0 * b0) >> 16u);
    return vec2<u32>(a * b, a1 * b1 + (cross >> 16u) + (middle >> 16u));
}

fn u64_mul(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = mul_wide(a.x, b.x);
    return vec2<u32>(low.x, low.y + a.x * b.y + a.y * b.x);
}

fn u64_lt(a: vec2<u32>, b: vec2<u32>) -> bool {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

@compute @workgroup_size(8, 8)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let b_source_length = arrayLength(&b_source);
    let b_row_length = arrayLength(&b_row);
    let v_rows = b_shape[0u].x;
    let v_columns = b_shape[0u].y;
    let v_taken = b_shape[0u].x;
    let v_elements = mul_wide(v_columns, v_rows);
    let v_extent = select(0u, v_rows, !u64_lt(vec2<u32>(0xffffffffu, 0u), v_elements));
    let v_of = v_columns;
    let v_from = min(2u, v_of);
    let v_extent_1 = min(v_taken, v_of - v_from);
    let v_elements_1 = u64_mul(vec2<u32>(v_rows, 0u), vec2<u32>(3u, 0u));
    let v_extent_2 = select(0u, v_rows, !u64_lt(vec2<u32>(0xffffffffu, 0u), v_elements_1));
    let v_index = invocation_id.y;
    let v_index_1 = invocation_id.x;
    let v_index_2 = invocation_id.y;
    let v_index_3 = invocation_id.x;
    let v_index_4 = invocation_id.y;
    let v_index_5 = invocation_id.x;
    let index = select(0xffffffffu, 0u + v_index_4 * v_rows + v_index_5 * 1u, true && v_index_4 < 3u && v_index_5 < v_extent_2);
    let index_1 = select(0xffffffffu, v_from + v_index * 1u + v_index_1 * v_columns, true && v_index < v_extent_1 && v_index_1 < v_extent);
    let index_2 = select(0xffffffffu, 0u + v_index_2 * 0u + v_index_3 * 1u, true && v_index_2 < 3u && v_index_3 < v_rows);
    if index < arrayLength(&b_to) {
        b_to[index] = select(0u, b_source[min(index_1, b_source_length - 1u)], index_1 < b_source_length) + select(0u, b_row[min(index_2, b_row_length - 1u)], index_2 < b_row_length);
    }
}
