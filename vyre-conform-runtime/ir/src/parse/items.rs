//! Programs, modules, and everything outside bodies.

use super::error::{ParseResult, quoted};
use super::lex::Token;
use super::parser::Parser;
use super::scope::{Item, Name, Scope};
use crate::node::renumber;
use crate::wire::footprint;
use crate::{
    Access, BufferDecl, Callee, ExprKind, Function, FunctionId, LocalId, Module, Program, Table,
    Type,
};

impl Parser<'_> {
    /// Parses the whole text of a program.
    pub(super) fn program(mut self) -> ParseResult<Program> {
        self.word("program")?;
        let name = self.name("the name of the program")?;
        let name = self.copy_name(&name)?;
        let workgroup_size = self.workgroup_size()?;
        let mut kernel = Scope::default();
        let mut buffers = vec![];
        while let Token::Word("binding" | "read_only" | "read_write" | "uniform" | "workgroup") =
            self.token
        {
            let buffer = self.buffer(buffers.len() as u32, &mut kernel)?;
            self.push(&mut buffers, buffer)?;
        }
        self.end_of(&mut buffers)?;
        let mut callees = vec![];
        while let Token::Word("use" | "fn") = self.token {
            let number = callees.len() as u32;
            let callee = if self.accept_word("use")? {
                self.word("op")?;
                Callee::Op(self.defined(number)?)
            } else {
                Callee::Function(self.function_item(number)?)
            };
            self.push(&mut callees, callee)?;
        }
        self.end_of(&mut callees)?;
        self.scope = kernel;
        let mut entry = self.kernel(&name)?;
        let called = callees.iter_mut().filter_map(|callee| match callee {
            Callee::Function(function) => Some(function),
            Callee::Op(_) => None,
        });
        self.number_calls(called.chain([&mut entry]))?;
        Ok(Program {
            name,
            buffers,
            workgroup_size,
            entry,
            callees,
        })
    }

    /// Parses the whole text of a module.
    pub(super) fn module(mut self) -> ParseResult<Module> {
        let mut entry = None;
        let mut functions = vec![];
        loop {
            let number = functions.len() as u32;
            let position = self.offset;
            if self.accept_word("entry")? {
                if entry.is_some() {
                    return self.unknown(position, "one entry");
                }
                entry = Some(number);
                if self.is("#") {
                    let Name::Function(id) = self.any_name("`#function`")? else {
                        return self.unknown(position, "`entry #function` and its number");
                    };
                    entry = Some(id);
                }
            }
            if self.token == Token::End {
                break;
            }
            let function = self.function_item(number)?;
            self.push(&mut functions, function)?;
        }
        self.end_of(&mut functions)?;
        let entry = entry.or((functions.len() == 1).then_some(0));
        let Some(entry) = entry else {
            return self.unexpected("`entry` in front of one of several functions");
        };
        self.number_calls(functions.iter_mut())?;
        Ok(Module {
            functions,
            entry: FunctionId(entry),
        })
    }

    fn workgroup_size(&mut self) -> ParseResult<[u32; 3]> {
        self.word("workgroup_size")?;
        self.sign("(")?;
        let mut sizes = [0; 3];
        for (k, size) in sizes.iter_mut().enumerate() {
            if k > 0 {
                self.sign(",")?;
            }
            *size = self.number("a number of invocations")?;
        }
        self.sign(")")?;
        Ok(sizes)
    }
}

impl<'a> Parser<'a> {
    /// `binding(0) read_only x: [u32]`
    fn buffer(&mut self, number: u32, scope: &mut Scope<'a>) -> ParseResult<BufferDecl> {
        let mut binding = None;
        if self.accept_word("binding")? {
            self.sign("(")?;
            binding = Some(self.number("a binding")?);
            self.sign(")")?;
        }
        let access = match self.token {
            Token::Word(word) => Self::tagged(word, Access::name),
            _ => None,
        };
        let Some(access) = access else {
            return self.unexpected("`read_only`, `read_write`, `uniform` or `workgroup`");
        };
        let Some(binding) = binding.or((access == Access::Workgroup).then_some(0)) else {
            return self.unexpected("`binding(0)` or another, in front of a buffer the host binds");
        };
        self.advance()?;
        let position = self.offset;
        let label = self.label("the name of a buffer")?;
        let name = self.copy_name(&label.name)?;
        if scope.items.insert(label, Item::Buffer(number)).is_some() {
            return self.unknown(position, "a name that no buffer above has, such as `x#2`");
        }
        self.sign(":")?;
        self.sign("[")?;
        let element = self.ty()?;
        let count = if self.accept(";")? {
            Some(self.number("a number of elements")?)
        } else {
            None
        };
        self.sign("]")?;
        scope.loaded.push(element.loaded());
        Ok(BufferDecl {
            name,
            binding,
            access,
            element,
            count,
        })
    }

    /// The name of a function or an op in its definition.
    fn defined(&mut self, number: u32) -> ParseResult<String> {
        let position = self.offset;
        let label = self.label("the name of a function")?;
        let name = self.copy_name(&label.name)?;
        let place = self.functions.place(Name::Label(label), position) as usize;
        let called = self.functions.called.get_mut(place);
        if called.is_some_and(|called| called.number.replace(number).is_some()) {
            return self.unknown(position, "a name that no function above has, such as `f#2`");
        }
        Ok(name)
    }

    fn function_item(&mut self, number: u32) -> ParseResult<Function> {
        if !self.accept_word("fn")? {
            return self.unexpected("`fn`");
        }
        self.scope = Scope::default();
        let name = self.defined(number)?;
        self.locals()?;
        let (params, results) = self.signature()?;
        self.body(name, params, results)
    }

    fn kernel(&mut self, program: &str) -> ParseResult<Function> {
        if !self.accept_word("kernel")? {
            return self.unexpected("`kernel`, behind buffers and then functions");
        }
        let name = match self.token {
            Token::Sign("(" | "{") | Token::Word("locals") => program.into(),
            _ => self.name("the name of the kernel, or `{`")?,
        };
        let name = self.copy_name(&name)?;
        self.locals()?;
        let (params, results) = if self.is("(") {
            self.signature()?
        } else {
            (vec![], vec![])
        };
        let kernel = self.body(name, params, results)?;
        match self.token {
            Token::End => Ok(kernel),
            _ => self.unexpected("the end of the text"),
        }
    }

    /// Parses `locals[x: u32, a: u32]`, if present.
    fn locals(&mut self) -> ParseResult<()> {
        if self.accept_word("locals")? {
            self.sign("[")?;
            while !self.is("]") {
                let (index, before) = (self.offset, self.scope.locals.len());
                self.bind(None)?;
                if self.scope.locals.len() == before {
                    return self.unknown(index, "a local that the list does not have yet");
                }
                if !self.accept(",")? {
                    break;
                }
            }
            self.sign("]")?;
            self.scope.listed = true;
        }
        Ok(())
    }

    /// `(a: u32, b: u32) -> u32`
    fn signature(&mut self) -> ParseResult<(Vec<LocalId>, Vec<Type>)> {
        self.sign("(")?;
        let params = self.list(")", |parser| parser.bind(None))?;
        self.sign("->")?;
        if self.accept("(")? {
            return Ok((params, self.list(")", Self::ty)?));
        }
        let mut results = vec![];
        let ty = self.ty()?;
        self.push(&mut results, ty)?;
        self.end_of(&mut results)?;
        Ok((params, results))
    }

    /// The text between the braces of a function.
    fn body(
        &mut self,
        name: String,
        params: Vec<LocalId>,
        results: Vec<Type>,
    ) -> ParseResult<Function> {
        self.sign("{")?;
        let mut tables = vec![];
        while self.is_word("const") {
            let table = self.table()?;
            self.scope.tables.push(table.ty);
            self.push(&mut tables, table)?;
        }
        self.end_of(&mut tables)?;
        let body = self.nodes()?;
        self.sign("}")?;
        let mut locals = std::mem::take(&mut self.scope.locals);
        let size = size_of_val(&locals[..]);
        let counted = self.used.bytes(footprint(size) - size);
        self.within(counted)?;
        locals.shrink_to_fit();
        Ok(Function {
            name,
            params,
            results,
            locals,
            tables,
            body,
        })
    }

    /// `const t: [u32; 2] = [1, 2];`
    fn table(&mut self) -> ParseResult<Table> {
        self.word("const")?;
        let position = self.offset;
        let label = self.label("the name of a table")?;
        let name = self.copy_name(&label.name)?;
        let number = self.scope.tables.len() as u32;
        let before = self.scope.items.insert(label, Item::Table(number));
        if before.is_some() {
            return self.unknown(position, "a name that nothing above has, such as `x#2`");
        }
        self.sign(":")?;
        let position = self.offset;
        let (ty, len) = self.shape()?;
        self.sign("=")?;
        self.sign("[")?;
        let data = self.list("]", |parser| {
            let position = parser.offset;
            let element = parser.expr()?;
            match element.kind {
                ExprKind::Literal(bits) if element.ty == ty => Ok(bits),
                _ => Self::refused(
                    position,
                    format!("a literal of type {}", ty.name()),
                    parser.text_from(position),
                ),
            }
        })?;
        self.sign(";")?;
        if len.map(|len| len as usize) != Some(data.len()) {
            let expected = format!(
                "`[{}; {}]`, since this many elements follow",
                ty.name(),
                data.len()
            );
            return Self::refused(position, expected, type_text(ty, len));
        }
        Ok(Table { name, ty, data })
    }

    /// Resolves every call to the index of its function, once all are known.
    fn number_calls<'f>(
        &self,
        functions: impl Iterator<Item = &'f mut Function>,
    ) -> ParseResult<()> {
        for called in &self.functions.called {
            if called.number.is_none() {
                let Name::Label(label) = &called.name else {
                    continue;
                };
                let quoted_name = quoted(&label.name);
                return Self::refused(
                    called.offset,
                    "a function or an op of this text",
                    quoted_name,
                );
            }
        }
        let number = |place: FunctionId| {
            let cached = self.functions.called.get(place.0 as usize);
            FunctionId(cached.and_then(|c| c.number).unwrap_or(place.0))
        };
        for function in functions {
            renumber(&mut function.body, &number);
        }
        Ok(())
    }
}

/// A type in the notation of declarations.
fn type_text(ty: Type, len: Option<u32>) -> String {
    match len {
        Some(len) => format!("`[{}; {len}]`", ty.name()),
        None => format!("`{}`", ty.name()),
    }
}
