// Moves odd words to the front: the order among them is that of an atomic counter.
@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> kept: array<u32>;
@group(0) @binding(2) var<storage, read_write> total: atomic<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x >= arrayLength(&words)) { return; }
    let word = words[gid.x];
    if ((word & 1u) == 1u) {
        let place = atomicAdd(&total, 1u); //~ order-dependent //-
        //+ atomicAdd(&total, 1u);
        //+ var place = 0u;
        //+ for (var k = 0u; k < gid.x; k++) { place += words[k] & 1u; }
        kept[place] = word;
    }
}
