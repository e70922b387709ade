@group(0) @binding(0) var<storage, read> row_ptr: array<u32>;
@group(0) @binding(1) var<storage, read> col_idx: array<u32>;
@group(0) @binding(2) var<storage, read> values: array<f32>;
@group(0) @binding(3) var<storage, read> x: array<f32>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(16)
fn spmv(@builtin(global_invocation_id) id: vec3<u32>) {
    let row = id.x;
    if (row + 1u >= arrayLength(&row_ptr)) { return; }
    var acc = 0.0;
    var i = row_ptr[row];
    let end = row_ptr[row + 1u];
    loop {
        if (i >= end) { break; }
        acc += values[i] * x[col_idx[i]];
        continuing { i++; }
    }
    y[row] = acc;
}
