// https://www.w3.org/TR/WGSL/#var-decls
// A declaration without a value is zero each time it runs, in a loop in each turn.
fn row(i: u32) {
    let n = given[i];
    var r = 0u;
    for (var k = 0u; k < n; k++) {
        var t: u32;
        var a: array<u32, 2>;
        t += k + 1u;
        a[1] += 1u;
        r += 100u * t + a[1];
    }
    found[i] = r;
}

//= 0 -> 0
//= 1 -> 101
//= 2 -> 302
//= 3 -> 603
