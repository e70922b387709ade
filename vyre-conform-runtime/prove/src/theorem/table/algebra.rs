//! Theorems about associativity, identities and inverses.

use super::super::Theorem;

pub(super) const THEOREMS: &[Theorem] = &[
    theorem! {
        "an associative op, conjugated by an involution": F(a, b) = u(f(u(a), u(b)));
        [f: Associative]
        [u: Involution]
        => Associative;
        {
            F(F(a, b), c);
            def => u(f(u(F(a, b)), u(c))),
            def => u(f(u(u(f(u(a), u(b)))), u(c))),
            2 => u(f(f(u(a), u(b)), u(c))),
            1 => u(f(u(a), f(u(b), u(c)))),
            2 => u(f(u(a), u(u(f(u(b), u(c)))))),
            def => u(f(u(a), u(F(b, c)))),
            def => F(a, F(b, c)),
        }
    },
    theorem! {
        "an associative op between two functions, one undone by the other": F(a, b) = u(f(v(a), v(b)));
        [f: Associative]
        [u: InverseOf(v)]
        => Associative;
        {
            F(F(a, b), c);
            def => u(f(v(F(a, b)), v(c))),
            def => u(f(v(u(f(v(a), v(b)))), v(c))),
            2 => u(f(f(v(a), v(b)), v(c))),
            1 => u(f(v(a), f(v(b), v(c)))),
            2 => u(f(v(a), v(u(f(v(b), v(c)))))),
            def => u(f(v(a), v(F(b, c)))),
            def => F(a, F(b, c)),
        }
    },
    theorem! {
        "an op with an identity, conjugated by an involution": F(a, b) = u(f(u(a), u(b)));
        [f: Identity(y)]
        [u: Involution]
        [u(x) = y]
        => Identity(x);
        {
            F(a, x);
            def => u(f(u(a), u(x))),
            3 => u(f(u(a), y)),
            1 => u(u(a)),
            2 => a,
        }
        {
            F(x, a);
            def => u(f(u(x), u(a))),
            3 => u(f(y, u(a))),
            1 => u(u(a)),
            2 => a,
        }
    },
    theorem! {
        "an op with an identity between two functions, one undone by the other": F(a, b) = u(f(v(a), v(b)));
        [f: Identity(y)]
        [v: InverseOf(u)]
        [v(x) = y]
        => Identity(x);
        { F(a, x); def => u(f(v(a), v(x))), 3 => u(f(v(a), y)), 1 => u(v(a)), 2 => a }
        { F(x, a); def => u(f(v(x), v(a))), 3 => u(f(y, v(a))), 1 => u(v(a)), 2 => a }
    },
    theorem! {
        "an op with a right identity between two functions, one undone by the other": F(a, b) = u(f(v(a), v(b)));
        [f: RightIdentity(y)]
        [v: InverseOf(u)]
        [v(x) = y]
        => RightIdentity(x);
        { F(a, x); def => u(f(v(a), v(x))), 3 => u(f(v(a), y)), 1 => u(v(a)), 2 => a }
    },
    theorem! {
        "an idempotent op, conjugated by an involution": F(a, b) = u(f(u(a), u(b)));
        [f: Idempotent]
        [u: Involution]
        => Idempotent;
        { F(a, a); def => u(f(u(a), u(a))), 1 => u(u(a)), 2 => a }
    },
    theorem! {
        "an idempotent op between two functions, one undone by the other": F(a, b) = u(f(v(a), v(b)));
        [f: Idempotent]
        [v: InverseOf(u)]
        => Idempotent;
        { F(a, a); def => u(f(v(a), v(a))), 1 => u(v(a)), 2 => a }
    },
    theorem! {
        "a choice of the first operand or the second": F(a, b) = if(g(a, b), a, b);
        => Idempotent;
        { F(a, a); def => if(g(a, a), a, a), same => a }
    },
    theorem! {
        "a choice of the second operand or the first": F(a, b) = if(g(a, b), b, a);
        => Idempotent;
        { F(a, a); def => if(g(a, a), a, a), same => a }
    },
    theorem! {
        "a choice of an op or the same with its operands exchanged": F(a, b) = if(g(a, b), f(b, a), f(a, b));
        [f: SelfInverse(x)]
        => SelfInverse(x);
        {
            F(a, a);
            def => if(g(a, a), f(a, a), f(a, a)),
            same => f(a, a),
            1 => x,
        }
    },
    theorem! {
        "a self-inverse op of one function of each operand": F(a, b) = f(u(a), u(b));
        [f: SelfInverse(x)]
        => SelfInverse(x);
        { F(a, a); def => f(u(a), u(a)), 1 => x }
    },
    theorem! {
        "a function of a self-inverse op": F(a, b) = u(f(a, b));
        [f: SelfInverse(y)]
        [u(y) = x]
        => SelfInverse(x);
        { F(a, a); def => u(f(a, a)), 1 => u(y), 2 => x }
    },
    theorem! {
        "a lattice, conjugated by an involution": F(a, b) = u(f(u(a), u(b)));
        [f: LatticeAbsorption(g)]
        [u: Involution]
        [h(a, b) = u(g(u(a), u(b)))]
        => LatticeAbsorption(h);
        {
            F(a, h(a, b));
            def => u(f(u(a), u(h(a, b)))),
            3 => u(f(u(a), u(u(g(u(a), u(b)))))),
            2 => u(f(u(a), g(u(a), u(b)))),
            1 => u(u(a)),
            2 => a,
        }
    },
];
