@group(0) @binding(0) var<uniform> shape: array<vec4<u32>, 1>;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read> row: array<u32>;
@group(0) @binding(3) var<storage, read_write> to: array<u32>;

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
    let source_length = arrayLength(&source);
    let row_length = arrayLength(&row);
    let rows = shape[0u].x;
    let columns = shape[0u].y;
    let taken = shape[0u].x;
    let elements = mul_wide(columns, rows);
    let extent = select(0u, rows, !u64_lt(vec2<u32>(0xffffffffu, 0u), elements));
    let of_ = columns;
    let from_ = min(2u, of_);
    let extent_1 = min(taken, of_ - from_);
    let elements_1 = u64_mul(vec2<u32>(rows, 0u), vec2<u32>(3u, 0u));
    let extent_2 = select(0u, rows, !u64_lt(vec2<u32>(0xffffffffu, 0u), elements_1));
    let index = invocation_id.y;
    let index_1 = invocation_id.x;
    let index_2 = invocation_id.y;
    let index_3 = invocation_id.x;
    let index_4 = invocation_id.y;
    let index_5 = invocation_id.x;
    let index_6 = select(0xffffffffu, 0u + index_4 * rows + index_5 * 1u, true && index_4 < 3u && index_5 < extent_2);
    let index_7 = select(0xffffffffu, from_ + index * 1u + index_1 * columns, true && index < extent_1 && index_1 < extent);
    let index_8 = select(0xffffffffu, 0u + index_2 * 0u + index_3 * 1u, true && index_2 < 3u && index_3 < rows);
    if index_6 < arrayLength(&to) {
        to[index_6] = select(0u, source[min(index_7, source_length - 1u)], index_7 < source_length) + select(0u, row[min(index_8, row_length - 1u)], index_8 < row_length);
    }
}
