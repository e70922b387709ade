//! Which part of the work this process does.

use std::fmt;

/// Shard `number` of `of`, numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    pub(super) number: u64,
    pub(super) of: u64,
}

/// The variables that engines for jobs set: (engine, index, count, index of the first).
const ENGINES: &[(&str, &str, &str, Option<&str>)] = &[
    (
        "Slurm",
        "SLURM_ARRAY_TASK_ID",
        "SLURM_ARRAY_TASK_COUNT",
        Some("SLURM_ARRAY_TASK_MIN"),
    ),
    (
        "Kubernetes",
        "JOB_COMPLETION_INDEX",
        "JOB_COMPLETIONS",
        None,
    ),
    ("generic", "VYRE_SHARD_INDEX", "VYRE_SHARD_COUNT", None),
];

impl Shard {
    /// All of the work.
    pub(super) const WHOLE: Self = Self { number: 1, of: 1 };

    /// `k/n` with k from 1 to n, or `auto` for what the engine that started this job says, read
    /// through `get`.
    pub(super) fn parse(text: &str, get: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        if text == "auto" {
            return Self::auto(get);
        }
        let bad = || {
            format!(
                "--shard {text}: write k/n, shard k of n counted from 1 (1/4, 2/4, 3/4, 4/4), or auto"
            )
        };
        let (number, of) = text.split_once('/').ok_or_else(bad)?;
        let number = number.parse().map_err(|_| bad())?;
        let of = of.parse().map_err(|_| bad())?;
        let shard = Self { number, of };
        match (1..=of).contains(&number) {
            true => Ok(shard),
            false => Err(bad()),
        }
    }

    /// What the variables of exactly one engine say.
    fn auto(get: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        let set = |name: &str| get(name).filter(|v| !v.trim().is_empty());
        let mut found = vec![];
        for (engine, index, count, first) in ENGINES {
            if let Some(k) = set(index) {
                found.push((*engine, *index, k, *count, set(count), first.and_then(set)));
            }
        }
        let help = "set VYRE_SHARD_INDEX (from 0) and VYRE_SHARD_COUNT, or give --shard k/n";
        let (engine, index, k, count, n, first) = match found.len() {
            1 => found.remove(0),
            0 => {
                let names: Vec<String> = ENGINES
                    .iter()
                    .map(|(engine, index, count, _)| format!("{index} with {count} ({engine})"))
                    .collect();
                return Err(format!(
                    "--shard auto: none of these variables is set: {}; {help}",
                    names.join(", ")
                ));
            }
            _ => {
                let names: Vec<&str> = found.iter().map(|f| f.1).collect();
                return Err(format!(
                    "--shard auto is ambiguous: {} are set; unset all but one, or give --shard k/n",
                    names.join(" and ")
                ));
            }
        };
        let n = n.ok_or_else(|| {
            format!(
                "--shard auto: {index} is set ({engine}), {count} is not: export it with the number \
                 of tasks of the job, or give --shard k/n"
            )
        })?;
        let number = |name: &str, text: &str| -> Result<u64, String> {
            let bad = |_| format!("--shard auto: {name}=`{text}` is no number; {help}");
            text.trim().parse().map_err(bad)
        };
        let base = first.map_or(Ok(0), |first| number("SLURM_ARRAY_TASK_MIN", &first))?;
        let (k, of) = (number(index, &k)?, number(count, &n)?);
        match k.checked_sub(base) {
            Some(k) if k < of => Ok(Self { number: k + 1, of }),
            _ => Err(format!(
                "--shard auto: {index}={k} is not one of {of} tasks from {base} on. A job array with \
                 gaps or steps (--array=0-9:3) has no k/n; give --shard k/n"
            )),
        }
    }

    /// The cases of a range of so many that this shard runs.
    pub(super) fn cases(self, len: u64) -> std::ops::Range<u64> {
        crate::generate::shard(len, self.number - 1, self.of)
    }

    /// Whether this shard runs what is met as a whole. The id alone decides, so that nobody's part
    /// moves when an op is added.
    pub(super) fn runs(self, id: &str) -> bool {
        let hash = blake3::hash(id.as_bytes());
        let word = u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("32 bytes"));
        word % self.of == self.number - 1
    }

    /// Whether there are others.
    pub(super) fn is_whole(self) -> bool {
        self.of == 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn auto(variables: &[(&str, &str)]) -> Result<Shard, String> {
        let map: HashMap<&str, &str> = variables.iter().copied().collect();
        Shard::parse("auto", &|name| map.get(name).map(|v| (*v).to_owned()))
    }

    fn shard(number: u64, of: u64) -> Result<Shard, String> {
        Ok(Shard { number, of })
    }

    /// Oracle: the numbering that is documented, from 1.
    #[test]
    fn shards_are_counted_from_one() {
        let parse = |text| Shard::parse(text, &|_| None);
        assert_eq!(parse("1/1"), Ok(Shard::WHOLE));
        assert_eq!(parse("4/4"), shard(4, 4));
        for bad in ["0/4", "5/4", "4", "1/0", "a/b", "-1/2", "1/2/3", ""] {
            assert!(parse(bad).unwrap_err().contains("counted from 1"), "{bad}");
        }
    }

    /// Oracle: the documentation of Slurm's arrays and of Kubernetes' indexed jobs.
    #[test]
    fn auto_reads_the_variables_of_job_engines() {
        let slurm = |id, count, min| {
            auto(&[
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_COUNT", count),
                ("SLURM_ARRAY_TASK_MIN", min),
            ])
        };
        assert_eq!(slurm("0", "4", "0"), shard(1, 4));
        assert_eq!(slurm("4", "4", "1"), shard(4, 4));
        let gaps = slurm("9", "4", "0").unwrap_err();
        assert!(gaps.contains("gaps"), "{gaps}");
        let kubernetes = [("JOB_COMPLETION_INDEX", "2"), ("JOB_COMPLETIONS", "3")];
        assert_eq!(auto(&kubernetes), shard(3, 3));
        let generic = [("VYRE_SHARD_INDEX", "0"), ("VYRE_SHARD_COUNT", "2")];
        assert_eq!(auto(&generic), shard(1, 2));
    }

    /// Oracle: the rule that a guess is worse than an error.
    #[test]
    fn auto_says_what_to_set() {
        let none = auto(&[]).unwrap_err();
        assert!(none.contains("VYRE_SHARD_INDEX") && none.contains("SLURM_ARRAY_TASK_ID"));
        let half = auto(&[("JOB_COMPLETION_INDEX", "2")]).unwrap_err();
        assert!(half.contains("JOB_COMPLETIONS is not"), "{half}");
        let two = [
            ("JOB_COMPLETION_INDEX", "2"),
            ("JOB_COMPLETIONS", "3"),
            ("VYRE_SHARD_INDEX", "0"),
            ("VYRE_SHARD_COUNT", "2"),
        ];
        assert!(auto(&two).unwrap_err().contains("ambiguous"));
        let word = [("VYRE_SHARD_INDEX", "x"), ("VYRE_SHARD_COUNT", "2")];
        assert!(auto(&word).unwrap_err().contains("`x` is no number"));
    }

    /// Oracle: counting: every id and every case belongs to exactly one shard.
    #[test]
    fn shards_are_disjoint_and_complete() {
        for of in 1..9 {
            let all = || (1..=of).map(|number| Shard { number, of });
            for k in 0..200 {
                let id = format!("u32::op{k}::gates");
                assert_eq!(all().filter(|s| s.runs(&id)).count(), 1);
            }
            for len in [0, 1, 3, 100, u64::MAX] {
                let mut at = 0;
                for range in all().map(|s| s.cases(len)) {
                    assert_eq!(range.start, at);
                    at = range.end;
                }
                assert_eq!(at, len);
            }
        }
    }
}
