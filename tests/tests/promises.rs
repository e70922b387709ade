//! The project's promises, I1 to I15 of docs/spec/conformance.md#promises: each has a test named after it. This file
//! tests those about the sources.

use super::tidy::{root, rust_files};
use std::collections::BTreeSet;
use std::fs;

/// The numbers of the invariants in the names of a text's tests: `i7_...` is a test of I7.
fn tested(text: &str) -> BTreeSet<u32> {
    // Long tests have one more attribute.
    let lines = text.lines().map(str::trim);
    let lines: Vec<&str> = lines.filter(|line| !line.starts_with("#[ignore")).collect();
    let tests = lines.windows(2).filter(|pair| pair[0] == "#[test]");
    let number = |pair: &[&str]| {
        let name = pair[1].strip_prefix("fn i")?;
        name.split_once('_')?.0.parse().ok()
    };
    tests.filter_map(number).collect()
}

/// Oracle: docs/spec/conformance.md#promises.
#[test]
fn every_invariant_of_the_project_has_a_test() {
    let texts = rust_files().into_iter().map(fs::read_to_string);
    let actual: BTreeSet<u32> = texts
        .flat_map(|text| tested(&text.expect("readable")))
        .collect();
    let page = fs::read_to_string(root().join("docs/spec/conformance.md")).expect("readable");
    let anchors = page.split("<a id=\"i").skip(1);
    let stated = anchors.filter_map(|rest| rest.split('"').next()?.parse().ok());
    assert_eq!(actual, stated.collect());
    assert_eq!(actual.len(), 15);
    let text = "#[test]\nfn i3_x() {}\nfn i4_x() {}\n#[test]\nfn ix() {}\n#[test]\nfn i5() {}";
    assert_eq!(tested(text), BTreeSet::from([3]));
}

/// The files that may contain `unsafe` code, and the purpose.
const UNSAFE: &[(&str, &str)] = &[
    (
        "vyre-conform-runtime/backends/wgpu/src/device.rs",
        "a SPIR-V module handed to the driver as it is",
    ),
    (
        "vyre-conform-runtime/backends/wgpu/src/exit.rs",
        "the end of the process without exit handlers",
    ),
    (
        "vyre-conform-runtime/backends/wgpu/src/native/controls.rs",
        "properties of a driver's adapter",
    ),
    (
        "vyre-conform-runtime/backends/c/src/checked.rs",
        "the memory that a checked unit may touch",
    ),
    (
        "vyre-conform-runtime/backends/c/src/compiler.rs",
        "a compiled function that shows whether the compiler is one",
    ),
    (
        "vyre-conform-runtime/backends/c/src/module.rs",
        "a library that was compiled and is loaded",
    ),
    (
        "vyre-conform-runtime/backends/c/src/op.rs",
        "calls of compiled ops",
    ),
    (
        "vyre-conform-runtime/backends/c/src/program.rs",
        "calls of compiled programs on buffers that threads share",
    ),
    (
        "vyre-conform-runtime/backends/cuda/src/compile.rs",
        "the compiler of CUDA, which is asked for its version",
    ),
    (
        "vyre-conform-runtime/backends/cuda/src/device.rs",
        "the libraries of CUDA, which are asked what they are",
    ),
    (
        "vyre-conform-runtime/backends/cuda/src/run.rs",
        "memory of a GPU, and kernels that run on it",
    ),
    (
        "vyre-conform-runtime/backends/opencl/src/api.rs",
        "a library of OpenCL that is loaded",
    ),
    (
        "vyre-conform-runtime/backends/opencl/src/device.rs",
        "calls of OpenCL for one device",
    ),
    (
        "vyre-conform-runtime/backends/opencl/src/object.rs",
        "objects of OpenCL, which are counted",
    ),
    (
        "vyre-conform-runtime/backends/opencl/src/run.rs",
        "calls of OpenCL",
    ),
    (
        "vyre-conform-runtime/backends/opencl/src/discovery.rs",
        "calls of OpenCL that tell of platforms and devices",
    ),
    (
        "ops/benches/engines/main.rs",
        "shaders without runtime checks",
    ),
    (
        "vyre-conform-runtime/backends/wgpu/src/lavapipe.rs",
        "a variable of the environment, set before there are threads",
    ),
    (
        "vyre-conform-runtime/backends/wgpu/src/icd.rs",
        "a driver that is loaded by path",
    ),
    (
        "vyre-conform-runtime/backends/process/src/shared/linux.rs",
        "memory that a backend out of process sees as well",
    ),
    (
        "vyre-conform-runtime/src/registry/calls.rs",
        "inputs of a call that runs, for whoever waits for it",
    ),
    (
        "vyre-conform-runtime/src/registry/kernel.rs",
        "vector instructions; function items without size",
    ),
    ("vyre-conform-runtime/src/vector.rs", "vector instructions"),
    (
        "vyre-conform-runtime/src/const_check/value.rs",
        "values of a type that is known",
    ),
    (
        "vyre-conform-runtime/ir/tests/wire/counting.rs",
        "an allocator that counts",
    ),
];

/// The lines of unsafe blocks and implementations, and those without a `SAFETY` comment above them.
fn unsafe_code(text: &str) -> (Vec<usize>, Vec<usize>) {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let opens = |line: &str| {
        // Text between quotation marks is not code.
        let code: String = line.split('"').step_by(2).collect();
        !line.starts_with("//") && (code.contains("unsafe {") || code.starts_with("unsafe impl"))
    };
    let unsafe_lines: Vec<usize> = (0..lines.len()).filter(|k| opens(lines[*k])).collect();
    let says_why = |k: &usize| {
        let above = &lines[k.saturating_sub(4)..*k];
        above.iter().any(|line| line.contains("SAFETY:"))
    };
    let silent = unsafe_lines
        .iter()
        .copied()
        .filter(|k| !says_why(k))
        .collect();
    (unsafe_lines, silent)
}

/// Oracle: the list above, and a text with and without a comment.
#[test]
fn i12_unsafe_code_is_listed_and_justified() {
    let mut wrong = vec![];
    let mut holding = BTreeSet::new();
    for path in rust_files() {
        let inside = path.strip_prefix(root()).expect("inside the workspace");
        let name = inside.to_string_lossy().replace('\\', "/");
        if name.starts_with("ui-tests")
            || name.starts_with("vyre-conform-macros/refusals")
            || name.ends_with("promises.rs")
        {
            continue;
        }
        let (actual, silent) = unsafe_code(&fs::read_to_string(&path).expect("readable"));
        if actual.is_empty() {
            continue;
        }
        if !UNSAFE.iter().any(|(known, _)| *known == name) {
            wrong.push(format!(
                "{name} holds unsafe code: add it to UNSAFE, with what is promised there"
            ));
        }
        wrong.extend(silent.iter().map(|k| {
            format!(
                "{name}:{}: say above it why it is sound, `// SAFETY: ...`",
                k + 1
            )
        }));
        holding.insert(name);
    }
    let stale = UNSAFE.iter().filter(|(name, _)| !holding.contains(*name));
    wrong.extend(
        stale.map(|(name, _)| {
            format!("{name} holds no unsafe code any more: take it out of UNSAFE")
        }),
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(
        unsafe_code("let x =\n    unsafe { f() };"),
        (vec![1], vec![1])
    );
    assert_eq!(
        unsafe_code("unsafe { f(\"x\") };\nlet said = \"unsafe { }\";"),
        (vec![0], vec![0])
    );
    assert_eq!(
        unsafe_code("// SAFETY: f is sound.\nunsafe { f() }"),
        (vec![1], vec![])
    );
}

/// Public enums that a `match` outside of their package may treat as complete, by package, with the reason: code that
/// walks them must know every form, so that an unhandled form does not compile.
const CLOSED: &[(&str, &[&str], &str)] = &[
    (
        "network",
        &["Dimension", "Element"],
        "tensors: every operator and machine gives each of them its meaning",
    ),
    (
        "spec",
        &["Claim", "LawCallee", "Term"],
        "the language of laws: macro, processor, backends and reports walk it",
    ),
    (
        "ir",
        &[
            "AtomicOp", "BinaryOp", "Callee", "Contents", "ExprKind", "Node", "OpSource",
            "Passing", "Type", "UnaryOp",
        ],
        "the representation: interpreter, lowerings and backends give it its meaning",
    ),
    (
        "backends",
        &["KernelArgument"],
        "what a kernel is given: every device hands all of it over",
    ),
    (
        "fuzz",
        &["MutantOutcome", "ParsedText"],
        "what a text holds and what a mutant does: a reader of texts has to take each",
    ),
    (
        "lower-c",
        &["Dialect"],
        "the languages of the family: every text is kept and checked in each of them",
    ),
    (
        "src",
        &[
            "OpenCall",
            "InputSource",
            "LawParam",
            "Polarity",
            "Set",
            "Vectors",
        ],
        "what is declared, from where its inputs come and which call does not end: \
         an unknown one would be checked or told by nobody",
    ),
    (
        "suite",
        &[
            "Additions",
            "ClaimKind",
            "Code",
            "Condition",
            "CheckInterruption",
            "Implementation",
            "MissingSupport",
            "LawOperand",
            "LawStep",
            "Operand",
            "Outcome",
            "ParityError",
            "Part",
            "ProverAnswer",
            "Tree",
            "ClaimOutcome",
        ],
        "what is asked and how it ended: an unknown outcome must not be taken for another one",
    ),
    (
        "certificate",
        &["FloatProfile", "OutcomeName"],
        "how a part ended, as above, and of which floats it is: a word of a later format is refused",
    ),
    (
        "prove",
        &[
            "Answer",
            "Justification",
            "Conclusion",
            "Gate",
            "Hypothesis",
            "Line",
            "WordAnswer",
            "TermNode",
            "TheoremArgument",
        ],
        "terms, theorems, gates, lines of proofs and what solvers say: a proof that leaves one out proves nothing",
    ),
    (
        "harness",
        &["WorkOutcome", "SavedClaim"],
        "what a saved input is held against, and what a piece of work came to, as above",
    ),
];

/// The public enums of a text that are neither `non_exhaustive` nor in the list.
fn exhaustive<'a>(text: &'a str, closed: &[&str]) -> Vec<&'a str> {
    let lines: Vec<&str> = text.lines().collect();
    let mut matches = vec![];
    for (k, line) in lines.iter().enumerate() {
        let Some(name) = line.trim_start().strip_prefix("pub enum ") else {
            continue;
        };
        let end = name.find(|c: char| !c.is_alphanumeric());
        let name = &name[..end.unwrap_or(name.len())];
        let attributes = lines[..k].iter().rev().take_while(|line| {
            let line = line.trim_start();
            !(line.is_empty() || line.starts_with("///") || line.ends_with(['{', '}', ';']))
        });
        let open = attributes
            .into_iter()
            .any(|l| l.contains("#[non_exhaustive]"));
        if !open && !closed.contains(&name) {
            matches.push(name);
        }
    }
    matches
}

/// Oracle: I14, and texts with one enum each.
#[test]
fn i14_public_enums_are_non_exhaustive() {
    let mut wrong = vec![];
    let house = root().join("vyre-conform-runtime");
    let mut met = BTreeSet::new();
    for path in rust_files() {
        let Ok(inside) = path.strip_prefix(&house) else {
            continue;
        };
        let outside = ["benches", "tests"];
        if inside.iter().any(|part| outside.iter().any(|o| part == *o)) {
            continue;
        }
        let package = inside
            .iter()
            .next()
            .and_then(|p| p.to_str())
            .expect("a package");
        let closed = CLOSED.iter().find(|(item, ..)| *item == package);
        let closed = closed.map_or(&[][..], |(_, names, _)| names);
        let text = fs::read_to_string(&path).expect("readable");
        let actual = exhaustive(&text, closed);
        wrong.extend(
            actual
                .iter()
                .map(|name| format!("{}: {name}", inside.display())),
        );
        met.extend(
            exhaustive(&text, &[])
                .iter()
                .map(|name| format!("{package} {name}")),
        );
    }
    for (package, names, _) in CLOSED {
        for name in *names {
            let named = format!("{package} {name}");
            wrong
                .extend((!met.contains(&named)).then(|| format!("{named} is not closed any more")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let derived = "#[non_exhaustive]\n#[derive(Debug)]\npub enum A {}";
    assert_eq!(exhaustive(derived, &[]), [""; 0]);
    assert_eq!(
        exhaustive("#[derive(Debug)]\npub enum A<'a> {}", &[]),
        ["A"]
    );
    assert_eq!(exhaustive("pub enum Term {}", &["A"]), ["Term"]);
    assert_eq!(exhaustive("pub enum Term {}", &["Term"]), [""; 0]);
}
