// https://www.w3.org/TR/WGSL/#logical-expr
// The right operand is evaluated only where the left one does not decide: a call there has effects only then.
var<private> calls: u32;
fn ask(value: bool, bit: u32) -> bool {
    calls |= bit;
    return value;
}
fn row(i: u32) {
    let a = given[2 * i] != 0u;
    let b = given[2 * i + 1] != 0u;
    calls = 0u;
    var r = 0u;
    if ask(a, 1u) && ask(b, 2u) { r |= 1u; }
    if ask(a, 4u) || ask(b, 8u) { r |= 2u; }
    if (ask(a, 16u) && ask(b, 32u)) || ask(!a, 64u) { r |= 4u; }
    found[2 * i] = r;
    found[2 * i + 1] = calls;
}

//= 0 0 -> 4 93
//= 0 1 -> 6 93
//= 1 0 -> 2 119
//= 1 1 -> 7 55
