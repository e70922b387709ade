//! Diagnoses of hand-written tables.

use super::super::{DifferingCase, GroupDifference, INTERPRETER, REFERENCE};
use super::*;

fn party(name: &str) -> Participant {
    let language = match name {
        "llvmpipe" | "swiftshader" => Some(Language::Wgsl),
        "c11" | "opencl" => Some(Language::C),
        _ => None,
    };
    Participant {
        name: name.to_owned(),
        language,
        is_backend: ![REFERENCE, INTERPRETER].contains(&name),
    }
}

/// Groups by the names of their parties; all except the first are wrong.
fn lines(groups: &[&[&str]]) -> Vec<String> {
    let group = |(k, names): (usize, &&[&str])| Group {
        digest: k.to_string(),
        parties: names.iter().map(|name| party(name)).collect(),
        parting: (k > 0).then(|| GroupDifference {
            cases: 2,
            wrong: 1,
            first: DifferingCase {
                case: String::new(),
                expected: String::new(),
                actual: String::new(),
            },
        }),
    };
    let groups: Vec<Group> = groups.iter().enumerate().map(group).collect();
    diagnoses(&groups).iter().map(ToString::to_string).collect()
}

/// Oracle: shared lowerings: two adapters share one lowering, two backends another, the interpreter none.
#[test]
fn common_component_of_wrong_backends_is_named() {
    let all = [
        REFERENCE,
        INTERPRETER,
        "llvmpipe",
        "swiftshader",
        "c11",
        "opencl",
    ];
    assert!(lines(&[&all]).is_empty());
    assert_eq!(
        lines(&[
            &[REFERENCE, INTERPRETER, "c11", "opencl"],
            &["llvmpipe", "swiftshader"]
        ]),
        [
            "WGSL lowering: llvmpipe and swiftshader agree with each other and differ from reference, interpreter, c11 \
             and opencl"
        ]
    );
    assert_eq!(
        lines(&[
            &[REFERENCE, INTERPRETER, "llvmpipe", "c11"],
            &["swiftshader"],
            &["opencl"],
        ]),
        [
            "compiler or driver of swiftshader: llvmpipe ran the same WGSL and gave other bytes",
            "compiler or driver of opencl: c11 ran the same C and gave other bytes",
        ]
    );
    assert_eq!(
        lines(&[&[REFERENCE, "llvmpipe", "c11"], &[INTERPRETER]]),
        ["interpreter: it alone differs from reference, llvmpipe and c11"]
    );
    assert_eq!(
        lines(&[&[REFERENCE], &[INTERPRETER, "llvmpipe", "c11"]]),
        [
            "reference, or the translation of its body: interpreter, llvmpipe and c11 agree with each other and differ \
             from it"
        ]
    );
}

/// Oracle: undecidable tables: a lone lowering, one backend of its language, backends without a language, two languages
/// in one wrong group.
#[test]
fn unproven_diagnoses_stay_open() {
    let open: [&[&[&str]]; 5] = [
        &[&[REFERENCE, INTERPRETER], &["llvmpipe", "swiftshader"]],
        &[&[REFERENCE, INTERPRETER, "llvmpipe"], &["c11"]],
        &[&[REFERENCE, INTERPRETER, "c11"], &["first", "second"]],
        &[
            &[REFERENCE, INTERPRETER, "swiftshader", "opencl"],
            &["llvmpipe", "c11"],
        ],
        &[&[REFERENCE], &[INTERPRETER]],
    ];
    for groups in open {
        let lines_of_groups = lines(groups);
        assert!(
            matches!(&lines_of_groups[..], [one] if one.starts_with("open: ")),
            "{groups:?}: {lines_of_groups:?}"
        );
    }
}
