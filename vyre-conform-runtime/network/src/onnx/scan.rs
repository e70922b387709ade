//! The number of fields of a file, counted before anything is allocated for them: a field of two bytes can become a
//! structure of three hundred.

use super::ModelError;

/// The most fields of a file, those of repeated numbers among them.
pub const MOST_FIELDS: usize = 1 << 20;

/// Messages, as far as [`messages`](super::messages) reads them: the numbers of the fields that hold messages.
#[derive(Clone, Copy)]
struct Kind(&'static [(u64, &'static Kind)]);

const LEAF: &Kind = &Kind(&[]);
const TENSOR: &Kind = &Kind(&[(13, LEAF)]);
const NODE: &Kind = &Kind(&[(5, &Kind(&[(5, TENSOR)]))]);
const TENSOR_TYPE: &Kind = &Kind(&[(2, &Kind(&[(1, LEAF)]))]);
const VALUE: &Kind = &Kind(&[(2, &Kind(&[(1, TENSOR_TYPE)]))]);
const GRAPH: &Kind = &Kind(&[(1, NODE), (5, TENSOR), (11, VALUE), (12, VALUE)]);
const MODEL: &Kind = &Kind(&[(7, GRAPH), (8, LEAF)]);

/// Walks the fields of a model.
///
/// # Errors
/// More than [`MOST_FIELDS`], and bytes that hold something else.
pub(super) fn check(bytes: &[u8]) -> Result<(), ModelError> {
    let mut left = MOST_FIELDS;
    match walk(bytes, MODEL, &mut left) {
        Some(()) => Ok(()),
        None if left == 0 => Err(ModelError::Fields),
        None => Err(ModelError::Cut),
    }
}

/// Walks the fields of a message; nothing where they end early or are too many. The depth is that of the constants
/// above.
fn walk(mut bytes: &[u8], kind: &Kind, left: &mut usize) -> Option<()> {
    while !bytes.is_empty() {
        *left = left.saturating_sub(1);
        if *left == 0 {
            return None;
        }
        let key = varint(&mut bytes)?;
        match key & 7 {
            0 => {
                varint(&mut bytes)?;
            }
            1 => bytes = bytes.get(8..)?,
            5 => bytes = bytes.get(4..)?,
            2 => {
                let len = usize::try_from(varint(&mut bytes)?).ok()?;
                let inside = bytes.get(..len)?;
                bytes = &bytes[len..];
                let of = kind.0.iter().find(|(number, _)| *number == key >> 3);
                if let Some((_, kind)) = of {
                    walk(inside, kind, left)?;
                }
            }
            // Groups are older than ONNX, and no field of it is one.
            _ => return None,
        }
    }
    Some(())
}

/// A number of at most ten bytes, seven bits each.
fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..70).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(first & 0x7f).checked_shl(shift).unwrap_or(0);
        if first & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}
