//! Elementary functions of binary32, compared with CORE-MATH, which rounds correctly (Sibidanov, Zimmermann and
//! Glondu, The CORE-MATH project, 2022).

use crate::cases::{pairs, powers, special, unary};
use crate::oracle::bits;
use crate::support::{agree, difference};
use vyre_ops::float::soft::binary32;

/// A function, its oracle, and the inputs among all 2^32 whose results are nearest to a tie or a number.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) ours: fn(u32) -> u32,
    pub(crate) oracle: fn(f32) -> f32,
    hardest: &'static [u32],
}

macro_rules! functions {
    ($($name:ident: $oracle:ident, $hardest:expr;)*) => {
        [$(Function {
            name: stringify!($name),
            ours: binary32::$name,
            oracle: core_math::$oracle,
            hardest: &$hardest,
        }),*]
    };
}

// The second of `exp2` is -150, whose result is a tie.
pub(crate) const FUNCTIONS: [Function; 12] = functions! {
    exp: expf, [0xc169_12cd];
    exp2: exp2f, [0xb52d_1f9a, 0xc316_0000];
    exp10: exp10f, [0xbac4_c65c];
    log: logf, [0x65d8_90d3];
    log2: log2f, [0x4020_7ab9];
    log10: log10f, [0x62a6_c1dd];
    sin: sinf, [0x7324_3f06];
    cos: cosf, [0x6115_cb11];
    tan: tanf, [0x5ffd_33a4];
    asin: asinf, [0x3f08_3a1a];
    acos: acosf, [0x3982_6222];
    atan: atanf, [0x3d8d_6b23];
};

fn check(name: &str) {
    let f = FUNCTIONS.iter().find(|f| f.name == name).expect("listed");
    let oracle = |a| bits((f.oracle)(f32::from_bits(a)));
    let inputs = f.hardest.iter().copied().chain(unary());
    agree(f.name, inputs, f.ours, oracle);
}

macro_rules! tests {
    ($($test:ident: $($name:literal)*;)*) => {
        $(
            /// Oracle: CORE-MATH.
            #[test]
            fn $test() {
                $(check($name);)*
            }
        )*
    };
}

tests! {
    exponentials_round_correctly: "exp" "exp2" "exp10";
    logarithms_round_correctly: "log" "log2" "log10";
    circular_functions_round_correctly: "sin" "cos" "tan";
    inverse_functions_round_correctly: "asin" "acos" "atan";
}

/// Oracle: CORE-MATH.
#[test]
fn angles_of_points_round_correctly() {
    let oracle = |(y, x)| bits(core_math::atan2f(f32::from_bits(y), f32::from_bits(x)));
    let own = |(y, x)| binary32::atan2(y, x);
    agree("atan2", pairs(), own, oracle);
    // Quotients that are subnormal numbers or ties between them: the angle is just below.
    let tiny = (1..4000u32).flat_map(|y| (1..=64u32).map(move |x| (y, (x as f32).to_bits())));
    agree("atan2", tiny, own, oracle);
}

/// Oracle: CORE-MATH.
#[test]
#[ignore = "a long run: seconds"]
fn powers_round_correctly() {
    let oracle = |(x, y)| bits(core_math::powf(f32::from_bits(x), f32::from_bits(y)));
    agree("pow", powers(), |(x, y)| binary32::pow(x, y), oracle);
}

/// Oracle: exact integers: `m^n` of 25 bits is a number or a tie, which rounds to the even neighbour.
#[test]
fn exact_powers_and_ties_go_to_even() {
    let mut ties = 0;
    for n in 2..=15u32 {
        for m in (3..5793u32).step_by(2) {
            let Some(power) = m.checked_pow(n).filter(|p| *p < 1 << 25) else {
                break;
            };
            ties += u32::from(power >= 1 << 24);
            let actual = binary32::pow((m as f32).to_bits(), (n as f32).to_bits());
            // Rounded to nearest even, which Rust guarantees for the conversion of an integer.
            assert_eq!(actual, (power as f32).to_bits(), "{m}^{n}");
            let root = binary32::pow((power as f32).to_bits(), (1.0 / n as f32).to_bits());
            if n.is_power_of_two() && power < 1 << 24 {
                assert_eq!(root, (m as f32).to_bits(), "root {n} of {power}");
            }
        }
    }
    assert!(ties > 500, "only {ties} ties");
}

/// Oracle: the values that IEEE 754-2019, section 9.2, and the definitions prescribe.
#[test]
fn exact_results() {
    let matches = |f: fn(u32) -> u32, x: f32, y: f32| {
        assert_eq!(f(x.to_bits()), bits(y), "of {x}, which should be {y}");
    };
    for k in -149..128 {
        let power = f64::from(k).exp2() as f32;
        matches(binary32::exp2, k as f32, power);
        matches(binary32::log2, power, k as f32);
    }
    let mut power = 1f32;
    for k in 0..=10 {
        matches(binary32::exp10, k as f32, power);
        matches(binary32::log10, power, k as f32);
        power *= 10.0;
    }
    // Ties between 0 and the least number, and no ties.
    matches(binary32::exp2, -150.0, 0.0);
    matches(
        binary32::exp2,
        f32::from_bits(0xc315_ffff),
        f32::from_bits(1),
    );
    let inf = f32::INFINITY;
    matches(binary32::log, 0.0, -inf);
    matches(binary32::log, -0.0, -inf);
    matches(binary32::log, -1.0, f32::NAN);
    matches(binary32::exp, -inf, 0.0);
    matches(binary32::sin, -0.0, -0.0);
    matches(binary32::tan, inf, f32::NAN);
    matches(binary32::acos, 1.0, 0.0);
    matches(binary32::asin, 1.5, f32::NAN);
    matches(binary32::atan, -inf, -std::f32::consts::FRAC_PI_2);
}

/// Oracle: CORE-MATH, which distinguishes functions with an error of one ulp from the correctly rounded ones.
#[test]
fn a_last_place_off_at_a_hardest_input_is_caught() {
    for f in &FUNCTIONS {
        let hardest = f.hardest[0];
        let wrong = |a| (f.ours)(a) ^ u32::from(a == hardest);
        let oracle = |a| bits((f.oracle)(f32::from_bits(a)));
        let inputs = f.hardest.iter().copied().chain(special());
        assert!(difference(inputs, wrong, oracle).is_some(), "{}", f.name);
    }
}
