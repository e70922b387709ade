// A sum of three neighbours, whose inner variable hides the outer one.
//~~ zero-output
@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    let count = arrayLength(&source);
    if (gid.x >= count) { return; }
    var sum = 0u;
    for (var k = 0u; k < 3u; k++) {
        var sum = sum + source[(gid.x + k) % count]; //-
        //+ sum = sum + source[(gid.x + k) % count];
    }
    result[gid.x] = sum;
}
