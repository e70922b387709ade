//! Imports an entry point of a source as a program.

use crate::{KernelSource, Refusal, SourcePlace, SourcePlaces, translate};
use std::collections::BTreeMap;
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::valid::{Invalid, ValidProgram};
use vyre_conform_ir::{Access, BufferId, Program};

/// The entry point to import and the values of its overrides.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportOptions {
    /// The name of the entry point; empty for the only one.
    pub entry: String,
    /// Values of overrides, by [`Override::key`](crate::Override::key).
    pub overrides: BTreeMap<String, f64>,
    /// Adds a buffer in which the program records divisions by zero, wide shifts, out-of-bounds indices
    /// and the like: [`ImportedKernel::probes`].
    pub probes: bool,
    /// Maximum number of iterations of each loop; the interpreter reports a fault beyond.
    pub loop_bound: u64,
    /// Lanes of a subgroup: a power of two from 4 to 128. Without it subgroup operations are refused.
    ///
    /// Invocation `i` (`local_invocation_index`) is lane `i % size` of subgroup `i / size`, and a last subgroup that
    /// the workgroup does not fill has inactive lanes. A shuffle from an inactive lane is zero. Reductions and
    /// scans combine operands in ascending order of lanes, which decides how floats round.
    ///
    /// Each operation waits at two barriers of the workgroup. It thus needs control flow that is uniform in the
    /// workgroup, and the race detector does not see races between subgroups that these barriers order.
    pub subgroup_size: Option<u32>,
}

impl Default for ImportOptions {
    fn default() -> Self {
        Self {
            entry: String::new(),
            overrides: BTreeMap::new(),
            probes: false,
            loop_bound: u32::MAX.into(),
            subgroup_size: None,
        }
    }
}

/// An entry point as a program of the representation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportedKernel {
    /// The program. It calls float ops of the library by id, so validate it with that library.
    pub program: Program,
    /// The kernel's bindings, ascending by group and binding. The buffer of each holds the words of the binding as WGSL
    /// lays them out.
    pub bindings: Vec<BoundBuffer>,
    /// Additional buffers of the program, ascending by binding, all above those of `bindings`.
    pub hidden: Vec<HiddenBuffer>,
    /// Operations that record in the buffer of [`HiddenPurpose::Probes`] that they had an operand whose
    /// result is rarely intended. Word `k` of the buffer belongs to probe `k`.
    pub probes: Vec<Probe>,
    /// The subgroup operations, in the order of the source with functions inlined.
    pub subgroup_operations: Vec<SubgroupOperation>,
    /// The source places of the program's nodes.
    pub places: SourcePlaces,
}

/// A binding of a kernel as a buffer of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BoundBuffer {
    /// The bind group in the source.
    pub group: u32,
    /// The number in the group.
    pub binding: u32,
    /// The buffer of the program, of U32.
    pub buffer: BufferId,
    /// The number by which the host binds it to the program.
    pub program_binding: u32,
}

/// A buffer of the program that the kernel does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct HiddenBuffer {
    /// The purpose.
    pub purpose: HiddenPurpose,
    /// The buffer of the program, of U32.
    pub buffer: BufferId,
    /// The number by which the host binds it to the program.
    pub program_binding: u32,
}

/// The purpose of a hidden buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HiddenPurpose {
    /// The number of workgroups along x, y and z: three words from the host.
    WorkgroupCounts,
    /// A workgroup variable with atomics: `words` words for every workgroup of the dispatch, zero
    /// before it.
    WorkgroupMemory {
        /// Words of one workgroup.
        words: u32,
    },
    /// A word for each of [`ImportedKernel::probes`], zero before the dispatch and nonzero after it if
    /// the probe fired.
    Probes,
}

/// An operation whose result is rarely intended for some operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Probe {
    /// The recorded operand.
    pub kind: ProbeKind,
    /// The place of the operation.
    pub place: Option<SourcePlace>,
}

/// A subgroup operation of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SubgroupOperation {
    /// The place of the operation.
    pub place: Option<SourcePlace>,
    /// True for a sum or product of floats, which a device may compute in another order.
    pub sums_floats: bool,
}

/// A kind of operand that a probe records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ProbeKind {
    /// A division or remainder of integers by zero.
    DivisionByZero,
    /// A division or remainder of the least number by -1.
    DivisionOverflow,
    /// A shift by the width or more.
    WideShift,
    /// An index beyond an array or vector of fixed length.
    IndexOutOfBounds,
    /// A float that is a NaN or out of the integer type's range.
    ConversionOutOfRange,
}

impl ImportedKernel {
    /// One dispatch: contents for each of [`bindings`](Self::bindings) in order; hidden buffers are
    /// filled. The bindings that the program writes are read back in order, followed by the words of
    /// the probes if there are any.
    pub fn launch(&self, workgroups: [u32; 3], contents: Vec<Contents>) -> Launch {
        let mut buffers = contents;
        let count = workgroups
            .iter()
            .fold(1_usize, |product, n| product.saturating_mul(*n as usize));
        for hidden in &self.hidden {
            buffers.push(match hidden.purpose {
                HiddenPurpose::WorkgroupCounts => Contents::Words(workgroups.to_vec()),
                HiddenPurpose::WorkgroupMemory { words } => {
                    Contents::Zeros(count.saturating_mul(words as usize).max(1))
                }
                HiddenPurpose::Probes => Contents::Zeros(self.probes.len().max(1)),
            });
        }
        let is_written = |id: BufferId| {
            let decl = self.program.buffer(id);
            decl.is_some_and(|decl| decl.access == Access::ReadWrite)
        };
        let bound = self.bindings.iter().map(|b| is_written(b.buffer));
        let probes = self
            .hidden
            .iter()
            .map(|h| h.purpose == HiddenPurpose::Probes);
        let wanted = bound.chain(probes).enumerate();
        let read_back = wanted
            .filter_map(|(k, wanted)| wanted.then_some(k))
            .collect();
        Launch {
            steps: vec![Step {
                program: 0,
                workgroups,
                buffers: (0..buffers.len()).collect(),
            }],
            buffers,
            read_back,
        }
    }

    /// A program with the kernel's bindings and without a body, for backends that run the source text
    /// instead.
    pub fn declarations(&self) -> Program {
        let mut program = self.program.clone();
        program.buffers.retain(|decl| {
            let of = |binding: u32| self.hidden.iter().any(|h| h.program_binding == binding);
            decl.access != Access::Workgroup && !of(decl.binding)
        });
        program.callees.clear();
        program.entry.locals.clear();
        program.entry.tables.clear();
        program.entry.body.clear();
        program
    }

    /// The probes that fired in a run, from the words of their buffer.
    pub fn fired(&self, words: &[u32]) -> Vec<Probe> {
        let fired = self
            .probes
            .iter()
            .zip(words)
            .filter(|(_, word)| **word != 0);
        fired.map(|(probe, _)| *probe).collect()
    }

    /// The source place of a node of a validated program, by its path, such as `body[2].then[0]`.
    pub fn place_of(&self, path: &str) -> Option<SourcePlace> {
        self.places.of(path)
    }

    /// The refusal of a rule that the program breaks, at its place in the source.
    pub fn refusal(&self, invalid: &Invalid) -> Refusal {
        let place = self.place_of(&invalid.place);
        let mut operations = self.subgroup_operations.iter();
        let is_subgroup = place.is_some() && operations.any(|operation| operation.place == place);
        if invalid.rule == "V010" && is_subgroup {
            let remedy = format!(
                "{}: the program waits for the whole workgroup here; move the operation out of the condition or \
                 loop, or before the return, and give invocations without work a neutral operand",
                invalid.message.replace("the barrier", "the operation")
            );
            return Refusal::new(
                place,
                "a subgroup operation in divergent control flow",
                remedy,
            );
        }
        Refusal::new(place, "the kernel", invalid.to_string())
    }

    /// True if the validated program is this one.
    pub fn is_of(&self, valid: &ValidProgram) -> bool {
        *valid.program() == self.program
    }
}

/// Translates an entry point into a program.
///
/// # Errors
/// Every construct that cannot be expressed, in source order, and wrong options: an unknown entry
/// point, an unknown override, or one without a value.
pub fn import(
    source: &KernelSource,
    options: &ImportOptions,
) -> Result<ImportedKernel, Vec<Refusal>> {
    translate::import(source, options)
}
