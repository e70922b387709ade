// https://www.w3.org/TR/WGSL/#select-builtin
// The first value is that of false; a vector has a condition for each component.
fn row(i: u32) {
    let a = given[2 * i];
    let b = given[2 * i + 1];
    let v = select(vec3<u32>(1u, 2u, 3u), vec3<u32>(a, b, 9u), vec3<bool>((a < b), (a > b), a == b));
    let w = select(vec2<i32>(-1, -2), vec2<i32>(5, 6), i32(a) < i32(b));
    found[6 * i] = select(a, b, a < b);
    found[6 * i + 1] = v.x;
    found[6 * i + 2] = v.y;
    found[6 * i + 3] = v.z;
    found[6 * i + 4] = u32(w.x);
    found[6 * i + 5] = u32(w.y);
}

//= 4 7 -> 7 4 2 3 5 6
//= 7 4 -> 7 1 4 3 -1 -2
//= 7 7 -> 7 1 2 9 -1 -2
//= 0xffffffff 0 -> 0xffffffff 1 0 3 5 6
