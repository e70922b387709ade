//! V007: an axis is x, y or z.

use super::{Check, Rule};
use crate::ExprKind;

pub(super) const RULE: Rule = Rule {
    id: "V007",
    remedy: "use axis 0, 1 or 2",
    checks: &[Check::Expr(|expr, at, report| {
        // V110 reports ids in functions other than kernels.
        if let ExprKind::InvocationId(axis)
        | ExprKind::WorkgroupId(axis)
        | ExprKind::LocalInvocationId(axis) = expr.kind
            && at.program.is_some()
            && axis.0 > 2
        {
            report(format!("there is no axis {}", axis.0));
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{Axis, Expr};

    /// Oracle: V007.
    #[test]
    fn three_axes() {
        for id in [Expr::invocation_id, Expr::workgroup_id, Expr::local_id] {
            let build = |axis| {
                let mut k = kernel();
                k.bind("x", id(Axis(axis)));
                k.finish()
            };
            refused("V007", 1, build(3));
            accepted(build(2));
        }
    }
}
