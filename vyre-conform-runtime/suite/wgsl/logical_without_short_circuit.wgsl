// https://www.w3.org/TR/WGSL/#logical-expr
// `&` and `|` of bool evaluate both operands.
var<private> calls: u32;
fn ask(value: bool, bit: u32) -> bool {
    calls |= bit;
    return value;
}
fn row(i: u32) {
    let a = given[2 * i] != 0u;
    let b = given[2 * i + 1] != 0u;
    calls = 0u;
    let and = ask(a, 1u) & ask(b, 2u);
    let or = ask(a, 4u) | ask(b, 8u);
    let differ = a != b;
    found[2 * i] = u32(and) + 2u * u32(or) + 4u * u32(differ);
    found[2 * i + 1] = calls;
}

//= 0 0 -> 0 15
//= 0 1 -> 6 15
//= 1 0 -> 6 15
//= 1 1 -> 3 15
