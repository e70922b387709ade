// https://www.w3.org/TR/WGSL/#switch-statement
// The default among other selectors, an empty clause, selectors that are const-expressions, and a default alone.
const TWO = 2u;
fn row(i: u32) {
    let n = given[i];
    var r = 0u;
    switch n {
        case 1u, default, TWO + 1u { r = 7u; }
        case TWO { }
        case 0xffffffffu { r = 9u; }
    }
    switch n + r {
        default { r += 100u; }
    }
    found[i] = r;
}

//= 0 -> 107
//= 1 -> 107
//= 2 -> 100
//= 3 -> 107
//= 4 -> 107
//= 0xffffffff -> 109
