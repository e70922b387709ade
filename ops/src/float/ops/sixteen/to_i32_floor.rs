to_integer! {
    i32, to_i32_floor, a,
    halves: [0, 1, 2], minus_halves: [-1, -2], tiny: [0, -1],
    /// The integer that the operand is rounded to, to the next integer below; saturating, NaN to 0.
    a.to_f32().floor() as i32
}
