// https://www.w3.org/TR/WGSL/#switch-statement
// The default is in the middle, clauses have several selectors, and no clause continues with the next.
fn row(i: u32) {
    var r = 1u;
    switch i32(given[i]) {
        case -1 { r = 10u; }
        default { r += 20u; }
        case 3, 5, { r = 30u; }
        case 0x7fffffff: { r = 40u; }
        case -2147483648 { r *= 50u; }
    }
    found[i] = r;
}

//= -1 -> 10
//= 0 -> 21
//= 3 -> 30
//= 4 -> 21
//= 5 -> 30
//= 0x7fffffff -> 40
//= 0x80000000 -> 50
