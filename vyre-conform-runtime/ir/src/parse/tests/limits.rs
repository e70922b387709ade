//! Limits of size, stack and time.

use super::{kernel, parsed};
use crate::parse::{ParseProblem, program};
use crate::wire::{self, WireFault};
use crate::{MAX_NESTING, MAX_NODES};
use std::time::{Duration, Instant};

/// Oracle: the limits of the wire format, reached and exceeded by one.
#[test]
fn limits_match_the_wire_format() {
    let deep = |n: usize| kernel(&format!("x = {}x{};", "(1 + ".repeat(n), ")".repeat(n)));
    let not = |n: usize| kernel(&format!("x = {}x;", "!".repeat(n)));
    let chain = |n: usize| kernel(&format!("x = x{};", ".count_ones()".repeat(n)));
    let blocks = |n: usize| kernel(&format!("{}x = 1;{}", "{".repeat(n), "}".repeat(n)));
    for (text, max, limit) in [
        (
            &deep as &dyn Fn(usize) -> String,
            MAX_NESTING - 1,
            "expressions",
        ),
        (&not, MAX_NESTING - 1, "expressions"),
        (&chain, MAX_NESTING - 1, "expressions"),
        (&blocks, MAX_NESTING - 1, "blocks"),
    ] {
        wire::encode(&parsed(&text(max))).expect("within the limits");
        let error = program(&text(max + 1)).expect_err("beyond a limit");
        assert_eq!(
            error.problem,
            ParseProblem::Limit(WireFault::Nesting { what: limit })
        );
    }
    let nodes = |n: usize| {
        let barriers = "barrier();".repeat(n - 3);
        kernel(&format!(
            "{barriers}loop at_most(1) {{ barrier(); while x; }}"
        ))
    };
    wire::encode(&parsed(&nodes(MAX_NODES))).expect("within the limits");
    let error = program(&nodes(MAX_NODES + 1)).expect_err("beyond a limit");
    assert_eq!(error.problem, ParseProblem::Limit(WireFault::Nodes));
    let name = |n: usize| {
        format!(
            "program p workgroup_size(1, 1, 1)\nkernel {} {{}}",
            "k".repeat(n)
        )
    };
    wire::encode(&parsed(&name(wire::MAX_MEMORY - 64))).expect("within the limits");
    let error = program(&name(wire::MAX_MEMORY)).expect_err("beyond a limit");
    assert_eq!(error.problem, ParseProblem::Limit(WireFault::Memory));
}

/// Oracle: a stack of 512 KiB, whose overflow would end the process; and time, relative to a text of an
/// eighth of the length.
#[test]
fn no_text_takes_more_than_a_small_stack_and_time_by_its_length() {
    let of = |part: &str, n: usize| kernel(&format!("x = {}", part.repeat(n)));
    let statements = |part: &str, n: usize| kernel(&part.repeat(n));
    let listed = |n: usize| {
        let locals: Vec<String> = (0..n).map(|k| format!("x#{k}: u32")).collect();
        let locals = locals.join(", ");
        format!("program p workgroup_size(1, 1, 1)\nkernel locals[{locals}] {{}}")
    };
    let texts: [&(dyn Fn(usize) -> String + Sync); 20] = [
        &|n| of("(", n),
        &|n| of("!", n),
        &|n| of("x.min(", n),
        &|n| of("vec2(", n),
        &|n| of("b[", n),
        &|n| of("if ", n),
        &|n| of("(x: ", n),
        &|n| of("f32::from_bits(", n),
        &|n| statements("{", n),
        &|n| statements("if x {", n),
        &|n| statements("loop at_most(1) {", n),
        &|n| statements("x = b[x];", n.min(90_000)),
        &|n| statements("\n; a line\n// a line\n", n),
        &|n| statements("\"x", n),
        &|n| statements("let y: u32 = call f(x, x);", n.min(90_000)),
        &listed,
        &|n| kernel(&" ".repeat(n)),
        &|n| kernel(&format!("return {};", "x, ".repeat(n))),
        &|n| kernel(&format!("x = {};", "1".repeat(n))),
        &|n| kernel(&format!("x = \"{}\";", "\\u{61}".repeat(n))),
    ];
    for (k, text) in texts.iter().enumerate() {
        let time = |n: usize| {
            let text = text(n);
            let once = || {
                let begin = Instant::now();
                let _ = program(&text);
                begin.elapsed()
            };
            (0..5).map(|_| once()).min().unwrap_or_default()
        };
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(512 << 10);
            let work = || {
                let (short, long) = (time(10_000), time(80_000));
                // Linear time is eight times, quadratic 64 times. Unmeasurably short times do not
                // count.
                let max = (short * 32).max(Duration::from_millis(20));
                assert!(long <= max, "text {k}: {short:?}, then {long:?}");
            };
            let thread = thread.spawn_scoped(scope, work).expect("a thread");
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        });
    }
}
