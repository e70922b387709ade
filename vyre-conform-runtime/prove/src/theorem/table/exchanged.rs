//! Theorems about ops with exchanged operands, such as greater-than and less-than.

use super::super::Theorem;

pub(super) const THEOREMS: &[Theorem] = &[
    theorem! {
        "operands of a self-inverse op exchanged": F(a, b) = f(b, a);
        [f: SelfInverse(x)]
        => SelfInverse(x);
        { F(a, a); def => f(a, a), 1 => x }
    },
    theorem! {
        "operands of a bounded op exchanged": F(a, b) = f(b, a);
        [f: Bounded(lo, hi)]
        => Bounded(lo, hi);
        { lo; 1 => f(b, a), def => F(a, b) }
        { F(a, b); def => f(b, a), 1 => hi }
    },
    theorem! {
        "operands of a transitive relation exchanged": F(a, b) = f(b, a);
        [f: Transitive]
        => Transitive;
        { f(b, a); def => F(a, b), given => 1 }
        { f(c, b); def => F(b, c), given => 1 }
        { F(a, c); def => f(c, a), 1 => 1 }
    },
    theorem! {
        "operands of an antisymmetric relation exchanged": F(a, b) = f(b, a);
        [f: Antisymmetric]
        => Antisymmetric;
        { f(b, a); def => F(a, b), given => 1 }
        { f(a, b); def => F(b, a), given => 1 }
        { a; 1 => b }
    },
    theorem! {
        "operands exchanged of an op that is monotone in the right one": F(a, b) = f(b, a);
        [f: RightMonotone]
        => LeftMonotone;
        { F(a, c); def => f(c, a), 1 => f(c, b), def => F(b, c) }
    },
    theorem! {
        "operands exchanged of an op that is monotone in the left one": F(a, b) = f(b, a);
        [f: LeftMonotone]
        => RightMonotone;
        { F(a, b); def => f(b, a), 1 => f(c, a), def => F(a, c) }
    },
    theorem! {
        "operands exchanged of an op that absorbs on the right": F(a, b) = f(b, a);
        [f: RightAbsorbing(x)]
        => LeftAbsorbing(x);
        { F(x, a); def => f(a, x), 1 => x }
    },
    theorem! {
        "operands exchanged of an op that absorbs on the left": F(a, b) = f(b, a);
        [f: LeftAbsorbing(x)]
        => RightAbsorbing(x);
        { F(a, x); def => f(x, a), 1 => x }
    },
    theorem! {
        "operands exchanged of an op with a right identity": F(a, b) = f(b, a);
        [f: RightIdentity(x)]
        => LeftIdentity(x);
        { F(x, a); def => f(a, x), 1 => a }
    },
    theorem! {
        "operands exchanged of an op with a left identity": F(a, b) = f(b, a);
        [f: LeftIdentity(x)]
        => RightIdentity(x);
        { F(a, x); def => f(x, a), 1 => a }
    },
];
