//! Theorems about folds: of four lanes in either direction, and of lists in every grouping and order.

use super::super::{Conclusion, Theorem};

pub(super) const THEOREMS: &[Theorem] = &[
    theorem! {
        "a fold of four lanes in a row, from either end": F(a) = f(f(f(g(a), h(a)), p(a)), q(a));
        [f: Associative]
        [f: Commutative]
        [g(w(a)) = q(a)]
        [h(w(a)) = p(a)]
        [p(w(a)) = h(a)]
        [q(w(a)) = g(a)]
        => Even(w);
        {
            F(w(a));
            def => f(f(f(g(w(a)), h(w(a))), p(w(a))), q(w(a))),
            3 => f(f(f(q(a), h(w(a))), p(w(a))), q(w(a))),
            4 => f(f(f(q(a), p(a)), p(w(a))), q(w(a))),
            5 => f(f(f(q(a), p(a)), h(a)), q(w(a))),
            6 => f(f(f(q(a), p(a)), h(a)), g(a)),
            2 => f(g(a), f(f(q(a), p(a)), h(a))),
            2 => f(g(a), f(h(a), f(q(a), p(a)))),
            2 => f(g(a), f(h(a), f(p(a), q(a)))),
            1 => f(f(g(a), h(a)), f(p(a), q(a))),
            1 => f(f(f(g(a), h(a)), p(a)), q(a)),
            def => F(a),
        }
    },
    theorem! {
        "a fold of four lanes in pairs, from either end": F(a) = f(f(g(a), h(a)), f(p(a), q(a)));
        [f: Commutative]
        [g(w(a)) = q(a)]
        [h(w(a)) = p(a)]
        [p(w(a)) = h(a)]
        [q(w(a)) = g(a)]
        => Even(w);
        {
            F(w(a));
            def => f(f(g(w(a)), h(w(a))), f(p(w(a)), q(w(a)))),
            2 => f(f(q(a), h(w(a))), f(p(w(a)), q(w(a)))),
            3 => f(f(q(a), p(a)), f(p(w(a)), q(w(a)))),
            4 => f(f(q(a), p(a)), f(h(a), q(w(a)))),
            5 => f(f(q(a), p(a)), f(h(a), g(a))),
            1 => f(f(h(a), g(a)), f(q(a), p(a))),
            1 => f(f(g(a), h(a)), f(q(a), p(a))),
            1 => f(f(g(a), h(a)), f(p(a), q(a))),
            def => F(a),
        }
    },
    Theorem {
        name: "a fold of an associative op in every grouping",
        arity: 0,
        structure: None,
        hypotheses: &[
            hypothesis!(f: Associative),
            hypothesis!(fold(one(a)) = a),
            hypothesis!(fold(push(a, b)) = f(fold(a), b)),
            hypothesis!(join(a, one(b)) = push(a, b)),
            hypothesis!(join(a, push(b, c)) = push(join(a, b), c)),
        ],
        conclusion: Conclusion::Induction(term!(fold(join(a, b))), term!(f(fold(a), fold(b)))),
        derivation: &[
            &[chain!(
                fold(join(a, one(c)));
                4 => fold(push(a, c)),
                3 => f(fold(a), c),
                2 => f(fold(a), fold(one(c))),
            )],
            &[chain!(
                fold(join(a, push(b, c)));
                5 => fold(push(join(a, b), c)),
                3 => f(fold(join(a, b)), c),
                given => f(f(fold(a), fold(b)), c),
                1 => f(fold(a), f(fold(b), c)),
                3 => f(fold(a), fold(push(b, c))),
            )],
        ],
    },
    Theorem {
        name: "a fold of a commutative, associative op in every order",
        arity: 0,
        structure: None,
        hypotheses: &[
            hypothesis!(f: Associative),
            hypothesis!(f: Commutative),
            hypothesis!(fold(join(a, b)) = f(fold(a), fold(b))),
        ],
        conclusion: Conclusion::Equation(
            term!(fold(join(join(a, b), c))),
            term!(fold(join(join(a, c), b))),
        ),
        derivation: &[&[chain!(
            fold(join(join(a, b), c));
            3 => f(fold(join(a, b)), fold(c)),
            3 => f(f(fold(a), fold(b)), fold(c)),
            1 => f(fold(a), f(fold(b), fold(c))),
            2 => f(fold(a), f(fold(c), fold(b))),
            1 => f(f(fold(a), fold(c)), fold(b)),
            3 => f(fold(join(a, c)), fold(b)),
            3 => fold(join(join(a, c), b)),
        )]],
    },
    Theorem {
        name: "a fold of four in pairs as in a row",
        arity: 0,
        structure: None,
        hypotheses: &[hypothesis!(f: Associative)],
        conclusion: Conclusion::Equation(term!(f(f(f(a, b), c), d)), term!(f(f(a, b), f(c, d)))),
        derivation: &[&[chain!(f(f(f(a, b), c), d); 1 => f(f(a, b), f(c, d)))]],
    },
];
