//! Duration of pages and checks of large certificates. The tests print their measurements; they fail only far beyond
//! the target, because other tests run at the same time.

use crate::sample::sample_certificate;
use std::time::Instant;
use vyre_conform_certificate::certificate::{derive, parse};
use vyre_conform_tests::sandbox::Sandbox;

/// Oracle: the clock; the target is a second with optimisation.
#[test]
#[ignore = "a long run: seconds"]
fn a_report_of_500_ops_is_quick() {
    let sandbox = Sandbox::bare(crate::BINARY);
    sandbox.write("many.json", &sample_certificate(500));
    let started = Instant::now();
    let output = sandbox.run(&["report", "many.json", "-o", "many.html"]);
    let elapsed = started.elapsed();
    assert_eq!(
        output.code,
        Some(1),
        "of ops that nobody has: {}",
        output.stderr
    );
    let size = |name: &str| std::fs::metadata(sandbox.path(name)).expect("a file").len() >> 10;
    println!(
        "report of 500 ops: {elapsed:.2?}, from {} KiB to {} KiB",
        size("many.json"),
        size("many.html")
    );
    assert!(elapsed.as_secs() < 10, "{elapsed:?}");
}

/// Oracle: the clock, and the evidence itself: deriving it again gives the same.
#[test]
#[ignore = "a long run: seconds"]
fn a_certificate_of_1000_ops_is_read_and_judged_quickly() {
    let certificate = sample_certificate(1000);
    let text = certificate.text();
    let started = Instant::now();
    let read = parse(text.as_bytes()).expect("a certificate");
    let parsed = started.elapsed();
    let mut second = read.evidence.clone();
    derive(&mut second);
    assert!(second == read.evidence);
    let judged = started.elapsed();
    assert!(read == certificate);
    println!(
        "1,000 ops, {} parts, {} KiB: read and digest {parsed:.2?}, with levels {judged:.2?}",
        certificate.parts().count(),
        text.len() >> 10
    );
    assert!(judged.as_secs() < 20, "{judged:?}");
}
