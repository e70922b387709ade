//! Theorems about order and bounds.

use super::super::Theorem;

pub(super) const THEOREMS: &[Theorem] = &[
    theorem! {
        "monotone after monotone": F(a) = u(v(a));
        [v: Monotone]
        [u: Monotone]
        => Monotone;
        { v(a); 1 => v(b) }
        { F(a); def => u(v(a)), 2 => u(v(b)), def => F(b) }
    },
    theorem! {
        "antitone after antitone": F(a) = u(v(a));
        [v: Antitone]
        [u: Antitone]
        => Monotone;
        { v(b); 1 => v(a) }
        { F(a); def => u(v(a)), 2 => u(v(b)), def => F(b) }
    },
    theorem! {
        "monotone after antitone": F(a) = u(v(a));
        [v: Antitone]
        [u: Monotone]
        => Antitone;
        { v(b); 1 => v(a) }
        { F(b); def => u(v(b)), 2 => u(v(a)), def => F(a) }
    },
    theorem! {
        "antitone after monotone": F(a) = u(v(a));
        [v: Monotone]
        [u: Antitone]
        => Antitone;
        { v(a); 1 => v(b) }
        { F(b); def => u(v(b)), 2 => u(v(a)), def => F(a) }
    },
    theorem! {
        "a commutative monotone op, such as minimum, of two monotone functions": F(a) = f(u(a), v(a));
        [f: Commutative]
        [f: LeftMonotone]
        [u: Monotone]
        [v: Monotone]
        => Monotone;
        { u(a); 3 => u(b) }
        { v(a); 4 => v(b) }
        {
            F(a);
            def => f(u(a), v(a)),
            2 => f(u(b), v(a)),
            1 => f(v(a), u(b)),
            2 => f(v(b), u(b)),
            1 => f(u(b), v(b)),
            def => F(b),
        }
    },
    theorem! {
        "a commutative monotone op, such as maximum, of two antitone functions": F(a) = f(u(a), v(a));
        [f: Commutative]
        [f: LeftMonotone]
        [u: Antitone]
        [v: Antitone]
        => Antitone;
        { u(b); 3 => u(a) }
        { v(b); 4 => v(a) }
        {
            F(b);
            def => f(u(b), v(b)),
            2 => f(u(a), v(b)),
            1 => f(v(b), u(a)),
            2 => f(v(a), u(a)),
            1 => f(u(a), v(a)),
            def => F(a),
        }
    },
    theorem! {
        "a monotone function of an op that is monotone in the left operand": F(a, b) = u(f(a, b));
        [f: LeftMonotone]
        [u: Monotone]
        => LeftMonotone;
        { f(a, c); 1 => f(b, c) }
        { F(a, c); def => u(f(a, c)), 2 => u(f(b, c)), def => F(b, c) }
    },
    theorem! {
        "a monotone function of an op that is monotone in the right operand": F(a, b) = u(f(a, b));
        [f: RightMonotone]
        [u: Monotone]
        => RightMonotone;
        { f(a, b); 1 => f(a, c) }
        { F(a, b); def => u(f(a, b)), 2 => u(f(a, c)), def => F(a, c) }
    },
    theorem! {
        "an op that is monotone in the left operand, of a monotone function": F(a, b) = f(u(a), v(b));
        [u: Monotone]
        [f: LeftMonotone]
        => LeftMonotone;
        { u(a); 1 => u(b) }
        { F(a, c); def => f(u(a), v(c)), 2 => f(u(b), v(c)), def => F(b, c) }
    },
    theorem! {
        "an op that is monotone in the right operand, of a monotone function": F(a, b) = f(u(a), v(b));
        [v: Monotone]
        [f: RightMonotone]
        => RightMonotone;
        { v(b); 1 => v(c) }
        { F(a, b); def => f(u(a), v(b)), 2 => f(u(a), v(c)), def => F(a, c) }
    },
    theorem! {
        "a bounded function of a function": F(a) = u(v(a));
        [u: Bounded(lo, hi)]
        => Bounded(lo, hi);
        { lo; 1 => u(v(a)), def => F(a) }
        { F(a); def => u(v(a)), 1 => hi }
    },
    theorem! {
        "a bounded function of an op": F(a, b) = u(f(a, b));
        [u: Bounded(lo, hi)]
        => Bounded(lo, hi);
        { lo; 1 => u(f(a, b)), def => F(a, b) }
        { F(a, b); def => u(f(a, b)), 1 => hi }
    },
    theorem! {
        "a bounded op of functions": F(a, b) = f(u(a), v(b));
        [f: Bounded(lo, hi)]
        => Bounded(lo, hi);
        { lo; 1 => f(u(a), v(b)), def => F(a, b) }
        { F(a, b); def => f(u(a), v(b)), 1 => hi }
    },
    theorem! {
        "a monotone function of a bounded function": F(a) = u(v(a));
        [v: Bounded(lo, hi)]
        [u: Monotone]
        [u(lo) = x]
        [u(hi) = y]
        => Bounded(x, y);
        { lo; 1 => v(a) }
        { v(a); 1 => hi }
        { x; 3 => u(lo), 2 => u(v(a)), def => F(a) }
        { F(a); def => u(v(a)), 2 => u(hi), 4 => y }
    },
    theorem! {
        "an antitone function of a bounded function": F(a) = u(v(a));
        [v: Bounded(lo, hi)]
        [u: Antitone]
        [u(hi) = x]
        [u(lo) = y]
        => Bounded(x, y);
        { lo; 1 => v(a) }
        { v(a); 1 => hi }
        { x; 3 => u(hi), 2 => u(v(a)), def => F(a) }
        { F(a); def => u(v(a)), 2 => u(lo), 4 => y }
    },
    theorem! {
        "a monotone function of a bounded op": F(a, b) = u(f(a, b));
        [f: Bounded(lo, hi)]
        [u: Monotone]
        [u(lo) = x]
        [u(hi) = y]
        => Bounded(x, y);
        { lo; 1 => f(a, b) }
        { f(a, b); 1 => hi }
        { x; 3 => u(lo), 2 => u(f(a, b)), def => F(a, b) }
        { F(a, b); def => u(f(a, b)), 2 => u(hi), 4 => y }
    },
];
