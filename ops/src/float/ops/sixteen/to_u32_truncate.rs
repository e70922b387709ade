to_integer! {
    u32, to_u32_truncate, a,
    halves: [0, 1, 2], minus_halves: [0, 0], tiny: [0, 0],
    /// The operand rounded towards zero to an integer; saturates, and NaN gives 0.
    a.to_f32().trunc() as u32
}
