//! The rules, one file each.

mod v001;
mod v002;
mod v003;
mod v004;
mod v005;
mod v006;
mod v007;
mod v008;
mod v009;
mod v010;
mod v011;
mod v012;
mod v013;
mod v014;
mod v015;
mod v016;
mod v017;
mod v018;
mod v019;
mod v020;
mod v021;
mod v022;
mod v023;
mod v024;
mod v025;
mod v026;
mod v027;
mod v028;
mod v029;
mod v030;
mod v031;
mod v032;
mod v033;
mod v034;
pub(super) mod v035;
mod v101;
mod v102;
mod v103;
mod v104;
mod v105;
mod v106;
mod v107;
mod v108;
mod v109;
mod v110;
mod v111;
mod v112;
mod v113;
mod v114;
mod v120;

use super::at::At;
use super::limits::{Limit, Limits};
use super::linked::Linked;
use crate::{Expr, Node, Program};

/// A rule.
pub(super) struct Rule {
    /// Its id.
    pub(super) id: &'static str,
    /// What to do where it is broken.
    pub(super) remedy: &'static str,
    /// What it looks at.
    pub(super) checks: &'static [Check],
}

/// Asked at every node, before its expressions and before what it binds is visible.
pub(super) type NodeCheck = fn(&Node, &At<'_>, &mut dyn FnMut(String));
/// Asked at every expression, operands included.
pub(super) type ExprCheck = fn(&Expr, &At<'_>, &mut dyn FnMut(String));

/// Takes the limit that is exceeded, the place, and the message.
pub(super) type ReportLimit<'a> = dyn FnMut(Limit, String, String) + 'a;

/// Where a rule is asked; what it reports becomes the message.
pub(super) enum Check {
    /// Once, with the index of the function to blame.
    Module(fn(&Linked<'_>, &mut dyn FnMut(usize, String))),
    /// Once for a program, with the place.
    Program(fn(&Program, &Linked<'_>, &mut dyn FnMut(String, String))),
    /// Once for a program and its target, with the limit and the place.
    Limits(fn(&Program, &Linked<'_>, &Limits, &mut ReportLimit<'_>)),
    /// For every function.
    Function(fn(&At<'_>, &mut dyn FnMut(String))),
    /// For every node.
    Node(NodeCheck),
    /// For every expression.
    Expr(ExprCheck),
}

/// Every rule, by id.
pub(super) static RULES: &[Rule] = &[
    v001::RULE,
    v002::RULE,
    v003::RULE,
    v004::RULE,
    v005::RULE,
    v006::RULE,
    v007::RULE,
    v008::RULE,
    v009::RULE,
    v010::RULE,
    v011::RULE,
    v012::RULE,
    v013::RULE,
    v014::RULE,
    v015::RULE,
    v016::RULE,
    v017::RULE,
    v018::RULE,
    v019::RULE,
    v020::RULE,
    v021::RULE,
    v022::RULE,
    v023::RULE,
    v024::RULE,
    v025::RULE,
    v026::RULE,
    v027::RULE,
    v028::RULE,
    v029::RULE,
    v030::RULE,
    v031::RULE,
    v032::RULE,
    v033::RULE,
    v034::RULE,
    v035::RULE,
    v101::RULE,
    v102::RULE,
    v103::RULE,
    v104::RULE,
    v105::RULE,
    v106::RULE,
    v107::RULE,
    v108::RULE,
    v109::RULE,
    v110::RULE,
    v111::RULE,
    v112::RULE,
    v113::RULE,
    v114::RULE,
    v120::RULE,
];
