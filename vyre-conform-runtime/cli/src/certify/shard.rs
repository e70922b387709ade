//! The share of the work that this process does.

mod auto;

use std::fmt;

/// Shard `number` of `of`, numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shard {
    pub(super) number: u64,
    pub(super) of: u64,
}

impl Shard {
    /// All of the work.
    pub(super) const WHOLE: Self = Self { number: 1, of: 1 };

    /// Parses `k/n` with k from 1 to n, or `auto` for the shard according to the job scheduler, read through `get`.
    pub(super) fn parse(text: &str, get: &dyn Fn(&str) -> Option<String>) -> Result<Self, String> {
        if text == "auto" {
            return auto::read(get);
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
        if (1..=of).contains(&number) {
            Ok(shard)
        } else {
            Err(bad())
        }
    }

    /// This shard's cases of a range of this length.
    pub(super) fn cases(self, len: u64) -> std::ops::Range<u64> {
        vyre_conform_runtime::generate::shard(len, self.number - 1, self.of)
    }

    /// True if this shard runs a whole obligation. Only the id decides, so that adding an op moves no other obligation.
    pub(super) fn runs(self, id: &str) -> bool {
        let hash = blake3::hash(id.as_bytes());
        let word = u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("32 bytes"));
        word % self.of == self.number - 1
    }

    /// True if there are no other shards.
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
