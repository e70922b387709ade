//! Name resolution.

use crate::{Local, LocalId, Type};
use std::borrow::Cow;
use std::collections::HashMap;

/// A name as written: `x`, or `x#2` for another item with the name `x`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Label<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) number: u64,
}

/// A reference to an item in a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name<'a> {
    Label(Label<'a>),
    /// By its index: `#local(7)`.
    Item(Item),
    /// A function, by its index: `#function(7)`.
    Function(u32),
}

/// The item that a name denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    Local(LocalId),
    Table(u32),
    Buffer(u32),
}

/// The names of the current function.
#[derive(Debug, Default)]
pub(super) struct Scope<'a> {
    pub(super) items: HashMap<Label<'a>, Item>,
    pub(super) locals: Vec<Local>,
    /// The types of the tables.
    pub(super) tables: Vec<Type>,
    /// The types of loads from the buffers.
    pub(super) loaded: Vec<Type>,
    /// True if the text lists the locals, so that a binding cannot add one.
    pub(super) listed: bool,
}

impl<'a> Scope<'a> {
    pub(super) fn find(&self, name: &Name<'a>) -> Option<Item> {
        match name {
            Name::Label(label) => self.items.get(label).copied(),
            Name::Item(item) => Some(*item),
            Name::Function(_) => None,
        }
    }

    pub(super) fn local(&self, local: LocalId) -> Option<&Local> {
        self.locals.get(local.0 as usize)
    }

    /// The type of a read of an item; u32 if it does not exist.
    pub(super) fn type_of(&self, item: Item) -> Type {
        let known = match item {
            Item::Local(local) => self.local(local).map(|l| l.ty),
            Item::Table(table) => self.tables.get(table as usize).copied(),
            Item::Buffer(buffer) => self.loaded.get(buffer as usize).copied(),
        };
        known.unwrap_or(Type::U32)
    }
}

/// A called function: the offset of its first call, and its index once it is known.
#[derive(Debug)]
pub(super) struct FunctionName<'a> {
    pub(super) offset: usize,
    pub(super) name: Name<'a>,
    pub(super) number: Option<u32>,
}

/// Every function named so far. Calls hold the position in this list until all functions are known.
#[derive(Debug, Default)]
pub(super) struct Functions<'a> {
    places: HashMap<Name<'a>, u32>,
    pub(super) called: Vec<FunctionName<'a>>,
}

impl<'a> Functions<'a> {
    /// The position of a function in the list.
    pub(super) fn place(&mut self, name: Name<'a>, offset: usize) -> u32 {
        let next = self.called.len() as u32;
        let called = &mut self.called;
        *self.places.entry(name).or_insert_with_key(|name| {
            let number = match name {
                Name::Function(number) => Some(*number),
                _ => None,
            };
            called.push(FunctionName {
                offset,
                name: name.clone(),
                number,
            });
            next
        })
    }
}
