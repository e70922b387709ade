//! V020: an op that a program names can be inlined, or is one hardware feature of one invocation.

use super::{Check, Rule};
use crate::Callee;
use crate::valid::linked::MissingBody;

pub(super) const RULE: Rule = Rule {
    id: "V020",
    remedy: "call an op whose body was translated, or bring a function along that does the same",
    checks: &[Check::Program(|program, linked, report| {
        for (k, callee) in program.callees.iter().enumerate() {
            if let Callee::Op(id) = callee
                && let Some(MissingBody::Opaque(reason)) = linked.absent(k)
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
        Expr, FunctionBuilder, FunctionId, HardwareOp, Library, MAX_NODES, Module, Node, OpBody,
        Program, Signature, Type,
    };
    use vyre_conform_spec::{Texts, ValueType};

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
            Err(violations) => violations.iter().map(|i| i.rule).collect(),
        }
    }

    /// Oracle: V016 and V020: one report per op, however often it is called, and no consequences.
    #[test]
    fn unknown_and_opaque_ops_are_refused() {
        assert_eq!(rules(calls(&["one"]), one()), [""; 0]);
        assert_eq!(rules(calls(&["opaque"]), one()), ["V020"]);
        assert_eq!(rules(calls(&["two"]), one()), ["V016"]);
        assert_eq!(
            rules(calls(&["two", "opaque", "one"]), one()),
            ["V016", "V020"]
        );
    }

    /// An op of one hardware feature, `feature`.
    struct Feature(Module);

    impl Library for Feature {
        fn find(&self, _: &str) -> Option<OpBody<'_>> {
            let op = HardwareOp {
                id: "feature",
                name: "feature",
                signature: Signature {
                    operands: &[],
                    result: ValueType::U32,
                },
                hardware: "tensor-cores",
                available: |backend| backend.has("tensor-cores"),
                texts: Texts::wgsl("fn feature() -> u32 { return 1u; }"),
            };
            let module = &self.0;
            Some(OpBody::Hardware { module, op })
        }
    }

    /// Oracle: the interpreter gets the body of the reference, a lowering none.
    #[test]
    fn ops_of_one_hardware_feature_are_distinguished() {
        let library = Feature(one());
        let valid = validate_program(calls(&["feature"]), &library, &Limits::WEBGPU);
        let valid = valid.expect("a valid program");
        let [call] = valid.hardware() else {
            panic!("{:?}", valid.hardware())
        };
        assert_eq!((call.op.id, call.function), ("feature", FunctionId(0)));
        let body = |module: &Module| module.functions[0].body.len();
        assert_eq!([valid.module(), &valid.module_to_lower()].map(body), [1, 0]);
        let within = valid.within(&Limits::WEBGPU).expect("the same limits");
        assert_eq!(within, valid);
        let inlined = validate_program(calls(&["one"]), &Ops(one()), &Limits::WEBGPU);
        assert_eq!(inlined.expect("valid").hardware(), []);
        let broken = Feature(Module {
            entry: FunctionId(1),
            ..one()
        });
        let refused = validate_program(calls(&["feature"]), &broken, &Limits::WEBGPU);
        assert_eq!(refused.expect_err("refused")[0].rule, "V020");
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
