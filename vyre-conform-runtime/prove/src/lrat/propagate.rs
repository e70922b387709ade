//! Unit propagation over a changing set of clauses: two literals of each clause are watched, and
//! clauses that a proof is known to need are visited before others, so that fewer become needed
//! ([Wetzler, Heule, Hunt, 2014](https://www.cs.utexas.edu/~marijn/publications/drat-trim.pdf)).

mod watch_lists;

use crate::cnf::Literal;

/// A clause, as the position of its header.
pub(super) type ClauseRef = u32;

/// No clause: an assumption.
pub(super) const ASSUMED: ClauseRef = ClauseRef::MAX;

/// Number of words before the literals of a clause: length with flags, and number.
const HEADER: usize = 2;

/// The clause is deleted permanently.
const DELETED: u32 = 1;

/// The clause is needed.
const CORE: u32 = 2;

/// Shift of the length above the flags.
const LENGTH: u32 = 2;

#[derive(Clone, Copy)]
struct Watch {
    clause: ClauseRef,
    /// Another literal of the clause: if it is true the clause need not be visited.
    blocker: LiteralIndex,
}

/// A literal as an index: twice its variable, plus 1 if negated.
type LiteralIndex = u32;

/// The watches of each literal.
type Watches = Vec<Vec<Watch>>;

/// Indices of the kinds of watches: clauses not known to be needed, needed clauses, and clauses with
/// two literals, which are cheapest and visited first.
const OPTIONAL: usize = 0;
const REQUIRED: usize = 1;
const PAIRS: usize = 2;

/// The state of propagation.
pub(super) struct Propagator {
    /// Headers and literals of all clauses.
    arena: Vec<u32>,
    /// By kind of clause.
    watches: [Watches; 3],
    /// Value of each literal: 1 if true, -1 if false.
    values: Vec<i8>,
    reasons: Vec<ClauseRef>,
    /// Position of each assigned variable in the trail.
    positions: Vec<u32>,
    trail: Vec<LiteralIndex>,
    /// Number of trail entries that each kind has processed.
    heads: [usize; 3],
}

const fn code(literal: Literal) -> LiteralIndex {
    literal.unsigned_abs() << 1 | (literal < 0) as u32
}

const fn literal(code: LiteralIndex) -> Literal {
    let variable = (code >> 1) as Literal;
    if code & 1 == 0 { variable } else { -variable }
}

pub(super) const fn variable(literal: Literal) -> usize {
    literal.unsigned_abs() as usize
}

impl Propagator {
    pub(super) fn new(variables: u32) -> Self {
        let count = variables as usize + 1;
        Self {
            arena: vec![],
            watches: [(); 3].map(|()| vec![vec![]; 2 * count]),
            values: vec![0; 2 * count],
            reasons: vec![ASSUMED; count],
            positions: vec![0; count],
            trail: vec![],
            heads: [0; 3],
        }
    }

    /// 1 if true, -1 if false, 0 if unassigned.
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[code(literal) as usize]
    }

    /// The literal at this position of the trail.
    pub(super) fn trail_literal(&self, position: usize) -> Literal {
        literal(self.trail[position])
    }

    /// The number of true literals.
    pub(super) fn known(&self) -> usize {
        self.trail.len()
    }

    /// True if an assigned variable is among the first `length` entries of the trail.
    pub(super) fn is_before(&self, variable: usize, length: usize) -> bool {
        (self.positions[variable] as usize) < length
    }

    /// The clause that implied a variable's value.
    pub(super) fn reason(&self, variable: usize) -> ClauseRef {
        self.reasons[variable]
    }

    pub(super) fn clause(&self, place: ClauseRef) -> impl ExactSizeIterator<Item = Literal> + '_ {
        self.codes(place).iter().map(|code| literal(*code))
    }

    fn codes(&self, place: ClauseRef) -> &[LiteralIndex] {
        let position = place as usize;
        let start = position + HEADER;
        &self.arena[start..start + (self.arena[position] >> LENGTH) as usize]
    }

    /// The number of a clause.
    pub(super) fn number(&self, place: ClauseRef) -> u32 {
        self.arena[place as usize + 1]
    }

    /// Assigns an unassigned literal.
    pub(super) fn set(&mut self, literal: Literal, reason: ClauseRef) {
        self.hold(code(literal), reason);
    }

    fn hold(&mut self, code: LiteralIndex, reason: ClauseRef) {
        self.values[code as usize] = 1;
        self.values[(code ^ 1) as usize] = -1;
        self.reasons[(code >> 1) as usize] = reason;
        self.positions[(code >> 1) as usize] = self.trail.len() as u32;
        self.trail.push(code);
    }

    /// Unassigns all literals except the first `keep`, whose consequences must be among them.
    pub(super) fn undo(&mut self, keep: usize) {
        for code in self.trail.drain(keep..) {
            self.values[code as usize] = 0;
            self.values[(code ^ 1) as usize] = 0;
        }
        self.heads = [keep; 3];
    }

    /// Propagates all unit clauses; returns a clause without open literals, if there is one.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        loop {
            // Each kind only after the earlier ones have nothing left to propagate.
            let kinds = [PAIRS, REQUIRED, OPTIONAL];
            let mut kinds_in_order = kinds
                .into_iter()
                .filter(|kind| self.heads[*kind] < self.trail.len());
            let kind = kinds_in_order.next()?;
            let holds = self.trail[self.heads[kind]];
            self.heads[kind] += 1;
            let conflict = match kind {
                PAIRS => self.imply(holds ^ 1),
                _ => self.visit(holds ^ 1, kind),
            };
            if conflict.is_some() {
                return conflict;
            }
        }
    }

    /// Visits the two-literal clauses with a false literal.
    fn imply(&mut self, fails: LiteralIndex) -> Option<ClauseRef> {
        for k in 0..self.watches[PAIRS][fails as usize].len() {
            let watch = self.watches[PAIRS][fails as usize][k];
            match self.values[watch.blocker as usize] {
                0 => self.hold(watch.blocker, watch.clause),
                -1 => return Some(watch.clause),
                _ => {}
            }
        }
        None
    }

    /// Visits the clauses that watch a false literal, either the needed ones or the others.
    fn visit(&mut self, fails: LiteralIndex, index: usize) -> Option<ClauseRef> {
        let mut watches = std::mem::take(&mut self.watches[index][fails as usize]);
        let mut kept = 0;
        let mut conflict = None;
        let mut k = 0;
        while k < watches.len() {
            let watch = watches[k];
            k += 1;
            if self.values[watch.blocker as usize] > 0 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let position = watch.clause as usize;
            let header = self.arena[position];
            if header & DELETED != 0 {
                continue;
            }
            let start = position + HEADER;
            let own = &mut self.arena[start..start + (header >> LENGTH) as usize];
            if own[0] == fails {
                own.swap(0, 1);
            }
            let first = own[0];
            let blocked = Watch {
                blocker: first,
                ..watch
            };
            let list = if header & CORE == 0 {
                OPTIONAL
            } else {
                REQUIRED
            };
            let value = self.values[first as usize];
            if value <= 0 {
                let values = &self.values;
                let other = own[2..].iter().position(|item| values[*item as usize] >= 0);
                if let Some(position) = other {
                    own.swap(1, 2 + position);
                    let moved = own[1];
                    self.watches[list][moved as usize].push(blocked);
                    continue;
                }
            }
            if list == index {
                watches[kept] = blocked;
                kept += 1;
            } else {
                self.watches[list][fails as usize].push(blocked);
            }
            match value {
                0 => self.hold(first, watch.clause),
                -1 => {
                    conflict = Some(watch.clause);
                    break;
                }
                _ => {}
            }
        }
        watches.copy_within(k.., kept);
        watches.truncate(kept + watches.len() - k);
        self.watches[index][fails as usize] = watches;
        conflict
    }
}
