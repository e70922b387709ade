//! The manifest as TOML: tables and values with their places.

use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// A text with its place.
pub(super) type Words = Spanned<String>;

/// A number, or an expression in the problem size.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a number, or an expression in `n` such as \"ceil(n / 64)\""
)]
pub(super) enum Amount {
    Integer(i64),
    Float(f64),
    Expression(String),
}

/// One value, or several that are tried in turn.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "a number, `true`, `false`, or a list of numbers that are tried in turn"
)]
pub(super) enum OverrideValues {
    Bool(bool),
    Number(f64),
    Numbers(Vec<f64>),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    pub(super) kernel: Words,
    pub(super) sizes: Option<Spanned<Vec<u64>>>,
    pub(super) seeds: Option<Spanned<u64>>,
    pub(super) loop_bound: Option<Spanned<u64>>,
    pub(super) subgroup_size: Option<Spanned<u64>>,
    #[serde(default)]
    pub(super) overrides: BTreeMap<Words, Spanned<OverrideValues>>,
    #[serde(default)]
    pub(super) buffers: BTreeMap<Words, Spanned<BufferTable>>,
    #[serde(default)]
    pub(super) dispatch: Vec<Spanned<DispatchTable>>,
    pub(super) reference: Option<Spanned<ReferenceTable>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BufferTable {
    pub(super) r#type: Option<Words>,
    pub(super) length: Option<Spanned<Amount>>,
    pub(super) input: Option<Words>,
    pub(super) output: Option<Words>,
    pub(super) value: Option<Spanned<Amount>>,
    #[serde(default)]
    pub(super) values: BTreeMap<Words, Spanned<Amount>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DispatchTable {
    pub(super) entry: Option<Words>,
    pub(super) workgroups: Spanned<Vec<Spanned<Amount>>>,
    pub(super) repeat: Option<Spanned<Amount>>,
    #[serde(default)]
    pub(super) spare: bool,
    #[serde(default)]
    pub(super) bind: BTreeMap<Words, Words>,
    #[serde(default)]
    pub(super) values: BTreeMap<Words, Spanned<Amount>>,
}

/// A column of an engine's input: a buffer, or words by expressions.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "the name of a buffer, or a list of expressions in `n`"
)]
pub(super) enum ColumnSource {
    Buffer(String),
    Words(Vec<Amount>),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReferenceTable {
    pub(super) engine: Option<Words>,
    pub(super) op: Option<Words>,
    pub(super) sum: Option<Words>,
    pub(super) kernel: Option<Words>,
    pub(super) function: Option<Words>,
    #[serde(default)]
    pub(super) columns: Vec<Spanned<ColumnSource>>,
    #[serde(default)]
    pub(super) outputs: BTreeMap<Words, Spanned<usize>>,
    #[serde(default)]
    pub(super) operands: Vec<Words>,
    #[serde(default)]
    pub(super) dispatch: Vec<Spanned<DispatchTable>>,
    #[serde(default)]
    pub(super) files: BTreeMap<Words, Words>,
}
