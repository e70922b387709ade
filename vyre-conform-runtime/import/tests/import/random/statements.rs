//! Random statements and functions.

use super::{Kind, Writer};

impl Writer {
    /// Variables of random types with random first values.
    pub(super) fn variables(&mut self, count: usize) {
        for _ in 0..count {
            let kind = self.kind();
            self.budget = 6;
            let value = self.expression(kind, 2);
            let name = self.name("v");
            match self.below(6) {
                0 => self.line(&format!("var {name}: {};", kind.name())),
                _ => self.line(&format!("var {name}: {} = {value};", kind.name())),
            }
            self.scope.push((name.clone(), kind));
            self.assignable.push((name, kind));
        }
        let name = self.name("a");
        self.line(&format!("var {name}: array<u32, 4>;"));
        for index in ["0", "3", "lid % 4u"] {
            let element = (format!("{name}[{}]", self.index(index)), Kind::U32);
            self.scope.push(element.clone());
            self.assignable.push(element);
        }
    }

    /// Adapts an index for functions, which have no `lid`: it uses one of their parameters instead.
    fn index(&self, index: &str) -> String {
        match self.result {
            Some(_) => index.replace("lid", "p0"),
            None => index.to_owned(),
        }
    }

    /// A function with up to three parameters, the first of them a `u32`.
    pub(super) fn function(&mut self) {
        let name = self.name("f");
        let result = self.kind();
        let mut parameters = vec![Kind::U32];
        for _ in 0..self.below(3) {
            let kind = self.kind();
            parameters.push(kind);
        }
        let list: Vec<String> = parameters
            .iter()
            .enumerate()
            .map(|(k, kind)| format!("p{k}: {}", kind.name()))
            .collect();
        self.line(&format!(
            "fn {name}({}) -> {} {{",
            list.join(", "),
            result.name()
        ));
        self.scope = parameters
            .iter()
            .enumerate()
            .map(|(k, kind)| (format!("p{k}"), *kind))
            .collect();
        self.scope.push(("state".to_owned(), Kind::U32));
        self.scope.push(("history[p0 % 4u]".to_owned(), Kind::I32));
        self.assignable = vec![
            ("state".to_owned(), Kind::U32),
            ("history[p0 % 4u]".to_owned(), Kind::I32),
        ];
        self.result = Some(result);
        self.variables(2);
        let size = 1 + self.below(3);
        self.block(size, size / 2);
        self.budget = 6;
        let value = self.expression(result, 2);
        self.line(&format!("return {value};\n}}"));
        self.result = None;
        self.functions.push((name, parameters, result));
    }

    /// Statements with their own variables.
    pub(super) fn block(&mut self, count: usize, depth: usize) {
        let [scope, assignable] = [self.scope.len(), self.assignable.len()];
        for _ in 0..count {
            self.budget = 10;
            self.statement(depth);
        }
        self.scope.truncate(scope);
        self.assignable.truncate(assignable);
    }

    fn inner(&mut self, depth: usize) {
        let count = 1 + self.below(3);
        self.block(count, depth);
    }

    fn statement(&mut self, depth: usize) {
        match self.below(if depth == 0 { 5 } else { 10 }) {
            0..=2 => self.assignment(),
            3 => {
                let kind = self.kind();
                let value = self.expression(kind, 3);
                let name = self.name("n");
                self.line(&format!("let {name} = {value};"));
                self.scope.push((name, kind));
            }
            4 => self.leave(),
            5 | 6 => {
                let condition = self.expression(Kind::Bool, 3);
                self.line(&format!("if {condition} {{"));
                self.inner(depth - 1);
                if self.below(2) == 0 {
                    self.line("} else {");
                    self.inner(depth - 1);
                }
                self.line("}");
            }
            7 => self.switch(depth),
            8 if self.loops < 2 => self.count(depth),
            _ if self.loops < 2 => self.repeat(depth),
            _ => self.assignment(),
        }
    }

    fn assignment(&mut self) {
        let at = self.below(self.assignable.len());
        let (name, kind) = self.assignable[at].clone();
        let value = self.expression(kind, 3);
        let op = match kind {
            Kind::U32 | Kind::I32 => {
                self.one(&["=", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="])
            }
            Kind::Unsigned(_) | Kind::Signed(_) => self.one(&["=", "+=", "*=", "%="]),
            Kind::Bool | Kind::F32 => "=",
        };
        match (kind, self.below(4)) {
            (Kind::Unsigned(_), 0) => {
                let index = self.expression(Kind::U32, 1);
                let word = self.expression(Kind::U32, 2);
                self.line(&format!("{name}[{index}] = {word};"));
            }
            _ => self.line(&format!("{name} {op} {value};")),
        }
    }

    /// An exit that the place permits, under a condition so that later statements are reachable.
    fn leave(&mut self) {
        let condition = self.expression(Kind::Bool, 2);
        let exit = match (self.result, self.loops) {
            (Some(kind), 0) => format!("return {};", self.expression(kind, 2)),
            (Some(kind), _) if self.below(3) == 0 => {
                format!("return {};", self.expression(kind, 2))
            }
            (None, 0) => return self.assignment(),
            _ => self.one(&["break;", "continue;"]).to_owned(),
        };
        self.line(&format!("if {condition} {{ {exit} }}"));
    }

    fn switch(&mut self, depth: usize) {
        let selector = self.expression(Kind::U32, 2);
        self.line(&format!("switch {selector} % 6u {{"));
        for case in ["case 0u, 3u", "case 1u", "default", "case 4u"] {
            self.line(&format!("{case}: {{"));
            self.inner(depth - 1);
            if self.below(2) == 0 {
                let [outer, inner] = [0, 1].map(|_| self.expression(Kind::Bool, 1));
                self.line(&format!("if {outer} {{ if {inner} {{ break; }}"));
                self.inner(depth - 1);
                self.line("}");
                self.inner(depth - 1);
            }
            self.line("}");
        }
        self.line("}");
    }

    /// A `for` or `while` with few iterations, whose counter nothing else changes.
    fn count(&mut self, depth: usize) {
        let name = self.name("i");
        let turns = 1 + self.below(5);
        match self.below(2) {
            0 => self.line(&format!(
                "for (var {name} = 0u; {name} < {turns}u; {name}++) {{"
            )),
            _ => self.line(&format!(
                "for (var {name} = {turns}u; {name} > 0u; {name} -= 1u) {{"
            )),
        }
        self.scope.push((name, Kind::U32));
        self.loops += 1;
        self.inner(depth - 1);
        self.loops -= 1;
        self.scope.pop();
        self.line("}");
    }

    /// A `loop` with a `continuing` block that uses a value computed in the body, before the first
    /// `continue`.
    fn repeat(&mut self, depth: usize) {
        let [name, kept] = [self.name("k"), self.name("c")];
        let turns = 1 + self.below(4);
        let value = self.expression(Kind::U32, 2);
        self.line(&format!("var {name} = 0u; loop {{ let {kept} = {value};"));
        self.scope.push((kept.clone(), Kind::U32));
        self.loops += 1;
        self.inner(depth - 1);
        self.loops -= 1;
        self.scope.pop();
        self.line(&format!(
            "continuing {{ {name} += 1u; state ^= {kept}; \
             break if {name} > {turns}u || {kept} == 77u; }} }}"
        ));
    }
}
