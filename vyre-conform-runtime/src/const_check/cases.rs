//! Which inputs a claim is checked with while compiling.
//!
//! First the product of edge and boundary values, as many a variable as the budget allows, then every
//! declared tuple (boundaries and rows): each variable takes every operand of its type of the tuple.

use super::value::{ConstValue, equal};

/// Edge values that are combined, by the number of variables (one to four).
const CAPS: [usize; 4] = [24, 24, 12, 6];

/// Room for edge values in a pool.
const EDGES: usize = 24;

/// Boundary values that are combined before the edge values.
const BOUNDARIES_FIRST: usize = 4;

/// The weight of all calls of one check, in operations, at about a fifth of a microsecond each: a
/// hundred checks add a few seconds at most.
const BUDGET: u64 = 100_000;

/// What a call and the step to the next case cost beside the body.
const OVERHEAD: u64 = 8;

/// The number of values a variable takes when a claim of `variables` variables needs `calls` calls of
/// `weight` operations each.
pub const fn limit(weight: u64, calls: u64, variables: usize) -> usize {
    let case = calls
        .saturating_mul(weight.saturating_add(OVERHEAD))
        .saturating_add(OVERHEAD);
    let mut m = CAPS[if variables < 4 {
        variables.saturating_sub(1)
    } else {
        3
    }];
    while m > 0 && (m as u64).pow(variables as u32).saturating_mul(case) > BUDGET {
        m -= 1;
    }
    m
}

/// The values a variable of one type may take: the declared ones, tuple by tuple, then those that are
/// combined.
#[derive(Clone, Copy, Debug)]
pub struct Pool<T, const N: usize> {
    values: [T; N],
    declared: usize,
    combined: usize,
}

/// Where the values of a variable stand in its pool.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Span {
    /// Declared values.
    pub declared: usize,
    /// Declared values of each tuple that have the variable's type.
    pub per_tuple: usize,
    /// Values that are combined, after the declared ones.
    pub combined: usize,
}

/// The pool of a type; the first `boundaries` of the declared values are boundaries. `N` is the number
/// of declared values and 24.
pub const fn pool<T: ConstValue, const N: usize>(declared: &[T], boundaries: usize) -> Pool<T, N> {
    assert!(N == declared.len() + EDGES);
    let mut values = [T::EDGES[0]; N];
    let mut k = 0;
    while k < declared.len() {
        values[k] = declared[k];
        k += 1;
    }
    let start = k;
    let mut from = 0;
    while from < boundaries && k < start + BOUNDARIES_FIRST {
        if !has(&values, start, k, declared[from]) {
            values[k] = declared[from];
            k += 1;
        }
        from += 1;
    }
    from = 0;
    while from < T::EDGES.len() && k < N {
        if !has(&values, start, k, T::EDGES[from]) {
            values[k] = T::EDGES[from];
            k += 1;
        }
        from += 1;
    }
    Pool {
        values,
        declared: start,
        combined: k - start,
    }
}

const fn has<T: ConstValue, const N: usize>(
    values: &[T; N],
    from: usize,
    to: usize,
    value: T,
) -> bool {
    let mut k = from;
    while k < to {
        if equal(values[k], value) {
            return true;
        }
        k += 1;
    }
    false
}

impl<T: ConstValue, const N: usize> Pool<T, N> {
    /// The values.
    pub const fn values(&self) -> &[T] {
        &self.values
    }

    /// The number of values that are combined.
    pub const fn edges(&self) -> usize {
        self.combined
    }

    /// One of the values that are combined; after the last one comes the first.
    pub const fn edge(&self, k: usize) -> T {
        self.values[self.declared + k % self.combined]
    }

    /// Where they stand, for a variable whose type `per_tuple` operands have.
    pub const fn span(&self, per_tuple: usize) -> Span {
        Span {
            declared: self.declared,
            per_tuple,
            combined: self.combined,
        }
    }
}

impl Span {
    /// The first position of the variable in a phase: phase 0 is the product, phase k the k-th
    /// declared tuple.
    pub const fn low(self, phase: usize) -> usize {
        if phase == 0 || self.per_tuple == 0 {
            self.declared
        } else {
            (phase - 1) * self.per_tuple
        }
    }

    /// The position after the last one, when the product has `limit` values a variable.
    pub const fn high(self, phase: usize, limit: usize) -> usize {
        let length = if phase == 0 {
            smaller(limit, self.combined)
        } else if self.per_tuple == 0 {
            // No operand has the variable's type: a few edge values stand in.
            smaller(4, self.combined)
        } else {
            self.per_tuple
        };
        self.low(phase) + length
    }
}

const fn smaller(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the definition of the phases, counted by hand.
    #[test]
    fn products_come_first_and_every_declared_tuple_comes() {
        const DECLARED: [u32; 4] = [7, 0, 9, 9];
        let pool: Pool<u32, 28> = pool(&DECLARED, 2);
        assert_eq!(pool.combined, 24);
        assert_eq!(pool.values()[..8], [7, 0, 9, 9, 7, 0, 1, u32::MAX]);
        let span = pool.span(2);
        let range = |phase, limit| (span.low(phase), span.high(phase, limit));
        assert_eq!(range(0, 2), (4, 6));
        assert_eq!(range(0, 99), (4, 28));
        assert_eq!(range(0, 0), (4, 4));
        assert_eq!([range(1, 2), range(2, 2)], [(0, 2), (2, 4)]);
        let none = Span {
            declared: 0,
            per_tuple: 0,
            combined: 24,
        };
        assert_eq!((none.low(3), none.high(3, 1)), (0, 4));
    }

    /// Oracle: the figures of the design: all pairs of 24, all triples of 12, less for heavy bodies.
    #[test]
    fn the_budget_limits_the_product() {
        assert_eq!(limit(3, 2, 1), 24);
        assert_eq!(limit(3, 2, 2), 24);
        assert_eq!(limit(3, 4, 3), 12);
        assert!((2..12).contains(&limit(300, 4, 3)));
        assert_eq!(limit(u64::MAX, 2, 2), 0);
    }
}
