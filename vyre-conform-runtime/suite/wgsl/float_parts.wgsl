// https://www.w3.org/TR/WGSL/#frexp-builtin
// Numbers whose parts are exact.
fn row(i: u32) {
    let x = bitcast<f32>(given[i]);
    let f = frexp(x);
    let m = modf(x);
    found[5 * i] = bitcast<u32>(f.fract);
    found[5 * i + 1] = u32(f.exp);
    found[5 * i + 2] = bitcast<u32>(m.fract);
    found[5 * i + 3] = bitcast<u32>(m.whole);
    found[5 * i + 4] = bitcast<u32>(ldexp(f.fract, f.exp + 3));
}

//= 12.5f -> 0.78125f 4 0.5f 12f 100f
//= 0.75f -> 0.75f 0 0.75f 0f 6f
//= -2.25f -> -0.5625f 2 -0.25f -2f -18f
