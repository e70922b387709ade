//! The functions of a program with a text instead of a lowering: native implementations of ops, and
//! hardware ops.
//!
//! While its text is produced, a module's functions are renumbered: equal ones are merged, calls are
//! spliced in, and callees come first. So each function with a text gets a unique name until then, by
//! which it is found again.

use std::collections::{BTreeMap, BTreeSet};
use vyre_conform_ir::{HardwareCall, HardwareOp, Module};

/// The first words of WGSL directives, which precede all declarations.
const DIRECTIVES: [&str; 3] = ["enable", "requires", "diagnostic"];

/// The replacement for a lowered body.
#[derive(Clone, Debug)]
enum Source {
    /// A native text, whose function has this name.
    Native,
    /// The hand-written text of an op, and the original name of the function.
    HandWritten(HardwareOp, String),
}

/// The functions of a module with a text, by their names in it.
#[derive(Debug, Default)]
pub(super) struct Textual(BTreeMap<String, Source>);

/// The functions of a module with a text, by index.
#[derive(Debug, Default)]
pub(super) struct TextFunctions {
    /// The names of native texts.
    pub(super) natives: BTreeMap<usize, String>,
    /// The hardware ops.
    pub(super) hardware: BTreeMap<usize, HardwareOp>,
}

impl Textual {
    /// Gives each of these functions a unique name that `is_taken` rejects as well.
    pub(super) fn hand_written(
        module: &mut Module,
        calls: &[HardwareCall],
        is_taken: impl Fn(&str) -> bool,
    ) -> Self {
        let mut entries = BTreeMap::new();
        let mut number = 0;
        for call in calls {
            let name = loop {
                let name = format!("by_hand_{number}");
                number += 1;
                let mut functions = module.functions.iter();
                if !is_taken(&name) && !functions.any(|f| f.name == name) {
                    break name;
                }
            };
            let function = &mut module.functions[call.function.0 as usize];
            let before = std::mem::replace(&mut function.name, name.clone());
            entries.insert(name, Source::HandWritten(call.op, before));
        }
        Self(entries)
    }

    /// Marks the function with this name as a native text.
    pub(super) fn native(&mut self, name: String) {
        self.0.insert(name, Source::Native);
    }

    pub(super) fn names(&self) -> BTreeSet<String> {
        self.0.keys().cloned().collect()
    }

    /// Finds the functions again, and restores the names of hardware ops.
    pub(super) fn text_functions(&self, module: &mut Module) -> TextFunctions {
        let mut text_functions = TextFunctions::default();
        for (number, function) in module.functions.iter_mut().enumerate() {
            match self.0.get(&function.name) {
                Some(Source::Native) => {
                    text_functions.natives.insert(number, function.name.clone());
                }
                Some(Source::HandWritten(op, name)) => {
                    function.name.clone_from(name);
                    text_functions.hardware.insert(number, *op);
                }
                None => {}
            }
        }
        text_functions
    }
}

/// The directives at the beginning of a text, and the rest. Comments before the last directive are
/// dropped.
pub(super) fn without_directives(text: &str) -> (Vec<String>, &str) {
    let mut results = vec![];
    let mut kept = text.trim();
    let mut rest = kept;
    loop {
        let begins = |word: &&str| {
            let after = rest.strip_prefix(*word);
            after.is_some_and(|after| after.starts_with([' ', '(', '\n', '\t']))
        };
        let is_directive = DIRECTIVES.iter().any(begins);
        let end = match rest.get(..2) {
            Some("//") => rest.find('\n'),
            Some("/*") => rest.find("*/").map(|end| end + 1),
            _ if is_directive => rest.find(';'),
            _ => None,
        };
        let Some(end) = end else {
            return (results, kept);
        };
        let (piece, suffix) = rest.split_at(end + 1);
        rest = suffix.trim_start();
        if is_directive {
            results.push(piece.to_owned());
            kept = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: by hand, with the grammar of WGSL.
    #[test]
    fn directives_are_split_from_the_front() {
        let text = "// of two\nenable f16;\n/* a\n b */ requires x;\n// of all\nconst k: u32 = 4u; enable no;";
        let (directives, rest) = without_directives(text);
        assert_eq!(directives, ["enable f16;", "requires x;"]);
        assert_eq!(rest, "// of all\nconst k: u32 = 4u; enable no;");
        for plain in [
            "// what it does\nfn f() {}",
            "enabled",
            "/* open",
            "enable f16",
        ] {
            assert_eq!(without_directives(plain), (vec![], plain));
        }
    }
}
