//! The identity of a function inside one program.

use std::any::TypeId;

/// Identity of a function item, and so of an op, inside one program.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct FnKey {
    /// The type of the function item, which no other item shares.
    pub id: fn() -> TypeId,
    /// The path of the function, for messages.
    pub path: fn() -> &'static str,
}

impl FnKey {
    /// The key of a function item.
    pub const fn of<F: Copy + 'static>(_: F) -> Self {
        Self::of_type::<F>()
    }

    /// The key of the function item with this type.
    pub const fn of_type<F: 'static>() -> Self {
        Self {
            id: TypeId::of::<F>,
            path: std::any::type_name::<F>,
        }
    }
}

impl std::fmt::Debug for FnKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FnKey({})", (self.path)())
    }
}
