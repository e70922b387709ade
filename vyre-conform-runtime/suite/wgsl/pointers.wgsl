// https://www.w3.org/TR/WGSL/#ref-ptr-types
// Parameters that are pointers; a pointer to an element keeps the index that it was made with.
var<private> all: u32;
fn add(to: ptr<function, u32>, n: u32) -> u32 {
    *to += n;
    return *to * 2u;
}
fn mark(what: ptr<private, u32>) {
    *what |= 8u;
}
fn row(i: u32) {
    var k = given[i];
    var a = array<u32, 4>(1u, 2u, 3u, 4u);
    let p = &a[k];
    k = 3u - k;
    *p += 10u;
    var n = 5u;
    let twice = add(&n, a[k]);
    all = given[i];
    mark(&all);
    found[4 * i] = a[3u - k];
    found[4 * i + 1] = n;
    found[4 * i + 2] = twice;
    found[4 * i + 3] = all;
}

//= 0 -> 11 9 18 8
//= 2 -> 13 7 14 10
//= 3 -> 14 6 12 11
