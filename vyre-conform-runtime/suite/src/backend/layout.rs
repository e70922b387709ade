//! Conversion between columns (for generation and evaluation) and the canonical layout (for backends).

use vyre_conform_ir::value::Value;
use vyre_conform_spec::ValueType;

/// The canonical layout of values given as columns, one column per word.
pub fn interleave(columns: &[impl AsRef<[u32]>], into: &mut Vec<u32>) {
    let words = columns.len();
    into.resize(words * columns[0].as_ref().len(), 0);
    match columns {
        [only] => into.copy_from_slice(only.as_ref()),
        [low, high] => {
            let both = low.as_ref().iter().zip(high.as_ref());
            for (pair, (low, high)) in into.as_chunks_mut::<2>().0.iter_mut().zip(both) {
                *pair = [*low, *high];
            }
        }
        [a, b, c, d] => {
            let all = a.as_ref().iter().zip(b.as_ref());
            let all = all.zip(c.as_ref().iter().zip(d.as_ref()));
            for (lanes, ((a, b), (c, d))) in into.as_chunks_mut::<4>().0.iter_mut().zip(all) {
                *lanes = [*a, *b, *c, *d];
            }
        }
        _ => {
            for (k, column) in columns.iter().enumerate() {
                for (to, from) in into[k..].iter_mut().step_by(words).zip(column.as_ref()) {
                    *to = *from;
                }
            }
        }
    }
}

/// The values of one case of a block of columns.
pub fn case_values(types: &[ValueType], columns: &[Vec<u32>], case: usize) -> Vec<Value> {
    let mut rest = columns;
    types
        .iter()
        .map(|ty| {
            let (own, others) = rest.split_at(ty.words());
            rest = others;
            let words: Vec<u32> = own.iter().map(|column| column[case]).collect();
            Value::from_words(*ty, &words)
        })
        .collect()
}

/// The variables or operands one after the other in the canonical layout.
pub fn canonical(types: &[ValueType], columns: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut rest = columns;
    types
        .iter()
        .map(|ty| {
            let (own, others) = rest.split_at(ty.words());
            rest = others;
            let mut words = Vec::new();
            interleave(own, &mut words);
            words
        })
        .collect()
}
