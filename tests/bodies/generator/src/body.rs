//! A generator of op bodies: typed, total, and within the kernel subset.

/// Types of expressions in the subset.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ty {
    U32,
    I32,
    U64,
    Bool,
}

impl Ty {
    const ALL: [Ty; 4] = [Ty::U32, Ty::I32, Ty::U64, Ty::Bool];

    fn name(self) -> &'static str {
        match self {
            Ty::U32 => "u32",
            Ty::I32 => "i32",
            Ty::U64 => "u64",
            Ty::Bool => "bool",
        }
    }
}

struct Variable {
    name: String,
    ty: Ty,
    mutable: bool,
}

/// The state of one body: the remaining choices and the names in scope.
struct Body<'a> {
    choices: std::slice::Iter<'a, u32>,
    scope: Vec<Variable>,
    names: u32,
    loops: u32,
}

/// The source of op number `k`, from these lists of choices: for the signature, each statement, and the value.
pub fn op(k: u64, choices: &[Vec<u32>]) -> String {
    let [first, statements @ .., last] = choices else {
        panic!("two lists or more");
    };
    let mut body = Body {
        choices: first.iter(),
        scope: vec![],
        names: 0,
        loops: 0,
    };
    let arity = 1 + body.below(3);
    let mut params = vec![];
    let mut zeros = vec![];
    for name in ["a", "b", "c"].iter().take(arity as usize) {
        let ty = Ty::ALL[body.below(3) as usize];
        body.scope.push(Variable {
            name: (*name).into(),
            ty,
            mutable: false,
        });
        params.push(format!("{name}: {}", ty.name()));
        zeros.push("0");
    }
    let result = Ty::ALL[body.below(4) as usize];
    let mut text = String::new();
    for statement in statements {
        body.choices = statement.iter();
        text += &body.statement(2, result);
    }
    body.choices = last.iter();
    let value = body.expr(result, 3);
    let (params, zeros) = (params.join(", "), zeros.join(", "));
    // If they were inlined into the block loops of every vector width, a thousand bodies would be compiled four times.
    format!(
        "#[vyre_op(id = \"body::f{k}\", boundaries(({zeros})))]\n#[inline(never)]\nfn f{k}({params}) -> {} {{\n{text}{value}\n}}",
        result.name()
    )
}

impl Body<'_> {
    /// The next choice among `n`; the first alternative at the end of the list.
    fn below(&mut self, n: u64) -> u64 {
        u64::from(self.choices.next().copied().unwrap_or(0)) % n
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn some_ty(&mut self) -> Ty {
        Ty::ALL[self.below(4) as usize]
    }

    fn declare(&mut self, ty: Ty, mutable: bool) -> String {
        // Shadowing is part of the subset.
        let position = self.below(8) as usize;
        let reuse = self.scope.get(position).map(|v| v.name.clone());
        let name = match reuse {
            Some(name) if !name.starts_with('i') => name,
            _ => self.fresh("v"),
        };
        self.scope.push(Variable {
            name: name.clone(),
            ty,
            mutable,
        });
        name
    }

    fn block(&mut self, depth: u32, result: Ty) -> String {
        let outer = self.scope.len();
        let n = 1 + self.below(3);
        let text: String = (0..n).map(|_| self.statement(depth, result)).collect();
        self.scope.truncate(outer);
        text
    }

    fn statement(&mut self, depth: u32, result: Ty) -> String {
        let ty = self.some_ty();
        match self.below(if depth == 0 { 4 } else { 9 }) {
            0 => {
                let value = self.expr(ty, 3);
                format!(
                    "let {}: {} = {value};\n",
                    self.declare(ty, false),
                    ty.name()
                )
            }
            1 => {
                let value = self.expr(ty, 3);
                format!(
                    "let mut {}: {} = {value};\n",
                    self.declare(ty, true),
                    ty.name()
                )
            }
            2 | 3 => self.assignment(),
            4 => {
                let (condition, then) = (self.expr(Ty::Bool, 2), self.block(depth - 1, result));
                let otherwise = self.block(depth - 1, result);
                format!("if {condition} {{\n{then}}} else {{\n{otherwise}}}\n")
            }
            5 => {
                let condition = self.expr(Ty::Bool, 2);
                format!("if {condition} {{ return {}; }}\n", self.expr(result, 2))
            }
            6 if self.loops < 3 => self.counted_loop(depth, result),
            7 => {
                let other = self.some_ty();
                let (left, right) = (self.expr(ty, 2), self.expr(other, 2));
                let (x, y) = (self.fresh("v"), self.fresh("v"));
                for (name, ty) in [(&x, ty), (&y, other)] {
                    self.scope.push(Variable {
                        name: name.clone(),
                        ty,
                        mutable: false,
                    });
                }
                format!(
                    "let ({x}, {y}): ({}, {}) = ({left}, {right});\n",
                    ty.name(),
                    other.name()
                )
            }
            _ => {
                let name = self.fresh("arr");
                let items: Vec<_> = (0..4).map(|_| self.expr(Ty::U32, 2)).collect();
                let (at, value) = (self.expr(Ty::U32, 2), self.expr(Ty::U32, 2));
                let read = self.expr(Ty::U32, 1);
                let into = self.fresh("v");
                self.scope.push(Variable {
                    name: into.clone(),
                    ty: Ty::U32,
                    mutable: false,
                });
                format!(
                    "let mut {name} = [{}];\n{name}[({at} & 3) as usize] = {value};\n\
                     let {into} = {name}[({read} & 3) as usize];\n",
                    items.join(", ")
                )
            }
        }
    }

    fn assignment(&mut self) -> String {
        let mutable: Vec<usize> = (0..self.scope.len())
            .filter(|k| self.is_visible_and_mutable(*k))
            .collect();
        if mutable.is_empty() {
            return String::new();
        }
        let k = mutable[self.below(mutable.len() as u64) as usize];
        let (name, ty) = (self.scope[k].name.clone(), self.scope[k].ty);
        let value = self.expr(ty, 3);
        let operator = ["=", "^=", "|=", "&="][self.below(4) as usize];
        format!("{name} {operator} {value};\n")
    }

    /// A later variable of the same name hides an earlier one.
    fn is_visible_and_mutable(&self, k: usize) -> bool {
        let variable = &self.scope[k];
        variable.mutable && !self.scope[k + 1..].iter().any(|v| v.name == variable.name)
    }

    fn counted_loop(&mut self, depth: u32, result: Ty) -> String {
        self.loops += 1;
        let (counter, times) = (self.fresh("i"), 1 + self.below(5));
        let outer = self.scope.len();
        self.scope.push(Variable {
            name: counter.clone(),
            ty: Ty::U32,
            mutable: false,
        });
        let body = self.block(depth - 1, result);
        let leave = match self.below(3) {
            0 => format!("if {} {{ break; }}\n", self.expr(Ty::Bool, 2)),
            _ => String::new(),
        };
        self.scope.truncate(outer);
        if self.below(2) == 0 {
            format!("for {counter} in 0..{times}u32 {{\n{{\n{body}}}\n{leave}}}\n")
        } else {
            format!(
                "let mut {counter} = 0u32;\nwhile {counter} < {times} {{\n{{\n{body}}}\n{leave}{counter} += 1;\n}}\n"
            )
        }
    }

    fn variable(&mut self, ty: Ty) -> Option<String> {
        let names: Vec<String> = (0..self.scope.len())
            .filter(|k| {
                let v = &self.scope[*k];
                v.ty == ty && !self.scope[k + 1..].iter().any(|later| later.name == v.name)
            })
            .map(|k| self.scope[k].name.clone())
            .collect();
        let position = self.below(names.len().max(1) as u64) as usize;
        names.into_iter().nth(position)
    }

    fn literal(&mut self, ty: Ty) -> String {
        let edge: u64 = [
            0u64,
            1,
            2,
            31,
            32,
            33,
            255,
            0x8000,
            0xFFFF,
            0x7FFF_FFFF,
            0x8000_0000,
            0xFFFF_FFFF,
        ][self.below(12) as usize];
        match ty {
            Ty::U32 => format!("{edge}u32"),
            Ty::U64 => format!(
                "{}u64",
                if self.below(2) == 0 {
                    edge
                } else {
                    edge << 31 | 1
                }
            ),
            Ty::I32 if self.below(2) == 0 => format!("(-{}i32)", edge & 0x7FFF_FFFF),
            Ty::I32 => format!("{}i32", edge & 0x7FFF_FFFF),
            Ty::Bool => (edge & 1 == 1).to_string(),
        }
    }

    /// An expression of this type, at most `depth` deep, in parentheses where necessary.
    fn expr(&mut self, ty: Ty, depth: u32) -> String {
        if depth == 0 || self.below(6) == 0 {
            return match self.variable(ty) {
                Some(name) if self.below(4) != 0 => name,
                _ => self.literal(ty),
            };
        }
        let d = depth - 1;
        match self.below(8) {
            0 => {
                let (c, t, e) = (self.expr(Ty::Bool, d), self.expr(ty, d), self.expr(ty, d));
                format!("(if {c} {{ {t} }} else {{ {e} }})")
            }
            1 => {
                let on = self.expr(Ty::U32, d);
                let (x, y, z) = (self.expr(ty, d), self.expr(ty, d), self.expr(ty, d));
                format!("(match {on} {{ 0 => {x}, 1 | 2 | 31..=40 => {y}, _ => {z} }})")
            }
            _ if ty == Ty::Bool => self.condition(d),
            _ => self.number(ty, d),
        }
    }

    fn condition(&mut self, d: u32) -> String {
        let ty = [Ty::U32, Ty::I32, Ty::U64][self.below(3) as usize];
        match self.below(6) {
            0 => format!("({} && {})", self.expr(Ty::Bool, d), self.expr(Ty::Bool, d)),
            1 => format!("({} || {})", self.expr(Ty::Bool, d), self.expr(Ty::Bool, d)),
            2 => format!("(!{})", self.expr(Ty::Bool, d)),
            3 => format!(
                "{}.checked_add({}).is_none()",
                self.typed(ty, d),
                self.expr(ty, d)
            ),
            4 => format!("{}.is_power_of_two()", self.typed(Ty::U32, d)),
            _ => {
                let operator = ["==", "!=", "<", "<=", ">", ">="][self.below(6) as usize];
                format!("({} {operator} {})", self.expr(ty, d), self.expr(ty, d))
            }
        }
    }

    /// An expression whose type rustc knows before a method call on it.
    fn typed(&mut self, ty: Ty, d: u32) -> String {
        format!("({} as {})", self.expr(ty, d), ty.name())
    }

    fn number(&mut self, ty: Ty, d: u32) -> String {
        let left = self.typed(ty, d);
        let mask = if ty == Ty::U64 { 63 } else { 31 };
        match self.below(14) {
            0..3 => {
                let method = [
                    "wrapping_add",
                    "wrapping_sub",
                    "wrapping_mul",
                    "min",
                    "max",
                    "saturating_add",
                    "saturating_sub",
                    "saturating_mul",
                ][self.below(8) as usize];
                format!("{left}.{method}({})", self.expr(ty, d))
            }
            3 | 4 => {
                let operator = ["&", "|", "^"][self.below(3) as usize];
                format!("({left} {operator} {})", self.expr(ty, d))
            }
            5 => {
                let operator = ["<<", ">>"][self.below(2) as usize];
                format!("({left} {operator} ({} & {mask}))", self.expr(Ty::U32, d))
            }
            6 => {
                let method = [
                    "rotate_left",
                    "rotate_right",
                    "wrapping_shl",
                    "wrapping_shr",
                ][self.below(4) as usize];
                format!("{left}.{method}({})", self.expr(Ty::U32, d))
            }
            7 => {
                let method = [
                    "count_ones",
                    "leading_zeros",
                    "trailing_zeros",
                    "count_zeros",
                ][self.below(4) as usize];
                format!("({left}.{method}() as {})", ty.name())
            }
            8 => {
                let method = ["reverse_bits", "swap_bytes", "wrapping_neg"][self.below(3) as usize];
                format!("{left}.{method}()")
            }
            9 => {
                let from = Ty::ALL[self.below(4) as usize];
                format!("({} as {})", self.typed(from, d), ty.name())
            }
            10 => {
                let (divisor, none) = (self.expr(ty, d), self.expr(ty, d));
                let method = ["checked_div", "checked_rem"][self.below(2) as usize];
                format!("(match {left}.{method}({divisor}) {{ Some(q) => q, None => {none} }})")
            }
            11 => {
                let operator = ["/", "%"][self.below(2) as usize];
                format!(
                    "({left} {operator} {})",
                    [2, 3, 7, 10, 255][self.below(5) as usize]
                )
            }
            12 if ty == Ty::U32 => format!("TABLE[({left} & 7) as usize]"),
            12 => format!("{left}.overflowing_add({}).0", self.expr(ty, d)),
            _ => format!("(!{left})"),
        }
    }
}
