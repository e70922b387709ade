//! Strict float arithmetic in a SPIR-V module: execution modes of float controls on its entry points, and the
//! decoration against contraction on every result of float arithmetic.
//!
//! A module is a header of five words followed by instructions in a fixed order of sections. The first word of an
//! instruction has its length in the high half and its opcode in the low half. Additions are inserted in front of the
//! first instruction of a later section; nothing else moves.

use super::controls::{Control, Controls};
use spirv::{Decoration, Op};

/// Words of the header.
const HEADER: usize = 5;
/// Extension with float controls for SPIR-V before 1.4.
const EXTENSION: &str = "SPV_KHR_float_controls";

/// The sections with additions, in their order in a module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Capabilities,
    Extensions,
    /// Imports of instruction sets, memory model, entry points and their modes.
    Modes,
    /// Debugging information and decorations.
    Decorations,
    /// Types, constants, variables and functions.
    Rest,
}

impl Section {
    fn from_opcode(op: u32) -> Self {
        match Op::from_u32(op) {
            Some(Op::Capability) => Self::Capabilities,
            Some(Op::Extension) => Self::Extensions,
            Some(
                Op::ExtInstImport
                | Op::MemoryModel
                | Op::EntryPoint
                | Op::ExecutionMode
                | Op::ExecutionModeId,
            ) => Self::Modes,
            Some(
                Op::String
                | Op::SourceExtension
                | Op::Source
                | Op::SourceContinued
                | Op::Name
                | Op::MemberName
                | Op::ModuleProcessed
                | Op::Decorate
                | Op::MemberDecorate
                | Op::DecorationGroup
                | Op::GroupDecorate
                | Op::GroupMemberDecorate
                | Op::DecorateId
                | Op::DecorateString
                | Op::MemberDecorateString,
            ) => Self::Decorations,
            _ => Self::Rest,
        }
    }
}

/// The instructions of a module, as their words.
pub(super) fn instructions(words: &[u32]) -> impl Iterator<Item = &[u32]> {
    let mut rest = words.get(HEADER..).unwrap_or_default();
    std::iter::from_fn(move || {
        let length = (rest.first()? >> 16) as usize;
        let (instruction, next) = rest.split_at_checked(length.max(1))?;
        rest = next;
        Some(instruction)
    })
}

/// The opcode of an instruction.
pub(super) fn opcode(instruction: &[u32]) -> u32 {
    instruction[0] & 0xffff
}

/// The module with these controls on all its entry points, as far as it has such floats, and without contraction.
pub(super) fn strict(words: &[u32], controls: &Controls) -> Vec<u32> {
    let matches = |selects: Op| instructions(words).filter(move |i| opcode(i) == selects as u32);
    let contains = |width: &u32| matches(Op::TypeFloat).any(|i| i[2] == *width);
    let widths: Vec<u32> = Controls::WIDTHS.into_iter().filter(contains).collect();
    let mut capabilities = Vec::new();
    let mut modes = Vec::new();
    for control in Control::ALL {
        let widths = widths
            .iter()
            .filter(|w| controls.of(**w).contains(&control));
        let widths: Vec<u32> = widths.copied().collect();
        if !widths.is_empty() {
            let capability = control.capability() as u32;
            push(&mut capabilities, Op::Capability, &[capability]);
        }
        for width in widths {
            for entry in matches(Op::EntryPoint) {
                let mode = [entry[2], control.mode() as u32, width];
                push(&mut modes, Op::ExecutionMode, &mode);
            }
        }
    }
    let mut extensions = Vec::new();
    push(&mut extensions, Op::Extension, &text(EXTENSION));
    let mut decorations = Vec::new();
    for id in arithmetic(words) {
        let exact = [id, Decoration::NoContraction as u32];
        push(&mut decorations, Op::Decorate, &exact);
    }
    let mut additions = [
        (Section::Capabilities, capabilities),
        (Section::Extensions, extensions),
        (Section::Modes, modes),
        (Section::Decorations, decorations),
    ]
    .into_iter()
    .peekable();
    let mut out = words[..HEADER.min(words.len())].to_vec();
    for instruction in instructions(words) {
        let section = Section::from_opcode(opcode(instruction));
        while let Some((_, added)) = additions.next_if(|(before, _)| *before < section) {
            out.extend(added);
        }
        out.extend(instruction);
    }
    out
}

/// The results of float arithmetic: of instructions, and of functions of the imported instruction set that return
/// floats. A redundant decoration does no harm.
fn arithmetic(words: &[u32]) -> Vec<u32> {
    let of = |selects: Op| instructions(words).filter(move |i| opcode(i) == selects as u32);
    let mut floats: Vec<u32> = of(Op::TypeFloat).map(|i| i[1]).collect();
    let vectors: Vec<u32> = of(Op::TypeVector)
        .filter(|i| floats.contains(&i[2]))
        .map(|i| i[1])
        .collect();
    floats.extend(vectors);
    let computes = |i: &&[u32]| {
        let is_arithmetic = matches!(
            Op::from_u32(opcode(i)),
            Some(
                Op::FNegate
                    | Op::FAdd
                    | Op::FSub
                    | Op::FMul
                    | Op::FDiv
                    | Op::FRem
                    | Op::FMod
                    | Op::VectorTimesScalar
                    | Op::Dot
            )
        );
        is_arithmetic || (opcode(i) == Op::ExtInst as u32 && floats.contains(&i[1]))
    };
    instructions(words).filter(computes).map(|i| i[2]).collect()
}

fn push(into: &mut Vec<u32>, op: Op, operands: &[u32]) {
    into.push((operands.len() as u32 + 1) << 16 | op as u32);
    into.extend(operands);
}

/// A text as words: UTF-8, low byte first, with a zero byte at its end.
fn text(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(bytes.len() / 4 * 4 + 4, 0);
    let words = bytes.chunks_exact(4);
    words
        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}
