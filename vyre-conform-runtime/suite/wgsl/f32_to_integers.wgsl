// https://www.w3.org/TR/WGSL/#floating-point-conversion
// Fractions are cut; a number beyond the range becomes the nearest that both types have.
fn row(i: u32) {
    let x = bitcast<f32>(given[i]);
    found[2 * i] = u32(x);
    found[2 * i + 1] = u32(i32(x));
}

//= 0f -> 0 0
//= 0.99f -> 0 0
//= 1.5f -> 1 1
//= -0.5f -> 0 0
//= -1.5f -> 0 -1
//= 2147483520f -> 2147483520 2147483520
//= 2147483648f -> 2147483648 2147483520
//= 3e9f -> 3000000000 2147483520
//= 4294967040f -> 4294967040 2147483520
//= 4294967296f -> 4294967040 2147483520
//= 1e20f -> 4294967040 2147483520
//= -2147483648f -> 0 0x80000000
//= -1e20f -> 0 0x80000000
