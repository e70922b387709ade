//! Validation implements the table of casts in `docs/spec/ir.md`.

use vyre_conform_runtime::ir::{Expr, FunctionBuilder, Node, Type};
use vyre_conform_runtime::valid::validate;

fn ty(name: &str) -> Option<Type> {
    Type::ALL.iter().copied().find(|ty| ty.name() == name)
}

/// Oracle: the page, which gives for every pair of its types the result of the cast, or its absence.
#[test]
fn page_lists_every_cast() {
    let page = include_str!("../../../docs/spec/ir.md");
    let cells = |line: &'static str| -> Vec<&str> {
        let line = line.trim_start_matches('|').trim_end_matches('|');
        line.split('|').map(str::trim).collect()
    };
    let lines = page.lines().skip_while(|l| !l.starts_with("| from, to |"));
    let mut rows = lines.take_while(|l| l.starts_with('|')).map(cells);
    let columns: Vec<Type> = rows.next().expect("a table")[1..]
        .iter()
        .map(|name| ty(name).expect("a type"))
        .collect();
    let mut read = 0;
    for row in rows.skip(1) {
        let from = ty(row[0]).expect("a type");
        assert_eq!(row.len(), columns.len() + 1, "{row:?}");
        for (to, cell) in columns.iter().zip(&row[1..]) {
            let mut f = FunctionBuilder::new("f", vec![*to]);
            let value = f.param("value", from);
            let give = Node::Return(vec![Expr::cast(*to, f.read(value))]);
            let there = validate(f.module(vec![give])).is_ok();
            let is_filled = !["", "-"].contains(cell);
            assert_eq!(there, is_filled, "{} to {}: {cell}", from.name(), to.name());
            assert_eq!(cell.is_empty(), from == *to);
            read += 1;
        }
    }
    assert_eq!((columns.len(), read), (7, 49));
}
