// Pairs of particles that push one another; the pairs overlap.
struct Particle {
    position: vec3<f32>,
    mass: f32,
    velocity: vec3<f32>,
    kind: u32,
}

@group(0) @binding(0) var<storage, read_write> particles: array<Particle>;

fn push(kind: u32) -> f32 {
    switch kind {
        case 0u: { return 0.5; }
        case 1u, 2u: { return 0.25; }
        default: { return 0.125; }
    }
}

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let i = gid.x; //-
    //+ let i = gid.x * 2u;
    let j = i + 1u;
    if (j >= arrayLength(&particles)) { return; }
    let change = push(particles[i].kind) * (particles[j].position - particles[i].position);
    particles[i].velocity += change; //~ data-race
    particles[j].velocity -= change;
}
