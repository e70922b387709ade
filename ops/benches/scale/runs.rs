//! Runs of the binary: what journal and certificate cost beside the work, and what a second shard saves.

use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// One op: about ten times a law's work.
pub(crate) const OP: &str = "u32::add::";
/// One law on the reference.
pub(crate) const LAW: &str = "u32::add::law::associative::witnessed";

fn certify(folder: &Path, filter: &str, file: &str, more: &[&str]) -> Vec<String> {
    let fixed = [
        env!("CARGO_BIN_EXE_vyre-conform"),
        "certify",
        filter,
        "--adapter",
        "llvmpipe",
        "--threads",
        "1",
        "--force",
        "-o",
    ];
    let mut command: Vec<String> = fixed.map(str::to_owned).to_vec();
    command.push(folder.join(file).display().to_string());
    command.extend(more.iter().map(|word| (*word).to_owned()));
    command
}

fn start(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::null());
    for name in ["VYRE_CASES", "VYRE_SEED", "VYRE_EVIDENCE", "VYRE_CASE"] {
        command.env_remove(name);
    }
    command
}

/// The time between the start of the work and the end of the process in which the busier of the two workers,
/// that of the reference and that of the adapter, had no task: its share of the tasks' time, and in seconds.
pub(crate) fn overhead(folder: &Path, filter: &str) -> (f64, f64) {
    let words = certify(folder, filter, "a.json", &["--cases", "1e8", "--json"]);
    let mut child = start(&words)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    let mut began = Instant::now();
    let mut tasks = [Duration::ZERO; 2];
    for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
        let event: Value = serde_json::from_str(&line.expect("text")).expect("JSON lines");
        match event["event"].as_str() {
            Some("start") => began = Instant::now(),
            Some("task") => {
                let id = event["id"].as_str().expect("an id");
                let took = event["microseconds"].as_u64().expect("a time");
                tasks[usize::from(id.contains("llvmpipe"))] += Duration::from_micros(took);
            }
            _ => {}
        }
    }
    assert!(child.wait().expect("ended").success(), "{words:?}");
    let whole = began.elapsed();
    let work = tasks[0].max(tasks[1]);
    let rest = whole.saturating_sub(work).as_secs_f64();
    (rest / work.as_secs_f64(), rest)
}

/// One shard of one on a core, and then two of two on a core each: the ratio of the times.
pub(crate) fn speedup(folder: &Path) -> f64 {
    let run = |core: usize, shard: &str| {
        let file = format!("{}.json", shard.replace('/', "-"));
        let more = ["--cases", "4e9", "--shard", shard];
        let mut words = vec!["taskset".into(), "-c".into(), core.to_string()];
        words.extend(certify(folder, LAW, &file, &more));
        start(&words)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("started")
    };
    let time = |children: Vec<std::process::Child>, began: Instant| {
        for mut child in children {
            assert!(child.wait().expect("ended").success());
        }
        began.elapsed().as_secs_f64()
    };
    let began = Instant::now();
    let one = time(vec![run(0, "1/1")], began);
    let began = Instant::now();
    let two = time(vec![run(0, "1/2"), run(1, "2/2")], began);
    one / two
}
