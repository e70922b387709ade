//! Importing: an entry point of a source as a program.

use crate::{KernelSource, Refusal, SourcePlace, SourcePlaces, translate};
use std::collections::BTreeMap;
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_ir::{Access, BufferId, Program};

/// The entry point to import and the values of its overrides.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportOptions {
    /// The name of the entry point; empty for the only one.
    pub entry: String,
    /// Values of overrides, by [`Override::key`](crate::Override::key).
    pub overrides: BTreeMap<String, f64>,
    /// Adds a buffer in which the program notes divisions by zero, wide shifts, indices out of bounds and the like:
    /// [`ImportedKernel::probes`].
    pub probes: bool,
    /// Most turns of each loop, after which the interpreter reports a fault.
    pub loop_bound: u64,
}

impl Default for ImportOptions {
    fn default() -> Self {
        Self {
            entry: String::new(),
            overrides: BTreeMap::new(),
            probes: false,
            loop_bound: u32::MAX.into(),
        }
    }
}

/// An entry point as a program of the representation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportedKernel {
    /// The program. Its ops on floats are those of the library, by id: validate it with that.
    pub program: Program,
    /// The kernel's bindings, ascending by group and binding. The buffer of each holds the words of the binding as WGSL
    /// lays them out.
    pub bindings: Vec<BoundBuffer>,
    /// Buffers that the program has beside those of the kernel, ascending by binding, all above those of `bindings`.
    pub hidden: Vec<HiddenBuffer>,
    /// Operations that note in the buffer of [`HiddenPurpose::Probes`] that they met an operand for which results are
    /// seldom those that the author means. Word `k` of the buffer counts for probe `k`.
    pub probes: Vec<Probe>,
    /// The places in the source that the nodes of the program came from.
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

/// A buffer that the program has and the kernel has not.
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
    /// The number of workgroups along x, y and z: three words that the host gives.
    WorkgroupCounts,
    /// A workgroup variable with atomics: `words` words for every workgroup of the dispatch, zero before it.
    WorkgroupMemory {
        /// Words of one workgroup.
        words: u32,
    },
    /// A word for each of [`ImportedKernel::probes`], zero before the dispatch and not zero after it where the probe
    /// was met.
    Probes,
}

/// An operation that may meet an operand for which results are seldom those that the author means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Probe {
    /// The operand that it notes.
    pub kind: ProbeKind,
    /// The place of the operation.
    pub place: Option<SourcePlace>,
}

/// An operand that a probe notes.
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
    /// A float that the integer type cannot hold, or NaN.
    ConversionOutOfRange,
}

impl ImportedKernel {
    /// One dispatch: contents for each of [`bindings`](Self::bindings) in order; hidden buffers are filled. The
    /// bindings that the program writes are read back in order, after them the words of the probes if there are any.
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

    /// A program with the kernel's bindings and without a body, for backends that run the text of the source in its
    /// place.
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

    /// The probes that a run met, from the words of their buffer.
    pub fn met(&self, words: &[u32]) -> Vec<Probe> {
        let met = self
            .probes
            .iter()
            .zip(words)
            .filter(|(_, word)| **word != 0);
        met.map(|(probe, _)| *probe).collect()
    }

    /// The place in the source of a node of a validated program, by its path, such as `body[2].then[0]`.
    pub fn place_of(&self, path: &str) -> Option<SourcePlace> {
        self.places.of(path)
    }

    /// The program is the one that was validated.
    pub fn is_of(&self, valid: &ValidProgram) -> bool {
        *valid.program() == self.program
    }
}

/// Translates an entry point into a program.
///
/// # Errors
/// Every construct that cannot be expressed, in the order of the source, and wrong options: an unknown entry point, an
/// override that the module has not, or one that has no value.
pub fn import(
    source: &KernelSource,
    options: &ImportOptions,
) -> Result<ImportedKernel, Vec<Refusal>> {
    translate::import(source, options)
}
