//! Recurrent cells, unrolled: for every step products in chains of fused multiply-adds, and formulas.

use super::{Operator, Results, integers, row};
use crate::lowering::{Lowering, MOST_STEPS, NodeFault, Value};
use crate::order::Order;
use crate::tensor::Tensor;

pub(super) const ROWS: &[Operator] = &[
    row("GRU", |n| recurrent(n, Cell::Gated)),
    row("LSTM", |n| recurrent(n, Cell::Long)),
    row("RNN", |n| recurrent(n, Cell::Simple)),
];

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    Simple,
    Gated,
    Long,
}

impl Cell {
    const fn gates(self) -> usize {
        match self {
            Self::Simple => 1,
            Self::Gated => 3,
            Self::Long => 4,
        }
    }

    /// The functions of one direction, where none are named.
    const fn functions(self) -> &'static [&'static str] {
        match self {
            Self::Simple => &["Tanh"],
            Self::Gated => &["Sigmoid", "Tanh"],
            Self::Long => &["Sigmoid", "Tanh", "Tanh"],
        }
    }
}

/// The name of a function, and its parameters.
type Function = (String, Option<f32>, Option<f32>);

/// The weights of one direction.
pub(super) struct Direction {
    /// `[inputs, gates * hidden]` and `[hidden, gates * hidden]`.
    pub(super) input: Value,
    pub(super) hidden: Value,
    /// Of inputs and of hidden values, `[gates * hidden]`.
    pub(super) bias: Option<[Value; 2]>,
    /// `[3 * hidden]`, of cells that look at their state.
    pub(super) peephole: Option<Value>,
    pub(super) functions: Vec<Function>,
    pub(super) is_reverse: bool,
}

/// A node, its sizes and its operands.
pub(super) struct Node {
    pub(super) cell: Cell,
    pub(super) x: Value,
    pub(super) steps: usize,
    pub(super) batch: usize,
    pub(super) hidden: usize,
    /// The number of steps of each line of the batch.
    pub(super) lens: Option<Vec<i64>>,
    pub(super) clip: Option<f32>,
    pub(super) is_linear_before: bool,
    pub(super) couples: bool,
}

/// The part of a tensor of one direction, without that dimension.
fn part(n: &mut Lowering<'_, '_>, of: &Value, direction: usize) -> Result<Value, NodeFault> {
    let own = n.narrowed(of, 0, direction, 1)?;
    n.reshaped(&own, &of.shape[1..])
}

fn shaped(k: usize, of: Value, due: &[usize]) -> Result<Value, NodeFault> {
    if of.shape == due {
        return Ok(of);
    }
    let reason = format!("has the shape {:?}, and {due:?} is expected", of.shape);
    Err(NodeFault::input(k, reason))
}

impl Node {
    fn of(n: &mut Lowering<'_, '_>, cell: Cell) -> Result<(Self, bool), NodeFault> {
        let mut x = n.float_input(0)?;
        let is_by_batch = n.int("layout", 0)? != 0;
        if x.shape.len() != 3 {
            return Err(NodeFault::input(0, "does not have three dimensions"));
        }
        if is_by_batch {
            x = n.permuted(&x, &[1, 0, 2])?;
        }
        let hidden = n.input(2)?.shape.last().copied().unwrap_or(0);
        if n.int("hidden_size", hidden as i64)? != hidden as i64 || hidden == 0 {
            let reason = format!("is not {hidden}, which the weights have");
            return Err(NodeFault::attribute("hidden_size", reason));
        }
        let clip = match n.any("clip") {
            None => None,
            Some(_) => Some(n.float("clip", 0.0)?),
        };
        let (steps, batch) = (x.shape[0], x.shape[1]);
        if steps > MOST_STEPS {
            let reason = format!("has {steps} steps, and {MOST_STEPS} are the most");
            return Err(NodeFault::input(0, reason));
        }
        let lens = n.optional_longs(4)?;
        let fits = |lens: &Vec<i64>| {
            lens.len() == batch && lens.iter().all(|len| (0..=steps as i64).contains(len))
        };
        if lens.as_ref().is_some_and(|lens| !fits(lens)) {
            return Err(NodeFault::input(
                4,
                format!("does not fit {steps} steps of {batch}"),
            ));
        }
        let of = Self {
            cell,
            steps,
            batch,
            hidden,
            lens,
            clip,
            is_linear_before: cell == Cell::Gated && n.int("linear_before_reset", 0)? != 0,
            couples: cell == Cell::Long && n.int("input_forget", 0)? != 0,
            x,
        };
        Ok((of, is_by_batch))
    }

    /// The weights of all directions.
    fn directions(&self, n: &mut Lowering<'_, '_>) -> Result<Vec<Direction>, NodeFault> {
        let (count, first) = match n.text("direction", "forward")? {
            "forward" => (1, false),
            "reverse" => (1, true),
            "bidirectional" => (2, false),
            other => {
                let reason = format!("is `{other}`, which is not supported");
                return Err(NodeFault::attribute("direction", reason));
            }
        };
        let wide = self.cell.gates() * self.hidden;
        let (inputs, hidden) = (self.x.shape[2], self.hidden);
        let element = [self.x.element];
        let w = shaped(1, n.typed(1, &element)?, &[count, wide, inputs])?;
        let r = shaped(2, n.typed(2, &element)?, &[count, wide, hidden])?;
        let bias = n.optional(3).map(|_| n.typed(3, &element)).transpose()?;
        let bias = bias
            .map(|of| shaped(3, of, &[count, 2 * wide]))
            .transpose()?;
        let peephole = match (self.cell, n.optional(7)) {
            (Cell::Long, Some(_)) => Some(shaped(7, n.typed(7, &element)?, &[count, 3 * hidden])?),
            _ => None,
        };
        let mut all = vec![];
        for k in 0..count {
            let [input, recurrent] = [part(n, &w, k)?, part(n, &r, k)?];
            let bias = match &bias {
                None => None,
                Some(of) => {
                    let of = part(n, of, k)?;
                    Some([
                        n.narrowed(&of, 0, 0, wide)?,
                        n.narrowed(&of, 0, wide, wide)?,
                    ])
                }
            };
            all.push(Direction {
                input: n.permuted(&input, &[1, 0])?,
                hidden: n.permuted(&recurrent, &[1, 0])?,
                bias,
                peephole: peephole.as_ref().map(|of| part(n, of, k)).transpose()?,
                functions: functions(n, self.cell, k)?,
                is_reverse: first || k == 1,
            });
        }
        Ok(all)
    }

    /// A state at the beginning: the operand, or zeros.
    fn state(
        &self,
        n: &mut Lowering<'_, '_>,
        (k, direction, count): (usize, usize, usize),
        is_by_batch: bool,
    ) -> Result<Value, NodeFault> {
        let shape = [self.batch, self.hidden];
        if n.optional(k).is_none() {
            let zeros = Tensor::new(self.x.element, &shape, vec![0; shape[0] * shape[1]]);
            return n.constant(zeros.map_err(integers::fault)?);
        }
        let mut of = n.typed(k, &[self.x.element])?;
        if is_by_batch && of.shape.len() == 3 {
            of = n.permuted(&of, &[1, 0, 2])?;
        }
        let of = shaped(k, of, &[count, self.batch, self.hidden])?;
        part(n, &of, direction)
    }

    /// A new value where a line of the batch has this step, and the old one, or zero, where it has ended.
    fn within(
        &self,
        n: &mut Lowering<'_, '_>,
        step: usize,
        [new, old]: [&Value; 2],
    ) -> Result<Value, NodeFault> {
        let Some(lens) = self.lens.as_ref().filter(|lens| {
            let mut all = lens.iter();
            all.any(|len| *len <= step as i64)
        }) else {
            return Ok(new.clone());
        };
        let words = lens.iter().map(|len| u32::from(*len > step as i64));
        let mask = Tensor::new(
            crate::element::Element::Bool,
            &[self.batch, 1],
            words.collect(),
        );
        let mask = n.constant(mask.map_err(integers::fault)?)?;
        super::logic::chosen(n, [&mask, new, old])
    }

    /// All values of a direction `[steps, batch, hidden]`, and its last value and state.
    fn run(
        &self,
        n: &mut Lowering<'_, '_>,
        of: &Direction,
        [mut h, mut state]: [Value; 2],
    ) -> Result<[Value; 3], NodeFault> {
        let shape = [1, self.batch, self.hidden];
        let zero = super::patterns::number(n, self.x.element, 0)?;
        let mut all: Vec<Option<Value>> = vec![None; self.steps];
        for k in 0..self.steps {
            let step = if of.is_reverse { self.steps - 1 - k } else { k };
            let x = n.narrowed(&self.x, 0, step, 1)?;
            let x = n.reshaped(&x, &self.x.shape[1..])?;
            let [new, next] = match self.cell {
                Cell::Simple => [self.simple(n, of, [&x, &h])?, state.clone()],
                Cell::Gated => [self.gated(n, of, [&x, &h])?, state.clone()],
                Cell::Long => self.long(n, of, [&x, &h, &state])?,
            };
            let shown = self.within(n, step, [&new, &zero])?;
            all[step] = Some(n.reshaped(&shown, &shape)?);
            h = self.within(n, step, [&new, &h])?;
            state = self.within(n, step, [&next, &state])?;
        }
        let all: Vec<Value> = all.into_iter().flatten().collect();
        if all.is_empty() {
            return Err(NodeFault::input(0, "has no steps"));
        }
        Ok([n.joined(&all, 0)?, h, state])
    }
}

/// The functions of a direction with their parameters.
fn functions(
    n: &Lowering<'_, '_>,
    cell: Cell,
    direction: usize,
) -> Result<Vec<Function>, NodeFault> {
    let given = n.texts("activations")?;
    let count = cell.functions().len();
    let own = |k: usize| match given {
        None => Some(cell.functions()[k].to_owned()),
        Some(all) => all.get(direction * count + k).cloned(),
    };
    let alphas = n.floats("activation_alpha")?.unwrap_or(&[]);
    let betas = n.floats("activation_beta")?.unwrap_or(&[]);
    let all = (0..count).map(|k| {
        let name =
            own(k).ok_or_else(|| NodeFault::attribute("activations", "has too few names"))?;
        let at = direction * count + k;
        Ok((name, alphas.get(at).copied(), betas.get(at).copied()))
    });
    all.collect()
}

fn recurrent(n: &mut Lowering<'_, '_>, cell: Cell) -> Results {
    let (of, is_by_batch) = Node::of(n, cell)?;
    n.order(Order::FmaChain, &[])?;
    let directions = of.directions(n)?;
    let count = directions.len();
    let mut results: [Vec<Value>; 3] = [vec![], vec![], vec![]];
    for (k, direction) in directions.iter().enumerate() {
        let h = of.state(n, (5, k, count), is_by_batch)?;
        let state = match cell {
            Cell::Long => of.state(n, (6, k, count), is_by_batch)?,
            _ => h.clone(),
        };
        let [all, h, state] = of.run(n, direction, [h, state])?;
        let whole = [of.steps, 1, of.batch, of.hidden];
        results[0].push(n.reshaped(&all, &whole)?);
        let last = [1, of.batch, of.hidden];
        results[1].push(n.reshaped(&h, &last)?);
        results[2].push(n.reshaped(&state, &last)?);
    }
    let [all, h, state] = results;
    let mut results = vec![n.joined(&all, 1)?, n.joined(&h, 0)?, n.joined(&state, 0)?];
    if is_by_batch {
        results[0] = n.permuted(&results[0], &[2, 0, 1, 3])?;
        for last in &mut results[1..] {
            *last = n.permuted(last, &[1, 0, 2])?;
        }
    }
    results.truncate(if cell == Cell::Long { 3 } else { 2 });
    Ok(results)
}
