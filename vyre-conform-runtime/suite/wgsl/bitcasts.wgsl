// https://www.w3.org/TR/WGSL/#bitcast-builtin
// Bits as finite normal numbers, and back.
fn row(i: u32) {
    let a = bitcast<f32>(given[2 * i]);
    let b = bitcast<f32>(i32(given[2 * i + 1]));
    let v = bitcast<vec2<u32>>(vec2<f32>(b, a));
    found[5 * i] = bitcast<u32>(a + b);
    found[5 * i + 1] = u32(a < b);
    found[5 * i + 2] = u32(bitcast<i32>(-a));
    found[5 * i + 3] = v.x;
    found[5 * i + 4] = v.y;
}

//= 1.5f 2.25f -> 3.75f 1 -1.5f 2.25f 1.5f
//= -1.5f 1f -> -0.5f 1 1.5f 1f -1.5f
//= 16777216f -1f -> 16777215f 0 -16777216f -1f 16777216f
