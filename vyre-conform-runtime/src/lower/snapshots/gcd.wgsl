fn gcd(a: u32, b: u32) -> u32 {
    var x = a;
    var y = b;
    for (var trip = 0u; y != 0u && trip < 48u; trip += 1u) {
        let t = x % select(y, 1u, y == 0u);
        x = y;
        y = t;
    }
    return x;
}
