//! naga accepts every program that the validator accepts. `tools` checks the same programs with Tint, which continuous
//! integration requires.

use vyre_conform_tests::shaders;

/// Parses and validates a text with naga, on a separate stack because its parser is recursive.
pub(super) fn naga(text: &str) -> Result<(), String> {
    let check = || {
        let module = naga::front::wgsl::parse_str(text).map_err(|e| e.emit_to_string(text))?;
        let flags = naga::valid::ValidationFlags::all();
        let mut validator = naga::valid::Validator::new(flags, naga::valid::Capabilities::empty());
        let validated = validator.validate(&module);
        validated.map(drop).map_err(|e| e.emit_to_string(text))
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(64 << 20);
        let thread = thread.spawn_scoped(scope, check).expect("a thread");
        thread.join().expect("naga ends")
    })
}

/// Asserts that naga accepts these texts, each with a name.
pub(super) fn accepted_by_naga(texts: &[(String, String)]) {
    for (name, text) in texts {
        if let Err(message) = naga(text) {
            panic!("{name}: {message}\n{text}");
        }
    }
}

/// Oracle: naga.
#[test]
#[ignore = "a long run: seconds"]
fn naga_accepts_random_programs() {
    accepted_by_naga(&(0..2000).map(shaders::random).collect::<Vec<_>>());
}

/// Oracle: naga. `cargo test -p vyre-conform-tests --test main -- --ignored accepts_random --nocapture` checks a
/// hundred thousand programs, or `LONG_RUN_PROGRAMS` of them.
#[test]
#[ignore = "a long run: minutes"]
fn naga_accepts_random_programs_for_long() {
    let (mut next, end) = (10_000, 10_000 + shaders::programs_of_long_run());
    while next < end {
        let texts: Vec<_> = (next..(next + 1000).min(end))
            .map(shaders::random)
            .collect();
        accepted_by_naga(&texts);
        next += 1000;
        println!("{} programs accepted by naga", next - 10_000);
    }
}

/// Oracle: naga, on programs whose constants come from names and not from literals.
#[test]
fn naga_accepts_constants_from_names() {
    accepted_by_naga(&shaders::of_names());
}
