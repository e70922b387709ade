//! Memory stays flat whatever the number of cases.

use super::support::Place;
use std::process::Stdio;

/// The most memory that a run had resident, in kilobytes.
#[cfg(target_os = "linux")]
fn peak(place: &Place, filter: &str, cases: &str, file: &str) -> u64 {
    let more = ["--cases", cases];
    let mut command = place.command(&place.certify_arguments(filter, file, &more));
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

/// Oracle: the specification's bound of 300 MB, and that a hundred times the cases take no more.
#[cfg(target_os = "linux")]
#[test]
fn a_hundred_times_the_cases_take_no_more_memory() {
    let Some(place) = Place::with_adapter() else {
        return;
    };
    for (k, filter) in ["u32::add::law::commutative::witnessed", "u32::add::parity"]
        .iter()
        .enumerate()
    {
        let small = peak(&place, filter, "1e6", &format!("small-{k}.json"));
        let large = peak(&place, filter, "1e8", &format!("large-{k}.json"));
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
