//! Tint accepts the shader of every program that the validator accepts.

use super::tint::accepted;
use std::time::Instant;
use vyre_conform_lower as lower;
use vyre_conform_tests::barriers::BARRIERS;
use vyre_conform_tests::tint::Tint;
use vyre_conform_tests::{limits, shaders};

/// Oracle: Tint's uniformity analysis, on kernels for which the WGSL specification decides case by case whether a
/// barrier is permitted.
pub(super) fn tint_decides_alike_about_barriers(tint: Tint) {
    let shaders: Vec<String> = BARRIERS.iter().map(|case| case.wgsl()).collect();
    let complaints = tint.complaints(shaders.iter().map(|text| &**text));
    let mut wrong = vec![];
    for (case, complaint) in BARRIERS.iter().zip(complaints) {
        // Other faults of a shader are not the subject of the case.
        let uniformity = |complaint: &String| complaint.contains("uniform control flow");
        if complaint.is_none() != case.accepted || !complaint.iter().all(uniformity) {
            wrong.push(format!("{}: {complaint:?}", case.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: Tint.
pub(super) fn tint_accepts_random_programs(tint: Tint) {
    accepted(&tint, &(0..2000).map(shaders::random).collect::<Vec<_>>());
}

/// Oracle: Tint. `cargo test -p vyre-conform-tests --test tools -- --ignored accepts_random --nocapture` checks a
/// hundred thousand programs, or `LONG_RUN_PROGRAMS` of them.
pub(super) fn tint_accepts_random_programs_for_long(tint: Tint) {
    let (mut next, end) = (10_000, 10_000 + shaders::programs_of_long_run());
    while next < end {
        let texts: Vec<_> = (next..(next + 1000).min(end))
            .map(shaders::random)
            .collect();
        accepted(&tint, &texts);
        next += 1000;
        println!("{} programs accepted by Tint", next - 10_000);
    }
}

/// Oracle: Tint, on programs whose constants come from names and not from literals.
pub(super) fn tint_accepts_constants_from_names(tint: Tint) {
    accepted(&tint, &shaders::of_names());
}

fn at_the_limits(seed: u64) -> (String, String) {
    let valid = shaders::valid(limits::program(seed));
    (format!("seed {seed}"), lower::program(&valid))
}

/// Oracle: Tint.
pub(super) fn tint_accepts_programs_at_the_limits(tint: Tint) {
    accepted(&tint, &(0..60).map(at_the_limits).collect::<Vec<_>>());
}

/// Oracle: Tint, for thirty minutes or for `LONG_RUN_MINUTES`:
/// `cargo test -p vyre-conform-tests --test tools -- --ignored at_the_limits_for_long --nocapture`.
pub(super) fn tint_accepts_programs_at_the_limits_for_long(tint: Tint) {
    let (end, mut next) = (shaders::end_of_long_run(), 1000);
    while Instant::now() < end {
        let texts: Vec<_> = (next..next + 100).map(at_the_limits).collect();
        accepted(&tint, &texts);
        next += 100;
        println!("{} programs at the limits", next - 1000);
    }
}
