//! Recipes by which a device generates the same cases.

use vyre_conform_ir::value::{MAX_WORDS, Value};
use vyre_conform_spec::ValueType;

/// The construction of a source's cases; the types are [`Source::types`](super::Source::types).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recipe {
    /// Only the host can generate them: fill blocks and upload.
    Host,
    /// [`super::witness`]: case number N is word N of the stream with this seed.
    Witnesses {
        /// The seed.
        seed: u64,
    },
    /// Every combination, one axis per operand; the last operand varies fastest. Digit `d` of operand
    /// `k` is `(N / product of the lengths after k) % length of k`, and its value is
    /// [`OperandAxis::value`].
    Product {
        /// One axis per operand.
        axes: Vec<OperandAxis>,
    },
    /// Sources in sequence, each with its number of cases.
    Sequence(Vec<(u64, Recipe)>),
    /// The cases of another source from number `start` on.
    From {
        /// The first case.
        start: u64,
        /// The recipe of the other source.
        of: Box<Recipe>,
    },
}

/// The values of one operand in a product.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperandAxis {
    /// `count` consecutive words from `first` on (wrapping), each placed in the lanes of a mask (bit
    /// `l` for lane `l`) with 0 elsewhere; one mask after another. With more than one mask `first` is
    /// 0, and zero is listed once, at index 0.
    Range {
        /// Type of the values.
        ty: ValueType,
        /// Smallest word.
        first: u32,
        /// Number of consecutive words, from 1 to 2^32.
        count: u64,
        /// Lane masks, at least one.
        masks: &'static [u32],
    },
    /// An explicit list.
    List {
        /// Type of the values.
        ty: ValueType,
        /// The values; words beyond the type's are zero.
        values: Vec<[u32; MAX_WORDS]>,
    },
}

impl OperandAxis {
    /// The axis of these values, all of type `ty`.
    pub fn list(ty: ValueType, values: &[Value]) -> Self {
        let words = |v: &Value| {
            let mut words = [0; MAX_WORDS];
            words[..v.words().len()].copy_from_slice(v.words());
            words
        };
        Self::List {
            ty,
            values: values.iter().map(words).collect(),
        }
    }

    /// The axis of these single-word values.
    pub fn words(ty: ValueType, words: impl Iterator<Item = u32>) -> Self {
        Self::List {
            ty,
            values: words.map(|word| [word, 0, 0, 0]).collect(),
        }
    }

    /// Type of the values.
    pub fn ty(&self) -> ValueType {
        match self {
            Self::Range { ty, .. } | Self::List { ty, .. } => *ty,
        }
    }

    /// Number of values.
    pub fn len(&self) -> u64 {
        match self {
            Self::Range { count, masks, .. } if masks.len() == 1 => *count,
            Self::Range { count, masks, .. } => 1 + masks.len() as u64 * (count - 1),
            Self::List { values, .. } => values.len() as u64,
        }
    }

    /// True if there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The word at `index`, its lanes (the others are 0), and the number of values from there on that
    /// hold consecutive words in the same lanes; `None` for listed values.
    pub(super) fn consecutive(&self, index: u64) -> Option<(u32, u32, u64)> {
        let Self::Range {
            first,
            count,
            masks,
            ..
        } = self
        else {
            return None;
        };
        Some(if let [mask] = masks {
            (first.wrapping_add(index as u32), *mask, count - index)
        } else if index == 0 {
            (0, 0, 1)
        } else {
            let (mask, place) = ((index - 1) / (count - 1), (index - 1) % (count - 1));
            (place as u32 + 1, masks[mask as usize], count - 1 - place)
        })
    }

    /// The words of value number `index`, which must be below [`OperandAxis::len`].
    pub fn value(&self, index: u64) -> [u32; MAX_WORDS] {
        if let Self::List { values, .. } = self {
            return values[index as usize];
        }
        let mut words = [0; MAX_WORDS];
        if let Some((word, mask, _)) = self.consecutive(index) {
            for (lane, place) in words.iter_mut().enumerate() {
                if mask >> lane & 1 == 1 {
                    *place = word;
                }
            }
        }
        words
    }
}
