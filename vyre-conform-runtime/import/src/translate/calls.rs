//! Inlining of all functions: their pointers refer to variables of the caller, and their barriers and
//! buffers belong to the kernel.

use super::exits::{self, Surroundings};
use super::pointer::Root;
use super::shape::Shape;
use super::statements::{SpannedStatement, Tail};
use super::{Data, Translator, Value};
use naga::valid::FunctionInfo;
use naga::{Expression, Function, Handle, LocalVariable, Statement};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use vyre_conform_ir::{Expr, LocalId, Node, Type};

/// Maximum number of locals for a variable of an aggregate type; a larger one becomes an array.
const MAX_LOCALS: u64 = 16;

/// A flag that a soft exit sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flag {
    pub(super) local: LocalId,
    pub(super) is_used: bool,
}

/// An enclosing loop or switch.
#[derive(Clone, Copy, Debug)]
pub(super) enum Breakable {
    Loop,
    /// With the flag of its `break`.
    Switch(Flag),
}

/// An inlined function.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    pub(super) function: &'a Function,
    pub(super) info: &'a FunctionInfo,
    pub(super) values: HashMap<Handle<Expression>, Value>,
    pub(super) arguments: Vec<Value>,
    pub(super) locals: HashMap<Handle<LocalVariable>, (Root, Rc<Shape>)>,
    /// Values for the `continuing` block of a loop, in locals of the block around the loop.
    pub(super) carried: HashMap<Handle<Expression>, Vec<LocalId>>,
    pub(super) breakables: Vec<Breakable>,
    /// The flag of `return`; `None` in the entry point.
    pub(super) returned: Option<Flag>,
    /// The locals of the result.
    pub(super) results: Vec<LocalId>,
}

impl<'a> Frame<'a> {
    pub(super) fn new(
        function: &'a Function,
        info: &'a FunctionInfo,
        arguments: Vec<Value>,
    ) -> Self {
        Self {
            function,
            info,
            values: HashMap::new(),
            arguments,
            locals: HashMap::new(),
            carried: HashMap::new(),
            breakables: vec![],
            returned: None,
            results: vec![],
        }
    }

    pub(super) fn surroundings(&self) -> Surroundings {
        let is_loop = |b: &Breakable| matches!(b, Breakable::Loop);
        Surroundings {
            is_inlined: self.returned.is_some(),
            in_switch: self.breakables.last().is_some_and(|b| !is_loop(b)),
            in_loop: self.breakables.iter().any(is_loop),
        }
    }
}

impl<'a> Translator<'a> {
    /// The function being inlined.
    pub(super) fn frame(&mut self) -> &mut Frame<'a> {
        self.frames
            .last_mut()
            .expect("a function is being translated")
    }

    /// Inlines a function, and returns its result if it has one.
    pub(super) fn call(
        &mut self,
        function: Handle<Function>,
        arguments: &[Handle<Expression>],
    ) -> Option<Data> {
        let arguments = arguments
            .iter()
            .map(|argument| match self.value(*argument) {
                Value::Data(data) => Value::Data(self.named(data)),
                pointer @ Value::Pointer(_) => pointer,
            });
        let arguments = arguments.collect();
        let info = &self.info[function];
        let function = &self.module.functions[function];
        let shape = function.result.as_ref().map(|result| self.shape(result.ty));
        let span = self.draft.span;
        let flag = self.draft.len();
        let returned = self.draft.declare("returned", Type::Bool, None);
        let mut frame = Frame::new(function, info, arguments);
        frame.returned = Some(Flag {
            local: returned,
            is_used: false,
        });
        self.frames.push(frame);
        self.declare_locals();
        let result = self.body(shape);
        let frame = self.frames.pop();
        if frame
            .and_then(|f| f.returned)
            .is_none_or(|flag| !flag.is_used)
        {
            self.draft.remove(flag);
        }
        self.draft.span = span;
        result
    }

    /// The body of an inlined function.
    fn body(&mut self, shape: Option<Rc<Shape>>) -> Option<Data> {
        let function = self.frame().function;
        let around = self.frame().surroundings();
        let mut list: Vec<SpannedStatement<'a>> = function.body.span_iter().collect();
        let last = list.last().map(|(statement, _)| *statement);
        let before = list.len().saturating_sub(1);
        let exits = exits::of_statements(list[..before].iter().map(|(s, _)| *s), around);
        if let Some(Statement::Return { value: Some(value) }) = last
            && !exits.is_soft()
            && !exits.always
        {
            list.truncate(before);
            self.statements(&list, Tail::default());
            let data = self.data(*value);
            return Some(self.named(data));
        }
        let leaves = shape
            .as_ref()
            .map_or(vec![], |s| s.leaves(super::shape::Packing::Dense));
        let results: Vec<LocalId> = leaves
            .into_iter()
            .map(|(_, ty)| self.draft.declare("result", ty, None))
            .collect();
        self.frame().results = results.clone();
        let tail = Tail {
            returns: true,
            breaks: false,
        };
        self.statements(&list, tail);
        let leaves = results
            .into_iter()
            .map(|local| Expr::local(local, self.draft.type_of(local)));
        let leaves = leaves.collect();
        shape.map(|shape| Data { shape, leaves })
    }

    /// Declares the variables of the function with their initial values.
    pub(super) fn declare_locals(&mut self) {
        let function = self.frame().function;
        let indexed = indexed(function);
        for (handle, variable) in function.local_variables.iter() {
            let name = variable.name.as_deref().unwrap_or("variable");
            let span = self.at(function.local_variables.get_span(handle));
            let shape = self.shape(variable.ty);
            let init = variable.init.map(|init| self.data(init));
            let few = shape.count() <= MAX_LOCALS && !indexed.contains(&handle);
            let root = self.variable(name, &shape, init, few);
            self.draft.span = span;
            self.frame().locals.insert(handle, (root, shape));
        }
    }

    /// A variable of the kernel: one local per scalar, or an array.
    pub(super) fn variable(
        &mut self,
        name: &str,
        shape: &Rc<Shape>,
        init: Option<Data>,
        few: bool,
    ) -> Root {
        if few {
            let leaves = shape.leaves(super::shape::Packing::Dense).into_iter();
            let locals = leaves.enumerate().map(|(k, (_, ty))| {
                let init = init.as_ref().and_then(|data| data.leaves.get(k).cloned());
                match init {
                    Some(init) => self.draft.variable(name, init),
                    None => self.draft.declare(name, ty, None),
                }
            });
            return Root::Locals(locals.collect());
        }
        let words = shape.count();
        if words > 1 << 24 {
            self.refuse(
                format!("the variable `{name}` of {words} words"),
                super::Remedy::TooLarge,
            );
            return Root::Nowhere;
        }
        let element = shape.common().unwrap_or(Type::U32);
        let array = self.draft.declare(name, element, Some(words.max(1) as u32));
        if let Some(data) = init {
            for (k, leaf) in (0..).zip(data.leaves) {
                if super::pointer::literal(&leaf) != Some(0) {
                    self.draft.push(Node::StoreElement {
                        array,
                        index: Expr::u32(k),
                        value: super::memory::to_element(leaf, element),
                    });
                }
            }
        }
        Root::Array(array, element)
    }
}

/// The variables with dynamic indices, or whose address is passed to a function.
fn indexed(function: &Function) -> HashSet<Handle<LocalVariable>> {
    let mut found = HashSet::new();
    let root = |mut handle: Handle<Expression>| loop {
        match function.expressions[handle] {
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => handle = base,
            Expression::LocalVariable(variable) => return Some(variable),
            _ => return None,
        }
    };
    for (_, expression) in function.expressions.iter() {
        if let Expression::Access { base, .. } = expression {
            found.extend(root(*base));
        }
    }
    let mut blocks = vec![&function.body];
    while let Some(block) = blocks.pop() {
        for statement in block.iter() {
            match statement {
                Statement::Call { arguments, .. } => {
                    found.extend(arguments.iter().filter_map(|argument| root(*argument)));
                }
                Statement::Block(block) => blocks.push(block),
                Statement::If { accept, reject, .. } => blocks.extend([accept, reject]),
                Statement::Switch { cases, .. } => blocks.extend(cases.iter().map(|c| &c.body)),
                Statement::Loop {
                    body, continuing, ..
                } => blocks.extend([body, continuing]),
                _ => {}
            }
        }
    }
    found
}
