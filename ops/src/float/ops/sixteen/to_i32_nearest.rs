to_integer! {
    i32, to_i32_nearest, a,
    halves: [0, 2, 2], minus_halves: [0, -2], tiny: [0, 0],
    /// The integer that the operand is rounded to, to the nearest integer, ties to the even one; saturating, NaN to 0.
    a.to_f32().round_ties_even() as i32
}
