//! Tables of the inverse circular functions. Written by `tables.py`.

/// atan(i/32) in units of 2^-125: the high words.
pub(crate) const ARCS_HIGH: [u64; 33] = [
    0x0000_0000_0000_0000,
    0x00ff_eaad_dd4b_b125,
    0x01ff_55bb_72cf_de9c,
    0x02fd_c304_c05e_21d1,
    0x03fa_b753_5585_edb8,
    0x04f5_bbba_3198_9b16,
    0x05ee_5ed2_f396_c089,
    0x06e4_35d4_a498_2881,
    0x07d6_dd7e_4b20_3758,
    0x08c5_fad1_85f8_bc13,
    0x09b1_3b9b_83f5_e5e6,
    0x0a98_56cc_a8e6_a4ed,
    0x0b7b_0ca0_f26f_7847,
    0x0c59_269c_a50d_92b6,
    0x0d32_7761_e611_fe5b,
    0x0e06_da64_a764_f7c6,
    0x0ed6_3382_b0dd_a7b4,
    0x0fa0_6e85_aa0a_0be5,
    0x1065_7e94_db30_cfc5,
    0x1125_5d9b_fbd2_a8f6,
    0x11e0_0bab_defe_b3f3,
    0x1295_8e59_308e_30de,
    0x1345_f01c_ce37_bb44,
    0x13f1_3fb8_9e96_f43d,
    0x1497_8fa3_269e_e124,
    0x1538_f57b_8906_1eb9,
    0x15d5_8987_169b_1810,
    0x166d_6639_23e0_86d2,
    0x1700_a7c5_7846_33ce,
    0x178f_6bbd_5d31_5e50,
    0x1819_d0b7_158a_4cc8,
    0x189f_f5ff_57f1_f7aa,
    0x1921_fb54_442d_1846,
];
/// atan(i/32) in units of 2^-125: the low words.
pub(crate) const ARCS_LOW: [u64; 33] = [
    0x0000_0000_0000_0000,
    0x4277_9d77_6dda_8c62,
    0x6d96_4f25_b81c_5c1b,
    0x824d_59f9_e133_e0da,
    0xcb22_5e62_7cfa_223c,
    0x1a3b_0ce9_281b_07f4,
    0xa3d8_5a7c_40e4_e3a4,
    0x17b1_0d2e_0e5a_a978,
    0xab6e_3cf7_afbd_10bf,
    0x0ca4_748b_1bf8_8299,
    0x9c5a_bb49_8d27_af33,
    0xa99b_7f77_bf7d_9e8c,
    0x38aa_3212_2dcf_e448,
    0xda17_46e9_1f50_a28e,
    0x6427_c95e_9001_e713,
    0x7c63_1ed9_6798_cb80,
    0x56fe_445e_cbc3_a8d0,
    0xc66d_23c7_d5dc_8ecc,
    0x496d_4139_6c34_a2b8,
    0xa128_8f1f_88e5_695f,
    0x6b90_6bc2_ccb8_86e9,
    0xc318_9e72_7ef1_465f,
    0x0844_df1c_4409_fe78,
    0x9f16_924c_89e0_e03c,
    0x8335_0fe5_48af_b594,
    0x122d_5096_b7cf_267f,
    0x028e_4bc5_e7ca_40e1,
    0x2b20_282e_888c_5f27,
    0x7965_b4aa_4214_8888,
    0x1a82_2600_dd01_f652,
    0x113b_ac58_8dd2_5f45,
    0x9196_87a2_1793_c044,
    0x9898_cc51_701b_839a,
];

/// `1/j` in units of 2^-64, odd j from 11 down to 3.
pub(crate) const ATAN_COEFFICIENTS: [u64; 5] = [
    0x1745_d174_5d17_45d1,
    0x1c71_c71c_71c7_1c72,
    0x2492_4924_9249_2492,
    0x3333_3333_3333_3333,
    0x5555_5555_5555_5555,
];

/// `1/j` in units of 2^-128, odd j from 21 down to 3: the high words.
pub(crate) const ATAN2_COEFFICIENTS_HIGH: [u64; 10] = [
    0x0c30_c30c_30c3_0c30,
    0x0d79_435e_50d7_9435,
    0x0f0f_0f0f_0f0f_0f0f,
    0x1111_1111_1111_1111,
    0x13b1_3b13_b13b_13b1,
    0x1745_d174_5d17_45d1,
    0x1c71_c71c_71c7_1c71,
    0x2492_4924_9249_2492,
    0x3333_3333_3333_3333,
    0x5555_5555_5555_5555,
];
/// `1/j` in units of 2^-128, odd j from 21 down to 3: the low words.
pub(crate) const ATAN2_COEFFICIENTS_LOW: [u64; 10] = [
    0xc30c_30c3_0c30_c30c,
    0xe50d_7943_5e50_d794,
    0x0f0f_0f0f_0f0f_0f0f,
    0x1111_1111_1111_1111,
    0x3b13_b13b_13b1_3b14,
    0x745d_1745_d174_5d17,
    0xc71c_71c7_1c71_c71c,
    0x4924_9249_2492_4925,
    0x3333_3333_3333_3333,
    0x5555_5555_5555_5555,
];

/// pi/2 in units of 2^-125: the high word.
pub(crate) const HALF_PI_HIGH: u64 = 0x3243_f6a8_885a_308d;
/// pi/2 in units of 2^-125: the low word.
pub(crate) const HALF_PI_LOW: u64 = 0x3131_98a2_e037_0734;

/// pi in units of 2^-125: the high word.
pub(crate) const PI_HIGH: u64 = 0x6487_ed51_10b4_611a;
/// pi in units of 2^-125: the low word.
pub(crate) const PI_LOW: u64 = 0x6263_3145_c06e_0e69;
