@group(0) @binding(0) var<storage, read> keys: array<u32>;
@group(0) @binding(1) var<storage, read> queries: array<u32>;
@group(0) @binding(2) var<storage, read_write> found: array<u32>;

@compute @workgroup_size(1)
fn one_by_one(@builtin(global_invocation_id) gid: vec3u) {
    var answer = 0u;
    for (var i = 0u; i < arrayLength(&keys); i++) {
        if (keys[i] == queries[gid.x]) { answer = 1u; }
    }
    found[gid.x] = answer;
}
