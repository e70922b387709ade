//! The rules, one file each.

mod v001_buffer_names;
mod v002_bindings;
mod v003_empty_workgroup;
mod v004_unknown_buffer;
mod v005_read_only_store;
mod v006_unbound_local;
mod v007_axis;
mod v008_bound_twice;
mod v009_read_only_atomic;
mod v010_barrier;
mod v011_loop_counter;
mod v012_casts;
mod v013_bytes_access;
mod v014_atomic_element;
mod v015_loop_bounds;
mod v016_unknown_function;
mod v017_call_depth;
mod v018_nesting;
mod v019_node_count;
mod v020_not_inlinable;
mod v021_binary_operands;
mod v022_condition;
mod v023_cast_to_bytes;
mod v024_workgroup_count;
mod v025_workgroup_atomic;
mod v026_stored_type;
mod v027_assigned_type;
mod v028_index;
mod v029_atomic_operands;
mod v030_unary_operand;
mod v031_select;
mod v032_call;
mod v033_uniform_buffer;
mod v034_lane;
pub(super) mod v035_limits;
mod v101_returned_results;
mod v102_missing_return;
mod v103_loop_exit;
mod v104_immutable_local;
mod v105_array;
mod v106_table;
mod v107_literal;
mod v108_stated_type;
mod v109_signature;
mod v110_kernel_only;
mod v111_compose;
mod v112_expected_value;
mod v113_bytes_local;
mod v114_empty_buffer;
mod v120_work;

use super::limits::{Limit, Limits};
use super::linked::LinkedModule;
use super::place::Location;
use crate::{Expr, Node, Program};

/// A rule.
pub(super) struct Rule {
    /// Its id.
    pub(super) id: &'static str,
    /// The remedy for a violation.
    pub(super) remedy: &'static str,
    /// Its checks.
    pub(super) checks: &'static [Check],
}

/// Runs at every node, before its expressions and before its bindings are visible.
pub(super) type NodeCheck = fn(&Node, &Location<'_>, &mut dyn FnMut(String));
/// Runs at every expression, operands included.
pub(super) type ExprCheck = fn(&Expr, &Location<'_>, &mut dyn FnMut(String));

/// Reports an exceeded limit with the place and the message.
pub(super) type ReportLimit<'a> = dyn FnMut(Limit, String, String) + 'a;

/// A check, by the item that it inspects; the reported text becomes the message.
pub(super) enum Check {
    /// Runs once, and reports the index of the faulty function.
    Module(fn(&LinkedModule<'_>, &mut dyn FnMut(usize, String))),
    /// Runs once for a program, and reports the place.
    Program(fn(&Program, &LinkedModule<'_>, &mut dyn FnMut(String, String))),
    /// Runs once for a program and its target, and reports the limit and the place.
    Limits(fn(&Program, &LinkedModule<'_>, &Limits, &mut ReportLimit<'_>)),
    /// Runs for every function.
    Function(fn(&Location<'_>, &mut dyn FnMut(String))),
    /// Runs for every node.
    Node(NodeCheck),
    /// Runs for every expression.
    Expr(ExprCheck),
}

/// Every rule, by id.
pub(super) static RULES: &[Rule] = &[
    v001_buffer_names::RULE,
    v002_bindings::RULE,
    v003_empty_workgroup::RULE,
    v004_unknown_buffer::RULE,
    v005_read_only_store::RULE,
    v006_unbound_local::RULE,
    v007_axis::RULE,
    v008_bound_twice::RULE,
    v009_read_only_atomic::RULE,
    v010_barrier::RULE,
    v011_loop_counter::RULE,
    v012_casts::RULE,
    v013_bytes_access::RULE,
    v014_atomic_element::RULE,
    v015_loop_bounds::RULE,
    v016_unknown_function::RULE,
    v017_call_depth::RULE,
    v018_nesting::RULE,
    v019_node_count::RULE,
    v020_not_inlinable::RULE,
    v021_binary_operands::RULE,
    v022_condition::RULE,
    v023_cast_to_bytes::RULE,
    v024_workgroup_count::RULE,
    v025_workgroup_atomic::RULE,
    v026_stored_type::RULE,
    v027_assigned_type::RULE,
    v028_index::RULE,
    v029_atomic_operands::RULE,
    v030_unary_operand::RULE,
    v031_select::RULE,
    v032_call::RULE,
    v033_uniform_buffer::RULE,
    v034_lane::RULE,
    v035_limits::RULE,
    v101_returned_results::RULE,
    v102_missing_return::RULE,
    v103_loop_exit::RULE,
    v104_immutable_local::RULE,
    v105_array::RULE,
    v106_table::RULE,
    v107_literal::RULE,
    v108_stated_type::RULE,
    v109_signature::RULE,
    v110_kernel_only::RULE,
    v111_compose::RULE,
    v112_expected_value::RULE,
    v113_bytes_local::RULE,
    v114_empty_buffer::RULE,
    v120_work::RULE,
];
