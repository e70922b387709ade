// https://www.w3.org/TR/WGSL/#round-builtin
// Halves are rounded to an even number.
fn row(i: u32) {
    let x = bitcast<f32>(given[i]);
    found[4 * i] = u32(i32(round(x)));
    found[4 * i + 1] = u32(i32(floor(x)));
    found[4 * i + 2] = u32(i32(ceil(x)));
    found[4 * i + 3] = u32(i32(trunc(x)));
}

//= 0.5f -> 0 0 1 0
//= 1.5f -> 2 1 2 1
//= 2.5f -> 2 2 3 2
//= -0.5f -> 0 -1 0 0
//= -1.5f -> -2 -2 -1 -1
//= -2.5f -> -2 -3 -2 -2
//= 8388607.5f -> 8388608 8388607 8388608 8388607
//= -7f -> -7 -7 -7 -7
