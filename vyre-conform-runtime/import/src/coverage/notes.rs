//! Notes that are shared or long.

pub(super) const TEXTURES: &str = "programs have buffers alone: textures are refused";
pub(super) const RAYS: &str = "programs trace no rays";
pub(super) const SUBGROUPS: &str = "of the stated subgroup size";
pub(super) const EXCHANGE: &str = "with a stated subgroup size: an exchange through workgroup memory between two \
    barriers";
pub(super) const GATHER: &str = "as a ballot; zero from a lane that is inactive or out of range";
pub(super) const COLLECTIVE: &str = "as a ballot; lanes are combined in ascending order";
pub(super) const COOPERATIVE: &str = "programs have no cooperative matrices";
pub(super) const STAGE: &str = "of another stage than compute";
pub(super) const DERIVED: &str = "from exponentials, logarithms and roots, as the accuracy of WGSL derives \
    it";
pub(super) const EMITTED: &str = "computes what is used several times or reads memory; the rest stays in \
    trees";
pub(super) const BARRIER: &str = "a `Barrier`, which makes storage and workgroup memory visible; with a stated \
    subgroup size `subgroupBarrier` is one too; `textureBarrier` is refused";
pub(super) const MEMORY_BARRIER: &str =
    "the representation has no memory barrier without a control barrier";
pub(super) const ATOMIC: &str = "signed minima and maxima by compare and exchange; workgroup memory with atomics \
    is a part of a hidden storage buffer";
pub(super) const INDEX: &str = "an index beyond a variable is the last one; beyond an array of a buffer it reads zeros \
    and writes nothing";
