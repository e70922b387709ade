//! Representation of host types and constants inside a body.

use super::FnKey;

/// A primitive type of the kernel subset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Primitive {
    /// `u32`.
    U32,
    /// `i32`.
    I32,
    /// `u64`.
    U64,
    /// `bool`.
    Bool,
    /// `usize`: indices and loop counters only; 32 bits wide in the IR.
    Usize,
}

/// The shape of a parameter or result type.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// A primitive.
    One(Primitive),
    /// A tuple; the empty one is unit.
    Tuple(Vec<Shape>),
    /// A fixed array of primitives.
    Array(Primitive, usize),
}

/// A host type with a shape.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of the kernel subset",
    label = "not a kernel type",
    note = "kernel bodies know u32, i32, u64, bool, usize for indices, tuples and fixed arrays of them; an op of \
            floats names a function on their bits, `lower = path::to::vyre_fn`"
)]
pub trait HostShape {
    /// The shape.
    fn shape() -> Shape;
}

/// A host type that is a primitive of the kernel subset; it names the target of `as`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a primitive type of the kernel subset",
    label = "not a kernel type",
    note = "kernel bodies know u32, i32, u64, bool, and usize for indices"
)]
pub trait HostPrimitive: HostShape + Copy + Sync + 'static {
    /// The primitive.
    const PRIMITIVE: Primitive;
    /// The bits of the value, zero-extended.
    fn bits(self) -> u64;
}

macro_rules! primitive {
    ($($ty:ty, $name:ident, $bits:expr;)*) => {$(
        impl HostShape for $ty {
            fn shape() -> Shape {
                Shape::One(Primitive::$name)
            }
        }
        impl HostPrimitive for $ty {
            const PRIMITIVE: Primitive = Primitive::$name;
            fn bits(self) -> u64 {
                $bits(self)
            }
        }
    )*};
}

primitive! {
    u32, U32, |v: u32| v.into();
    i32, I32, |v: i32| (v as u32).into();
    u64, U64, |v: u64| v;
    bool, Bool, |v: bool| v.into();
    usize, Usize, |v: usize| v as u64;
}

impl<T: HostPrimitive, const N: usize> HostShape for [T; N] {
    fn shape() -> Shape {
        Shape::Array(T::PRIMITIVE, N)
    }
}

macro_rules! tuple {
    ($($t:ident)*) => {
        impl<$($t: HostShape),*> HostShape for ($($t,)*) {
            fn shape() -> Shape {
                Shape::Tuple(vec![$($t::shape()),*])
            }
        }
    };
}

tuple!();
tuple!(A);
tuple!(A B);
tuple!(A B C);
tuple!(A B C D);
tuple!(A B C D E);
tuple!(A B C D E F);

/// The value of a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConstantValue {
    /// A primitive and its bits.
    One(Primitive, u64),
    /// A table of a primitive, element by element.
    Table(Primitive, Vec<u64>),
}

/// A host constant that a body may name.
#[diagnostic::on_unimplemented(
    message = "a constant of type `{Self}` cannot be used in a kernel body",
    label = "not a kernel constant",
    note = "constants are u32, i32, u64, bool, usize, or fixed arrays of them"
)]
pub trait Constant: std::fmt::Debug {
    /// The value.
    fn value(&self) -> ConstantValue;
}

impl<T: HostPrimitive + std::fmt::Debug> Constant for T {
    fn value(&self) -> ConstantValue {
        ConstantValue::One(T::PRIMITIVE, self.bits())
    }
}

impl<T: HostPrimitive + std::fmt::Debug, const N: usize> Constant for [T; N] {
    fn value(&self) -> ConstantValue {
        ConstantValue::Table(T::PRIMITIVE, self.iter().map(|v| v.bits()).collect())
    }
}

/// A function called by a body.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BodyCallee {
    /// The function.
    pub key: FnKey,
    /// Shapes of its parameters.
    pub params: fn() -> Vec<Shape>,
    /// Shape of its result.
    pub result: fn() -> Shape,
}

impl BodyCallee {
    /// The callee for a function item.
    pub const fn of<M, F: KernelFn<M>>(f: F) -> Self {
        Self {
            key: FnKey::of(f),
            params: F::params,
            result: F::result,
        }
    }
}

/// Functions between kernel types; `M` is the function-pointer type and distinguishes the arities.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be called from a kernel body",
    note = "a kernel function takes and gives u32, i32, u64, bool, tuples and fixed arrays"
)]
pub trait KernelFn<M>: Copy + 'static {
    /// Shapes of the parameters.
    fn params() -> Vec<Shape>;
    /// Shape of the result.
    fn result() -> Shape;
}

macro_rules! kernel_fn {
    ($($t:ident)*) => {
        impl<Item, R: HostShape, $($t: HostShape),*> KernelFn<fn($($t),*) -> R> for Item
        where
            Item: Fn($($t),*) -> R + Copy + 'static,
        {
            fn params() -> Vec<Shape> {
                vec![$($t::shape()),*]
            }
            fn result() -> Shape {
                R::shape()
            }
        }
    };
}

kernel_fn!();
kernel_fn!(A);
kernel_fn!(A B);
kernel_fn!(A B C);
kernel_fn!(A B C D);
kernel_fn!(A B C D E);
kernel_fn!(A B C D E F);
kernel_fn!(A B C D E F G);
kernel_fn!(A B C D E F G H);
