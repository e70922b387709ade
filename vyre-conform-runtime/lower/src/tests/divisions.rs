//! Divisions of u64: calls of one function. Drivers take seconds for many copies of a long division.

use super::super::kernel::program_text;
use super::super::testing::accept;
use vyre_conform_ir::{Kernel, Type};

/// The text of a kernel with this many divisions, every second one for its remainder.
fn text(divisions: u32) -> String {
    let mut k = Kernel::new("k", [64, 1, 1]);
    let data = k.read_write("data", Type::U64);
    for n in 0..divisions {
        let (a, b) = (data.at(n), data.at(n + 1));
        k.store(data, n, if n % 2 == 0 { a / b } else { a % b });
    }
    let program = k.finish();
    let text = program_text(&program, &program.link(&()), &[], &[]);
    accept(&text);
    text
}

/// Oracle: counting by hand: a definition, and a call for each division. The rest of a division is its operands.
#[test]
fn divisions_of_u64_are_calls_of_one_function() {
    let short = text(2);
    for divisions in [2, 28, 280] {
        let text = text(divisions);
        let count = |word: &str| text.matches(word).count();
        assert_eq!(count("fn u64_div_rem("), 1, "{text}");
        assert_eq!(count("u64_div_rem("), 1 + divisions as usize, "{text}");
        assert_eq!(count("fn "), short.matches("fn ").count(), "{text}");
        assert_eq!(
            count("for ") + count("loop "),
            short.matches("for ").count() + short.matches("loop ").count()
        );
    }
}
