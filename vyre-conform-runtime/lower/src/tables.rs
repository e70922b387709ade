//! Tables: arrays of constants that a function reads by an index.

use super::function::word_type;
use super::names::literal;
use vyre_conform_ir::Table;

/// How a table is declared. The values are the same; the speed is not, and what is fast on one kind of adapter is slow on
/// another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tables {
    /// As a private variable that nothing writes to, which is right for software adapters: indexing a `const` array makes
    /// them copy the array at each access. With 256 elements, eight reads a case and a million cases, Mesa's llvmpipe took
    /// 1.97 s with a constant, 0.20 s with a copy in a local variable, and 0.02 s with a private variable; SwiftShader 1.0,
    /// 0.21 and 0.10 s.
    #[default]
    Private,
    /// As a constant, which is right for GPUs: there every invocation writes a private variable before it begins. On an
    /// NVIDIA H100 (580.159.04) one read of a table of 256 words a case took 3.6 times as long from a private variable, eight
    /// reads 1.16 times.
    Constant,
}

impl Tables {
    /// A table, a few elements a line.
    pub(super) fn text(self, table: &Table, name: &str) -> String {
        let ty = word_type(table.ty);
        let per_line = 8 / table.ty.words();
        let lines: Vec<String> = table
            .data
            .chunks(per_line)
            .map(|row| {
                let row: Vec<_> = row.iter().map(|bits| literal(table.ty, *bits)).collect();
                format!("    {},\n", row.join(", "))
            })
            .collect();
        let declared = match self {
            Self::Private => "var<private>",
            Self::Constant => "const",
        };
        format!(
            "{declared} {name} = array<{ty}, {}>(\n{});",
            table.data.len(),
            lines.concat()
        )
    }
}
