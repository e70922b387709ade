fn gcd(a: u32, b: u32) -> u32 {
    var x = a;
    var y = b;
    for (var trip = 0u; y != 0u && trip < 48u; trip += 1u) {
        let t = x % y;
        x = y;
        y = t;
    }
    return x;
}
