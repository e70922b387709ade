//! Faults planted in the text of programs: the sample's results catch each on every adapter.

use super::devices::devices;
use vyre_conform_lower as lower;
use vyre_conform_runtime::dispatch::Contents;
use vyre_conform_runtime::ir::{AtomicOp, Axis, Expr, Kernel, Type};
use vyre_conform_suite::backend::Backend;
use vyre_conform_tests::programs::{Sample, samples};

/// The number of runs of a launch: a race need not appear at once.
const TRIALS: usize = 20;

fn sample(name: &str) -> Sample {
    let actual = samples().into_iter().find(|s| s.program.name == name);
    actual.unwrap_or_else(|| panic!("there is no sample `{name}`"))
}

/// Adapters on which a lost barrier shows in every run. An H200 runs 32 invocations in lockstep, so that the 16 of
/// `transpose` need no barrier; for the 128 of `scan` some runs gave wrong results and others right ones.
const SHOWS_RACES: [&str; 2] = ["llvmpipe", "swiftshader"];

/// Asserts that the text with `from` replaced by `to` gives unexpected results, or none.
#[track_caller]
fn assert_caught(name: &str, description: &str, from: &str, to: &str) {
    caught_on(&[], name, description, from, to);
}

/// [`assert_caught`] on these adapters; on all if the list is empty.
#[track_caller]
fn caught_on(slugs: &[&str], name: &str, description: &str, from: &str, to: &str) {
    caught_in(&sample(name), slugs, description, from, to);
}

#[track_caller]
fn caught_in(sample: &Sample, slugs: &[&str], description: &str, from: &str, to: &str) {
    let name = &sample.program.name;
    let text = lower::program(&sample.valid());
    let wrong = text.replace(from, to);
    assert_ne!(
        text, wrong,
        "{description}: the text has no `{from}`:\n{text}"
    );
    for device in devices() {
        let slug = &device.identity().slug;
        if !slugs.is_empty() && !slugs.contains(&slug.as_str()) {
            println!("left out on {slug}: {description}");
            continue;
        }
        let right = |text: &str| {
            let loaded = device.load_texts(vec![(sample.valid(), text.to_owned())]);
            let loaded = loaded.unwrap_or_else(|error| panic!("{slug}: {description}: {error}"));
            loaded.run(&sample.launch()).expect("the launch runs") == sample.expected
        };
        assert!(right(&text), "{slug}: `{name}` is wrong without a fault");
        let trials = (0..TRIALS).all(|_| right(&wrong));
        assert!(!trials, "{slug}: not caught: {description}\n{wrong}");
    }
}

/// Oracle: the results of the samples, computed in plain Rust.
#[test]
fn lost_bounds_checks_are_caught() {
    assert_caught(
        "out_of_bounds",
        "a load that is only kept inside the array",
        "select(0i, b_source[min(v_at, b_source_length - 1u)], v_at < b_source_length)",
        "b_source[min(v_at, b_source_length - 1u)]",
    );
    assert_caught(
        "moving_sum",
        "a function that loads what is only kept inside the array",
        "select(0u, b_source[min(index, arrayLength(&b_source) - 1u)], index < arrayLength(&b_source))",
        "b_source[min(index, arrayLength(&b_source) - 1u)]",
    );
    assert_caught(
        "out_of_bounds",
        "a check with the length of another buffer",
        "if v_at < arrayLength(&b_to) {",
        "if v_at < b_cells_length {",
    );
    assert_caught(
        "out_of_bounds",
        "an atomic step kept inside the array",
        "if v_at < b_cells_length {\n        v_before = atomicAdd(&b_cells[v_at], 5u);",
        "if true {\n        v_before = atomicAdd(&b_cells[min(v_at, b_cells_length - 1u)], 5u);",
    );
    assert_caught(
        "uniforms",
        "a uniform array with other steps",
        " >> 2u]",
        " >> 1u]",
    );
}

/// Each of four workgroups fills its memory with 7 to 10, and loads, stores and steps atomically at 0, 1, one past the
/// end and far outside.
fn outside() -> Sample {
    let mut k = Kernel::new("outside", [1, 1, 1]);
    let indices = k.read_only("indices", Type::U32);
    let to = k.read_write("to", Type::U32);
    let cells = k.read_write("cells", Type::U32);
    let observed = k.read_write("seen", Type::U32);
    let own = k.workgroup("own", Type::U32, 4);
    let i = k.bind("i", Expr::workgroup_id(Axis::X));
    k.count("n", 0, 4, |k, n| k.store(own, n, n + 7));
    let at = k.bind("at", indices.at(i));
    let loaded = k.bind("loaded", own.at(at));
    k.store(own, at, 50);
    k.store(to, at, i + 1);
    k.atomic(AtomicOp::Add, cells, at, 5);
    k.store(observed, i * 2, loaded);
    k.store(observed, i * 2 + 1, own.at(3));
    Sample {
        program: k.finish(),
        workgroups: [4, 1, 1],
        buffers: vec![
            Contents::Words(vec![0, 1, 4, 1000]),
            Contents::Words(vec![60, 61, 62]),
            Contents::Words(vec![70, 71, 72]),
            Contents::Zeros(8),
        ],
        expected: vec![
            vec![1, 2, 62],
            vec![75, 76, 72],
            vec![7, 10, 8, 10, 0, 10, 0, 10],
        ],
    }
}

/// Oracle: the results of the sample, computed by hand. Without a check naga still keeps an index of workgroup memory
/// inside the array. Many adapters skip accesses out of bounds of a host buffer themselves, as the check does, and no
/// result shows whether the check exists; so there the lost check concerns an access inside the array.
#[test]
fn accesses_without_a_check_are_caught() {
    let sample = outside();
    let faults = [
        (
            "a load",
            "select(0u, b_own[min(v_at, 3u)], v_at < 4u)",
            "b_own[v_at]",
        ),
        (
            "a store",
            "if v_at < 4u {\n        b_own[v_at]",
            "{\n        b_own[v_at]",
        ),
        (
            "a store to a buffer of the host",
            "if v_at < arrayLength(&b_to) {\n        b_to[v_at]",
            "{\n        b_to[min(v_at, arrayLength(&b_to) - 1u)]",
        ),
        (
            "an atomic step",
            "if v_at < arrayLength(&b_cells) {\n        atomicAdd(&b_cells[v_at], 5u);",
            "{\n        atomicAdd(&b_cells[min(v_at, arrayLength(&b_cells) - 1u)], 5u);",
        ),
    ];
    for (what, from, to) in faults {
        caught_in(&sample, &[], what, from, to);
    }
}

/// Oracle: the results of the samples, computed in plain Rust.
#[test]
fn wrong_atomic_steps_are_caught() {
    assert_caught(
        "atomics",
        "an exchange whatever the value before is",
        "atomicCompareExchangeWeak(&b_cells[8u], 12u, 40u)",
        "atomicCompareExchangeWeak(&b_cells[8u], 13u, 40u)",
    );
    assert_caught(
        "atomics",
        "a second try after an exchange",
        "if attempt.exchanged || v_before_7 != 12u {",
        "if v_before_7 != 12u {",
    );
    assert_caught(
        "atomics",
        "the value after instead of the value before",
        "let v_before = atomicAdd(&b_cells[0u], 0x80000006u);",
        "let v_before = atomicAdd(&b_cells[0u], 0x80000006u) + 0x80000006u;",
    );
    assert_caught("atomics", "a signed minimum", "atomicMin(", "atomicMax(");
}

/// Oracle: the results of the samples, computed in plain Rust.
#[test]
fn moved_and_lost_memory_order_is_caught() {
    assert_caught(
        "counted",
        "a load that moved past the barrier and the store",
        "let v_value = b_data[v_next];\n    storageBarrier();",
        "storageBarrier();\n    b_data[min(v_i, 4u)] = vec2<u32>(1u, 1u);\n    let v_value = b_data[v_next];",
    );
    // Workgroups larger than a processor's vectors; otherwise lanes run in lockstep.
    for (name, barriers) in [
        ("scan", "        workgroupBarrier();"),
        ("transpose", "storageBarrier();\n    workgroupBarrier();"),
    ] {
        caught_on(&SHOWS_RACES, name, "a lost barrier", barriers, "");
    }
}
