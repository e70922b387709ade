//! Theorems about compositions of unary functions.

use super::super::Theorem;

pub(super) const THEOREMS: &[Theorem] = &[
    theorem! {
        "odd after odd": F(a) = u(v(a));
        [v: Odd(w)]
        [u: Odd(w)]
        => Odd(w);
        { F(w(a)); def => u(v(w(a))), 1 => u(w(v(a))), 2 => w(u(v(a))), def => w(F(a)) }
    },
    theorem! {
        "any function after even": F(a) = u(v(a));
        [v: Even(w)]
        => Even(w);
        { F(w(a)); def => u(v(w(a))), 1 => u(v(a)), def => F(a) }
    },
    theorem! {
        "even after odd": F(a) = u(v(a));
        [v: Odd(w)]
        [u: Even(w)]
        => Even(w);
        { F(w(a)); def => u(v(w(a))), 1 => u(w(v(a))), 2 => u(v(a)), def => F(a) }
    },
    theorem! {
        "even after what a function commutes with": F(a) = u(v(a));
        [w: Odd(v)]
        [u: Even(w)]
        => Even(w);
        { F(w(a)); def => u(v(w(a))), 1 => u(w(v(a))), 2 => u(v(a)), def => F(a) }
    },
    theorem! {
        "injective after injective": F(a) = u(v(a));
        [u: Injective]
        [v: Injective]
        => Injective;
        { u(v(a)); def => F(a), given => F(b), def => u(v(b)) }
        { v(a); 1 => v(b) }
        { a; 2 => b }
    },
    theorem! {
        "an involution between another one and itself": F(a) = u(v(u(a)));
        [u: Involution]
        [v: Involution]
        => Involution;
        {
            F(F(a));
            def => u(v(u(F(a)))),
            def => u(v(u(u(v(u(a)))))),
            1 => u(v(v(u(a)))),
            2 => u(u(a)),
            1 => a,
        }
    },
    theorem! {
        "involutions that commute": F(a) = u(v(a));
        [u: Involution]
        [v: Involution]
        [u: Odd(v)]
        => Involution;
        {
            F(F(a));
            def => u(v(F(a))),
            def => u(v(u(v(a)))),
            3 => v(u(u(v(a)))),
            1 => v(v(a)),
            2 => a,
        }
    },
    theorem! {
        "functions undone one after the other": F(a) = u(v(a));
        [v: InverseOf(w)]
        [u: InverseOf(h)]
        [g(a) = w(h(a))]
        => InverseOf(g);
        {
            g(F(a));
            3 => w(h(F(a))),
            def => w(h(u(v(a)))),
            2 => w(v(a)),
            1 => a,
        }
    },
    theorem! {
        "a homomorphism after another": F(a) = u(v(a));
        [v: Homomorphism(f, h)]
        [u: Homomorphism(h, g)]
        => Homomorphism(f, g);
        {
            F(f(a, b));
            def => u(v(f(a, b))),
            1 => u(h(v(a), v(b))),
            2 => g(u(v(a)), u(v(b))),
            def => g(F(a), u(v(b))),
            def => g(F(a), F(b)),
        }
    },
    theorem! {
        "a homomorphism after a function that turns an op into its dual": F(a) = u(v(a));
        [v: DeMorgan(f, h)]
        [u: Homomorphism(h, g)]
        => DeMorgan(f, g);
        {
            F(f(a, b));
            def => u(v(f(a, b))),
            1 => u(h(v(a), v(b))),
            2 => g(u(v(a)), u(v(b))),
            def => g(F(a), u(v(b))),
            def => g(F(a), F(b)),
        }
    },
    theorem! {
        "two functions that turn an op into its dual": F(a) = u(v(a));
        [v: DeMorgan(f, h)]
        [u: DeMorgan(h, g)]
        => Homomorphism(f, g);
        {
            F(f(a, b));
            def => u(v(f(a, b))),
            1 => u(h(v(a), v(b))),
            2 => g(u(v(a)), u(v(b))),
            def => g(F(a), u(v(b))),
            def => g(F(a), F(b)),
        }
    },
];
