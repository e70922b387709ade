@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> merged: array<u32>;

fn intersect(diagonal: u32) -> u32 {
    let na = arrayLength(&a);
    let nb = arrayLength(&b);
    var lo = select(0u, diagonal - nb, diagonal > nb);
    var hi = min(diagonal, na);
    while lo < hi {
        let mid = (lo + hi) / 2u;
        if a[mid] <= b[diagonal - 1u - mid] { lo = mid + 1u; } else { hi = mid; }
    }
    return lo;
}

@compute @workgroup_size(4)
fn merge(@builtin(global_invocation_id) id: vec3<u32>) {
    let total = arrayLength(&merged);
    let begin = min(id.x * 8u, total);
    let end = min(begin + 8u, total);
    var i = intersect(begin);
    var j = begin - i;
    for (var k = begin; k < end; k++) {
        var take_a = false;
        if i < arrayLength(&a) {
            if j >= arrayLength(&b) { take_a = true; } else { take_a = a[i] <= b[j]; }
        }
        if take_a { merged[k] = a[i]; i++; } else { merged[k] = b[j]; j++; }
    }
}
