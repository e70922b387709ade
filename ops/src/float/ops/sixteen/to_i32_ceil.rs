to_integer! {
    i32, to_i32_ceil, a,
    halves: [1, 2, 3], minus_halves: [0, -1], tiny: [1, 0],
    /// The integer that the operand is rounded to, to the next integer above; saturating, NaN to 0.
    a.to_f32().ceil() as i32
}
