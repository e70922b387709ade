@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> to: array<u32>;

fn load_source(index: u32) -> u32 {
    return select(0u, source[min(index, arrayLength(&source) - 1u)], index < arrayLength(&source));
}

@compute @workgroup_size(8)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let i = invocation_id.x;
    if i < arrayLength(&to) {
        to[i] = load_source(i - 1u) + load_source(i) + load_source(i + 1u);
    }
}
