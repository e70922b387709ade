//! Types that are known only to the compiler: the operands of an op that a law names.

use super::{ConstValue, Span};
use std::marker::PhantomData;

/// An operand of a function; its type is inferred from the function item.
#[derive(Clone, Copy, Debug)]
pub struct Operand<T>(PhantomData<T>);

impl<T: Copy> Operand<T> {
    /// A value of the operand's type.
    pub const fn typed(self, value: T) -> T {
        value
    }

    /// The edge values of the operand's type.
    pub const fn edges(self) -> &'static [T]
    where
        T: ConstValue,
    {
        T::EDGES
    }

    /// Where they stand: none of them is declared.
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
        /// An operand of a function with this many.
        pub const fn $name<Item, R, $($t),*>(_: Item) -> Operand<$k>
        where
            Item: Fn($($t),*) -> R + Copy,
        {
            Operand(PhantomData)
        }
    )*};
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
