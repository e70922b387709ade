//! Which version has which fields.

use super::{Evidence, FORMAT_VERSION, OpEvidence};

impl Evidence {
    /// The newest version whose fields these are; `None` where some of a later one are missing.
    pub fn version(&self) -> Option<u32> {
        (1..=FORMAT_VERSION)
            .rev()
            .find(|version| self.fits(*version))
    }

    /// Whether these are the fields of a version: what it added is there, and nothing of a later one.
    pub fn fits(&self, version: u32) -> bool {
        let since = |first: u32| version >= first;
        let of_op = |op: &OpEvidence| {
            (op.operands.is_some(), op.result.is_some()) == (since(2), since(2))
                && (since(3) || op.ulps.is_none())
                && op.laws.iter().all(|law| law.name.is_some() == since(4))
        };
        self.regressions.is_some() == since(2)
            && self.profile.digests.is_some() == since(3)
            && self.ops.iter().all(of_op)
            && (since(3) || self.parts().all(|part| part.by_digest.is_none()))
    }
}
