//! Files that would cost their reader much.

use super::issued::{right, verifier};
use std::time::{Duration, Instant};
use vyre_conform_certificate::certificate::{Certificate, Evidence};

/// How long a reader may take for a file that is large and says little.
const LIMIT: Duration = Duration::from_secs(20);

fn refused_soon(name: &str, edit: fn(&mut Evidence)) {
    let mut evidence = right().evidence.clone();
    edit(&mut evidence);
    let text = Certificate::seal(evidence, right().run.clone()).text();
    let began = Instant::now();
    let refusal = verifier().verified(text.as_bytes());
    let took = began.elapsed();
    let lines = refusal.expect_err(name).lines();
    let told: usize = lines.iter().map(String::len).sum();
    assert!(took < LIMIT, "{name}: {took:?}");
    assert!(told < 1 << 20, "{name}: {told} bytes of words");
}

/// Oracle: the limits that the documentation names.
#[test]
fn files_that_ask_for_much_are_refused_soon() {
    refused_soon("commas", |e| e.settings.filter = Some(",".repeat(27 << 20)));
    refused_soon("a long filter", |e| {
        e.settings.filter = Some("cert::".repeat(1 << 20));
    });
    refused_soon("shards", |e| e.shards.have = (1..=3_000_000).collect());
    refused_soon("levels", |e| {
        let level = e.levels[0].clone();
        e.levels = vec![level; 100_000];
    });
    refused_soon("parts", |e| {
        let part = e.ops[0].parts[0].clone();
        e.ops[0].parts.extend(std::iter::repeat_n(part, 200_000));
    });
}
