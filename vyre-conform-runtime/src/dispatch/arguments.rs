//! Launches by a calling convention: what the host gives has the names of the convention and not bindings.

use super::{Contents, Launch};
use crate::ir::{Convention, Mismatch};
use crate::valid::ValidProgram;

/// What the host gives to a program that follows a convention.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// For [`Convention::V1`].
    V1 {
        /// What the program reads.
        input: Contents,
        /// What the output holds before the dispatch.
        output: Contents,
        /// Few words that are the same for every invocation.
        params: Contents,
    },
    /// For [`Convention::V2`].
    V2 {
        /// What the program reads.
        input: Contents,
        /// What the output holds before the dispatch.
        output: Contents,
        /// Few words that are the same for every invocation.
        params: Contents,
        /// The lookup table.
        table: Contents,
        /// The binding at which the program declares the table.
        binding: u32,
    },
}

impl Arguments {
    /// The convention that these arguments are for.
    pub const fn convention(&self) -> Convention {
        match self {
            Self::V1 { .. } => Convention::V1,
            Self::V2 { binding, .. } => Convention::V2 { table: *binding },
        }
    }

    /// The contents in the order of the convention's slots.
    fn contents(self) -> Vec<Contents> {
        match self {
            Self::V1 {
                input,
                output,
                params,
            } => vec![input, output, params],
            Self::V2 {
                input,
                output,
                params,
                table,
                ..
            } => vec![input, output, params, table],
        }
    }
}

impl Launch {
    /// One dispatch of a program that follows a calling convention, with as many workgroups along x, y and z;
    /// the output is read back.
    ///
    /// The specification has conventions agreed when the pipeline is built: a host that loads a program for
    /// many launches asks [`Convention::check`] before it does. A launch asks again, because arguments in the
    /// wrong buffers would give words that look like a result.
    ///
    /// # Errors
    /// Every way in which the program does not follow the convention of the arguments. Nothing has been
    /// dispatched. Sizes of the contents are what [`Launch::check`] asks about.
    pub fn by_convention(
        program: &ValidProgram,
        workgroups: [u32; 3],
        arguments: Arguments,
    ) -> Result<Self, Vec<Mismatch>> {
        arguments.convention().check(program.program())?;
        // The slots of a convention that a program follows ascend by binding.
        Ok(Self::single(program, workgroups, arguments.contents()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interp::{Options, run_launch};
    use crate::ir::{Axis, Expr, Kernel, Type};
    use crate::valid::{Limits, validate_program};

    /// `output[i] = input[i] + 10 * params[1]`, and with a table at a binding plus `100 * table[i]`.
    fn program(table: Option<u32>) -> ValidProgram {
        let mut k = Kernel::new("weighted", [2, 1, 1]);
        let u32s = (Type::U32, 2);
        let ([input, output, params], hundreds) = match table {
            None => (k.v1(Type::U32, Type::U32, u32s), Expr::u32(0)),
            Some(binding) => {
                let [input, output, params, table] =
                    k.v2(Type::U32, Type::U32, u32s, Type::U32, binding);
                let i = Expr::invocation_id(Axis::X);
                ([input, output, params], table.at(i) * Expr::u32(100))
            }
        };
        let i = k.bind("i", Expr::invocation_id(Axis::X));
        let sum = input.at(i) + params.at(1) * Expr::u32(10) + hundreds;
        k.store(output, i, sum);
        validate_program(k.finish(), &(), &Limits::WEBGPU).expect("a valid program")
    }

    /// Arguments whose words tell which buffer they were in.
    fn arguments(table: Option<u32>) -> Arguments {
        let input = Contents::Words(vec![1, 2, 3]);
        let output = Contents::Zeros(3);
        let params = Contents::Words(vec![9, 4]);
        match table {
            None => Arguments::V1 {
                input,
                output,
                params,
            },
            Some(binding) => Arguments::V2 {
                input,
                output,
                params,
                table: Contents::Words(vec![5, 6, 7]),
                binding,
            },
        }
    }

    fn run(program: &ValidProgram, arguments: Arguments) -> Vec<Vec<u32>> {
        let launch = Launch::by_convention(program, [2, 1, 1], arguments);
        let launch = launch.expect("the program follows the convention");
        let programs = std::slice::from_ref(program);
        run_launch(programs, &launch, &Options::default()).expect("it runs")
    }

    /// Oracle: the sums by hand, each digit from another buffer.
    #[test]
    fn arguments_reach_the_buffers_of_their_names() {
        assert_eq!(run(&program(None), arguments(None)), [[41, 42, 43]]);
        for binding in [3, 999] {
            let table = Some(binding);
            let found = run(&program(table), arguments(table));
            assert_eq!(found, [[541, 642, 743]]);
        }
    }

    /// Oracle: the section "Dispatch" of the specification: the convention is agreed before anything runs.
    #[test]
    fn a_program_of_another_convention_is_refused() {
        let refused = |table, given| {
            let launch = Launch::by_convention(&program(table), [2, 1, 1], arguments(given));
            let found = launch.expect_err("another convention");
            let texts: Vec<String> = found.iter().map(ToString::to_string).collect();
            texts.join("\n")
        };
        assert!(refused(None, Some(3)).contains("no buffer at binding 3"));
        assert!(refused(Some(3), None).contains("binding 3, where V1 has nothing"));
        let other = refused(Some(3), Some(4));
        assert!(other.contains("no buffer at binding 4"), "{other}");
        assert!(
            other.contains("at binding 3, where V2 has nothing"),
            "{other}"
        );
        assert!(refused(Some(3), Some(1)).contains("where the output is"));
    }
}
