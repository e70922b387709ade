//! A message for users contains no internal type in its `Debug` form: users do not know the names of Rust items, and
//! renaming an item would change the message.

use super::{code, root, rust_files};
use std::collections::BTreeSet;
use std::fs;

/// The `Debug` form of a value of an op is its usual one: the number and its type.
const VALUES: &str = "values of ops, whose `Debug` form is the written one";
/// Arrays of numbers look the same in both forms.
const NUMBERS: &str = "numbers";

/// Files whose messages contain `Debug` forms, with the forms and their subject.
const EXCEPTIONS: &[(&str, &[&str], &str)] = &[
    (
        "vyre-conform-runtime/harness/src/run/matrix/mod.rs",
        &["{base:?}", "{faults:?}"],
        "a message of a test, which names variants",
    ),
    (
        "vyre-conform-macros/src/translate/scope.rs",
        &["{span:?}"],
        "the place of a token, which its `Debug` form alone has",
    ),
    (
        "vyre-conform-runtime/suite/src/backend/native/measurement.rs",
        &["{v:?}", "{value:?}"],
        VALUES,
    ),
    (
        "vyre-conform-runtime/certificate/src/verify/counterexamples.rs",
        &["{inputs:?}"],
        VALUES,
    ),
    (
        "vyre-conform-runtime/certificate/src/verify/settings.rs",
        &["{some:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/cli/src/new/mod.rs",
        &["{:?}", "{package:?}"],
        "a quoted text of TOML",
    ),
    (
        "vyre-conform-runtime/cli/src/verify/rerun.rs",
        &["{range:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/harness/src/replay/error.rs",
        &["{inputs:?}"],
        VALUES,
    ),
    (
        "vyre-conform-runtime/harness/src/run/part/determinism.rs",
        &["{:?}", "{:x?}"],
        "values, as above, and words",
    ),
    (
        "vyre-conform-runtime/harness/src/run/part/law.rs",
        &["{:?}"],
        VALUES,
    ),
    (
        "vyre-conform-runtime/harness/src/run/part/regressions.rs",
        &["{values:?}"],
        VALUES,
    ),
    (
        "vyre-conform-runtime/harness/src/interruption.rs",
        &["{inputs:?}"],
        VALUES,
    ),
    (
        "vyre-conform-runtime/interp/src/program/fault.rs",
        &["{first:?}", "{second:?}", "{workgroup:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/interp/src/race/mod.rs",
        &["{local:?}", "{workgroup:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/ir/src/parse/lex.rs",
        &["{c:?}"],
        "a character, in quotes",
    ),
    (
        "vyre-conform-runtime/ir/src/value.rs",
        &["{:?}"],
        "a float, as Rust writes it",
    ),
    (
        "vyre-conform-runtime/suite/src/backend/check/probe.rs",
        &["{:x?}", "{expected:x?}", "{found:x?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/suite/src/backend/check/programs.rs",
        &["{:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/suite/src/backend/error.rs",
        &["{inputs:?}"],
        VALUES,
    ),
    (
        "vyre-conform-runtime/suite/src/strategy/determinism.rs",
        &["{first:?}", "{inputs:?}", "{second:?}"],
        VALUES,
    ),
    (
        "vyre-conform-runtime/suite/src/strategy/implication.rs",
        &["{:?}"],
        "a text that is compared with another one and never shown",
    ),
    (
        "vyre-conform-runtime/suite/src/strategy/outcome.rs",
        &["{values:?}"],
        VALUES,
    ),
    (
        "vyre-conform-runtime/cli/src/network/report.rs",
        &["{shape:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/certificate.rs",
        &["{:?}", "{name:?}", "{shape:?}"],
        "texts in quotation marks, and numbers",
    ),
    (
        "vyre-conform-runtime/network/src/graph/check.rs",
        &["{shape:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/lowering/views.rs",
        &["{:?}", "{shape:?}", "{shapes:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/npy.rs",
        &["{shape:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/onnx/tensors.rs",
        &["{:?}", "{shape:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/convolutions.rs",
        &["{:?}", "{declared:?}", "{lens:?}", "{sides:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/gather.rs",
        &["{:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/losses.rs",
        &["{:?}", "{due:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/moves.rs",
        &["{:?}", "{order:?}", "{repeats:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/norms.rs",
        &["{:?}", "{inside:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/padding.rs",
        &["{lens:?}", "{pads:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/patterns.rs",
        &["{:?}", "{lens:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/product.rs",
        &["{:?}", "{shape:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/quantized.rs",
        &["{own:?}", "{shape:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/recurrent.rs",
        &["{:?}", "{due:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/reduce.rs",
        &["{given:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/resize.rs",
        &["{:?}", "{lens:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/sampling.rs",
        &["{:?}", "{size:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/scatter.rs",
        &["{:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/shapes.rs",
        &["{axes:?}", "{longs:?}", "{wanted:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/signal.rs",
        &["{other:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/transposed.rs",
        &["{:?}", "{lens:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/unpool.rs",
        &["{:?}", "{larger:?}", "{shape:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/operators/windows.rs",
        &["{given:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/run.rs",
        &["{due:?}", "{shape:?}"],
        NUMBERS,
    ),
    (
        "vyre-conform-runtime/network/src/tensor.rs",
        &["{shape:?}"],
        NUMBERS,
    ),
];

/// The placeholders of `Debug` forms in the messages of a text. Messages about faults of the project (`panic!`,
/// `assert!`, `unreachable!`) are not for users.
fn debug_forms(text: &str) -> BTreeSet<String> {
    let code = code(text);
    let mut matches = BTreeSet::new();
    for (position, _) in code.match_indices("?}") {
        let Some(from) = code[..position].rfind('{') else {
            continue;
        };
        let inside = &code[from..position + 2];
        let Some((_, form)) = inside.split_once(':') else {
            continue;
        };
        let is_form = form.chars().all(|c| "#?}x02468".contains(c));
        if !is_form || is_of_a_fault(&code[..from]) {
            continue;
        }
        matches.insert(inside.to_owned());
    }
    matches
}

/// True if the last macro call in a text reports a fault of the project.
fn is_of_a_fault(before: &str) -> bool {
    let calls = before.match_indices("!(").filter_map(|(position, _)| {
        let name = before[..position].rsplit(|c: char| !(c.is_alphanumeric() || c == '_'));
        name.into_iter().next().filter(|name| !name.is_empty())
    });
    let faults = [
        "panic",
        "unreachable",
        "assert",
        "assert_eq",
        "assert_ne",
        "debug_assert",
    ];
    // An `#[error("..")]` after it is a message for users again.
    let last = calls.last().unwrap_or("");
    let after = before
        .rfind("!(")
        .map_or("", |position| &before[position..]);
    faults.contains(&last) && !after.contains("#[error(")
}

/// Oracle: the rule, and the list of exceptions, every entry of which must exist.
#[test]
fn messages_show_no_debug_forms() {
    let mut wrong = vec![];
    for path in rust_files() {
        let root = root();
        let Some(inside) = path.strip_prefix(&root).ok().and_then(|p| p.to_str()) else {
            continue;
        };
        let shipped = ["vyre-conform-runtime/", "vyre-conform-macros/", "ops/src/"];
        let tests = ["/tests/", "/tests.rs", "/benches/", "/build.rs", "/testing"];
        if !shipped.iter().any(|part| inside.starts_with(part))
            || tests.iter().any(|part| inside.contains(part))
        {
            continue;
        }
        let actual = debug_forms(&fs::read_to_string(&path).expect("readable"));
        let row = EXCEPTIONS.iter().find(|(file, ..)| *file == inside);
        let allowed = row.map_or(&[][..], |(_, forms, _)| forms);
        let allowed: BTreeSet<String> = allowed.iter().map(|form| (*form).to_owned()).collect();
        if actual != allowed {
            wrong.push(format!("{inside}: {actual:?}, excepted are {allowed:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: hand-written messages.
#[test]
fn debug_form_in_a_message_is_detected() {
    let text = "fn a() -> String { format!(\"{op:?} has {:#?} at {k}\", b) }\n\
                fn b() { assert!(true, \"{c:?}\"); panic!(\n \"{d:?}\") }\n\
                fn c(x: &str) { write!(f, \"{x:#06x?}\") }\nenum E {\n#[error(\"no {e:?}\")]\nA,\n}";
    let expected = ["{op:?}", "{:#?}", "{x:#06x?}", "{e:?}"].map(str::to_owned);
    assert_eq!(debug_forms(text), BTreeSet::from(expected));
}
