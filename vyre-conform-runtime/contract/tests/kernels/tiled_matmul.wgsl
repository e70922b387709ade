// C = A B with tiles in workgroup memory; A is m x k, B is k x n, row by row.
struct Shape { m: u32, n: u32, k: u32 }

@group(0) @binding(0) var<uniform> shape: Shape;
@group(0) @binding(1) var<storage, read> a: array<f32>;
@group(0) @binding(2) var<storage, read> b: array<f32>;
@group(0) @binding(3) var<storage, read_write> c: array<f32>;

const TILE: u32 = 8u;
var<workgroup> tile_a: array<array<f32, TILE>, TILE>;
var<workgroup> tile_b: array<array<f32, TILE>, TILE>;

@compute @workgroup_size(TILE, TILE)
fn matmul(@builtin(global_invocation_id) gid: vec3u, @builtin(local_invocation_id) lid: vec3u) {
    let cell = gid.yx;
    let row = cell.x;
    let col = cell.y;
    var acc = 0.0;
    let tiles = (shape.k + TILE - 1u) / TILE;
    for (var t = 0u; t < tiles; t = t + 1u) {
        let ka = t * TILE + lid.x;
        let kb = t * TILE + lid.y;
        var x = 0.0;
        if (row < shape.m && ka < shape.k) { x = a[row * shape.k + ka]; }
        tile_a[lid.y][lid.x] = x;
        var y = 0.0;
        if (kb < shape.k && col < shape.n) { y = b[kb * shape.n + col]; }
        tile_b[lid.y][lid.x] = y;
        workgroupBarrier();
        for (var i = 0u; i < TILE; i++) {
            acc = fma(tile_a[lid.y][i], tile_b[i][lid.x], acc);
        }
        workgroupBarrier();
    }
    if (row < shape.m && col < shape.n) { c[row * shape.n + col] = acc; }
}
