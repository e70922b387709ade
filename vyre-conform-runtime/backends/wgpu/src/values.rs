//! The buffers of a law check: the values of its steps, tables, and uniform blocks.

use super::device::Gpu;
use super::places::Place;
use super::pool::{PooledBuffer, Use};
use super::rows::{ROWS_BYTES, Rows};
use super::shape::Shape;
use super::stages::Stages;
use std::ops::Range;
use vyre_conform_runtime::generate::{Block, Source};
use vyre_conform_suite::backend::law::plan::{LawStep, StepId};
use vyre_conform_suite::backend::{BackendError, layout};

/// A buffer and the size of its bound range.
pub(super) type BoundRange<'a> = (&'a PooledBuffer, u64);

/// A table: the values of some steps for every combination of some slow variables.
pub(super) struct Table {
    pub(super) rows: Rows,
    /// Its slow variables, and the values of each in its rows.
    columns: Vec<(usize, (PooledBuffer, u64))>,
    pub(super) block: PooledBuffer,
    /// The table's row for each row of a round.
    pub(super) map: (PooledBuffer, u64),
}

pub(super) struct Values {
    /// One per step; `None` for a constant that no op uses.
    steps: Vec<Option<(PooledBuffer, u64)>>,
    pub(super) tables: Vec<Table>,
    /// The uniform blocks: of a round, of values per row, and of values that are the same in every row.
    pub(super) block: PooledBuffer,
    pub(super) row_block: PooledBuffer,
    pub(super) column_block: PooledBuffer,
}

impl Values {
    /// Buffers for rounds of `rows` rows, with constants, columns and the operands of tables filled
    /// in.
    pub(super) fn borrow(stages: &Stages<'_>, rows: u64) -> Result<Self, BackendError> {
        let gpu = &**stages.gpu;
        let storage = |bytes: u64| Ok::<_, BackendError>((gpu.borrow(Use::Storage, bytes)?, bytes));
        let uniform = || gpu.borrow(Use::Uniform, ROWS_BYTES);
        let line = |values: u64| Rows::line(values as u32).values();
        let len = stages.shape.map_or(0, |shape| shape.len.into());
        let mut tables = Vec::new();
        if let Some(shape) = stages.shape {
            for axes in &stages.places.tables {
                let combinations = shape.combinations(axes);
                let columns = axes.iter().map(|axis| {
                    let words = shape.column(axes, *axis, 0..combinations);
                    Ok((*axis, filled(gpu, &words)?))
                });
                tables.push(Table {
                    rows: shape.prefix(combinations),
                    columns: columns.collect::<Result<_, BackendError>>()?,
                    block: uniform()?,
                    map: storage(rows * 4)?,
                });
            }
        }
        let steps = stages
            .plan
            .steps
            .iter()
            .enumerate()
            .map(|(id, (step, ty))| {
                if let LawStep::Constant(value) = step {
                    return if stages.is_operand(id) {
                        Ok(Some(filled(gpu, value.words())?))
                    } else {
                        Ok(None)
                    };
                }
                let values = match &stages.places.steps[id] {
                    Place::Constant => 1,
                    Place::Row => line(rows),
                    Place::Column => line(len),
                    Place::Table(t) => tables[*t].rows.values(),
                    Place::Case => stages.rows(rows).values(),
                };
                storage(values * ty.bytes() as u64).map(Some)
            });
        let values = Self {
            steps: steps.collect::<Result<_, BackendError>>()?,
            tables,
            block: uniform()?,
            row_block: uniform()?,
            column_block: uniform()?,
        };
        values.fill_columns(stages);
        Ok(values)
    }

    /// Uploads the variables that are the same in every row.
    fn fill_columns(&self, stages: &Stages<'_>) {
        let Some((shape, columns)) = stages.shape.and_then(|s| Some((s, s.columns()?))) else {
            return;
        };
        let mut block = Block::new(columns.types(), shape.len as usize);
        columns.fill(0, &mut block);
        let words = layout::canonical(columns.types(), &block.columns);
        // The plan's first steps are the variables in order.
        for (k, words) in words.iter().enumerate() {
            stages.gpu.write(self.step(shape.slow + k).0, words);
        }
    }

    /// Uploads the values per row of the rows `rows`.
    pub(super) fn fill_rows(&self, stages: &Stages<'_>, shape: &Shape, rows: Range<u64>) {
        let slow: Vec<usize> = (0..shape.slow).collect();
        for axis in &slow {
            let words = shape.column(&slow, *axis, rows.clone());
            stages.gpu.write(self.step(*axis).0, &words);
        }
        for (table, axes) in self.tables.iter().zip(&stages.places.tables) {
            let map = shape.map(axes, rows.clone());
            stages.gpu.write(&table.map.0, &map);
        }
    }

    /// The values of a step.
    ///
    /// # Panics
    ///
    /// For a constant that no op uses.
    pub(super) fn step(&self, id: StepId) -> BoundRange<'_> {
        let (loan, bytes) = self.steps[id]
            .as_ref()
            .expect("a step that is read has a buffer");
        (loan, *bytes)
    }

    /// The values of a step for a shader that computes `for_step`, or for the comparison: a table has its own rows of
    /// the slow variables.
    pub(super) fn operand(
        &self,
        stages: &Stages<'_>,
        for_step: Option<StepId>,
        id: StepId,
    ) -> BoundRange<'_> {
        if let (Some(Place::Table(t)), LawStep::Variable(k)) = (
            for_step.map(|step| &stages.places.steps[step]),
            &stages.plan.steps[id].0,
        ) && let Some((_, column)) = self.tables[*t].columns.iter().find(|(axis, _)| axis == k)
        {
            return (&column.0, column.1);
        }
        self.step(id)
    }

    /// All buffers, to return them.
    pub(super) fn loans(self) -> impl Iterator<Item = PooledBuffer> {
        let tables = self.tables.into_iter().flat_map(|table| {
            let columns = table.columns.into_iter().map(|(_, (loan, _))| loan);
            columns.chain([table.block, table.map.0])
        });
        let steps = self.steps.into_iter().flatten().map(|(loan, _)| loan);
        steps
            .chain(tables)
            .chain([self.block, self.row_block, self.column_block])
    }
}

/// A buffer with these words.
fn filled(gpu: &Gpu, words: &[u32]) -> Result<(PooledBuffer, u64), BackendError> {
    let bytes = words.len() as u64 * 4;
    let loan = gpu.borrow(Use::Storage, bytes)?;
    gpu.write(&loan, words);
    Ok((loan, bytes))
}
