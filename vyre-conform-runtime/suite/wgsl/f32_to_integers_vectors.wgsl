// https://www.w3.org/TR/WGSL/#floating-point-conversion
fn row(i: u32) {
    let v = bitcast<vec2<f32>>(vec2<u32>(given[2 * i], given[2 * i + 1]));
    let u = vec2<u32>(v);
    let s = vec2<i32>(v);
    found[4 * i] = u.x;
    found[4 * i + 1] = u.y;
    found[4 * i + 2] = u32(s.x);
    found[4 * i + 3] = u32(s.y);
}

//= -7.75f 1e20f -> 0 4294967040 -7 2147483520
//= 123.5f -1e20f -> 123 0 123 0x80000000
