to_integer! {
    i32, to_i32_nearest, a,
    halves: [0, 2, 2], minus_halves: [0, -2], tiny: [0, 0],
    /// The operand rounded to the nearest integer, ties to even; saturates, and NaN gives 0.
    a.to_f32().round_ties_even() as i32
}
