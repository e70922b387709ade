//! Files of answers, hand-written.

use super::*;
use crate::head::{Head, KitSettings};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

fn head() -> Head {
    Head {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        library: "l".to_owned(),
        settings: KitSettings {
            seed: "0x5eed".to_owned(),
            cases: 10,
            engine_inputs: 1,
            programs: 2,
        },
        names: vec![],
        track: None,
    }
}

/// A file of these results, with the digest of their names and the right sum.
fn file(results: &[Value], edit: impl FnOnce(&mut Value)) -> Vec<u8> {
    let ids = results.iter().filter_map(|result| result[0].as_str());
    let digest = head().digest(ids);
    let mut kit = json!(head());
    kit["digest"] = digest.into();
    let device = json!({"kind": "dawn", "device": "D", "driver": "E", "features": ["shader-f16"]});
    let mut all = json!({"kit": kit, "device": device, "began": "2026-02-01T00:00:00.000Z",
        "ended": "2026-02-01T00:00:01.500Z", "results": results});
    edit(&mut all);
    let members = ["kit", "device", "began", "ended", "results"]
        .map(|name| format!("\"{name}\":{}", all[name]));
    let body = format!("{{\"format\":\"vyre-answers/1\",{}", members.join(","));
    let sum = Sha256::digest(body.as_bytes());
    let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body},\"sum\":\"{sum}\"}}\n").into_bytes()
}

fn read(files: &[&[u8]]) -> Result<Answers, AnswersError> {
    let named = files
        .iter()
        .enumerate()
        .map(|(k, bytes)| (format!("file {k}"), bytes.to_vec()));
    Answers::of(&named.collect::<Vec<_>>())
}

fn digests(text: &str) -> Value {
    json!({"d": [text]})
}

/// Oracle: the file, hand-written: words are little-endian in base64.
#[test]
fn answers_are_read() {
    let words = json!({"w": ["AgAAAA=="], "in": []});
    let error = json!({"error": ["compile", "no"]});
    let all = [
        json!(["a", digests("AQAAAA==")]),
        json!(["a@0-1", words]),
        json!(["b", error, digests("")]),
        json!(["c"]),
    ];
    let answers = read(&[&file(&all, |_| {})]).expect("a file");
    assert_eq!(answers.counts(), [3, 1]);
    assert_eq!(
        answers.get("a"),
        Some(&[Answer::Digests(vec![vec![1]])][..])
    );
    assert_eq!(answers.get("b").map(<[Answer]>::len), Some(2));
    assert_eq!((answers.get("c"), answers.get("d")), (Some(&[][..]), None));
    let due = Answer::Words {
        outputs: vec![vec![2]],
        inputs: vec![],
    };
    assert_eq!(answers.words("a", &(0..1)), Some(&due));
    assert_eq!(answers.words("a", &(1..2)), None);
    assert_eq!(answers.head(), &head());
    assert_eq!(answers.device().features, ["shader-f16"]);
}

/// Oracle: the rule: a later file fills gaps, and contradicts nothing.
#[test]
fn files_complete_each_other() {
    let cut = file(&[json!(["a"]), json!(["b", digests("")])], |_| {});
    let rest = file(&[json!(["a", digests("AQAAAA==")])], |_| {});
    let answers = read(&[&cut, &rest]).expect("two files");
    assert_eq!((answers.counts(), answers.times().len()), ([2, 0], 2));
    let other = file(&[json!(["b", digests("AQAAAA==")])], |_| {});
    assert!(matches!(read(&[&cut, &other]), Err(AnswersError::Differ { id, .. }) if id == "b"));
    assert_eq!(read(&[]).err(), Some(AnswersError::None));
    let moved = file(&[json!(["a"])], |all| all["device"]["driver"] = "F".into());
    assert!(matches!(
        read(&[&cut, &moved]),
        Err(AnswersError::Devices { .. })
    ));
}

/// Oracle: the table of refusals in docs/book/kit.md.
#[test]
fn what_is_no_answer_is_refused() {
    let right = || [json!(["a", digests("AQAAAA==")])];
    let told = |bytes: &[u8]| read(&[bytes]).expect_err("it is refused").to_string();
    let edited = |edit: fn(&mut Value)| told(&file(&right(), edit));
    let whole = file(&right(), |_| {});
    for (found, due) in [
        (told(b""), "is not a file of answers"),
        (told(&[0xff, 0xfe]), "it is not text"),
        (told(&whole[..whole.len() - 9]), "was cut or edited"),
        (told(&[&whole[..], b"x"].concat()), "was cut or edited"),
        (
            edited(|all| all["kit"]["version"] = "9".into()),
            "of vyre-conform 9, and this is",
        ),
        (
            edited(|all| all["kit"]["library"] = "m".into()),
            "does not have the requests",
        ),
        (
            edited(|all| all["results"] = json!([["a"], ["a"]])),
            "does not have the requests",
        ),
        (
            edited(|all| all["results"] = json!([[]])),
            "does not have the requests",
        ),
        (
            edited(|all| all["results"][0][1] = json!({"d": ["AQ=="]})),
            "not base64 of words",
        ),
        (
            edited(|all| all["results"][0][1] = json!({"d": [], "error": ["a", "b"]})),
            "it has neither",
        ),
        (
            edited(|all| all["device"]["kind"] = "cuda".into()),
            "not one that a kit names",
        ),
        (
            edited(|all| all["device"]["device"] = "\u{1b}[31m".into()),
            "not one that a kit names",
        ),
        (
            edited(|all| all["device"]["device"] = "".into()),
            "not one that a kit names",
        ),
        (
            edited(|all| all["device"]["driver"] = "\u{200b}".into()),
            "not one that a kit names",
        ),
        (
            edited(|all| all["device"]["features"] = json!(["a", "a"])),
            "not one that a kit names",
        ),
        (
            edited(|all| all["results"][0][1] = json!({"error": ["God", "b"]})),
            "an error of a known kind",
        ),
        (
            edited(|all| {
                (all["began"], all["ended"]) = ("L4 established".into(), "verified".into())
            }),
            "its times are not",
        ),
        (
            edited(|all| all["ended"] = "2026-02-01T00:00:01Z".into()),
            "its times are not",
        ),
        (
            edited(|all| all["ended"] = "2026-01-31T00:00:00.000Z".into()),
            "its times are not",
        ),
        (
            edited(|all| all["ended"] = "9999-01-31T00:00:00.000Z".into()),
            "its times are not",
        ),
        (
            edited(|all| all["device"]["more"] = 1.into()),
            "unknown field",
        ),
    ] {
        assert!(found.contains(due), "{found}");
    }
}
