// https://www.w3.org/TR/WGSL/#dot-builtin
// Products and sums of integers wrap.
fn row(i: u32) {
    let at = 6 * i;
    let a = vec3<u32>(given[at], given[at + 1], given[at + 2]);
    let b = vec3<u32>(given[at + 3], given[at + 4], given[at + 5]);
    found[3 * i] = u32(dot(vec3<i32>(a), vec3<i32>(b)));
    found[3 * i + 1] = dot(a, b);
    found[3 * i + 2] = dot(a.xy, b.yz);
}

//= 1 2 3 4 5 6 -> 32 32 17
//= -1 2 -3 4 5 6 -> -12 -12 7
//= 0x10000 0x10000 1 0x10000 1 7 -> 0x10007 0x10007 0x80000
