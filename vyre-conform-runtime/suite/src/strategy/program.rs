//! Laws compiled for blocks: each application once, in order, through the ops' block kernels.

use super::columns::{self, Column};
use super::typed::TypedLaw;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{BLOCK, Block};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_spec::{Claim, Term, ValueType};

/// Location of the columns of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnLocation {
    /// In the block of inputs, starting at this column.
    Input(usize),
    /// In the constants, starting at this column.
    Constant(usize),
    /// In the buffers, starting at this column.
    Buffer(usize),
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    ty: ValueType,
    home: ColumnLocation,
}

#[derive(Clone, Debug)]
enum Step {
    /// Applies an op; the result is in buffers from `out` on.
    Apply {
        op: OpRef,
        args: Vec<Slot>,
        out: usize,
        words: usize,
    },
    /// Adds, wrapping.
    Sum { l: Slot, r: Slot, out: usize },
}

/// A claim over slots.
#[derive(Clone, Debug)]
enum Check {
    Equal(Slot, Slot),
    AtMost(Slot, Slot),
    All(Vec<Check>),
    Any(Vec<Check>),
    Implies(Box<Check>, Box<Check>),
    ExactlyOne(Vec<Check>),
}

/// A law compiled for blocks.
#[derive(Clone, Debug)]
pub(super) struct LawProgram {
    inputs: Vec<Slot>,
    constants: Vec<u32>,
    known: Vec<(Term, Slot)>,
    steps: Vec<Step>,
    buffers: usize,
    checks: Vec<Check>,
}

/// Memory of a program, one per thread.
#[derive(Debug)]
pub(super) struct Workspace {
    constants: Vec<Column>,
    buffers: Vec<Column>,
    masks: Vec<Vec<u32>>,
}

impl LawProgram {
    pub(super) fn new(law: &TypedLaw) -> Self {
        let mut inputs = Vec::new();
        let mut column = 0;
        for ty in &law.variables {
            let home = ColumnLocation::Input(column);
            inputs.push(Slot { ty: *ty, home });
            column += ty.words();
        }
        let mut program = Self {
            inputs,
            constants: Vec::new(),
            known: Vec::new(),
            steps: Vec::new(),
            buffers: 0,
            checks: Vec::new(),
        };
        let check = program.claim(law, law.claim);
        // Conjuncts are checked separately, so that equations among them need no mask.
        match check {
            Check::All(parts) => program.checks.extend(parts),
            one => program.checks.push(one),
        }
        for term in &law.predicates {
            let value = program.term(law, term, ValueType::U32);
            let one = program.constant(Value::int(1, value.ty));
            program.checks.push(Check::AtMost(value, one));
        }
        program
    }

    pub(super) fn workspace(&self) -> Workspace {
        Workspace {
            constants: self.constants.iter().map(|w| Column([*w; BLOCK])).collect(),
            buffers: vec![Column([0; BLOCK]); self.buffers],
            masks: Vec::new(),
        }
    }

    fn claim(&mut self, law: &TypedLaw, claim: &Claim) -> Check {
        let mut parts = |cs: &[Claim]| cs.iter().map(|c| self.claim(law, c)).collect();
        match claim {
            Claim::All(cs) => Check::All(parts(cs)),
            Claim::Any(cs) => Check::Any(parts(cs)),
            Claim::ExactlyOne(cs) => Check::ExactlyOne(parts(cs)),
            Claim::Implies(p, q) => {
                let p = self.claim(law, p);
                Check::Implies(Box::new(p), Box::new(self.claim(law, q)))
            }
            Claim::Equal(l, r) => {
                let (l, r) = self.sides(law, l, r);
                Check::Equal(l, r)
            }
            Claim::AtMost(l, r) => {
                let (l, r) = self.sides(law, l, r);
                Check::AtMost(l, r)
            }
        }
    }

    fn sides(&mut self, law: &TypedLaw, l: &Term, r: &Term) -> (Slot, Slot) {
        let ty = law.type_of(l).or_else(|| law.type_of(r));
        let ty = ty.unwrap_or(ValueType::U32);
        (self.term(law, l, ty), self.term(law, r, ty))
    }

    /// The slot of a term. `ty` is the type of an `Int`.
    fn term(&mut self, law: &TypedLaw, term: &Term, ty: ValueType) -> Slot {
        match term {
            Term::Var(k) => return self.inputs[*k],
            Term::Int(n) => return self.constant(Value::int(*n, ty)),
            Term::Param(k) => {
                return self.constant(law.value(*k).unwrap_or_else(|| Value::int(0, ty)));
            }
            _ => {}
        }
        if let Some((_, slot)) = self.known.iter().find(|(t, _)| t == term) {
            return *slot;
        }
        let slot = match term {
            Term::WrappingSum([l, r]) => {
                let (l, r) = self.sides(law, l, r);
                let slot = self.buffer(l.ty);
                let ColumnLocation::Buffer(out) = slot.home else {
                    return slot;
                };
                self.steps.push(Step::Sum { l, r, out });
                slot
            }
            Term::Apply(callee, terms) => {
                // `solve` has checked that the callee is an op with this many operands.
                let op = law.op(*callee).unwrap_or(&law.subject);
                let (op, signature) = (*op, op.signature);
                let args = terms.iter().zip(signature.operands);
                let args = args.map(|(t, ty)| self.term(law, t, *ty)).collect();
                let slot = self.buffer(signature.result);
                let ColumnLocation::Buffer(out) = slot.home else {
                    return slot;
                };
                let words = signature.result.words();
                self.steps.push(Step::Apply {
                    op,
                    args,
                    out,
                    words,
                });
                slot
            }
            Term::Var(_) | Term::Int(_) | Term::Param(_) => self.constant(Value::int(0, ty)),
        };
        self.known.push((*term, slot));
        slot
    }

    fn constant(&mut self, value: Value) -> Slot {
        let home = ColumnLocation::Constant(self.constants.len());
        self.constants.extend(value.words());
        Slot {
            ty: value.ty(),
            home,
        }
    }

    fn buffer(&mut self, ty: ValueType) -> Slot {
        let home = ColumnLocation::Buffer(self.buffers);
        self.buffers += ty.words();
        Slot { ty, home }
    }

    /// Applies the ops to a block of at most [`BLOCK`] cases.
    pub(super) fn run(&self, block: &Block, work: &mut Workspace) {
        let n = block.len();
        for step in &self.steps {
            match step {
                Step::Apply {
                    op,
                    args,
                    out,
                    words,
                } => {
                    let (before, after) = work.buffers.split_at_mut(*out);
                    let read = |slot, lane| column(slot, lane, block, &work.constants, before);
                    let mut after = after.iter_mut().map(|b| &mut b.0[..n]);
                    let mut results: [&mut [u32]; 4] =
                        std::array::from_fn(|k| match after.next() {
                            Some(column) if k < *words => column,
                            _ => Default::default(),
                        });
                    let results = &mut results[..*words];
                    // Clearing a long array costs a tenth of the time of a block.
                    match args.iter().map(|arg| arg.ty.words()).sum() {
                        used @ 0..=4 => op.block(&gathered::<4>(args, read)[..used], results),
                        used => op.block(&gathered::<16>(args, read)[..used], results),
                    }
                }
                Step::Sum { l, r, out } => {
                    let (before, after) = work.buffers.split_at_mut(*out);
                    let mut carry = vec![0; if l.ty == ValueType::U64 { n } else { 0 }];
                    for (lane, to) in after.iter_mut().enumerate().take(l.ty.words()) {
                        let left = column(*l, lane, block, &work.constants, before);
                        let right = column(*r, lane, block, &work.constants, before);
                        let to = &mut to.0[..n];
                        if l.ty == ValueType::U64 {
                            columns::add_with_carry(to, &mut carry, left, right);
                        } else {
                            columns::sum(to, left, right);
                        }
                    }
                }
            }
        }
    }

    /// True if a case of the block that [`Program::run`] evaluated breaks the law.
    pub(super) fn any_broken(&self, block: &Block, work: &mut Workspace) -> bool {
        let mut any = false;
        for check in &self.checks {
            any |= match check {
                Check::Equal(l, r) if l.ty.float().is_none() => (0..l.ty.words()).any(|lane| {
                    let [left, right] =
                        [*l, *r].map(|s| column(s, lane, block, &work.constants, &work.buffers));
                    columns::differ(left, right)
                }),
                Check::AtMost(l, r) if l.ty.words() == 1 && l.ty.float().is_none() => {
                    let [left, right] =
                        [*l, *r].map(|s| column(s, 0, block, &work.constants, &work.buffers));
                    match l.ty {
                        ValueType::I32 => columns::exceeds_signed(left, right),
                        _ => columns::exceeds(left, right),
                    }
                }
                other => {
                    let mask = work.mask(other, block);
                    let any = columns::any_false(&mask);
                    work.masks.push(mask);
                    any
                }
            };
        }
        any
    }

    /// The cases of the block that [`Program::run`] evaluated: 1 if they satisfy the law, otherwise 0.
    pub(super) fn satisfied_mask(&self, block: &Block, work: &mut Workspace) -> Vec<u32> {
        let mut all = vec![1; block.len()];
        for check in &self.checks {
            let mask = work.mask(check, block);
            columns::and(&mut all, &mask);
            work.masks.push(mask);
        }
        all
    }
}

/// The columns of the arguments of an application, with at most `N` lanes.
fn gathered<'a, const N: usize>(
    args: &[Slot],
    read: impl Fn(Slot, usize) -> &'a [u32],
) -> [&'a [u32]; N] {
    let mut columns: [&[u32]; N] = [&[]; N];
    let lanes = |arg: &Slot| (0..arg.ty.words()).zip(std::iter::repeat(*arg));
    for (to, (lane, arg)) in columns.iter_mut().zip(args.iter().flat_map(lanes)) {
        *to = read(arg, lane);
    }
    columns
}

/// The column of one lane of a slot.
fn column<'a>(
    slot: Slot,
    lane: usize,
    block: &'a Block,
    constants: &'a [Column],
    buffers: &'a [Column],
) -> &'a [u32] {
    let all = match slot.home {
        ColumnLocation::Input(k) => block.columns[k + lane].as_slice(),
        ColumnLocation::Constant(k) => &constants[k + lane].0,
        ColumnLocation::Buffer(k) => &buffers[k + lane].0,
    };
    &all[..block.len()]
}

impl Workspace {
    /// The mask of a check, in a buffer that the caller returns.
    fn mask(&mut self, check: &Check, block: &Block) -> Vec<u32> {
        let mut mask = self.masks.pop().unwrap_or_default();
        mask.resize(block.len(), 0);
        match check {
            Check::Equal(l, r) | Check::AtMost(l, r) if l.ty.float().is_some() => {
                let [left, right] =
                    [*l, *r].map(|s| column(s, 0, block, &self.constants, &self.buffers));
                match (check, l.ty.float()) {
                    (Check::AtMost(..), Some(f)) => {
                        columns::floats_at_most(&mut mask, left, right, f);
                    }
                    (_, Some(f)) => columns::same_floats(&mut mask, left, right, f),
                    (_, None) => {}
                }
            }
            Check::Equal(l, r) => {
                self.compare(&mut mask, *l, *r, 0, block, columns::equal);
                for lane in 1..l.ty.words() {
                    let mut lane_mask = self.masks.pop().unwrap_or_default();
                    lane_mask.resize(block.len(), 0);
                    self.compare(&mut lane_mask, *l, *r, lane, block, columns::equal);
                    columns::and(&mut mask, &lane_mask);
                    self.masks.push(lane_mask);
                }
            }
            Check::AtMost(l, r) => {
                let first = match l.ty {
                    ValueType::I32 => columns::at_most_signed,
                    _ => columns::at_most,
                };
                self.compare(&mut mask, *l, *r, 0, block, first);
                for lane in 1..l.ty.words() {
                    self.compare(&mut mask, *l, *r, lane, block, columns::at_most_above);
                }
            }
            Check::All(parts) => {
                mask.fill(1);
                self.combine(&mut mask, parts, block, columns::and);
            }
            Check::Any(parts) => {
                mask.fill(0);
                self.combine(&mut mask, parts, block, columns::or);
            }
            Check::ExactlyOne(parts) => {
                mask.fill(0);
                self.combine(&mut mask, parts, block, columns::add);
                columns::is_one(&mut mask);
            }
            Check::Implies(p, q) => {
                self.masks.push(mask);
                mask = self.mask(p, block);
                let then = self.mask(q, block);
                columns::implies(&mut mask, &then);
                self.masks.push(then);
            }
        }
        mask
    }

    fn compare(
        &self,
        mask: &mut [u32],
        l: Slot,
        r: Slot,
        lane: usize,
        block: &Block,
        with: fn(&mut [u32], &[u32], &[u32]),
    ) {
        let [l, r] = [l, r].map(|s| column(s, lane, block, &self.constants, &self.buffers));
        with(mask, l, r);
    }

    fn combine(
        &mut self,
        mask: &mut [u32],
        parts: &[Check],
        block: &Block,
        with: fn(&mut [u32], &[u32]),
    ) {
        for part in parts {
            let other = self.mask(part, block);
            with(mask, &other);
            self.masks.push(other);
        }
    }
}
