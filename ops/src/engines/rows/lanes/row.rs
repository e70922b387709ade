//! Operations of a workgroup on a row.

use super::super::op;
use super::{KEPT, LANES, NOTHING, Pass};
use crate::engines::spread::{self, spread};
use vyre_conform_runtime::ir::{Axis, Buffer, Expr, Kernel, Operand, Type, Var};

/// Steps from all lanes to one.
const LEVELS: u32 = LANES.ilog2();

/// Workgroup memory for rows.
#[derive(Clone, Copy)]
pub(in crate::engines) struct Workspace {
    /// One value per lane.
    lanes: Buffer,
    /// The first elements, each accessed only by the invocation of its lane.
    kept: Buffer,
    local: Var,
    size: u32,
}

/// The row of a kernel's workgroup.
pub(in crate::engines) struct Row {
    of: Workspace,
    source: Buffer,
    target: Buffer,
    /// Start of the row, in both buffers.
    begin: Var,
    len: Var,
    /// Steps of a lane.
    steps: Var,
}

impl Workspace {
    /// The memory in a kernel of this workgroup size.
    pub(in crate::engines) fn new(k: &mut Kernel, size: u32) -> Self {
        Self {
            lanes: k.workgroup("lanes", Type::F32, LANES),
            kept: k.workgroup("kept", Type::F32, KEPT),
            local: k.bind("local", Expr::local_id(Axis::X)),
            size,
        }
    }

    /// The row with this start and number of elements.
    pub(in crate::engines) fn row(
        self,
        k: &mut Kernel,
        [source, target]: [Buffer; 2],
        [begin, len]: [Var; 2],
    ) -> Row {
        let ragged = (len & (LANES - 1)).min(1);
        Row {
            of: self,
            source,
            target,
            begin,
            len,
            steps: k.bind("steps", len / LANES + ragged),
        }
    }
}

impl Row {
    /// The element at an index; it is kept from now on if it is one of the first.
    pub(in crate::engines) fn read(&self, k: &mut Kernel, at: Var) -> Var {
        let element = k.bind("element", self.source.at(self.begin + at));
        k.when(at.less(KEPT), |k| k.store(self.of.kept, at, element));
        element
    }

    /// The element at an index that was [read](Self::read).
    pub(in crate::engines) fn again(&self, k: &mut Kernel, at: Var) -> Var {
        self.kept_or(k, at, self.source)
    }

    /// Keeps a value in place of the element; one that memory does not hold goes to the place of its result.
    pub(in crate::engines) fn keep(&self, k: &mut Kernel, at: Var, value: Var) {
        k.when_else(
            at.less(KEPT),
            |k| k.store(self.of.kept, at, value),
            |k| k.store(self.target, self.begin + at, value),
        );
    }

    /// The value [kept](Self::keep) at an index.
    pub(in crate::engines) fn value(&self, k: &mut Kernel, at: Var) -> Var {
        self.kept_or(k, at, self.target)
    }

    fn kept_or(&self, k: &mut Kernel, at: Var, buffer: Buffer) -> Var {
        let element = k.variable("element", Expr::literal(Type::F32, 0));
        k.when_else(
            at.less(KEPT),
            |k| k.assign(element, self.of.kept.at(at)),
            |k| k.assign(element, buffer.at(self.begin + at)),
        );
        element
    }

    /// Stores a result.
    pub(in crate::engines) fn store(&self, k: &mut Kernel, at: Var, value: Expr) {
        k.store(self.target, self.begin + at, value);
    }

    /// Runs `body` for every lane, each by one invocation.
    fn lanes(&self, k: &mut Kernel, body: impl FnOnce(&mut Kernel, Var)) {
        let own = (self.of.local, self.of.size);
        spread(k, LANES, own, |k, lane, _| body(k, lane));
    }

    /// Runs `body` for every element of a lane from left to right.
    fn places(&self, k: &mut Kernel, lane: Var, body: impl Fn(&mut Kernel, Var)) {
        k.count("step", 0, self.steps, |k, step| {
            let at = k.bind("at", step * LANES + lane);
            k.when(at.less(self.len), |k| body(k, at));
        });
    }

    /// Runs `body` for every element of the row.
    pub(in crate::engines) fn for_each(&self, k: &mut Kernel, body: impl Fn(&mut Kernel, Var)) {
        self.lanes(k, |k, lane| self.places(k, lane, body));
    }

    /// Folds `of` every element in the order of the lanes from this identity.
    pub(in crate::engines) fn fold(
        &self,
        k: &mut Kernel,
        (id, identity): (&str, f32),
        of: impl Fn(&mut Kernel, Var) -> Expr,
    ) -> Var {
        self.lanes(k, |k, lane| {
            let identity = Expr::literal(Type::F32, identity.to_bits().into());
            let all = k.variable("all", identity);
            self.places(k, lane, |k, at| {
                let next = of(k, at);
                let next = op(k, id, [all.into(), next]);
                k.assign(all, next);
            });
            k.store(self.of.lanes, lane, all);
        });
        k.count("level", 0, LEVELS, |k, level| {
            let half = k.bind("half", Expr::u32(LANES / 2) >> level);
            k.barrier();
            let own = (self.of.local, self.of.size);
            spread(k, LANES / 2, own, |k, lane, _| {
                k.when(lane.less(half), |k| {
                    let operands = [lane.into(), lane + half].map(|at: Expr| self.of.lanes.at(at));
                    let both = op(k, id, operands);
                    k.store(self.of.lanes, lane, both);
                });
            });
        });
        k.barrier();
        let all = k.bind("all", self.of.lanes.at(0));
        // The next fold overwrites it.
        k.barrier();
        all
    }

    /// Sums `of` every element.
    pub(in crate::engines) fn sum(
        &self,
        k: &mut Kernel,
        of: impl Fn(&mut Kernel, Var) -> Expr,
    ) -> Var {
        self.fold(k, ("f32::add", NOTHING), of)
    }
}

/// Upper bounds on the iterations of the loops of a pass over rows of this many steps, in the order of the text.
pub(in crate::engines) fn iterations(pass: Pass, size: u32, steps: u32) -> Vec<u64> {
    let mut iterations: Vec<u64> = spread::iterations(LANES, size).into_iter().collect();
    iterations.push(steps.into());
    if pass == Pass::Fold {
        iterations.push(LEVELS.into());
        iterations.extend(spread::iterations(LANES / 2, size));
    }
    iterations
}
