//! What the names of a text stand for.

use crate::{Local, LocalId, Type};
use std::borrow::Cow;
use std::collections::HashMap;

/// A name as it is written: `x`, or `x#2` of another thing that is called `x`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Label<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) number: u64,
}

/// How something is named that a function names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name<'a> {
    Label(Label<'a>),
    /// By its number: `#local(7)`.
    Item(Item),
    /// A function, by its number: `#function(7)`.
    Function(u32),
}

/// What a name stands for in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Item {
    Local(LocalId),
    Table(u32),
    Buffer(u32),
}

/// The names of the function that is read.
#[derive(Debug, Default)]
pub(super) struct Scope<'a> {
    pub(super) items: HashMap<Label<'a>, Item>,
    pub(super) locals: Vec<Local>,
    /// The types of the tables.
    pub(super) tables: Vec<Type>,
    /// The types that loads of the buffers give.
    pub(super) loaded: Vec<Type>,
    /// True if the text lists the locals, so that none is new.
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

    /// The type of what is read of an item; u32 where it does not exist.
    pub(super) fn type_of(&self, item: Item) -> Type {
        let known = match item {
            Item::Local(local) => self.local(local).map(|l| l.ty),
            Item::Table(table) => self.tables.get(table as usize).copied(),
            Item::Buffer(buffer) => self.loaded.get(buffer as usize).copied(),
        };
        known.unwrap_or(Type::U32)
    }
}

/// A function that something calls: the place of its first call, and its number once it is known.
#[derive(Debug)]
pub(super) struct FunctionName<'a> {
    pub(super) offset: usize,
    pub(super) name: Name<'a>,
    pub(super) number: Option<u32>,
}

/// Every function that was named. Calls have its place here until all functions are known.
#[derive(Debug, Default)]
pub(super) struct Functions<'a> {
    places: HashMap<Name<'a>, u32>,
    pub(super) called: Vec<FunctionName<'a>>,
}

impl<'a> Functions<'a> {
    /// The place of a function.
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
