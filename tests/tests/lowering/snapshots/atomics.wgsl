@group(0) @binding(0) var<storage, read_write> cells: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> before: array<u32>;

@compute @workgroup_size(1)
fn vyre_main() {
    let cells_length = arrayLength(&cells);
    let before_length = arrayLength(&before);
    let before_1 = atomicAdd(&cells[0u], 0x80000006u);
    before[0u] = before_1;
    var before_2 = 0u;
    if 1u < cells_length {
        before_2 = atomicOr(&cells[1u], 0x80000006u);
    }
    if 1u < before_length {
        before[1u] = before_2;
    }
    var before_3 = 0u;
    if 2u < cells_length {
        before_3 = atomicAnd(&cells[2u], 0x80000006u);
    }
    if 2u < before_length {
        before[2u] = before_3;
    }
    var before_4 = 0u;
    if 3u < cells_length {
        before_4 = atomicXor(&cells[3u], 0x80000006u);
    }
    if 3u < before_length {
        before[3u] = before_4;
    }
    var before_5 = 0u;
    if 4u < cells_length {
        before_5 = atomicMin(&cells[4u], 0x80000006u);
    }
    if 4u < before_length {
        before[4u] = before_5;
    }
    var before_6 = 0u;
    if 5u < cells_length {
        before_6 = atomicMax(&cells[5u], 0x80000006u);
    }
    if 5u < before_length {
        before[5u] = before_6;
    }
    var before_7 = 0u;
    if 6u < cells_length {
        before_7 = atomicExchange(&cells[6u], 0x80000006u);
    }
    if 6u < before_length {
        before[6u] = before_7;
    }
    var before_8 = 0u;
    if 7u < cells_length {
        loop {
            let attempt = atomicCompareExchangeWeak(&cells[7u], 12u, 40u);
            before_8 = attempt.old_value;
            if attempt.exchanged || before_8 != 12u {
                break;
            }
        }
    }
    var before_9 = 0u;
    if 8u < cells_length {
        loop {
            let attempt = atomicCompareExchangeWeak(&cells[8u], 12u, 40u);
            before_9 = attempt.old_value;
            if attempt.exchanged || before_9 != 12u {
                break;
            }
        }
    }
    if 7u < before_length {
        before[7u] = before_8;
    }
    if 8u < before_length {
        before[8u] = before_9 + select(0u, atomicLoad(&cells[min(7u, cells_length - 1u)]), 7u < cells_length);
    }
    if 9u < cells_length {
        atomicStore(&cells[9u], atomicLoad(&cells[0u]));
    }
}
