//! I2: lowering a composition equals composing the lowerings: an op is called with the results of another one, in one
//! program and in two.

use super::devices::devices;
use crate::programs::{library, ops};
use vyre_conform_fuzz::OpSignature;
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_lower as lower;
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::ir::{
    Access, Axis, BinaryOp, BufferDecl, BufferId, Callee, Expr, ExprKind, FunctionBuilder,
    FunctionId, LocalId, Node, Program, Type,
};
use vyre_conform_runtime::spec::ValueType;
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::backend::Backend;

/// The number of invocations, each with its own words.
const CASES: u32 = 64;

/// The seed for partners and words.
const SEED: u64 = 0x1290;

/// The number of second ops for each op.
const PARTNERS: u64 = 3;

/// Numbers in an uninformative order, from the stream of witnesses.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 += 1;
        let half = |index| u64::from(witness::word(SEED, self.0, index, 0, ValueType::U32));
        half(0) << 32 | half(1)
    }

    /// A word: mostly an edge, at times any.
    fn word(&mut self) -> u32 {
        const EDGES: [u32; 8] = [0, 1, 2, 31, 0x7fff_ffff, 0x8000_0000, 0x7f80_0001, u32::MAX];
        let number = self.next();
        match number % 3 {
            0 => (number >> 32) as u32,
            _ => EDGES[(number >> 32) as usize % EDGES.len()],
        }
    }
}

fn words(types: &[Type]) -> u32 {
    types.iter().map(|ty| ty.words() as u32).sum()
}

/// A kernel under construction, whose buffers are words: each invocation has the words of its values.
struct WordKernel {
    builder: FunctionBuilder,
    body: Vec<Node>,
    callees: Vec<Callee>,
    buffers: Vec<BufferDecl>,
}

impl WordKernel {
    fn new() -> Self {
        Self {
            builder: FunctionBuilder::new("composed", vec![]),
            body: vec![],
            callees: vec![],
            buffers: vec![],
        }
    }

    fn buffer(&mut self, name: &str, access: Access) -> BufferId {
        let number = self.buffers.len() as u32;
        self.buffers.push(BufferDecl {
            name: name.to_owned(),
            binding: number,
            access,
            element: Type::U32,
            count: None,
        });
        BufferId(number)
    }

    /// The values of this invocation.
    fn load(&self, buffer: BufferId, types: &[Type]) -> Vec<Expr> {
        let mut position = 0;
        let word = |k: u32| {
            let kind = ExprKind::Load(buffer, Box::new(index(k, types)));
            let ty = Type::U32;
            Expr { ty, kind }
        };
        let values = types.iter().map(|ty| {
            let first = position;
            position += ty.words() as u32;
            match ty {
                Type::U32 => word(first),
                Type::U64 => {
                    let [low, high] = [0, 1].map(|k| Expr::cast(Type::U64, word(first + k)));
                    let high = Expr::binary(BinaryOp::Shl, high, Expr::u32(32));
                    Expr::binary(BinaryOp::Or, low, high)
                }
                _ => Expr::cast(*ty, word(first)),
            }
        });
        values.collect()
    }

    fn store(&mut self, buffer: BufferId, values: &[Expr]) {
        let types: Vec<Type> = values.iter().map(|value| value.ty).collect();
        let mut position = 0;
        for value in values {
            let high = || Expr::binary(BinaryOp::Shr, value.clone(), Expr::u32(32));
            let parts = match value.ty {
                Type::U32 => vec![value.clone()],
                Type::U64 => vec![
                    Expr::cast(Type::U32, value.clone()),
                    Expr::cast(Type::U32, high()),
                ],
                _ => vec![Expr::cast(Type::U32, value.clone())],
            };
            for part in parts {
                self.body.push(Node::Store {
                    buffer,
                    index: index(position, &types),
                    value: part,
                });
                position += 1;
            }
        }
    }

    fn call(&mut self, op: &OpSignature, args: Vec<Expr>) -> Vec<Expr> {
        self.callees.push(Callee::Op(op.id.clone()));
        let results = op.results.iter();
        let results: Vec<LocalId> = results.map(|ty| self.builder.local("r", *ty)).collect();
        self.body.push(Node::Call {
            function: FunctionId(self.callees.len() as u32 - 1),
            args,
            results: results.clone(),
        });
        let results = results.into_iter().zip(&op.results);
        results.map(|(r, ty)| Expr::local(r, *ty)).collect()
    }

    fn finish(self) -> ValidProgram {
        let program = Program {
            name: "composed".to_owned(),
            buffers: self.buffers,
            workgroup_size: [CASES, 1, 1],
            entry: self.builder.finish(self.body),
            callees: self.callees,
        };
        validate_program(program, library(), &Limits::WEBGPU)
            .unwrap_or_else(|actual| panic!("{}", actual[0]))
    }
}

/// The index of word `k` of this invocation, of values of these types.
fn index(k: u32, types: &[Type]) -> Expr {
    let me = Expr::invocation_id(Axis::X);
    let first = Expr::binary(BinaryOp::Mul, me, Expr::u32(words(types)));
    Expr::binary(BinaryOp::Add, first, Expr::u32(k))
}

/// Two ops, and for each parameter of the second the result of the first that it receives.
struct Pair<'a> {
    first: &'a OpSignature,
    second: &'a OpSignature,
    takes: Vec<Option<usize>>,
}

impl<'a> Pair<'a> {
    /// The pair, if some result of the first fits a parameter of the second. As many as possible are connected.
    fn new(first: &'a OpSignature, second: &'a OpSignature) -> Option<Self> {
        let mut next = 0;
        let takes = second.params.iter().map(|ty| {
            let count = first.results.len();
            let candidates = (0..count).map(|k| (next + k) % count);
            let actual = candidates.into_iter().find(|k| first.results[*k] == *ty);
            next = actual.map_or(next, |k| k + 1);
            actual
        });
        let takes: Vec<_> = takes.collect();
        takes.iter().any(Option::is_some).then_some(Self {
            first,
            second,
            takes,
        })
    }

    /// The arguments of the second op, from the results of the first and the loaded values.
    fn args(&self, operand_words: &[Expr], loaded: &[Expr]) -> Vec<Expr> {
        let args = self.takes.iter().zip(loaded);
        args.map(|(takes, loaded)| takes.map_or(loaded, |k| &operand_words[k]).clone())
            .collect()
    }

    /// Both in one program.
    fn composed(&self) -> ValidProgram {
        let mut k = WordKernel::new();
        let [first, second] = ["first", "second"].map(|name| k.buffer(name, Access::ReadOnly));
        let out = k.buffer("out", Access::ReadWrite);
        let args = k.load(first, &self.first.params);
        let argument = k.call(self.first, args);
        let loaded = k.load(second, &self.second.params);
        let results = k.call(self.second, self.args(&argument, &loaded));
        k.store(out, &results);
        k.finish()
    }

    /// One after the other, with the results of the first in a buffer.
    fn separate_programs(&self) -> [ValidProgram; 2] {
        let mut k = WordKernel::new();
        let first = k.buffer("first", Access::ReadOnly);
        let between = k.buffer("between", Access::ReadWrite);
        let args = k.load(first, &self.first.params);
        let argument = k.call(self.first, args);
        k.store(between, &argument);
        let first = k.finish();
        let mut k = WordKernel::new();
        let between = k.buffer("between", Access::ReadOnly);
        let second = k.buffer("second", Access::ReadOnly);
        let out = k.buffer("out", Access::ReadWrite);
        let argument = k.load(between, &self.first.results);
        let loaded = k.load(second, &self.second.params);
        let results = k.call(self.second, self.args(&argument, &loaded));
        k.store(out, &results);
        [first, k.finish()]
    }

    /// A launch of all three programs, with the results of the composition and of the parts.
    fn launch(&self, numbers: &mut Numbers) -> Launch {
        let mut some = |types: &[Type]| {
            let words = (0..CASES * words(types)).map(|_| numbers.word());
            Contents::Words(words.collect())
        };
        let zeros = |types: &[Type]| Contents::Zeros((CASES * words(types)) as usize);
        let out = zeros(&self.second.results);
        let buffers = vec![
            some(&self.first.params),
            some(&self.second.params),
            zeros(&self.first.results),
            out.clone(),
            out,
        ];
        let step = |program, buffers: &[usize]| Step {
            program,
            workgroups: [1, 1, 1],
            buffers: buffers.to_vec(),
        };
        Launch {
            buffers,
            steps: vec![step(0, &[0, 1, 3]), step(1, &[0, 2]), step(2, &[2, 1, 4])],
            read_back: vec![3, 4],
        }
    }
}

/// Every op first, each with several seconds that accept its results.
fn pairs(numbers: &mut Numbers) -> Vec<Pair<'static>> {
    let all = ops().signatures;
    let mut pairs = vec![];
    for first in all {
        let mut fitting: Vec<_> = all.iter().filter_map(|op| Pair::new(first, op)).collect();
        for _ in 0..PARTNERS.min(fitting.len() as u64) {
            let position = numbers.next() % fitting.len() as u64;
            pairs.push(fitting.swap_remove(position as usize));
        }
    }
    pairs
}

/// Oracle: the two programs of the parts, one after the other, on the interpreter and on every adapter. I2.
#[test]
#[ignore = "a long run: a minute"]
fn i2_a_composition_is_its_parts_one_after_the_other() {
    let mut numbers = Numbers(0);
    let pairs = pairs(&mut numbers);
    assert!(pairs.len() > 200, "{} pairs", pairs.len());
    for pair in pairs {
        let what = format!("{} of {}", pair.second.id, pair.first.id);
        let [first, second] = pair.separate_programs();
        let programs = [pair.composed(), first, second];
        let text = lower::program(&programs[0]);
        assert!(!text.contains("::"), "{what}: an id is left:\n{text}");
        let launch = pair.launch(&mut numbers);
        let expected = run_launch(&programs, &launch, &Options::default()).expect("no fault");
        assert_eq!(expected[0], expected[1], "the interpreter: {what}");
        for device in devices() {
            let loaded = device.load_programs(&programs).expect("they load");
            let actual = loaded.run(&launch).expect("it runs");
            let slug = &device.identity().slug;
            assert_eq!(actual, expected, "{slug}: {what}\n{text}");
        }
    }
}
