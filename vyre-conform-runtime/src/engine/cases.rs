//! The numbered cases of a check: an input at a workgroup size.
//!
//! Numbers run input by input through all of [`SIZES`], generated inputs before the corpus; for the
//! order of additions, length by length. The number alone determines a case, so no list of cases is
//! ever in memory and any range of them can run separately.

use super::{Check, EngineDef, InputSource, LENGTHS, SIZES};

/// The numbered cases of a check of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cases {
    generated: u64,
    corpus: u64,
    /// The number of [`LENGTHS`] to probe.
    lengths: u64,
}

impl Cases {
    /// The cases of a check, with this many generated inputs.
    pub fn of(def: &EngineDef, check: Check, inputs: u64) -> Self {
        let corpus = def.corpus.len() as u64;
        let (generated, corpus, lengths) = match check {
            Check::AccumulationOrder => (0, 0, LENGTHS.len() as u64),
            Check::Corpus => (0, corpus, 0),
            Check::Reference => (inputs, 0, 0),
            _ => (inputs, corpus, 0),
        };
        Self {
            generated,
            corpus,
            lengths,
        }
    }

    /// The number of cases. An untrusted certificate may state any number of inputs, so products
    /// saturate.
    pub fn len(&self) -> u64 {
        let sources = self.generated.saturating_add(self.corpus);
        let sources = sources.saturating_add(self.lengths);
        sources.saturating_mul(SIZES.len() as u64)
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The input and the workgroup size of a case.
    pub fn at(&self, number: u64) -> Option<(InputSource, u32)> {
        let sizes = SIZES.len() as u64;
        let (source, size) = (number / sizes, SIZES[(number % sizes) as usize]);
        if self.lengths > 0 {
            let products = LENGTHS.get(usize::try_from(source).ok()?)?;
            return Some((InputSource::Sums(*products), size));
        }
        match source.checked_sub(self.generated) {
            None => Some((InputSource::Generated(source), size)),
            Some(k) if k < self.corpus => Some((InputSource::Corpus(k as usize), size)),
            Some(_) => None,
        }
    }

    /// The number of a case, if it belongs to these cases.
    pub fn number(&self, (source, size): (InputSource, u32)) -> Option<u64> {
        let place = SIZES.iter().position(|s| *s == size)? as u64;
        let source = match source {
            InputSource::Generated(n) if n < self.generated => n,
            InputSource::Corpus(k) if (k as u64) < self.corpus => self.generated + k as u64,
            InputSource::Sums(products) if self.lengths > 0 => {
                LENGTHS.iter().position(|length| *length == products)? as u64
            }
            _ => return None,
        };
        source.checked_mul(SIZES.len() as u64)?.checked_add(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: counting by hand: two generated inputs and one of the corpus, five sizes each.
    #[test]
    fn cases_are_numbered_input_by_input() {
        let cases = Cases {
            generated: 2,
            corpus: 1,
            lengths: 0,
        };
        assert_eq!(cases.len(), 15);
        assert_eq!(cases.at(0), Some((InputSource::Generated(0), SIZES[0])));
        assert_eq!(cases.at(6), Some((InputSource::Generated(1), SIZES[1])));
        assert_eq!(cases.at(14), Some((InputSource::Corpus(0), SIZES[4])));
        assert_eq!(cases.at(15), None);
        for number in 0..15 {
            assert_eq!(
                cases.number(cases.at(number).expect("a case")),
                Some(number)
            );
        }
        assert_eq!(cases.number((InputSource::Generated(2), 1)), None);
        assert_eq!(cases.number((InputSource::Generated(0), 3)), None);
        let endless = Cases {
            generated: u64::MAX,
            corpus: 1,
            lengths: 0,
        };
        assert_eq!(endless.len(), u64::MAX);
        assert!(!endless.is_empty() && endless.at(u64::MAX).is_some());
    }
    /// Oracle: counting by hand: a length at five sizes, length by length.
    #[test]
    fn sums_are_numbered_length_by_length() {
        let cases = Cases {
            generated: 0,
            corpus: 0,
            lengths: LENGTHS.len() as u64,
        };
        assert_eq!(cases.len(), 35);
        assert_eq!(cases.at(0), Some((InputSource::Sums(1), SIZES[0])));
        assert_eq!(cases.at(34), Some((InputSource::Sums(257), SIZES[4])));
        assert_eq!((cases.at(35), cases.at(u64::MAX)), (None, None));
        for number in 0..35 {
            assert_eq!(
                cases.number(cases.at(number).expect("a case")),
                Some(number)
            );
        }
        assert_eq!(cases.number((InputSource::Sums(4), SIZES[0])), None);
        assert_eq!(cases.number((InputSource::Generated(0), SIZES[0])), None);
    }
}
