//! Plausibility of the facts of the run. They are the issuer's word, but reports show them as times and rates, so they
//! must have these forms.

use crate::certificate::RunFacts;
use std::time::{Duration, SystemTime};

/// Earliest and latest plausible time of a run: the suite did not exist before the first; a later clock is wrong.
const TIMES: [&str; 2] = ["2026-01-01T00:00:00Z", "2099-12-31T23:59:59Z"];

/// Longest plausible run: a year.
const LONGEST: Duration = Duration::from_secs(366 * 86_400);

/// The faults of the facts.
pub(super) fn problems(run: &RunFacts) -> Vec<String> {
    let mut problems = vec![];
    let times = [("started", &run.started), ("finished", &run.finished)];
    let [began, ended] = times.map(|(name, text)| {
        let found = time(text);
        if found.is_none() {
            problems.push(format!(
                "its run {name} at `{text}`, which is not a time in the form of the suite: `2026-01-31T23:59:59Z`"
            ));
        }
        let [first, last] = TIMES.map(time);
        if found.is_some() && !(first <= found && found <= last) {
            problems.push(format!(
                "its run {name} at {text}, but runs of this suite are between {} and {}",
                TIMES[0], TIMES[1]
            ));
        }
        found
    });
    if let (Some(began), Some(ended)) = (began, ended) {
        problems.extend(duration(run, began, ended));
    }
    if run.threads == 0 {
        problems.push("its run states no threads".into());
    }
    if run.host.chars().any(char::is_control) {
        problems.push("its host has control characters".into());
    }
    if let Some(name) = run.rates.keys().find(|name| !is_rate(name)) {
        problems.push(format!(
            "it states a rate of `{name}`, which no run measures"
        ));
    }
    problems
}

/// The fault of the duration: turns of baselines follow each other on a device. Times are whole seconds.
fn duration(run: &RunFacts, began: SystemTime, ended: SystemTime) -> Option<String> {
    let Ok(duration) = ended.duration_since(began) else {
        return Some("its run finished before it started".into());
    };
    if duration > LONGEST {
        return Some("its run took more than a year".into());
    }
    let turns = run.baselines.values().flat_map(|found| &found.turns);
    let measured = turns.flatten().map(|turn| u128::from(*turn)).sum::<u128>();
    let devices = run.rates.keys().filter(|name| name.starts_with(DEVICE));
    let devices = devices.count().max(1) as u128;
    let most = (duration + Duration::from_secs(1)).as_nanos() * devices;
    (measured > most).then(|| {
        format!(
            "its baselines took {} s, but its run {} s",
            measured / 1_000_000_000,
            duration.as_secs()
        )
    })
}

/// Prefix of the rate of one of several devices.
const DEVICE: &str = "backend device ";

/// The time of a text, if the text is canonical.
fn time(text: &str) -> Option<SystemTime> {
    let time = humantime::parse_rfc3339(text).ok()?;
    let written = humantime::format_rfc3339_seconds(time).to_string();
    (written == text).then_some(time)
}

/// True for names of measured rates: the reference, the backend, and each of several devices.
fn is_rate(name: &str) -> bool {
    let device = name.strip_prefix(DEVICE);
    let number = device.and_then(|digits| Some((digits, digits.parse::<u64>().ok()?)));
    let numbered = number.is_some_and(|(digits, n)| n > 0 && n.to_string() == digits);
    matches!(name, "reference" | "backend") || numbered
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::RateMeasurement;

    fn run(started: &str, finished: &str) -> RunFacts {
        RunFacts {
            started: started.into(),
            finished: finished.into(),
            threads: 1,
            ..RunFacts::default()
        }
    }

    /// Oracle: RFC 3339, in the form in UTC with whole seconds.
    #[test]
    fn times_are_times() {
        let day = "2028-02-29T00:00:00Z";
        assert_eq!(problems(&run(day, day)), Vec::<String>::new());
        assert_eq!(problems(&run(day, "2028-02-29T00:00:01Z")), [""; 0]);
        for text in [
            "",
            "yesterday",
            "2027-02-29T00:00:00Z",
            "2028-13-01T00:00:00Z",
            "2028-02-29T24:00:00Z",
            "2028-02-29T00:00:00+02:00",
            "2028-02-29T00:00:00.5Z",
            "2028-02-29t00:00:00z",
            "2028-02-29 00:00:00",
            "2028-02-29T00:00:00Z\n",
            "\u{662}028-02-29T00:00:00Z",
        ] {
            assert_eq!(problems(&run(text, day)).len(), 1, "{text}");
            assert_eq!(problems(&run(day, text)).len(), 1, "{text}");
        }
        for year in ["1970", "2025", "2100", "9999"] {
            let text = format!("{year}-02-28T00:00:00Z");
            assert_eq!(problems(&run(&text, &text)).len(), 2, "{text}");
        }
        let long = problems(&run("2027-01-01T00:00:00Z", "2098-01-01T00:00:00Z"));
        assert_eq!(long, ["its run took more than a year"]);
        let mut measured = run(day, day);
        let rate = |turn| RateMeasurement {
            turns: vec![[turn, turn]; 7],
            rate: 1000,
        };
        measured.baselines.insert("a".into(), rate(1_000));
        assert_eq!(problems(&measured), [""; 0]);
        measured.baselines.insert("b".into(), rate(100_000_000));
        assert_eq!(
            problems(&measured),
            ["its baselines took 1 s, but its run 0 s"]
        );
        let backwards = problems(&run(day, "2028-02-28T23:59:59Z"));
        assert_eq!(backwards, ["its run finished before it started"]);
    }

    /// Oracle: the names that `certify` gives its rates.
    #[test]
    fn rates_have_the_names_of_a_run() {
        for name in [
            "reference",
            "backend",
            "backend device 1",
            "backend device 12",
        ] {
            assert!(is_rate(name), "{name}");
        }
        for name in [
            "",
            "cuda",
            "backend device",
            "backend device 0",
            "backend device 01",
            "backend device 1 ",
        ] {
            assert!(!is_rate(name), "{name}");
        }
    }
}
