//! Digests of bodies: each covers a function and all its callees, each function once.

use std::collections::HashMap;
use vyre_conform_runtime::body::{Body, FnKey};

/// The digest of a function and of its transitive callees.
type Digest = [u8; blake3::OUT_LEN];

/// Known digests, by the address of the body in this program.
#[derive(Default)]
pub(super) struct Bodies {
    /// `None` during computation: recursion, which translation refuses, ends there.
    known: HashMap<*const Body, Option<Digest>>,
}

impl Bodies {
    /// The digest of a body: of its [bytes](Body::encoded), with digests in place of called functions. A callee without
    /// a body, which cannot run, contributes nothing.
    pub(super) fn digest(
        &mut self,
        body: &'static Body,
        body_of: &dyn Fn(FnKey) -> Option<&'static Body>,
    ) -> Option<Digest> {
        if let Some(known) = self.known.get(&std::ptr::from_ref(body)) {
            return *known;
        }
        self.known.insert(body, None);
        let bytes = body.encoded(&mut |callee| {
            let found = body_of(callee.key).and_then(|body| self.digest(body, body_of));
            found.map_or(vec![], |digest| digest.to_vec())
        });
        let digest = Some(*blake3::hash(&bytes).as_bytes());
        self.known.insert(body, digest);
        digest
    }

    /// The digest as text; `None` for a missing body.
    pub(super) fn text(
        &mut self,
        body: Option<&'static Body>,
        body_of: &dyn Fn(FnKey) -> Option<&'static Body>,
    ) -> Option<String> {
        let digest = self.digest(body?, body_of)?;
        Some(blake3::Hash::from_bytes(digest).to_hex().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_runtime::body::{
        Ast, Binding, BodyCallee, HostShape, Param, Pattern, Primitive, Statement,
    };

    const A: Ast = Ast::Local(0);
    const ONE: Ast = Ast::Int(1);
    const TWO: Ast = Ast::Int(2);
    const ONLY_A: &[Param] = &[Param::new(Binding::Let(0, "a"), u32::shape)];

    const fn of(body: Ast) -> Body {
        Body::new("op", ("op.rs", 1), ONLY_A, u32::shape, 1, body)
    }

    fn callee(a: u32) -> u32 {
        a
    }

    /// The digest of a body whose callees all have the body `called`.
    fn digest(body: Body, called: Option<&'static Body>) -> Digest {
        let body = Box::leak(Box::new(body));
        let made = Bodies::default().digest(body, &|_| called);
        made.expect("no recursion")
    }

    fn leaf(body: Ast) -> Digest {
        digest(of(body), None)
    }

    /// One body for every part of a signature.
    fn signatures() -> Vec<Body> {
        const MUTABLE: &[Param] = &[Param::new(Binding::Mut(0, "a"), u32::shape)];
        const SIGNED: &[Param] = &[Param::new(Binding::Let(0, "a"), i32::shape)];
        let typed =
            |result, locals, params| Body::new("op", ("op.rs", 1), params, result, locals, A);
        vec![
            of(A),
            typed(i32::shape, 1, ONLY_A),
            typed(<(u32, u32)>::shape, 1, ONLY_A),
            typed(<[u32; 2]>::shape, 1, ONLY_A),
            typed(<[u32; 3]>::shape, 1, ONLY_A),
            typed(u32::shape, 2, ONLY_A),
            typed(u32::shape, 1, MUTABLE),
            typed(u32::shape, 1, SIGNED),
        ]
    }

    /// One body for every kind of expression and for every variable part of one.
    fn expressions() -> Vec<Body> {
        static TABLES: [[u32; 2]; 2] = [[1, 2], [1, 3]];
        static FLAGS: [u64; 2] = [1, 2];
        vec![
            of(ONE),
            of(TWO),
            of(Ast::Int(-1)),
            of(Ast::Literal(Primitive::U32, 1)),
            of(Ast::Literal(Primitive::U64, 1)),
            of(Ast::Literal(Primitive::U32, 2)),
            of(Ast::Constant("K", &FLAGS[0])),
            of(Ast::Constant("K", &FLAGS[1])),
            of(Ast::Constant("K", &TABLES[0])),
            of(Ast::Constant("K", &TABLES[1])),
            of(Ast::Local(1)),
            of(Ast::Unary("not", &A)),
            of(Ast::Unary("neg", &A)),
            of(Ast::Binary("and", &A, &ONE)),
            of(Ast::Binary("and", &ONE, &A)),
            of(Ast::Binary("or", &A, &ONE)),
            of(Ast::Cast(Primitive::U64, &A)),
            of(Ast::Cast(Primitive::I32, &A)),
            of(Ast::Method("wrapping_add", &A, &[ONE])),
            of(Ast::Method("wrapping_sub", &A, &[ONE])),
            of(Ast::Method("wrapping_add", &A, &[ONE, ONE])),
            of(Ast::Tuple(&[A])),
            of(Ast::Array(&[A])),
            of(Ast::Array(&[A, A])),
            of(Ast::Repeat(&A, 2)),
            of(Ast::Repeat(&A, 3)),
            of(Ast::Field(&A, 0)),
            of(Ast::Field(&A, 1)),
            of(Ast::Index(&A, &ONE)),
            of(Ast::Index(&A, &TWO)),
            of(Ast::Len(&A)),
            of(Ast::If(&A, &ONE, &TWO)),
            of(Ast::If(&A, &TWO, &ONE)),
        ]
    }

    /// One body for every kind of statement and for every variable part of one.
    fn statements() -> Vec<Body> {
        let block = |statements, value, diverges| {
            let block = Ast::Block {
                statements,
                value,
                diverges,
            };
            of(block)
        };
        let bound = |binding, shape, value| {
            let bound: &[Statement] = Box::leak(Box::new([Statement::Let {
                binding,
                shape,
                value,
            }]));
            block(bound, None, false)
        };
        let one = Binding::Let(1, "x");
        vec![
            block(&[], None, false),
            block(&[], None, true),
            block(&[], Some(&A), false),
            block(&[Statement::Do(A)], None, false),
            block(&[Statement::Destructure(&[], A)], None, false),
            block(&[Statement::Destructure(&[Binding::Wild], A)], None, false),
            bound(one, None, None),
            bound(one, Some(u32::shape), None),
            bound(one, Some(i32::shape), None),
            bound(one, None, Some(A)),
            of(Ast::Return(&A)),
            of(Ast::Break),
            of(Ast::Continue),
            of(Ast::Assign(0, &A)),
            of(Ast::Assign(1, &A)),
            of(Ast::AssignField(0, 0, &A)),
            of(Ast::AssignField(0, 1, &A)),
            of(Ast::AssignField(1, 0, &A)),
            of(Ast::AssignElement(0, &A, &ONE)),
            of(Ast::AssignElement(0, &ONE, &A)),
        ]
    }

    /// One body for every kind of pattern and loop and for every variable part of one.
    fn patterns_and_loops() -> Vec<Body> {
        let matched = |pattern| {
            let arms: &[(Pattern, Ast)] = Box::leak(Box::new([(pattern, A)]));
            of(Ast::Match(&A, arms))
        };
        let repeated = |bound, inclusive| {
            of(Ast::For {
                variable: Binding::Let(1, "k"),
                from: &ONE,
                to: &TWO,
                inclusive,
                bound,
                body: &A,
            })
        };
        let looped = |bound, step| {
            of(Ast::While {
                bound,
                condition: &A,
                body: &ONE,
                step,
            })
        };
        let one = Binding::Let(1, "x");
        vec![
            matched(Pattern::Any),
            matched(Pattern::Bind(one)),
            matched(Pattern::None),
            matched(Pattern::Some(one)),
            matched(Pattern::OneOf(&[ONE])),
            matched(Pattern::OneOf(&[ONE, TWO])),
            matched(Pattern::Range(&ONE, &TWO)),
            looped(1, &A),
            looped(2, &A),
            looped(1, &ONE),
            repeated(1, false),
            repeated(2, false),
            repeated(1, true),
        ]
    }

    /// Oracle: the definition of `Body`: each field changes the function.
    #[test]
    fn another_function_has_another_digest() {
        let mut found = HashMap::new();
        let expressions = signatures().into_iter().chain(expressions());
        let statements = statements().into_iter().chain(patterns_and_loops());
        for body in expressions.chain(statements) {
            let stated = format!("{body:?}");
            let before = found.insert(digest(body, None), stated.clone());
            assert_eq!(before, None, "as {stated}");
        }
    }

    /// Oracle: source lines and names, on which no result depends.
    #[test]
    fn lines_and_names_do_not_matter() {
        const RENAMED: &[Param] = &[Param::new(Binding::Let(0, "x"), u32::shape)];
        let (place, ast) = (("other.rs", 9), Ast::At(9, &A));
        let moved = Body::new("other", place, RENAMED, u32::shape, 1, ast);
        assert_eq!(digest(moved, None), leaf(A));
        static K: u64 = 1;
        let [one, other] = ["K", "L"].map(|name| leaf(Ast::Constant(name, &K)));
        assert_eq!(one, other);
    }

    /// Oracle: calls: the called function is part of the caller.
    #[test]
    fn digest_covers_called_functions() {
        static FIRST: Body = of(A);
        static SECOND: Body = of(ONE);
        let called = |by| {
            let call = Ast::Call(BodyCallee::of::<fn(u32) -> u32, _>(callee), &[A]);
            digest(of(call), by)
        };
        let digests = [None, Some(&FIRST), Some(&SECOND)].map(called);
        assert_ne!(digests[0], digests[1]);
        assert_ne!(digests[0], digests[2]);
        assert_ne!(digests[1], digests[2]);
    }

    /// Oracle: a chain of calls that returns to its start.
    #[test]
    fn recursion_ends() {
        const ITSELF: BodyCallee = {
            let mut itself = BodyCallee::of::<fn(u32) -> u32, _>(callee);
            itself.key = FnKey::of_type::<u32>();
            itself
        };
        static ENDLESS: Body = of(Ast::Call(ITSELF, &[A]));
        let digest = Bodies::default().digest(&ENDLESS, &|_| Some(&ENDLESS));
        assert!(digest.is_some());
    }
}
