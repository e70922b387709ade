//! The rules, one file each.

mod v006;
mod v008;
mod v011;
mod v012;
mod v015;
mod v016;
mod v017;
mod v018;
mod v019;
mod v021;
mod v022;
mod v026;
mod v027;
mod v028;
mod v030;
mod v031;
mod v032;
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

use super::walk::At;
use crate::ir::{Expr, Module, Node};

/// A rule.
pub(super) struct Rule {
    /// Its id.
    pub(super) id: &'static str,
    /// What to do where it is broken.
    pub(super) remedy: &'static str,
    /// What it looks at.
    pub(super) checks: &'static [Check],
}

/// Where a rule is asked; what it reports becomes the message.
pub(super) enum Check {
    /// Once, with the index of the function to blame.
    Module(fn(&Module, &mut dyn FnMut(usize, String))),
    /// For every function.
    Function(fn(&At<'_>, &mut dyn FnMut(String))),
    /// For every node, before its expressions and before what it binds is visible.
    Node(fn(&Node, &At<'_>, &mut dyn FnMut(String))),
    /// For every expression, operands included.
    Expr(fn(&Expr, &At<'_>, &mut dyn FnMut(String))),
}

/// Every rule, by id.
pub(super) static RULES: &[Rule] = &[
    v006::RULE,
    v008::RULE,
    v011::RULE,
    v012::RULE,
    v015::RULE,
    v016::RULE,
    v017::RULE,
    v018::RULE,
    v019::RULE,
    v021::RULE,
    v022::RULE,
    v026::RULE,
    v027::RULE,
    v028::RULE,
    v030::RULE,
    v031::RULE,
    v032::RULE,
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
];
