//! Checks of outputs: differences, unwritten words, and vacuous outputs.

use crate::case::{InputValues, InspectedCase, POISON};
use crate::finding::Findings;
use crate::layout::{Scalar, scalar_name};
use crate::rule::InspectRule;
use crate::target::{BufferBinding, Target};
use naga::ScalarKind;
use std::collections::BTreeMap;

/// A greater relative difference of floats is more than rounding.
const ROUNDING: f64 = 1e-3;

/// A scalar that differs between two results.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Difference {
    /// The scalar, by its name in the text.
    pub(crate) path: String,
    pub(crate) left: String,
    pub(crate) right: String,
    pub(crate) kind: DifferenceKind,
}

/// The severity of a difference, least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum DifferenceKind {
    Rounding,
    Float,
    Words,
}

/// The first of the most severe differences between two results.
pub(crate) fn first_difference(
    target: &Target<'_>,
    left: &[Vec<u8>],
    right: &[Vec<u8>],
) -> Option<Difference> {
    let mut worst: Option<Difference> = None;
    for (buffer, (left, right)) in target.buffers.iter().zip(left.iter().zip(right)) {
        if left == right {
            continue;
        }
        for scalar in buffer.shape.scalars(left.len() as u32) {
            let (a, b) = (bits(left, &scalar), bits(right, &scalar));
            if a == b {
                continue;
            }
            let kind = difference_kind(&scalar, a, b);
            if worst.as_ref().is_none_or(|worst| worst.kind < kind) {
                worst = Some(Difference {
                    path: format!("`{}{}`", buffer.name, scalar.path),
                    left: scalar_text(&scalar, a),
                    right: scalar_text(&scalar, b),
                    kind,
                });
            }
        }
    }
    worst
}

fn difference_kind(scalar: &Scalar, a: u64, b: u64) -> DifferenceKind {
    if scalar.kind != ScalarKind::Float || scalar.width == 8 {
        return DifferenceKind::Words;
    }
    let [a, b] = [a, b].map(|bits| float(scalar, bits));
    // WGSL permits either sign of zero, and any NaN.
    if a == b || (a.is_nan() && b.is_nan()) {
        return DifferenceKind::Rounding;
    }
    let apart = (a - b).abs() / a.abs().max(b.abs());
    // Numbers that one side flushes to zero.
    let are_tiny = a.abs().max(b.abs()) < 1.2e-38;
    if apart <= ROUNDING || are_tiny {
        DifferenceKind::Rounding
    } else {
        DifferenceKind::Float
    }
}

fn float(scalar: &Scalar, bits: u64) -> f64 {
    match scalar.width {
        2 => half::f16::from_bits(bits as u16).to_f64(),
        _ => f32::from_bits(bits as u32).into(),
    }
}

fn bits(bytes: &[u8], scalar: &Scalar) -> u64 {
    let mut word = [0; 8];
    let (from, width) = (scalar.offset as usize, scalar.width as usize);
    if let Some(found) = bytes.get(from..from + width) {
        word[..width].copy_from_slice(found);
    }
    u64::from_le_bytes(word)
}

/// A scalar as text.
fn scalar_text(scalar: &Scalar, bits: u64) -> String {
    match scalar_name(scalar.kind, scalar.width) {
        "f32" | "f16" => (float(scalar, bits) as f32).to_string(),
        "i32" => (bits as u32 as i32).to_string(),
        "i64" => (bits as i64).to_string(),
        _ => bits.to_string(),
    }
}

/// The results of a case, for the checks of outputs.
pub(crate) struct CaseResult<'r> {
    pub(crate) case: &'r InspectedCase,
    pub(crate) inputs: &'r [Vec<u8>],
    pub(crate) outputs: &'r [Vec<u8>],
}

/// Reports findings about the outputs of all cases together.
pub(crate) fn check_outputs(
    target: &Target<'_>,
    results: &[CaseResult<'_>],
    findings: &mut Findings,
) {
    let written = target
        .buffers
        .iter()
        .enumerate()
        .filter(|(_, b)| b.is_written);
    // One workgroup may be intended for as many elements as it has invocations.
    let is_whole = !target.is_for_one_workgroup();
    for (k, buffer) in written {
        let faults = [
            unwritten(buffer, k, results)
                .filter(|(rule, ..)| is_whole || *rule != InspectRule::PartlyWritten),
            vacuous(target, buffer, k, results).filter(|_| !findings.has_race()),
        ];
        if let Some((rule, values, case)) = faults.into_iter().flatten().next() {
            let mut finding = findings.finding(rule, values);
            finding.case = case.cloned();
            findings.add(finding);
        }
    }
}

type OutputFault<'r> = (InspectRule, String, Option<&'r InspectedCase>);

/// Unwritten words of a write-only buffer.
fn unwritten<'r>(
    buffer: &BufferBinding,
    k: usize,
    results: &[CaseResult<'r>],
) -> Option<OutputFault<'r>> {
    if buffer.is_read {
        return None;
    }
    // The first gap of each case, by length: a gap in every case of a length does not depend on the
    // kernel's data.
    let mut gaps: BTreeMap<u32, Vec<(&CaseResult<'r>, Option<Scalar>)>> = BTreeMap::new();
    let mut is_ever_written = false;
    for result in results {
        let (gap, is_written) = first_gap(buffer, &result.outputs[k]);
        is_ever_written |= is_written;
        gaps.entry(result.case.length)
            .or_default()
            .push((result, gap));
    }
    if !is_ever_written && !results.is_empty() {
        let values = format!("`{}` is bound as an output", buffer.name);
        let last = results.last().map(|r| r.case);
        return Some((InspectRule::NeverWritten, values, last));
    }
    gaps.values().find_map(|gaps| {
        let (result, gap) = &gaps[0];
        let scalar = gap.as_ref()?;
        let is_everywhere = gaps.iter().all(|(_, other)| other.as_ref() == Some(scalar));
        let values = format!("`{}{}` was not written", buffer.name, scalar.path);
        is_everywhere.then_some((InspectRule::PartlyWritten, values, Some(result.case)))
    })
}

/// The first unwritten scalar of an output, if a later one, or more than half of them, were written;
/// and true if any was.
fn first_gap(buffer: &BufferBinding, bytes: &[u8]) -> (Option<Scalar>, bool) {
    let mut scalars = buffer.shape.scalars(bytes.len() as u32);
    let is_poison = |scalar: &Scalar| {
        let own = scalar.offset as usize..(scalar.offset + scalar.width) as usize;
        let poison = POISON.to_le_bytes();
        own.clone().all(|at| bytes[at] == poison[at % 4])
    };
    let first = scalars.iter().position(is_poison);
    let last = scalars.iter().rposition(|scalar| !is_poison(scalar));
    let (Some(first), Some(last)) = (first, last) else {
        return (None, last.is_some());
    };
    // An output of one word per workgroup, such as that of a reduction, is written only at its
    // beginning.
    let is_gap = first < last || first > scalars.len() / 2;
    (is_gap.then(|| scalars.swap_remove(first)), true)
}

/// An output that shows nothing about the computation.
fn vacuous<'r>(
    target: &Target<'_>,
    buffer: &BufferBinding,
    k: usize,
    results: &[CaseResult<'r>],
) -> Option<OutputFault<'r>> {
    // Counters and flags for passing on work need not depend on data, and start at 0.
    if buffer
        .shape
        .scalars(buffer.least_bytes)
        .iter()
        .all(|s| s.atomic)
    {
        return None;
    }
    let busy = results.iter().filter(|r| {
        r.case.length > 3 && r.case.values != InputValues::Zeros && !r.outputs[k].is_empty()
    });
    let busy: Vec<&CaseResult<'_>> = busy.collect();
    if busy.len() < 3 {
        return None;
    }
    let name = &buffer.name;
    let case = Some(busy[0].case);
    let all = |test: &dyn Fn(&CaseResult<'_>) -> bool| busy.iter().all(|r| test(r));
    if all(&|r| r.outputs[k].iter().all(|b| *b == 0)) {
        let values = format!("`{name}` is zero for zeros and for other inputs");
        return Some((InspectRule::ZeroOutput, values, case));
    }
    if buffer.is_read && all(&|r| r.outputs[k] == r.inputs[k]) {
        let values = format!("`{name}` is the same before and after each run");
        return Some((InspectRule::Unchanged, values, case));
    }
    let mut inputs = target.buffers.iter().enumerate();
    let copied = inputs.find(|(j, input)| {
        let same = |r: &CaseResult<'_>| r.outputs[k] == r.inputs[*j];
        *j != k && input.is_read && input.shape == buffer.shape && all(&same)
    });
    if let Some((_, input)) = copied {
        let values = format!("`{name}` is equal to `{}`", input.name);
        return Some((InspectRule::CopiedInput, values, case));
    }
    let reads = target.buffers.iter().enumerate();
    let reads = reads.filter(|(j, b)| *j != k && b.is_read && !b.uniform && !b.is_written);
    let reads: Vec<usize> = reads.map(|(j, _)| j).collect();
    is_constant(k, &reads, &busy).then(|| {
        let inputs: Vec<String> = reads
            .iter()
            .map(|j| format!("`{}`", target.buffers[*j].name))
            .collect();
        let values = format!(
            "`{name}` does not depend on the values of {}",
            inputs.join(", ")
        );
        (InspectRule::ConstantOutput, values, case)
    })
}

/// True if an output is the same at each length although the inputs differ.
fn is_constant(k: usize, reads: &[usize], busy: &[&CaseResult<'_>]) -> bool {
    let mut by_length: BTreeMap<u32, Vec<&CaseResult<'_>>> = BTreeMap::new();
    for result in busy {
        by_length
            .entry(result.case.length)
            .or_default()
            .push(result);
    }
    let mut differs_in_input = false;
    for results in by_length.values() {
        let (first, rest) = (results[0], &results[1..]);
        if rest.iter().any(|r| r.outputs[k] != first.outputs[k]) {
            return false;
        }
        let differs = |r: &&CaseResult<'_>| reads.iter().any(|j| r.inputs[*j] != first.inputs[*j]);
        differs_in_input |= rest.iter().filter(|r| differs(r)).count() > 1;
    }
    differs_in_input
}
