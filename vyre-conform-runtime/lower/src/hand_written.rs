//! Hand-written texts in the text of a program: those of the hardware ops that it calls, each once.

use super::function::word_type;
use super::names::Kind;
use super::scope::ModuleNames;
use super::shader::{called, wgsl_type};
use super::textual::without_directives;
use std::collections::{BTreeSet, HashMap};
use vyre_conform_ir::{HardwareOp, Signature, Type, code, renamed, words};
use vyre_conform_spec::{TextTarget, ValueType};

/// The keywords before the name of a module-scope declaration.
const DECLARES: [&str; 6] = ["fn", "struct", "const", "alias", "override", "var"];

/// Address spaces and access modes, which occur between `var` and its name.
const SPACES: [&str; 7] = [
    "private",
    "workgroup",
    "storage",
    "uniform",
    "read",
    "write",
    "read_write",
];

/// The hand-written texts of some ops.
#[derive(Debug, Default)]
pub(super) struct HandWritten {
    /// Directives, which precede everything else.
    pub(super) directives: BTreeSet<String>,
    /// The functions.
    pub(super) texts: Vec<String>,
    /// The name of each op's function, by the op's id.
    functions: HashMap<&'static str, String>,
}

impl HandWritten {
    /// The texts of these ops. A text's declarations get unique names with a prefix, so that they hide
    /// nothing of WGSL, of the lowering or of another text.
    pub(super) fn new<'a>(
        ops: impl Iterator<Item = &'a HardwareOp>,
        names: &mut ModuleNames,
    ) -> Self {
        let mut built = Self::default();
        let mut each: Vec<(&HardwareOp, &str)> = vec![];
        for op in ops {
            if each.iter().any(|(known, _)| known.id == op.id) {
                continue;
            }
            let Some(text) = op.texts.of(TextTarget::Wgsl) else {
                // Compilers reject a call of an undeclared function.
                let absent = names.claim(&Kind::Function.named(op.name));
                built.functions.insert(op.id, absent);
                let absent = format!("// There is no text of `{}` in WGSL.", op.id);
                built.texts.push(absent);
                continue;
            };
            let (directives, text) = without_directives(text);
            built.directives.extend(directives);
            let words = words(text).into_iter();
            let words = words
                .filter(|(is_word, _)| *is_word)
                .map(|(_, piece)| piece.to_owned());
            names.taken.extend(words);
            each.push((op, text));
        }
        for (op, text) in each {
            let mut text = text.to_owned();
            let mut function = called(&text, op.name);
            for name in declared(&text) {
                let own = names.claim(&Kind::HandWritten.named(&name));
                text = renamed(&text, &name, &own);
                if name == function {
                    function = own;
                }
            }
            built.functions.insert(op.id, function);
            built.texts.push(text.trim().to_owned());
        }
        built
    }

    /// The callee of a call of the op, if that is the text itself, because its parameters match those
    /// of an IR function.
    pub(super) fn direct(&self, op: &HardwareOp) -> Option<&String> {
        if differs(&op.signature) {
            None
        } else {
            self.functions.get(op.id)
        }
    }

    /// A function with IR parameters and results that calls the text of the op, under the function's
    /// index in the module.
    pub(super) fn adapter(&self, op: &HardwareOp, number: usize, names: &ModuleNames) -> String {
        let (own, result) = (&names.functions[number], op.signature.result);
        let (mut params, mut args) = (vec![], vec![]);
        for ty in op.signature.operands {
            let first = params.len();
            let types = Type::components(*ty).into_iter().zip(first..);
            params.extend(types.map(|(ty, k)| format!("a{k}: {}", word_type(ty))));
            let parts: Vec<String> = (first..params.len()).map(|k| format!("a{k}")).collect();
            let parts = parts.join(", ");
            args.push(match ty {
                ValueType::Bool => format!("u32({parts})"),
                ValueType::Vec2U32 | ValueType::Vec4U32 => format!("{}({parts})", wgsl_type(*ty)),
                _ => parts,
            });
        }
        let function = self.functions.get(op.id).map_or("", String::as_str);
        let call = format!("{function}({})", args.join(", "));
        let (gives, value) = match (&names.results[number], result) {
            (Some(structure), _) => {
                let lanes = ["x", "y", "z", "w"].into_iter().take(result.words());
                let lanes: Vec<String> = lanes.map(|lane| format!("given.{lane}")).collect();
                (
                    structure.as_str(),
                    format!("{structure}({})", lanes.join(", ")),
                )
            }
            (None, ValueType::Bool) => ("bool", "given != 0u".to_owned()),
            (None, _) => (wgsl_type(result), "given".to_owned()),
        };
        let params = params.join(", ");
        format!(
            "fn {own}({params}) -> {gives} {{\n    let given = {call};\n    return {value};\n}}"
        )
    }
}

/// True if the parameters or the result of a text differ from those of an IR function: a Bool is a word
/// there, and the lanes of a vector are one value.
fn differs(signature: &Signature) -> bool {
    let each = signature.operands.iter().chain([&signature.result]);
    let other = |ty: &ValueType| {
        matches!(
            ty,
            ValueType::Bool | ValueType::Vec2U32 | ValueType::Vec4U32
        )
    };
    each.into_iter().any(other)
}

/// The names that a text declares at module scope.
fn declared(text: &str) -> Vec<String> {
    let code = code(text);
    let (mut names, mut depth, mut is_name) = (vec![], 0_i32, false);
    for (is_word, piece) in words(&code) {
        if !is_word {
            let count = |bracket| piece.matches(bracket).count() as i32;
            depth += count('{') - count('}');
        } else if depth == 0 && DECLARES.contains(&piece) {
            is_name = true;
        } else if depth == 0 && is_name && !SPACES.contains(&piece) {
            is_name = false;
            names.push(piece.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: by hand, with the grammar of WGSL.
    #[test]
    fn text_is_split_into_directives_and_declarations() {
        let text = "// of two\nenable f16;\n/* a\n b */ requires x;\nconst k: u32 = 4u; // fn no\n\
                    var<private> table = array<u32, k>();\nfn f(a: u32) -> u32 { let fn_a = g(a); return fn_a; }";
        let (directives, rest) = without_directives(text);
        assert_eq!(directives.len(), 2);
        assert_eq!(declared(rest), ["k", "table", "f"]);
    }
}
