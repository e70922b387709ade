struct Aabb { lo: vec3<f32>, hi: vec3<f32> }
struct Node { bounds: Aabb, left: u32, right: u32, parent: u32 }
@group(0) @binding(0) var<storage, read_write> nodes: array<Node>;
@group(0) @binding(1) var<storage, read_write> visits: array<atomic<u32>>;
@group(0) @binding(2) var<uniform> first_leaf: u32;

fn merge(a: Aabb, b: Aabb) -> Aabb { return Aabb(min(a.lo, b.lo), max(a.hi, b.hi)); }

@compute @workgroup_size(1)
fn refit(@builtin(workgroup_id) wg: vec3<u32>) {
    var node = first_leaf + wg.x;
    while (node != 0u) {
        node = nodes[node].parent;
        if (atomicAdd(&visits[node], 1u) == 0u) { return; }
        let l = nodes[node].left;
        let r = nodes[node].right;
        nodes[node].bounds = merge(nodes[l].bounds, nodes[r].bounds);
    }
}
