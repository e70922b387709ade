struct Best { value: f32, index: u32 }
@group(0) @binding(0) var<storage, read> scores: array<f32>;
@group(0) @binding(1) var<storage, read_write> best: Best;
var<workgroup> candidates: array<Best, 16>;

fn better(a: Best, b: Best) -> Best {
    if b.value > a.value { return b; }
    if b.value == a.value && b.index < a.index { return b; }
    return a;
}

@compute @workgroup_size(16)
fn argmax(@builtin(local_invocation_index) t: u32) {
    var mine = Best(bitcast<f32>(0xff800000u), 0xffffffffu);
    for (var i = t; i < arrayLength(&scores); i += 16u) { mine = better(mine, Best(scores[i], i)); }
    candidates[t] = mine;
    workgroupBarrier();
    for (var s = 8u; s > 0u; s /= 2u) {
        if t < s { candidates[t] = better(candidates[t], candidates[t + s]); }
        workgroupBarrier();
    }
    if t == 0u { best = candidates[0]; }
}
