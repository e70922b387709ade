//! Tensors in which elements and rows are replaced, or combined with others, by numbers.

use super::elementwise::{extreme_of, of_two};
use super::gather::at_elements;
use super::{Operator, Results, elementwise, integers, places, row};
use crate::element::Element;
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::Call;
use crate::tensor::{MOST_ELEMENTS, Tensor};

pub(super) const ROWS: &[Operator] = &[
    row("Scatter", scatter_elements),
    row("ScatterElements", scatter_elements),
    row("ScatterND", scatter_tuples),
    row("MaxUnpool", super::unpool::max_unpool),
];

/// The combination of an update with the element at its place.
#[derive(Clone, Copy)]
pub(super) enum Reduction {
    Replace,
    Add,
    Multiply,
    Extreme(bool),
}

fn reduction(n: &Lowering<'_, '_>) -> Result<Reduction, NodeFault> {
    Ok(match n.text("reduction", "none")? {
        "none" => Reduction::Replace,
        "add" => Reduction::Add,
        "mul" => Reduction::Multiply,
        "max" => Reduction::Extreme(true),
        "min" => Reduction::Extreme(false),
        other => {
            let reason = format!("is `{other}`, and none, add, mul, max and min are supported");
            return Err(NodeFault::attribute("reduction", reason));
        }
    })
}

fn scatter_elements(n: &mut Lowering<'_, '_>) -> Results {
    let table = n.input(0)?;
    let numbers = places::operand(n, 1)?;
    let updates = n.typed(2, &[table.element])?;
    let axis = n.int("axis", 0)?;
    let axis = n.axis(axis, table.shape.len())?;
    let how = reduction(n)?;
    if updates.shape != numbers.shape {
        return Err(NodeFault::input(
            2,
            format!(
                "has the shape {:?}, and {:?} is expected",
                updates.shape, numbers.shape
            ),
        ));
    }
    let at = at_elements(n, &table, &numbers, axis)?;
    Ok(vec![scattered(n, [&table, &at, &updates], 1, how)?])
}

fn scatter_tuples(n: &mut Lowering<'_, '_>) -> Results {
    let table = n.input(0)?;
    let numbers = places::operand(n, 1)?;
    let updates = n.typed(2, &[table.element])?;
    let how = reduction(n)?;
    let misfit = |k: usize, of: &Value| {
        NodeFault::input(
            k,
            format!(
                "has the shape {:?}, which does not fit {:?}",
                of.shape, table.shape
            ),
        )
    };
    let Some((&count, outer)) = numbers.shape.split_last() else {
        return Err(misfit(1, &numbers));
    };
    if count == 0 || count > table.shape.len() {
        return Err(misfit(1, &numbers));
    }
    let (lens, behind) = table.shape.split_at(count);
    if updates.shape != [outer, behind].concat() {
        return Err(misfit(2, &updates));
    }
    let width: usize = behind.iter().product();
    let base = places::table(n, outer, vec![0; outer.iter().product()])?;
    let at = places::tuples(n, (1, &numbers), lens, &base)?;
    Ok(vec![scattered(n, [&table, &at, &updates], width, how)?])
}

/// The table with updates of its rows of a width, in their order. Rows that are combined are constants; of others the
/// last of a number stays.
pub(super) fn scattered(
    n: &mut Lowering<'_, '_>,
    [table, at, updates]: [&Value; 3],
    width: usize,
    how: Reduction,
) -> Result<Value, NodeFault> {
    let shape = table.shape.clone();
    let rows = table.len() / width.max(1);
    let Some(known) = at.known().cloned() else {
        if !matches!(how, Reduction::Replace) {
            return Err(NodeFault::input(
                1,
                "is computed from the inputs, and a reduction needs constants: use `none`",
            ));
        }
        return replaced(n, [table, at, updates], [rows, width]);
    };
    let rounds = rounds(known.words(), rows)?;
    let table = n.reshaped(table, &[rows, width])?;
    let updates = n.reshaped(updates, &[known.words().len(), width])?;
    let mut result = table.clone();
    if matches!(how, Reduction::Replace) {
        let all = n.joined(&[table, updates], 0)?;
        let mut from: Vec<usize> = (0..rows).collect();
        for (k, row) in known.words().iter().enumerate() {
            from[*row as usize] = rows + k;
        }
        let from = places::table(n, &[rows], from)?;
        result = super::gather::along(n, &all, &from, 0)?;
        return n.reshaped(&result, &shape);
    }
    for round in rounds {
        let from = round.iter().map(|from| from.unwrap_or(0));
        let from = places::table(n, &[rows], from.collect::<Vec<_>>())?;
        let next = super::gather::along(n, &updates, &from, 0)?;
        let combined = combined(n, [&result, &next], how)?;
        let is_some = round.iter().map(|from| u32::from(from.is_some()));
        let is_some = Tensor::new(Element::Bool, &[rows, 1], is_some.collect());
        let is_some = n.constant(is_some.map_err(integers::fault)?)?;
        result = super::logic::chosen(n, [&is_some, &combined, &result])?;
    }
    n.reshaped(&result, &shape)
}

fn combined(
    n: &mut Lowering<'_, '_>,
    operands: [&Value; 2],
    how: Reduction,
) -> Result<Value, NodeFault> {
    let element = operands[0].element;
    if element == Element::Bool {
        return Err(NodeFault::input(0, "is of truths, which are not combined"));
    }
    match how {
        Reduction::Replace => Ok(operands[1].clone()),
        Reduction::Add => of_two(n, operands, &elementwise::ADD),
        Reduction::Multiply => of_two(n, operands, &elementwise::MUL),
        Reduction::Extreme(is_greatest) => extreme_of(n, operands, is_greatest),
    }
}

/// For each round and row the update that it takes: the first of every row in the first round, and so on.
fn rounds(at: &[u32], rows: usize) -> Result<Vec<Vec<Option<usize>>>, NodeFault> {
    let mut seen = vec![0usize; rows];
    at.iter().for_each(|row| seen[*row as usize] += 1);
    let most = seen.iter().max().copied().unwrap_or(0);
    if most.saturating_mul(rows) > MOST_ELEMENTS {
        return Err(NodeFault::input(
            1,
            format!("names a row {most} times: use fewer updates"),
        ));
    }
    seen.fill(0);
    let mut rounds: Vec<Vec<Option<usize>>> = vec![];
    for (update, row) in at.iter().enumerate() {
        let row = *row as usize;
        if rounds.len() == seen[row] {
            rounds.push(vec![None; rows]);
        }
        rounds[seen[row]][row] = Some(update);
        seen[row] += 1;
    }
    Ok(rounds)
}

/// Rows that numbers replace which are known when the network runs, and are checked then.
pub(super) fn replaced(
    n: &mut Lowering<'_, '_>,
    [table, at, updates]: [&Value; 3],
    [rows, width]: [usize; 2],
) -> Result<Value, NodeFault> {
    let shape = [at.len(), rows, width].map(|len| len as u32).to_vec();
    let id = "engine::scatter_rows";
    let call = Call::Engine { id, shape };
    let result = (table.element, &*table.shape);
    n.checked(call, &[at, table, updates], result, rows)
}
