//! Merges the functions of several modules into one list, sharing equal ones.

use super::node::renumber;
use super::{Function, FunctionId, Module};
use std::collections::HashMap;

/// The functions of several modules, each after its callees.
#[derive(Clone, Debug, Default)]
pub struct MergedFunctions {
    functions: Vec<Function>,
    /// Functions that are not entries, by name.
    called: HashMap<String, Vec<FunctionId>>,
}

impl MergedFunctions {
    /// Adds the functions of a module that are not yet present, and returns the index of its entry. An
    /// entry is never shared, even with an equal function.
    pub fn add(&mut self, module: &Module) -> FunctionId {
        let mut numbers = HashMap::new();
        for id in module.callees_first() {
            let mut function = module.functions[id.0 as usize].clone();
            renumber(&mut function.body, &|id| {
                numbers.get(&id).copied().unwrap_or(id)
            });
            let number = if id == module.entry {
                self.push(function)
            } else {
                self.shared(function)
            };
            numbers.insert(id, number);
        }
        numbers.get(&module.entry).copied().unwrap_or(module.entry)
    }

    /// The functions, by number.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    fn push(&mut self, function: Function) -> FunctionId {
        self.functions.push(function);
        FunctionId(self.functions.len() as u32 - 1)
    }

    fn shared(&mut self, function: Function) -> FunctionId {
        let same = self.called.get(&function.name).into_iter().flatten();
        let mut same = same.filter(|id| self.functions[id.0 as usize] == function);
        if let Some(id) = same.next() {
            return *id;
        }
        let name = function.name.clone();
        let id = self.push(function);
        self.called.entry(name).or_default().push(id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FunctionBuilder, Node};

    /// A module whose entry is the `last` function; each function calls those with these indices.
    fn module(functions: &[(&str, &[u32])]) -> Module {
        let function = |(name, callees): &(&str, &[u32])| {
            let call = |callee: &u32| Node::Call {
                function: FunctionId(*callee),
                args: vec![],
                results: vec![],
            };
            let body = callees.iter().map(call).collect();
            FunctionBuilder::new(name, vec![]).finish(body)
        };
        Module {
            functions: functions.iter().map(function).collect(),
            entry: FunctionId(functions.len() as u32 - 1),
        }
    }

    /// Oracle: worked out by hand: both modules have `low` and `high`, `other` differs in its body, and
    /// entries are not shared.
    #[test]
    fn shared_functions_are_merged() {
        let mut merged = MergedFunctions::default();
        let first = module(&[("low", &[]), ("high", &[0, 0]), ("op", &[1, 0])]);
        let second = module(&[
            ("unused", &[]),
            ("low", &[]),
            ("high", &[1, 1]),
            ("op", &[1, 2]),
        ]);
        let third = module(&[("low", &[]), ("high", &[0]), ("op", &[1])]);
        let entries = [&first, &second, &third, &third].map(|function| merged.add(function));
        assert_eq!(entries.map(|id| id.0), [2, 3, 5, 6]);
        let callees: Vec<_> = merged.functions().iter().map(callees_of).collect();
        let expected: [(&str, &[u32]); 7] = [
            ("low", &[]),
            ("high", &[0, 0]),
            ("op", &[1, 0]),
            ("op", &[0, 1]),
            ("high", &[0]),
            ("op", &[4]),
            ("op", &[4]),
        ];
        let expected = expected.map(|(name, function)| (name.to_owned(), function.to_vec()));
        assert_eq!(callees, expected);
    }

    fn callees_of(function: &Function) -> (String, Vec<u32>) {
        let callees = crate::callees(&function.body);
        (
            function.name.clone(),
            callees.iter().map(|id| id.0).collect(),
        )
    }
}
