@group(0) @binding(0) var<storage, read_write> cells: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> before: array<u32>;

@compute @workgroup_size(1)
fn vyre_main() {
    let before_1 = atomicAdd(&cells[0u], 0x80000006u);
    before[0u] = before_1;
    var before_2 = 0u;
    if 1u < arrayLength(&cells) {
        before_2 = atomicOr(&cells[1u], 0x80000006u);
    }
    if 1u < arrayLength(&before) {
        before[1u] = before_2;
    }
    var before_3 = 0u;
    if 2u < arrayLength(&cells) {
        before_3 = atomicAnd(&cells[2u], 0x80000006u);
    }
    if 2u < arrayLength(&before) {
        before[2u] = before_3;
    }
    var before_4 = 0u;
    if 3u < arrayLength(&cells) {
        before_4 = atomicXor(&cells[3u], 0x80000006u);
    }
    if 3u < arrayLength(&before) {
        before[3u] = before_4;
    }
    var before_5 = 0u;
    if 4u < arrayLength(&cells) {
        before_5 = atomicMin(&cells[4u], 0x80000006u);
    }
    if 4u < arrayLength(&before) {
        before[4u] = before_5;
    }
    var before_6 = 0u;
    if 5u < arrayLength(&cells) {
        before_6 = atomicMax(&cells[5u], 0x80000006u);
    }
    if 5u < arrayLength(&before) {
        before[5u] = before_6;
    }
    var before_7 = 0u;
    if 6u < arrayLength(&cells) {
        before_7 = atomicExchange(&cells[6u], 0x80000006u);
    }
    if 6u < arrayLength(&before) {
        before[6u] = before_7;
    }
    var before_8 = 0u;
    if 7u < arrayLength(&cells) {
        loop {
            let attempt = atomicCompareExchangeWeak(&cells[7u], 12u, 40u);
            before_8 = attempt.old_value;
            if attempt.exchanged || before_8 != 12u {
                break;
            }
        }
    }
    var before_9 = 0u;
    if 8u < arrayLength(&cells) {
        loop {
            let attempt = atomicCompareExchangeWeak(&cells[8u], 12u, 40u);
            before_9 = attempt.old_value;
            if attempt.exchanged || before_9 != 12u {
                break;
            }
        }
    }
    if 7u < arrayLength(&before) {
        before[7u] = before_8;
    }
    if 8u < arrayLength(&before) {
        before[8u] = before_9 + select(0u, atomicLoad(&cells[min(7u, arrayLength(&cells) - 1u)]), 7u < arrayLength(&cells));
    }
    if 9u < arrayLength(&cells) {
        atomicStore(&cells[9u], atomicLoad(&cells[0u]));
    }
}
