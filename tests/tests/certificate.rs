//! The format of certificates: the schema, every byte, and the old files that stay readable.

use serde_json::Value;
use vyre_conform_runtime::certify::certificate::{
    Certificate, DigestProfile, FORMAT_VERSION, OpEvidence, ReadError, parse,
};

const SCHEMA: &str = include_str!("../../vyre-conform-runtime/certificate.schema.json");

/// A certificate of format version 1, issued on lavapipe by suite 0.1.0. It never changes: whoever
/// reads certificates reads this one.
const VERSION_1: &str = include_str!("certificates/version-1.json");

/// Its digest when it was issued.
const DIGEST_1: &str = "blake3:44f018337b37e84c04f3408f344ecd38284c2bd2f759d299074f21f6e6559323";

/// A certificate of format version 2, issued on lavapipe by suite 0.1.0 about two ops that are wrong on
/// purpose; it has counterexamples. It never changes either.
const VERSION_2: &str = include_str!("certificates/version-2.json");

/// Its digest when it was issued.
const DIGEST_2: &str = "blake3:0452ceca638aca9a23acd8f9f7b1cdfff119b38da6d1b263db0633603752e67d";

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

/// Oracle: I15, and the digest noted when the file was issued.
#[test]
fn i15_certificates_of_version_2_stay_readable() {
    let certificate = parse(VERSION_2.as_bytes()).expect("I15: old certificates stay readable");
    assert_eq!(
        (certificate.format_version, &*certificate.digest),
        (2, DIGEST_2)
    );
    assert_eq!(certificate.due_digest(), DIGEST_2);
    let evidence = &certificate.evidence;
    assert_eq!(evidence.ops[0].id, "defect::lopsided");
    assert_eq!(evidence.ops[0].result.as_deref(), Some("u32"));
    let mut parts = certificate.parts();
    assert!(parts.any(|part| part.counterexample.is_some()));
    // What it has no word for is not claimed of it.
    assert_eq!(
        (&evidence.profile.digests, evidence.ops[0].ulps),
        (&None, None)
    );
    assert_eq!(evidence.version(), Some(2));
    // A reader that writes it again writes the same bytes.
    assert_eq!(certificate.text(), VERSION_2);
}

/// Oracle: the table of format versions: a field of a later version in a file of an older one is refused,
/// whoever computes the digest.
#[test]
fn fields_of_version_3_are_refused_in_older_files() {
    let edits: [fn(&mut Certificate); 3] = [
        |c| c.evidence.ops[0].parts[0].by_digest = Some(1),
        |c| c.evidence.ops[0].ulps = Some(3),
        |c| c.evidence.profile.digests = Some(DigestProfile::of_this_suite()),
    ];
    for (k, edit) in edits.iter().enumerate() {
        let mut certificate = parse(VERSION_2.as_bytes()).expect("readable");
        edit(&mut certificate);
        certificate.digest = certificate.due_digest();
        let text = certificate.text();
        let refused = parse(text.as_bytes());
        assert!(
            matches!(refused, Err(ReadError::Shape(_))),
            "edit {k}: {refused:?}"
        );
        let file: Value = serde_json::from_str(&text).expect("JSON");
        assert!(!validator().is_valid(&file), "the schema takes edit {k}");
    }
}

/// Oracle: the module that digests.
#[test]
fn the_profile_says_what_a_digest_is() {
    use vyre_conform_runtime::backend::digest::{BLOCK_CASES, Digest};
    let profile = DigestProfile::of_this_suite();
    assert_eq!(profile.block_cases, BLOCK_CASES);
    assert_eq!(profile.bits, 8 * size_of::<Digest>() as u64);
}

/// Oracle: the version in the file and the reader's own.
#[test]
fn newer_versions_are_refused_by_name() {
    let newer = VERSION_1.replacen("\"format_version\": 1", "\"format_version\": 7", 1);
    assert_eq!(parse(newer.as_bytes()), Err(ReadError::Newer { found: 7 }));
    // A newer version may have any shape.
    let other = "{\"format\":\"vyre-conform certificate\",\"format_version\":4,\"proof\":[]}";
    let message = parse(other.as_bytes()).unwrap_err().to_string();
    assert!(
        message.contains("format version 4") && message.contains("up to 3"),
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
    let validator = validator();
    let mut newest = version_1().evidence;
    let types = |op: &mut OpEvidence| {
        op.operands = Some(vec!["u32".into()]);
        op.result = Some("u32".into());
    };
    newest.ops.iter_mut().for_each(types);
    newest.regressions = Some(vec![]);
    newest.profile.digests = Some(DigestProfile::of_this_suite());
    newest.ops[0].parts[0].by_digest = Some(1);
    newest.ops[0].ulps = Some(1);
    let newest = Certificate::seal(newest, version_1().run);
    assert_eq!(newest.format_version, FORMAT_VERSION);
    parse(newest.text().as_bytes()).expect("a certificate of this version");
    for text in [VERSION_1, VERSION_2, &newest.text()] {
        let file: Value = serde_json::from_str(text).expect("JSON");
        let errors: Vec<String> = validator
            .iter_errors(&file)
            .map(|e| e.to_string())
            .collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
    }
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
