@group(0) @binding(0) var<storage, read> indices: array<u32>;
@group(0) @binding(1) var<storage, read> source: array<i32>;
@group(0) @binding(2) var<storage, read_write> to: array<i32>;
@group(0) @binding(3) var<storage, read_write> cells: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> seen: array<u32>;

@compute @workgroup_size(1)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let i = invocation_id.x;
    let at = select(0u, indices[min(i, arrayLength(&indices) - 1u)], i < arrayLength(&indices));
    if at < arrayLength(&to) {
        to[at] = select(0i, source[min(at, arrayLength(&source) - 1u)], at < arrayLength(&source)) + 100i;
    }
    var before = 0u;
    if at < arrayLength(&cells) {
        before = atomicAdd(&cells[at], 5u);
    }
    if i < arrayLength(&seen) {
        seen[i] = before;
    }
    var before_1 = 0u;
    if at < arrayLength(&cells) {
        loop {
            let attempt = atomicCompareExchangeWeak(&cells[at], 5u, 9u);
            before_1 = attempt.old_value;
            if attempt.exchanged || before_1 != 5u {
                break;
            }
        }
    }
    let index = i + 6u;
    if index < arrayLength(&seen) {
        seen[index] = before_1;
    }
}
