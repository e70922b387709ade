//! Links the functions of a module, each once, callees before callers.

use super::Problem;
use super::emit::emit;
use super::infer::infer;
use crate::body::{Body, BodyCallee};
use crate::registry::Place;
use std::any::TypeId;
use vyre_conform_ir::{Function, FunctionId, MAX_CALL_DEPTH, Module};

pub(super) fn link(
    entry: &'static Body,
    body_of: &dyn Fn(TypeId) -> Option<&'static Body>,
    refused: &dyn Fn(&'static Body) -> Option<String>,
) -> Result<Module, Vec<Problem>> {
    let mut linker = Linker {
        body_of,
        refused,
        functions: vec![],
        done: vec![],
        chain: vec![],
        problems: vec![],
    };
    let entry = linker.function(entry);
    match entry {
        Some(done) if linker.problems.is_empty() => Ok(Module {
            functions: linker.functions,
            entry: done.id,
        }),
        _ => Err(linker.problems),
    }
}

/// A translated function.
#[derive(Clone, Copy, Debug)]
struct LinkedFunction {
    id: FunctionId,
    /// Number of functions on the longest chain of calls from here, this one included.
    height: usize,
}

struct Linker<'a> {
    body_of: &'a dyn Fn(TypeId) -> Option<&'static Body>,
    /// Returns the reason why a function must not be called, if there is one.
    refused: &'a dyn Fn(&'static Body) -> Option<String>,
    functions: Vec<Function>,
    /// Every body visited so far; `None` if it has problems.
    done: Vec<(&'static Body, Option<LinkedFunction>)>,
    /// The functions in translation, outermost first.
    chain: Vec<&'static Body>,
    problems: Vec<Problem>,
}

impl Linker<'_> {
    /// Translates a function and its callees; returns `None` on problems.
    fn function(&mut self, body: &'static Body) -> Option<LinkedFunction> {
        if let Some((_, done)) = self.done.iter().find(|(b, _)| std::ptr::eq(*b, body)) {
            return *done;
        }
        let (typed, problems) = infer(body);
        let mut sound = problems.is_empty();
        self.problems.extend(problems);

        self.chain.push(body);
        let mut callees = Vec::with_capacity(typed.callees.len());
        let mut height = 1;
        for (callee, line) in &typed.callees {
            match self.callee(callee, body, *line) {
                Some(done) => {
                    height = height.max(done.height + 1);
                    callees.push(done.id);
                }
                None => sound = false,
            }
        }
        self.chain.pop();

        let mut done = None;
        if sound {
            match emit(body, &typed, &callees, &self.functions) {
                Ok(function) => {
                    self.functions.push(function);
                    let id = FunctionId(self.functions.len() as u32 - 1);
                    done = Some(LinkedFunction { id, height });
                }
                Err(problems) => self.problems.extend(problems),
            }
        }
        self.done.push((body, done));
        done
    }

    fn callee(
        &mut self,
        callee: &BodyCallee,
        caller: &'static Body,
        line: u32,
    ) -> Option<LinkedFunction> {
        let place = Place {
            module: "",
            file: caller.file,
            line,
        };
        let path = (callee.key.path)();
        let refuse = |linker: &mut Self, message: String| {
            linker.problems.push(Problem::new(place, message));
            None
        };
        let Some(body) = (self.body_of)((callee.key.id)()) else {
            return refuse(
                self,
                format!(
                    "`{path}` carries neither #[vyre_op] nor #[vyre_fn]: add #[vyre_fn] to it, \
                     or #[vyre_op] if it is an op of its own"
                ),
            );
        };
        if let Some(reason) = (self.refused)(body) {
            return refuse(self, format!("`{path}` {reason}"));
        }
        if let Some(start) = self.chain.iter().position(|b| std::ptr::eq(*b, body)) {
            let mut names: Vec<&str> = self.chain[start..].iter().map(|b| b.name).collect();
            names.push(body.name);
            let cycle = names.join(" -> ");
            return refuse(
                self,
                format!(
                    "`{}` calls itself ({cycle}): write the recursion as a loop",
                    body.name
                ),
            );
        }
        let too_deep = format!(
            "calls nest more than {MAX_CALL_DEPTH} deep here: write some of the called functions \
             out"
        );
        if self.chain.len() >= MAX_CALL_DEPTH {
            return refuse(self, too_deep);
        }
        let done = self.function(body)?;
        if self.chain.len() + done.height > MAX_CALL_DEPTH {
            return refuse(self, too_deep);
        }
        Some(done)
    }
}
