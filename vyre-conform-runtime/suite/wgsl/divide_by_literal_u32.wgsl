// https://www.w3.org/TR/WGSL/#arithmetic-expr
// Divisors that a compiler knows.
fn row(i: u32) {
    let x = given[i];
    found[4 * i] = x / 3u;
    found[4 * i + 1] = x / 7u;
    found[4 * i + 2] = x % 10u;
    found[4 * i + 3] = x / 0x80000001u;
}

//= 0 -> 0 0 0 0
//= 6 -> 2 0 6 0
//= 7 -> 2 1 7 0
//= 0x80000000 -> 715827882 306783378 8 0
//= 0x80000001 -> 715827883 306783378 9 1
//= 0xffffffff -> 0x55555555 613566756 5 1
