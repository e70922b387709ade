//! The certificates kept with this library, verified by the package of certificates alone.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vyre_conform_certificate::certificate::{COMPRESSED_ENDING, digest, expand};
use vyre_conform_certificate::verify::Verifier;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_tests::edits::{edits_at, places, sealed};
use vyre_conform_tests::harmless::{HARMLESS, pattern};
use vyre_conform_tests::sandbox::Sandbox;
use vyre_ops as _;

/// The number of edits for each certificate: one at each of as many kinds of places, which differ from file to file.
const EDITS_PER_CERTIFICATE: usize = 8;

/// The least number of certificates.
const MIN_CERTIFICATES: usize = 17;

/// Remedy for certificates that do not verify.
const OUTDATED: &str = "These certificates are about ops, engines and parts as they were. After a change of these they \
                        are issued anew before it is merged, or taken away: \"Kept certificates\" in CONTRIBUTING.md";

/// The bytes of a kept certificate that verifies; otherwise the first problems, and their number.
fn verified(verifier: &Verifier, path: &Path) -> Result<Vec<u8>, String> {
    let bytes = std::fs::read(path).expect("readable");
    match verifier.verified(&bytes) {
        Ok(_) => Ok(bytes),
        Err(refusal) => {
            let lines = refusal.lines();
            let sample: Vec<&str> = lines.iter().take(3).map(String::as_str).collect();
            let (name, all, sample) = (name(path), lines.len(), sample.join("\n  "));
            Err(format!("{name}: {all} problems:\n  {sample}"))
        }
    }
}

fn kept_paths() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("certificates");
    let entries = std::fs::read_dir(&folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = paths
        .filter(|p| p.to_string_lossy().ends_with(COMPRESSED_ENDING))
        .collect();
    files.sort();
    assert!(
        files.len() >= MIN_CERTIFICATES,
        "{} certificates are kept; the minimum is {MIN_CERTIFICATES}: lower `MIN_CERTIFICATES` to remove certificates \
         whose device is gone, so that none is lost by accident",
        files.len()
    );
    files
}

/// The name of a file.
fn name(path: &Path) -> String {
    let name = path.file_name().expect("a name");
    name.to_string_lossy().into_owned()
}

/// Oracle: the library of the certificates.
#[test]
fn every_kept_certificate_verifies() {
    let catalog = Catalog::linked().expect("a catalog");
    let verifier = Verifier::new(&catalog);
    let files = kept_paths().into_iter();
    let wrong = files.filter_map(|path| verified(&verifier, &path).err());
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{}\n{OUTDATED}", wrong.join("\n"));
}

/// Oracle: the devices that the certificates name and this machine has: rerunning gives the same results. A certificate
/// that cannot be rerun on its own device fails, for instance because a feature on which a part depends has changed.
#[test]
#[ignore = "a long run: minutes"]
fn kept_certificates_are_rerun_on_their_own_devices() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let mut wrong = vec![];
    for path in kept_paths() {
        let file = path.to_str().expect("a path");
        let again = ["--rerun", "0.1%", "--seed", "1", "--json"];
        let output = sandbox.run(&[&["verify", file][..], &again].concat());
        let actual: Value = serde_json::from_str(&output.stdout).expect("JSON");
        let reasons = actual["files"][0]["rerun"]["left_out"].as_array();
        let away = |json: &Value| json["reason"] == "the backend is not on this machine";
        let is_here = reasons.is_some_and(|all| !all.iter().any(away));
        println!("{}: its device is here: {is_here}", name(&path));
        if output.code != Some(0) {
            wrong.push(format!("{}: {}", name(&path), output.stderr));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: as above; for edits that are sealed again, the table that gives a hand-written reason for every harmless
/// place.
#[test]
#[ignore = "a long run: seconds"]
fn edits_of_the_kept_certificates_are_refused_or_harmless() {
    let (tried, used) = try_edits(0, EDITS_PER_CERTIFICATE);
    println!("{used} of {tried} edits are taken");
    assert_eq!(tried, kept_paths().len() * EDITS_PER_CERTIFICATE);
}

/// Oracle: as above, at every kind of place, with three seeds.
#[test]
#[ignore = "a long run: minutes"]
fn edits_at_every_kind_of_place_of_the_kept_certificates() {
    for seed in 1..=3 {
        let (tried, used) = try_edits(seed, usize::MAX);
        println!("seed {seed}: {used} of {tried} edits are taken");
        assert!(
            used > 40,
            "a verifier that refuses everything: {used} of {tried}"
        );
    }
}

/// The number of edits, at up to `per_group` kinds of places of a certificate, and the number of accepted ones.
fn try_edits(seed: u64, per_group: usize) -> (usize, usize) {
    let catalog = Catalog::linked().expect("a catalog");
    let verifier = Verifier::new(&catalog);
    let (mut tried, mut used, mut wrong) = (0, 0, vec![]);
    for path in kept_paths() {
        let name = name(&path);
        let bytes = match verified(&verifier, &path) {
            Ok(bytes) => bytes,
            Err(problems) => {
                wrong.push(problems);
                continue;
            }
        };
        let text = expand(&bytes).expect("a frame");
        let file: Value = serde_json::from_slice(&text).expect("JSON");
        for (place, edited) in sample(&file, &format!("{seed} {name}"), per_group) {
            tried += 1;
            if verifier.verified(edited.1.to_string().as_bytes()).is_err() {
                continue;
            }
            used += 1;
            if !HARMLESS.iter().any(|(listed, _)| *listed == place) {
                wrong.push(format!("{name}: {place} is taken: {}", edited.0));
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{OUTDATED}", wrong.join("\n"));
    (tried, used)
}

/// A number derived from a text.
fn number(text: &str) -> usize {
    let digest = digest(&Value::from(text));
    let digits = digest.rsplit(':').next().expect("digits");
    let first = u32::from_str_radix(&digits[..8], 16).expect("hexadecimal");
    first as usize
}

/// Edits of a file, each with the kind of its place, its description, and the text, sealed again.
fn sample(file: &Value, seed: &str, per_group: usize) -> Vec<(String, (String, Value))> {
    let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in places(file) {
        kinds.entry(pattern(&path)).or_default().push(path);
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(kind, _)| number(&format!("{seed} {kind}")));
    let one = |(kind, paths): (String, Vec<String>)| {
        let path = &paths[number(&format!("{seed} place {kind}")) % paths.len()];
        let edits = edits_at(file, path);
        let first = number(&format!("{seed} edit {kind}"));
        let turn = (0..edits.len()).map(|k| &edits[(first + k) % edits.len()]);
        let mut edited = turn.filter_map(|edit| Some((edit, sealed(edit.of(file)?))));
        // Sealing restores a removed digest.
        let (edit, text) = edited.find(|(_, text)| text != file)?;
        Some((kind, (format!("{edit:?}"), text)))
    };
    kinds.into_iter().filter_map(one).take(per_group).collect()
}
