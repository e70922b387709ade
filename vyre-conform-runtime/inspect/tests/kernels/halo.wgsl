// A stencil with a tile that has a halo on both sides, of which one side is not filled.
@group(0) @binding(0) var<storage, read> grid: array<u32>;
@group(0) @binding(1) var<storage, read_write> next: array<u32>;

var<workgroup> tile: array<u32, 66>;

fn cell(i: u32) -> u32 {
    return grid[min(i, arrayLength(&grid) - 1u)];
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    tile[lane + 1u] = cell(gid.x);
    if (lane == 0u) {
        tile[0] = cell(max(gid.x, 1u) - 1u);
        //+ tile[65] = cell(gid.x + 64u);
    }
    workgroupBarrier();
    if (gid.x < arrayLength(&next)) {
        next[gid.x] = tile[lane] + tile[lane + 1u] + tile[lane + 2u]; //~ unwritten-read
    }
}
