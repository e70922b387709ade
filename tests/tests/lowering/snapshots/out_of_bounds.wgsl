@group(0) @binding(0) var<storage, read> b_indices: array<u32>;
@group(0) @binding(1) var<storage, read> b_source: array<i32>;
@group(0) @binding(2) var<storage, read_write> b_to: array<i32>;
@group(0) @binding(3) var<storage, read_write> b_cells: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> b_seen: array<u32>;

@compute @workgroup_size(1)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let b_indices_length = arrayLength(&b_indices);
    let b_source_length = arrayLength(&b_source);
    let b_cells_length = arrayLength(&b_cells);
    let b_seen_length = arrayLength(&b_seen);
    let v_i = invocation_id.x;
    let v_at = select(0u, b_indices[min(v_i, b_indices_length - 1u)], v_i < b_indices_length);
    if v_at < arrayLength(&b_to) {
        b_to[v_at] = select(0i, b_source[min(v_at, b_source_length - 1u)], v_at < b_source_length) + 100i;
    }
    var v_before = 0u;
    if v_at < b_cells_length {
        v_before = atomicAdd(&b_cells[v_at], 5u);
    }
    if v_i < b_seen_length {
        b_seen[v_i] = v_before;
    }
    var v_before_1 = 0u;
    if v_at < b_cells_length {
        loop {
            let attempt = atomicCompareExchangeWeak(&b_cells[v_at], 5u, 9u);
            v_before_1 = attempt.old_value;
            if attempt.exchanged || v_before_1 != 5u {
                break;
            }
        }
    }
    let index = v_i + 6u;
    if index < b_seen_length {
        b_seen[index] = v_before_1;
    }
}
