// Rotations by a distance that is an input.
@group(0) @binding(0) var<storage, read> words: array<u32>;
@group(0) @binding(1) var<storage, read> distances: array<u32>;
@group(0) @binding(2) var<storage, read_write> rotated: array<u32>;

fn rotate_left(x: u32, by: u32) -> u32 {
    let d = by & 31u;
    //+ if (d == 0u) { return x; }
    return (x << d) | (x >> (32u - d)); //~ shift-width
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x < arrayLength(&rotated)) {
        rotated[gid.x] = rotate_left(words[gid.x] ^ 0x9e3779b9u, distances[gid.x]);
    }
}
