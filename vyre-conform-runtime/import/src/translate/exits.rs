//! Exits: statements after which control does not continue with the next statement.
//!
//! The representation can leave loops and the kernel at any place. It cannot leave a `switch`, which
//! becomes conditions, or an inlined function: such an exit is *soft*. The code after a soft exit moves
//! into the other branch of the enclosing condition, or runs only if a flag shows that the exit was not
//! taken.

use naga::{Block, Statement};

/// The context of a statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings {
    /// True if the function is inlined, so that `return` does not end a function of the representation.
    pub(super) is_inlined: bool,
    /// True if the innermost enclosing loop or switch, within the function, is a switch.
    pub(super) in_switch: bool,
    /// True if the statement is in a loop of the function.
    pub(super) in_loop: bool,
}

/// The exits of one or more statements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Exits {
    /// True if control never continues after it.
    pub(super) always: bool,
    /// True if it may return softly.
    pub(super) returns: bool,
    /// True if it may leave the enclosing switch.
    pub(super) breaks: bool,
}

impl Exits {
    pub(super) const fn is_soft(self) -> bool {
        self.returns || self.breaks
    }

    fn or(self, other: Self) -> Self {
        Self {
            always: self.always && other.always,
            returns: self.returns || other.returns,
            breaks: self.breaks || other.breaks,
        }
    }
}

/// The exits of a block.
pub(super) fn of_block(block: &Block, around: Surroundings) -> Exits {
    of_statements(block.iter(), around)
}

/// The exits of statements one after the other.
pub(super) fn of_statements<'a>(
    statements: impl Iterator<Item = &'a Statement>,
    around: Surroundings,
) -> Exits {
    let mut exits = Exits::default();
    for statement in statements {
        let of = of_statement(statement, around);
        exits.returns |= of.returns;
        exits.breaks |= of.breaks;
        if of.always {
            exits.always = true;
            break;
        }
    }
    exits
}

/// The exits of a statement.
pub(super) fn of_statement(statement: &Statement, around: Surroundings) -> Exits {
    let always = Exits {
        always: true,
        ..Exits::default()
    };
    match statement {
        Statement::Return { .. } => Exits {
            returns: around.is_inlined && !around.in_loop,
            ..always
        },
        Statement::Break => Exits {
            breaks: around.in_switch,
            ..always
        },
        Statement::Continue | Statement::Kill => always,
        Statement::Block(block) => of_block(block, around),
        Statement::If { accept, reject, .. } => {
            of_block(accept, around).or(of_block(reject, around))
        }
        Statement::Switch { cases, .. } => {
            let inside = Surroundings {
                in_switch: true,
                ..around
            };
            let mut cases = cases.iter().filter(|case| !case.fall_through);
            let first = cases
                .next()
                .map_or(Exits::default(), |c| of_block(&c.body, inside));
            let exits = cases.fold(first, |exits, c| exits.or(of_block(&c.body, inside)));
            Exits {
                always: exits.always && !exits.breaks,
                breaks: false,
                ..exits
            }
        }
        Statement::Loop {
            body, continuing, ..
        } => Exits {
            returns: around.is_inlined && !around.in_loop && (returns(body) || returns(continuing)),
            ..Exits::default()
        },
        Statement::Emit(_)
        | Statement::ControlBarrier(_)
        | Statement::MemoryBarrier(_)
        | Statement::Store { .. }
        | Statement::ImageStore { .. }
        | Statement::Atomic { .. }
        | Statement::ImageAtomic { .. }
        | Statement::WorkGroupUniformLoad { .. }
        | Statement::Call { .. }
        | Statement::RayQuery { .. }
        | Statement::RayPipelineFunction(_)
        | Statement::SubgroupBallot { .. }
        | Statement::SubgroupGather { .. }
        | Statement::SubgroupCollectiveOperation { .. }
        | Statement::CooperativeStore { .. } => Exits::default(),
    }
}

/// True if the block contains a `return`, at any depth.
pub(super) fn returns(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Return { .. } => true,
        Statement::Block(block) => returns(block),
        Statement::If { accept, reject, .. } => returns(accept) || returns(reject),
        Statement::Switch { cases, .. } => cases.iter().any(|case| returns(&case.body)),
        Statement::Loop {
            body, continuing, ..
        } => returns(body) || returns(continuing),
        _ => false,
    })
}
