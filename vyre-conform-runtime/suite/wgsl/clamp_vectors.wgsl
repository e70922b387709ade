// https://www.w3.org/TR/WGSL/#clamp
fn row(i: u32) {
    let at = 3 * i;
    let v = vec3<i32>(i32(given[at]), i32(given[at + 1]), i32(given[at + 2]));
    let r = clamp(v, vec3<i32>(-1, 5, v.x), vec3<i32>(1, -5, 3));
    found[at] = u32(r.x);
    found[at + 1] = u32(r.y);
    found[at + 2] = u32(r.z);
}

//= 0 0 0 -> 0 -5 0
//= -9 9 -100 -> -1 -5 -9
//= 9 -9 -100 -> 1 -5 3
