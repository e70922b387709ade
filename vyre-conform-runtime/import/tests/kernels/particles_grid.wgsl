struct Particle { pos: vec3<f32>, mass: f32, vel: vec3<f32>, cell: u32 }
struct Sim { dt: f32, cell_size: f32, grid: vec3<u32>, count: u32 }
@group(0) @binding(0) var<uniform> sim: Sim;
@group(0) @binding(1) var<storage, read_write> particles: array<Particle>;
@group(0) @binding(2) var<storage, read_write> cell_counts: array<atomic<u32>>;

fn cell_of(p: vec3<f32>) -> u32 {
    let c = vec3<u32>(clamp(floor(p / sim.cell_size), vec3<f32>(0.0), vec3<f32>(sim.grid - 1u)));
    return c.x + sim.grid.x * (c.y + sim.grid.y * c.z);
}

@compute @workgroup_size(8)
fn integrate(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x >= sim.count) { return; }
    var p = particles[id.x];
    p.vel += vec3<f32>(0.0, -9.5, 0.0) * sim.dt;
    p.pos += p.vel * sim.dt;
    let box = vec3<f32>(sim.grid) * sim.cell_size;
    for (var axis = 0; axis < 3; axis++) {
        if (p.pos[axis] < 0.0) { p.pos[axis] = -p.pos[axis]; p.vel[axis] *= -0.5; }
        if (p.pos[axis] > box[axis]) { p.pos[axis] = 2.0 * box[axis] - p.pos[axis]; p.vel[axis] *= -0.5; }
    }
    p.cell = cell_of(p.pos);
    particles[id.x] = p;
    atomicAdd(&cell_counts[p.cell], 1u);
}
