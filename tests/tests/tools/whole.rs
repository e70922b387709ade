//! The library's integer suite on a backend out of process: all of it, or a few ops that change every day.

use std::time::{Duration, SystemTime, UNIX_EPOCH};
use vyre_conform_process::ProcessBackend;
use vyre_conform_runtime::generate::Set;
use vyre_conform_runtime::registry;
use vyre_conform_spec::Track;
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_suite::plan::Part;
use vyre_conform_suite::wgsl::{self, KnownFault};
use vyre_conform_tests::lowered::suite::{assert_levels, assert_met, context, is_featured, run};
use vyre_ops as _;

/// A sample contains one op in this many.
const ONE_OF: u64 = 20;

fn opened(slug: &str, command: Vec<String>) -> ProcessBackend {
    // A slow program may take this long for an answer.
    let opened = ProcessBackend::open(slug, command, Duration::from_secs(1200));
    opened.unwrap_or_else(|error| panic!("{error}"))
}

/// All parts of integer ops and engines on the backend.
pub(crate) fn reaches_its_levels(slug: &str, command: Vec<String>) {
    let track = |track| track == Track::Integer;
    assert_levels(opened(slug, command), track);
}

/// Tables, edges and operands of some integer ops; the choice changes every day.
pub(crate) fn meets_a_sample(slug: &str, command: Vec<String>) {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("a date");
    let day = now.as_secs() / (24 * 3600);
    let mut ids: Vec<&str> = registry::ops()
        .into_iter()
        .filter(|op| op.op.track() == Track::Integer)
        .map(|op| op.id)
        .collect();
    ids.sort_unstable();
    let all = ids.into_iter().zip(day..);
    let today: Vec<&str> = all
        .filter(|(_, n)| n % ONE_OF == 0)
        .map(|(id, _)| id)
        .collect();
    println!("day {day}: {}", today.join(" "));
    assert!(today.len() > 1, "{today:?}");
    // Laws of an op may name other ops, which the catalog contains as well.
    let integer = |_: &str, track| track == Track::Integer;
    let (context, _root) = context(opened(slug, command), integer, false);
    run(&context, |o| {
        let quick = matches!(
            o.part,
            Part::Table | Part::Operands | Part::Parity(Set::Edges)
        );
        let chosen = today.contains(&&*o.op) && o.backend().is_some();
        chosen && quick && !o.id.contains("::alternate::")
    });
    let records = context.records();
    for id in &today {
        assert!(records.iter().any(|r| r.obligation.op == **id), "{id}");
    }
    let featured = assert_met(&context);
    let known = |(op, _): &(String, String)| is_featured(context.catalog(), op);
    assert!(featured.iter().all(known), "{featured:?}");
}

/// Every shader of the suite on the backend: its words, or those of a known difference.
pub(crate) fn gives_the_words_of_shaders(slug: &str, command: Vec<String>) {
    let backend = opened(slug, command);
    let mut wrong = vec![];
    for test in wgsl::ALL {
        let rows = test.rows().expect("rows");
        let entry = KnownFault::of(backend.identity(), test.name);
        let actual = match test.run(test.text, &rows, &backend) {
            Ok(actual) => actual,
            Err(error) => {
                wrong.push(format!("{}: {error}", test.name));
                continue;
            }
        };
        for (row, actual) in rows.iter().zip(&actual) {
            let is_known = entry.is_some_and(|entry| entry.matches(&row.given, actual));
            if row.expected != *actual && !is_known {
                wrong.push(format!("{}:{}: {actual:x?}", test.file(), row.line));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
