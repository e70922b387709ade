//! Memory use is constant for any number of cases.

use std::process::Stdio;
use vyre_conform_tests::sandbox::Sandbox;

/// Peak resident memory of a run, in kilobytes.
#[cfg(target_os = "linux")]
fn peak(sandbox: &Sandbox, filter: &str, cases: &str, file: &str) -> u64 {
    let more = ["--cases", cases];
    let mut command = sandbox.command(&sandbox.certify_arguments(filter, file, &more));
    let mut child = command.stdout(Stdio::null()).spawn().expect("started");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let number = line.and_then(|l| l.trim().trim_end_matches(" kB").parse().ok());
        peak = peak.max(number.unwrap_or(0));
        if let Some(status) = child.try_wait().expect("a child") {
            assert_eq!(status.code(), Some(0));
            return peak;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Oracle: the limit of 300 MB in docs/spec/conformance.md#scale, and the rule that a hundred times the cases take no
/// more.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "a long run: seconds"]
fn a_hundred_times_the_cases_take_no_more_memory() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    for (k, filter) in ["u32::add::law::commutative::witnessed", "u32::add::parity"]
        .iter()
        .enumerate()
    {
        let small = peak(&sandbox, filter, "1e6", &format!("small-{k}.json"));
        let large = peak(&sandbox, filter, "1e8", &format!("large-{k}.json"));
        println!("{filter}: {small} kB at 10^6, {large} kB at 10^8 cases");
        assert!(
            small > 0 && large < 300 << 10,
            "{filter}: {small} kB, {large} kB"
        );
        // The first batches of a larger run are larger, up to their limit.
        assert!(
            large < small + (64 << 10),
            "{filter}: {small} kB, {large} kB"
        );
    }
}

/// Peak resident memory of `verify` for a file, in kilobytes, and its exit code.
#[cfg(target_os = "linux")]
fn verified(sandbox: &Sandbox, file: &str) -> (u64, Option<i32>) {
    let mut command = sandbox.command(&["verify", file]);
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = quiet.spawn().expect("started");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let number = line.and_then(|l| l.trim().trim_end_matches(" kB").parse().ok());
        peak = peak.max(number.unwrap_or(0));
        if let Some(status) = child.try_wait().expect("a child") {
            return (peak, status.code());
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

/// Oracle: the documented limit, eight times the file, in addition to the memory for a small file.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "a long run: seconds"]
fn a_large_file_takes_at_most_eight_times_its_size() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let stored = include_str!("../../../tests/tests/certificates/version-2.json");
    std::fs::write(sandbox.path("small.json"), stored).expect("written");
    let (min, _) = verified(&sandbox, "small.json");
    // Each list is filled to 58 MB; the digest mismatch is found after everything was read.
    let fill = |description: &str, before: &str| {
        let many = description.repeat((58 << 20) / description.len());
        stored.replacen(before, &format!("{before}{many}"), 1)
    };
    for (name, text) in [
        ("parts", fill("{\"cases\":1,\"kind\":0},", "\"parts\": [")),
        ("one text", fill("x", "\"seed\": \"")),
        ("texts", fill("\"\",", "\"features\": [")),
        ("numbers", fill("1,", "\"have\": [")),
        (
            "skipped",
            fill(
                "{\"id\":\"\",\"kind\":\"\",\"reason\":\"\"},",
                "\"skipped\": [",
            ),
        ),
    ] {
        assert!(
            text.len() > 50 << 20,
            "{name}: the kept certificate has another layout"
        );
        std::fs::write(sandbox.path("large.json"), &text).expect("written");
        let started = std::time::Instant::now();
        let (peak, code) = verified(&sandbox, "large.json");
        let elapsed = started.elapsed();
        println!(
            "{name}: {} kB of file, {min} kB at least, {peak} kB, {elapsed:?}",
            text.len() >> 10
        );
        assert!(matches!(code, Some(1 | 4)), "{name}: {code:?}");
        let file = (text.len() >> 10) as u64;
        assert!(peak < min + 8 * file, "{name}: {peak} kB");
        assert!(elapsed.as_secs() < 30, "{name}: {elapsed:?}");
    }
}
