to_integer! {
    u32, to_u32_floor, a,
    halves: [0, 1, 2], minus_halves: [0, 0], tiny: [0, 0],
    /// The operand rounded down to an integer; saturates, and NaN gives 0.
    a.to_f32().floor() as u32
}
