//! The tables of a manifest with their values parsed.

use super::document::{Amount, BufferTable, ColumnSource, DispatchTable, ReferenceTable, Words};
use super::{Equality, Generator, ManifestError, SizeExpression, SizeNames};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;

/// A value with its place in the manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestValue<T> {
    /// The value.
    pub value: T,
    pub(crate) span: Range<usize>,
}

impl<T> ManifestValue<T> {
    pub(crate) fn new(value: T, span: Range<usize>) -> Self {
        Self { value, span }
    }

    pub(super) fn of(spanned: &Spanned<T>) -> Self
    where
        T: Clone,
    {
        Self::new(spanned.get_ref().clone(), spanned.span())
    }
}

/// The value of a scalar.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ScalarValue {
    /// An integer.
    Integer(i64),
    /// A float.
    Float(f64),
    /// An expression in the problem size.
    Expression(SizeExpression),
}

impl ScalarValue {
    /// The value as a float, which holds every integer of 32 bits.
    pub(crate) fn value(&self, names: &SizeNames) -> Result<f64, String> {
        match self {
            Self::Integer(value) => Ok(*value as f64),
            Self::Float(value) => Ok(*value),
            Self::Expression(expression) => Ok(expression.value(names)? as f64),
        }
    }
}

/// Values of scalars, by the path that the kernel gives them.
pub(crate) type Values = Vec<(ManifestValue<String>, ScalarValue)>;

/// A buffer of a manifest.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BufferSpec {
    /// The name: that of the variable, unless a dispatch binds it to another one.
    pub name: ManifestValue<String>,
    /// The type of an element.
    pub element: Option<ManifestValue<String>>,
    /// Elements of the runtime-sized array.
    pub length: Option<ManifestValue<SizeExpression>>,
    /// The generator of the contents before the first dispatch.
    pub input: Option<ManifestValue<Generator>>,
    /// The equality with the reference after the last one.
    pub output: Option<ManifestValue<Equality>>,
    pub(crate) values: Values,
}

/// A dispatch of a manifest.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DispatchSpec {
    /// The entry point; `None` for the only one.
    pub entry: Option<ManifestValue<String>>,
    /// Workgroups along x, y and z.
    pub workgroups: [SizeExpression; 3],
    /// Repetitions, with `k` = 0, 1, ..
    pub repeat: SizeExpression,
    /// More workgroups than are needed must change nothing.
    pub spare: bool,
    pub(crate) bind: Vec<(ManifestValue<String>, ManifestValue<String>)>,
    pub(crate) values: Values,
    pub(crate) span: Range<usize>,
}

/// A column of an engine's input.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Column {
    /// The words of a buffer.
    Buffer(String),
    /// The values of expressions.
    Words(Vec<ScalarValue>),
}

/// The reference of a manifest.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum ReferenceSpec {
    /// The reference of an engine of the library.
    Engine {
        /// Its id.
        id: ManifestValue<String>,
        /// The columns of its input.
        columns: Vec<ManifestValue<Column>>,
        /// For each output the word of a record that it holds.
        outputs: Vec<(ManifestValue<String>, usize)>,
    },
    /// An op of the library, for each element.
    Op {
        /// Its id.
        id: ManifestValue<String>,
        /// The buffers of its operands.
        operands: Vec<ManifestValue<String>>,
    },
    /// The exact sum of a buffer's elements.
    Sum(ManifestValue<String>),
    /// Another kernel, on the interpreter.
    Kernel {
        /// Its file.
        file: ManifestValue<String>,
        /// Its dispatches.
        dispatches: Vec<DispatchSpec>,
    },
    /// Files with the words of outputs.
    Files(Vec<(ManifestValue<String>, ManifestValue<String>)>),
}

/// The parser of tables.
pub(super) struct Tables<'t> {
    pub(super) text: &'t str,
}

impl Tables<'_> {
    fn wrong(&self, span: Range<usize>, message: impl Into<String>) -> ManifestError {
        ManifestError::new(self.text, Some(span), message)
    }

    fn expression(
        &self,
        amount: &Amount,
        span: &Range<usize>,
    ) -> Result<SizeExpression, ManifestError> {
        match amount {
            Amount::Integer(number) => match u64::try_from(*number) {
                Ok(number) => Ok(SizeExpression::number(number)),
                Err(_) => Err(self.wrong(span.clone(), "a number from 0 on belongs here")),
            },
            Amount::Float(_) => Err(self.wrong(span.clone(), "a whole number belongs here")),
            Amount::Expression(text) => SizeExpression::parse(text).map_err(|(at, why)| {
                // One byte for the quotation mark.
                let at = span.start + 1 + at;
                self.wrong(at..at + 1, format!("`{text}`: {why}"))
            }),
        }
    }

    fn scalar(&self, amount: &Amount, span: &Range<usize>) -> Result<ScalarValue, ManifestError> {
        Ok(match amount {
            Amount::Integer(number) => ScalarValue::Integer(*number),
            Amount::Float(number) => ScalarValue::Float(*number),
            Amount::Expression(_) => ScalarValue::Expression(self.expression(amount, span)?),
        })
    }

    fn values(&self, table: &BTreeMap<Words, Spanned<Amount>>) -> Result<Values, ManifestError> {
        let each = table.iter().map(|(path, amount)| {
            let value = self.scalar(amount.get_ref(), &amount.span())?;
            Ok((ManifestValue::of(path), value))
        });
        each.collect()
    }

    pub(super) fn buffers(
        &self,
        tables: &BTreeMap<Words, Spanned<BufferTable>>,
    ) -> Result<Vec<BufferSpec>, ManifestError> {
        let each = tables.iter().map(|(name, spanned)| {
            let table = spanned.get_ref();
            let mut values = self.values(&table.values)?;
            if let Some(value) = &table.value {
                let scalar = self.scalar(value.get_ref(), &value.span())?;
                values.push((ManifestValue::new(String::new(), value.span()), scalar));
            }
            Ok(BufferSpec {
                name: ManifestValue::of(name),
                element: table.r#type.as_ref().map(ManifestValue::of),
                length: match &table.length {
                    Some(length) => {
                        let expression = self.expression(length.get_ref(), &length.span())?;
                        Some(ManifestValue::new(expression, length.span()))
                    }
                    None => None,
                },
                input: self.word(table.input.as_ref(), Generator::parse)?,
                output: self.word(table.output.as_ref(), Equality::parse)?,
                values,
            })
        });
        each.collect()
    }

    fn word<T>(
        &self,
        word: Option<&Words>,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<ManifestValue<T>>, ManifestError> {
        let Some(word) = word else { return Ok(None) };
        let parsed = parse(word.get_ref()).map_err(|why| self.wrong(word.span(), why))?;
        Ok(Some(ManifestValue::new(parsed, word.span())))
    }

    pub(super) fn dispatches(
        &self,
        tables: &[Spanned<DispatchTable>],
    ) -> Result<Vec<DispatchSpec>, ManifestError> {
        tables.iter().map(|table| self.dispatch(table)).collect()
    }

    fn dispatch(&self, spanned: &Spanned<DispatchTable>) -> Result<DispatchSpec, ManifestError> {
        let table = spanned.get_ref();
        let counts = table.workgroups.get_ref();
        if !(1..=3).contains(&counts.len()) {
            let message = "write one to three counts, such as [\"ceil(n / 64)\"]";
            return Err(self.wrong(table.workgroups.span(), message));
        }
        let mut workgroups = [const { None }; 3];
        for (place, amount) in workgroups.iter_mut().zip(counts) {
            *place = Some(self.expression(amount.get_ref(), &amount.span())?);
        }
        Ok(DispatchSpec {
            entry: table.entry.as_ref().map(ManifestValue::of),
            workgroups: workgroups.map(|count| count.unwrap_or_else(|| SizeExpression::number(1))),
            repeat: match &table.repeat {
                Some(repeat) => self.expression(repeat.get_ref(), &repeat.span())?,
                None => SizeExpression::number(1),
            },
            spare: table.spare,
            bind: {
                let pairs = table.bind.iter();
                pairs
                    .map(|(variable, buffer)| {
                        (ManifestValue::of(variable), ManifestValue::of(buffer))
                    })
                    .collect()
            },
            values: self.values(&table.values)?,
            span: spanned.span(),
        })
    }

    pub(super) fn reference(
        &self,
        spanned: Option<&Spanned<ReferenceTable>>,
    ) -> Result<Option<ManifestValue<ReferenceSpec>>, ManifestError> {
        let Some(spanned) = spanned else {
            return Ok(None);
        };
        let table = spanned.get_ref();
        if let Some(function) = &table.function {
            let message = "Rust functions are references through an attribute, which is planned: write `engine`, \
                           `op`, `sum`, `kernel` or `files`";
            return Err(self.wrong(function.span(), message));
        }
        let of_engine = table.engine.as_ref().map(|id| self.engine(id, table));
        let of_op = table.op.as_ref().map(|id| {
            Ok(ReferenceSpec::Op {
                id: ManifestValue::of(id),
                operands: table.operands.iter().map(ManifestValue::of).collect(),
            })
        });
        let of_kernel = table.kernel.as_ref().map(|file| {
            Ok(ReferenceSpec::Kernel {
                file: ManifestValue::of(file),
                dispatches: self.dispatches(&table.dispatch)?,
            })
        });
        let of_sum = table.sum.as_ref();
        let of_sum = of_sum.map(|buffer| Ok(ReferenceSpec::Sum(ManifestValue::of(buffer))));
        let files = table.files.iter();
        let files: Vec<_> = files
            .map(|(b, f)| (ManifestValue::of(b), ManifestValue::of(f)))
            .collect();
        let of_files = (!files.is_empty()).then_some(Ok(ReferenceSpec::Files(files)));
        let mut kinds = [of_engine, of_op, of_sum, of_kernel, of_files]
            .into_iter()
            .flatten();
        match (kinds.next(), kinds.next()) {
            (Some(kind), None) => Ok(Some(ManifestValue::new(kind?, spanned.span()))),
            _ => {
                let message = "a reference is one of `engine = \"..\"`, `op = \"..\"`, `sum = \"..\"`, `kernel = \
                     \"..\"` and `files = { output = \"..\" }`";
                Err(self.wrong(spanned.span(), message))
            }
        }
    }

    fn engine(&self, id: &Words, table: &ReferenceTable) -> Result<ReferenceSpec, ManifestError> {
        let columns = table.columns.iter().map(|spanned| {
            let column = match spanned.get_ref() {
                ColumnSource::Buffer(name) => Column::Buffer(name.clone()),
                ColumnSource::Words(amounts) => {
                    let each = amounts.iter().map(|amount| match amount {
                        Amount::Expression(_) => {
                            // The places of elements are not kept: the list has one.
                            let parsed =
                                self.scalar(amount, &(spanned.span().start..spanned.span().start));
                            parsed.map_err(|error| self.wrong(spanned.span(), error.message))
                        }
                        _ => self.scalar(amount, &spanned.span()),
                    });
                    Column::Words(each.collect::<Result<_, _>>()?)
                }
            };
            Ok(ManifestValue::new(column, spanned.span()))
        });
        let outputs = table.outputs.iter();
        Ok(ReferenceSpec::Engine {
            id: ManifestValue::of(id),
            columns: columns.collect::<Result<_, ManifestError>>()?,
            outputs: outputs
                .map(|(name, word)| (ManifestValue::of(name), *word.get_ref()))
                .collect(),
        })
    }
}
