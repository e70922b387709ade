// https://www.w3.org/TR/WGSL/#program-order
// Operands and arguments are evaluated from left to right.
var<private> next: u32;
fn take() -> u32 {
    next += 1u;
    return next;
}
fn pair(a: u32, b: u32) -> u32 {
    return a * 16u - b;
}
fn row(i: u32) {
    next = given[i];
    found[3 * i] = take() * 100u + take();
    found[3 * i + 1] = pair(take(), take());
    found[3 * i + 2] = next;
}

//= 0 -> 102 44 4
//= 5 -> 607 119 9
