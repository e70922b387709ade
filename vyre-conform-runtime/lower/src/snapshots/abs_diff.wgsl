fn abs_diff(a: u32, b: u32) -> u32 {
    return select(a - b, b - a, a < b);
}
