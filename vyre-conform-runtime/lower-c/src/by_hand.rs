//! Texts by hand in a unit of programs: those of the ops of one hardware feature that they call, each once.

use super::names::{PREFIX, is_taken};
use super::unit::Unit;
use vyre_conform_ir::{HardwareOp, code, renamed, words};

impl Unit {
    /// Adds the text of an op, unless it is there. Its names are given to nothing else from then on; a name that an earlier
    /// text declares, or that means something else in a dialect, is another one in this text, and so is every macro.
    pub(super) fn by_hand(&mut self, op: &HardwareOp) {
        if self.by_hand.contains_key(op.id) {
            return;
        }
        let mut function = format!("{PREFIX}{}", op.name);
        let target = self.dialect.target();
        let Some(text) = op.texts.of(target) else {
            // No compiler takes a call of what is declared nowhere.
            let (id, language) = (op.id, target.name());
            self.add(format!("// There is no text of `{id}` in {language}.\n"));
            self.by_hand.insert(op.id, self.names.own(op.name));
            return;
        };
        let mut text = format!("{}\n", text.trim());
        for name in declared(&text) {
            let is_own = name.starts_with(PREFIX);
            if (is_own || !is_taken(&name)) && self.names.take(&name) {
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
        self.by_hand.insert(op.id, function);
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
        // Attributes of compilers are followed by parentheses too.
        let is_declared = depth == 0
            && next.starts_with(['(', '=', '[', ';', ',', '{'])
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
