//! A decoder that knows the wire format from the tables of its page alone.

use std::collections::BTreeMap;
use std::fmt::Debug;
use vyre_conform_runtime::ir::{Callee, Expr, ExprKind, Function, Node, Program, Type};

/// Number of occurrences of each name of each table.
pub(super) type Names = BTreeMap<(String, String), usize>;

/// A row of a table: the meaning of a tag, and the kinds of its fields by name.
struct Row {
    tag: u8,
    name: String,
    fields: Vec<(String, String)>,
}

/// The tables of the page, by their second column, and its items.
pub(super) struct Page {
    tables: BTreeMap<String, Vec<Row>>,
    items: BTreeMap<String, Vec<(String, String)>>,
}

fn fields(text: &str) -> Vec<(String, String)> {
    let each = text.split(';').filter_map(|field| field.split_once(": "));
    each.map(|(name, kind)| (name.trim().to_owned(), kind.trim().to_owned()))
        .collect()
}

impl Page {
    pub(super) fn of(text: &str) -> Self {
        let mut page = Self {
            tables: BTreeMap::new(),
            items: BTreeMap::new(),
        };
        let mut header = String::new();
        for line in text.lines() {
            let Some(cells) = line.strip_prefix("| ") else {
                if !line.starts_with("|---") {
                    header.clear();
                }
                continue;
            };
            let cells: Vec<&str> = cells
                .trim_end_matches('|')
                .split(" | ")
                .map(str::trim)
                .collect();
            let name = |cell: &str| cell.trim_matches('`').to_owned();
            match (header.as_str(), cells.as_slice()) {
                ("", ["tag" | "section", what, ..]) => {
                    // Tables of sections have a name in the second column.
                    header = if cells[0] == "section" {
                        "section"
                    } else {
                        what
                    }
                    .to_owned();
                }
                ("", ["item", ..]) => header = "item".to_owned(),
                ("", _) => header = "-".to_owned(),
                ("item", [item, contents]) => {
                    page.items.insert(name(item), fields(contents));
                }
                ("-" | "item", _) => {}
                (what, [tag, of, rest @ ..]) => {
                    let row = Row {
                        tag: tag.parse().expect("a tag"),
                        name: name(of),
                        fields: fields(rest.first().copied().unwrap_or_default()),
                    };
                    page.tables.entry(what.to_owned()).or_default().push(row);
                }
                _ => panic!("`{line}`"),
            }
        }
        page
    }

    /// Every name of every table except that of sections.
    pub(super) fn names(&self) -> Vec<(String, String)> {
        let tables = self.tables.iter().filter(|(what, _)| *what != "section");
        let names =
            tables.flat_map(|(what, rows)| rows.iter().map(|row| (what.clone(), row.name.clone())));
        names.collect()
    }

    /// The names in an encoding, which is decoded completely.
    pub(super) fn decode(&self, bytes: &[u8]) -> Names {
        let mut decoder = Decoder {
            page: self,
            rest: &bytes[12..],
            seen: Names::new(),
        };
        assert_eq!(bytes[..12], *b"\x89VYRE\r\n\x1a\x02\0\0\0");
        for section in &self.tables["section"] {
            assert_eq!(decoder.byte(), section.tag);
            let length = u32::from_le_bytes(std::array::from_fn(|_| decoder.byte()));
            let before = decoder.rest.len();
            decoder.fields(&section.name, &section.fields);
            assert_eq!(before - decoder.rest.len(), length as usize);
        }
        assert!(decoder.rest.is_empty());
        decoder.seen
    }
}

struct Decoder<'a> {
    page: &'a Page,
    rest: &'a [u8],
    seen: Names,
}

impl<'a> Decoder<'a> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.rest.split_first().expect("a byte");
        self.rest = rest;
        *first
    }

    fn number(&mut self) -> u64 {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = self.byte();
            value |= u64::from(byte & 127) << shift;
            shift += 7;
            if byte < 128 {
                return value;
            }
        }
    }

    fn meet(&mut self, description: &str, tag: u8) -> &'a Row {
        let page = self.page;
        let row = page.tables[description].iter().find(|row| row.tag == tag);
        let row = row.unwrap_or_else(|| panic!("no {description} {tag}"));
        *self
            .seen
            .entry((description.to_owned(), row.name.clone()))
            .or_default() += 1;
        row
    }

    fn fields(&mut self, subject: &str, fields: &[(String, String)]) {
        for (name, kind) in fields {
            let table = match (subject, name.as_str()) {
                ("Unary", "operator") => Some("unary operator"),
                ("Binary", "operator") => Some("binary operator"),
                ("Atomic", "operation") => Some("atomic operation"),
                (_, "access") => Some("access"),
                _ => None,
            };
            match table {
                Some(table) => {
                    let tag = self.byte();
                    self.meet(table, tag);
                }
                None => self.read(kind),
            }
        }
    }

    fn read(&mut self, kind: &str) {
        if let Some(item) = kind.strip_prefix("list of ") {
            (0..self.number()).for_each(|_| self.read(item));
            return;
        }
        if let Some(item) = kind.strip_prefix("option of ") {
            if self.byte() == 1 {
                self.read(item);
            }
            return;
        }
        match kind {
            "byte" | "bool" => _ = self.byte(),
            "number" => _ = self.number(),
            "text" => (0..self.number()).for_each(|_| _ = self.byte()),
            "block" => self.read("list of node"),
            "type" => {
                let tag = self.byte();
                self.meet("type", tag);
            }
            "node" | "expression" | "callee" => {
                let tag = self.byte();
                let row = self.meet(kind, tag);
                let (name, fields) = (row.name.clone(), row.fields.clone());
                if kind == "expression" {
                    self.read("type");
                }
                self.fields(&name, &fields);
            }
            item => {
                let fields = &self.page.items[item];
                self.fields(item, fields);
            }
        }
    }
}

/// The name of a variant.
fn variant(subject: &impl Debug) -> String {
    let text = format!("{subject:?}");
    let end = text.find([' ', '(', '{']).unwrap_or(text.len());
    text[..end].to_owned()
}

/// The names in a program, by its Rust types.
pub(super) fn names_of(program: &Program) -> Names {
    let mut observed = Names::new();
    for buffer in &program.buffers {
        note(&mut observed, "access", variant(&buffer.access));
        ty(&mut observed, buffer.element);
    }
    for callee in &program.callees {
        note(&mut observed, "callee", variant(callee));
        if let Callee::Function(of) = callee {
            function(&mut observed, of);
        }
    }
    function(&mut observed, &program.entry);
    observed
}

fn note(names: &mut Names, description: &str, name: String) {
    *names.entry((description.to_owned(), name)).or_default() += 1;
}

fn ty(names: &mut Names, ty: Type) {
    note(names, "type", ty.name().to_owned());
}

fn function(names: &mut Names, subject: &Function) {
    let locals = subject.locals.iter().map(|local| local.ty);
    let tables = subject.tables.iter().map(|table| table.ty);
    let types = subject.results.iter().copied().chain(locals).chain(tables);
    types.for_each(|subject| ty(names, subject));
    nodes(names, &subject.body);
}

fn nodes(names: &mut Names, list: &[Node]) {
    for node in list {
        note(names, "node", variant(node));
        if let Node::Atomic { op, .. } = node {
            note(names, "atomic operation", variant(op));
        }
        let mut blocks = vec![];
        node.for_each_part(|expr| expression(names, expr), |block| blocks.push(block));
        blocks.into_iter().for_each(|block| nodes(names, block));
    }
}

fn expression(names: &mut Names, expr: &Expr) {
    note(names, "expression", variant(&expr.kind));
    ty(names, expr.ty);
    match &expr.kind {
        ExprKind::Unary(op, _) => note(names, "unary operator", variant(op)),
        ExprKind::Binary(op, ..) => note(names, "binary operator", variant(op)),
        _ => {}
    }
    expr.for_each_operand(|operand| expression(names, operand));
}
