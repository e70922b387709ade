//! `harness!`: the conformance suite of a crate's ops as a test binary.
//!
//! ```text
//! // tests/conformance.rs, with `harness = false` in Cargo.toml
//! vyre_conform_harness::harness!(my_ops);
//! ```
//!
//! Every adapter takes part, and every backend that a linked crate registers with
//! [`backend!`](vyre_conform_suite::backend!): `harness!(my_ops, my_backend)` has it certified as well.
//!
//! Environment: `VYRE_ADAPTER` chooses adapters and registered backends, `VYRE_REQUIRE_GPU=1` turns a missing adapter into a
//! failure, `VYRE_REQUIRE_ADAPTERS=a,b` one of these (and, in a run without a filter, a parity trial that
//! did not run on each of them), `VYRE_CASES` and `VYRE_SEED` set the witness stream,
//! `VYRE_EVIDENCE=exhaustive_u16,exhaustive_full` asks for more domains, `VYRE_ENGINE_INPUTS` for more
//! inputs of engines, `VYRE_PROGRAMS` for more random programs; `VYRE_DIGESTS` names a folder that keeps the digests of references on every input,
//! and on 10^9 witnesses or more. A trial that has run for 60 s, or as many as `VYRE_STILL_RUNNING` says, is named on
//! stderr, and again whenever that time has doubled. A reference that does not come back within `VYRE_LIMIT`, `60s` where
//! nothing is said, is named with its input; its trial fails, what else would call it is not run, and all others go on:
//! nothing can stop it, so the thread that called it runs until the process ends, and what the trial had shown is lost.
//! The functions of engines have the same limit, for each call of `plan`, `inputs`, `reference`, `decode`, `histories` and
//! `order`; after one of them the other trials of that engine are not run. A call of a registered backend that does not
//! come back within `VYRE_PATIENCE`, `120s` where nothing is said, is left behind, and the backend with it.
//! `VYRE_BACKEND_NAME` is the command of a backend of its own process, `process-name`, which takes part where it is asked for.

mod admitted;
pub mod backends;
mod conducts;
mod context;
pub mod cross;
mod digests;
mod hardware;
mod limit;
pub mod options;
pub mod regressions;
mod replay;
pub mod report;
pub mod run;
mod saved;
mod summary;
pub mod trials;
pub mod watch;

pub use context::{Context, ContextError};
pub use limit::{EndlessDigest, suite_digests};
pub use options::{Settings, SettingsError};
pub use replay::{Replay, ReplayError, profile_of};
pub use run::{On, Replayed, Seen, Tally, conclude, execute, execute_range, replay, save};
pub use summary::{incomplete, summary, unexplained};
pub use vyre_conform_process as process;

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use vyre_conform_runtime::engine::engines;
use vyre_conform_wgpu::{leave, looks_for_no_windows, works_for_submitters};

/// Makes a test binary of the conformance suites of the named crates. Without a name nothing is
/// linked and the catalog is empty, which is an error.
#[macro_export]
macro_rules! harness {
    ($($ops:ident),+ $(,)?) => {
        $(use $ops as _;)+

        fn main() -> ::std::process::ExitCode {
            $crate::main(::core::env!("CARGO_MANIFEST_DIR"))
        }

        // Only Rust's own test harness collects this, and it runs in place of the suite.
        #[doc(hidden)]
        mod without_harness_false {
            /// Oracle: the README, which asks for `harness = false`.
            #[test]
            fn the_suite_did_not_run() {
                ::core::panic!("{}", $crate::WITHOUT_HARNESS_FALSE);
            }
        }
    };
}

/// What a test binary says that Rust's own test harness runs, with no trial in it: green, and nothing checked.
#[doc(hidden)]
pub const WITHOUT_HARNESS_FALSE: &str = "no trial of the conformance suite was run: Rust's own test harness is on. \
    Write in Cargo.toml, with the name of this file without `.rs`:\n\n    [[test]]\n    name = \"conformance\"\n    \
    harness = false\n";

/// Runs the suite of everything linked into this program with the arguments of a test binary.
/// `root` is the crate whose `regressions/` folder keeps failing inputs.
///
/// It is what `main` returns: where a device was opened that is hardware the process ends in it, without exit handlers
/// ([`leave()`]), and nothing that comes after it happens. [`run()`] always returns.
pub fn main(root: &str) -> ExitCode {
    looks_for_no_windows();
    let arguments = libtest_mimic::Arguments::from_args();
    if is_of_ops(&arguments, engines().iter().map(|engine| engine.id)) {
        works_for_submitters(arguments.test_threads.unwrap_or(usize::MAX));
    }
    match Context::open(Path::new(root)) {
        Ok(context) => main_with(arguments, context),
        Err(message) => {
            report::warn(format_args!("error: {message}"));
            ExitCode::from(101)
        }
    }
}

/// As [`main`], of a context that was made for it; it may not return either.
pub fn main_with(arguments: libtest_mimic::Arguments, context: Context) -> ExitCode {
    leave(end(arguments, context))
}

/// Runs the suite of a context. The summary goes to stdout after the trials of a whole run; a run of
/// one exact trial (as test runners that start a process a trial do) prints none.
pub fn run(arguments: libtest_mimic::Arguments, context: Context) -> ExitCode {
    end(arguments, context).into()
}

/// Runs it, and how the process is to end.
fn end(arguments: libtest_mimic::Arguments, context: Context) -> u8 {
    const FAILED: u8 = 101;
    let context: &'static Context = Box::leak(Box::new(context));
    let trials = trials::trials(context, &arguments);
    let conclusion = context.watching(
        |line| report::warn(line),
        || libtest_mimic::run(&arguments, trials),
    );
    if arguments.list {
        return if conclusion.has_failed() { FAILED } else { 0 };
    }
    if !arguments.exact {
        // A reader that went away is not a reason to panic; a disk that is full is reported.
        let mut out = std::io::stdout().lock();
        match write!(out, "{}", summary(context)).and_then(|()| out.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                report::warn(format_args!(
                    "error: the summary cannot be written: {error}"
                ));
                return FAILED;
            }
            _ => {}
        }
    }
    let whole = is_whole(&arguments) && context.settings().case.is_none();
    let mut missing = match whole {
        true => incomplete(context),
        false => vec![],
    };
    missing.extend(unexplained(context));
    for message in &missing {
        report::warn(format_args!("error: {message}"));
    }
    match missing.is_empty() && !conclusion.has_failed() {
        true => 0,
        false => FAILED,
    }
}

/// Whether everything is asked for but engines, which have these ids: many trials, none of which is about workgroups
/// that run at once.
fn is_of_ops<'a>(
    arguments: &libtest_mimic::Arguments,
    mut engines: impl Iterator<Item = &'a str>,
) -> bool {
    let skipped = |id: &str| arguments.skip.iter().any(|part| id.contains(part));
    arguments.filter.is_none() && engines.all(skipped)
}

/// Whether every trial was asked for.
fn is_whole(arguments: &libtest_mimic::Arguments) -> bool {
    let libtest_mimic::Arguments {
        filter,
        skip,
        exact,
        ignored,
        ..
    } = arguments;
    filter.is_none() && skip.is_empty() && !exact && !ignored
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of [`is_of_ops`], by hand.
    #[test]
    fn a_suite_is_of_ops_where_every_engine_is_skipped() {
        let asked = |skip: &[&str], filter: Option<&str>| libtest_mimic::Arguments {
            skip: skip.iter().map(|part| (*part).to_owned()).collect(),
            filter: filter.map(str::to_owned),
            ..Default::default()
        };
        let engines = ["engine::scan", "mine::sort"];
        let is = |skip: &[&str], filter| is_of_ops(&asked(skip, filter), engines.into_iter());
        assert!(is(&["engine", "sort"], None));
        assert!(!is(&["engine"], None) && !is(&[], None));
        assert!(!is(&["engine", "sort"], Some("u32::add")));
        assert!(is_of_ops(&asked(&[], None), std::iter::empty()));
        assert!(!is_of_ops(&asked(&[], Some("x")), std::iter::empty()));
    }
}
