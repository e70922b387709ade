// A transposition of a square in place, by both halves of each pair.
struct Image { width: u32 }

@group(0) @binding(0) var<storage, read_write> pixels: array<u32>;
@group(0) @binding(1) var<uniform> image: Image;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let n = image.width;
    if (gid.x >= n || gid.y >= n) { return; }
    //+ if (gid.x >= gid.y) { return; }
    let here = gid.y * n + gid.x;
    let there = gid.x * n + gid.y;
    let kept = pixels[here]; //~ data-race
    pixels[here] = pixels[there]; //~ data-race
    pixels[there] = kept;
}
