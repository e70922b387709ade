//! Tables of sine, cosine and tangent. Written by `tables.py`.

/// The first 256 bits of 2/pi behind the point, cut.
pub(crate) const TWO_OVER_PI: [u64; 4] = [
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
];

/// pi/2 in units of 2^-63.
pub(crate) const HALF_PI: u64 = 0xc90f_daa2_2168_c235;

/// `1/j!` in units of 2^-64, odd j from 19 down to 3.
pub(crate) const SIN_COEFFICIENTS: [u64; 9] = [
    0x0000_0000_0000_0098,
    0x0000_0000_0000_ca96,
    0x0000_0000_00d7_3f9f,
    0x0000_0000_b092_309d,
    0x0000_006b_9915_9fd5,
    0x0000_2e3b_c74a_ad8e,
    0x000d_00d0_0d00_d00d,
    0x0222_2222_2222_2222,
    0x2aaa_aaaa_aaaa_aaab,
];

/// `1/j!` in units of 2^-64, even j from 20 down to 2.
pub(crate) const COS_COEFFICIENTS: [u64; 10] = [
    0x0000_0000_0000_0008,
    0x0000_0000_0000_0b41,
    0x0000_0000_000d_73fa,
    0x0000_0000_0c9c_ba54,
    0x0000_0008_f76c_77fc,
    0x0000_049f_93ed_de28,
    0x0001_a01a_01a0_1a02,
    0x005b_05b0_5b05_b05b,
    0x0aaa_aaaa_aaaa_aaab,
    0x8000_0000_0000_0000,
];
