to_integer! {
    u32, to_u32_floor, a,
    halves: [0, 1, 2], minus_halves: [0, 0], tiny: [0, 0],
    /// The integer that the operand is rounded to, to the next integer below; saturating, NaN to 0.
    a.to_f32().floor() as u32
}
