//! Tensors: shapes and words.

use crate::element::{Element, Kind};

/// The most elements of a tensor: 128 MiB of words fit a binding of every adapter.
pub const MOST_ELEMENTS: usize = 1 << 25;

/// The most dimensions of a tensor.
pub const MOST_RANK: usize = 8;

/// A tensor whose elements are known, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    element: Element,
    shape: Vec<usize>,
    words: Vec<u32>,
}

/// The reason why words and a shape make no tensor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TensorError {
    /// More dimensions than [`MOST_RANK`].
    #[error("has {rank} dimensions, and {MOST_RANK} are the most: reshape it")]
    Rank {
        /// The number of dimensions.
        rank: usize,
    },
    /// More elements than [`MOST_ELEMENTS`].
    #[error("the shape {shape:?} has more than {MOST_ELEMENTS} elements: cut the tensor")]
    Elements {
        /// The shape.
        shape: Vec<usize>,
    },
    /// Other words than the shape needs.
    #[error("has {found} words where the shape {shape:?} of {element} needs {expected}")]
    Words {
        /// The type of an element.
        element: Element,
        /// The shape.
        shape: Vec<usize>,
        /// Words of that shape.
        expected: usize,
        /// Words that were given.
        found: usize,
    },
    /// A number that 32 bits do not have.
    #[error("element {at} is {value}, and machines take numbers of 32 bits: use others")]
    Wide {
        /// The place of the element.
        at: usize,
        /// The element.
        value: String,
    },
    /// A word that no element of a type has.
    #[error("element {at} has the word {word:#x}, which is none of {element}")]
    Word {
        /// The type of an element.
        element: Element,
        /// The place of the element.
        at: usize,
        /// The word.
        word: u32,
    },
}

/// The number of elements of a shape.
///
/// # Errors
/// More dimensions, or elements, than a tensor may have.
pub fn elements(shape: &[usize]) -> Result<usize, TensorError> {
    let rank = shape.len();
    if rank > MOST_RANK {
        return Err(TensorError::Rank { rank });
    }
    // The other lengths of an empty tensor are bounded as well, so that no part of a product overflows.
    let mut lens = shape.iter().filter(|len| **len != 0);
    let len = lens.try_fold(1usize, |all, len| all.checked_mul(*len));
    let fits = len.filter(|len| *len <= MOST_ELEMENTS);
    let len = fits.ok_or_else(|| TensorError::Elements {
        shape: shape.to_vec(),
    })?;
    Ok(if shape.contains(&0) { 0 } else { len })
}

impl Tensor {
    /// The tensor of these words, row by row; of an [`Element::I64`] the low word first.
    ///
    /// # Errors
    /// A shape beyond the limits, or another number of words than it needs.
    pub fn new(element: Element, shape: &[usize], words: Vec<u32>) -> Result<Self, TensorError> {
        let expected = elements(shape)? * element.words();
        let (shape, found) = (shape.to_vec(), words.len());
        if found != expected {
            return Err(TensorError::Words {
                element,
                shape,
                expected,
                found,
            });
        }
        if let Some(at) = words.iter().position(|word| !holds(element, *word)) {
            let word = words[at];
            return Err(TensorError::Word { element, at, word });
        }
        Ok(Self {
            element,
            shape,
            words,
        })
    }

    /// The tensor of these floats.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn floats(shape: &[usize], values: &[f32]) -> Result<Self, TensorError> {
        let words = values.iter().map(|value| value.to_bits()).collect();
        Self::new(Element::F32, shape, words)
    }

    /// The tensor of these integers of 64 bits.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn longs(shape: &[usize], values: &[i64]) -> Result<Self, TensorError> {
        let words = values.iter().flat_map(|value| long_words(*value)).collect();
        Self::new(Element::I64, shape, words)
    }

    /// The type of an element.
    pub const fn element(&self) -> Element {
        self.element
    }

    /// The lengths of the dimensions, the outermost first.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The words, row by row.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The tensor of these floats of 64 bits.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn doubles(shape: &[usize], values: &[f64]) -> Result<Self, TensorError> {
        let words = values.iter().flat_map(|x| long_words(x.to_bits() as i64));
        Self::new(Element::F64, shape, words.collect())
    }

    /// The tensor of integers, or of truths, each reduced to those that the type has.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(crate) fn wides(
        element: Element,
        shape: &[usize],
        values: impl IntoIterator<Item = i128>,
    ) -> Result<Self, TensorError> {
        let words: Vec<u32> = match element.bits() {
            64 => values
                .into_iter()
                .flat_map(|x| long_words(x as i64))
                .collect(),
            32 => values.into_iter().map(|x| x as u32).collect(),
            bits if element.is_integer() => {
                let mask = (1u32 << bits) - 1;
                let words = values.into_iter().map(|x| element.word(x as u32 & mask));
                words.collect()
            }
            _ => values.into_iter().map(|x| u32::from(x != 0)).collect(),
        };
        Self::new(element, shape, words)
    }

    /// The elements as integers of 64 bits; of floats their bits.
    pub fn to_longs(&self) -> Vec<i64> {
        self.to_wides().into_iter().map(|x| x as i64).collect()
    }

    /// The elements as integers; of floats their bits.
    pub(crate) fn to_wides(&self) -> Vec<i128> {
        let pairs = || self.words.chunks(2).map(|of| long(of[0], of[1]));
        match (self.element.words(), self.element.kind()) {
            (2, Kind::Signed) => pairs().map(i128::from).collect(),
            (2, _) => pairs().map(|x| i128::from(x as u64)).collect(),
            (_, Kind::Signed) => self.words.iter().map(|x| i128::from(*x as i32)).collect(),
            _ => self.words.iter().map(|x| i128::from(*x)).collect(),
        }
    }

    /// The elements as floats of 64 bits, an integer without one rounded to the nearest.
    pub(crate) fn to_doubles(&self) -> Vec<f64> {
        match self.element.kind() {
            Kind::Float => (self.words.iter())
                .map(|x| f64::from(f32::from_bits(*x)))
                .collect(),
            Kind::Double => (self.words.chunks(2))
                .map(|of| f64::from_bits(long(of[0], of[1]) as u64))
                .collect(),
            _ => self.to_wides().into_iter().map(|x| x as f64).collect(),
        }
    }

    /// The words that a machine takes, one an element.
    ///
    /// # Errors
    /// A number that 32 bits do not have.
    pub fn machine_words(&self) -> Result<Vec<u32>, TensorError> {
        let narrow = |(at, word, value): (usize, Option<u32>, String)| {
            word.ok_or(TensorError::Wide { at, value })
        };
        match self.element {
            Element::I64 | Element::U64 => {
                let all = self.to_wides().into_iter().enumerate();
                let is_signed = self.element == Element::I64;
                let all = all.map(|(at, x)| {
                    let word = if is_signed {
                        i32::try_from(x).ok().map(|x| x as u32)
                    } else {
                        u32::try_from(x).ok()
                    };
                    narrow((at, word, x.to_string()))
                });
                all.collect()
            }
            Element::F64 => {
                let all = self.to_doubles().into_iter().enumerate();
                let all = all.map(|(at, x)| {
                    let single = x as f32;
                    let is_same = f64::from(single) == x || x.is_nan();
                    narrow((at, is_same.then(|| single.to_bits()), x.to_string()))
                });
                all.collect()
            }
            _ => Ok(self.words.clone()),
        }
    }

    /// The tensor whose words a machine gave, one an element.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn from_machine(
        element: Element,
        shape: &[usize],
        words: Vec<u32>,
    ) -> Result<Self, TensorError> {
        let wide = |of: fn(u32) -> u64| {
            let pairs = words.iter().flat_map(|word| long_words(of(*word) as i64));
            pairs.collect::<Vec<u32>>()
        };
        let words = match element {
            Element::I64 => wide(|word| i64::from(word as i32) as u64),
            Element::U64 => wide(u64::from),
            Element::F64 => wide(|word| f64::from(f32::from_bits(word)).to_bits()),
            _ => words,
        };
        Self::new(element, shape, words)
    }

    /// A digest of element type, shape and words.
    pub fn digest(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.element.name().as_bytes());
        hasher.update(&(self.shape.len() as u64).to_le_bytes());
        for len in &self.shape {
            hasher.update(&(*len as u64).to_le_bytes());
        }
        for word in &self.words {
            hasher.update(&word.to_le_bytes());
        }
        hasher.finalize()
    }
}

/// True if a word is one of an element of this type.
fn holds(element: Element, word: u32) -> bool {
    match (element.kind(), element.bits()) {
        (_, 32..) => true,
        (Kind::Signed, bits) => {
            let above = 32 - bits;
            ((word << above) as i32 >> above) as u32 == word
        }
        (Kind::Unsigned, bits) => word >> bits == 0,
        (Kind::Truth, _) => word <= 1,
        _ => (element.narrow()).is_none_or(|form| form.holds(f32::from_bits(word))),
    }
}

/// The words of an integer of 64 bits.
pub(crate) const fn long_words(value: i64) -> [u32; 2] {
    [value as u32, (value >> 32) as u32]
}

const fn long(low: u32, high: u32) -> i64 {
    low as i64 | (high as i64) << 32
}
