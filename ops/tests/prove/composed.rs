//! Laws of the library that composition theorems prove.

use std::collections::BTreeSet;
use vyre_conform_certificate::certificate::{Certificate, ComponentEvidence, derive};
use vyre_conform_prove::composed::Composer;
use vyre_conform_prove::method::ProofMethod;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_tests::sandbox::Sandbox;

/// Ops with a law that a theorem proves, the theorem, and a law on which it depends.
const EXAMPLES: [(&str, &str, &str, Option<&str>); 9] = [
    (
        "u32::gt",
        "Transitive",
        "operands of a transitive relation exchanged",
        Some("u32::lt::Transitive"),
    ),
    (
        "u32::clamp",
        "CommutativeFactors",
        "any op of a commutative op and a third operand",
        Some("u32::max::Commutative"),
    ),
    (
        "u32::ge",
        "SelfInverse(1)",
        "a function of a self-inverse op",
        Some("u32::lt::SelfInverse(0)"),
    ),
    (
        "u32::min",
        "Idempotent",
        "a choice of the first operand or the second",
        None,
    ),
    (
        "u32::abs_diff",
        "SelfInverse(0)",
        "a choice of an op or the same with its operands exchanged",
        Some("u32::sub::SelfInverse(0)"),
    ),
    (
        "u32::dot4_u8",
        "Commutative",
        "any op of two commutative ops",
        Some("u32::mul::Commutative"),
    ),
    (
        "i32::add",
        "Associative",
        "the image of an associative op",
        Some("u32::add::Associative"),
    ),
    (
        "i32::cast_vec2",
        "InverseOf(vec2_to_i32)",
        "functions undone one after the other",
        Some("u32::cast_vec2::InverseOf(vec2_to_u32)"),
    ),
    (
        "vec4::subgroup_add",
        "Even(reverse_lanes)",
        "a fold of four lanes in a row, from either end",
        Some("u32::add::Associative"),
    ),
];

/// Oracle: the bodies of the library, reviewed by hand, for the examples; and the least number of ops.
pub(crate) fn ops_have_laws_by_composition() {
    let catalog = Catalog::linked().expect("a catalog");
    let composer = Composer::new(&catalog);
    let own = |id: &str| {
        let op = catalog.find(id);
        op.is_some_and(|op| op.def.place.module.starts_with("vyre_ops"))
    };
    let all = composer.all();
    let ops: BTreeSet<&str> = all.iter().map(|(op, _)| *op).filter(|id| own(id)).collect();
    assert!(ops.len() >= 30, "{} ops: {ops:?}", ops.len());
    for (op, text, theorem, component) in EXAMPLES {
        let op = catalog.find(op).expect("an op");
        let law = op.def.laws.iter().position(|def| def.text == text);
        let law = law.unwrap_or_else(|| panic!("{}: {text}", op.def.id));
        let actual = composer.carried(op, law);
        let actual = actual.unwrap_or_else(|e| panic!("{}::{text}: {e}", op.def.id));
        assert_eq!(actual.theorems[0].name, theorem, "{}::{text}", op.def.id);
        let names: Vec<&str> = actual.components.iter().map(|c| c.name.as_str()).collect();
        match component {
            Some(component) => assert!(names.contains(&component), "{text}: {names:?}"),
            None => assert_eq!(names, [] as [&str; 0], "{text}"),
        }
    }
}

/// Oracle: the theorem of less-than with exchanged operands; and each way in which a certificate can contradict it.
pub(crate) fn certificates_have_theorems_that_are_checked() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let filter = "u32::gt::law::left_absorbing_0::proved,u32::lt::law::right_absorbing_0::proved,\
        u32::min::law::idempotent::proved";
    let result = sandbox.run(&[
        "certify",
        filter,
        "-o",
        "a.json",
        "--adapter",
        "cpu+kernel-rust",
        "--prove",
    ]);
    assert_eq!(result.code, Some(0), "{}{}", result.stdout, result.stderr);
    let certificate = sandbox.read("a.json");
    let proofs = certificate.parts().filter_map(|part| part.proof.as_deref());
    let engines: Vec<ProofMethod> = proofs.map(|proof| proof.engine).collect();
    let composed = engines.iter().filter(|e| **e == ProofMethod::Composition);
    assert_eq!((engines.len(), composed.count()), (3, 2), "{engines:?}");
    let none = tempfile::tempdir().expect("a folder");
    let none = none.path().to_str().expect("a path");
    for more in [&[][..], &["--rerun", "100%"], &["--proofs", none]] {
        let output = sandbox.run(&[&["verify", "a.json"], more].concat());
        assert_eq!(
            output.code,
            Some(0),
            "{more:?}: {}{}",
            output.stdout,
            output.stderr
        );
    }
    type Edit = fn(&mut Vec<ComponentEvidence>, &mut Option<String>);
    let edits: [(Edit, &str); 3] = [
        (
            |_, theorem| *theorem = Some("operands of a transitive relation exchanged".into()),
            "the theorem is",
        ),
        (|components, _| components.clear(), "the theorem rests on"),
        (
            |components, _| components[0].part = "u32::lt::law::transitive::proved".into(),
            "the theorem rests on",
        ),
    ];
    for (edit, expected) in edits {
        let mut evidence = certificate.evidence.clone();
        let mut parts = evidence.parts_mut();
        let part = parts.find(|part| part.id == "u32::gt::law::left_absorbing_0::proved");
        let proof = part
            .and_then(|part| part.proof.as_deref_mut())
            .expect("a proof");
        edit(&mut proof.components, &mut proof.theorem);
        drop(parts);
        derive(&mut evidence);
        sandbox.write(
            "b.json",
            &Certificate::seal(evidence, certificate.run.clone()),
        );
        let output = sandbox.run(&["verify", "b.json"]);
        assert_eq!(output.code, Some(1), "{expected}: {}", output.stdout);
        let text = output.stdout + &output.stderr;
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let shown = sandbox.run(&["show", "u32::gt"]);
    assert!(
        shown.stdout.contains("laws by composition"),
        "{}",
        shown.stdout
    );
    assert!(
        shown.stdout.contains("from u32::lt::Transitive"),
        "{}",
        shown.stdout
    );
    let shown = sandbox.run(&["show", "u32::gt", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&shown.stdout).expect("JSON");
    let laws = value["laws"].as_array().expect("laws");
    let law = laws
        .iter()
        .find(|law| law["text"] == "Transitive")
        .expect("the law");
    assert_eq!(law["composition"]["components"][0], "u32::lt::Transitive");
    let proved = sandbox.run(&["prove", "u32::min::Idempotent", "-v"]);
    assert!(
        proved
            .stdout
            .contains("proved (composition): a choice of the first"),
        "{}",
        proved.stdout
    );
}
