// A hash that mixes the index in place of the word.
//~~ constant-output
@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read_write> hashes: array<u32>;

fn mixed(word: u32) -> u32 {
    var h = word ^ (word >> 16u);
    h *= 0x7feb352du;
    h ^= h >> 15u;
    return h + 1u;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x >= arrayLength(&words)) { return; }
    let word = words[gid.x];
    hashes[gid.x] = mixed(gid.x + 0u * word); //-
    //+ hashes[gid.x] = mixed(word);
}
