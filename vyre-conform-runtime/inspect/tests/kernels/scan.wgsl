// An inclusive scan of each block, after Hillis and Steele.
struct Params { n: u32 }

@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn scan(@builtin(global_invocation_id) gid: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    var value = 0u;
    if (gid.x < params.n) {
        value = input[gid.x];
    }
    tile[lane] = value;
    workgroupBarrier();
    for (var offset = 1u; offset < 64u; offset = offset * 2u) {
        var add = 0u;
        if (lane >= offset) {
            add = tile[lane - offset]; //~ data-race
        }
        //+ workgroupBarrier();
        tile[lane] = tile[lane] + add;
        workgroupBarrier();
    }
    if (gid.x < params.n) {
        output[gid.x] = tile[lane];
    }
}
