@group(0) @binding(0) var<storage, read> edges: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> parent: array<atomic<u32>>;

fn find_root(start: u32) -> u32 {
    var x = start;
    loop {
        let p = atomicLoad(&parent[x]);
        if p == x { break; }
        x = p;
    }
    return x;
}

@compute @workgroup_size(8)
fn link(@builtin(global_invocation_id) gid: vec3u) {
    if gid.x >= arrayLength(&edges) { return; }
    var a = edges[gid.x].x;
    var b = edges[gid.x].y;
    while true {
        a = find_root(a);
        b = find_root(b);
        if a == b { return; }
        let hi = max(a, b);
        let lo = min(a, b);
        let r = atomicCompareExchangeWeak(&parent[hi], hi, lo);
        if r.exchanged { return; }
    }
}

@compute @workgroup_size(8)
fn flatten(@builtin(global_invocation_id) gid: vec3u) {
    if gid.x < arrayLength(&parent) {
        let root = find_root(gid.x);
        atomicStore(&parent[gid.x], root);
    }
}
