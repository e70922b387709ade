//! The ops of a catalog whose bodies are trees, in an order in which an op is composed of earlier ones.

use super::read::read;
use super::tree::Lambda;
use std::collections::HashMap;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::{LawDef, LawParam, OpRef, Polarity};
use vyre_conform_spec::{Category, Track, ValueType};

/// The rank of an op: smaller bodies first, then those with fewer calls, those without a hardware
/// feature, types in the order below, and names.
pub(crate) type Rank = (usize, usize, bool, usize, &'static str);

/// An op whose body is a tree.
#[derive(Debug)]
pub(crate) struct ShelfEntry<'c> {
    pub(crate) op: &'c Op,
    pub(crate) lambda: Lambda,
    pub(crate) rank: Rank,
}

/// A declared positive law: the op on the shelf, and the law's index among those that the op declares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LawLocation {
    pub(crate) op: usize,
    pub(crate) law: usize,
}

/// The ops of a catalog whose bodies are trees.
#[derive(Debug)]
pub(crate) struct OpIndex<'c> {
    pub(crate) ops: Vec<ShelfEntry<'c>>,
    /// Laws by name.
    laws: HashMap<&'static str, Vec<LawLocation>>,
    by_id: HashMap<&'static str, usize>,
    catalog: &'c Catalog,
}

/// The order of types: signed numbers are defined by unsigned ones.
const TYPES: [ValueType; 6] = [
    ValueType::U32,
    ValueType::U64,
    ValueType::I32,
    ValueType::Bool,
    ValueType::Vec2U32,
    ValueType::Vec4U32,
];

fn rank(op: &Op, lambda: &Lambda) -> Rank {
    let calls = op
        .module()
        .as_ref()
        .map_or(0, |m| m.module().functions.len());
    let ty = TYPES.iter().position(|ty| *ty == lambda.result);
    let feature = matches!(op.def.category, Category::C { .. });
    (
        lambda.tree.size(),
        calls,
        feature,
        ty.unwrap_or(TYPES.len()),
        op.def.id,
    )
}

impl<'c> OpIndex<'c> {
    pub(crate) fn new(catalog: &'c Catalog) -> Self {
        let mut shelf = Self {
            ops: vec![],
            laws: HashMap::new(),
            by_id: HashMap::new(),
            catalog,
        };
        for op in catalog.ops() {
            if op.def.op.track() != Track::Integer {
                continue;
            }
            let Some(lambda) = read(op) else { continue };
            let number = shelf.ops.len();
            let rank = rank(op, &lambda);
            shelf.by_id.insert(op.def.id, number);
            shelf.ops.push(ShelfEntry { op, lambda, rank });
            for (law, def) in op.def.laws.iter().enumerate() {
                if matches!(def.polarity, Polarity::Holds) {
                    let laws = shelf.laws.entry((def.law)().name).or_default();
                    laws.push(LawLocation { op: number, law });
                }
            }
        }
        shelf
    }

    /// The laws with this name that ops before a rank declare.
    pub(crate) fn laws<'s>(
        &'s self,
        name: &str,
        before: &'s Rank,
    ) -> impl Iterator<Item = (LawLocation, &'s ShelfEntry<'c>, &'static LawDef)> {
        let ty = self.laws.get(name).into_iter().flatten();
        ty.filter_map(move |index| {
            let shelved = &self.ops[index.op];
            (shelved.rank < *before).then(|| (*index, shelved, &shelved.op.def.laws[index.law]))
        })
    }

    /// The position of the op with this id.
    pub(crate) fn number(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The op with this id.
    pub(crate) fn find(&self, id: &str) -> Option<&ShelfEntry<'c>> {
        Some(&self.ops[self.number(id)?])
    }

    /// The op that a law names.
    pub(crate) fn entry(&self, op: &OpRef) -> Option<&ShelfEntry<'c>> {
        self.find(self.catalog.by_key(op.key)?.def.id)
    }

    /// The function that a parameter of a law names.
    pub(crate) fn parameter(&self, param: &LawParam) -> Option<&Lambda> {
        match param {
            LawParam::Op(op) => Some(&self.entry(op)?.lambda),
            LawParam::Value(_) => None,
        }
    }
}
