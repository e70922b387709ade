@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read_write> table: array<atomic<u32>>;
@group(0) @binding(2) var<storage, read_write> missing: array<atomic<u32>>;

@compute @workgroup_size(16)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let table_length = arrayLength(&table);
    let i = invocation_id.x;
    if i >= arrayLength(&keys) {
        return;
    }
    let key = keys[i];
    var slot = key % table_length;
    var found = false;
    let end = table_length;
    for (var probe = 0u; probe < end; probe += 1u) {
        var before = 0u;
        if slot < table_length {
            loop {
                let attempt = atomicCompareExchangeWeak(&table[slot], 0u, key);
                before = attempt.old_value;
                if attempt.exchanged || before != 0u {
                    break;
                }
            }
        }
        if before == 0u || before == key {
            found = true;
            break;
        }
        slot = (slot + 1u) % table_length;
    }
    if !found {
        atomicAdd(&missing[0u], 1u);
    }
}
