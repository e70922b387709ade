// y = A x with rows of at most four entries (ELLPACK), columns beside values, in order of the column.
struct Entry { col: u32, value: f32 }

@group(0) @binding(0) var<storage, read> row_lengths: array<u32>;
@group(0) @binding(1) var<storage, read> cols: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

fn entry(row: u32, k: u32) -> Entry {
    let rows = arrayLength(&row_lengths);
    return Entry(cols[k * rows + row], values[k * rows + row]);
}

@compute @workgroup_size(16)
fn spmv(@builtin(global_invocation_id) gid: vec3u) {
    let row = gid.x;
    if (row >= arrayLength(&row_lengths)) { return; }
    var sum = 0.0;
    let length = row_lengths[row];
    for (var k = 0u; k < length; k++) {
        let e = entry(row, k);
        sum += e.value * x[e.col];
    }
    y[row] = sum;
}
