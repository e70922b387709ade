//! Values with their names.

use vyre_conform_ir::value::Value;

/// `a = 0x0000_0001, b = 0x0000_0002`.
pub(crate) fn assignment<'n>(names: impl IntoIterator<Item = &'n str>, values: &[Value]) -> String {
    let pairs = names
        .into_iter()
        .zip(values)
        .map(|(n, v)| format!("{n} = {v}"));
    pairs.collect::<Vec<_>>().join(", ")
}
