// https://www.w3.org/TR/WGSL/#struct-access-expr
// Structures in structures are assigned, passed and returned as copies.
struct Inner {
    a: u32,
    v: vec2<i32>,
}
struct Outer {
    inner: array<Inner, 2>,
    last: u32,
}
fn changed(o: Outer, k: u32) -> Outer {
    var r = o;
    r.inner[k].v.y = -7;
    r.last += r.inner[1u - k].a;
    return r;
}
fn row(i: u32) {
    let k = given[i];
    var o = Outer(array<Inner, 2>(Inner(1u, vec2<i32>(2, 3)), Inner(4u, vec2<i32>(5, 6))), 100u);
    let r = changed(o, k);
    o.inner[k] = r.inner[1u - k];
    found[5 * i] = u32(r.inner[k].v.y);
    found[5 * i + 1] = r.last;
    found[5 * i + 2] = o.inner[k].a;
    found[5 * i + 3] = u32(o.inner[1u - k].v.y);
    found[5 * i + 4] = o.last;
}

//= 0 -> -7 104 4 6 100
//= 1 -> -7 101 1 3 100
