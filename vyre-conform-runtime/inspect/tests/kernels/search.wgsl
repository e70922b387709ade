// Lower bounds by bisection, which stops moving when two elements are left.
@group(0) @binding(0) var<storage, read> sorted: array<u32>;
@group(0) @binding(1) var<storage, read> wanted: array<u32>;
@group(0) @binding(2) var<storage, read_write> places: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3<u32>) {
    if (gid.x >= arrayLength(&wanted)) { return; }
    var low = 0u;
    var high = arrayLength(&sorted);
    while (low < high) { //~ endless-loop
        let middle = (low + high) / 2u;
        if (sorted[middle] < wanted[gid.x] + 1u) {
            low = middle; //-
            //+ low = middle + 1u;
        } else {
            high = middle;
        }
    }
    places[gid.x] = low;
}
