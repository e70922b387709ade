//! The functions of a program that are text and not lowered: native implementations of ops, and the ops of one hardware
//! feature.
//!
//! On the way to its text a module changes the numbers of its functions: those that are alike become one, calls are
//! spliced in, and callees stand first. So each function that is text has a name of its own until then, by which it is
//! found again.

use std::collections::{BTreeMap, BTreeSet};
use vyre_conform_ir::{HardwareCall, HardwareOp, Module};

/// What a directive of WGSL begins with; directives stand before all declarations.
const DIRECTIVES: [&str; 3] = ["enable", "requires", "diagnostic"];

/// What stands in the place of a lowered body.
#[derive(Clone, Debug)]
enum Source {
    /// A native text, whose function has the name.
    Native,
    /// The text by hand of an op; the name that the function had.
    ByHand(HardwareOp, String),
}

/// The functions of a module that are text, by the names that they have in it.
#[derive(Debug, Default)]
pub(super) struct Textual(BTreeMap<String, Source>);

/// The functions of a module that are text, by their numbers.
#[derive(Debug, Default)]
pub(super) struct TextFunctions {
    /// The names of native texts.
    pub(super) natives: BTreeMap<usize, String>,
    /// The ops of one hardware feature.
    pub(super) hardware: BTreeMap<usize, HardwareOp>,
}

impl Textual {
    /// Gives each of these functions of a module a name that no function has and `is_taken` does not know.
    pub(super) fn by_hand(
        module: &mut Module,
        calls: &[HardwareCall],
        is_taken: impl Fn(&str) -> bool,
    ) -> Self {
        let mut made = BTreeMap::new();
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
            made.insert(name, Source::ByHand(call.op, before));
        }
        Self(made)
    }

    /// The function of this name is a native text.
    pub(super) fn native(&mut self, name: String) {
        self.0.insert(name, Source::Native);
    }

    pub(super) fn names(&self) -> BTreeSet<String> {
        self.0.keys().cloned().collect()
    }

    /// Finds the functions again, and gives those that are ops of one hardware feature their names back.
    pub(super) fn found(&self, module: &mut Module) -> TextFunctions {
        let mut found = TextFunctions::default();
        for (number, function) in module.functions.iter_mut().enumerate() {
            match self.0.get(&function.name) {
                Some(Source::Native) => {
                    found.natives.insert(number, function.name.clone());
                }
                Some(Source::ByHand(op, name)) => {
                    function.name.clone_from(name);
                    found.hardware.insert(number, *op);
                }
                None => {}
            }
        }
        found
    }
}

/// The directives that a text begins with, and what follows the last of them. Comments before it are left out.
pub(super) fn without_directives(text: &str) -> (Vec<String>, &str) {
    let mut found = vec![];
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
            return (found, kept);
        };
        let (piece, behind) = rest.split_at(end + 1);
        rest = behind.trim_start();
        if is_directive {
            found.push(piece.to_owned());
            kept = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: by hand, with the grammar of WGSL.
    #[test]
    fn directives_are_taken_off_the_front() {
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
