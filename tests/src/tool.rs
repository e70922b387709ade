//! Programs other than Rust that some tests need and some machines lack.
//!
//! A test that needs one is a trial of a binary without Rust's test harness, in which a running test can only pass or
//! fail. If the program is missing, the trial ends as ignored, with the reason, and is counted so; if the variable of
//! the program is 1, it fails.

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use std::ffi::OsString;
use std::process::{Command, ExitCode};

/// A program that some tests need.
pub trait Tool: Sized {
    /// Its name.
    const NAME: &'static str;
    /// Environment variable that makes its absence a failure.
    const REQUIRED_BY: &'static str;

    /// Locates it.
    ///
    /// # Errors
    ///
    /// The missing part, and the way to install it.
    fn find() -> Result<Self, String>;
}

/// A test that needs a tool, named after its function.
pub fn trial<T: Tool, F: Fn(T) + Send + 'static>(test: F) -> Trial {
    let run = move || {
        let set = std::env::var_os(T::REQUIRED_BY);
        outcome(T::find(), T::REQUIRED_BY, set, &test)
    };
    Trial::ignorable_test(name::<F>(), run).with_kind(T::NAME)
}

/// A test that needs no tool.
pub fn plain<F: Fn() + Send + 'static>(test: F) -> Trial {
    let run = move || {
        test();
        Ok(())
    };
    Trial::test(name::<F>(), run)
}

/// Prefix of the kind of a long test that needs no tool.
const LONG: &str = "a long run: ";

/// A long test, which `./x drain` runs. The time has the words of `#[ignore = "a long run: .."]`.
pub fn long(time: &str, trial: Trial) -> Trial {
    let kind = match trial.kind() {
        "" => format!("{LONG}{time}"),
        tool => format!("{tool}; {LONG}{time}"),
    };
    trial.with_kind(kind).with_ignored_flag(true)
}

/// The path of a function below the root of its binary.
fn name<F>() -> &'static str {
    let path = std::any::type_name::<F>();
    path.split_once("::").map_or(path, |(_, name)| name)
}

/// The outcome of a test after the search for its tool.
fn outcome<T>(
    actual: Result<T, String>,
    variable: &str,
    set: Option<OsString>,
    test: &dyn Fn(T),
) -> Result<Completion, Failed> {
    let required = match set.as_deref().map(|value| value.to_str()) {
        None | Some(Some("" | "0")) => false,
        Some(Some("1")) => true,
        Some(_) => {
            return Err(Failed::from(format!("{variable}={set:?}: it is 1 or 0")));
        }
    };
    match actual {
        Ok(tool) => {
            test(tool);
            Ok(Completion::Completed)
        }
        Err(missing) if required => Err(Failed::from(format!("{variable}=1: {missing}"))),
        Err(missing) => Ok(Completion::ignored_with(missing)),
    }
}

/// The trial that every such binary has.
const ALONE: &str = "without_tools";

/// Runs these trials, and one that restarts this binary without any of the tools: `variables` are those that require
/// one.
pub fn main(mut trials: Vec<Trial>, variables: Vec<&'static str>) -> ExitCode {
    let needs = |trial: &&Trial| !trial.kind().is_empty() && !trial.kind().starts_with(LONG);
    let needing = trials.iter().filter(needs).count();
    let others = trials.iter().filter(|trial| !needs(trial));
    let others: Vec<String> = others.map(|trial| trial.name().to_owned()).collect();
    let run = move || without_tools(needing, &others, &variables);
    trials.push(Trial::test(ALONE, run));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Checks that this many trials are ignored without tools, each with a reason, and fail if the tool is required. The
/// `others` need none, and are not repeated.
fn without_tools(needing: usize, others: &[String], variables: &[&str]) -> Result<(), Failed> {
    let run = |required: Option<&str>| {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        // Without its tool a long test ends at once. A name to skip is a whole name.
        command.args([
            "--include-ignored",
            "--exact",
            "--skip",
            ALONE,
            "--color",
            "never",
        ]);
        command.args(others.iter().flat_map(|name| ["--skip", name]));
        command.env("PATH", "/nonexistent");
        command.env("VYRE_TINT", "/nonexistent");
        command.env("VYRE_OPENCL", "/nonexistent");
        // Drivers count as tools as well.
        command.env("VK_DRIVER_FILES", "/nonexistent");
        command.env_remove("VK_ADD_DRIVER_FILES");
        command.env_remove("VYRE_ICD");
        command.env("CUDA_VISIBLE_DEVICES", "");
        variables
            .iter()
            .for_each(|name| _ = command.env_remove(name));
        required.iter().for_each(|name| _ = command.env(name, "1"));
        let output = command.output().expect("it starts");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text)
    };
    let (code, message) = run(None);
    let term = message.matches(" ... ignored (").count();
    if code != Some(0) || term != needing {
        let message =
            format!("{term} of {needing} are ignored with a reason, code {code:?}:\n{message}");
        return Err(message.into());
    }
    for variable in variables {
        let (code, message) = run(Some(variable));
        if code != Some(101) || !message.contains(&format!("{variable}=1: ")) {
            return Err(format!("{variable}=1 ends with {code:?}:\n{message}").into());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of this module.
    #[test]
    fn missing_tools_are_ignored_or_fail() {
        let result = |actual: Result<(), &str>, set: Option<&str>| {
            let actual = actual.map_err(str::to_owned);
            outcome(actual, "REQUIRE_X", set.map(Into::into), &|()| {})
        };
        for set in [None, Some(""), Some("0")] {
            let actual = result(Err("no x"), set).expect("no failure");
            let ignored = matches!(actual, Completion::Ignored { reason: Some(r) } if r == "no x");
            assert!(ignored, "{set:?}");
        }
        let failed = result(Err("no x"), Some("1"))
            .err()
            .expect("it is required");
        assert_eq!(failed.message(), Some("REQUIRE_X=1: no x"));
        assert!(matches!(
            result(Ok(()), Some("1")),
            Ok(Completion::Completed)
        ));
        assert!(result(Ok(()), Some("yes")).is_err());
    }

    /// Oracle: the path of the function.
    #[test]
    fn trials_are_named_after_their_functions() {
        fn a_test() {}
        let actual = plain(a_test);
        assert!(actual.name().ends_with("::a_test"), "{}", actual.name());
        assert!(
            actual.name().starts_with("tool::tests::"),
            "{}",
            actual.name()
        );
    }
}
