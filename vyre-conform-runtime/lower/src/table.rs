//! Constant tables.
//!
//! A small table is a private variable that is never written, because indexing a `const` array makes
//! some compilers copy the array at each access: with 256 elements, eight reads per case and a million
//! cases, Mesa's llvmpipe took 1.97 s with a constant, 0.20 s with a copy in a local variable, and 0.02
//! s with a private variable; SwiftShader took 1.0, 0.21 and 0.10 s.
//!
//! A large table is a function that selects an element, bit by bit of the index. CPU compilers
//! initialise a private variable element by element, and some of their passes take quadratic time in
//! that: llvmpipe compiles a private variable of 512 words in 4.4 s, and the selections in 0.1 s.

use super::function::word_type;
use super::names::literal;
use super::text::Text;
use vyre_conform_ir::Table;

/// The most words of a table that is a variable.
const MAX_WORDS: usize = 256;

/// Number of elements that one line of a function selects from.
const ELEMENTS_PER_LINE: usize = 8;

/// True if a table is a function of the index.
pub(super) fn is_function(table: &Table) -> bool {
    table.data.len() * table.ty.words() > MAX_WORDS
}

/// An element of the table with this name, at an in-range index.
pub(super) fn element(table: &Table, name: &str, index: Text) -> Text {
    if is_function(table) {
        Text::call(name, vec![index])
    } else {
        Text::index(name, index)
    }
}

/// The declaration of a table.
pub(super) fn declaration(table: &Table, name: &str) -> String {
    if is_function(table) {
        function(table, name)
    } else {
        variable(table, name)
    }
}

/// The table as a variable, a few elements per line.
fn variable(table: &Table, name: &str) -> String {
    let ty = word_type(table.ty);
    let lines: String = (table.data.chunks(8 / table.ty.words()))
        .map(|row| {
            let row: Vec<String> = row.iter().map(|bits| literal(table.ty, *bits)).collect();
            format!("    {},\n", row.join(", "))
        })
        .collect();
    let len = table.data.len();
    format!("var<private> {name} = array<{ty}, {len}>(\n{lines});")
}

/// The table as a function: each line selects from a few elements, or from the selections of earlier
/// lines.
fn function(table: &Table, name: &str) -> String {
    let ty = word_type(table.ty);
    let bits = table.data.len().next_power_of_two().trailing_zeros();
    let mut lines: String = (0..bits)
        .map(|bit| format!("    let bit_{bit} = (index & {}u) != 0u;\n", 1_u32 << bit))
        .collect();
    let elements = table.data.iter().map(|bits| literal(table.ty, *bits));
    let mut of: Vec<String> = elements.collect();
    let mut bit = 0;
    while of.len() > ELEMENTS_PER_LINE {
        let mut chose = vec![];
        for (k, few) in of.chunks(ELEMENTS_PER_LINE).enumerate() {
            let line = format!("of_{bit}_{k}");
            lines.push_str(&format!(
                "    let {line} = {};\n",
                chosen(few.to_vec(), bit)
            ));
            chose.push(line);
        }
        of = chose;
        bit += ELEMENTS_PER_LINE.trailing_zeros();
    }
    let whole = chosen(of, bit);
    format!("fn {name}(index: u32) -> {ty} {{\n{lines}    return {whole};\n}}")
}

/// The selection from these by the bits of the index from this one on. Without a second element the bit
/// is 0.
fn chosen(mut of: Vec<String>, mut bit: u32) -> String {
    while of.len() > 1 {
        let pairs = of.chunks(2).map(|pair| match pair {
            [even, odd] => format!("select({even}, {odd}, bit_{bit})"),
            _ => pair.concat(),
        });
        of = pairs.collect();
        bit += 1;
    }
    of.concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_ir::Type;

    fn table(ty: Type, len: u64) -> Table {
        Table {
            name: "t".into(),
            ty,
            data: (0..len).collect(),
        }
    }

    /// Oracle: by hand: the selections of a table of five, whose last element is unpaired.
    #[test]
    fn a_choice_is_made_bit_by_bit() {
        let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
        assert_eq!(
            chosen(names.to_vec(), 0),
            "select(select(select(a, b, bit_0), select(c, d, bit_0), bit_1), e, bit_2)"
        );
    }

    /// Oracle: the limit, counted by hand in words.
    #[test]
    fn large_tables_are_functions() {
        for (ty, len, expected) in [
            (Type::U32, 256, false),
            (Type::U32, 257, true),
            (Type::U64, 128, false),
            (Type::U64, 129, true),
        ] {
            let text = declaration(&table(ty, len), "t_t");
            assert_eq!(text.starts_with("fn t_t(index: u32)"), expected, "{text}");
        }
    }
}
