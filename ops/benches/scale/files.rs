//! Time to verify a large certificate, and to render its report.

use crate::library::library;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use vyre_conform_certificate::certificate::parse;
use vyre_conform_certificate::verify::verified;
use vyre_conform_suite::plan::PlanOptions;
use vyre_conform_tests::passing::passing;

const ROUNDS: usize = 7;
const OPS_VERIFIED: usize = 1000;
const OPS_SHOWN: usize = 500;

/// The argument with which this program verifies a certificate of its library and ends.
pub(crate) const CHILD: &str = "verify-file";

/// The timed child process: it registers a thousand ops and verifies a file like the command.
pub(crate) fn child(file: &str) {
    let began = Instant::now();
    let bytes = std::fs::read(file).expect("a file");
    let catalog = library(OPS_VERIFIED);
    let listed = began.elapsed();
    let certificate = verified(&bytes, &catalog).expect("it verifies").certificate;
    println!(
        "{} parts; catalog {:.1} ms, verified after {:.1} ms",
        certificate.parts().count(),
        1000.0 * listed.as_secs_f64(),
        1000.0 * began.elapsed().as_secs_f64()
    );
}

/// The median time of a whole process that verifies a certificate of a thousand ops.
pub(crate) fn verify(folder: &Path) -> Duration {
    let file = folder.join("thousand.json");
    let made = passing(&library(OPS_VERIFIED), &PlanOptions::default());
    let text = made.text();
    std::fs::write(&file, &text).expect("room");
    let began = Instant::now();
    let read = parse(text.as_bytes()).expect("a certificate");
    let parsed = began.elapsed();
    assert!(read == made);
    println!(
        "a certificate of {OPS_VERIFIED} ops: {} parts, {} KiB, read with its digest in {:.1} ms",
        made.parts().count(),
        text.len() >> 10,
        1000.0 * parsed.as_secs_f64()
    );
    median(|| {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.arg(CHILD).arg(&file);
        command
    })
}

/// The median time of `report` over a certificate of 500 ops.
pub(crate) fn report(folder: &Path) -> Duration {
    let file = folder.join("many.json");
    let made = passing(&library(OPS_SHOWN), &PlanOptions::default());
    std::fs::write(&file, made.text()).expect("room");
    let page = folder.join("many.html");
    median(|| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vyre-conform"));
        command
            .arg("report")
            .arg(&file)
            .arg("-o")
            .arg(&page)
            .arg("--force");
        command
    })
}

fn median(command: impl Fn() -> Command) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let mut command = command();
            let began = Instant::now();
            let ended = command.stdin(Stdio::null()).output().expect("started");
            let took = began.elapsed();
            let said = String::from_utf8_lossy(&ended.stderr);
            assert!(ended.status.success(), "{said}");
            print!("  {}", String::from_utf8_lossy(&ended.stdout));
            took
        })
        .collect();
    times.sort();
    times[ROUNDS / 2]
}
