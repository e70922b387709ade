//! The inputs of the compile-time check of a claim.
//!
//! First comes the product of edge and boundary values, limited per variable by the budget, then every
//! declared tuple (boundaries and rows): each variable takes every operand of its type from the tuple.

use super::value::{ConstValue, equal};

/// Number of edge values to combine, by the number of variables (one to four).
const CAPS: [usize; 4] = [24, 24, 12, 6];

/// Capacity of a pool for edge values.
const EDGES: usize = 24;

/// Number of boundary values to combine before the edge values.
const BOUNDARIES_FIRST: usize = 4;

/// Total weight of all calls of one check, in operations of about a fifth of a microsecond each: a
/// hundred checks add a few seconds at most.
const BUDGET: u64 = 100_000;

/// Cost of a call and of the step to the next case, in addition to the body.
const OVERHEAD: u64 = 8;

/// The number of values for each variable of a claim with `variables` variables, which needs `calls`
/// calls of `weight` operations each.
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

/// The values for variables of one type: the declared ones, tuple by tuple, then those to combine.
#[derive(Clone, Copy, Debug)]
pub struct Pool<T, const N: usize> {
    values: [T; N],
    declared: usize,
    combined: usize,
}

/// Layout of a variable's values in its pool.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Span {
    /// Number of declared values.
    pub declared: usize,
    /// Number of declared values of the variable's type in each tuple.
    pub per_tuple: usize,
    /// Number of values to combine, which follow the declared ones.
    pub combined: usize,
}

/// The pool of a type; the first `boundaries` of the declared values are boundaries. `N` is 24 more
/// than the number of declared values.
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

    /// The number of values to combine.
    pub const fn edges(&self) -> usize {
        self.combined
    }

    /// Value number `k` of those to combine, modulo their number.
    pub const fn edge(&self, k: usize) -> T {
        self.values[self.declared + k % self.combined]
    }

    /// The layout for a variable whose type occurs `per_tuple` times among the operands.
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

    /// The position after the last one, if the product takes `limit` values per variable.
    pub const fn high(self, phase: usize, limit: usize) -> usize {
        let length = if phase == 0 {
            smaller(limit, self.combined)
        } else if self.per_tuple == 0 {
            // No operand has the variable's type: use a few edge values.
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
