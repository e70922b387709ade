//! The compiled stages of a law: one pipeline per computed term, and the comparison.

use super::condition::{self, SUM};
use super::device::Gpu;
use super::dispatch::BufferBinding;
use super::op::functions;
use super::places::{Place, Places, operands};
use super::pool::PooledBuffer;
use super::rows::{self, Access, QUAD, ROWS_BYTES, Rows};
use super::shape::Shape;
use super::values::{self, Values};
use std::ops::Range;
use std::sync::Arc;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::{Category, ValueType};
use vyre_conform_suite::backend::law::plan::{LawPlan, LawStep, StepId};
use vyre_conform_suite::backend::{BackendError, Code, OpCode};

/// Rows per invocation on a software adapter, and on hardware, which needs many invocations.
const PER_SOFTWARE: u32 = 16;
const PER_HARDWARE: u32 = 4;

pub(super) struct Stages<'a> {
    pub(super) gpu: &'a Arc<Gpu>,
    pub(super) plan: &'a LawPlan<'a>,
    pub(super) shape: Option<&'a Shape>,
    pub(super) places: Places,
    /// One per step; `None` for variables and constants.
    pub(super) ops: Vec<Option<wgpu::ComputePipeline>>,
    pub(super) condition: wgpu::ComputePipeline,
}

/// The cases of a round.
pub(super) struct Part {
    /// Rows of the shape, or of a line, counted from 0.
    pub(super) rows: Range<u64>,
    /// The first of these rows' cases to compare, and their number.
    pub(super) low: u32,
    pub(super) count: u32,
    /// Index of the result in the tally.
    pub(super) slot: u32,
}

impl<'a> Stages<'a> {
    pub(super) fn load(
        gpu: &'a Arc<Gpu>,
        plan: &'a LawPlan<'a>,
        shape: Option<&'a Shape>,
    ) -> Result<Self, BackendError> {
        let places = Places::new(plan, shape);
        let ops = (0..plan.steps.len()).map(|id| {
            let text = text(plan, &places, id);
            text.map(|(op, text)| gpu.pipeline(op, &text)).transpose()
        });
        Ok(Self {
            ops: ops.collect::<Result<_, BackendError>>()?,
            condition: gpu.pipeline("law condition", &condition::shader(plan, &places))?,
            gpu,
            plan,
            shape,
            places,
        })
    }

    /// Rows per invocation.
    fn per(&self) -> u32 {
        if self.gpu.software {
            PER_SOFTWARE
        } else {
            PER_HARDWARE
        }
    }

    /// `rows` as the rows of a dispatch.
    pub(super) fn rows(&self, rows: u64) -> Rows {
        match self.shape {
            Some(shape) => shape.prefix(rows),
            None => Rows {
                rows: rows as u32,
                len: rows::LINE,
            },
        }
    }

    /// The buffers for rounds of at most `rows` rows, with everything that is common to all of them.
    pub(super) fn prepare(&self, rows: u64) -> Result<Values, BackendError> {
        let values = Values::borrow(self, rows)?;
        let Some(shape) = self.shape else {
            return Ok(values);
        };
        let line = Rows::line(shape.len);
        let per = self.per();
        let whole = |rows: Rows| rows.words(per, 0, 0, 0);
        self.gpu.write(&values.column_block, &whole(line));
        for table in &values.tables {
            self.gpu.write(&table.block, &whole(table.rows));
        }
        let mut encoder = self.gpu.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            for (id, place) in self.places.steps.iter().enumerate() {
                match place {
                    Place::Column => self.apply(&mut pass, &values, id, &values.column_block, line),
                    Place::Table(t) => {
                        let table = &values.tables[*t];
                        self.apply(&mut pass, &values, id, &table.block, table.rows);
                    }
                    Place::Constant | Place::Row | Place::Case => {}
                }
            }
        }
        self.gpu.queue.submit([encoder.finish()]);
        Ok(values)
    }

    /// Computes the terms of a round, one dispatch each, and compares.
    pub(super) fn check(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        values: &Values,
        tally: values::BoundRange<'_>,
        part: &Part,
    ) {
        let per = self.per();
        let count = part.rows.end - part.rows.start;
        let rows = self.rows(count);
        let words = rows.words(per, part.slot, part.low, part.count);
        self.gpu.write(&values.block, &words);
        if let Some(shape) = self.shape {
            values.fill_rows(self, shape, part.rows.clone());
            let line = Rows::line(count as u32);
            self.gpu.write(&values.row_block, &line.words(per, 0, 0, 0));
            self.apply_all(pass, values, &Place::Row, &values.row_block, line);
        }
        self.apply_all(pass, values, &Place::Case, &values.block, rows);
        let mut bound = vec![(0, &values.block, ROWS_BYTES), (1, tally.0, tally.1)];
        for (n, id) in condition::compared(self.plan).into_iter().enumerate() {
            self.bind(&mut bound, values, None, n, id);
        }
        self.gpu
            .dispatch(pass, &self.condition, &bound, rows.grid(per));
    }

    fn apply_all(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        values: &Values,
        place: &Place,
        block: &PooledBuffer,
        rows: Rows,
    ) {
        let steps = self.places.steps.iter().enumerate();
        for (id, _) in steps.filter(|(_, index)| *index == place) {
            self.apply(pass, values, id, block, rows);
        }
    }

    /// Computes one term, unless it is a variable.
    fn apply(
        &self,
        pass: &mut wgpu::ComputePass<'_>,
        values: &Values,
        id: StepId,
        block: &PooledBuffer,
        rows: Rows,
    ) {
        let Some(pipeline) = &self.ops[id] else {
            return;
        };
        let (out, bytes) = values.step(id);
        let mut bound = vec![(0, block, ROWS_BYTES), (1, out, bytes)];
        for (n, arg) in operands(&self.plan.steps[id].0).into_iter().enumerate() {
            self.bind(&mut bound, values, Some(id), n, arg);
        }
        self.gpu
            .dispatch(pass, pipeline, &bound, rows.grid(self.per()));
    }

    /// Binds value `n` of a shader, which is step `id`.
    fn bind<'v>(
        &self,
        bound: &mut Vec<BufferBinding<'v>>,
        values: &'v Values,
        for_step: Option<StepId>,
        n: usize,
        id: StepId,
    ) {
        let at = rows::binding(n);
        let (loan, bytes) = values.operand(self, for_step, id);
        bound.push((at, loan, bytes));
        if let (Access::Table, Place::Table(t)) =
            (self.places.access(for_step, id), &self.places.steps[id])
        {
            let map = &values.tables[*t].map;
            bound.push((at + 1, &map.0, map.1));
        }
    }

    /// True if the step is an operand of an op.
    pub(super) fn is_operand(&self, id: StepId) -> bool {
        let mut steps = self.plan.steps.iter();
        steps.any(|(step, _)| operands(step).contains(&id))
    }

    /// Rows of a round of at most `cases` cases.
    pub(super) fn rows_within(&self, cases: usize) -> u64 {
        match self.shape {
            Some(shape) => shape.rows_within(cases),
            None => (cases as u64).div_ceil((QUAD * super::shader::WORKGROUP).into()),
        }
    }
}

/// The shader that computes a step, with the id of its op; `None` for variables and constants.
pub(super) fn text<'a>(
    plan: &LawPlan<'a>,
    places: &Places,
    id: StepId,
) -> Option<(&'a str, String)> {
    let (step, ty) = &plan.steps[id];
    let sum = sum(*ty);
    let op = match step {
        LawStep::Apply(op, _) => plan.ops[*op],
        LawStep::Sum(..) => &sum,
        LawStep::Variable(_) | LawStep::Constant(_) => return None,
    };
    let functions = functions(op);
    let access = |arg: &StepId| places.access(Some(id), *arg);
    let reads: Vec<Access> = operands(step).iter().map(access).collect();
    Some((
        op.id,
        rows::apply(&functions, op.name, &op.signature, &reads),
    ))
}

/// The wrapping sum as an op.
fn sum(ty: ValueType) -> OpCode<'static> {
    use ValueType::*;
    let operands: &'static [ValueType] = match ty {
        I32 => &[I32, I32],
        U64 => &[U64, U64],
        Bool => &[Bool, Bool],
        Vec2U32 => &[Vec2U32, Vec2U32],
        Vec4U32 => &[Vec4U32, Vec4U32],
        _ => &[U32, U32],
    };
    OpCode {
        id: "the law's sum",
        name: SUM,
        signature: Signature {
            operands,
            result: operands[0],
        },
        category: Category::A,
        code: Code::wgsl(condition::sum_functions(ty)),
        native: None,
        host: None,
    }
}
