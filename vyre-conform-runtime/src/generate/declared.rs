//! Inputs that the author declared: boundaries, table rows, and a sample of every class.

use super::{BLOCK, Block, List, Source, Witnesses, adversarial, edges, values};
use crate::registry::OpDef;
use std::panic::{AssertUnwindSafe, catch_unwind};
use vyre_conform_ir::value::Value;
use vyre_conform_spec::ValueType;

/// Number of inputs kept for each class.
const INPUTS_PER_CLASS: usize = 256;
/// Number of witnesses to search for a class that no other input hits.
const SEARCHED: u64 = 1 << 20;

/// The reason why declared inputs cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InputError {
    /// A row or boundary with values of the wrong types.
    #[error(
        "{what} of `{op}` gives ({found}), the op takes ({expected}): write one value an operand"
    )]
    Types {
        /// The op.
        op: &'static str,
        /// The row or boundary.
        what: String,
        /// Its types.
        found: String,
        /// The types of the operands.
        expected: String,
    },
    /// A class that no input hits.
    #[error(
        "class `{class}` of `{op}` ({text}) is hit by none of {searched} inputs (boundaries, rows, \
         adversarial and edge values, 2^20 witnesses): correct the predicate, or name an input that \
         hits it under boundaries(..)"
    )]
    ClassNotHit {
        /// The op.
        op: &'static str,
        /// The class.
        class: &'static str,
        /// Its predicate as written.
        text: &'static str,
        /// The number of inputs that were tried.
        searched: u64,
    },
    /// A predicate that does not accept the op's operands.
    #[error("the predicate of class `{class}` of `{op}` does not take the op's operands to bool")]
    Predicate {
        /// The op.
        op: &'static str,
        /// The class.
        class: &'static str,
    },
    /// A predicate that panics.
    #[error(
        "the predicate of class `{class}` of `{op}` panics: it needs an answer for every input"
    )]
    PredicatePanicked {
        /// The op.
        op: &'static str,
        /// The class.
        class: &'static str,
    },
    /// A domain that is too large.
    #[error(transparent)]
    Domain(#[from] super::DomainError),
}

fn names(types: impl Iterator<Item = ValueType>) -> String {
    types.map(|t| t.rust_name()).collect::<Vec<_>>().join(", ")
}

/// The declared boundaries, then the inputs of the table rows.
pub fn boundary(def: &OpDef) -> Result<List, InputError> {
    let types = def.op.signature.operands;
    let mut cases = Vec::new();
    let boundaries = def.boundaries.iter().enumerate();
    let boundaries = boundaries.map(|(k, b)| (format!("boundary {}", k + 1), b()));
    let rows = def.rows.iter();
    let rows = rows.map(|row| {
        (
            format!("the table row on line {}", row.line),
            (row.inputs)(),
        )
    });
    for (what, case) in boundaries.chain(rows) {
        if !case.iter().map(Value::ty).eq(types.iter().copied()) {
            return Err(InputError::Types {
                op: def.id,
                what,
                found: names(case.iter().map(Value::ty)),
                expected: names(types.iter().copied()),
            });
        }
        cases.push(case);
    }
    Ok(List::new(types, &cases))
}

/// The result of the search for inputs of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClassHits {
    /// The class.
    pub class: &'static str,
    /// Inputs tried.
    pub searched: u64,
    /// Number of inputs in the class.
    pub hits: u64,
    /// The first of these inputs.
    pub inputs: Vec<Vec<Value>>,
}

/// Searches inputs of every class among boundaries, rows, adversarial inputs, edge values and, for a
/// class with few of these, witnesses with this seed.
pub fn find_classes(def: &OpDef, seed: u64) -> Result<Vec<ClassHits>, InputError> {
    let types = def.op.signature.operands;
    let sources: [Box<dyn Source>; 4] = [
        Box::new(boundary(def)?),
        Box::new(adversarial(types)),
        edges(types),
        Box::new(Witnesses::new(types, seed, SEARCHED)),
    ];
    let mut found = Vec::new();
    for class in def.classes {
        let signature = class.predicate.signature;
        if signature.operands != types || signature.result != ValueType::Bool {
            let class = class.name;
            return Err(InputError::Predicate { op: def.id, class });
        }
        found.push(ClassHits {
            class: class.name,
            searched: 0,
            hits: 0,
            inputs: Vec::new(),
        });
    }
    for source in &sources {
        // Every class with few inputs so far; each block is built once for all of them.
        let mut wanting: Vec<_> = found
            .iter_mut()
            .zip(def.classes)
            .filter(|(hits, _)| hits.inputs.len() < INPUTS_PER_CLASS)
            .collect();
        let mut start = 0;
        while start < source.len() && !wanting.is_empty() {
            let n = (source.len() - start).min(BLOCK as u64) as usize;
            let mut block = Block::new(types, n);
            source.fill(start, &mut block);
            for (hits, class) in &mut wanting {
                let search = AssertUnwindSafe(|| hits.search(types, &block, &class.predicate));
                catch_unwind(search).map_err(|_| InputError::PredicatePanicked {
                    op: def.id,
                    class: class.name,
                })?;
            }
            start += n as u64;
        }
    }
    Ok(found)
}

impl ClassHits {
    /// Tests the inputs of a block.
    fn search(&mut self, types: &[ValueType], block: &Block, predicate: &crate::registry::OpRef) {
        let n = block.len();
        let mut hit = vec![0; n];
        let columns: Vec<&[u32]> = block.columns.iter().map(Vec::as_slice).collect();
        predicate.block(&columns, &mut [&mut hit[..]]);
        for (i, _) in hit.iter().enumerate().filter(|(_, h)| **h != 0) {
            self.hits += 1;
            if self.inputs.len() < INPUTS_PER_CLASS {
                self.inputs.push(values(block, types, i));
            }
        }
        self.searched += n as u64;
    }
}

/// Inputs of every class, or an error for the class that no input hits.
pub fn classes(def: &OpDef, seed: u64) -> Result<List, InputError> {
    let found = find_classes(def, seed)?;
    match not_hit(def, &found).into_iter().next() {
        Some((_, error)) => Err(error),
        None => Ok(samples(def, &found)),
    }
}

/// The inputs found for every class.
pub fn samples(def: &OpDef, found: &[ClassHits]) -> List {
    let cases = found.iter().flat_map(|hits| hits.inputs.iter().cloned());
    List::new(def.op.signature.operands, &cases.collect::<Vec<_>>())
}

/// Every class that no input hits, with the line of its declaration.
pub fn not_hit(def: &OpDef, found: &[ClassHits]) -> Vec<(u32, InputError)> {
    let classes = found.iter().zip(def.classes);
    let unhit = classes.filter(|(hits, _)| hits.inputs.is_empty());
    let error = |(hits, class): (&ClassHits, &crate::registry::ClassDef)| {
        let error = InputError::ClassNotHit {
            op: def.id,
            class: class.name,
            text: class.text,
            searched: hits.searched,
        };
        (class.line, error)
    };
    unhit.map(error).collect()
}
