to_integer! {
    u32, to_u32_truncate, a,
    halves: [0, 1, 2], minus_halves: [0, 0], tiny: [0, 0],
    /// The integer that the operand is rounded to, to the next integer towards zero; saturating, NaN to 0.
    a.to_f32().trunc() as u32
}
