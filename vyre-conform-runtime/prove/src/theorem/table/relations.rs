//! Theorems about relations and cancellation.

use super::super::Theorem;

pub(super) const THEOREMS: &[Theorem] = &[
    theorem! {
        "a transitive relation of one function of each operand": F(a, b) = f(u(a), u(b));
        [f: Transitive]
        => Transitive;
        { f(u(a), u(b)); def => F(a, b), given => 1 }
        { f(u(b), u(c)); def => F(b, c), given => 1 }
        { F(a, c); def => f(u(a), u(c)), 1 => 1 }
    },
    theorem! {
        "an antisymmetric relation of one injective function of each operand": F(a, b) = f(u(a), u(b));
        [f: Antisymmetric]
        [u: Injective]
        => Antisymmetric;
        { f(u(a), u(b)); def => F(a, b), given => 1 }
        { f(u(b), u(a)); def => F(b, a), given => 1 }
        { u(a); 1 => u(b) }
        { a; 2 => b }
    },
    theorem! {
        "a left-injective op of an injective function": F(a, b) = f(u(a), v(b));
        [f: LeftInjective]
        [u: Injective]
        => LeftInjective;
        { f(u(a), v(c)); def => F(a, c), given => F(b, c), def => f(u(b), v(c)) }
        { u(a); 1 => u(b) }
        { a; 2 => b }
    },
    theorem! {
        "a right-injective op of an injective function": F(a, b) = f(u(a), v(b));
        [f: RightInjective]
        [v: Injective]
        => RightInjective;
        { f(u(a), v(b)); def => F(a, b), given => F(a, c), def => f(u(a), v(c)) }
        { v(b); 1 => v(c) }
        { b; 2 => c }
    },
    theorem! {
        "an injective function of a left-injective op": F(a, b) = u(f(a, b));
        [u: Injective]
        [f: LeftInjective]
        => LeftInjective;
        { u(f(a, c)); def => F(a, c), given => F(b, c), def => u(f(b, c)) }
        { f(a, c); 1 => f(b, c) }
        { a; 2 => b }
    },
    theorem! {
        "an injective function of a right-injective op": F(a, b) = u(f(a, b));
        [u: Injective]
        [f: RightInjective]
        => RightInjective;
        { u(f(a, b)); def => F(a, b), given => F(a, c), def => u(f(a, c)) }
        { f(a, b); 1 => f(a, c) }
        { b; 2 => c }
    },
];
