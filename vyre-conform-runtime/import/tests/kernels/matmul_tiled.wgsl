struct Dims { M: u32, N: u32, K: u32, _pad: u32 }
@group(0) @binding(0) var<storage, read> A: array<f32>;
@group(0) @binding(1) var<storage, read> B: array<f32>;
@group(0) @binding(2) var<storage, read_write> C: array<f32>;
@group(0) @binding(3) var<uniform> dims: Dims;

const T = 4u;
var<workgroup> As: array<array<f32, T>, T>;
var<workgroup> Bs: array<array<f32, T>, T>;

@compute @workgroup_size(T, T)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_id) l: vec3<u32>) {
    let row = id.y;
    let col = id.x;
    var sum: f32 = 0.0;
    let tiles = (dims.K + T - 1u) / T;
    for (var t = 0u; t < tiles; t++) {
        let ka = t * T + l.x;
        let kb = t * T + l.y;
        if (row < dims.M && ka < dims.K) { As[l.y][l.x] = A[row * dims.K + ka]; } else { As[l.y][l.x] = 0.0; }
        if (kb < dims.K && col < dims.N) { Bs[l.y][l.x] = B[kb * dims.N + col]; } else { Bs[l.y][l.x] = 0.0; }
        workgroupBarrier();
        for (var k = 0u; k < T; k++) {
            sum += As[l.y][k] * Bs[k][l.x];
        }
        workgroupBarrier();
    }
    if (row < dims.M && col < dims.N) {
        C[row * dims.N + col] = sum;
    }
}
