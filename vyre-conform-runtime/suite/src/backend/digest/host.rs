//! The source of expected digests: the reference of a registered op, ensured by types.

use super::{Digest, PART};
use crate::backend::parity::Batch;
use crate::backend::{BackendError, ParityError};
use std::ops::Range;
use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::registry::{self, FnKey, Lowering, OpDef, OpRef, base_id};

/// The CPU reference of a registered op, never a lowering or an unregistered function.
#[derive(Clone, Copy, Debug)]
pub struct DigestReference<'a>(&'a OpRef);

impl<'a> DigestReference<'a> {
    /// The reference of an op.
    ///
    /// # Errors
    ///
    /// [`BackendError::Validation`] if the op is not the one registered under its id, or if its function is the source
    /// of its lowering by name (`lower = ..`) or another `#[vyre_fn]`: such a digest would compare a lowering with
    /// itself.
    pub fn of(def: &'a OpDef) -> Result<Self, BackendError> {
        let key = def.op.key;
        let same = |other: FnKey| (other.id)() == (key.id)();
        let refused = |reason: &str| {
            let path = (key.path)();
            let reason = format!(
                "`{path}` gives no expected digests of `{}`: {reason}",
                def.id
            );
            Err(BackendError::Validation(reason))
        };
        if matches!(def.lowering, Lowering::Function(lowered) if same(lowered.key)) {
            return refused("it is the op's lowering");
        }
        if registry::helpers().iter().any(|helper| same(helper.key)) {
            return refused("it is a function that lowerings are made of");
        }
        let registered = registry::ops();
        if !registered
            .iter()
            .any(|op| op.id == base_id(def.id) && same(op.op.key))
        {
            return refused("it is not the registered reference");
        }
        Ok(Self(&def.op))
    }

    /// The reference for a function without a registered op, in tests of digests.
    #[doc(hidden)]
    pub fn unregistered(op: &'a OpRef) -> Self {
        Self(op)
    }

    /// The function.
    pub fn op(self) -> &'a OpRef {
        self.0
    }
}

/// A digest of results of a [`DigestReference`], which a device's digest is compared with. Only [`reference()`] creates
/// it, and the harness from a file that passes its checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HostDigest(Digest);

impl HostDigest {
    /// A stored digest.
    #[doc(hidden)]
    pub const fn kept(digest: Digest) -> Self {
        Self(digest)
    }

    /// The digest.
    pub fn digest(self) -> Digest {
        self.0
    }
}

/// The digest of the CPU reference's results for the cases `block` of a source: at most
/// [`BLOCK_CASES`](super::BLOCK_CASES), without crossing a multiple of 2^32.
///
/// # Errors
///
/// [`ParityError::ReferencePanicked`].
pub fn reference(
    of: DigestReference<'_>,
    source: &dyn Source,
    block: Range<u64>,
    key: u64,
) -> Result<HostDigest, ParityError> {
    let op = of.op();
    let mut batch = Batch::default();
    let mut digest = Digest::default();
    let mut at = block.start;
    while at < block.end {
        let len = PART.min(block.end - at);
        batch.prepare(op, source, &[], at, len as usize)?;
        digest.add(key, at, op.signature.result.words(), batch.expected());
        at += len;
    }
    Ok(HostDigest(digest))
}
