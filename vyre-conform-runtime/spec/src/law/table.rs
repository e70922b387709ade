//! One row a law. The claim column is the law; everything else is derived from it or explains it.

use super::{Form, Law, ParamKind, Parameter};
use crate::term::{Claim, LawCallee, Term};

use Claim::{All, Any, AtMost, Equal, ExactlyOne, Implies};

const A: Term = Term::Var(0);
const B: Term = Term::Var(1);
const C: Term = Term::Var(2);
const D: Term = Term::Var(3);
const ONE: Term = Term::Int(1);
const ZERO: Term = Term::Int(0);
/// The first and the second parameter, as values.
const P: Term = Term::Param(0);
const Q: Term = Term::Param(1);

const fn f(args: &'static [Term]) -> Term {
    Term::Apply(LawCallee::Subject, args)
}

const fn g(args: &'static [Term]) -> Term {
    Term::Apply(LawCallee::Parameter(0), args)
}

const fn h(args: &'static [Term]) -> Term {
    Term::Apply(LawCallee::Parameter(1), args)
}

const fn value(name: &'static str) -> Parameter {
    Parameter {
        name,
        kind: ParamKind::Value,
    }
}

const fn op(name: &'static str) -> Parameter {
    Parameter {
        name,
        kind: ParamKind::Op,
    }
}

const fn unary(claim: Claim) -> Form {
    Form {
        arity: 1,
        predicate: false,
        claim,
    }
}

const fn binary(claim: Claim) -> Form {
    Form {
        arity: 2,
        predicate: false,
        claim,
    }
}

const fn predicate(claim: Claim) -> Form {
    Form {
        arity: 2,
        predicate: true,
        claim,
    }
}

const FAB: Term = f(&[A, B]);
const FBA: Term = f(&[B, A]);
const FA: Term = f(&[A]);
const FB: Term = f(&[B]);

/// The table of laws.
pub const LAWS: &[Law] = &[
    Law {
        name: "Commutative",
        params: &[],
        forms: &[binary(Equal(FAB, FBA))],
        docs: "Swapping the operands does not change the result.",
        obeyed_by: "wrapping addition",
        broken_by: "wrapping subtraction: 0 - 1 is not 1 - 0",
    },
    Law {
        name: "CommutativeFactors",
        params: &[],
        forms: &[Form {
            arity: 3,
            predicate: false,
            claim: Equal(f(&[A, B, C]), f(&[B, A, C])),
        }],
        docs: "Swapping the first two of three operands does not change the result.",
        obeyed_by: "multiply-add a b + c, wrapping",
        broken_by: "a b + c where of b the low half counts: true for bytes, false above",
    },
    Law {
        name: "Associative",
        params: &[],
        forms: &[binary(Equal(f(&[FAB, C]), f(&[A, f(&[B, C])])))],
        docs: "Grouping does not change the result.",
        obeyed_by: "wrapping multiplication",
        broken_by: "the average that rounds down: it forgets halves at different places",
    },
    Law {
        name: "Identity",
        params: &[value("e")],
        forms: &[binary(All(&[Equal(f(&[A, P]), A), Equal(f(&[P, A]), A)]))],
        docs: "`e` on either side leaves the other operand as it is.",
        obeyed_by: "wrapping addition, e = 0",
        broken_by: "bitwise and, e = 0xFF: true for every byte, false above",
    },
    Law {
        name: "LeftIdentity",
        params: &[value("e")],
        forms: &[binary(Equal(f(&[P, A]), A))],
        docs: "`e` on the left leaves the right operand as it is.",
        obeyed_by: "reversed subtraction b - a, e = 0",
        broken_by: "subtraction, e = 0: it negates",
    },
    Law {
        name: "RightIdentity",
        params: &[value("e")],
        forms: &[binary(Equal(f(&[A, P]), A))],
        docs: "`e` on the right leaves the left operand as it is.",
        obeyed_by: "wrapping subtraction, e = 0",
        broken_by: "remainder, e = 256: true for every byte, false above",
    },
    Law {
        name: "SelfInverse",
        params: &[value("r")],
        forms: &[binary(Equal(f(&[A, A]), P))],
        docs: "An operand with itself gives `r`.",
        obeyed_by: "exclusive or, r = 0",
        broken_by: "the saturating difference of the low halves, r = 0, that is 1 from 2^31 on",
    },
    Law {
        name: "Idempotent",
        params: &[],
        forms: &[binary(Equal(f(&[A, A]), A)), unary(Equal(f(&[FA]), FA))],
        docs: "Applying the op again changes nothing: f(a, a) = a, or f(f(a)) = f(a).",
        obeyed_by: "bitwise and; clearing the low bit",
        broken_by: "logical and: f(42, 42) is 1; shift right by eight: true for every byte, false above",
    },
    Law {
        name: "Absorbing",
        params: &[value("z")],
        forms: &[binary(All(&[Equal(f(&[A, P]), P), Equal(f(&[P, A]), P)]))],
        docs: "`z` on either side gives `z`.",
        obeyed_by: "wrapping multiplication, z = 0",
        broken_by: "maximum, z = 0xFFFF: true for every byte, false above",
    },
    Law {
        name: "LeftAbsorbing",
        params: &[value("z")],
        forms: &[binary(Equal(f(&[P, A]), P))],
        docs: "`z` on the left gives `z`.",
        obeyed_by: "shift left, z = 0",
        broken_by: "subtraction, z = 0",
    },
    Law {
        name: "RightAbsorbing",
        params: &[value("z")],
        forms: &[binary(Equal(f(&[A, P]), P))],
        docs: "`z` on the right gives `z`.",
        obeyed_by: "the op that returns its right operand, any z",
        broken_by: "shift left, z = 0: it returns the left operand",
    },
    Law {
        name: "DistributiveOver",
        params: &[op("g")],
        forms: &[binary(Equal(f(&[A, g(&[B, C])]), g(&[FAB, f(&[A, C])])))],
        docs: "f spreads over g: f(a, g(b, c)) = g(f(a, b), f(a, c)).",
        obeyed_by: "multiplication over addition",
        broken_by: "logical or over multiplication: true for bytes, b = c = 2^16 breaks it",
    },
    Law {
        name: "RightDistributiveOver",
        params: &[op("g")],
        forms: &[binary(Equal(f(&[g(&[B, C]), A]), g(&[FBA, f(&[C, A])])))],
        docs: "f spreads over g on its left: f(g(b, c), a) = g(f(b, a), f(c, a)).",
        obeyed_by: "shift left over exclusive or",
        broken_by: "shift right over addition: 1 + 1 keeps the bit that each 1 loses",
    },
    Law {
        name: "LatticeAbsorption",
        params: &[op("g")],
        forms: &[binary(Equal(f(&[A, g(&[A, B])]), A))],
        docs: "f undoes g in a lattice: f(a, g(a, b)) = a.",
        obeyed_by: "minimum with maximum",
        broken_by: "bitwise and with exclusive or",
    },
    Law {
        name: "Antisymmetric",
        params: &[],
        forms: &[predicate(Implies(
            &All(&[Equal(FAB, ONE), Equal(FBA, ONE)]),
            &Equal(A, B),
        ))],
        docs: "Two operands related both ways are equal.",
        obeyed_by: "less or equal",
        broken_by: "less or equal of the low 16 bits: true for every byte, false above",
    },
    Law {
        name: "Transitive",
        params: &[],
        forms: &[predicate(Implies(
            &All(&[Equal(FAB, ONE), Equal(f(&[B, C]), ONE)]),
            &Equal(f(&[A, C]), ONE),
        ))],
        docs: "The relation carries over: f(a, b) and f(b, c) imply f(a, c).",
        obeyed_by: "less than",
        broken_by: "serial-number order (the sign of a - b): true for bytes, it runs in circles above",
    },
    Law {
        name: "Trichotomous",
        params: &[op("g"), op("h")],
        forms: &[predicate(ExactlyOne(&[
            Equal(FAB, ONE),
            Equal(g(&[A, B]), ONE),
            Equal(h(&[A, B]), ONE),
        ]))],
        docs: "Exactly one of three relations holds of every pair.",
        obeyed_by: "less than, with equal and greater than",
        broken_by: "less or equal, with equal and greater than",
    },
    Law {
        name: "ZeroProduct",
        params: &[Parameter {
            name: "holds",
            kind: ParamKind::Holds,
        }],
        forms: &[binary(Implies(
            &Equal(FAB, ZERO),
            &Any(&[Equal(A, ZERO), Equal(B, ZERO)]),
        ))],
        docs: "A zero result needs a zero operand.",
        obeyed_by: "bitwise or",
        broken_by: "wrapping multiplication: true for bytes, 2^16 * 2^16 is 0",
    },
    Law {
        name: "InverseOf",
        params: &[op("g")],
        forms: &[unary(Equal(g(&[FA]), A)), binary(Equal(g(&[FAB, B]), A))],
        docs: "g undoes f: g(f(a)) = a, or g(f(a, b), b) = a.",
        obeyed_by: "wrapping addition, undone by subtraction; rotation by one, undone by the other",
        broken_by: "shift left, undone by shift right: true for small operands, the top bits are lost",
    },
    Law {
        name: "Involution",
        params: &[],
        forms: &[unary(Equal(f(&[FA]), A))],
        docs: "The op undoes itself: f(f(a)) = a.",
        obeyed_by: "bitwise not",
        broken_by: "exchanging the two low bytes and dropping the rest",
    },
    Law {
        name: "Injective",
        params: &[],
        forms: &[unary(Implies(&Equal(FA, FB), &Equal(A, B)))],
        docs: "Different operands give different results: f(a) = f(b) implies a = b.",
        obeyed_by: "a number exclusive or its own half",
        broken_by: "dropping the high half: true for every byte, false above",
    },
    Law {
        name: "LeftInjective",
        params: &[],
        forms: &[binary(Implies(
            &Equal(f(&[A, C]), f(&[B, C])),
            &Equal(A, B),
        ))],
        docs: "The right operand cancels: f(a, c) = f(b, c) implies a = b.",
        obeyed_by: "wrapping subtraction",
        broken_by: "multiplication by an odd number, of which the low half counts: true for bytes",
    },
    Law {
        name: "RightInjective",
        params: &[],
        forms: &[binary(Implies(&Equal(FAB, f(&[A, C])), &Equal(B, C)))],
        docs: "The left operand cancels: f(a, b) = f(a, c) implies b = c.",
        obeyed_by: "wrapping subtraction",
        broken_by: "rotation: an amount and 32 more are one",
    },
    Law {
        name: "Odd",
        params: &[op("g")],
        forms: &[unary(Equal(f(&[g(&[A])]), g(&[FA])))],
        docs: "f commutes with the negation `g`: f(g(a)) = g(f(a)).",
        obeyed_by: "wrapping multiplication by three, with wrapping negation",
        broken_by: "wrapping squaring, with wrapping negation: it forgets the sign",
    },
    Law {
        name: "Even",
        params: &[op("g")],
        forms: &[unary(Equal(f(&[g(&[A])]), FA))],
        docs: "f does not see the negation `g`: f(g(a)) = f(a).",
        obeyed_by: "wrapping squaring, with wrapping negation",
        broken_by: "shift right by 16, with the exchange of the low bytes that drops the others: true for bytes",
    },
    Law {
        name: "Monotone",
        params: &[],
        forms: &[unary(Implies(&AtMost(A, B), &AtMost(FA, FB)))],
        docs: "A larger operand never gives a smaller result.",
        obeyed_by: "shift right by one",
        broken_by: "increment: true for bytes, the largest value wraps to 0",
    },
    Law {
        name: "Antitone",
        params: &[],
        forms: &[unary(Implies(&AtMost(A, B), &AtMost(FB, FA)))],
        docs: "A larger operand never gives a larger result.",
        obeyed_by: "bitwise not",
        broken_by: "trailing zeros",
    },
    Law {
        name: "LeftMonotone",
        params: &[],
        forms: &[binary(Implies(
            &AtMost(A, B),
            &AtMost(f(&[A, C]), f(&[B, C])),
        ))],
        docs: "A larger left operand never gives a smaller result.",
        obeyed_by: "division",
        broken_by: "wrapping addition: true for bytes, a carry out of bit 31 breaks it",
    },
    Law {
        name: "RightMonotone",
        params: &[],
        forms: &[binary(Implies(&AtMost(B, C), &AtMost(FAB, f(&[A, C]))))],
        docs: "A larger right operand never gives a smaller result.",
        obeyed_by: "maximum",
        broken_by: "wrapping addition: true for bytes, a carry out of bit 31 breaks it",
    },
    Law {
        name: "Bounded",
        params: &[value("lo"), value("hi")],
        forms: &[
            unary(All(&[AtMost(P, FA), AtMost(FA, Q)])),
            binary(All(&[AtMost(P, FAB), AtMost(FAB, Q)])),
            Form {
                arity: 3,
                predicate: false,
                claim: All(&[AtMost(P, f(&[A, B, C])), AtMost(f(&[A, B, C]), Q)]),
            },
            Form {
                arity: 4,
                predicate: false,
                claim: All(&[AtMost(P, f(&[A, B, C, D])), AtMost(f(&[A, B, C, D]), Q)]),
            },
        ],
        docs: "Every result lies between `lo` and `hi`, both included.",
        obeyed_by: "population count, between 0 and 32",
        broken_by: "population count, between 0 and 8: true for every byte, false above",
    },
    Law {
        name: "Homomorphism",
        params: &[op("g"), op("h")],
        forms: &[unary(Equal(f(&[g(&[A, B])]), h(&[FA, FB])))],
        docs: "f carries g to h: f(g(a, b)) = h(f(a), f(b)).",
        obeyed_by: "negation, from addition to addition",
        broken_by: "dropping the low 9 bits, from addition to addition: sums of bytes hide the carry",
    },
    Law {
        name: "DeMorgan",
        params: &[op("inner"), op("dual")],
        forms: &[unary(Equal(f(&[g(&[A, B])]), h(&[FA, FB])))],
        docs: "Negating one connective gives the dual one of the negations.",
        obeyed_by: "bitwise not, and, or",
        broken_by: "logical not with bitwise and and or: 1 & 2 is 0",
    },
    Law {
        name: "Complement",
        params: &[op("g"), value("u")],
        forms: &[unary(Equal(
            Term::WrappingSum(&[FA, Term::Apply(LawCallee::Parameter(0), &[A])]),
            Q,
        ))],
        docs: "f(a) and g(a) add up to `u`, wrapping.",
        obeyed_by: "population counts of a word and of its complement, u = 32",
        broken_by: "leading and trailing zeros, u = 32",
    },
    Law {
        name: "ComplementUnder",
        params: &[op("g"), value("u")],
        forms: &[unary(Equal(g(&[A, FA]), Q))],
        docs: "An operand and what f makes of it give `u` under g: g(a, f(a)) = u.",
        obeyed_by: "bitwise not under exclusive or, u = 0xFFFFFFFF",
        broken_by: "flipping the low half under bitwise and, u = 0: true for every byte, false above",
    },
];
