//! Loads and stores, scalar by scalar.

use super::pointer::{Pointer, Root, literal};
use super::{Data, MAX_VALUE, Remedy, Translator};
use vyre_conform_ir::{BinaryOp, BufferId, Expr, ExprKind, Node, Type};

/// A scalar of its type from a word of memory.
fn from_word(word: Expr, ty: Type) -> Expr {
    if word.ty == ty {
        word
    } else {
        Expr::cast(ty, word)
    }
}

/// A value as an element of memory with this type.
pub(super) fn to_element(value: Expr, element: Type) -> Expr {
    match (value.ty == element, literal(&value)) {
        (true, _) => value,
        (false, Some(bits)) => Expr::literal(element, bits.into()),
        (false, None) => Expr::cast(element, value),
    }
}

pub(super) fn load(buffer: BufferId, element: Type, index: Expr) -> Expr {
    Expr {
        ty: element,
        kind: ExprKind::Load(buffer, Box::new(index)),
    }
}

impl Translator<'_> {
    /// The current value of a pointee.
    pub(super) fn load(&mut self, pointer: &Pointer) -> Data {
        let shape = pointer.shape.clone();
        if self.is_too_large(&shape) {
            return Data::new(shape, vec![]);
        }
        let leaves = shape.leaves(pointer.root.packing());
        if let Root::Halves(buffer) = pointer.root {
            let leaves = self.load_halves(buffer, pointer, leaves);
            return Data { shape, leaves };
        }
        let leaves = leaves.into_iter().map(|(word, ty)| {
            let index = pointer.word(word);
            let value = match &pointer.root {
                Root::Host(buffer) => load(*buffer, Type::U32, index),
                Root::Workgroup {
                    buffer,
                    element,
                    first,
                } => load(*buffer, *element, behind(first.as_ref(), index)),
                Root::Array(array, element) => Expr::element(*array, *element, index),
                Root::Locals(locals) => {
                    match literal(&index).and_then(|k| locals.get(k as usize)) {
                        Some(local) => Expr::local(*local, self.draft.type_of(*local)),
                        None => Expr::literal(ty, 0),
                    }
                }
                Root::Nowhere | Root::Halves(_) => Expr::literal(ty, 0),
            };
            self.draft.bind("loaded", from_word(value, ty))
        });
        let leaves = leaves.collect();
        Data { shape, leaves }
    }

    /// Assigns a new value to a pointee.
    pub(super) fn store(&mut self, pointer: &Pointer, value: &Data) {
        if self.is_too_large(&pointer.shape) {
            return;
        }
        let leaves = pointer.shape.leaves(pointer.root.packing());
        if let Root::Halves(buffer) = pointer.root {
            return self.store_halves(buffer, pointer, &leaves, &value.leaves);
        }
        let zero = |leaf: &Expr| literal(leaf) == Some(0);
        if leaves.len() > 16 && value.leaves.iter().all(zero) && self.clear(pointer, leaves.len()) {
            return;
        }
        for ((word, _), leaf) in leaves.into_iter().zip(&value.leaves) {
            self.store_word(pointer, pointer.word(word), leaf.clone());
        }
    }

    /// Writes zeros in a loop if the words are contiguous.
    fn clear(&mut self, pointer: &Pointer, words: usize) -> bool {
        let dense = matches!(pointer.root, Root::Array(..) | Root::Workgroup { .. });
        let Some(ty) = pointer.shape.common().filter(|_| dense) else {
            return false;
        };
        let counter = self.draft.local("k", Type::U32, None);
        self.draft.open();
        let index = pointer.word(0) + Expr::local(counter, Type::U32);
        self.store_word(pointer, index, Expr::literal(ty, 0));
        let body = self.draft.close();
        let node = Node::Loop {
            counter,
            from: Expr::u32(0),
            to: Expr::u32(words as u32),
            body: vec![],
        };
        self.draft.push_blocks(node, vec![body]);
        true
    }

    fn store_word(&mut self, pointer: &Pointer, index: Expr, value: Expr) {
        match &pointer.root {
            Root::Host(buffer) => self.draft.push(Node::Store {
                buffer: *buffer,
                index,
                value: to_element(value, Type::U32),
            }),
            Root::Workgroup {
                buffer,
                element,
                first,
            } => self.draft.push(Node::Store {
                buffer: *buffer,
                index: behind(first.as_ref(), index),
                value: to_element(value, *element),
            }),
            Root::Array(array, element) => self.draft.push(Node::StoreElement {
                array: *array,
                index,
                value: to_element(value, *element),
            }),
            Root::Locals(locals) => {
                if let Some(local) = literal(&index).and_then(|k| locals.get(k as usize)) {
                    self.draft.assign(*local, value);
                }
            }
            Root::Nowhere | Root::Halves(_) => {}
        }
    }

    fn is_too_large(&mut self, shape: &super::Shape) -> bool {
        let exceeded = shape.count() > MAX_VALUE;
        if exceeded {
            self.refuse("a copy of a large value", Remedy::TooLarge);
        }
        exceeded
    }

    /// The length of a runtime-sized array behind a pointer.
    pub(super) fn array_length(&mut self, pointer: &Pointer) -> Expr {
        let runtime = pointer.shape.runtime(pointer.root.packing());
        let (Root::Host(buffer) | Root::Halves(buffer), Some((before, stride))) =
            (&pointer.root, runtime)
        else {
            return Expr::u32(0);
        };
        let words = Expr {
            ty: Type::U32,
            kind: ExprKind::BufferLength(*buffer),
        };
        let words = match pointer.root {
            Root::Halves(_) => words * 2_u32,
            _ => words,
        };
        let before = pointer.offset + before;
        let rest = match before {
            0 => words,
            // A buffer that ends before the array has no elements of it.
            before => Expr::binary(BinaryOp::Max, words, Expr::u32(before)) - before,
        };
        match stride {
            1 => rest,
            stride => rest / stride,
        }
    }
}

/// The index of a workgroup's word in the buffer for all workgroups.
pub(super) fn behind(first: Option<&Expr>, index: Expr) -> Expr {
    match first {
        Some(first) => first.clone() + index,
        None => index,
    }
}
