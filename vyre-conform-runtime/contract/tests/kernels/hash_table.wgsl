// A hash table with open addressing: keys are inserted, then looked up. 0 marks an empty slot, so keys are stored + 1.
struct Table { slots: array<atomic<u32>> }

@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read> queries: array<u32>;
@group(0) @binding(2) var<storage, read_write> table: Table;
@group(0) @binding(3) var<storage, read_write> found: array<u32>;

fn hash(key: u32) -> u32 {
    var h = key * 0x9e3779b1u;
    h ^= h >> 15u;
    return h * 0x85ebca77u;
}

@compute @workgroup_size(32)
fn insert(@builtin(global_invocation_id) gid: vec3u) {
    if (gid.x >= arrayLength(&keys)) { return; }
    let stored = keys[gid.x] + 1u;
    let capacity = arrayLength(&table.slots);
    var slot = hash(stored) % capacity;
    for (var probes = 0u; probes < capacity; ) {
        let result = atomicCompareExchangeWeak(&table.slots[slot], 0u, stored);
        if (result.exchanged || result.old_value == stored) { return; }
        // A weak exchange may fail though the slot is empty: try it again.
        if (result.old_value != 0u) {
            slot = (slot + 1u) % capacity;
            probes++;
        }
    }
}

@compute @workgroup_size(32)
fn lookup(@builtin(global_invocation_id) gid: vec3u) {
    let q = gid.x;
    if (q >= arrayLength(&queries)) { return; }
    let stored = queries[q] + 1u;
    let capacity = arrayLength(&table.slots);
    var slot = hash(stored) % capacity;
    var answer = 0u;
    loop {
        let value = atomicLoad(&table.slots[slot]);
        if (value == stored) { answer = 1u; break; }
        if (value == 0u) { break; }
        continuing { slot = (slot + 1u) % capacity; }
    }
    found[q] = answer;
}
