to_integer! {
    i32, to_i32_ceil, a,
    halves: [1, 2, 3], minus_halves: [0, -1], tiny: [1, 0],
    /// The operand rounded up to an integer; saturates, and NaN gives 0.
    a.to_f32().ceil() as i32
}
