// https://www.w3.org/TR/WGSL/#compound-assignment-sec
// The reference on the left is evaluated once; the right side is an expression of its own.
var<private> next: u32;
fn take() -> u32 {
    next += 1u;
    return next - 1u;
}
fn row(i: u32) {
    next = given[i];
    var a = array<u32, 4>(10u, 20u, 30u, 40u);
    a[take() % 4u] *= 2u + 3u;
    a[take() % 4u] <<= 1u;
    a[take() % 4u]++;
    a[take() % 4u] %= 7u;
    found[5 * i] = a[0];
    found[5 * i + 1] = a[1];
    found[5 * i + 2] = a[2];
    found[5 * i + 3] = a[3];
    found[5 * i + 4] = next;
}

//= 0 -> 50 40 31 5 4
//= 1 -> 3 100 60 41 5
//= 6 -> 11 6 150 80 10
