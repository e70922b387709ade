//! The format of certificates: the schema, every byte, and the kept file, which must stay readable.

use serde_json::Value;
use std::path::Path;
use vyre_conform_certificate::certificate::{
    Certificate, DigestProfile, FORMAT_VERSION, OutcomeName, Part, ReadError, digest, parse,
};
use vyre_conform_suite::plan::PartKind;

const SCHEMA: &str = include_str!("../../vyre-conform-runtime/certificate/certificate.schema.json");

/// A certificate of format version 2, issued on lavapipe by suite 0.1.0 for an op that is wrong on purpose and a
/// correct one. After the first release it never changes, and every later reader must read it. Until then a change of
/// the format edits its text by hand, and `VYRE_BLESS=1` writes its digest and its layout.
const VERSION_2: &str = include_str!("certificates/version-2.json");

/// A change to a file or a certificate.
type Edit<T> = fn(&mut T);

fn version_2() -> Certificate {
    parse(VERSION_2.as_bytes()).expect("I15: kept certificates stay readable")
}

/// Oracle: I15, and the digest in the file.
#[test]
fn i15_kept_certificates_stay_readable() {
    if std::env::var_os("VYRE_BLESS").is_some() {
        return bless();
    }
    let certificate = version_2();
    assert_eq!(certificate.due_digest(), certificate.digest);
    assert_eq!(certificate.format_version, 2);
    assert_eq!(certificate.evidence.suite_version, "0.1.0");
    let ops = &certificate.evidence.ops;
    let [wrong, right] = &ops[..] else {
        panic!("it has {} ops", ops.len());
    };
    assert_eq!(
        (&*wrong.id, wrong.parts.len(), &*wrong.result),
        ("defect::lopsided", 17, "u32")
    );
    let broken = |p: &&_| {
        matches!(
            p,
            Part {
                counterexample: Some(_),
                ..
            }
        )
    };
    assert_eq!(wrong.parts.iter().filter(broken).count(), 2);
    assert_eq!((&*right.id, right.parts.len()), ("u32::bit_not", 68));
    assert!(right.parts.iter().all(|p| p.cases > 0));
    // Writing it again gives the same bytes.
    assert_eq!(certificate.text(), VERSION_2);
}

/// Writes the kept file with the digest and the layout of its fields.
fn bless() {
    let mut file: Value = serde_json::from_str(VERSION_2).expect("JSON");
    let mut digested = file.clone();
    for field in ["run", "digest"] {
        digested.as_object_mut().expect("an object").remove(field);
    }
    file["digest"] = digest(&digested).into();
    let certificate = parse(file.to_string().as_bytes()).expect("the fields of a certificate");
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates/version-2.json");
    std::fs::write(place, certificate.text()).expect("written");
}

/// A certificate of one op, made from the kept one, with every part changed in a different way.
fn newest() -> Certificate {
    let mut newest = version_2().evidence;
    let wrong = newest.ops.remove(0);
    let op = &mut newest.ops[0];
    op.ulps = Some(1);
    op.parts[0].by_digest = Some(1);
    op.parts[1].outcome = OutcomeName::Failed;
    op.parts[1].reason = Some("\"it\" failed: \u{1f600}\n".into());
    op.parts[1].failures = 2;
    op.parts[2].outcome = OutcomeName::NotRun;
    op.parts[2].skipped = vec![("64: too large", 1).into()];
    op.parts[3].id = "another::id".into();
    let ranged = op.parts.iter_mut().filter(|part| part.due.is_some());
    for (part, edit) in ranged.zip(0..3) {
        match edit {
            0 => part.range = None,
            1 => part.range = part.due.map(|cases| [1, cases]),
            _ => part.cases += 1,
        }
    }
    let mut parts = wrong.parts.into_iter();
    let failed = parts.find(|part| part.counterexample.is_some());
    newest.ops[0].parts.extend(failed);
    Certificate::seal(newest, version_2().run)
}

/// Oracle: the sealed evidence, and the digest of an equal value.
#[test]
fn rows_and_kinds_survive_a_round_trip() {
    let newest = newest();
    assert_eq!(newest.format_version, FORMAT_VERSION);
    let text = newest.text();
    assert_eq!(parse(text.as_bytes()), Ok(newest.clone()));
    let mut file: Value = serde_json::from_str(&text).expect("JSON");
    for field in ["run", "digest"] {
        file.as_object_mut().expect("an object").remove(field);
    }
    assert_eq!(digest(&file), newest.digest);
    // Ids follow from kinds, except for two that are not ids of this op.
    let rows = file["evidence"]["ops"][0]["parts"].as_array();
    let rows = rows.expect("a list").iter();
    assert_eq!(rows.filter(|row| row.get("id").is_some()).count(), 2);
}

/// Oracle: the description of rows: one evidence has one text, and nothing refers to an absent entry.
#[test]
fn other_texts_of_rows_are_refused_whoever_computes_the_digest() {
    let issued = newest();
    let edits: [(&str, Edit<Value>); 14] = [
        ("not the next one", |f| {
            f["kinds"].as_array_mut().unwrap().swap(0, 1);
            let parts = f["evidence"]["ops"][0]["parts"].as_array_mut().unwrap();
            (parts[0]["kind"], parts[1]["kind"]) = (1.into(), 0.into());
        }),
        ("of no part", |f| {
            let kinds = f["kinds"].as_array_mut().unwrap();
            let mut more = kinds[0].clone();
            more["name"] = "another".into();
            kinds.push(more);
        }),
        ("was taken out, or parts were moved", |f| {
            let parts = &mut f["evidence"]["ops"][0]["parts"];
            drop(parts.as_array_mut().unwrap().remove(0))
        }),
        ("twice", |f| {
            let kinds = f["kinds"].as_array_mut().unwrap();
            kinds.push(kinds[0].clone());
        }),
        ("not there", |f| part_of(f, 4)["kind"] = 1_000_000.into()),
        ("not the next one", |f| {
            drop(f["kinds"].as_array_mut().unwrap().pop())
        }),
        ("left out", |f| part_of(f, 4)["failures"] = 0.into()),
        ("left out", |f| part_of(f, 4)["outcome"] = "passed".into()),
        ("left out", |f| {
            part_of(f, 4)["skipped"] = Value::Array(vec![])
        }),
        ("null", |f| part_of(f, 4)["reason"] = Value::Null),
        ("how many cases", |f| {
            part_of(f, 4).as_object_mut().unwrap().remove("cases");
        }),
        ("an id and a name", |f| part_of(f, 4)["id"] = "x".into()),
        ("does not declare", |f| law_part(f)["law"] = 99.into()),
        ("what follows", |f| {
            let parts = f["evidence"]["ops"][0]["parts"].as_array_mut().unwrap();
            let complete = |p: &&mut Value| p.get("due").is_some() && p.get("cases").is_none();
            let part = parts.iter_mut().find(complete).unwrap();
            let expected = part["due"].clone();
            part["cases"] = expected.clone();
            part["range"] = Value::Array(vec![0.into(), expected]);
        }),
    ];
    for (word, edit) in edits {
        let mut file: Value = serde_json::from_str(&issued.text()).expect("JSON");
        edit(&mut file);
        let mut digested = file.clone();
        for field in ["run", "digest"] {
            digested.as_object_mut().expect("an object").remove(field);
        }
        file["digest"] = digest(&digested).into();
        let refused = parse(file.to_string().as_bytes()).map(|c| c.digest);
        let Err(ReadError::Shape(message)) = &refused else {
            panic!("{word}: {refused:?}");
        };
        assert!(message.contains(word), "{word}: {message}");
    }
}

fn part_of(file: &mut Value, k: usize) -> &mut Value {
    &mut file["evidence"]["ops"][0]["parts"][k]
}

fn law_part(file: &mut Value) -> &mut Value {
    let parts = file["evidence"]["ops"][0]["parts"].as_array_mut();
    let mut parts = parts.expect("a list").iter_mut();
    parts
        .find(|p| p.get("law").is_some())
        .expect("a law's part")
}

/// Oracle: the sizes: a kind is written once, but its texts occupy memory once per part.
#[test]
fn small_files_with_huge_claims_are_refused() {
    let mut file: Value = serde_json::from_str(&newest().text()).expect("JSON");
    let row = part_of(&mut file, 4).clone();
    let kind = row["kind"].as_u64().expect("a place") as usize;
    file["kinds"][kind]["subject"] = "x".repeat(1 << 20).into();
    let parts = file["evidence"]["ops"][0]["parts"].as_array_mut();
    parts.expect("a list").extend(std::iter::repeat_n(row, 600));
    let refused = parse(file.to_string().as_bytes()).unwrap_err().to_string();
    assert!(refused.contains("no certificate has more"), "{refused}");
}

/// Oracle: the module that computes digests.
#[test]
fn profile_defines_the_digest() {
    use vyre_conform_suite::backend::digest::{BLOCK_CASES, Digest};
    let profile = DigestProfile::of("vulkan");
    assert_eq!(profile.block_cases, BLOCK_CASES);
    assert_eq!(profile.bits, 8 * size_of::<Digest>() as u64);
}

/// Oracle: the version in the file and the reader's own.
#[test]
fn other_versions_are_refused_by_name() {
    let newer = VERSION_2.replacen("\"format_version\": 2", "\"format_version\": 7", 1);
    assert_eq!(parse(newer.as_bytes()), Err(ReadError::Newer { found: 7 }));
    // A newer version may have any shape.
    let other = "{\"format\":\"vyre-conform certificate\",\"format_version\":3,\"proof\":[1.5]}";
    let message = parse(other.as_bytes()).unwrap_err().to_string();
    assert!(
        message.contains("format version 3") && message.contains("up to 2"),
        "{message}"
    );
    // Certificates of version 1 identify engines by their source text.
    let older = VERSION_2.replacen("\"format_version\": 2", "\"format_version\": 1", 1);
    let older = parse(older.as_bytes());
    assert_eq!(older, Err(ReadError::Older { found: 1 }));
    let message = older.unwrap_err().to_string();
    assert!(message.contains("Reissue it with `certify`"), "{message}");
}

/// Oracle: the bytes as issued: any change causes a mismatch.
#[test]
#[ignore = "a long run: seconds"]
fn a_flip_of_any_byte_is_found() {
    // A sample of each, to keep the test below a minute.
    for mut evidence in [version_2().evidence, newest().evidence] {
        evidence.ops.truncate(1);
        evidence.ops[0].parts.truncate(4);
        evidence.skipped.truncate(2);
        let issued = Certificate::seal(evidence, version_2().run);
        let mut bytes = issued.text().into_bytes();
        for index in 0..bytes.len() {
            let bit = 1 << (index % 8);
            bytes[index] ^= bit;
            match parse(&bytes) {
                Err(_) => {}
                // A flip may change a space between tokens into other whitespace.
                Ok(read) => assert_eq!(read, issued, "byte {index} of {}", bytes.len()),
            }
            bytes[index] ^= bit;
        }
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
    for text in [VERSION_2, &newest().text()] {
        let file: Value = serde_json::from_str(text).expect("JSON");
        let errors: Vec<String> = validator
            .iter_errors(&file)
            .map(|e| e.to_string())
            .collect();
        assert!(errors.is_empty(), "{}", errors.join("\n"));
    }
}

/// Oracle: the kinds of parts, whose names occur in certificates.
#[test]
fn the_schema_names_every_kind_of_part() {
    let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
    let named = &schema["$defs"]["kind"]["properties"]["part"]["enum"];
    let kinds: Vec<&str> = PartKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(
        *named,
        Value::from(kinds),
        "left: `$defs/kind` of certificate.schema.json, right: `PartKind`; give the schema the same names in the same \
         order"
    );
}

/// Oracle: the reader: both accept the same shapes.
#[test]
fn schema_and_reader_refuse_the_same_shapes() {
    let validator = validator();
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
    for text in [VERSION_2, &newest().text()] {
        let file: Value = serde_json::from_str(text).expect("JSON");
        let mut paths = vec![];
        collect(&file, String::new(), &mut paths);
        assert!(paths.len() > 100);
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
}

/// The paths of every field and of the first entry of every list.
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
