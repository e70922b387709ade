//! Planted faults of devices, texts, generators and digests are named with a case by at most two further kits.

use crate::sandbox::Sandbox;
use vyre_conform_certificate::certificate::Part;
use vyre_conform_tests::tint::Tint;

/// The ops whose texts are changed, with an operator of each and another one.
const TEXTS: [(&str, &str, &str); 20] = [
    ("u32::add", " + ", " - "),
    ("u32::sub", " - ", " + "),
    ("u32::mul", " * ", " + "),
    ("u32::bit_and", " & ", " | "),
    ("u32::bit_or", " | ", " ^ "),
    ("u32::bit_xor", " ^ ", " | "),
    ("u32::bit_not", "~", "-"),
    ("u32::min", " < ", " > "),
    ("u32::max", " < ", " > "),
    ("u32::abs_diff", " - ", " + "),
    ("u32::mul_hi", ">> 16u", ">> 15u"),
    ("u32::rotate_left", " << ", " >> "),
    ("u32::rotate_right", " >> ", " << "),
    ("u32::popcount", "countOneBits", "countLeadingZeros"),
    ("u32::clz", "countLeadingZeros", "countTrailingZeros"),
    ("u32::ctz", "countTrailingZeros", "countLeadingZeros"),
    ("u32::reverse_bits", "reverseBits", "countOneBits"),
    ("i32::add", " + ", " - "),
    ("u64::add", " + ", " - "),
    ("f32::neg", " ^ ", " | "),
];

/// Lines of the module of cases, and wrong ones.
const GENERATORS: [(&str, &str); 5] = [
    (
        "let i = id.x;\n    if i >= of_run.cases",
        "let i = id.x | 1u;\n    if i >= of_run.cases",
    ),
    (
        "of_run.seed_lo, of_run.seed_hi`",
        "of_run.seed_hi, of_run.seed_hi`",
    ),
    (
        "`axes[base + digit * 4u + ${w}u]`",
        "`(axes[base + digit * 4u + ${w}u] | 1u)`",
    ),
    ("digit = digit % length;", "digit = digit % (length - 1u);"),
    ("u] + i) / axes", "u] + i + 1u) / axes"),
];

/// Lines of the module of digests, and wrong ones.
const DIGESTS: [(&str, &str); 5] = [
    ("0x9e3779b1u", "0x9e3779b3u"),
    (
        "sum${lane} += v${lane};",
        "sum${lane} += v${lane} & 0xffffu;",
    ),
    (
        "witness_hash(place + key${lane})",
        "witness_hash(place ^ key${lane})",
    ),
    ("${4 * lane}u);", "${4 * lane + 1}u);"),
    (
        "(of_run.first + first / ${block}u)",
        "(of_run.first + first / ${2 * block}u)",
    ),
];

/// Oracle: the faults.
pub(crate) fn a_fault_is_named_with_its_case(tint: Tint) {
    let (op, from, to) = TEXTS[0];
    wrong_text(&tint, op, from, to);
    wrong_module(&tint, GENERATORS[2], "makes other cases");
    wrong_module(&tint, DIGESTS[1], "computes digests wrongly");
}

/// Oracle: the faults.
pub(crate) fn thirty_faults_are_named_with_their_cases(tint: Tint) {
    for (op, from, to) in TEXTS {
        wrong_text(&tint, op, from, to);
    }
    for item in GENERATORS {
        wrong_module(&tint, item, "makes other cases");
    }
    for item in DIGESTS {
        wrong_module(&tint, item, "computes digests wrongly");
    }
}

/// Changes the functions of an op in a kit.
fn change(sandbox: &Sandbox, kit: &str, from: &str, to: &str) -> bool {
    let mut json = sandbox.requests(kit);
    let mut changed = false;
    for text in json["texts"].as_array_mut().expect("texts") {
        let own = text.as_str().expect("a text");
        // The text around functions has the entry point.
        let body = !own.contains("@compute") && !own.contains("@group");
        if body && own.contains(from) {
            *text = own.replace(from, to).into();
            changed = true;
        }
    }
    sandbox.set_requests(kit, &json);
    changed
}

fn wrong_text(tint: &Tint, op: &str, from: &str, to: &str) {
    let sandbox = Sandbox::new(tint);
    let parity = format!("{op}::parity");
    sandbox.kit("kit", &[&parity, "--cases", "2000"]);
    assert!(
        change(&sandbox, "kit", from, to),
        "{op} has no `{from}`: {}",
        sandbox.requests("kit")
    );
    sandbox.answer("kit", "first.json");
    let first = sandbox.certify(&["first.json"], &["--next", "next"]);
    first.with(1, &[&format!("{op}: a result differs"), "no certificate"]);
    change(&sandbox, "next", from, to);
    sandbox.answer("next", "second.json");
    let second = sandbox.certify(&["first.json", "second.json"], &["--next", "third"]);
    assert!(
        !sandbox.path("third").exists(),
        "{op} needs a third kit: {}",
        second.text
    );
    second.with(1, &[]);
    let evidence = sandbox.certificate("kit.certificate.json").evidence;
    let mut parts = evidence.ops.iter().flat_map(|item| &item.parts);
    let has_input = |part: &Part| {
        let counterexample = part.counterexample.as_ref();
        part.failures > 0
            && counterexample.is_some_and(|counterexample| !counterexample.inputs.is_empty())
    };
    assert!(
        parts.any(has_input),
        "{op}: no failing part names an input: {}",
        second.text
    );
}

fn wrong_module(tint: &Tint, (from, to): (&str, &str), message: &str) {
    let sandbox = Sandbox::new(tint);
    sandbox.kit("kit", &["u32::mul_hi::parity", "--cases", "3000"]);
    sandbox.edit("kit/cases.mjs", from, to);
    sandbox.answer("kit", "first.json");
    sandbox
        .certify(&["first.json"], &["--next", "next"])
        .with(1, &["u32::mul_hi: a result differs"]);
    sandbox.edit("next/cases.mjs", from, to);
    sandbox.answer("next", "second.json");
    let second = sandbox.certify(&["first.json", "second.json"], &[]);
    second.with(1, &[message]);
}
