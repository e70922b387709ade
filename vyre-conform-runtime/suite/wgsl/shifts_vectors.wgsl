// https://www.w3.org/TR/WGSL/#bit-expr
// Every component has an amount of its own.
fn row(i: u32) {
    let x = given[2 * i];
    let n = given[2 * i + 1] + vec4<u32>(0u, 1u, 2u, 3u);
    let left = vec4<u32>(x) << n;
    let right = vec4<i32>(i32(x)) >> n;
    for (var k = 0u; k < 4u; k++) {
        found[8 * i + k] = left[k];
        found[8 * i + 4 + k] = u32(right[k]);
    }
}

//= 0x80000001 0 -> 0x80000001 2 4 8 0x80000001 0xc0000000 0xe0000000 0xf0000000
//= 0x80000001 30 -> 0x40000000 0x80000000 0x80000001 2 0xfffffffe 0xffffffff 0x80000001 0xc0000000
