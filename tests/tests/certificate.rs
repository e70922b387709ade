//! The format of certificates: the schema, every byte, and the old files that stay readable.

use serde_json::Value;
use vyre_conform_runtime::certify::certificate::{Certificate, ReadError, parse};

const SCHEMA: &str = include_str!("../../vyre-conform-runtime/certificate.schema.json");

/// A certificate of format version 1, issued on lavapipe by suite 0.1.0. It never changes: whoever
/// reads certificates reads this one.
const VERSION_1: &str = include_str!("certificates/version-1.json");

/// Its digest when it was issued.
const DIGEST_1: &str = "blake3:44f018337b37e84c04f3408f344ecd38284c2bd2f759d299074f21f6e6559323";

fn version_1() -> Certificate {
    parse(VERSION_1.as_bytes()).expect("I15: old certificates stay readable")
}

/// Oracle: I15, and the digest noted when the file was issued.
#[test]
fn i15_old_certificates_stay_readable() {
    let certificate = version_1();
    assert_eq!(certificate.digest, DIGEST_1);
    assert_eq!(certificate.due_digest(), DIGEST_1);
    assert_eq!(certificate.evidence.suite_version, "0.1.0");
    let op = &certificate.evidence.ops[0];
    assert_eq!((op.id.as_str(), op.parts.len()), ("u32::bit_not", 68));
    assert!(op.parts.iter().any(|p| p.cases > 0));
}

/// Oracle: the version in the file and the reader's own.
#[test]
fn newer_versions_are_refused_by_name() {
    let newer = VERSION_1.replacen("\"format_version\": 1", "\"format_version\": 7", 1);
    assert_eq!(parse(newer.as_bytes()), Err(ReadError::Newer { found: 7 }));
    // A newer version may have any shape.
    let other = "{\"format\":\"vyre-conform certificate\",\"format_version\":3,\"proof\":[]}";
    let message = parse(other.as_bytes()).unwrap_err().to_string();
    assert!(
        message.contains("format version 3") && message.contains("up to 2"),
        "{message}"
    );
}

/// Oracle: the bytes as they were issued: whatever is changed, something does not fit.
#[test]
fn a_flip_of_any_byte_is_found() {
    // A part of it, so that the test takes no minute.
    let mut evidence = version_1().evidence;
    evidence.ops[0].parts.truncate(4);
    evidence.skipped.truncate(2);
    let issued = Certificate::seal(evidence, version_1().run);
    let mut bytes = issued.text().into_bytes();
    for at in 0..bytes.len() {
        let bit = 1 << (at % 8);
        bytes[at] ^= bit;
        match parse(&bytes) {
            Err(_) => {}
            // A flip may turn one space between tokens into another.
            Ok(read) => assert_eq!(read, issued, "byte {at} of {}", bytes.len()),
        }
        bytes[at] ^= bit;
    }
}

fn validator() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
}

/// Oracle: the JSON Schema in the repository.
#[test]
fn certificates_follow_the_schema() {
    let file: Value = serde_json::from_str(VERSION_1).expect("JSON");
    let validator = validator();
    let errors: Vec<String> = validator
        .iter_errors(&file)
        .map(|e| e.to_string())
        .collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

/// Oracle: the reader: what has not the shape of a certificate for one has not for the other.
#[test]
fn schema_and_reader_refuse_the_same_shapes() {
    let file: Value = serde_json::from_str(VERSION_1).expect("JSON");
    let validator = validator();
    let mut paths = vec![];
    collect(&file, String::new(), &mut paths);
    assert!(paths.len() > 100);
    let refused = |file: &Value| {
        let text = file.to_string();
        matches!(
            parse(text.as_bytes()),
            Err(ReadError::Shape(_)
                | ReadError::Format(_)
                | ReadError::Version(_)
                | ReadError::NoDigest(_))
        )
    };
    for path in paths {
        let mut edited = file.clone();
        let place = edited.pointer_mut(&path).expect("a place");
        if let Value::Object(fields) = place {
            fields.insert("another".into(), Value::Bool(true));
        } else {
            *place = serde_json::json!({"another": []});
        }
        // Limits and rates may have any name.
        if path.ends_with("/limits") || path.ends_with("/rates") {
            continue;
        }
        assert!(!validator.is_valid(&edited), "the schema takes {path}");
        assert!(refused(&edited), "the reader takes {path}");
    }
}

/// The places of the first entry of every list and of every field.
fn collect(value: &Value, path: String, into: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                collect(value, format!("{path}/{name}"), into);
            }
        }
        Value::Array(items) => {
            if let Some(first) = items.first() {
                collect(first, format!("{path}/0"), into);
            }
        }
        _ => {}
    }
    into.push(path);
}
