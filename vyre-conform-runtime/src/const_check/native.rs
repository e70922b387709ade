//! Checks of the names that a WGSL text declares at module scope, at compile time. A native text shares
//! a shader with the project's own names, so its names must have a prefix. Every text must declare the
//! function that the shader calls; otherwise a device would reject a shader that its author never saw.

/// Required prefix of every name that a native text declares at module scope.
const PREFIX: &str = "native_";
/// Reserved prefixes: the correction, and the function that combines text and correction.
const TAKEN: [&str; 2] = ["native_corrected_", "native_strict_"];
/// The WGSL keywords that precede a name declared at module scope.
const DECLARING: [&str; 6] = ["fn", "struct", "alias", "const", "var", "override"];

/// The first module-scope name in a WGSL text without the prefix of native texts; empty if all have it.
pub const fn foreign_name(wgsl: &str) -> &str {
    let mut words = Words::of(wgsl);
    while let Some(name) = words.next_declared() {
        let mut own = starts_with(name, PREFIX);
        let mut k = 0;
        while k < TAKEN.len() {
            own &= !starts_with(name, TAKEN[k]);
            k += 1;
        }
        if !own {
            return name;
        }
    }
    ""
}

/// True if a WGSL text declares the function `native_<op>`.
pub const fn defines_native(wgsl: &str, op: &str) -> bool {
    let mut words = Words::of(wgsl);
    while let Some(name) = words.next_declared() {
        if name.len() == PREFIX.len() + op.len() && starts_with(name, PREFIX) {
            let (_, rest) = name.split_at(PREFIX.len());
            if starts_with(rest, op) {
                return true;
            }
        }
    }
    false
}

/// True if a WGSL text declares the function `name`.
pub const fn defines_function(wgsl: &str, name: &str) -> bool {
    let mut words = Words::of(wgsl);
    while let Some(declared) = words.next_declared() {
        if words.function && equals(declared, name) {
            return true;
        }
    }
    false
}

/// True if a text of the C family defines a function `name`: the name, outside all brackets, followed
/// by parameters.
pub const fn defines_c_function(text: &str, name: &str) -> bool {
    let mut words = Words::of(text);
    while let Some(word) = words.next() {
        if words.depth == 0 && equals(word, name) && words.opens() {
            return true;
        }
    }
    false
}

const fn starts_with(text: &str, prefix: &str) -> bool {
    let (text, prefix) = (text.as_bytes(), prefix.as_bytes());
    let mut k = 0;
    while k < prefix.len() {
        if k >= text.len() || text[k] != prefix[k] {
            return false;
        }
        k += 1;
    }
    true
}

const fn equals(text: &str, other: &str) -> bool {
    text.len() == other.len() && starts_with(text, other)
}

/// The words of a text outside comments, with their bracket depth.
struct Words<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
    /// True if the last declaration was a function.
    function: bool,
}

impl<'t> Words<'t> {
    const fn of(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            function: false,
        }
    }

    /// The next name declared outside all brackets.
    const fn next_declared(&mut self) -> Option<&'t str> {
        let mut declares = false;
        while let Some(word) = self.next() {
            if self.depth > 0 {
                continue;
            }
            if declares {
                return Some(word);
            }
            let mut k = 0;
            while k < DECLARING.len() {
                declares |= equals(word, DECLARING[k]);
                k += 1;
            }
            self.function = equals(word, "fn");
        }
        None
    }

    /// The next word. Skips everything between words and the address space after `var`.
    const fn next(&mut self) -> Option<&'t str> {
        let bytes = self.text.as_bytes();
        let mut angle = false;
        while self.at < bytes.len() {
            let byte = bytes[self.at];
            let then = if self.at + 1 < bytes.len() {
                bytes[self.at + 1]
            } else {
                0
            };
            if byte == b'/' && (then == b'/' || then == b'*') {
                self.skip_comment(then == b'*');
                continue;
            }
            if is_word(byte) && !angle {
                return Some(self.word());
            }
            match byte {
                b'{' | b'(' | b'[' => self.depth += 1,
                b'}' | b')' | b']' => self.depth = self.depth.saturating_sub(1),
                // Inside brackets it may be a comparison, and no module-scope name occurs there.
                b'<' if self.depth == 0 => angle = true,
                b'>' => angle = false,
                // A comparison of a constant expression at module scope ends with its declaration.
                b';' => angle = false,
                _ => {}
            }
            self.at += 1;
        }
        None
    }

    /// True if the next token is an opening parenthesis.
    const fn opens(&self) -> bool {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        while at < bytes.len() && bytes[at].is_ascii_whitespace() {
            at += 1;
        }
        at < bytes.len() && bytes[at] == b'('
    }

    const fn word(&mut self) -> &'t str {
        let bytes = self.text.as_bytes();
        let from = self.at;
        while self.at < bytes.len() && is_word(bytes[self.at]) {
            self.at += 1;
        }
        let (until, _) = self.text.split_at(self.at);
        let (_, word) = until.split_at(from);
        word
    }

    /// Skips a comment: to the end of the line, or `/* */`, which nests.
    const fn skip_comment(&mut self, block: bool) {
        let bytes = self.text.as_bytes();
        let mut open = 0;
        while self.at < bytes.len() {
            let pair = self.at + 1 < bytes.len();
            if !block && bytes[self.at] == b'\n' {
                return;
            }
            if block && pair && bytes[self.at] == b'/' && bytes[self.at + 1] == b'*' {
                open += 1;
                self.at += 1;
            } else if block && pair && bytes[self.at] == b'*' && bytes[self.at + 1] == b'/' {
                open -= 1;
                self.at += 1;
                if open == 0 {
                    self.at += 1;
                    return;
                }
            }
            self.at += 1;
        }
    }
}

/// True if a byte belongs to a word: WGSL identifiers may contain letters of every script.
const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the grammar of WGSL, by hand: what each text declares at module scope.
    #[test]
    fn names_of_module_scope_are_found() {
        for (text, foreign) in [
            ("", ""),
            (
                "enable f16; fn native_f(a: u32) -> u32 { var x = a; let y = x; return y; }",
                "",
            ),
            (
                "fn helper(a: u32) -> u32 { return a; }\nfn native_f() {}",
                "helper",
            ),
            ("fn native_f() {}\nconst vyre_in0 = 1u;", "vyre_in0"),
            ("const native_a = 1u < 2u; alias Word = u32;", "Word"),
            (
                "var<private> native_x: u32; var<workgroup> y: array<u32, 4>;",
                "y",
            ),
            ("struct Pair { fn_: u32, }", "Pair"),
            ("@id(0) override speed: f32;", "speed"),
            (
                "// fn comment() {}\n/* fn a() /* fn b() */ fn c() */ fn native_f() {}",
                "",
            ),
            ("fn native_f() { /* } */ } fn after() {}", "after"),
            ("fn native_corrected_f() {}", "native_corrected_f"),
            ("fn native_strict_f() {}", "native_strict_f"),
            ("fn nativef() {}", "nativef"),
            ("fn größe() {}", "größe"),
        ] {
            assert_eq!(foreign_name(text), foreign, "{text}");
        }
    }

    /// Oracle: the rule that the function of a native text is `native_` and the op's name.
    #[test]
    fn called_function_is_searched_for() {
        assert!(defines_native("fn native_is() {} fn native_f () {}", "f"));
        assert!(!defines_native("fn native_f() {}", "is"));
        assert!(!defines_native("fn native_fg() {} // fn native_f()", "f"));
        assert!(!defines_native("", "f"));
    }

    /// Oracle: the grammar of WGSL, by hand: which of the texts declare a function `f` at module scope.
    #[test]
    fn a_function_of_a_name_is_looked_for() {
        for (text, declared) in [
            ("fn f(a: u32) -> u32 { return a; }", true),
            (
                "fn g() {} const c = 1u; @must_use fn f () -> u32 { return c; }",
                true,
            ),
            ("/* fn g */ fn f() {} fn after() {}", true),
            ("", false),
            ("fn ff() {} fn F() {}", false),
            ("// fn f() {}\nfn g() {}", false),
            ("fn g() { /* fn f() */ }", false),
            ("const f = 1u; fn g() {}", false),
            ("fn g(f: u32) -> u32 { let x = f; return x; }", false),
        ] {
            assert_eq!(defines_function(text, "f"), declared, "{text}");
        }
    }

    /// Oracle: the grammar of C, by hand: which of the texts have a function `vyre_f` at file level.
    #[test]
    fn a_function_of_the_c_family_is_looked_for() {
        for (text, declared) in [
            ("static u32 vyre_f(u32 a) { return a; }", true),
            ("__device__ u32\nvyre_f (u32 a) { return a; }", true),
            (
                "u32 helper(u32 a) { return a; } u32 vyre_f(u32 a) { return helper(a); }",
                true,
            ),
            ("", false),
            ("u32 f(u32 a) { return a; }", false),
            ("u32 vyre_ff(u32 a) { return a; }", false),
            ("// u32 vyre_f(u32 a)\nu32 g(void);", false),
            ("u32 g(u32 a) { return vyre_f(a); }", false),
            ("static u32 vyre_f = 1;", false),
        ] {
            assert_eq!(defines_c_function(text, "vyre_f"), declared, "{text}");
        }
    }
}
