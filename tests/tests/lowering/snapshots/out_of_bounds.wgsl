@group(0) @binding(0) var<storage, read> indices: array<u32>;
@group(0) @binding(1) var<storage, read> source: array<i32>;
@group(0) @binding(2) var<storage, read_write> to: array<i32>;
@group(0) @binding(3) var<storage, read_write> cells: array<atomic<u32>>;
@group(0) @binding(4) var<storage, read_write> seen: array<u32>;

@compute @workgroup_size(1)
fn vyre_main(
    @builtin(global_invocation_id) invocation_id: vec3<u32>,
) {
    let indices_length = arrayLength(&indices);
    let source_length = arrayLength(&source);
    let cells_length = arrayLength(&cells);
    let seen_length = arrayLength(&seen);
    let i = invocation_id.x;
    let at = select(0u, indices[min(i, indices_length - 1u)], i < indices_length);
    if at < arrayLength(&to) {
        to[at] = select(0i, source[min(at, source_length - 1u)], at < source_length) + 100i;
    }
    var before = 0u;
    if at < cells_length {
        before = atomicAdd(&cells[at], 5u);
    }
    if i < seen_length {
        seen[i] = before;
    }
    var before_1 = 0u;
    if at < cells_length {
        loop {
            let attempt = atomicCompareExchangeWeak(&cells[at], 5u, 9u);
            before_1 = attempt.old_value;
            if attempt.exchanged || before_1 != 5u {
                break;
            }
        }
    }
    let index = i + 6u;
    if index < seen_length {
        seen[index] = before_1;
    }
}
