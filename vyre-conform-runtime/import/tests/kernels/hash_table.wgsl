// Open addressing with linear probing; empty slots are 0xffffffff.
const EMPTY: u32 = 0xffffffffu;
struct Slot { key: atomic<u32>, value: atomic<u32> }
@group(0) @binding(0) var<storage, read> pairs: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> table: array<Slot>;
@group(0) @binding(2) var<storage, read_write> failures: atomic<u32>;

fn hash(x0: u32) -> u32 {
    var x = x0;
    x ^= x >> 16u; x *= 0x85ebca6bu; x ^= x >> 13u; x *= 0xc2b2ae35u; x ^= x >> 16u;
    return x;
}

fn insert(key: u32, value: u32) -> bool {
    let mask = arrayLength(&table) - 1u;
    var slot = hash(key) & mask;
    for (var probes = 0u; probes <= mask; probes++) {
        let old = atomicCompareExchangeWeak(&table[slot].key, EMPTY, key).old_value;
        if old == EMPTY || old == key {
            atomicMax(&table[slot].value, value);
            return true;
        }
        slot = (slot + 1u) & mask;
    }
    return false;
}

@compute @workgroup_size(16)
fn build(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= arrayLength(&pairs) { return; }
    let pair = pairs[id.x];
    if !insert(pair.x, pair.y) { atomicAdd(&failures, 1u); }
}
