@group(0) @binding(0) var<storage, read> b_keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> b_table: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> b_missing: array<atomic<u32>>;

@compute @workgroup_size(16)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let b_table_length = arrayLength(&b_table);
    let v_i = invocation_id.x;
    if v_i >= arrayLength(&b_keys) {
        return;
    }
    let v_key = b_keys[v_i];
    var v_slot = v_key % b_table_length;
    var v_found = false;
    let end = b_table_length;
    for (var v_probe = 0u; v_probe < end; v_probe += 1u) {
        var v_before = 0u;
        if v_slot < b_table_length {
            loop {
                let attempt = atomicCompareExchangeWeak(&b_table[v_slot], 0u, v_key);
                v_before = attempt.old_value;
                if attempt.exchanged || v_before != 0u {
                    break;
                }
            }
        }
        if v_before == 0u || v_before == v_key {
            v_found = true;
            break;
        }
        v_slot = (v_slot + 1u) % b_table_length;
    }
    if !v_found {
        atomicAdd(&b_missing[0u], 1u);
    }
}
