//! Tensors: element types, shapes and words.

use std::fmt;

/// The most elements of a tensor: 128 MiB of words fit a binding of every adapter.
pub const MOST_ELEMENTS: usize = 1 << 25;

/// The most dimensions of a tensor.
pub const MOST_RANK: usize = 8;

/// The type of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Element {
    /// A float of 32 bits.
    F32,
    /// An integer of 32 bits.
    I32,
    /// An integer of 64 bits. The host computes with all of them; a machine takes those that fit 32 bits.
    I64,
    /// A truth, a word that is 0 or 1.
    Bool,
}

impl Element {
    /// The number of words of an element in a [`Tensor`].
    pub const fn words(self) -> usize {
        match self {
            Self::I64 => 2,
            Self::F32 | Self::I32 | Self::Bool => 1,
        }
    }

    /// The name that ONNX has for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::F32 => "float",
            Self::I32 => "int32",
            Self::I64 => "int64",
            Self::Bool => "bool",
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

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
    /// An integer that 32 bits do not have.
    #[error("element {at} is {value}, and machines take integers of 32 bits: use smaller numbers")]
    Wide {
        /// The place of the element.
        at: usize,
        /// The element.
        value: i64,
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

    /// The elements as integers; of floats their bits.
    pub fn to_longs(&self) -> Vec<i64> {
        match self.element {
            Element::I64 => self.words.chunks(2).map(|of| long(of[0], of[1])).collect(),
            Element::I32 => (self.words.iter())
                .map(|word| i64::from(*word as i32))
                .collect(),
            Element::F32 | Element::Bool => {
                self.words.iter().map(|word| i64::from(*word)).collect()
            }
        }
    }

    /// The words that a machine takes, one an element.
    ///
    /// # Errors
    /// An integer that 32 bits do not have.
    pub fn machine_words(&self) -> Result<Vec<u32>, TensorError> {
        if self.element != Element::I64 {
            return Ok(self.words.clone());
        }
        let all = self.to_longs().into_iter().enumerate();
        let narrow = |(at, value): (usize, i64)| match i32::try_from(value) {
            Ok(value) => Ok(value as u32),
            Err(_) => Err(TensorError::Wide { at, value }),
        };
        all.map(narrow).collect()
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
        match element {
            Element::I64 => {
                let values: Vec<i64> = words.iter().map(|word| i64::from(*word as i32)).collect();
                Self::longs(shape, &values)
            }
            _ => Self::new(element, shape, words),
        }
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

/// The words of an integer of 64 bits.
pub(crate) const fn long_words(value: i64) -> [u32; 2] {
    [value as u32, (value >> 32) as u32]
}

const fn long(low: u32, high: u32) -> i64 {
    low as i64 | (high as i64) << 32
}
