to_integer! {
    i32, to_i32_truncate, a,
    halves: [0, 1, 2], minus_halves: [0, -1], tiny: [0, 0],
    /// The operand rounded towards zero to an integer; saturates, and NaN gives 0.
    a.to_f32().trunc() as i32
}
