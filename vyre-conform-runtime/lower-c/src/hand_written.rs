//! Hand-written texts in a unit of programs: those of the hardware ops that they call, each once.

use super::names::{PREFIX, is_shared};
use super::unit::Unit;
use vyre_conform_ir::{HardwareOp, code, renamed, words};

impl Unit {
    /// Adds the text of an op, unless it is present. Its names are reserved from then on; names that
    /// the unit or an earlier text declares are renamed in this text, and so is every macro.
    pub(super) fn hand_written(&mut self, op: &HardwareOp) {
        if self.hand_written.contains_key(op.id) {
            return;
        }
        let mut function = format!("{PREFIX}{}", op.name);
        let target = self.dialect.target();
        let Some(text) = op.texts.of(target) else {
            // Compilers reject a call of an undeclared function.
            let (id, language) = (op.id, target.name());
            self.add(format!("// There is no text of `{id}` in {language}.\n"));
            self.hand_written.insert(op.id, self.names.own(op.name));
            return;
        };
        let mut text = format!("{}\n", text.trim());
        for name in declared(&text) {
            let is_own = name.starts_with(PREFIX);
            if (is_own || !is_shared(&name)) && self.names.take(&name) {
                continue;
            }
            let other = self.names.own(&format!("{name}_by_hand"));
            text = renamed(&text, &name, &other);
            if name == function {
                function = other;
            }
        }
        for name in macros(&text) {
            if !name.starts_with(PREFIX) {
                let other = self.names.own(&name);
                text = renamed(&text, &name, &other);
            }
        }
        self.hand_written.insert(op.id, function);
        self.add(text);
    }
}

/// The macros that a text defines.
fn macros(text: &str) -> Vec<String> {
    let defined = text.lines().filter_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?;
        let rest = rest.trim_start().strip_prefix("define")?;
        let mut pieces = words(rest).into_iter();
        pieces.find_map(|(is_word, piece)| is_word.then(|| piece.to_owned()))
    });
    defined.collect()
}

/// The names that a text declares at file level: functions, variables, types.
fn declared(text: &str) -> Vec<String> {
    let code = code(text);
    let is_directive = |line: &&str| line.trim_start().starts_with('#');
    let lines = code.lines().filter(|line| !is_directive(line));
    let code = lines.collect::<Vec<_>>().join("\n");
    let pieces = words(&code);
    let mut names: Vec<String> = vec![];
    let mut depth = 0_i32;
    for (k, (is_word, piece)) in pieces.iter().enumerate() {
        if !is_word {
            let of = |brackets: [char; 3]| piece.matches(brackets).count() as i32;
            depth += of(['{', '(', '[']) - of(['}', ')', ']']);
            continue;
        }
        let next = pieces.get(k + 1).map_or("", |(_, next)| next.trim_start());
        // Compiler attributes are followed by parentheses too.
        let is_declared = depth == 0
            && next.starts_with(['(', '=', '[', ';', ',', '{'])
            && !["struct", "union", "enum"].contains(piece)
            && !piece.starts_with("__")
            && !piece.starts_with(|c: char| c.is_ascii_digit());
        if is_declared && !names.iter().any(|name| name == piece) {
            names.push((*piece).to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, programs};
    use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
    use vyre_conform_ir::{
        Expr, FunctionBuilder, Kernel, Library, Module, Node, OpBody, Signature, Type,
    };
    use vyre_conform_spec::{TextTarget, Texts, ValueType::U32};

    /// Two ops with one name, each with a C11 text that declares the same names.
    struct Ops(Module);

    const TEXTS: [(&str, &str); 2] = [
        (
            "a::f",
            "#define STEP 3u\nstatic u32 more(u32 a) { return a + STEP; }\nstatic u32 vyre_f(u32 a) { return more(a); \
             }",
        ),
        (
            "b::f",
            "static u32 more(u32 a) { return a * 5u; }\nstatic u32 vyre_f(u32 a) { return more(a); }",
        ),
    ];

    impl Library for Ops {
        fn find(&self, id: &str) -> Option<OpBody<'_>> {
            let (id, text) = TEXTS.into_iter().find(|(known, _)| *known == id)?;
            let op = HardwareOp {
                id,
                name: "f",
                signature: Signature {
                    operands: &[U32],
                    result: U32,
                },
                hardware: "tensor-cores",
                available: |backend| backend.has("tensor-cores"),
                texts: Texts::NONE.with(TextTarget::C, text),
            };
            let module = &self.0;
            Some(OpBody::Hardware { module, op })
        }
    }

    /// A program named `f` that calls these.
    fn program(ids: &[&str]) -> ValidProgram {
        let mut f = FunctionBuilder::new("f", vec![Type::U32]);
        f.param("a", Type::U32);
        let library = Ops(f.module(vec![Node::Return(vec![Expr::u32(0xdead)])]));
        let mut k = Kernel::new("f", [1, 1, 1]);
        let data = k.read_write("STEP", Type::U32);
        for id in ids {
            let value = k.call(id, vec![data.at(0)], Type::U32);
            k.store(data, 0, value);
        }
        validate_program(k.finish(), &library, &Limits::WEBGPU).expect("a valid program")
    }

    /// Oracle: the texts, and the rule that function names are unique in C; in `ops/tests/c11` a
    /// compiler runs such a unit.
    #[test]
    fn texts_occur_once_under_unique_names() {
        let of = [program(&["a::f", "b::f", "a::f"]), program(&["b::f"])];
        let text = programs(&of, Dialect::C11).text;
        for part in ["return a * 5u;", "static u32 vyre_f(u32 a)"] {
            assert_eq!(text.matches(part).count(), 1, "{text}");
        }
        for part in [
            "#define vyre_STEP 3u",
            "return a + vyre_STEP;",
            "static u32 vyre_more_by_hand(u32 a)",
            "static u32 vyre_vyre_f_by_hand(u32 a) { return vyre_more_by_hand(a); }",
            "static inline void vyre_f_1(",
        ] {
            assert!(text.contains(part), "{part}:\n{text}");
        }
        assert!(!text.contains("0xdead"), "a reference was lowered:\n{text}");
        let absent = programs(&of, Dialect::OpenCl).text;
        assert!(
            absent.contains("// There is no text of `a::f` in OpenCL C."),
            "{absent}"
        );
        assert!(!absent.contains("0xdead"), "{absent}");
    }

    /// Oracle: by hand, with the grammar of C.
    #[test]
    fn declared_names_are_found() {
        let text = "#define N 4\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n/* int no; */\n\
                    static const u32 table[N] = {1u, 2u};\ntypedef struct { u32 x; } pair;\n\
                    __attribute__((noinline)) static u32 twice(u32 a) { u32 b = a; return b + b; }\n\
                    static u32 vyre_f(u32 a) { return twice(a); }\n";
        assert_eq!(declared(text), ["table", "pair", "twice", "vyre_f"]);
        assert_eq!(macros(text), ["N"]);
    }
}
