enable subgroups;

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> sums: array<u32>;

// A subgroup has at least four lanes.
var<workgroup> partials: array<u32, 64>;

@compute @workgroup_size(256)
fn reduce(
    @builtin(global_invocation_id) gid: vec3<u32>,
    @builtin(workgroup_id) wid: vec3<u32>,
    @builtin(local_invocation_index) lid: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_id) subgroup: u32,
    @builtin(subgroup_size) lanes: u32,
    @builtin(num_subgroups) subgroups: u32,
) {
    var value = 0u;
    if gid.x < arrayLength(&input) {
        value = input[gid.x];
    }
    let partial = subgroupAdd(value);
    if lane == 0u {
        partials[subgroup] = partial;
    }
    workgroupBarrier();
    var sum = 0u;
    for (var first = 0u; first < subgroups; first += lanes) {
        var other = 0u;
        if first + lane < subgroups {
            other = partials[first + lane];
        }
        sum += subgroupAdd(other);
    }
    if lid == 0u {
        sums[wid.x] = sum;
    }
}
