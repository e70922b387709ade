struct Pair { flag: u32, sum: i32 }
@group(0) @binding(0) var<storage, read> heads: array<u32>;
@group(0) @binding(1) var<storage, read_write> data: array<i32>;
var<workgroup> pairs: array<Pair, 32>;

fn combine(a: Pair, b: Pair) -> Pair {
    return Pair(a.flag | b.flag, select(a.sum + b.sum, b.sum, b.flag != 0u));
}

@compute @workgroup_size(32)
fn segmented(@builtin(local_invocation_id) l: vec3<u32>) {
    pairs[l.x] = Pair(heads[l.x], data[l.x]);
    workgroupBarrier();
    for (var d = 1u; d < 32u; d *= 2u) {
        var p = pairs[l.x];
        if l.x >= d { p = combine(pairs[l.x - d], p); }
        workgroupBarrier();
        pairs[l.x] = p;
        workgroupBarrier();
    }
    data[l.x] = pairs[l.x].sum;
}
