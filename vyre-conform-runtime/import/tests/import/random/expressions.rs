//! Random expressions. The left operand of each is dynamic, so that no constant expression is an error.

use super::{Kind, Writer};

impl Writer {
    /// A name with this type, or a conversion of another one.
    pub(super) fn leaf(&mut self, kind: Kind) -> String {
        let known: Vec<String> = self
            .scope
            .iter()
            .filter(|(_, k)| *k == kind)
            .map(|(n, _)| n.clone())
            .collect();
        if !known.is_empty() && self.below(5) != 0 {
            let at = self.below(known.len());
            return known[at].clone();
        }
        let words: Vec<String> = self
            .scope
            .iter()
            .filter(|(_, k)| *k == Kind::U32)
            .map(|(n, _)| n.clone())
            .collect();
        let at = self.below(words.len());
        let word = words.get(at).map_or("params.zero", |word| word);
        match kind {
            Kind::U32 => word.to_owned(),
            Kind::I32 => format!("bitcast<i32>({word})"),
            Kind::Bool => format!("(({word} & 1u) != 0u)"),
            Kind::F32 => format!("f32({word} & 255u)"),
            Kind::Unsigned(size) => format!("vec{size}<u32>({word})"),
            Kind::Signed(size) => format!("vec{size}<i32>(i32({word}))"),
        }
    }

    /// A literal that is harmless as the right operand of any operator except a shift.
    fn literal(&mut self, kind: Kind) -> Option<String> {
        Some(match kind {
            Kind::U32 => self
                .one(&[
                    "1u",
                    "2u",
                    "7u",
                    "255u",
                    "65536u",
                    "4294967295u",
                    "2147483648u",
                ])
                .to_owned(),
            Kind::I32 => self
                .one(&["1", "2", "-3", "17", "-1", "2147483647", "i32(-2147483648)"])
                .to_owned(),
            Kind::F32 => self.one(&["1.0", "2.0", "-3.0", "100.0"]).to_owned(),
            Kind::Bool | Kind::Unsigned(_) | Kind::Signed(_) => return None,
        })
    }

    fn right(&mut self, kind: Kind, depth: usize) -> String {
        match self.below(3) {
            0 => self.literal(kind).unwrap_or_else(|| self.leaf(kind)),
            _ => self.expression(kind, depth),
        }
    }

    /// An expression of this type.
    pub(super) fn expression(&mut self, kind: Kind, depth: usize) -> String {
        if depth == 0 || self.budget == 0 {
            return self.leaf(kind);
        }
        self.budget -= 1;
        let depth = depth - 1;
        if self.below(16) == 0
            && let Some(call) = self.call(kind, depth)
        {
            return call;
        }
        match kind {
            Kind::U32 => self.unsigned(depth),
            Kind::I32 => self.signed(depth),
            Kind::Bool => self.truth(depth),
            Kind::F32 => self.float(depth),
            Kind::Unsigned(size) | Kind::Signed(size) => self.vector(kind, size, depth),
        }
    }

    fn call(&mut self, kind: Kind, depth: usize) -> Option<String> {
        let fitting: Vec<_> = self
            .functions
            .iter()
            .filter(|(_, _, result)| *result == kind)
            .cloned()
            .collect();
        let (name, parameters, _) = fitting.get(self.draws.below(fitting.len()))?.clone();
        let arguments: Vec<String> = parameters
            .iter()
            .map(|p| self.expression(*p, depth))
            .collect();
        Some(format!("{name}({})", arguments.join(", ")))
    }

    /// An expression available for both integer types.
    fn integer(&mut self, kind: Kind, depth: usize) -> String {
        let a = self.expression(kind, depth);
        match self.below(7) {
            0 => {
                let op = self.one(&["<<", ">>"]);
                let b = self.expression(Kind::U32, depth);
                format!("({a} {op} ({b} & 31u))")
            }
            1 => {
                let op = self.one(&["<<", ">>"]);
                let b = self.one(&["1u", "5u", "31u"]);
                format!("({a} {op} {b})")
            }
            2 => {
                let f = self.one(&["min", "max"]);
                let b = self.right(kind, depth);
                format!("{f}({a}, {b})")
            }
            3 => {
                let f = self.one(&[
                    "countOneBits",
                    "countLeadingZeros",
                    "countTrailingZeros",
                    "reverseBits",
                    "firstLeadingBit",
                    "firstTrailingBit",
                    "abs",
                ]);
                format!("{f}({a})")
            }
            4 => {
                let [b, c] = [0, 1].map(|_| self.expression(Kind::U32, depth));
                format!("extractBits({a}, {b} % 40u, {c} % 40u)")
            }
            5 => {
                let b = self.right(kind, depth);
                let condition = self.expression(Kind::Bool, depth);
                format!("select({a}, {b}, {condition})")
            }
            _ => {
                let op = self.one(&["+", "-", "*", "/", "%", "&", "|", "^", "+", "-"]);
                let b = self.right(kind, depth);
                format!("({a} {op} {b})")
            }
        }
    }

    fn unsigned(&mut self, depth: usize) -> String {
        match self.below(13) {
            0 => format!("bitcast<u32>({})", self.expression(Kind::I32, depth)),
            1 => format!("u32({})", self.expression(Kind::I32, depth)),
            2 => format!("u32({})", self.expression(Kind::Bool, depth)),
            3 => format!("u32(abs({}))", self.expression(Kind::F32, depth)),
            4 => format!("(~{})", self.expression(Kind::U32, depth)),
            5 => format!("TABLE[{} % 5u]", self.expression(Kind::U32, depth)),
            6 => {
                let size = 2 + self.below(3);
                let vector = self.expression(Kind::Unsigned(size), depth);
                let index = self.expression(Kind::U32, depth);
                let part = self
                    .one(&[".x", ".y", "[INDEX % 2u]", "[INDEX]"])
                    .replace("INDEX", &index);
                format!("{vector}{part}")
            }
            7 => {
                let size = 2 + self.below(3);
                let [a, b] = [0, 1].map(|_| self.expression(Kind::Unsigned(size), depth));
                format!("dot({a}, {b})")
            }
            8 => {
                let [a, b] = [0, 1].map(|_| self.expression(Kind::U32, depth));
                let [c, d] = [0, 1].map(|_| self.expression(Kind::U32, depth));
                format!("insertBits({a}, {b}, {c} % 40u, {d} % 40u)")
            }
            9 => format!("pack4xU8({})", self.expression(Kind::Unsigned(4), depth)),
            _ => self.integer(Kind::U32, depth),
        }
    }

    fn signed(&mut self, depth: usize) -> String {
        match self.below(10) {
            0 => format!("bitcast<i32>({})", self.expression(Kind::U32, depth)),
            1 => format!("i32({})", self.expression(Kind::F32, depth)),
            2 => format!("(-{})", self.expression(Kind::I32, depth)),
            3 => format!("(~{})", self.expression(Kind::I32, depth)),
            4 => format!("sign({})", self.expression(Kind::I32, depth)),
            5 => format!("{}.y", self.expression(Kind::Signed(3), depth)),
            6 => {
                let [a, b] = [0, 1].map(|_| self.expression(Kind::U32, depth));
                format!("dot4I8Packed({a}, {b})")
            }
            _ => self.integer(Kind::I32, depth),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        match self.below(5) {
            0 => format!("(!{})", self.expression(Kind::Bool, depth)),
            1 => {
                let op = self.one(&["&&", "||", "&", "|", "!=", "=="]);
                let [a, b] = [0, 1].map(|_| self.expression(Kind::Bool, depth));
                format!("({a} {op} {b})")
            }
            2 => {
                let f = self.one(&["any", "all"]);
                let op = self.one(&["<", ">=", "=="]);
                let kind = self.one(&[Kind::Signed(3), Kind::Unsigned(2)]);
                let [a, b] = [0, 1].map(|_| self.expression(kind, depth));
                format!("{f}({a} {op} {b})")
            }
            _ => {
                let kind = self.one(&[Kind::U32, Kind::I32, Kind::F32]);
                let op = self.one(&["<", "<=", ">", ">=", "==", "!="]);
                let a = self.expression(kind, depth);
                let b = self.right(kind, depth);
                format!("({a} {op} {b})")
            }
        }
    }

    /// A whole number of at most three digits.
    fn float(&mut self, depth: usize) -> String {
        match self.below(6) {
            0 => format!("f32({} & 511)", self.expression(Kind::I32, depth)),
            1 => format!("f32({})", self.expression(Kind::Bool, depth)),
            2 => {
                let f = self.one(&["abs", "floor", "ceil", "trunc", "round", "sign"]);
                format!("{f}({})", self.expression(Kind::F32, depth))
            }
            3 => {
                let [a, b, c] = [0, 1, 2].map(|_| self.expression(Kind::F32, depth));
                format!("clamp(fma({a}, {b}, {c}), -999.0, 999.0)")
            }
            4 => {
                let [a, b] = [0, 1].map(|_| self.expression(Kind::F32, depth));
                format!("clamp((params.matrix * vec2<f32>({a}, {b})).y, -999.0, 999.0)")
            }
            _ => {
                let op = self.one(&["+", "-", "*"]);
                let a = self.expression(Kind::F32, depth);
                let b = self.right(Kind::F32, depth);
                format!("clamp({a} {op} {b}, -999.0, 999.0)")
            }
        }
    }

    fn vector(&mut self, kind: Kind, size: usize, depth: usize) -> String {
        let scalar = if matches!(kind, Kind::Signed(_)) {
            Kind::I32
        } else {
            Kind::U32
        };
        let name = kind.name();
        match self.below(6) {
            0 => {
                let parts: Vec<String> =
                    (0..size).map(|_| self.expression(scalar, depth)).collect();
                format!("{name}({})", parts.join(", "))
            }
            1 => {
                let vector = self.expression(kind, depth);
                let parts: String = (0..size).map(|_| ["x", "y"][self.below(2)]).collect();
                format!("{vector}.{parts}")
            }
            2 => {
                let other = match kind {
                    Kind::Signed(size) => Kind::Unsigned(size),
                    _ => Kind::Signed(size),
                };
                let cast = self.one(&["", "bitcast<>"]);
                let value = self.expression(other, depth);
                match cast {
                    "" => format!("{name}({value})"),
                    _ => format!("bitcast<{name}>({value})"),
                }
            }
            3 => {
                let [a, b] = [0, 1].map(|_| self.expression(kind, depth));
                format!("select({a}, {b}, {a} < {b})")
            }
            4 => {
                let op = self.one(&["+", "*", "-"]);
                let a = self.expression(kind, depth);
                let b = self.right(scalar, depth);
                format!("({a} {op} {b})")
            }
            _ => {
                let op = self.one(&["+", "-", "*", "&", "|", "^", "/", "%"]);
                let [a, b] = [0, 1].map(|_| self.expression(kind, depth));
                format!("({a} {op} {b})")
            }
        }
    }
}
