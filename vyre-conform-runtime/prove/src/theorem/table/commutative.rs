//! Theorems about commutativity.

use super::super::Theorem;

pub(super) const THEOREMS: &[Theorem] = &[
    theorem! {
        "a function of a commutative op": F(a, b) = u(f(a, b));
        [f: Commutative]
        => Commutative;
        { F(a, b); def => u(f(a, b)), 1 => u(f(b, a)), def => F(b, a) }
    },
    theorem! {
        "a commutative op of one function of each operand": F(a, b) = f(u(a), u(b));
        [f: Commutative]
        => Commutative;
        { F(a, b); def => f(u(a), u(b)), 1 => f(u(b), u(a)), def => F(b, a) }
    },
    theorem! {
        "any op of two commutative ops": F(a, b) = g(f(a, b), h(a, b));
        [f: Commutative]
        [h: Commutative]
        => Commutative;
        {
            F(a, b);
            def => g(f(a, b), h(a, b)),
            1 => g(f(b, a), h(a, b)),
            2 => g(f(b, a), h(b, a)),
            def => F(b, a),
        }
    },
    theorem! {
        "any op of a commutative op and a third operand": F(a, b, c) = g(f(a, b), c);
        [f: Commutative]
        => CommutativeFactors;
        { F(a, b, c); def => g(f(a, b), c), 1 => g(f(b, a), c), def => F(b, a, c) }
    },
    theorem! {
        "a commutative op, chosen with its operands in either order": F(a, b) = if(g(a, b), f(b, a), f(a, b));
        [f: Commutative]
        => Commutative;
        {
            F(a, b);
            def => if(g(a, b), f(b, a), f(a, b)),
            1 => if(g(a, b), f(a, b), f(a, b)),
            same => f(a, b),
            1 => f(b, a),
            same => if(g(b, a), f(b, a), f(b, a)),
            1 => if(g(b, a), f(a, b), f(b, a)),
            def => F(b, a),
        }
    },
    theorem! {
        "a commutative op, conjugated by an involution": F(a, b) = u(f(u(a), u(b)));
        [f: Commutative]
        => Commutative;
        { F(a, b); def => u(f(u(a), u(b))), 1 => u(f(u(b), u(a))), def => F(b, a) }
    },
];
