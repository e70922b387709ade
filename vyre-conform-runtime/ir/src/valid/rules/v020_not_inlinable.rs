//! V020: an op that a program names can be inlined.

use super::{Check, Rule};
use crate::Callee;
use crate::valid::linked::Absent;

pub(super) const RULE: Rule = Rule {
    id: "V020",
    remedy: "call an op whose body was translated, or bring a function along that does the same",
    checks: &[Check::Program(|program, linked, report| {
        for (k, callee) in program.callees.iter().enumerate() {
            if let Callee::Op(id) = callee
                && let Some(Absent::Opaque(reason)) = linked.absent(k)
            {
                report(
                    format!("callees[{k}]"),
                    format!("`{id}` cannot be inlined: {reason}"),
                );
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{done, kernel};
    use crate::valid::{Limits, validate_program};
    use crate::{
        Expr, FunctionBuilder, FunctionId, Library, MAX_NODES, Module, Node, OpBody, Program, Type,
    };

    /// One op, `one`, which can be inlined; `opaque` cannot.
    struct Ops(Module);

    impl Library for Ops {
        fn find(&self, id: &str) -> Option<OpBody<'_>> {
            match id {
                "one" => Some(OpBody::Inlinable(&self.0)),
                "opaque" => Some(OpBody::Opaque("it has no body".to_owned())),
                _ => None,
            }
        }
    }

    fn one() -> Module {
        FunctionBuilder::new("one", vec![Type::U32]).module(vec![done()])
    }

    fn calls(ops: &[&str]) -> Program {
        let mut k = kernel();
        for op in ops {
            k.call(op, vec![], Type::U32);
            k.call(op, vec![Expr::u32(1)].split_off(1), Type::U32);
        }
        k.finish()
    }

    fn rules(program: Program, module: Module) -> Vec<&'static str> {
        match validate_program(program, &Ops(module), &Limits::WEBGPU) {
            Ok(_) => vec![],
            Err(found) => found.iter().map(|i| i.rule).collect(),
        }
    }

    /// Oracle: V016 and V020: once an op, however often it is called, and nothing that follows from
    /// it.
    #[test]
    fn ops_are_known_and_inlined() {
        assert_eq!(rules(calls(&["one"]), one()), [""; 0]);
        assert_eq!(rules(calls(&["opaque"]), one()), ["V020"]);
        assert_eq!(rules(calls(&["two"]), one()), ["V016"]);
        assert_eq!(
            rules(calls(&["two", "opaque", "one"]), one()),
            ["V016", "V020"]
        );
    }

    /// Oracle: V020: a library is not trusted.
    #[test]
    fn broken_bodies_are_not_linked() {
        let mut module = one();
        module.entry = FunctionId(1);
        assert_eq!(rules(calls(&["one"]), module), ["V020"]);
        let mut module = one();
        let results = vec![];
        let (function, args) = (FunctionId(1), vec![]);
        let call = Node::Call {
            function,
            args,
            results,
        };
        module.functions[0].body.insert(0, call);
        assert_eq!(rules(calls(&["one"]), module), ["V020"]);
        let mut module = one();
        let deep = (0..64).fold(done(), |node, _| Node::Block(vec![node]));
        module.functions[0].body = vec![deep];
        assert_eq!(rules(calls(&["one"]), module), ["V020"]);
    }

    /// Oracle: V019: the bodies of ops count.
    #[test]
    fn large_ops_are_not_copied() {
        let mut module = one();
        module.functions[0].body = vec![Node::Block(vec![]); MAX_NODES - 3];
        module.functions[0].body.push(done());
        assert_eq!(rules(calls(&["one"]), module.clone()), [""; 0]);
        module.functions[0].body.push(done());
        assert_eq!(rules(calls(&["one"]), module), ["V019"]);
    }
}
