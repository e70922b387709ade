//! Faults planted in the text of programs: each is caught on every adapter by the sample's results.

use super::devices::devices;
use vyre_conform_runtime::backend::Backend;
use vyre_conform_runtime::lower;
use vyre_conform_tests::programs::{Sample, samples};

/// How often a launch is tried: a fault that is a race need not show at once.
const TRIALS: usize = 20;

fn sample(name: &str) -> Sample {
    let found = samples().into_iter().find(|s| s.program.name == name);
    found.unwrap_or_else(|| panic!("there is no sample `{name}`"))
}

/// Adapters that run fewer invocations in step than the 16 of `transpose`, so that a lost barrier shows there. An H200
/// runs 32 in step: it gives the right results without a barrier there, and wrong ones in the 128 of `scan`.
const SHOWS_RACES: [&str; 2] = ["llvmpipe", "swiftshader"];

/// The text with `from` replaced by `to` gives other results than expected, or none.
#[track_caller]
fn caught(name: &str, what: &str, from: &str, to: &str) {
    caught_on(&[], name, what, from, to);
}

/// The same on these adapters, or on all where none is named.
#[track_caller]
fn caught_on(slugs: &[&str], name: &str, what: &str, from: &str, to: &str) {
    let sample = sample(name);
    let text = lower::program(&sample.valid());
    let wrong = text.replace(from, to);
    assert_ne!(text, wrong, "{what}: the text has no `{from}`:\n{text}");
    for device in devices() {
        let slug = &device.identity().slug;
        if !slugs.is_empty() && !slugs.contains(&slug.as_str()) {
            println!("left out on {slug}: {what}");
            continue;
        }
        let right = |text: &str| {
            let loaded = device.load_texts(vec![(sample.valid(), text.to_owned())]);
            let loaded = loaded.unwrap_or_else(|error| panic!("{slug}: {what}: {error}"));
            loaded.run(&sample.launch()).expect("the launch runs") == sample.expected
        };
        assert!(right(&text), "{slug}: `{name}` is wrong without a fault");
        let trials = (0..TRIALS).all(|_| right(&wrong));
        assert!(!trials, "{slug}: not caught: {what}\n{wrong}");
    }
}

/// Oracle: the results of the samples, computed in plain Rust.
#[test]
fn lost_bounds_checks_are_caught() {
    caught(
        "out_of_bounds",
        "a load that is only kept inside the array",
        "select(0i, source[min(at, source_length - 1u)], at < source_length)",
        "source[min(at, source_length - 1u)]",
    );
    caught(
        "moving_sum",
        "a function that loads what is only kept inside the array",
        "select(0u, source[min(index, arrayLength(&source) - 1u)], index < arrayLength(&source))",
        "source[min(index, arrayLength(&source) - 1u)]",
    );
    caught(
        "out_of_bounds",
        "a check with the length of another buffer",
        "if at < arrayLength(&to) {",
        "if at < cells_length {",
    );
    caught(
        "out_of_bounds",
        "an atomic step kept inside the array",
        "if at < cells_length {\n        before = atomicAdd(&cells[at], 5u);",
        "if true {\n        before = atomicAdd(&cells[min(at, cells_length - 1u)], 5u);",
    );
    caught(
        "uniforms",
        "a uniform array with other steps",
        " >> 2u]",
        " >> 1u]",
    );
}

/// Oracle: the results of the samples, computed in plain Rust.
#[test]
fn wrong_atomic_steps_are_caught() {
    caught(
        "atomics",
        "an exchange whatever the value before is",
        "atomicCompareExchangeWeak(&cells[8u], 12u, 40u)",
        "atomicCompareExchangeWeak(&cells[8u], 13u, 40u)",
    );
    caught(
        "atomics",
        "a second try after an exchange",
        "if attempt.exchanged || before_8 != 12u {",
        "if before_8 != 12u {",
    );
    caught(
        "atomics",
        "the value after instead of the value before",
        "let before_1 = atomicAdd(&cells[0u], 0x80000006u);",
        "let before_1 = atomicAdd(&cells[0u], 0x80000006u) + 0x80000006u;",
    );
    caught("atomics", "a signed minimum", "atomicMin(", "atomicMax(");
}

/// Oracle: the results of the samples, computed in plain Rust.
#[test]
fn moved_and_lost_memory_order_is_caught() {
    caught(
        "counted",
        "a load that moved past the barrier and the store",
        "let value = data[next];\n    storageBarrier();",
        "storageBarrier();\n    data[min(i, 4u)] = vec2<u32>(1u, 1u);\n    let value = data[next];",
    );
    // Larger workgroups than a processor's vectors, or lanes wait for each other by themselves.
    for (name, indent) in [("scan", 8), ("transpose", 4)] {
        let barriers = format!(
            "storageBarrier();\n{}workgroupBarrier();",
            " ".repeat(indent)
        );
        let slugs = match name {
            "transpose" => &SHOWS_RACES[..],
            _ => &[],
        };
        caught_on(slugs, name, "a lost barrier", &barriers, "");
    }
}
