//! Sources of cases as a kit describes them.

use crate::tables::Tables;
use crate::words::name_of;
use serde_json::{Value as Json, json};
use vyre_conform_runtime::generate::{Block, OperandAxis, Recipe, Source};
use vyre_conform_spec::ValueType;
use vyre_conform_suite::backend::layout;

/// Most cases of a source that travels as words.
const MOST_SENT: u64 = 1 << 21;

/// A source with its name.
#[derive(Clone, Debug)]
pub(crate) struct SourceSpec {
    types: Vec<ValueType>,
    recipe: Spec,
    /// Digest of the above.
    pub(crate) name: String,
}

/// A recipe that needs no host.
#[derive(Clone, Debug)]
enum Spec {
    Witnesses(u64),
    Product(Vec<Axis>),
    Sequence(Vec<(u64, Spec)>),
    From(u64, Box<Spec>),
    /// The words of each operand, case after case.
    Columns(Vec<Vec<u32>>),
}

#[derive(Clone, Debug)]
enum Axis {
    Range(u32, u64, &'static [u32]),
    /// Four words a value.
    List(Vec<u32>),
}

impl SourceSpec {
    /// The description of a source; `None` if it would travel as too many words.
    pub(crate) fn of(source: &dyn Source) -> Option<Self> {
        let types = source.types().to_vec();
        let recipe = match Spec::of(&source.recipe()) {
            Some(spec) => spec,
            None if source.len() <= MOST_SENT => {
                let mut block = Block::new(&types, source.len() as usize);
                source.fill(0, &mut block);
                Spec::Columns(layout::canonical(&types, &block.columns))
            }
            None => return None,
        };
        Some(Self::named(types, recipe))
    }

    /// The cases of these operands, in the canonical layout.
    pub(crate) fn of_words(types: &[ValueType], columns: Vec<Vec<u32>>) -> Self {
        Self::named(types.to_vec(), Spec::Columns(columns))
    }

    fn named(types: Vec<ValueType>, recipe: Spec) -> Self {
        let families: Vec<&str> = types.iter().map(|ty| ty.family()).collect();
        let mut content = families.join(" ").into_bytes();
        recipe.content(&mut content);
        Self {
            types,
            recipe,
            name: name_of(&[&content]),
        }
    }

    /// Its form in the file.
    pub(crate) fn json(&self, tables: &mut Tables) -> Json {
        let types: Vec<&str> = self.types.iter().map(|ty| ty.family()).collect();
        json!({"types": types, "of": self.recipe.json(tables)})
    }
}

impl Spec {
    fn of(recipe: &Recipe) -> Option<Self> {
        Some(match recipe {
            Recipe::Witnesses { seed } => Self::Witnesses(*seed),
            Recipe::Product { axes } => {
                let axes: Option<_> = axes.iter().map(Axis::of).collect();
                Self::Product(axes?)
            }
            Recipe::Sequence(parts) => {
                let parts: Option<_> = parts
                    .iter()
                    .map(|(n, of)| Some((*n, Self::of(of)?)))
                    .collect();
                Self::Sequence(parts?)
            }
            Recipe::From { start, of } => Self::From(*start, Box::new(Self::of(of)?)),
            _ => return None,
        })
    }

    /// Everything that distinguishes it.
    fn content(&self, into: &mut Vec<u8>) {
        let mut words = |all: &[u32]| {
            into.extend((all.len() as u64).to_le_bytes());
            into.extend(all.iter().flat_map(|word| word.to_le_bytes()));
        };
        match self {
            Self::Witnesses(seed) => into.extend(format!("witnesses {seed}").bytes()),
            Self::Product(axes) => {
                for axis in axes {
                    match axis {
                        Axis::Range(first, count, masks) => {
                            words(&[*first, *count as u32, (*count >> 32) as u32]);
                            words(masks);
                        }
                        Axis::List(all) => words(all),
                    }
                }
            }
            Self::Sequence(parts) => {
                for (cases, part) in parts {
                    into.extend(format!("part {cases} ").bytes());
                    part.content(into);
                }
            }
            Self::From(start, of) => {
                into.extend(format!("from {start} ").bytes());
                of.content(into);
            }
            Self::Columns(columns) => columns.iter().for_each(|column| words(column)),
        }
    }

    fn json(&self, tables: &mut Tables) -> Json {
        match self {
            Self::Witnesses(seed) => json!({"witnesses": [*seed as u32, (seed >> 32) as u32]}),
            Self::Product(axes) => {
                let axes: Vec<Json> = axes.iter().map(|axis| axis.json(tables)).collect();
                json!({"product": axes})
            }
            Self::Sequence(parts) => {
                let parts: Vec<Json> = parts
                    .iter()
                    .map(|(n, of)| json!([n, of.json(tables)]))
                    .collect();
                json!({"sequence": parts})
            }
            Self::From(start, of) => json!({"from": [start, of.json(tables)]}),
            Self::Columns(columns) => {
                let columns: Vec<usize> = columns.iter().map(|words| tables.words(words)).collect();
                json!({"columns": columns})
            }
        }
    }
}

impl Axis {
    fn of(axis: &OperandAxis) -> Option<Self> {
        Some(match axis {
            OperandAxis::Range {
                first,
                count,
                masks,
                ..
            } => Self::Range(*first, *count, masks),
            OperandAxis::List { values, .. } => Self::List(values.concat()),
            _ => return None,
        })
    }

    fn json(&self, tables: &mut Tables) -> Json {
        match self {
            Self::Range(first, count, masks) => json!({"range": [first, count, masks]}),
            Self::List(words) => json!({"list": tables.words(words)}),
        }
    }
}
