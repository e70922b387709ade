to_integer! {
    u32, to_u32_ceil, a,
    halves: [1, 2, 3], minus_halves: [0, 0], tiny: [1, 0],
    /// The operand rounded up to an integer; saturates, and NaN gives 0.
    a.to_f32().ceil() as u32
}
