//! Types of calls: methods by the table, functions by their signature.

use super::Infer;
use crate::body::{Ast, BodyCallee, Primitive};
use crate::elaborate::methods::{self, Argument, Method, Receiver, ResultType};
use crate::elaborate::tree::{Kind, Tree};
use crate::elaborate::types::{Ty, primitive_name};

impl Infer {
    pub(super) fn method(
        &mut self,
        name: &str,
        receiver: &'static Ast,
        arguments: &'static [Ast],
    ) -> Tree {
        let receiver = self.expr(receiver);
        let arguments = self.exprs(arguments);
        let Some(method) = methods::find(name) else {
            let hint = match methods::nearest(name) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "write it with the methods of the kernel subset (wrapping_*, \
                         overflowing_*, checked_*, saturating_*, rotate_*, count_ones, min, max, ..)"
                    .to_owned(),
            };
            return self.wrong(format!(
                "`{name}` is not a method of the kernel subset: {hint}"
            ));
        };
        if arguments.len() != method.arguments.len() {
            let (found, want) = (arguments.len(), method.arguments.len());
            return self.wrong(format!("`{name}` takes {want} arguments, found {found}"));
        }
        let own = self.receiver_type(method, &receiver);
        for (argument, want) in arguments.iter().zip(method.arguments) {
            let want = match want {
                Argument::Same => own.clone(),
                Argument::U32 => Ty::U32,
                Argument::Bool => Ty::BOOL,
            };
            self.same(&argument.ty, &want, &format!("an argument of `{name}`"));
        }
        if let Receiver::Integer(allowed) = method.receiver
            && let Ty::One(found) = self.types.resolve(&own)
            && !allowed.contains(&found)
        {
            return self.wrong(not_of(name, found));
        }
        let ty = self.result_type(method, own);
        let mut operands = vec![receiver];
        operands.extend(arguments);
        self.tree(ty, Kind::Method(method, operands))
    }

    /// The type to which a method's receiver is held: an integer, or the content of an option.
    fn receiver_type(&mut self, method: &Method, receiver: &Tree) -> Ty {
        let of = format!("the receiver of `{}`", method.name);
        match method.receiver {
            Receiver::Checked => {
                let content = self.types.any();
                let option = Ty::Option(Box::new(content.clone()));
                self.same(&receiver.ty, &option, &of);
                content
            }
            Receiver::Integer(_) => {
                let integer = self.types.integer();
                self.same(&receiver.ty, &integer, &of);
                receiver.ty.clone()
            }
        }
    }

    fn result_type(&mut self, method: &Method, own: Ty) -> Ty {
        match method.result {
            ResultType::Same => own,
            ResultType::U32 => Ty::U32,
            ResultType::Bool => Ty::BOOL,
            ResultType::Unsigned => match self.types.resolve(&own) {
                Ty::One(Primitive::I32) | Ty::Var(_) => Ty::U32,
                other => other,
            },
            ResultType::Overflowing => Ty::Tuple(vec![own, Ty::BOOL]),
            ResultType::Double => Ty::Tuple(vec![own.clone(), own]),
            ResultType::Optional => Ty::Option(Box::new(own)),
        }
    }

    pub(super) fn call(&mut self, callee: &BodyCallee, arguments: &'static [Ast]) -> Tree {
        let arguments = self.exprs(arguments);
        let path = (callee.key.path)();
        let params = (callee.params)();
        if params.len() != arguments.len() {
            let (found, want) = (arguments.len(), params.len());
            return self.wrong(format!("`{path}` takes {want} arguments, found {found}"));
        }
        for (argument, param) in arguments.iter().zip(&params) {
            self.same(
                &argument.ty,
                &Ty::from_shape(param),
                &format!("an argument of `{path}`"),
            );
        }
        let result = Ty::from_shape(&(callee.result)());
        if result == Ty::UNIT {
            return self.wrong(format!(
                "`{path}` gives nothing: a kernel function is its result, so give it one"
            ));
        }
        self.callees.push((*callee, self.line));
        self.tree(result, Kind::Call(self.callees.len() - 1, arguments))
    }
}

fn not_of(name: &str, found: Primitive) -> String {
    let ty = primitive_name(found);
    match found {
        Primitive::Usize => format!(
            "`{name}` of a `usize` depends on how wide `usize` is: compute in `u32` and write \
             `as usize` where the value is used as an index"
        ),
        _ => format!("`{ty}` has no method `{name}` in the kernel subset"),
    }
}
