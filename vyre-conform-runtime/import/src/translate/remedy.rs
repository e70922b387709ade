//! Remedies for refused constructs.

/// The reason of a refusal with its remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Remedy {
    Texture,
    Rays,
    Cooperative,
    BindingArray,
    Subgroup,
    Width,
    AtomicType,
    NoValue,
    Stage,
    Inverse,
    TooLarge,
    TooLong,
    Pointer,
    Resource,
    BlackBox,
}

impl Remedy {
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Texture => {
                "programs have buffers alone: read the texels from a storage buffer, or check the kernel as a black box"
            }
            Self::Rays => "programs trace no rays: check the kernel as a black box",
            Self::Cooperative => {
                "programs have no cooperative matrices: import a variant of the kernel that multiplies tiles itself"
            }
            Self::BindingArray => {
                "programs have no arrays of bindings: bind each buffer by its own number"
            }
            Self::Subgroup => {
                "the size of a subgroup belongs to the device: state one by `subgroup_size`, in the manifest or in \
                 `ImportOptions`, or check the kernel as a black box"
            }
            Self::Width => "programs have integers and floats of 32 bits: use two `u32`, or `f32`",
            Self::AtomicType => {
                "atomic operations work on `u32` and `i32`: keep the bits of the value in `atomic<u32>`"
            }
            Self::NoValue => "give the override a value",
            Self::Stage => "programs are compute kernels: name a compute entry point",
            Self::Inverse => "WGSL has no inverse of a matrix: write it out",
            Self::TooLarge => {
                "values of more than 4,096 words are not copied: pass a pointer, or copy the elements in a loop"
            }
            Self::TooLong => {
                "with all calls written out the kernel has more than 100,000 nodes: call fewer functions, \
                 or loop instead of repeating calls"
            }
            Self::Pointer => "pointers lead to variables and buffers: index the variable directly",
            Self::Resource => {
                "programs have storage, uniform, workgroup, private and function memory: use one of these"
            }
            Self::BlackBox => {
                "the representation has no such operation: check the kernel as a black box"
            }
        }
    }
}
