// https://www.w3.org/TR/WGSL/#array-access-expr
// Indices that are known when the shader runs; an array that is assigned is a copy.
fn row(i: u32) {
    let k = given[2 * i];
    let j = given[2 * i + 1];
    var a: array<array<i32, 3>, 4>;
    for (var n = 0; n < 12; n++) {
        a[n / 3][n % 3] = n * n;
    }
    var b = a;
    b[k][j] = -1;
    let line = a[k];
    found[4 * i] = u32(a[k][j]);
    found[4 * i + 1] = u32(b[k][j]);
    found[4 * i + 2] = u32(line[0] + line[1] + line[2]);
    found[4 * i + 3] = u32(array<i32, 3>(4, 5, 6)[j]);
}

//= 0 0 -> 0 -1 5 4
//= 1 2 -> 25 -1 50 6
//= 3 1 -> 100 -1 302 5
