//! Calls of a kernel: ops of a library by id, and functions that the program contains.

use super::Kernel;
use crate::{Callee, Expr, ExprKind, Function, FunctionId, Node, Operand, Type, Var};

impl Kernel {
    /// The value of a library op with this id. `result` is the type of its result.
    ///
    /// Ops pass vectors as lanes, one `u32` each. A [`Type::Vec2`] or [`Type::Vec4`] among `args` is
    /// evaluated once and its lanes are passed in order; a `result` of such a type is composed of the
    /// returned lanes. Validation checks that the op has these operands and this result (rule V032).
    ///
    /// ```
    /// use vyre_conform_ir::{Axis, Expr, Kernel, Type};
    ///
    /// // The maxima of four lanes at once, by an op `(u32x4, u32x4) -> u32x4`.
    /// let mut k = Kernel::new("maxima", [64, 1, 1]);
    /// let [a, b] = ["a", "b"].map(|name| k.read_only(name, Type::Vec4));
    /// let out = k.read_write("out", Type::Vec4);
    /// let i = k.bind("i", Expr::invocation_id(Axis::X));
    /// let larger = k.call("u32x4::max", vec![a.at(i), b.at(i)], Type::Vec4);
    /// k.store(out, i, larger);
    /// ```
    pub fn call(&mut self, id: &str, args: Vec<Expr>, result: Type) -> Var {
        let callee = Callee::Op(id.to_owned());
        let known = self.callees.iter().position(|c| *c == callee);
        let function = known.unwrap_or_else(|| {
            self.callees.push(callee);
            self.callees.len() - 1
        });
        let name = id.rsplit("::").next().unwrap_or(id);
        let args = self.lanes(args);
        let component = result.lanes().map_or(result, |_| Type::U32);
        let results: Vec<Var> = (0..result.lanes().unwrap_or(1))
            .map(|_| Var {
                local: self.function.local(name, component),
                ty: component,
            })
            .collect();
        self.push(Node::Call {
            function: FunctionId(function as u32),
            args,
            results: results.iter().map(|var| var.local).collect(),
        });
        match results[..] {
            [one] if result.lanes().is_none() => one,
            _ => {
                let lanes = results.into_iter().map(Expr::from);
                self.bind(name, Expr::compose(lanes.collect()))
            }
        }
    }

    /// The arguments, with every vector replaced by its lanes.
    fn lanes(&mut self, args: Vec<Expr>) -> Vec<Expr> {
        let mut flat = vec![];
        for arg in args {
            let Some(count) = arg.ty.lanes() else {
                flat.push(arg);
                continue;
            };
            match arg.kind {
                // A composed vector already has separate lanes.
                ExprKind::Compose(lanes) if lanes.len() == count as usize => flat.extend(lanes),
                // Reading a local costs nothing; anything else is evaluated once instead of once per
                // lane.
                kind => {
                    let vector = Expr { kind, ty: arg.ty };
                    let vector = match vector.kind {
                        ExprKind::Local(_) => vector,
                        _ => self.bind("vector", vector).into(),
                    };
                    flat.extend((0..count).map(|lane| vector.clone().lane(lane)));
                }
            }
        }
        flat
    }

    /// Adds a function to the program.
    pub fn function(&mut self, function: Function) -> FunctionId {
        self.callees.push(Callee::Function(function));
        FunctionId(self.callees.len() as u32 - 1)
    }

    /// The values of a function that was added; empty for any other function.
    pub fn call_function(&mut self, function: FunctionId, args: Vec<Expr>) -> Vec<Var> {
        let Some(Callee::Function(callee)) = self.callees.get(function.0 as usize) else {
            return vec![];
        };
        let (name, types) = (callee.name.clone(), callee.results.clone());
        let results: Vec<Var> = types
            .into_iter()
            .map(|ty| Var {
                local: self.function.local(&name, ty),
                ty,
            })
            .collect();
        self.push(Node::Call {
            function,
            args,
            results: results.iter().map(|var| var.local).collect(),
        });
        results
    }
}
