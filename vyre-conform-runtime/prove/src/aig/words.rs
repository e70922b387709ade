//! Arithmetic on words of wires, lowest bit first.

use super::{Graph, Wire};

/// A word.
pub(super) type Word = Vec<Wire>;

impl Graph {
    /// Sum and carry of three bits.
    fn full_adder(&mut self, a: Wire, b: Wire, c: Wire) -> (Wire, Wire) {
        let half = self.xor(a, b);
        let sum = self.xor(half, c);
        let (conjunction, through) = (self.and(a, b), self.and(half, c));
        (sum, self.or(conjunction, through))
    }

    /// The sum of two words and a carry, and the carry out of it.
    pub(super) fn sum(&mut self, a: &[Wire], b: &[Wire], carry: Wire) -> (Word, Wire) {
        let mut carry = carry;
        let mut sum = vec![];
        for (a, b) in a.iter().zip(b) {
            let (bit, next) = self.full_adder(*a, *b, carry);
            sum.push(bit);
            carry = next;
        }
        (sum, carry)
    }

    /// The difference, and a wire that is 1 if the first is at least the second.
    pub(super) fn difference(&mut self, a: &[Wire], b: &[Wire]) -> (Word, Wire) {
        let b: Word = b.iter().map(|b| !*b).collect();
        self.sum(a, &b, Wire::TRUE)
    }

    /// A wire that is 1 if the first word is less.
    pub(super) fn less(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        // From the lowest bit up: a higher differing bit overrides.
        let mut less = Wire::FALSE;
        for (a, b) in a.iter().zip(b) {
            let differ = self.xor(*a, *b);
            less = self.select(differ, *b, less);
        }
        less
    }

    /// A wire that is 1 if two words are equal.
    pub(super) fn equal(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let mut same = Wire::TRUE;
        for (a, b) in a.iter().zip(b) {
            let differ = self.xor(*a, *b);
            same = self.and(same, !differ);
        }
        same
    }

    pub(super) fn select_word(&mut self, condition: Wire, a: &[Wire], b: &[Wire]) -> Word {
        let pairs = a.iter().zip(b);
        pairs.map(|(a, b)| self.select(condition, *a, *b)).collect()
    }

    /// The product modulo the width: one partial product for each bit of the first word.
    pub(super) fn product(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        let width = a.len();
        let mut sum = vec![Wire::FALSE; width];
        for (k, bit) in a.iter().enumerate() {
            if *bit == Wire::FALSE {
                continue;
            }
            let partial: Word = b[..width - k].iter().map(|b| self.and(*bit, *b)).collect();
            let (high, _) = self.sum(&sum[k..], &partial, Wire::FALSE);
            sum.truncate(k);
            sum.extend(high);
        }
        sum
    }

    /// Quotient and remainder, both 0 if the divisor is 0, by long division.
    pub(super) fn quotient(&mut self, a: &[Wire], b: &[Wire]) -> (Word, Word) {
        let width = a.len();
        let mut divisor = b.to_vec();
        divisor.push(Wire::FALSE);
        let mut rest = vec![Wire::FALSE; width + 1];
        let mut quotient = vec![Wire::FALSE; width];
        for k in (0..width).rev() {
            // The remainder is below the divisor, so the bit shifted out is 0.
            rest.pop();
            rest.insert(0, a[k]);
            let (less, fits) = self.difference(&rest, &divisor);
            quotient[k] = fits;
            rest = self.select_word(fits, &less, &rest);
        }
        rest.pop();
        let mut out_of_range = Wire::FALSE;
        for bit in b {
            out_of_range = self.or(out_of_range, *bit);
        }
        let guarded = |graph: &mut Self, word: Word| -> Word {
            word.into_iter()
                .map(|bit| graph.and(out_of_range, bit))
                .collect()
        };
        (guarded(self, quotient), guarded(self, rest))
    }

    /// Barrel shifter: each bit of the amount shifts by a power of two. `of` returns the wire that
    /// moves to a position under a shift by this amount.
    pub(super) fn shifted(
        &mut self,
        a: &[Wire],
        by: &[Wire],
        of: &dyn Fn(&[Wire], usize, usize) -> Wire,
    ) -> Word {
        let mut word = a.to_vec();
        for (k, bit) in by.iter().enumerate() {
            let moved: Word = (0..word.len())
                .map(|index| of(&word, index, 1 << k))
                .collect();
            word = self.select_word(*bit, &moved, &word);
        }
        word
    }

    /// The number of wires that are 1, in as many bits as necessary, by an adder tree.
    pub(super) fn count(&mut self, wires: &[Wire]) -> Word {
        match wires {
            [] => vec![],
            [one] => vec![*one],
            more => {
                let (first, second) = more.split_at(more.len() / 2);
                let (mut a, mut b) = (self.count(first), self.count(second));
                let width = a.len().max(b.len()) + 1;
                a.resize(width, Wire::FALSE);
                b.resize(width, Wire::FALSE);
                self.sum(&a, &b, Wire::FALSE).0
            }
        }
    }
}
