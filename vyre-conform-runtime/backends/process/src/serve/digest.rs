//! Digests of the results of a served op, on cases generated here.

use super::{of_error, refused};
use crate::message::{CaseSource, DigestOp, ErrorKind, Refusal};
use crate::op::DigestRange;
use vyre_conform_runtime::generate::{Block, OperandAxis, Product, Source, Witnesses};
use vyre_conform_spec::ValueType;
use vyre_conform_suite::backend::digest::{BLOCK_CASES, Digest};
use vyre_conform_suite::backend::{LoadedOp, Operand, layout};

/// Number of cases that the backend runs at once.
const PART: u64 = 1 << 16;

/// Maximal cases of one request.
const MAX_CASES: u64 = 1 << 28;

/// The digests of the results of cases, one per touched block.
pub(super) fn of_op(
    op: &dyn LoadedOp,
    head: &DigestOp,
    words: &[u32],
) -> Result<Vec<u32>, Refusal> {
    let refuse = |reason: &str| refused(ErrorKind::Refused, reason);
    let numbers =
        DigestRange::from_words(words).ok_or_else(|| refuse("a digest has five numbers"))?;
    let signature = op.signature();
    let end = numbers.number.checked_add(numbers.cases);
    let (Some(end), true) = (end, numbers.cases <= MAX_CASES) else {
        return Err(refuse("a digest has at most 2^28 cases"));
    };
    if numbers.first.checked_add(numbers.cases).is_none() {
        return Err(refuse("the numbers of cases have 64 bits"));
    }
    let source = source(head.source, signature.operands, numbers.seed, end)
        .ok_or_else(|| refuse("these words are not the operands of the op"))?;
    let blocks = match numbers.cases {
        0 => 0,
        cases => (numbers.first + cases - 1) / BLOCK_CASES - numbers.first / BLOCK_CASES + 1,
    };
    let mut digests = vec![Digest::default(); blocks as usize];
    let mut block = Block::default();
    let mut several = vec![vec![]; signature.operands.len()];
    let mut results = vec![];
    let mut position = 0;
    while position < numbers.cases {
        let case = numbers.first + position;
        let left = (numbers.cases - position).min(BLOCK_CASES - case % BLOCK_CASES);
        let part = left.min(PART);
        if block.len() as u64 != part {
            block = Block::new(signature.operands, part as usize);
        }
        source.fill(numbers.number + position, &mut block);
        let operands = operands(signature.operands, &block.columns, &mut several);
        op.run_into(&operands, part as usize, &mut results)
            .map_err(of_error)?;
        let words = signature.result.words();
        if results.len() as u64 != part * words as u64 {
            return Err(refused(
                ErrorKind::Other,
                "the backend gave another number of results",
            ));
        }
        let slot = case / BLOCK_CASES - numbers.first / BLOCK_CASES;
        digests[slot as usize].add(numbers.key, case, words, &results);
        position += part;
    }
    Ok(digests.into_iter().flat_map(|digest| digest.0).collect())
}

/// Columns as operands. Columns of several words are interleaved into `several`; the others already have the right
/// layout.
fn operands<'c>(
    types: &[ValueType],
    columns: &'c [Vec<u32>],
    several: &'c mut [Vec<u32>],
) -> Vec<Operand<'c>> {
    let mut rest = columns;
    let each = types.iter().zip(several).map(|(ty, words)| {
        let (own, others) = rest.split_at(ty.words());
        rest = others;
        match own {
            [column] => Operand::Storage(column),
            _ => {
                layout::interleave(own, words);
                Operand::Storage(words)
            }
        }
    });
    each.collect()
}

/// The generator of the cases up to number `end`.
fn source(made: CaseSource, types: &[ValueType], seed: u64, end: u64) -> Option<Box<dyn Source>> {
    match (made, types) {
        (CaseSource::Witnesses, _) => Some(Box::new(Witnesses::new(types, seed, end))),
        (CaseSource::Words, [ty @ (ValueType::U32 | ValueType::I32 | ValueType::F32)]) => {
            let axis = OperandAxis::Range {
                ty: *ty,
                first: u32::try_from(seed).ok()?,
                count: (end <= 1 << 32).then_some(end)?,
                masks: &[1],
            };
            Some(Box::new(Product::new(vec![axis])?))
        }
        _ => None,
    }
}
