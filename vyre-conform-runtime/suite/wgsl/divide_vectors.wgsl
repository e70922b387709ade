// https://www.w3.org/TR/WGSL/#arithmetic-expr
// Components without a quotient stand beside others; a scalar divides every component.
fn row(i: u32) {
    let at = 5 * i;
    let a = vec4<i32>(i32(given[at]), i32(given[at + 1]), -7, 5);
    let b = vec4<i32>(i32(given[at + 2]), i32(given[at + 3]), 2, -1);
    let q = a / b;
    let r = a % b;
    let s = vec2<u32>(given[at], given[at + 1]) / given[at + 4];
    for (var k = 0u; k < 4u; k++) {
        found[10 * i + k] = u32(q[k]);
        found[10 * i + 4 + k] = u32(r[k]);
    }
    found[10 * i + 8] = s.x;
    found[10 * i + 9] = s.y;
}

//= 7 0x80000000 0 -1 2 -> 7 0x80000000 -3 -5 0 0 -1 0 3 0x40000000
//= 9 100 -4 7 0 -> -2 14 -3 -5 1 2 -1 0 9 100
