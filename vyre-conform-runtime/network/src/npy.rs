//! Files of NumPy, version 1 and 2 of the format
//! ([NEP 1](https://numpy.org/neps/nep-0001-npy-format.html)): row by row, the lowest byte first.

use crate::element::Element;
use crate::tensor::{Tensor, TensorError, elements};

const MAGIC: &[u8] = b"\x93NUMPY";

/// The reason why a file is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NpyError {
    /// Bytes without the beginning or the header of a file.
    #[error("not a file of NumPy, or one that is cut: write it with `numpy.save`")]
    Header,
    /// A type of elements that is not read.
    #[error(
        "elements of the type {descr} are not supported: save them as <f4, <i8, |u1 or the like"
    )]
    Element {
        /// The type as the file has it.
        descr: String,
    },
    /// Elements column by column.
    #[error("the elements are column by column: save `numpy.ascontiguousarray(x)`")]
    Order,
    /// Another number of bytes than the shape needs.
    #[error("{found} bytes of elements where the shape {shape:?} needs {expected}")]
    Length {
        /// The shape.
        shape: Vec<usize>,
        /// Bytes of that shape.
        expected: usize,
        /// Bytes in the file.
        found: usize,
    },
    /// A byte of a truth that is neither 0 nor 1.
    #[error("a truth is {byte}, and neither 0 nor 1")]
    Truth {
        /// The byte.
        byte: u8,
    },
    /// A shape beyond the limits.
    #[error(transparent)]
    Tensor(#[from] TensorError),
}

/// The value of a key of the header, up to the next key.
fn value<'h>(header: &'h str, key: &str) -> Option<&'h str> {
    let behind = header.split_once(&format!("'{key}':"))?.1.trim_start();
    let end = match behind.chars().next()? {
        '(' => behind.find(')')? + 1,
        '\'' => behind[1..].find('\'')? + 2,
        _ => behind.find([',', '}'])?,
    };
    behind.get(..end)
}

/// The types of a file and their elements.
const TYPES: [(&str, Element); 12] = [
    ("<f4", Element::F32),
    ("<f2", Element::F16),
    ("<f8", Element::F64),
    ("<i4", Element::I32),
    ("<i2", Element::I16),
    ("|i1", Element::I8),
    ("<i8", Element::I64),
    ("<u4", Element::U32),
    ("<u2", Element::U16),
    ("|u1", Element::U8),
    ("<u8", Element::U64),
    ("|b1", Element::Bool),
];

/// The type that a file has for elements: that of their values where NumPy does not have them.
const fn stored(element: Element) -> Element {
    match element {
        Element::I4 => Element::I8,
        Element::U4 => Element::U8,
        Element::BF16
        | Element::F8E4M3
        | Element::F8E4M3Fnuz
        | Element::F8E5M2
        | Element::F8E5M2Fnuz => Element::F32,
        other => other,
    }
}

/// The tensor of a file.
///
/// # Errors
/// Other bytes than those of such a file, and elements and orders that are not read.
pub fn read(bytes: &[u8]) -> Result<Tensor, NpyError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(NpyError::Header)?;
    let (len, rest) = match rest {
        [1, _, a, b, rest @ ..] => (usize::from(u16::from_le_bytes([*a, *b])), rest),
        [2, _, a, b, c, d, rest @ ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, rest),
        _ => return Err(NpyError::Header),
    };
    let (header, data) = rest.split_at_checked(len).ok_or(NpyError::Header)?;
    let header = std::str::from_utf8(header).map_err(|_| NpyError::Header)?;
    let descr = value(header, "descr")
        .ok_or(NpyError::Header)?
        .trim_matches('\'');
    let Some((_, element)) = TYPES.into_iter().find(|(name, _)| *name == descr) else {
        let descr = descr.to_owned();
        return Err(NpyError::Element { descr });
    };
    let shape = value(header, "shape").ok_or(NpyError::Header)?;
    let lens = shape.trim_matches(['(', ')']).split(',').map(str::trim);
    let lens = lens.filter(|len| !len.is_empty()).map(str::parse);
    let shape: Vec<usize> = lens
        .collect::<Result<_, _>>()
        .map_err(|_| NpyError::Header)?;
    match value(header, "fortran_order") {
        Some("False") => {}
        Some("True") if shape.len() < 2 => {}
        Some("True") => return Err(NpyError::Order),
        _ => return Err(NpyError::Header),
    }
    let len = elements(&shape)?;
    let expected = element.bytes(len);
    if data.len() != expected {
        let found = data.len();
        return Err(NpyError::Length {
            shape,
            expected,
            found,
        });
    }
    let truth = data.iter().find(|byte| **byte > 1);
    if let (Element::Bool, Some(byte)) = (element, truth) {
        return Err(NpyError::Truth { byte: *byte });
    }
    let words = element.decoded(data, len);
    Ok(Tensor::new(element, &shape, words)?)
}

/// The bits of the float of 16 bits that is equal to a float.
const fn half(word: u32) -> u16 {
    let (sign, exponent) = ((word >> 16 & 0x8000) as u16, word >> 23 & 0xff);
    let fraction = word & 0x7f_ffff;
    sign | match exponent {
        0xff if fraction != 0 => 0x7e00,
        0xff => 0x7c00,
        113.. => ((exponent - 112) << 10 | fraction >> 13) as u16,
        // A subnormal one: the fraction with its leading one, as steps of 2^-24.
        103..113 => ((fraction | 1 << 23) >> (126 - exponent)) as u16,
        _ => 0,
    }
}

/// A tensor as a file.
pub fn write(tensor: &Tensor) -> Vec<u8> {
    let element = stored(tensor.element());
    let descr = TYPES.iter().find(|(_, of)| *of == element);
    let descr = descr.map_or("<f4", |(name, _)| name);
    let lens: Vec<String> = tensor.shape().iter().map(ToString::to_string).collect();
    let shape = match &lens[..] {
        [one] => format!("({one},)"),
        _ => format!("({})", lens.join(", ")),
    };
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    // The elements begin at a multiple of 64 bytes, behind a line's end.
    while !(MAGIC.len() + 4 + header.len() + 1).is_multiple_of(64) {
        header.push(' ');
    }
    header.push('\n');
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    let words = tensor.words().iter();
    match element {
        Element::F16 => bytes.extend(words.flat_map(|word| half(*word).to_le_bytes())),
        _ => match element.bits() {
            8 => bytes.extend(words.map(|word| *word as u8)),
            16 => bytes.extend(words.flat_map(|word| (*word as u16).to_le_bytes())),
            _ => bytes.extend(words.flat_map(|word| word.to_le_bytes())),
        },
    }
    bytes
}
