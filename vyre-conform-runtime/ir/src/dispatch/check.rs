//! Checks of launches.

use super::{Contents, Launch, Step};
use crate::valid::{Limits, ValidProgram};
use crate::{Access, BufferDecl, Type};

/// The reason why a launch is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LaunchError {
    /// A step names a program or a buffer that does not exist.
    #[error("step {step} names {what} {number}, but there are {count}")]
    Missing {
        /// The step.
        step: usize,
        /// `program` or `buffer`.
        what: &'static str,
        /// The index that it names.
        number: usize,
        /// The number of programs or buffers.
        count: usize,
    },
    /// A buffer to read back does not exist.
    #[error("the launch reads back buffer {number}, but has {count}")]
    NothingToRead {
        /// The index.
        number: usize,
        /// The number of buffers.
        count: usize,
    },
    /// A step does not supply one buffer per binding.
    #[error("step {step}: program `{program}` binds {expected} buffers, {actual} are given")]
    Bindings {
        /// The step.
        step: usize,
        /// The program.
        program: String,
        /// Number of buffers that the program binds.
        expected: usize,
        /// Number of buffers supplied.
        actual: usize,
    },
    /// A buffer is empty, ends within an element, or differs from the declared length.
    #[error("buffer `{buffer}` of `{program}` holds {words} words: {reason}")]
    Size {
        /// The program.
        program: String,
        /// The buffer.
        buffer: String,
        /// Words supplied.
        words: usize,
        /// The fault and its remedy.
        reason: String,
    },
    /// A word of a Bool buffer is neither 0 nor 1.
    #[error("buffer `{buffer}` of `{program}`: element {index} is {word}, a Bool is 0 or 1")]
    Bool {
        /// The program.
        program: String,
        /// The buffer.
        buffer: String,
        /// The element.
        index: usize,
        /// Its value.
        word: u32,
    },
    /// A buffer is used with two element types.
    #[error("buffer {number} is used as {first} and as {second}: use two buffers")]
    Types {
        /// The buffer.
        number: usize,
        /// One element type.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
    /// A step binds one buffer twice and writes it.
    #[error("step {step} binds buffer {number} twice and `{program}` writes to it: copy it first")]
    Aliased {
        /// The step.
        step: usize,
        /// The program.
        program: String,
        /// The buffer.
        number: usize,
    },
    /// The launch exceeds a limit that the program was validated for.
    #[error(
        "{what} is {actual}; the limit of the target is {limit}: split the work over several dispatches"
    )]
    Limit {
        /// The exceeding quantity.
        what: String,
        /// Its amount.
        actual: u64,
        /// The limit.
        limit: u64,
    },
}

pub(super) fn check(launch: &Launch, programs: &[ValidProgram]) -> Result<(), LaunchError> {
    let mut check = LaunchCheck {
        launch,
        programs,
        types: vec![None; launch.buffers.len()],
    };
    for (number, step) in launch.steps.iter().enumerate() {
        check.step(number, step)?;
    }
    check.read_back()
}

/// A check in progress.
struct LaunchCheck<'a> {
    launch: &'a Launch,
    programs: &'a [ValidProgram],
    /// For every buffer the element type with which a step has bound it.
    types: Vec<Option<Type>>,
}

/// One binding of a step.
struct StepBinding<'a> {
    /// The number of the step.
    step: usize,
    valid: &'a ValidProgram,
    decl: &'a BufferDecl,
    /// The number of the buffer.
    slot: usize,
}

impl LaunchCheck<'_> {
    fn step(&mut self, number: usize, step: &Step) -> Result<(), LaunchError> {
        let programs = self.programs;
        let valid = programs.get(step.program).ok_or(LaunchError::Missing {
            step: number,
            what: "program",
            number: step.program,
            count: programs.len(),
        })?;
        let program = valid.program();
        let bound = program.bound();
        if bound.len() != step.buffers.len() {
            return Err(LaunchError::Bindings {
                step: number,
                program: program.name.clone(),
                expected: bound.len(),
                actual: step.buffers.len(),
            });
        }
        check_workgroups(valid, &step.workgroups)?;
        for (k, ((_, decl), slot)) in bound.iter().zip(&step.buffers).enumerate() {
            self.binding(&StepBinding {
                step: number,
                valid,
                decl,
                slot: *slot,
            })?;
            let twin = (0..k).find(|j| step.buffers[*j] == *slot);
            let writes = |k: usize| bound[k].1.access == Access::ReadWrite;
            if twin.is_some_and(|j| writes(j) || writes(k)) {
                return Err(LaunchError::Aliased {
                    step: number,
                    program: program.name.clone(),
                    number: *slot,
                });
            }
        }
        Ok(())
    }

    /// Checks contents, size and element type of one buffer of a step.
    fn binding(&mut self, binding: &StepBinding<'_>) -> Result<(), LaunchError> {
        let StepBinding {
            step,
            valid,
            decl,
            slot,
        } = *binding;
        let buffers = &self.launch.buffers;
        let contents = buffers.get(slot).ok_or(LaunchError::Missing {
            step,
            what: "buffer",
            number: slot,
            count: buffers.len(),
        })?;
        let name = &valid.program().name;
        check_contents(name, decl, contents)?;
        let limits = valid.limits();
        let limit = match decl.access {
            Access::Uniform => limits.uniform_bytes.into(),
            _ => limits.storage_bytes,
        };
        let what = format!("buffer `{}` of `{name}` in bytes", decl.name);
        check_limit(what, (contents.len() as u64).saturating_mul(4), limit)?;
        match self.types[slot] {
            Some(ty) if ty != decl.element => Err(LaunchError::Types {
                number: slot,
                first: ty.name(),
                second: decl.element.name(),
            }),
            _ => {
                self.types[slot] = Some(decl.element);
                Ok(())
            }
        }
    }

    /// Checks the buffers to read back, after the steps.
    fn read_back(&self) -> Result<(), LaunchError> {
        let count = self.launch.buffers.len();
        let max = self
            .programs
            .iter()
            .map(|valid| valid.limits().storage_bytes);
        let max = max.min().unwrap_or(Limits::WEBGPU.storage_bytes);
        for number in &self.launch.read_back {
            let Some(contents) = self.launch.buffers.get(*number) else {
                let number = *number;
                return Err(LaunchError::NothingToRead { number, count });
            };
            // Buffers that a step binds have passed stricter checks above.
            if self.types[*number].is_none() {
                let what = format!("buffer {number}, which is read back, in bytes");
                check_limit(what, (contents.len() as u64).saturating_mul(4), max)?;
            }
        }
        Ok(())
    }
}

fn check_workgroups(valid: &ValidProgram, workgroups: &[u32; 3]) -> Result<(), LaunchError> {
    for (axis, groups) in ["x", "y", "z"].into_iter().zip(workgroups) {
        let what = format!(
            "the number of workgroups of `{}` along {axis}",
            valid.program().name
        );
        check_limit(what, (*groups).into(), valid.limits().workgroups.into())?;
    }
    Ok(())
}

fn check_limit(description: String, actual: u64, limit: u64) -> Result<(), LaunchError> {
    if actual <= limit {
        Ok(())
    } else {
        Err(LaunchError::Limit {
            what: description,
            actual,
            limit,
        })
    }
}

fn check_contents(
    program: &str,
    decl: &BufferDecl,
    contents: &Contents,
) -> Result<(), LaunchError> {
    let size = |reason: String| LaunchError::Size {
        program: program.to_owned(),
        buffer: decl.name.clone(),
        words: contents.len(),
        reason,
    };
    let per_element = decl.element.words();
    if contents.is_empty() {
        return Err(size(
            "give at least one element, and the number of those that count in another buffer"
                .to_owned(),
        ));
    }
    if !contents.len().is_multiple_of(per_element) {
        return Err(size(format!("give {per_element} words an element")));
    }
    let elements = contents.len() / per_element;
    if let Some(count) = decl.count
        && elements != count as usize
    {
        return Err(size(format!("the program declares {count} elements")));
    }
    if let (Type::Bool, Contents::Words(words)) = (decl.element, contents)
        && let Some(index) = words.iter().position(|word| *word > 1)
    {
        return Err(LaunchError::Bool {
            program: program.to_owned(),
            buffer: decl.name.clone(),
            index,
            word: words[index],
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::valid::validate_program;
    use crate::{Axis, Expr, Kernel};

    fn program(element: Type) -> ValidProgram {
        let mut k = Kernel::new("copy", [64, 1, 1]);
        let from = k.read_only("from", element);
        let to = k.read_write("to", element);
        let i = k.bind("i", Expr::invocation_id(Axis::X));
        k.store(to, i, from.at(i));
        validate_program(k.finish(), &(), &Limits::WEBGPU).expect("a valid program")
    }

    fn refused(element: Type, change: impl FnOnce(&mut Launch)) -> String {
        let valid = program(element);
        let words = element.words();
        let buffers = vec![Contents::Words(vec![1; words]), Contents::Zeros(words)];
        let mut launch = Launch::single(&valid, [1, 1, 1], buffers);
        assert_eq!(launch.check(std::slice::from_ref(&valid)), Ok(()));
        change(&mut launch);
        launch
            .check(&[valid])
            .expect_err("the launch does not fit")
            .to_string()
    }

    /// Oracle: docs/spec/ir.md#dispatch; each launch violates one rule.
    #[test]
    fn mismatches_are_named() {
        let text_of = |element, change: fn(&mut Launch), part: &str| {
            let message = refused(element, change);
            assert!(message.contains(part), "{message}");
        };
        text_of(Type::U32, |l| l.steps[0].program = 1, "program 1");
        text_of(Type::U32, |l| l.steps[0].buffers[1] = 2, "buffer 2");
        text_of(
            Type::U32,
            |l| l.steps[0].buffers[1] = 0,
            "binds buffer 0 twice",
        );
        text_of(Type::U32, |l| _ = l.steps[0].buffers.pop(), "1 are given");
        text_of(Type::U32, |l| l.steps[0].workgroups[1] = 65_536, "along y");
        text_of(Type::U32, |l| l.read_back.push(2), "reads back");
        text_of(
            Type::U32,
            |l| l.buffers[0] = Contents::Zeros(0),
            "at least one",
        );
        text_of(
            Type::U64,
            |l| l.buffers[0] = Contents::Zeros(3),
            "2 words an element",
        );
        text_of(
            Type::Bool,
            |l| l.buffers[0] = Contents::Words(vec![2]),
            "element 0 is 2",
        );
        text_of(
            Type::U32,
            |l| l.buffers[0] = Contents::Zeros((128 << 20) / 4 + 1),
            "the limit of the target is 134217728",
        );
        // Sizes in bytes that do not fit a u64.
        text_of(
            Type::U32,
            |l| l.buffers[0] = Contents::Zeros(usize::MAX),
            "is 18446744073709551615; the limit of the target is 134217728",
        );
        text_of(
            Type::U32,
            |l| {
                l.buffers.push(Contents::Zeros(usize::MAX));
                l.read_back.push(2);
            },
            "buffer 2, which is read back, in bytes is 18446744073709551615",
        );
    }

    /// Oracle: docs/spec/ir.md#dispatch: only 0 and 1 are valid words of a Bool buffer.
    #[test]
    fn a_buffer_has_one_element_type() {
        let programs = [program(Type::U32), program(Type::Bool)];
        let step = |program, buffers: [usize; 2]| Step {
            program,
            workgroups: [1, 1, 1],
            buffers: buffers.to_vec(),
        };
        let launch = Launch {
            buffers: vec![
                Contents::Words(vec![7]),
                Contents::Zeros(1),
                Contents::Zeros(1),
            ],
            steps: vec![step(0, [0, 1]), step(1, [1, 2])],
            read_back: vec![2],
        };
        let error = launch.check(&programs).expect_err("a u32 as a Bool");
        assert_eq!(
            error.to_string(),
            "buffer 1 is used as u32 and as bool: use two buffers"
        );
    }
}
