//! The binding layout shared by [`op_shader`](super::op_shader) and a backend.
//!
//! One bind group, in this order: binding 0 is the uniform buffer of four parameter words, then one
//! binding for each operand that is not a literal, in the order of the operands, and last the output.
//! Storage buffers hold the canonical layout: the words of case 0, then of case 1, and so on. A uniform
//! operand is one 16-byte slot with the words of the value in its leading lanes.

use vyre_conform_ir::value::Value;

pub use vyre_conform_spec::ENTRY_POINT;

/// The most workgroups along one axis that every WebGPU implementation dispatches.
pub const MAX_GROUPS_PER_AXIS: u32 = 65_535;

/// Bytes of the parameter block, and of the slot of a uniform operand.
pub const UNIFORM_BYTES: usize = 16;

/// The source of an operand. Constant, uniform and storage operands can take different paths through a
/// shader compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OperandSource {
    /// One value per case, from a storage buffer.
    Storage,
    /// One value for all cases, from a uniform buffer.
    Uniform,
    /// One value for all cases, as a literal in the text.
    Literal(Value),
}

/// The binding numbers of a shader, all in bind group 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bindings {
    /// The parameter block, a uniform buffer; see [`Grid::params`].
    pub params: u32,
    /// One for each operand; `None` for a literal.
    pub operands: Vec<Option<u32>>,
    /// The output, a writable storage buffer.
    pub output: u32,
}

impl Bindings {
    /// The layout for these operands.
    pub fn of(sources: &[OperandSource]) -> Self {
        let mut next = 1;
        let mut operands = Vec::with_capacity(sources.len());
        for source in sources {
            operands.push(match source {
                OperandSource::Literal(_) => None,
                OperandSource::Storage | OperandSource::Uniform => {
                    next += 1;
                    Some(next - 1)
                }
            });
        }
        Self {
            params: 0,
            operands,
            output: next,
        }
    }
}

/// The distribution of cases over workgroups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Workgroups along x, y and z, for the dispatch call.
    pub workgroups: [u32; 3],
    /// The words of the parameter block: number of cases, workgroups along x, invocations of the
    /// whole grid, and a zero.
    pub params: [u32; 4],
}

impl Grid {
    /// The grid for `cases` cases in a shader made with the same `workgroup_size` and `per_invocation`.
    /// It has at least one workgroup, so that a dispatch without cases is legal.
    ///
    /// Case numbers are u32: `cases` plus a whole grid must stay below 2^32, which holds for any buffer
    /// of at most 2^32 bytes.
    pub fn new(cases: u32, workgroup_size: u32, per_invocation: u32) -> Self {
        let per_group = workgroup_size.saturating_mul(per_invocation).max(1);
        let groups = cases.div_ceil(per_group).max(1);
        let rows = groups.div_ceil(MAX_GROUPS_PER_AXIS);
        let columns = groups.div_ceil(rows);
        let invocations = columns.saturating_mul(rows).saturating_mul(workgroup_size);
        Self {
            workgroups: [columns, rows, 1],
            params: [cases, columns, invocations, 0],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the layout stated in the module documentation.
    #[test]
    fn literals_need_no_binding() {
        let literal = OperandSource::Literal(Value::of(7_u32));
        let layout = Bindings::of(&[OperandSource::Storage, literal, OperandSource::Uniform]);
        assert_eq!(layout.params, 0);
        assert_eq!(layout.operands, [Some(1), None, Some(2)]);
        assert_eq!(layout.output, 3);
    }

    /// Oracle: every case needs an invocation, within WebGPU's limit on each axis.
    #[test]
    fn a_grid_reaches_every_case_within_the_limit() {
        for cases in [
            0,
            1,
            63,
            64,
            1024,
            1025,
            65_535 * 1024,
            65_535 * 1024 + 1,
            1 << 30,
        ] {
            let grid = Grid::new(cases, 64, 16);
            let [x, y, z] = grid.workgroups.map(u64::from);
            assert!(x * y * z * 64 * 16 >= u64::from(cases), "{cases}");
            let limit = 1..=65_535;
            assert!(limit.contains(&x) && limit.contains(&y), "{cases}");
            assert_eq!(grid.params[2] as u64, x * y * 64, "{cases}");
        }
    }
}
