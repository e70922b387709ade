// https://www.w3.org/TR/WGSL/#bool-builtin
fn row(i: u32) {
    let x = given[i];
    let b = bool(x);
    let v = vec3<bool>(vec3<i32>(i32(x), 0, -1));
    found[5 * i] = u32(b);
    found[5 * i + 1] = u32(i32(!b));
    found[5 * i + 2] = bitcast<u32>(f32(b));
    found[5 * i + 3] = u32(bool(f32(i32(x))));
    found[5 * i + 4] = u32(v.x) + 2u * u32(v.y) + 4u * u32(v.z);
}

//= 0 -> 0 1 0f 0 4
//= 1 -> 1 0 1f 1 5
//= 2 -> 1 0 1f 1 5
//= 0x80000000 -> 1 0 1f 1 5
