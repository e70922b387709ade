// https://www.w3.org/TR/WGSL/#vector-access-expr
// Stores to components, by names and by an index; what is read is in another order.
fn row(i: u32) {
    var v = vec4<u32>(1u, 2u, 3u, 4u);
    v[given[2 * i]] = given[2 * i + 1];
    v.y += 10u;
    let w = v.wzyx;
    for (var k = 0u; k < 4u; k++) {
        found[4 * i + k] = w[k];
    }
}

//= 0 9 -> 4 3 12 9
//= 1 9 -> 4 3 19 1
//= 2 9 -> 4 9 12 1
//= 3 9 -> 9 3 12 1
