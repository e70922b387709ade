//! Types that only the compiler knows: the operands and the result of an op that a law names.

use super::{ConstValue, Span};
use std::marker::PhantomData;

/// An operand or the result of a function; its type is inferred from the function item.
#[derive(Clone, Copy, Debug)]
pub struct ConstOperand<T>(PhantomData<T>);

impl<T: Copy> ConstOperand<T> {
    /// A value of this type.
    pub const fn typed(self, value: T) -> T {
        value
    }

    /// The edge values of this type.
    pub const fn edges(self) -> &'static [T]
    where
        T: ConstValue,
    {
        T::EDGES
    }

    /// The layout of these values: none of them is declared.
    pub const fn span(self) -> Span
    where
        T: ConstValue,
    {
        Span {
            declared: 0,
            per_tuple: 0,
            combined: T::EDGES.len(),
        }
    }
}

macro_rules! operand {
    ($($name:ident: $k:ident of $($t:ident)*;)*) => {$(
        /// An operand of a function of this arity.
        pub const fn $name<Item, R, $($t),*>(_: Item) -> ConstOperand<$k>
        where
            Item: Fn($($t),*) -> R + Copy,
        {
            ConstOperand(PhantomData)
        }
    )*};
}

macro_rules! result {
    ($($name:ident: $($t:ident)*;)*) => {$(
        /// The result of a function of this arity.
        pub const fn $name<Item, R, $($t),*>(_: Item) -> ConstOperand<R>
        where
            Item: Fn($($t),*) -> R + Copy,
        {
            ConstOperand(PhantomData)
        }
    )*};
}

result! {
    result_of_1: A;
    result_of_2: A B;
    result_of_3: A B C;
    result_of_4: A B C D;
}

operand! {
    operand_1_of_1: A of A;
    operand_1_of_2: A of A B;
    operand_2_of_2: B of A B;
    operand_1_of_3: A of A B C;
    operand_2_of_3: B of A B C;
    operand_3_of_3: C of A B C;
    operand_1_of_4: A of A B C D;
    operand_2_of_4: B of A B C D;
    operand_3_of_4: C of A B C D;
    operand_4_of_4: D of A B C D;
}
