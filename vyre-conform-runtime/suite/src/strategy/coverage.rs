//! Coverage of classes and boundaries by inputs, and failures of a law by class.

use super::columns;
use super::program::LawProgram;
use super::typed::TypedLaw;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{BLOCK, Block, Source};
use vyre_conform_runtime::registry::{ClassDef, OpDef};
use vyre_conform_spec::ValueType;

/// Number of hits.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EntryHits {
    /// Name of the class, or the values of the boundary.
    pub name: String,
    /// Number of cases that hit it.
    pub cases: u64,
}

/// Coverage of an op by a set of inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Coverage {
    /// Number of cases of all sources.
    pub cases: u64,
    /// One entry per class.
    pub classes: Vec<EntryHits>,
    /// One entry per declared boundary.
    pub boundaries: Vec<EntryHits>,
}

impl Coverage {
    /// The numbers of hit classes and of all classes.
    pub fn classes_hit(&self) -> (usize, usize) {
        hit(&self.classes)
    }

    /// The numbers of hit boundaries and of all boundaries.
    pub fn boundaries_hit(&self) -> (usize, usize) {
        hit(&self.boundaries)
    }
}

fn hit(all: &[EntryHits]) -> (usize, usize) {
    (all.iter().filter(|h| h.cases > 0).count(), all.len())
}

/// Calls `each` with every block of the first `limit` cases of a source.
fn blocks(source: &dyn Source, limit: u64, mut each: impl FnMut(&Block)) {
    let len = source.len().min(limit);
    let mut start = 0;
    let mut block = Block::new(source.types(), BLOCK);
    while start < len {
        let n = (len - start).min(BLOCK as u64);
        if block.len() as u64 != n {
            block = Block::new(source.types(), n as usize);
        }
        source.fill(start, &mut block);
        each(&block);
        start += n;
    }
}

/// The class as a mask over the leading columns of a block.
fn class_mask(class: &ClassDef, block: &Block) -> Vec<u32> {
    let words = class.predicate.signature.operand_words();
    let inputs: Vec<&[u32]> = block
        .columns
        .iter()
        .take(words)
        .map(Vec::as_slice)
        .collect();
    let mut mask = vec![0; block.len()];
    class.predicate.block(&inputs, &mut [&mut mask]);
    mask
}

/// Counts the hits of each class and each declared boundary of the op. Sources of other types than the op's operands
/// are ignored.
pub fn coverage(def: &OpDef, sources: &[&dyn Source]) -> Coverage {
    let operands = def.op.signature.operands;
    let boundaries: Vec<Vec<Value>> = def.boundaries.iter().map(|b| b()).collect();
    let name = |case: &Vec<Value>| {
        let values: Vec<_> = case.iter().map(Value::to_string).collect();
        format!("({})", values.join(", "))
    };
    let entry = |name: String| EntryHits { name, cases: 0 };
    let mut found = Coverage {
        cases: 0,
        classes: def
            .classes
            .iter()
            .map(|c| entry(c.name.to_owned()))
            .collect(),
        boundaries: boundaries.iter().map(name).map(entry).collect(),
    };
    for source in sources.iter().filter(|s| s.types() == operands) {
        blocks(*source, u64::MAX, |block| {
            let n = block.len() as u64;
            found.cases += n;
            for (class, hits) in def.classes.iter().zip(&mut found.classes) {
                if class.predicate.signature.operands == operands {
                    hits.cases += n - columns::count_false(&class_mask(class, block));
                }
            }
            for (case, hits) in boundaries.iter().zip(&mut found.boundaries) {
                let mut mask = vec![1; block.len()];
                let mut here = vec![0; block.len()];
                let words = case.iter().flat_map(|v| v.words());
                for (column, word) in block.columns.iter().zip(words) {
                    columns::equal(&mut here, column, &vec![*word; block.len()]);
                    columns::and(&mut mask, &here);
                }
                hits.cases += n - columns::count_false(&mask);
            }
        });
    }
    found
}

/// Counts by class the cases that break a law, among the first `limit` cases of the source. Classes apply to the law's
/// first variables; `None` if these are not operands.
pub fn failing_classes(
    law: &TypedLaw,
    classes: &[ClassDef],
    source: &dyn Source,
    limit: u64,
) -> Option<Vec<EntryHits>> {
    let fits = |class: &ClassDef| {
        let signature = class.predicate.signature;
        law.variables.starts_with(signature.operands) && signature.result == ValueType::Bool
    };
    if source.types() != law.variables || !classes.iter().all(fits) {
        return None;
    }
    let program = LawProgram::new(law);
    let mut work = program.workspace();
    let entry = |class: &ClassDef| EntryHits {
        name: class.name.to_owned(),
        cases: 0,
    };
    let mut found: Vec<EntryHits> = classes.iter().map(entry).collect();
    blocks(source, limit, |block| {
        program.run(block, &mut work);
        if !program.any_broken(block, &mut work) {
            return;
        }
        let obeyed = program.satisfied_mask(block, &mut work);
        for (class, hits) in classes.iter().zip(&mut found) {
            let mask = class_mask(class, block);
            let both = mask
                .iter()
                .zip(&obeyed)
                .filter(|(m, o)| **m == 1 && **o == 0);
            hits.cases += both.count() as u64;
        }
    });
    Some(found)
}
