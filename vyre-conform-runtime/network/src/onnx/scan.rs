//! The number of fields of a file, counted before anything is allocated for them: a field of two bytes can become a
//! structure of three hundred.

use super::ModelError;

/// The most fields of a file, those of repeated numbers among them.
pub const MOST_FIELDS: usize = 1 << 20;

/// The most subgraphs within each other.
pub const MOST_SUBGRAPHS: usize = 16;

/// Messages, as far as [`messages`](super::messages) reads them: the numbers of the fields that hold messages.
#[derive(Clone, Copy)]
struct Kind(&'static [(u64, &'static Kind)]);

const LEAF: &Kind = &Kind(&[]);
const TENSOR: &Kind = &Kind(&[(13, LEAF)]);
static ATTRIBUTE: Kind = Kind(&[(5, TENSOR), (6, &GRAPH)]);
static NODE: Kind = Kind(&[(5, &ATTRIBUTE)]);
const TENSOR_TYPE: &Kind = &Kind(&[(2, &Kind(&[(1, LEAF)]))]);
const VALUE: &Kind = &Kind(&[(2, &Kind(&[(1, TENSOR_TYPE)]))]);
static GRAPH: Kind = Kind(&[(1, &NODE), (5, TENSOR), (11, VALUE), (12, VALUE)]);
static MODEL: Kind = Kind(&[(7, &GRAPH), (8, LEAF)]);

/// Walks the fields of a model.
///
/// # Errors
/// More than [`MOST_FIELDS`], subgraphs deeper than [`MOST_SUBGRAPHS`], and bytes that hold something else.
pub(super) fn check(bytes: &[u8]) -> Result<(), ModelError> {
    let mut left = MOST_FIELDS;
    walk(bytes, &MODEL, MOST_SUBGRAPHS + 1, &mut left)
}

/// Walks the fields of a message, in which graphs may be this deep. The depth of other messages is that of the kinds.
fn walk(
    mut bytes: &[u8],
    kind: &Kind,
    mut graphs: usize,
    left: &mut usize,
) -> Result<(), ModelError> {
    if std::ptr::eq(kind, &raw const GRAPH) {
        graphs = graphs.checked_sub(1).ok_or(ModelError::Depth)?;
    }
    while !bytes.is_empty() {
        *left = left.saturating_sub(1);
        if *left == 0 {
            return Err(ModelError::Fields);
        }
        let (number, inside) = field(&mut bytes).ok_or(ModelError::Cut)?;
        let of = kind.0.iter().find(|(message, _)| *message == number);
        if let (Some(inside), Some((_, kind))) = (inside, of) {
            walk(inside, kind, graphs, left)?;
        }
    }
    Ok(())
}

/// The number of the next field, and its bytes if it has a length; nothing where the field ends early.
fn field<'a>(bytes: &mut &'a [u8]) -> Option<(u64, Option<&'a [u8]>)> {
    let key = varint(bytes)?;
    let mut inside = None;
    match key & 7 {
        0 => {
            varint(bytes)?;
        }
        1 => *bytes = bytes.get(8..)?,
        5 => *bytes = bytes.get(4..)?,
        2 => {
            let len = usize::try_from(varint(bytes)?).ok()?;
            inside = Some(bytes.get(..len)?);
            *bytes = &bytes[len..];
        }
        // Groups are older than ONNX, and no field of it is one.
        _ => return None,
    }
    Some((key >> 3, inside))
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
