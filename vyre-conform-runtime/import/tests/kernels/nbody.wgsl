struct Body { position: vec4<f32>, velocity: vec4<f32> }
@group(0) @binding(0) var<storage, read> before: array<Body>;
@group(0) @binding(1) var<storage, read_write> after: array<Body>;
var<workgroup> tile: array<vec4<f32>, 4>;
const SOFTENING = 0.01;
const DT = 0.125;

@compute @workgroup_size(4)
fn advance(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) t: u32) {
    let n = arrayLength(&before);
    let me = before[min(id.x, n - 1u)];
    var acc = vec3<f32>(0.0);
    for (var start = 0u; start < n; start += 4u) {
        tile[t] = before[min(start + t, n - 1u)].position;
        workgroupBarrier();
        for (var k = 0u; k < 4u && start + k < n; k++) {
            let r = tile[k].xyz - me.position.xyz;
            let d2 = dot(r, r) + SOFTENING;
            acc += r * (tile[k].w / (d2 * sqrt(d2)));
        }
        workgroupBarrier();
    }
    if id.x < n {
        let v = me.velocity.xyz + acc * DT;
        after[id.x] = Body(vec4<f32>(me.position.xyz + v * DT, me.position.w), vec4<f32>(v, 0.0));
    }
}
