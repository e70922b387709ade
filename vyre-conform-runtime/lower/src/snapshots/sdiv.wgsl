fn sdiv(a: i32, b: i32) -> i32 {
    let safe = select(b, 1i, b == 0i || (a == i32(-2147483648) && b == -1i));
    return select(a / safe, 0i, b == 0i);
}
