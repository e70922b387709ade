//! Tables of the exponential functions. Written by `tables.py`.

/// `2^(i/32)` in units of 2^-63.
pub(crate) const POWERS: [u64; 32] = [
    0x8000_0000_0000_0000,
    0x82cd_8698_ac2b_a1d7,
    0x85aa_c367_cc48_7b15,
    0x8898_0e80_92da_8527,
    0x8b95_c1e3_ea8b_d6e7,
    0x8ea4_398b_45cd_53c0,
    0x91c3_d373_ab11_c336,
    0x94f4_efa8_fef7_0961,
    0x9837_f051_8db8_a96f,
    0x9b8d_39b9_d54e_5539,
    0x9ef5_3260_91a1_11ae,
    0xa270_4303_0c49_6819,
    0xa5fe_d6a9_b151_38ea,
    0xa9a1_5ab4_ea7c_0ef8,
    0xad58_3eea_42a1_4ac6,
    0xb123_f581_d2ac_2590,
    0xb504_f333_f9de_6484,
    0xb8fb_af47_62fb_9ee9,
    0xbd08_a39f_580c_36bf,
    0xc12c_4cca_6670_9456,
    0xc567_2a11_5506_dadd,
    0xc9b9_bd86_6e2f_27a3,
    0xce24_8c15_1f84_80e4,
    0xd2a8_1d91_f12a_e45a,
    0xd744_fcca_d69d_6af4,
    0xdbfb_b797_daf2_3755,
    0xe0cc_deec_2a94_e111,
    0xe5b9_06e7_7c83_48a8,
    0xeac0_c6e7_dd24_392f,
    0xefe4_b99b_dcda_f5cb,
    0xf525_7d15_2486_cc2c,
    0xfa83_b2db_722a_033a,
];

/// `1/j!` in units of 2^-64, j from 9 down to 2.
pub(crate) const EXP_COEFFICIENTS: [u64; 8] = [
    0x0000_2e3b_c74a_ad8e,
    0x0001_a01a_01a0_1a02,
    0x000d_00d0_0d00_d00d,
    0x005b_05b0_5b05_b05b,
    0x0222_2222_2222_2222,
    0x0aaa_aaaa_aaaa_aaab,
    0x2aaa_aaaa_aaaa_aaab,
    0x8000_0000_0000_0000,
];

/// ln 2 in units of 2^-64.
pub(crate) const LN_2: u64 = 0xb172_17f7_d1cf_79ac;

/// log2 e in units of 2^-126: the high word.
pub(crate) const LOG2_E_HIGH: u64 = 0x5c55_1d94_ae0b_f85d;
/// log2 e in units of 2^-126: the low word.
pub(crate) const LOG2_E_LOW: u64 = 0xdf43_ff68_348e_9f44;

/// log2 10 in units of 2^-126: the high word.
pub(crate) const LOG2_10_HIGH: u64 = 0xd49a_784b_cd1b_8afe;
/// log2 10 in units of 2^-126: the low word.
pub(crate) const LOG2_10_LOW: u64 = 0x492b_f6ff_4daf_db4d;
