to_integer! {
    i32, to_i32_floor, a,
    halves: [0, 1, 2], minus_halves: [-1, -2], tiny: [0, -1],
    /// The operand rounded down to an integer; saturates, and NaN gives 0.
    a.to_f32().floor() as i32
}
