//! Theorems about absorbing elements.

use super::super::Theorem;

pub(super) const THEOREMS: &[Theorem] = &[
    theorem! {
        "an absorbing op, conjugated by an involution": F(a, b) = u(f(u(a), u(b)));
        [f: Absorbing(y)]
        [u: Involution]
        [u(x) = y]
        => Absorbing(x);
        {
            F(a, x);
            def => u(f(u(a), u(x))),
            3 => u(f(u(a), y)),
            1 => u(y),
            3 => u(u(x)),
            2 => x,
        }
        {
            F(x, a);
            def => u(f(u(x), u(a))),
            3 => u(f(y, u(a))),
            1 => u(y),
            3 => u(u(x)),
            2 => x,
        }
    },
    theorem! {
        "an absorbing op between two functions": F(a, b) = u(f(v(a), v(b)));
        [f: Absorbing(y)]
        [v(x) = y]
        [u(y) = x]
        => Absorbing(x);
        { F(a, x); def => u(f(v(a), v(x))), 2 => u(f(v(a), y)), 1 => u(y), 3 => x }
        { F(x, a); def => u(f(v(x), v(a))), 2 => u(f(y, v(a))), 1 => u(y), 3 => x }
    },
    theorem! {
        "an absorbing op of functions that keep the element": F(a, b) = f(u(a), v(b));
        [f: Absorbing(x)]
        [v(x) = x]
        [u(x) = x]
        => Absorbing(x);
        { F(a, x); def => f(u(a), v(x)), 2 => f(u(a), x), 1 => x }
        { F(x, a); def => f(u(x), v(a)), 3 => f(x, v(a)), 1 => x }
    },
    theorem! {
        "a function, that keeps the element, of an absorbing op": F(a, b) = u(f(a, b));
        [f: Absorbing(x)]
        [u(x) = x]
        => Absorbing(x);
        { F(a, x); def => u(f(a, x)), 1 => u(x), 2 => x }
        { F(x, a); def => u(f(x, a)), 1 => u(x), 2 => x }
    },
    theorem! {
        "an absorbing op of an absorbing op and any other": F(a, b) = f(g(a, b), h(a, b));
        [f: Absorbing(x)]
        [g: Absorbing(x)]
        => Absorbing(x);
        { F(a, x); def => f(g(a, x), h(a, x)), 2 => f(x, h(a, x)), 1 => x }
        { F(x, a); def => f(g(x, a), h(x, a)), 2 => f(x, h(x, a)), 1 => x }
    },
    theorem! {
        "any op, that keeps the element, of two absorbing ops": F(a, b) = g(f(a, b), h(a, b));
        [f: Absorbing(x)]
        [h: Absorbing(x)]
        [g(x, x) = x]
        => Absorbing(x);
        { F(a, x); def => g(f(a, x), h(a, x)), 1 => g(x, h(a, x)), 2 => g(x, x), 3 => x }
        { F(x, a); def => g(f(x, a), h(x, a)), 1 => g(x, h(x, a)), 2 => g(x, x), 3 => x }
    },
    theorem! {
        "an op that absorbs on the left, with functions of its operands": F(a, b) = f(u(a), v(b));
        [f: LeftAbsorbing(x)]
        [u(x) = x]
        => LeftAbsorbing(x);
        { F(x, a); def => f(u(x), v(a)), 2 => f(x, v(a)), 1 => x }
    },
    theorem! {
        "an op that absorbs on the right, with functions of its operands": F(a, b) = f(u(a), v(b));
        [f: RightAbsorbing(x)]
        [v(x) = x]
        => RightAbsorbing(x);
        { F(a, x); def => f(u(a), v(x)), 2 => f(u(a), x), 1 => x }
    },
];
