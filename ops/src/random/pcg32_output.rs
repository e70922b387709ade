use vyre_conform_runtime::vyre_op;

/// The word that PCG32 gives for a state: the permutation XSH-RR, 32 of 64 bits rotated by the highest five.
///
/// O'Neill, [PCG](https://www.cs.hmc.edu/tr/hmc-cs-2014-0905.pdf) (2014); rows of generator 42, 54 are the first
/// six numbers of the demonstration of [pcg-c-basic](https://github.com/imneme/pcg-c-basic).
#[vyre_op(
    laws(
        // The lowest bits of a state are ignored, and every word is a result.
        Not(Injective, witness = (0, 1)),
        Not(Monotone, witness = (0x0400_0000_0000_0000, 0x0800_0000_0000_0000)),
        Not(Antitone, witness = (0, 0x0800_0000)),
    ),
    boundaries((0), (1), (0x0800_0000), (0x0400_0000_0000_0000), (0x8000_0000_0000_0000), (u64::MAX)),
    classes(
        no_rotation = a >> 59 == 0,
        rotation = a >> 59 != 0,
    ),
    table(
        (0x1857_06B8_2C2E_03F8) => 0xA15C_02B7, "the first number" from "pcg-c-basic, pcg32-demo",
        (0x2B47_FED8_8766_BB05) => 0x7B47_F409, "the second" from "pcg-c-basic, pcg32-demo",
        (0x8B33_296D_19BF_5B4E) => 0xBA1D_3330, "the third" from "pcg-c-basic, pcg32-demo",
        (0xF707_9824_C154_BF23) => 0x83D2_F293, "the fourth" from "pcg-c-basic, pcg32-demo",
        (0xEBBF_9E97_AA16_F694) => 0xBFA4_784B, "the fifth" from "pcg-c-basic, pcg32-demo",
        (0x8303_569F_BE80_C471) => 0xCBED_606E, "the sixth" from "pcg-c-basic, pcg32-demo",
        (0) => 0, "nothing to be shown",
        (0x0800_0000) => 1, "bit 27 is the lowest that is shown without a rotation",
        (0x0800_0000_0000_0000) => 0x0000_2000, "bit 59 turns by one what 18 below it shows; itself it is beyond the word",
    ),
)]
pub const fn pcg32_output(a: u64) -> u32 {
    let word = (((a >> 18) ^ a) >> 27) as u32;
    word.rotate_right((a >> 59) as u32)
}
