//! Theorems about homomorphic images: `u` maps `f` to `F`, and `v` is a right inverse of `u`.

use super::super::Theorem;

pub(super) const THEOREMS: &[Theorem] = &[
    theorem! {
        "the image of a commutative op": F(a, b) = _;
        [f: Commutative]
        [u: Homomorphism(f, F)]
        [v: InverseOf(u)]
        => Commutative;
        {
            F(a, b);
            3 => F(u(v(a)), b),
            3 => F(u(v(a)), u(v(b))),
            2 => u(f(v(a), v(b))),
            1 => u(f(v(b), v(a))),
            2 => F(u(v(b)), u(v(a))),
            3 => F(b, u(v(a))),
            3 => F(b, a),
        }
    },
    theorem! {
        "the image of an associative op": F(a, b) = _;
        [f: Associative]
        [u: Homomorphism(f, F)]
        [v: InverseOf(u)]
        => Associative;
        {
            F(F(a, b), c);
            3 => F(F(u(v(a)), b), c),
            3 => F(F(u(v(a)), u(v(b))), c),
            3 => F(F(u(v(a)), u(v(b))), u(v(c))),
            2 => F(u(f(v(a), v(b))), u(v(c))),
            2 => u(f(f(v(a), v(b)), v(c))),
            1 => u(f(v(a), f(v(b), v(c)))),
            2 => F(u(v(a)), u(f(v(b), v(c)))),
            2 => F(u(v(a)), F(u(v(b)), u(v(c)))),
            3 => F(a, F(u(v(b)), u(v(c)))),
            3 => F(a, F(b, u(v(c)))),
            3 => F(a, F(b, c)),
        }
    },
    theorem! {
        "the image of an op with an identity": F(a, b) = _;
        [f: Identity(y)]
        [u: Homomorphism(f, F)]
        [v: InverseOf(u)]
        [u(y) = x]
        => Identity(x);
        {
            F(a, x);
            3 => F(u(v(a)), x),
            4 => F(u(v(a)), u(y)),
            2 => u(f(v(a), y)),
            1 => u(v(a)),
            3 => a,
        }
        {
            F(x, a);
            3 => F(x, u(v(a))),
            4 => F(u(y), u(v(a))),
            2 => u(f(y, v(a))),
            1 => u(v(a)),
            3 => a,
        }
    },
    theorem! {
        "the image of an op with a right identity": F(a, b) = _;
        [f: RightIdentity(y)]
        [u: Homomorphism(f, F)]
        [v: InverseOf(u)]
        [u(y) = x]
        => RightIdentity(x);
        {
            F(a, x);
            3 => F(u(v(a)), x),
            4 => F(u(v(a)), u(y)),
            2 => u(f(v(a), y)),
            1 => u(v(a)),
            3 => a,
        }
    },
    theorem! {
        "the image of an absorbing op": F(a, b) = _;
        [f: Absorbing(y)]
        [u: Homomorphism(f, F)]
        [v: InverseOf(u)]
        [u(y) = x]
        => Absorbing(x);
        {
            F(a, x);
            3 => F(u(v(a)), x),
            4 => F(u(v(a)), u(y)),
            2 => u(f(v(a), y)),
            1 => u(y),
            4 => x,
        }
        {
            F(x, a);
            3 => F(x, u(v(a))),
            4 => F(u(y), u(v(a))),
            2 => u(f(y, v(a))),
            1 => u(y),
            4 => x,
        }
    },
    theorem! {
        "the image of a self-inverse op": F(a, b) = _;
        [f: SelfInverse(y)]
        [u: Homomorphism(f, F)]
        [v: InverseOf(u)]
        [u(y) = x]
        => SelfInverse(x);
        {
            F(a, a);
            3 => F(u(v(a)), a),
            3 => F(u(v(a)), u(v(a))),
            2 => u(f(v(a), v(a))),
            1 => u(y),
            4 => x,
        }
    },
    theorem! {
        "the image of an op that another undoes": F(a, b) = _;
        [f: InverseOf(g)]
        [u: Homomorphism(f, F)]
        [u: Homomorphism(g, h)]
        [v: InverseOf(u)]
        => InverseOf(h);
        {
            h(F(a, b), b);
            4 => h(F(u(v(a)), b), b),
            4 => h(F(u(v(a)), u(v(b))), b),
            4 => h(F(u(v(a)), u(v(b))), u(v(b))),
            2 => h(u(f(v(a), v(b))), u(v(b))),
            3 => u(g(f(v(a), v(b)), v(b))),
            1 => u(v(a)),
            4 => a,
        }
    },
    theorem! {
        "the image of a distributive op": F(a, b) = _;
        [f: DistributiveOver(g)]
        [u: Homomorphism(f, F)]
        [u: Homomorphism(g, h)]
        [v: InverseOf(u)]
        => DistributiveOver(h);
        {
            F(a, h(b, c));
            4 => F(u(v(a)), h(b, c)),
            4 => F(u(v(a)), h(u(v(b)), c)),
            4 => F(u(v(a)), h(u(v(b)), u(v(c)))),
            3 => F(u(v(a)), u(g(v(b), v(c)))),
            2 => u(f(v(a), g(v(b), v(c)))),
            1 => u(g(f(v(a), v(b)), f(v(a), v(c)))),
            3 => h(u(f(v(a), v(b))), u(f(v(a), v(c)))),
            2 => h(F(u(v(a)), u(v(b))), u(f(v(a), v(c)))),
            2 => h(F(u(v(a)), u(v(b))), F(u(v(a)), u(v(c)))),
            4 => h(F(a, u(v(b))), F(u(v(a)), u(v(c)))),
            4 => h(F(a, b), F(u(v(a)), u(v(c)))),
            4 => h(F(a, b), F(a, u(v(c)))),
            4 => h(F(a, b), F(a, c)),
        }
    },
];
