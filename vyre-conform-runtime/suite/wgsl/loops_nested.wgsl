// https://www.w3.org/TR/WGSL/#for-statement
// `break` and `continue` are of the innermost loop; a `for` without a condition; a `while` that calls.
var<private> asked: u32;
fn more(k: u32, n: u32) -> bool {
    asked += 1u;
    return k < n;
}
fn row(i: u32) {
    let n = given[i];
    asked = 0u;
    var r = 0u;
    var k = 0u;
    while more(k, n) {
        k++;
        for (var j = 0u; ; j++) {
            if j == k { break; }
            if j == 1u { continue; }
            r += j + 1u;
        }
        if k == 3u { break; }
    }
    found[3 * i] = r;
    found[3 * i + 1] = k;
    found[3 * i + 2] = asked;
}

//= 0 -> 0 0 1
//= 1 -> 1 1 2
//= 2 -> 2 2 3
//= 3 -> 6 3 3
//= 9 -> 6 3 3
