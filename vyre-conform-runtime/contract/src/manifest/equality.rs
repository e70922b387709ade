//! Equality of an output with its reference.

use serde::Serialize;
use std::fmt;

/// The meaning of "equal" for an output.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", content = "bound", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Equality {
    /// The same bits; a NaN equals any other NaN.
    Exact,
    /// Floats with at most this many floats between them.
    Ulps(u32),
    /// Floats whose difference is at most this.
    Absolute(f64),
    /// Floats whose difference is at most this part of the larger one.
    Relative(f64),
    /// Floats within the running error bound of the kernel by the accuracy table of WGSL.
    Bound,
    /// A sum in any order: at most the error that the order of its additions may cause.
    OrderFree,
    /// The same bits in every run and on every device; no reference states them.
    SameEveryRun,
}

/// The spelling of every kind, for messages.
const KINDS: &str = "`exact`, `ulps(4)`, `absolute(1e-6)`, `relative(1e-5)`, `bound`, `order_free` or `same_every_run`";

impl Equality {
    /// Parses a kind with its bound.
    ///
    /// # Errors
    /// An unknown text; the error lists what to write instead.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (name, bound) = match text.strip_suffix(')').and_then(|t| t.split_once('(')) {
            Some((name, bound)) => (name.trim(), Some(bound.trim())),
            None => (text, None),
        };
        let wrong = || format!("`{text}` is not an equality: write {KINDS}");
        let positive = |bound: &str| {
            let bound: f64 = bound.parse().map_err(|_| wrong())?;
            if bound.is_finite() && bound > 0.0 {
                Ok(bound)
            } else {
                Err(format!(
                    "the bound of `{text}` is a finite number above 0; without one write `exact`"
                ))
            }
        };
        match (name, bound) {
            ("exact", None) => Ok(Self::Exact),
            ("same_every_run", None) => Ok(Self::SameEveryRun),
            ("order_free", None) => Ok(Self::OrderFree),
            ("ulps", Some(bound)) => {
                let bound = bound.parse().map_err(|_| wrong())?;
                match bound {
                    0 => Err("write `exact` for `ulps(0)`".to_owned()),
                    bound => Ok(Self::Ulps(bound)),
                }
            }
            ("absolute", Some(bound)) => positive(bound).map(Self::Absolute),
            ("relative", Some(bound)) => match positive(bound)? {
                bound if bound < 1.0 => Ok(Self::Relative(bound)),
                _ => Err(format!(
                    "`{text}` accepts a result of 0 for anything: the bound is a number below 1"
                )),
            },
            ("bound", None) => Ok(Self::Bound),
            _ => Err(wrong()),
        }
    }

    /// Unequal bits may be equal.
    pub const fn is_tolerance(self) -> bool {
        matches!(
            self,
            Self::Ulps(_) | Self::Absolute(_) | Self::Relative(_) | Self::Bound | Self::OrderFree
        )
    }
}

impl fmt::Display for Equality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str("exact"),
            Self::Ulps(bound) => write!(f, "ulps({bound})"),
            Self::Absolute(bound) => write!(f, "absolute({bound:e})"),
            Self::Relative(bound) => write!(f, "relative({bound:e})"),
            Self::Bound => f.write_str("bound"),
            Self::OrderFree => f.write_str("order_free"),
            Self::SameEveryRun => f.write_str("same_every_run"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of the manifest.
    #[test]
    fn kinds_are_parsed_or_refused_with_a_remedy() {
        assert_eq!(Equality::parse("exact"), Ok(Equality::Exact));
        assert_eq!(Equality::parse("ulps(4)"), Ok(Equality::Ulps(4)));
        assert_eq!(
            Equality::parse("relative(1e-5)"),
            Ok(Equality::Relative(1e-5))
        );
        for (text, words) in [
            ("close", "is not an equality"),
            ("ulps", "is not an equality"),
            ("ulps(0)", "`exact`"),
            ("ulps(-1)", "is not an equality"),
            ("absolute(0)", "above 0"),
            ("absolute(nan)", "above 0"),
            ("relative(1)", "below 1"),
            ("bound(1)", "is not an equality"),
            ("order_free(1)", "is not an equality"),
        ] {
            let error = Equality::parse(text).expect_err(text);
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
