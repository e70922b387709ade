//! Parts of values: members, components and elements, by constant or dynamic index.

use super::pointer::{literal, unsigned};
use super::shape::Packing;
use super::{Data, Translator, Value};
use crate::ProbeKind;
use naga::{Expression, Handle};
use vyre_conform_ir::{BinaryOp, Expr, Node, Type};

impl Translator<'_> {
    /// The part of a value, or of a pointee, at a constant index.
    pub(super) fn access_index(&mut self, base: Handle<Expression>, index: u32) -> Value {
        match self.value(base) {
            Value::Pointer(pointer) => match pointer.part(index) {
                Some(part) => Value::Pointer(part),
                None => Value::Pointer(self.element(pointer, &Data::scalar(Expr::u32(index)))),
            },
            Value::Data(data) => Value::Data(part(&data, index)),
        }
    }

    /// The element of a value or of a pointee.
    pub(super) fn access(&mut self, base: Handle<Expression>, index: Handle<Expression>) -> Value {
        let index = self.data(index);
        match self.value(base) {
            Value::Pointer(pointer) => Value::Pointer(self.element(pointer, &index)),
            Value::Data(data) => match literal(&index.leaf()) {
                Some(index) if data.shape.part(index, Packing::Dense).is_some() => {
                    Value::Data(part(&data, index))
                }
                _ => Value::Data(self.chosen(&data, unsigned(index.leaf()))),
            },
        }
    }

    /// The element of a value at a dynamic index: of a table if the value is constant, otherwise of a
    /// copy in a local array.
    fn chosen(&mut self, data: &Data, index: Expr) -> Data {
        let Some((stride, Some(count), shape)) = data.shape.elements(Packing::Dense) else {
            return data.clone();
        };
        let index = self.draft.bind("index", index);
        let beyond = index.clone();
        self.probe(ProbeKind::IndexOutOfBounds, || {
            Expr::binary(BinaryOp::Ge, beyond, Expr::u32(count))
        });
        let last = Expr::u32(count.saturating_sub(1));
        let word = Expr::binary(BinaryOp::Min, index, last);
        let word = self
            .draft
            .bind("word", if stride == 1 { word } else { word * stride });
        let common = data.shape.common();
        let element = common.unwrap_or(Type::U32);
        let bits: Option<Vec<u64>> = data
            .leaves
            .iter()
            .map(|l| literal(l).map(u64::from))
            .collect();
        let read = |offset: u32| match offset {
            0 => word.clone(),
            offset => word.clone() + offset,
        };
        let cast = |value: Expr, ty: Type| {
            if value.ty == ty {
                value
            } else {
                Expr::cast(ty, value)
            }
        };
        let parts = shape.leaves(Packing::Dense);
        let leaves: Vec<Expr> = match bits {
            Some(bits) if !bits.is_empty() => {
                let table = self.draft.table(element, bits);
                let parts = parts.into_iter();
                parts
                    .map(|(at, ty)| cast(Expr::table_element(table, element, read(at)), ty))
                    .collect()
            }
            _ => {
                let array = self.copied(data, element);
                let parts = parts.into_iter();
                parts
                    .map(|(at, ty)| cast(Expr::element(array, element, read(at)), ty))
                    .collect()
            }
        };
        let leaves = leaves
            .into_iter()
            .map(|leaf| self.draft.bind("chosen", leaf))
            .collect();
        Data { shape, leaves }
    }

    /// A local array with the scalars of a value.
    fn copied(&mut self, data: &Data, element: Type) -> vyre_conform_ir::LocalId {
        let array = self
            .draft
            .declare("copy", element, Some(data.leaves.len().max(1) as u32));
        for (k, leaf) in (0..).zip(&data.leaves) {
            self.draft.push(Node::StoreElement {
                array,
                index: Expr::u32(k),
                value: super::memory::to_element(leaf.clone(), element),
            });
        }
        array
    }
}

/// A part of a value; the value itself if it has no such part, which naga's validation excludes.
pub(super) fn part(data: &Data, index: u32) -> Data {
    match data.shape.part(index, Packing::Dense) {
        Some((offset, shape)) => {
            let count = shape.count() as usize;
            let leaves = data.leaves.iter().skip(offset as usize).take(count);
            Data::new(shape, leaves.cloned().collect())
        }
        None => data.clone(),
    }
}
