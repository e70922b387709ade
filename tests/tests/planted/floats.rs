//! Faults in the sources of the strict floats. The ordinary parity trials of the ops must detect them.

use super::Fault;

const FLOAT: &str = "harness::tables::the_ops_as_they_are_agree";

pub(super) const FAULTS: &[Fault] = &[
    Fault {
        what: "one bit of the table of an exponential function is wrong",
        file: "ops/src/float/soft/tables/exp.rs",
        from: "0x94f4_efa8_fef7_0961",
        to: "0x94f4_efa0_fef7_0961",
        caught_by: FLOAT,
    },
    Fault {
        what: "a product drops its sticky bit",
        file: "ops/src/float/soft/binary32/mul.rs",
        from: "(product >> 32) as u32 | (product as u32 != 0) as u32",
        to: "(product >> 32) as u32",
        caught_by: FLOAT,
    },
    Fault {
        what: "a tie between integers goes up and not to even",
        file: "ops/src/float/soft/binary32/integral.rs",
        from: "rest > half || (rest == half && kept & 1 != 0)",
        to: "rest >= half",
        caught_by: FLOAT,
    },
    Fault {
        what: "subnormal quotients are flushed",
        file: "ops/src/float/soft/binary32/div.rs",
        from: "    rounded(sign, exponent, quotient | (rest != 0) as u32)",
        to: "    if exponent < 0 {\n        return sign;\n    }\n    rounded(sign, exponent, quotient | (rest != 0) as u32)",
        caught_by: FLOAT,
    },
    Fault {
        what: "a multiply-add of 16 bits is rounded twice",
        file: "ops/src/float/soft/through_binary32.rs",
        from: "$narrow(binary32::fma_to_odd($wide(a), $wide(b), $wide(c)))",
        to: "$narrow(binary32::fma($wide(a), $wide(b), $wide(c)))",
        caught_by: FLOAT,
    },
    Fault {
        what: "a multiply-add is a product and a sum",
        file: "ops/src/float/soft/binary32/fma.rs",
        from: "    rounded(sign, exponent, significand)",
        to: "    super::add(super::mul(a, b), c)",
        caught_by: FLOAT,
    },
    Fault {
        what: "an integer is rounded twice on its way to bfloat16",
        file: "ops/src/float/soft/through_binary32.rs",
        from: "$narrow(binary32::from_i32_to_odd(n))",
        to: "$narrow(binary32::from_i32(n))",
        caught_by: FLOAT,
    },
];
