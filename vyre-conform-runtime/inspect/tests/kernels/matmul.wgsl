// A product of square matrices, a tile at a time, for sides that are not multiples of the tile.
struct Size { width: u32 }

@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read> b: array<f32>;
@group(0) @binding(2) var<storage, read_write> c: array<f32>;
@group(0) @binding(3) var<uniform> size: Size;

const SIDE = 8u;
var<workgroup> tile_a: array<array<f32, SIDE>, SIDE>;
var<workgroup> tile_b: array<array<f32, SIDE>, SIDE>;

@compute @workgroup_size(SIDE, SIDE)
fn matmul(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_id) lid: vec3<u32>) {
    let n = size.width;
    var sum = 0.0;
    for (var t = 0u; t < n; t += SIDE) {
        let column = t + lid.x;
        let row = t + lid.y;
        tile_a[lid.y][lid.x] = a[gid.y * n + column]; //~ out-of-bounds-read //-
        tile_b[lid.y][lid.x] = b[row * n + gid.x]; //~ out-of-bounds-read //-
        //+ var left = 0.0;
        //+ if (gid.y < n && column < n) { left = a[gid.y * n + column]; }
        //+ var right = 0.0;
        //+ if (row < n && gid.x < n) { right = b[row * n + gid.x]; }
        //+ tile_a[lid.y][lid.x] = left;
        //+ tile_b[lid.y][lid.x] = right;
        workgroupBarrier();
        for (var k = 0u; k < SIDE; k++) {
            sum += tile_a[lid.y][k] * tile_b[k][lid.x];
        }
        workgroupBarrier();
    }
    if (gid.x < n && gid.y < n) {
        c[gid.y * n + gid.x] = sum;
    }
}
