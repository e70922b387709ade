//! Random modules: validation never panics, and accepted modules run.

use vyre_conform_interp::{Fault, Interpreter};
use vyre_conform_ir::valid::{Limits, validate, validate_program};
use vyre_conform_ir::{
    BinaryOp, Expr, ExprKind, Function, FunctionBuilder, FunctionId, Kernel, Local, LocalId,
    Module, Node, Table, Type, UnaryOp,
};

/// A source of small random numbers (a linear congruential generator, Knuth's constants).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn ty(&mut self) -> Type {
        // Mostly u32, so that some modules are valid.
        [
            Type::U32,
            Type::U32,
            Type::U32,
            Type::U32,
            Type::Bool,
            Type::I32,
            Type::U64,
        ][self.below(7) as usize]
    }

    fn local(&mut self) -> LocalId {
        LocalId(self.below(7) as u32)
    }

    fn expr(&mut self, depth: u64) -> Expr {
        let ty = self.ty();
        let inner = |n: &mut Self| Box::new(n.expr(depth + 1));
        let kind = match self.below(if depth > 3 { 2 } else { 9 }) {
            0 => ExprKind::Literal(self.below(3)),
            1 => ExprKind::Local(self.local()),
            2 => ExprKind::Element(self.local(), inner(self)),
            3 => ExprKind::TableElement(self.below(2) as u32, inner(self)),
            4 => ExprKind::Unary(UnaryOp::CountOnes, inner(self)),
            5 => ExprKind::Cast(inner(self)),
            6 => ExprKind::Select {
                condition: inner(self),
                then: inner(self),
                otherwise: inner(self),
            },
            7 => ExprKind::Binary(BinaryOp::Div, inner(self), inner(self)),
            _ => ExprKind::Binary(BinaryOp::Shl, inner(self), inner(self)),
        };
        Expr { ty, kind }
    }

    fn nodes(&mut self, depth: u64) -> Vec<Node> {
        let count = self.below(4);
        (0..count).map(|_| self.node(depth)).collect()
    }

    fn node(&mut self, depth: u64) -> Node {
        match self.below(if depth > 2 { 7 } else { 11 }) {
            0 => Node::Let {
                local: self.local(),
                value: self.expr(2),
                mutable: self.below(2) == 0,
            },
            1 => Node::Declare {
                local: self.local(),
            },
            2 => Node::Assign {
                local: self.local(),
                value: self.expr(2),
            },
            3 => Node::StoreElement {
                array: self.local(),
                index: self.expr(3),
                value: self.expr(3),
            },
            4 => Node::Return(vec![self.expr(2)]),
            5 => [Node::Break, Node::Continue][self.below(2) as usize].clone(),
            6 => Node::Call {
                function: FunctionId(self.below(3) as u32),
                args: (0..self.below(3)).map(|_| self.expr(3)).collect(),
                results: vec![self.local()],
            },
            7 => Node::If {
                condition: self.expr(3),
                then: self.nodes(depth + 1),
                otherwise: self.nodes(depth + 1),
            },
            8 => Node::Loop {
                counter: self.local(),
                from: Expr::u32(0),
                to: Expr::u32(self.below(4) as u32),
                body: self.nodes(depth + 1),
            },
            9 => Node::While {
                bound: self.below(5),
                head: self.nodes(depth + 1),
                condition: self.expr(3),
                body: self.nodes(depth + 1),
                step: self.nodes(depth + 1),
            },
            _ => Node::Block(self.nodes(depth + 1)),
        }
    }

    fn function(&mut self) -> Function {
        let local = |n: &mut Self, k: u64| Local {
            name: format!("x{k}"),
            ty: n.ty(),
            len: (n.below(5) == 0).then(|| n.below(4) as u32),
        };
        let locals = (0..6).map(|k| local(self, k)).collect();
        let mut body = self.nodes(0);
        body.push(Node::Return(vec![Expr::u32(0)]));
        Function {
            name: "f".to_owned(),
            params: (0..self.below(2)).map(|k| LocalId(k as u32)).collect(),
            results: vec![Type::U32],
            locals,
            tables: vec![Table {
                name: "T".to_owned(),
                ty: self.ty(),
                data: vec![1; self.below(3) as usize],
            }],
            body,
        }
    }
}

/// Oracle: no input panics; a valid module runs, for any operands, to a result or a fault.
#[test]
fn random_modules_never_panic() {
    let mut numbers = Numbers(1);
    let (mut valid, mut invalid) = (0, 0);
    for _ in 0..20_000 {
        let module = Module {
            functions: (0..2).map(|_| numbers.function()).collect(),
            entry: FunctionId(numbers.below(2) as u32),
        };
        let text = vyre_conform_ir::print::module(&module);
        assert!(!text.is_empty());
        match validate(module) {
            Ok(module) => {
                valid += 1;
                let entry = module.module().entry();
                let params = entry.params.iter().map(|p| entry.locals[p.0 as usize].ty);
                let words: usize = params.map(|ty| ty.bits().div_ceil(32) as usize).sum();
                let operands = vec![numbers.below(4) as u32; words];
                let run = Interpreter::new(&module).call_words(&operands, &mut [0]);
                assert!(!matches!(run, Err(Fault::Signature { .. })), "{run:?}");
            }
            Err(actual) => {
                invalid += 1;
                assert!(!actual.is_empty());
            }
        }
    }
    assert!(valid > 100 && invalid > 100, "{valid} valid, {invalid} not");
}

/// Oracle: counting: the first hundred violations of each rule, and one line with the number of others.
#[test]
#[ignore = "a long run: seconds"]
fn many_violations_of_a_rule_are_counted() {
    let mut k = Kernel::new("k", [1, 1, 1]);
    for n in 0..100_000 {
        k.read_only(["one", "two"][n % 2], Type::U32);
    }
    let violations =
        validate_program(k.finish(), &(), &Limits::WEBGPU).expect_err("too many buffers");
    let of = |rule| violations.iter().filter(move |f| f.rule == rule);
    assert_eq!(of("V001").count(), 101);
    let last = of("V001").next_back().expect("the last one");
    assert_eq!(
        last.message,
        format!("{} more violations of this rule", 99_998 - 100)
    );
    assert!(violations.len() < 300, "{}", violations.len());
    assert!(violations.iter().all(|f| !f.remedy.is_empty()));
}

/// Oracle: V017, on a stack that recursion over the functions would overflow.
#[test]
fn chains_of_any_length_are_refused() {
    let function = |k: u32| {
        let mut f = FunctionBuilder::new("f", vec![Type::U32]);
        let local = f.local("x", Type::U32);
        let call = Node::Call {
            function: FunctionId(k + 1),
            args: vec![],
            results: vec![local],
        };
        let read = f.read(local);
        f.finish(vec![call, Node::Return(vec![read])])
    };
    let mut functions: Vec<_> = (0..40_000).map(function).collect();
    let end = FunctionBuilder::new("end", vec![Type::U32]);
    functions.push(end.finish(vec![Node::Return(vec![Expr::u32(1)])]));
    let module = Module {
        functions,
        entry: FunctionId(0),
    };
    let mut k = Kernel::new("k", [1, 1, 1]);
    module
        .functions
        .iter()
        .for_each(|f| _ = k.function(f.clone()));
    k.call_function(FunctionId(0), vec![]);
    let program = k.finish();
    let thread = std::thread::Builder::new().stack_size(512 << 10);
    let rules = thread.spawn(move || {
        let program = validate_program(program, &(), &Limits::WEBGPU).expect_err("too deep");
        let module = validate(module).expect_err("too deep");
        [program, module].map(|actual| actual[0].rule)
    });
    assert_eq!(rules.expect("a thread").join().ok(), Some(["V017"; 2]));
}
