//! Files that are expensive to read.

use super::issued::{right_certificate, verifier};
use std::process::Command;
use std::time::{Duration, Instant};
use vyre_conform_certificate::certificate::{Certificate, Evidence};

/// The time limit for reading a large file with little content.
const LIMIT: Duration = Duration::from_secs(20);

/// An edit of a valid certificate.
type Edit = fn(&mut Evidence);

/// Large files with little content, each with a matching digest.
const LARGE: [(&str, Edit); 5] = [
    ("commas", |e| e.settings.filter = Some(",".repeat(27 << 20))),
    ("a long filter", |e| {
        e.settings.filter = Some("cert::".repeat(1 << 20));
    }),
    ("shards", |e| e.shards.have = (1..=3_000_000).collect()),
    ("levels", |e| {
        let level = e.levels[0].clone();
        e.levels = vec![level; 100_000];
    }),
    ("parts", |e| {
        let part = e.ops[0].parts[0].clone();
        e.ops[0].parts.extend(std::iter::repeat_n(part, 200_000));
    }),
];

fn sealed(edit: Edit) -> String {
    let mut evidence = right_certificate().evidence.clone();
    edit(&mut evidence);
    Certificate::seal(evidence, right_certificate().run.clone()).text()
}

/// Oracle: the documented limits.
#[test]
#[ignore = "a long run: seconds"]
fn files_with_huge_claims_are_refused_quickly() {
    for (name, edit) in LARGE {
        let text = sealed(edit);
        let started = Instant::now();
        let refusal = verifier().verified(text.as_bytes());
        let elapsed = started.elapsed();
        let lines = refusal.expect_err(name).lines();
        let length: usize = lines.iter().map(String::len).sum();
        assert!(elapsed < LIMIT, "{name}: {elapsed:?}");
        assert!(length < 1 << 20, "{name}: {length} bytes of words");
    }
}

/// Environment variable with the path of the file for the test below.
const FILE: &str = "HOSTILE_FILE";

/// Peak resident memory of this process, in bytes.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB"));
    let number: Option<usize> = number.and_then(|n| n.parse().ok());
    number.expect("a size") << 10
}

/// Oracle: the documented bound, eight times the size of the file, and the memory of several hundred thousand parts.
/// The test measures its own process.
#[test]
#[ignore = "another test runs it in a process of its own"]
fn a_file_in_memory() {
    let path = std::env::var_os(FILE).expect("a file");
    let verifier = verifier();
    let before = peak();
    let bytes = std::fs::read(path).expect("the file");
    let refusal = verifier.verified(&bytes).expect_err("it is wrong");
    let count = peak() - before;
    println!("{} bytes of file, {count} more", bytes.len());
    assert!(
        count < 8 * bytes.len().max(32 << 20),
        "{count} for {} bytes: {:?}",
        bytes.len(),
        refusal.lines().first()
    );
}

/// Oracle: the test above, in a separate process for each of the files.
#[test]
#[ignore = "a long run: seconds"]
#[cfg_attr(
    not(target_os = "linux"),
    ignore = "only Linux tells the memory of a process"
)]
fn files_with_huge_claims_take_at_most_eight_times_their_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = std::env::current_exe().expect("this test binary");
    for (name, edit) in LARGE {
        let path = folder.path().join("large.json");
        std::fs::write(&path, sealed(edit)).expect("written");
        let output = Command::new(&binary)
            .args(["--ignored", "--exact", "--nocapture"])
            .arg("certificates::hostile::a_file_in_memory")
            .env(FILE, &path)
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        println!("{name}: {text}");
        let passed = output.status.success() && text.contains("1 passed");
        assert!(passed, "{name}: {text}{errors}");
    }
}
