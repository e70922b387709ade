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

/// The weight of all calls of one check, in operations, at about a tenth of a microsecond each: a
/// hundred checks add a few seconds at most.
const BUDGET: u64 = 150_000;

/// What a call and the step to the next case cost beside the body.
const OVERHEAD: u64 = 8;

/// How many values a variable takes when a claim of `variables` variables needs `calls` calls of
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

    /// Where they stand, for a variable whose type `per_tuple` operands have.
    pub const fn span(&self, per_tuple: usize) -> Span {
        Span {
            declared: self.declared,
            per_tuple,
            combined: self.combined,
        }
    }
}

/// The cases of a claim: positions in the pools of its variables, the last one fastest.
#[derive(Clone, Copy, Debug)]
pub struct Cases<const V: usize> {
    /// The position of each variable.
    pub at: [usize; V],
    low: [usize; V],
    high: [usize; V],
    spans: [Span; V],
    tuples: usize,
    started: bool,
}

impl<const V: usize> Cases<V> {
    /// The product of `limit` values a variable, then `tuples` declared tuples.
    pub const fn new(limit: usize, spans: [Span; V], tuples: usize) -> Self {
        let (mut low, mut high) = ([0; V], [0; V]);
        let mut v = 0;
        while v < V {
            let span = spans[v];
            low[v] = span.declared;
            high[v] = span.declared
                + if limit < span.combined {
                    limit
                } else {
                    span.combined
                };
            v += 1;
        }
        Self {
            at: low,
            low,
            high,
            spans,
            // Counted down: the tuples that are left.
            tuples,
            started: limit == 0,
        }
    }

    /// Goes to the next case; false after the last one.
    pub const fn advance(&mut self) -> bool {
        if !self.started {
            self.started = true;
            return true;
        }
        let mut v = V;
        while v > 0 {
            v -= 1;
            self.at[v] += 1;
            if self.at[v] < self.high[v] {
                return true;
            }
            self.at[v] = self.low[v];
        }
        self.next_tuple()
    }

    const fn next_tuple(&mut self) -> bool {
        if self.tuples == 0 {
            return false;
        }
        self.tuples -= 1;
        let mut v = 0;
        while v < V {
            let span = self.spans[v];
            if span.per_tuple == 0 {
                // No operand has the variable's type: a few edge values stand in.
                self.low[v] = span.declared;
                self.high[v] = span.declared + if span.combined < 4 { span.combined } else { 4 };
            } else {
                self.low[v] = self.tuples * span.per_tuple;
                self.high[v] = self.low[v] + span.per_tuple;
            }
            self.at[v] = self.low[v];
            v += 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all<const V: usize>(mut cases: Cases<V>) -> Vec<[usize; V]> {
        let mut found = Vec::new();
        while cases.advance() {
            found.push(cases.at);
        }
        found
    }

    /// Oracle: the definition of the cases, counted by hand.
    #[test]
    fn products_come_first_and_every_declared_tuple_comes() {
        const DECLARED: [u32; 4] = [7, 0, 9, 9];
        let pool: Pool<u32, 28> = pool(&DECLARED, 2);
        assert_eq!(pool.combined, 24);
        assert_eq!(pool.values()[..8], [7, 0, 9, 9, 7, 0, 1, u32::MAX]);
        let span = pool.span(2);
        let found = all(Cases::new(2, [span, span], 2));
        let product = [[4, 4], [4, 5], [5, 4], [5, 5]];
        assert_eq!(found[..4], product);
        assert_eq!(found.len(), 4 + 2 * 4);
        assert!(found.contains(&[0, 1]) && found.contains(&[3, 2]));
        assert_eq!(all(Cases::new(0, [span, span], 2)).len(), 8);
        let none = Span {
            declared: 0,
            per_tuple: 0,
            combined: 24,
        };
        assert_eq!(all(Cases::new(1, [none], 1)), [[0], [0], [1], [2], [3]]);
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
