// The sum of an array: grid-stride loop, tree in workgroup memory, one partial sum a workgroup, then one workgroup.
@group(0) @binding(0) var<storage, read> data: array<f32>;
@group(0) @binding(1) var<storage, read_write> partials: array<f32>;
@group(0) @binding(2) var<storage, read_write> total: array<f32>;

override BLOCK_SIZE: u32 = 64u;
const MAX_BLOCK = 128u;
var<workgroup> tree: array<f32, MAX_BLOCK>;

fn fold(lane: u32, mine: f32) -> f32 {
    tree[lane] = mine;
    workgroupBarrier();
    var half = BLOCK_SIZE / 2u;
    while (half > 0u) {
        if (lane < half) { tree[lane] += tree[lane + half]; }
        workgroupBarrier();
        half = half / 2u;
    }
    return tree[0];
}

@compute @workgroup_size(BLOCK_SIZE)
fn reduce(@builtin(global_invocation_id) gid: vec3u, @builtin(local_invocation_index) lane: u32,
          @builtin(workgroup_id) wid: vec3u, @builtin(num_workgroups) groups: vec3u) {
    var mine = 0.0;
    let stride = groups.x * BLOCK_SIZE;
    for (var i = gid.x; i < arrayLength(&data); i += stride) { mine += data[i]; }
    let sum = fold(lane, mine);
    if (lane == 0u) { partials[wid.x] = sum; }
}

@compute @workgroup_size(BLOCK_SIZE)
fn finish(@builtin(local_invocation_index) lane: u32) {
    var mine = 0.0;
    for (var i = lane; i < arrayLength(&partials); i += BLOCK_SIZE) { mine += partials[i]; }
    let sum = fold(lane, mine);
    if (lane == 0u) { total[0] = sum; }
}
