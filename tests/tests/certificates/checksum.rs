//! The checksum of the facts of a run, computed from the documented recipe alone.

use super::issued::right_certificate;
use serde_json::{Map, Value};
use vyre_conform_certificate::certificate::{Certificate, RateMeasurement, ReadError, parse};

/// The canonical text of a value: keys in the order of their bytes, no space, whole numbers, escapes as in RFC 8785.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let mut names: Vec<&String> = fields.keys().collect();
            names.sort_by_key(|name| name.as_bytes());
            let field = |name: &&String| format!("{}:{}", text(name), canonical(&fields[*name]));
            format!(
                "{{{}}}",
                names.iter().map(field).collect::<Vec<_>>().join(",")
            )
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(canonical).collect();
            format!("[{}]", items.join(","))
        }
        Value::String(actual) => text(actual),
        other => other.to_string(),
    }
}

fn text(actual: &str) -> String {
    let escaped = |c: char| match c {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '\n' => "\\n".to_owned(),
        c if c < ' ' => panic!("the test has no {c:?}"),
        c => c.to_string(),
    };
    format!("\"{}\"", actual.chars().map(escaped).collect::<String>())
}

/// The checksum of the object `run` of a file.
fn checksum(run: &Map<String, Value>) -> String {
    let mut run = run.clone();
    run.insert("checksum".into(), "".into());
    let text = canonical(&Value::Object(run));
    format!("blake3:{}", blake3::hash(text.as_bytes()).to_hex())
}

/// Oracle: docs/spec/certificates.md#what-is-inside, the recipe of `run.checksum`.
#[test]
fn the_checksum_of_a_run_is_made_by_the_documented_recipe() {
    let mut run = right_certificate().run.clone();
    let mut files = vec![right_certificate().clone()];
    run.host = "a \"host\"\nwith \\ and \u{e9}".into();
    run.absent = vec!["cuda: no device".into(), String::new()];
    run.proofs
        .insert("cert::flip::law::involution::proved".into(), 7);
    let actual = RateMeasurement {
        turns: vec![[1000, 2000]; 7],
        rate: 2000,
    };
    run.baselines
        .insert("cert::flip against copy".into(), actual);
    files.push(Certificate::seal(right_certificate().evidence.clone(), run));
    for certificate in files {
        let mut file: Value = serde_json::from_str(&certificate.text()).expect("JSON");
        let run = file["run"].as_object_mut().expect("an object");
        assert_eq!(run["checksum"], checksum(run).as_str());
        run.insert("threads".into(), 12345.into());
        let edited = parse(file.to_string().as_bytes());
        assert_eq!(edited, Err(ReadError::Run));
        let run = file["run"].as_object_mut().expect("an object");
        let anew = checksum(run);
        run.insert("checksum".into(), anew.into());
        parse(file.to_string().as_bytes()).expect("sealed by the recipe");
    }
}
