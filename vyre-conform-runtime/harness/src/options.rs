//! Settings from the environment. A malformed setting is an error, never ignored.

mod names;
mod verdict_folder;

pub use names::{VARIABLES, Variable};
pub use verdict_folder::VerdictFolder;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use vyre_conform_suite::backend::PATIENCE;
use vyre_conform_suite::plan::numbers::{
    MAX_ENGINE_INPUTS, MAX_PROGRAMS, MAX_WITNESSES, count, seed,
};
use vyre_conform_suite::plan::{Domain, PlanOptions};
use vyre_conform_suite::prover::Prover;

/// The environment variable that narrows a trial to one input.
pub(crate) const CASE_VARIABLE: &str = "VYRE_CASE";

/// Settings of a run.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Options of the planner.
    pub plan: PlanOptions,
    /// True if a missing adapter is a failure.
    pub require_gpu: bool,
    /// Slugs of required adapters.
    pub require_adapters: Vec<String>,
    /// Number of saved cases per op to replay, oldest first; `None` for all. A resumed run excludes the cases saved
    /// since it began.
    pub saved: Option<BTreeMap<String, usize>>,
    /// The work that this run is a shard of, as in [`SavedCase::work`](crate::regressions::SavedCase::work): shards
    /// exclude the cases that they saved.
    pub work: Option<String>,
    /// Folder of digests of references on every input and on very many witnesses; without it, every run computes them.
    pub digests: Option<PathBuf>,
    /// Time after which a running trial is named on stderr; 60 s by default.
    pub still_running: Option<Duration>,
    /// Time limit of calls of a registered backend; [`PATIENCE`] by default.
    pub patience: Option<Duration>,
    /// Number of requests per lost one that a passing run may have with a backend out of process; [`REQUESTS_PER_LOSS`]
    /// by default.
    ///
    /// [`REQUESTS_PER_LOSS`]: vyre_conform_suite::backend::REQUESTS_PER_LOSS
    pub requests_per_loss: Option<u64>,
    /// Time limit of calls of a host function; 60 s by default.
    pub limit: Option<Duration>,
    /// Location of verdicts, so that a passed trial does not run again.
    pub verdicts: VerdictFolder,
    /// True if every trial runs, including held ones.
    pub fresh: bool,
    /// True if every op and engine runs once, on one backend, and nothing else.
    pub quick: bool,
    /// Time after which the run ends with pending trials; 55 s by default for a quick run.
    pub budget: Option<Duration>,
    /// Seed text for the order of ops and engines in a run with a budget.
    pub order: String,
    /// The single input for trials, in the syntax of `VYRE_CASE`.
    pub case: Option<String>,
    /// The prover, if the program has one.
    pub prover: Option<Arc<dyn Prover>>,
    /// The command line of this run, which failure reports name for replays. Without it they name the trial of the test
    /// binary.
    pub program: Option<String>,
}

/// A malformed setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}=`{value}`: {expected}")]
pub struct SettingsError {
    /// The variable.
    pub name: &'static str,
    /// Its value.
    pub value: String,
    /// The valid values.
    pub expected: &'static str,
}

impl Settings {
    /// Reads the environment. A name that is nearly that of a setting is an error, and so is a value that is not UTF-8:
    /// either would be ignored.
    pub fn from_env() -> Result<Self, SettingsError> {
        known()?;
        Self::read(&|name| std::env::var(name).ok())
    }

    /// Reads settings through `get`.
    pub fn read(get: &dyn Fn(&str) -> Option<String>) -> Result<Self, SettingsError> {
        let mut settings = Self::default();
        let is_set = |value: &String| !value.trim().is_empty();
        let get = |name: &'static str| get(name).filter(is_set).map(|value| (name, value));
        settings.read_plan(&get)?;
        settings.read_requirements(&get)?;
        settings.read_times(&get)?;
        settings.verdicts = match get("VYRE_VERDICTS") {
            None => VerdictFolder::Cache,
            Some((_, folder)) if folder == "off" => VerdictFolder::Off,
            Some((_, folder)) => VerdictFolder::Folder(folder.into()),
        };
        if let Some(set) = get("VYRE_REQUESTS_PER_LOSS") {
            let requests = count(&set.1).filter(|n| *n > 0);
            let expected = "a number of requests from 1 on, such as 10000 or 1e6";
            settings.requests_per_loss = Some(requests.ok_or_else(|| invalid(set, expected))?);
        }
        settings.digests = get("VYRE_DIGESTS").map(|(_, folder)| folder.into());
        settings.case = get(CASE_VARIABLE).map(|(_, text)| text);
        Ok(settings)
    }

    /// Reads the options of the planner.
    fn read_plan(&mut self, get: Get<'_>) -> Result<(), SettingsError> {
        if let Some(set) = get("VYRE_CASES") {
            self.plan.witnesses =
                count(&set.1)
                    .filter(|n| *n <= MAX_WITNESSES)
                    .ok_or_else(|| {
                        invalid(set, "a number of cases up to 2^50, such as 1000000 or 1e8")
                    })?;
        }
        if let Some(set) = get("VYRE_SEED") {
            self.plan.seed = seed(&set.1)
                .ok_or_else(|| invalid(set, "a 64-bit number, decimal or hexadecimal (0x...)"))?;
        }
        if let Some(set) = get("VYRE_ENGINE_INPUTS") {
            self.plan.engine_inputs = count(&set.1)
                .filter(|n| (1..=MAX_ENGINE_INPUTS).contains(n))
                .ok_or_else(|| invalid(set, "a number of inputs from 1 to 1,048,576"))?;
        }
        if let Some(set) = get("VYRE_PROGRAMS") {
            self.plan.programs = count(&set.1)
                .filter(|n| *n <= MAX_PROGRAMS)
                .ok_or_else(|| {
                    invalid(
                        set,
                        "a number of random programs up to 1,048,576; L3 needs 256",
                    )
                })?;
        }
        if let Some((name, value)) = get("VYRE_EVIDENCE") {
            for kind in value.split(',') {
                self.plan.extra_domains.push(match kind.trim() {
                    "exhaustive_u16" | "exhaustive-u16" => Domain::ExhaustiveU16,
                    "exhaustive_full" | "exhaustive-full" => Domain::ExhaustiveFull,
                    _ => {
                        let expected = "exhaustive_u16 and exhaustive_full, separated by commas";
                        return Err(SettingsError {
                            name,
                            value,
                            expected,
                        });
                    }
                });
            }
        }
        Ok(())
    }

    /// Reads the required devices.
    fn read_requirements(&mut self, get: Get<'_>) -> Result<(), SettingsError> {
        if let Some(set) = get("VYRE_REQUIRE_GPU") {
            self.require_gpu = match set.1.as_str() {
                "1" => true,
                "0" => false,
                _ => return Err(invalid(set, "1 or 0")),
            };
        }
        if let Some((name, value)) = get("VYRE_REQUIRE_ADAPTERS") {
            self.require_adapters = vyre_conform_suite::backend::names(&value);
            if self.require_adapters.is_empty() {
                return Err(invalid(
                    (name, value),
                    "names of adapters, separated by commas",
                ));
            }
        }
        Ok(())
    }

    /// Reads time limits.
    fn read_times(&mut self, get: Get<'_>) -> Result<(), SettingsError> {
        if let Some(set) = get("VYRE_STILL_RUNNING") {
            self.still_running = Some(
                seconds(&set.1)
                    .ok_or_else(|| invalid(set, "a number of seconds such as 60 or 0.5"))?,
            );
        }
        if let Some(set) = get(PATIENCE_VARIABLE) {
            self.patience = Some(
                seconds(&set.1)
                    .ok_or_else(|| invalid(set, "a number of seconds such as 120s or 0.5s"))?,
            );
        }
        if let Some(set) = get("VYRE_LIMIT") {
            self.limit = Some(
                seconds(&set.1)
                    .ok_or_else(|| invalid(set, "a number of seconds such as 60s or 0.5s"))?,
            );
        }
        Ok(())
    }
}

/// Reads a variable: its name and value, if it is set.
type Get<'a> = &'a dyn Fn(&'static str) -> Option<(&'static str, String)>;

/// The error for an invalid value of a variable.
fn invalid((name, value): (&'static str, String), expected: &'static str) -> SettingsError {
    SettingsError {
        name,
        value,
        expected,
    }
}

/// Checks that a run reads every variable of this suite in the environment.
///
/// # Errors
///
/// The first variable that would be ignored.
pub fn known() -> Result<(), SettingsError> {
    match names::ignored(std::env::vars_os()) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Variable with the time limit of calls of a registered backend.
const PATIENCE_VARIABLE: &str = "VYRE_PATIENCE";

/// The time limit of calls of a registered backend, from the environment.
///
/// # Errors
///
/// A value that is not a duration.
pub(super) fn patience() -> Result<Duration, SettingsError> {
    let get = |name: &str| match name {
        PATIENCE_VARIABLE => std::env::var(name).ok(),
        _ => None,
    };
    Ok(Settings::read(&get)?.patience.unwrap_or(PATIENCE))
}

/// Parses a time such as `60`, `0.5` or `120s`.
fn seconds(text: &str) -> Option<Duration> {
    let text = text.trim();
    let seconds: f64 = text.strip_suffix('s').unwrap_or(text).parse().ok()?;
    let seconds = Some(seconds).filter(|s| *s >= 0.001)?;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &'static str, value: &'static str) -> Result<Settings, SettingsError> {
        Settings::read(&move |n| (n == name).then(|| value.to_owned()))
    }

    /// Oracle: the documentation of the variables in the module `harness`.
    #[test]
    fn settings_are_read_or_refused_by_name() {
        assert_eq!(
            read("VYRE_CASES", "1e8").unwrap().plan.witnesses,
            100_000_000
        );
        assert_eq!(read("VYRE_SEED", "0xff").unwrap().plan.seed, 255);
        assert_eq!(read("VYRE_PROGRAMS", "0").unwrap().plan.programs, 0);
        assert!(read("VYRE_REQUIRE_GPU", "1").unwrap().require_gpu);
        let time = read("VYRE_STILL_RUNNING", "0.5").unwrap().still_running;
        assert_eq!(time, Some(Duration::from_millis(500)));
        for (text, expected) in [("120s", 120_000), ("7", 7_000), ("0.25s", 250)] {
            let patience = read("VYRE_PATIENCE", text).unwrap().patience;
            assert_eq!(patience, Some(Duration::from_millis(expected)), "{text}");
        }
        let losses = read("VYRE_REQUESTS_PER_LOSS", "1e6").unwrap();
        assert_eq!(losses.requests_per_loss, Some(1_000_000));
        let limit = read("VYRE_LIMIT", "2s").unwrap().limit;
        assert_eq!(limit, Some(Duration::from_secs(2)));
        let verdicts = |value| read("VYRE_VERDICTS", value).unwrap().verdicts;
        assert_eq!(verdicts("off"), VerdictFolder::Off);
        assert_eq!(verdicts(""), VerdictFolder::Cache);
        assert_eq!(verdicts("kept"), VerdictFolder::Folder("kept".into()));
        let extra = read("VYRE_EVIDENCE", "exhaustive_u16")
            .unwrap()
            .plan
            .extra_domains;
        assert_eq!(extra, [Domain::ExhaustiveU16]);
        let cases = [
            ("VYRE_CASES", "many"),
            ("VYRE_CASES", "1e99"),
            ("VYRE_CASES", "2e15"),
            ("VYRE_SEED", "-1"),
            ("VYRE_ENGINE_INPUTS", "0"),
            ("VYRE_ENGINE_INPUTS", "1e9"),
            ("VYRE_PROGRAMS", "1e9"),
            ("VYRE_PROGRAMS", "all"),
            ("VYRE_EVIDENCE", "u8"),
            ("VYRE_REQUIRE_GPU", "yes"),
            ("VYRE_STILL_RUNNING", "0"),
            ("VYRE_STILL_RUNNING", "inf"),
            ("VYRE_STILL_RUNNING", "soon"),
            ("VYRE_LIMIT", "0s"),
            ("VYRE_LIMIT", "1h"),
            ("VYRE_REQUESTS_PER_LOSS", "0"),
            ("VYRE_REQUESTS_PER_LOSS", "few"),
            ("VYRE_PATIENCE", "0s"),
            ("VYRE_PATIENCE", "2min"),
            ("VYRE_PATIENCE", "NaN"),
            ("VYRE_REQUIRE_ADAPTERS", ","),
            ("VYRE_REQUIRE_ADAPTERS", " ,, "),
        ];
        for (name, value) in cases {
            let error = read(name, value).unwrap_err().to_string();
            assert!(error.contains(name) && error.contains(value), "{error}");
        }
    }

    /// Oracle: the names between the commas; a blank variable is one that is not set.
    #[test]
    fn empty_names_of_adapters_are_ignored() {
        for (value, expected) in [
            ("a,,B", &["a", "b"][..]),
            (" a , b ,", &["a", "b"]),
            (",a", &["a"]),
            ("", &[]),
            ("  ", &[]),
        ] {
            let settings = read("VYRE_REQUIRE_ADAPTERS", value).unwrap();
            assert_eq!(settings.require_adapters, expected, "{value:?}");
        }
    }
}
