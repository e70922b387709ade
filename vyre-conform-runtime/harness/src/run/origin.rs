//! Origins of texts.

use vyre_conform_runtime::registry::{Lowering, OpDef};
use vyre_conform_suite::compare::Origin;
use vyre_conform_suite::plan::Implementation;

/// The origin of the text that this implementation runs.
pub(super) fn origin(def: &OpDef, subject: &Implementation) -> Origin {
    let is_subject = match subject {
        Implementation::Reference { op }
        | Implementation::Interpreter { op }
        | Implementation::Lowering { op, .. }
        | Implementation::Alternate { op, .. } => op == def.id,
    };
    let has_own_text = match subject {
        Implementation::Alternate { .. } => is_subject,
        Implementation::Lowering { .. } => {
            subject.is_native() || matches!(def.lowering, Lowering::Texts { .. })
        }
        _ => false,
    };
    match def.lowering {
        _ if has_own_text => Origin::HandWritten,
        Lowering::Function(named) if (named.key.id)() != (def.op.key.id)() => Origin::LowerFunction,
        _ => Origin::Body,
    }
}
