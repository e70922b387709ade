//! `--shard auto`: the shard according to the job scheduler.

use super::Shard;

/// A job scheduler that numbers its tasks.
struct Engine {
    name: &'static str,
    /// Variable with the number of the task.
    index: &'static str,
    /// Variable with the number of tasks.
    count: &'static str,
    /// Variables with the first number, the last one and the step; without them, numbers start from 0 in steps of 1.
    numbering: Option<[&'static str; 3]>,
    /// A variable that every task of the scheduler has, and advice for numbering tasks.
    marker: Option<(&'static str, &'static str)>,
    /// Advice for setting a missing count.
    advice: &'static str,
}

/// Slurm: man page of sbatch, "Output environment variables". Kubernetes: documentation of Jobs,
/// "Completion mode"; the number of completions is not a variable there, so the manifest sets one.
const ENGINES: &[Engine] = &[
    Engine {
        name: "a Slurm array",
        index: "SLURM_ARRAY_TASK_ID",
        count: "SLURM_ARRAY_TASK_COUNT",
        numbering: Some([
            "SLURM_ARRAY_TASK_MIN",
            "SLURM_ARRAY_TASK_MAX",
            "SLURM_ARRAY_TASK_STEP",
        ]),
        marker: Some((
            "SLURM_JOB_ID",
            "this Slurm job is not an array: submit it with --array=0-3 for 4 shards",
        )),
        advice: "export it with the number of tasks of the array",
    },
    Engine {
        name: "an indexed Kubernetes job",
        index: "JOB_COMPLETION_INDEX",
        count: "JOB_COMPLETIONS",
        numbering: None,
        marker: Some((
            "KUBERNETES_SERVICE_HOST",
            "this pod has no index: give its job completionMode: Indexed",
        )),
        advice: "give the container an env entry of this name with the job's spec.completions",
    },
    Engine {
        name: "any other scheduler",
        index: "VYRE_SHARD_INDEX",
        count: "VYRE_SHARD_COUNT",
        numbering: None,
        marker: None,
        advice: "set it to the number of shards",
    },
];

const MANUAL: &str = "or give --shard k/n";

/// The shard according to the variables of exactly one scheduler, read through `get`.
pub(super) fn read(get: &dyn Fn(&str) -> Option<String>) -> Result<Shard, String> {
    let get = |name: &str| get(name).filter(|value| !value.trim().is_empty());
    let speaks = |engine: &&Engine| get(engine.index).or_else(|| get(engine.count)).is_some();
    let found: Vec<&Engine> = ENGINES.iter().filter(speaks).collect();
    match found[..] {
        [engine] => engine.shard(&get).map_err(|e| format!("--shard auto: {e}")),
        [] => Err(nothing(&get)),
        _ => {
            let names = found.iter().flat_map(|e| [e.index, e.count]);
            let set: Vec<&str> = names.filter(|name| get(name).is_some()).collect();
            Err(format!(
                "--shard auto is ambiguous: {} are set; unset those of all schedulers but one, {MANUAL}",
                set.join(" and ")
            ))
        }
    }
}

fn nothing(get: &dyn Fn(&str) -> Option<String>) -> String {
    let markers = ENGINES.iter().filter_map(|e| e.marker);
    let hint = markers.filter(|(variable, _)| get(variable).is_some());
    let hint = hint.map(|(_, hint)| format!(" ({hint})")).next();
    let names: Vec<String> = ENGINES
        .iter()
        .map(|e| format!("{} with {} for {}", e.index, e.count, e.name))
        .collect();
    format!(
        "--shard auto: none of these variables is set{}: {}. Set VYRE_SHARD_INDEX (from 0) and \
         VYRE_SHARD_COUNT, {MANUAL}",
        hint.unwrap_or_default(),
        names.join(", ")
    )
}

impl Engine {
    fn shard(&self, get: &dyn Fn(&str) -> Option<String>) -> Result<Shard, String> {
        let (index, count) = match (get(self.index), get(self.count)) {
            (Some(index), Some(count)) => (index, count),
            (Some(_), None) => {
                return Err(format!(
                    "{} is set, {} is not: {}, {MANUAL}",
                    self.index, self.count, self.advice
                ));
            }
            _ => {
                return Err(format!(
                    "{} is set, {} is not: it is the number of this task, {MANUAL}",
                    self.count, self.index
                ));
            }
        };
        let (k, of) = (number(self.index, &index)?, number(self.count, &count)?);
        let said = |variable: &str, otherwise: u64| match get(variable) {
            Some(text) => number(variable, &text),
            None => Ok(otherwise),
        };
        let (first, last, step) = match self.numbering {
            Some([first, last, step]) => {
                let (first, step) = (said(first, 0)?, said(step, 1)?.max(1));
                let even = first.saturating_add(of.saturating_sub(1).saturating_mul(step));
                (first, said(last, even)?, step)
            }
            None => (0, of.saturating_sub(1), 1),
        };
        // Every task of an array with gaps must refuse, not only those beyond the count.
        let span = last.checked_sub(first).filter(|s| s.is_multiple_of(step));
        let even = span.and_then(|span| (span / step).checked_add(1)) == Some(of);
        let place = k.checked_sub(first).filter(|at| at.is_multiple_of(step));
        match place.map(|at| at / step) {
            Some(at) if even && at < of => Ok(Shard { number: at + 1, of }),
            _ if self.numbering.is_some() && of > 0 && !even => Err(format!(
                "{count} tasks numbered from {first} to {last} in steps of {step} leave gaps: an \
                 array such as --array=0,1,5 has no k/n; use --array=0-{}, {MANUAL}",
                of - 1
            )),
            _ => Err(format!(
                "{}={index} is none of {count} tasks numbered from {first}: correct {}, {MANUAL}",
                self.index, self.count
            )),
        }
    }
}

fn number(name: &str, text: &str) -> Result<u64, String> {
    let parsed = text.trim().parse();
    parsed.map_err(|_| format!("{name}=`{text}` is not a number from 0; correct it, {MANUAL}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn auto(variables: &[(&str, &str)]) -> Result<Shard, String> {
        let map: HashMap<&str, &str> = variables.iter().copied().collect();
        read(&|name| map.get(name).map(|value| (*value).to_owned()))
    }

    fn slurm(id: &str, count: &str, numbering: [&str; 3]) -> Result<Shard, String> {
        let [first, last, step] = numbering;
        auto(&[
            ("SLURM_JOB_ID", "17"),
            ("SLURM_ARRAY_TASK_ID", id),
            ("SLURM_ARRAY_TASK_COUNT", count),
            ("SLURM_ARRAY_TASK_MIN", first),
            ("SLURM_ARRAY_TASK_MAX", last),
            ("SLURM_ARRAY_TASK_STEP", step),
        ])
    }

    /// Oracle: the documentation of Slurm's arrays (sbatch, --array).
    #[test]
    fn slurm_arrays_are_numbered_from_their_first_task() {
        for (id, count, numbering, expected) in [
            ("0", "4", ["0", "3", "1"], (1, 4)),
            ("3", "4", ["0", "3", "1"], (4, 4)),
            ("4", "4", ["1", "4", "1"], (4, 4)),
            // --array=0-9:3 has the tasks 0, 3, 6, 9.
            ("6", "4", ["0", "9", "3"], (3, 4)),
            ("7", "1", ["7", "7", "1"], (1, 1)),
            (" 2 ", "4", ["", "", ""], (3, 4)),
        ] {
            let (number, of) = expected;
            assert_eq!(
                slurm(id, count, numbering),
                Ok(Shard { number, of }),
                "{id}"
            );
        }
        // --array=0,1,5: none of its tasks may consider itself a shard.
        for id in ["0", "1", "5"] {
            let gaps = slurm(id, "3", ["0", "5", "1"]).unwrap_err();
            assert!(gaps.contains("leave gaps"), "{gaps}");
        }
        // Numbers that no scheduler uses, up to the largest.
        let most = u64::MAX.to_string();
        for (id, count, numbering) in [
            ("4", "4", ["0", "3", "1"]),
            ("0", "0", ["0", "0", "1"]),
            ("5", "4", ["0", "9", "3"]),
            ("0", "4", ["1", "4", "1"]),
            ("0", "4", ["4", "1", "1"]),
            (&most, &most, ["0", "", "1"]),
            ("1", "2", ["0", &most, "1"]),
        ] {
            assert!(slurm(id, count, numbering).is_err(), "{id} of {count}");
        }
    }

    /// Oracle: the documentation of Kubernetes' indexed jobs, whose indices begin at 0.
    #[test]
    fn indexed_jobs_and_the_generic_pair_are_numbered_from_zero() {
        for [index, count] in [
            ["JOB_COMPLETION_INDEX", "JOB_COMPLETIONS"],
            ["VYRE_SHARD_INDEX", "VYRE_SHARD_COUNT"],
        ] {
            for k in 0..3 {
                let (number, of) = (k + 1, 3);
                let k = k.to_string();
                assert_eq!(auto(&[(index, &k), (count, "3")]), Ok(Shard { number, of }));
            }
            for [k, n] in [["3", "3"], ["0", "0"]] {
                let none = auto(&[(index, k), (count, n)]).unwrap_err();
                assert!(none.contains("is none of"), "{none}");
            }
            for bad in ["x", "-1", "1.0", "0x1", "99999999999999999999"] {
                for pair in [[bad, "3"], ["0", bad]] {
                    let message = auto(&[(index, pair[0]), (count, pair[1])]).unwrap_err();
                    assert!(message.contains("is not a number"), "{message}");
                    assert!(message.contains(&format!("`{bad}`")), "{message}");
                }
            }
        }
    }

    /// Oracle: the rule that a guess is worse than an error.
    #[test]
    fn missing_or_contradictory_variables_are_named() {
        let refused = |variables: &[(&str, &str)], words: &[&str]| {
            let message = auto(variables).unwrap_err();
            for word in words {
                assert!(message.contains(word), "no `{word}` in: {message}");
            }
        };
        refused(
            &[],
            &["VYRE_SHARD_INDEX", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETIONS"],
        );
        refused(&[("SLURM_JOB_ID", "17")], &["--array=0-3"]);
        refused(
            &[("KUBERNETES_SERVICE_HOST", "10.0.0.1")],
            &["completionMode: Indexed"],
        );
        refused(
            &[("JOB_COMPLETION_INDEX", "2"), ("JOB_COMPLETIONS", " ")],
            &["JOB_COMPLETIONS is not", "spec.completions"],
        );
        refused(&[("VYRE_SHARD_COUNT", "2")], &["VYRE_SHARD_INDEX is not"]);
        refused(
            &[
                ("JOB_COMPLETION_INDEX", "2"),
                ("JOB_COMPLETIONS", "3"),
                ("VYRE_SHARD_INDEX", "2"),
                ("VYRE_SHARD_COUNT", "3"),
            ],
            &[
                "ambiguous",
                "JOB_COMPLETION_INDEX",
                "JOB_COMPLETIONS",
                "VYRE_SHARD_INDEX",
                "VYRE_SHARD_COUNT",
            ],
        );
        // A variable of another scheduler is a contradiction even without its counterpart.
        refused(
            &[
                ("SLURM_ARRAY_TASK_ID", "1"),
                ("SLURM_ARRAY_TASK_COUNT", "2"),
                ("VYRE_SHARD_COUNT", "4"),
            ],
            &["ambiguous", "VYRE_SHARD_COUNT"],
        );
    }
}
