struct Ray { origin: vec3<f32>, dir: vec3<f32> }
struct Sphere { center: vec3<f32>, radius: f32 }
struct Hit { t: f32, id: i32 }
@group(0) @binding(0) var<storage, read> spheres: array<Sphere>;
@group(0) @binding(1) var<storage, read_write> hits: array<Hit>;
@group(0) @binding(2) var<uniform> camera: mat4x4<f32>;

fn intersect(ray: Ray, s: Sphere) -> f32 {
    let oc = ray.origin - s.center;
    let b = dot(oc, ray.dir);
    let c = dot(oc, oc) - s.radius * s.radius;
    let disc = b * b - c;
    if disc < 0.0 { return -1.0; }
    let root = sqrt(disc);
    let near = -b - root;
    if near > 0.0 { return near; }
    let far = -b + root;
    if far > 0.0 { return far; }
    return -1.0;
}

fn trace(ray: Ray) -> Hit {
    var hit = Hit(1e30, -1);
    for (var i = 0u; i < arrayLength(&spheres); i++) {
        let t = intersect(ray, spheres[i]);
        if t > 0.0 && t < hit.t { hit = Hit(t, i32(i)); }
    }
    return hit;
}

@compute @workgroup_size(4, 4)
fn render(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) n: vec3<u32>) {
    let size = vec2<f32>(n.xy * 4u);
    let ndc = (vec2<f32>(id.xy) + 0.5) / size * 2.0 - 1.0;
    let dir = camera * vec4<f32>(ndc, -1.0, 0.0);
    let ray = Ray(camera[3].xyz, normalize(dir.xyz));
    hits[id.y * n.x * 4u + id.x] = trace(ray);
}
