@group(0) @binding(0) var<storage, read_write> b_cells: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> b_before: array<u32>;

@compute @workgroup_size(1)
fn vyre_main() {
    let b_cells_length = arrayLength(&b_cells);
    let b_before_length = arrayLength(&b_before);
    let v_before = atomicAdd(&b_cells[0u], 0x80000006u);
    b_before[0u] = v_before;
    var v_before_1 = 0u;
    if 1u < b_cells_length {
        v_before_1 = atomicOr(&b_cells[1u], 0x80000006u);
    }
    if 1u < b_before_length {
        b_before[1u] = v_before_1;
    }
    var v_before_2 = 0u;
    if 2u < b_cells_length {
        v_before_2 = atomicAnd(&b_cells[2u], 0x80000006u);
    }
    if 2u < b_before_length {
        b_before[2u] = v_before_2;
    }
    var v_before_3 = 0u;
    if 3u < b_cells_length {
        v_before_3 = atomicXor(&b_cells[3u], 0x80000006u);
    }
    if 3u < b_before_length {
        b_before[3u] = v_before_3;
    }
    var v_before_4 = 0u;
    if 4u < b_cells_length {
        v_before_4 = atomicMin(&b_cells[4u], 0x80000006u);
    }
    if 4u < b_before_length {
        b_before[4u] = v_before_4;
    }
    var v_before_5 = 0u;
    if 5u < b_cells_length {
        v_before_5 = atomicMax(&b_cells[5u], 0x80000006u);
    }
    if 5u < b_before_length {
        b_before[5u] = v_before_5;
    }
    var v_before_6 = 0u;
    if 6u < b_cells_length {
        v_before_6 = atomicExchange(&b_cells[6u], 0x80000006u);
    }
    if 6u < b_before_length {
        b_before[6u] = v_before_6;
    }
    var v_before_7 = 0u;
    if 7u < b_cells_length {
        loop {
            let attempt = atomicCompareExchangeWeak(&b_cells[7u], 12u, 40u);
            v_before_7 = attempt.old_value;
            if attempt.exchanged || v_before_7 != 12u {
                break;
            }
        }
    }
    var v_before_8 = 0u;
    if 8u < b_cells_length {
        loop {
            let attempt = atomicCompareExchangeWeak(&b_cells[8u], 12u, 40u);
            v_before_8 = attempt.old_value;
            if attempt.exchanged || v_before_8 != 12u {
                break;
            }
        }
    }
    if 7u < b_before_length {
        b_before[7u] = v_before_7;
    }
    if 8u < b_before_length {
        b_before[8u] = v_before_8 + select(0u, atomicLoad(&b_cells[min(7u, b_cells_length - 1u)]), 7u < b_cells_length);
    }
    if 9u < b_cells_length {
        atomicStore(&b_cells[9u], atomicLoad(&b_cells[0u]));
    }
}
