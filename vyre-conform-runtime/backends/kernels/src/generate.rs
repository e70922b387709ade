//! Generation of inputs on the device, equal to the host's.
//!
//! The recipe of a source is flattened into pieces, each a witness stream or a product of ranges, with a kernel per
//! piece. The number of a case has 64 bits in the text, as it has here.

use std::fmt::Write;
use std::ops::Range;
use vyre_conform_lower_c::Dialect;
use vyre_conform_runtime::generate::{OperandAxis, Recipe, Source};
use vyre_conform_spec::ValueType;

/// The generating kernel. Arguments: a pointer per operand, number of the first case, seed, number of cases.
pub(super) const MAKE: &str = "vyre_make";

/// The witness stream in the C family; `FUNCTION` is a placeholder for the dialect's prefix of functions.
const WITNESS: &str = include_str!("witness.c");

/// Consecutive cases of one kind.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    /// Their range in the source.
    pub(super) range: Range<u64>,
    /// Number of the first case in the recipe.
    start: u64,
    /// Seed of a witness stream.
    pub(super) seed: u64,
    /// Text of its kernel.
    pub(super) text: String,
}

impl Piece {
    /// The number in the recipe of a case of the source.
    pub(super) fn number(&self, case: u64) -> u64 {
        self.start + (case - self.range.start)
    }
}

/// The pieces of a source; `None` if only the host can generate its cases.
pub(super) fn pieces(source: &dyn Source, dialect: Dialect) -> Option<Vec<Piece>> {
    let mut leaves = vec![];
    flatten(&source.recipe(), 0..source.len(), &mut leaves)?;
    let mut position = 0;
    let pieces = leaves.into_iter().map(|(recipe, part)| {
        let range = position..position + (part.end - part.start);
        position = range.end;
        Piece {
            range,
            start: part.start,
            seed: match recipe {
                Recipe::Witnesses { seed } => seed,
                _ => 0,
            },
            text: text(source.types(), &recipe, dialect),
        }
    });
    Some(pieces.collect())
}

/// The cases `range` of a recipe as leaves with their ranges; `None` if only the host can generate one.
fn flatten(recipe: &Recipe, range: Range<u64>, into: &mut Vec<(Recipe, Range<u64>)>) -> Option<()> {
    if range.is_empty() {
        return Some(());
    }
    match recipe {
        Recipe::Witnesses { .. } => into.push((recipe.clone(), range)),
        Recipe::Product { axes } => {
            let is_range = |axis: &OperandAxis| matches!(axis, OperandAxis::Range { .. });
            if !axes.iter().all(is_range) {
                return None;
            }
            into.push((recipe.clone(), range));
        }
        Recipe::From { start, of } => flatten(of, range.start + start..range.end + start, into)?,
        Recipe::Sequence(parts) => {
            let mut position = 0;
            for (len, part) in parts {
                let from = range.start.clamp(position, position + len) - position;
                let to = range.end.clamp(position, position + len) - position;
                flatten(part, from..to, into)?;
                position += len;
            }
        }
        _ => return None,
    }
    Some(())
}

/// The functions of the witness stream.
pub(super) fn witness(dialect: Dialect) -> String {
    WITNESS.replace("FUNCTION ", dialect.function())
}

/// The kernel that generates values of these types.
fn text(types: &[ValueType], recipe: &Recipe, dialect: Dialect) -> String {
    let mut out = dialect.prologue().to_owned();
    if let Recipe::Witnesses { .. } = recipe {
        out += &witness(dialect);
    }
    let storage = dialect.storage();
    let params = (0..types.len()).map(|k| format!("{storage}u32 *out_{k}, "));
    let params: String = params.collect();
    let _ = writeln!(
        out,
        "\n{}void {MAKE}({params}u64 start, u64 seed, u64 cases) {{\n    {} {{\n        const u64 number = start + n;",
        dialect.kernel(),
        dialect.for_each_case()
    );
    match recipe {
        Recipe::Product { axes } => {
            out += "        u64 rest = number;\n";
            for (k, axis) in axes.iter().enumerate().rev() {
                digit(&mut out, k, axis, dialect);
            }
        }
        _ => out += "        const u32 lo = (u32)number, hi = (u32)(number >> 32);\n",
    }
    for (k, ty) in types.iter().enumerate() {
        let words = ty.words();
        for lane in 0..words {
            let value = match recipe {
                Recipe::Product { axes } => placed(k, &axes[k], lane),
                _ => match (ty, ty.float()) {
                    (ValueType::Bool, _) => format!("vyre_truth(lo, hi, seed, {k}u)"),
                    (_, Some(format)) => {
                        let (bits, places) = (format.bits(), format.fraction_bits());
                        format!("vyre_float(lo, hi, seed, {k}u, {bits}u, {places}u)")
                    }
                    _ => format!("vyre_word(lo, hi, seed, {k}u, {lane}u, {words}u)"),
                },
            };
            let _ = writeln!(out, "        out_{k}[n * {words} + {lane}] = {value};");
        }
    }
    out + "    }\n}\n"
}

/// A word of axis k's digit in a lane.
fn placed(k: usize, axis: &OperandAxis, lane: usize) -> String {
    match axis {
        OperandAxis::Range { masks, .. } if masks.len() > 1 => {
            format!("(mask_{k} & {}u) != 0u ? word_{k} : 0u", 1 << lane)
        }
        OperandAxis::Range { masks, .. } if masks[0] >> lane & 1 == 0 => "0u".to_owned(),
        _ => format!("word_{k}"),
    }
}

/// Writes `word_k` (and `mask_k`) of axis k's digit; `rest` continues to the axis before it.
fn digit(out: &mut String, k: usize, axis: &OperandAxis, dialect: Dialect) {
    let suffix = dialect.suffix_u64();
    let (len, indent) = (axis.len(), "        ");
    let _ = writeln!(out, "{indent}const u64 digit_{k} = rest % {len}{suffix};");
    let _ = writeln!(out, "{indent}rest /= {len}{suffix};");
    let OperandAxis::Range {
        first,
        count,
        masks,
        ..
    } = axis
    else {
        return;
    };
    if masks.len() == 1 {
        let _ = writeln!(
            out,
            "{indent}const u32 word_{k} = (u32)digit_{k} + {first}u;"
        );
        return;
    }
    // Zero is listed once, at index 0, followed by `count - 1` words per mask.
    let run = count - 1;
    let _ = writeln!(
        out,
        "{indent}const u64 place_{k} = digit_{k} == 0 ? 0 : digit_{k} - 1;\n\
         {indent}const u32 word_{k} = digit_{k} == 0 ? 0u : (u32)(place_{k} % {run}{suffix}) + 1u;"
    );
    let chosen = masks.iter().enumerate().skip(1);
    let chosen = chosen.fold(format!("{}u", masks[0]), |before, (n, mask)| {
        format!(
            "place_{k} >= {}{suffix} ? {mask}u : ({before})",
            n as u64 * run
        )
    });
    let _ = writeln!(out, "{indent}const u32 mask_{k} = {chosen};");
}
