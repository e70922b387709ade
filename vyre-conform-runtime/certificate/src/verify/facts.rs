//! Whether the facts of the run are those of a run that there can be. They are the word of the issuer, but a report shows
//! them as times and rates, and not as any text.

use crate::certificate::RunFacts;

/// What is wrong with them.
pub(super) fn problems(run: &RunFacts) -> Vec<String> {
    let mut problems = vec![];
    let times = [("started", &run.started), ("finished", &run.finished)];
    let [began, ended] = times.map(|(name, text)| {
        let time = time(text);
        if time.is_none() {
            problems.push(format!(
                "when its run {name} is `{text}`, which is not a time as the suite writes it: `2026-01-31T23:59:59Z`"
            ));
        }
        time
    });
    if let (Some(began), Some(ended)) = (began, ended)
        && ended < began
    {
        problems.push("its run finished before it started".into());
    }
    if let Some(name) = run.rates.keys().find(|name| !is_rate(name)) {
        problems.push(format!(
            "it states a rate of `{name}`, which no run measures"
        ));
    }
    problems
}

/// The time that a text is, if it is the one text of it.
fn time(text: &str) -> Option<impl Ord + use<>> {
    let time = humantime::parse_rfc3339(text).ok()?;
    let written = humantime::format_rfc3339_seconds(time).to_string();
    (written == text).then_some(time)
}

/// Whether a run measures what has this name: the reference, the backend, and each of several devices of it.
fn is_rate(name: &str) -> bool {
    let device = name.strip_prefix("backend device ");
    let number = device.and_then(|digits| Some((digits, digits.parse::<u64>().ok()?)));
    let numbered = number.is_some_and(|(digits, n)| n > 0 && n.to_string() == digits);
    matches!(name, "reference" | "backend") || numbered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(started: &str, finished: &str) -> RunFacts {
        RunFacts {
            started: started.into(),
            finished: finished.into(),
            ..RunFacts::default()
        }
    }

    /// Oracle: RFC 3339, in the form in UTC with whole seconds.
    #[test]
    fn times_are_times() {
        let day = "2024-02-29T00:00:00Z";
        assert_eq!(problems(&run(day, day)), Vec::<String>::new());
        assert_eq!(problems(&run(day, "2024-02-29T00:00:01Z")), [""; 0]);
        for text in [
            "",
            "yesterday",
            "2023-02-29T00:00:00Z",
            "2024-13-01T00:00:00Z",
            "2024-02-29T24:00:00Z",
            "2024-02-29T00:00:00+02:00",
            "2024-02-29T00:00:00.5Z",
            "2024-02-29t00:00:00z",
            "2024-02-29 00:00:00",
            "2024-02-29T00:00:00Z\n",
            "\u{664}024-02-29T00:00:00Z",
        ] {
            assert_eq!(problems(&run(text, day)).len(), 1, "{text}");
            assert_eq!(problems(&run(day, text)).len(), 1, "{text}");
        }
        let backwards = problems(&run(day, "2024-02-28T23:59:59Z"));
        assert_eq!(backwards, ["its run finished before it started"]);
    }

    /// Oracle: the names that `certify` gives its rates.
    #[test]
    fn rates_are_of_what_a_run_measures() {
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
