//! Requests that a backend out of process lost.
//!
//! A lost program is restarted and the request repeated, so that a run survives it. The loss is counted nevertheless:
//! evidence must not depend on a program that crashes at every 25th request.

use std::fmt::{self, Display, Formatter};

/// Default number of requests per lost one that a passing run may have; levels of certificates always use this number.
pub const REQUESTS_PER_LOSS: u64 = 10_000;

/// Numbers of requests to a backend out of process, and of lost ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Number of requests sent.
    pub requests: u64,
    /// Number of requests without a reply or with an invalid one.
    pub lost: u64,
}

impl Losses {
    /// The counts since an earlier state.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Self {
        Self {
            requests: self.requests.saturating_sub(earlier.requests),
            lost: self.lost.saturating_sub(earlier.lost),
        }
    }

    /// The sum of both counts.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            requests: self.requests.saturating_add(other.requests),
            lost: self.lost.saturating_add(other.lost),
        }
    }

    /// True if more than one in this many requests was lost.
    pub fn exceed(self, requests_per_loss: u64) -> bool {
        u128::from(self.lost) * u128::from(requests_per_loss) > u128::from(self.requests)
    }

    /// The reason why a run that may lose one in this many requests fails; `None` if it passes.
    pub fn refusal(self, requests_per_loss: u64) -> Option<String> {
        self.exceed(requests_per_loss)
            .then(|| format!("{self}; at most one in {requests_per_loss} may be"))
    }
}

impl Display for Losses {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let were = if self.lost == 1 { "was" } else { "were" };
        write!(f, "{} of {} requests {were} lost", self.lost, self.requests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn of(requests: u64, lost: u64) -> Losses {
        Losses { requests, lost }
    }

    /// Oracle: the documented share, with hand-written counts on both sides of it.
    #[test]
    fn more_than_the_share_is_refused() {
        for (losses, exceeds) in [
            (of(0, 0), false),
            (of(9_999, 1), true),
            (of(10_000, 1), false),
            (of(19_999, 2), true),
            (of(20_000, 2), false),
            (of(u64::MAX, u64::MAX), true),
        ] {
            assert_eq!(losses.exceed(REQUESTS_PER_LOSS), exceeds, "{losses}");
            assert_eq!(losses.refusal(REQUESTS_PER_LOSS).is_some(), exceeds);
        }
        let message = of(100, 4).refusal(50);
        let expected = "4 of 100 requests were lost; at most one in 50 may be";
        assert_eq!(message.as_deref(), Some(expected));
    }

    /// Oracle: hand-written sums and differences.
    #[test]
    fn counts_are_summed_and_subtracted() {
        assert_eq!(of(7, 2).plus(of(3, 1)), of(10, 3));
        assert_eq!(of(10, 3).since(of(7, 2)), of(3, 1));
        assert_eq!(of(1, 0).since(of(7, 2)), of(0, 0));
    }
}
