//! `harness!`: the conformance suite of a crate's ops as a test binary.
//!
//! ```text
//! // tests/conformance.rs, with `harness = false` in Cargo.toml
//! vyre_conform_harness::harness!(my_ops);
//! ```
//!
//! Every adapter takes part, and every backend that a linked crate registers with
//! [`backend!`](vyre_conform_suite::backend!): `harness!(my_ops, my_backend)` tests it as well.
//!
//! Environment: `VYRE_ADAPTER` chooses adapters and registered backends, `VYRE_REQUIRE_GPU=1` turns a missing adapter
//! into a failure, `VYRE_REQUIRE_ADAPTERS=a,b` one of these (and, in a run without a filter, a parity trial that did
//! not run on each of them), `VYRE_CASES` and `VYRE_SEED` set the witness stream,
//! `VYRE_EVIDENCE=exhaustive_u16,exhaustive_full` asks for more domains, `VYRE_ENGINE_INPUTS` for more inputs of
//! engines, `VYRE_PROGRAMS` for more random programs; `VYRE_DIGESTS` names a folder that keeps the digests of
//! references on every input, and on 10^9 witnesses or more. Stderr names a trial that has run for `VYRE_STILL_RUNNING`
//! seconds, 60 by default, and again whenever that time has doubled. A reference that does not return within
//! `VYRE_LIMIT`, `60s` by default, is reported with its input. Its trial fails, other trials that would call it do not
//! run, and the rest continue. Nothing can stop the function, so its thread runs until the process ends, and the
//! results of the trial are lost. The same limit applies to each call of an engine's `plan`, `inputs`, `reference`,
//! `decode`, `histories` and `order`; after a timeout, the other trials of that engine do not run. A call of a
//! registered backend that does not return within `VYRE_PATIENCE`, `120s` by default, is abandoned together with the
//! backend. A backend out of process that loses more than one request in `VYRE_REQUESTS_PER_LOSS`, 10,000 by default,
//! fails the run. `VYRE_VERDICTS` names the folder of held verdicts, or is `off`; the argument `--fresh` runs all
//! trials, `--quick` every op and engine once, and `--budget 8m` as much as eight minutes allow. `VYRE_BACKEND_NAME` is
//! the command of a backend out of process, `process-name`, which takes part on request.

mod admission;
mod assignment;
pub mod backends;
mod body_evaluator;
mod bounds;
mod budget;
mod conduct;
mod context;
pub mod cross;
mod digests;
mod end_of_run;
mod endless;
mod hardware;
mod held;
mod interruption;
mod invocation;
mod limit;
pub mod options;
pub mod regressions;
mod replay;
pub mod report;
pub mod run;
mod spread;
mod summary;
pub mod trials;
pub mod watch;

pub use context::{Context, ContextError};
pub use held::{HeldCount, HeldTrials};
pub use limit::{EndlessDigest, suite_digests};
pub use options::{Settings, SettingsError, VerdictFolder};
pub use replay::{Replay, ReplayError, profile_of};
pub use run::{
    ImplementationResult, ReplayOutcome, ReplayResult, conclude, execute, execute_range, replay,
    save,
};
pub use summary::{incomplete, lossy, summary, unexplained};
pub use vyre_conform_process as process;
pub use vyre_conform_suite::failing::Tally;

use invocation::{Invocation, is_of_ops, is_whole, only};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use vyre_conform_runtime::engine::engines;
use vyre_conform_wgpu::{leave, leave_at_work, looks_for_no_windows, works_for_submitters};

/// Defines the test binary of the conformance suites of the named crates. Without a name, nothing is linked and the
/// catalog is empty, which is an error.
#[macro_export]
macro_rules! harness {
    ($($ops:ident),+ $(,)?) => {
        $(use $ops as _;)+

        fn main() -> ::std::process::ExitCode {
            $crate::main(::core::env!("CARGO_MANIFEST_DIR"))
        }

        // Only Rust's test harness collects this test, when it runs in place of the suite.
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

/// Message of a test binary that Rust's test harness runs: it would pass without any trial.
#[doc(hidden)]
pub const WITHOUT_HARNESS_FALSE: &str = "no trial of the conformance suite was run: Rust's own test harness is on. \
    Write in Cargo.toml, with the name of this file without `.rs`:\n\n    [[test]]\n    name = \"conformance\"\n    \
    harness = false\n";

/// Runs the suite of everything linked into this program with the arguments of a test binary. `root` is the crate whose
/// `regressions/` folder keeps failing inputs.
///
/// It is the return value of `main`. If a hardware device was opened, the process ends inside, without exit handlers
/// ([`leave()`]), and nothing after it runs. [`run()`] always returns.
pub fn main(root: &str) -> ExitCode {
    main_of(root, None)
}

/// [`main`] with default filters: if the arguments name no trial, it runs those whose names contain `names`.
pub fn main_of(root: &str, names: Option<&str>) -> ExitCode {
    looks_for_no_windows();
    let Invocation {
        mut arguments,
        fresh,
        quick,
        budget,
        order,
    } = match Invocation::from_args() {
        Ok(invocation) => invocation,
        Err(message) => {
            report::warn(format_args!("error: {message}"));
            return ExitCode::from(101);
        }
    };
    arguments.filter = arguments.filter.or_else(|| names.map(str::to_owned));
    if is_of_ops(&arguments, engines().iter().map(|engine| engine.id)) {
        works_for_submitters(arguments.test_threads.unwrap_or(usize::MAX));
    }
    match Context::open_with(Path::new(root), |settings| {
        settings.fresh = fresh;
        settings.quick = quick;
        settings.budget = budget;
        settings.order = order;
    }) {
        Ok(context) => main_with(arguments, context),
        Err(message) => {
            report::warn(format_args!("error: {message}"));
            ExitCode::from(101)
        }
    }
}

/// [`main`] with a given context; it may not return either.
pub fn main_with(arguments: libtest_mimic::Arguments, context: Context) -> ExitCode {
    let end = end(arguments, context);
    if end.is_at_work {
        leave_at_work(end.code)
    } else {
        leave(end.code)
    }
}

/// Runs the suite of a context. After a whole run, the summary follows the trials on stdout. A run of one exact trial,
/// as of test runners with one process per trial, prints none.
pub fn run(arguments: libtest_mimic::Arguments, context: Context) -> ExitCode {
    end(arguments, context).code.into()
}

/// The end of a run.
#[derive(Clone, Copy, Debug)]
struct RunEnd {
    /// Exit code of the process.
    code: u8,
    /// True if driver calls are still running, which the process abandons.
    is_at_work: bool,
}

impl RunEnd {
    const fn passed(is_at_work: bool) -> Self {
        Self {
            code: 0,
            is_at_work,
        }
    }

    /// A failed run, with the exit code of Rust's test harness.
    const fn failed() -> Self {
        Self {
            code: 101,
            is_at_work: false,
        }
    }
}

/// Runs the suite and returns the end of the process.
fn end(arguments: libtest_mimic::Arguments, context: Context) -> RunEnd {
    let context: &'static Context = Box::leak(Box::new(context));
    let is_all = context.settings().case.is_none() && !context.settings().quick;
    let whole = is_whole(&arguments) && is_all;
    let (arguments, only) = only(arguments);
    let has_budget = context.settings().quick || context.settings().budget.is_some();
    if has_budget && !arguments.list {
        return budget::run(context, &arguments, only.as_ref(), whole);
    }
    let trials = trials::trials(context, &arguments, only.as_ref());
    if let (true, Some(name)) = (trials.is_empty(), &only) {
        let name = name.text();
        report::warn(format_args!(
            "error: no op, engine or trial is called `{name}`: leave the `=` out, or see `--list`"
        ));
        return RunEnd::failed();
    }
    let conclusion = context.watching(
        |line| report::warn(line),
        || libtest_mimic::run(&arguments, trials),
    );
    if arguments.list {
        return if conclusion.has_failed() {
            RunEnd::failed()
        } else {
            RunEnd::passed(false)
        };
    }
    if !arguments.exact {
        // A closed pipe is not a reason to panic; a full disk is reported.
        let mut out = std::io::stdout().lock();
        let text = end_of_run::text(context, &arguments);
        match write!(out, "{text}").and_then(|()| out.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                report::warn(format_args!(
                    "error: the summary cannot be written: {error}"
                ));
                return RunEnd::failed();
            }
            _ => {}
        }
    }
    let mut missing = if whole { incomplete(context) } else { vec![] };
    missing.extend(unexplained(context));
    missing.extend(lossy(context));
    for message in &missing {
        report::warn(format_args!("error: {message}"));
    }
    if missing.is_empty() && !conclusion.has_failed() {
        RunEnd::passed(false)
    } else {
        RunEnd::failed()
    }
}
