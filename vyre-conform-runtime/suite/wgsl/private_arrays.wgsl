// https://www.w3.org/TR/WGSL/#var-decls
// Every invocation has its own module-scope variables, with their initial values.
var<private> table = array<u32, 5>(3u, 1u, 4u, 1u, 5u);
var<private> zeros: array<vec2<i32>, 3>;
fn change(k: u32, by: u32) {
    table[k] += by;
    zeros[k % 3u].y -= i32(by);
}
fn row(i: u32) {
    let k = given[2 * i];
    change(k, given[2 * i + 1]);
    var sum = 0u;
    for (var n = 0u; n < 5u; n++) {
        sum = sum * 10u + table[n];
    }
    found[3 * i] = sum;
    found[3 * i + 1] = u32(zeros[k % 3u].x + zeros[k % 3u].y);
    found[3 * i + 2] = u32(zeros[(k + 1u) % 3u].y);
}

//= 0 1 -> 41415 -1 0
//= 1 2 -> 33415 -2 0
//= 2 3 -> 31715 -3 0
//= 3 4 -> 31455 -4 0
//= 4 0 -> 31415 0 0
