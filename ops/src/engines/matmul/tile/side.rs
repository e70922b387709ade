//! An operand of a product by tiles: what an invocation brings of it, and when.
//!
//! A slot of a part is four words: four rows of A, or four columns of B, of one step along K.

use super::{FOUR, Tile};
use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Operand, Type, Var};

/// An operand on its way into the memory of the workgroup.
pub(super) struct Side {
    pub(super) source: Buffer,
    pub(super) part: Buffer,
    /// Slots of the part for a step, and from a step to the next.
    pub(super) slots: u32,
    pub(super) stride: u32,
    /// From a word of a slot to the next one, in the source, and from a part to the next one.
    pub(super) apart: Expr,
    pub(super) forward: Expr,
    /// The word behind K.
    pub(super) behind: u32,
    /// Whether a slot is one element of the source.
    pub(super) is_slots: bool,
    pub(super) loads: Vec<Load>,
}

/// A slot of a part that an invocation brings.
pub(super) struct Load {
    /// Its number among all.
    pub(super) number: Var,
    /// Its step, and its place among those of the step.
    pub(super) deep: Var,
    pub(super) slot: Var,
    /// Where its first word is in the source, for the next part.
    pub(super) at: Var,
    /// Its words in the next part.
    pub(super) next: Var,
}

impl Tile {
    /// Brings what an invocation brings of the first part. `first` says where the first word of a slot is.
    pub(super) fn begin(
        self,
        k: &mut Kernel,
        local: Var,
        side: &mut Side,
        first: impl Fn(Var, Var) -> Expr,
    ) {
        for load in 0..self.loads(side.slots) {
            let number = k.bind("number", local + load * self.size);
            // Of A the steps are next to each other in the source, of B the columns.
            let (deep, slot) = match side.slots == side.stride {
                true => (number >> side.slots.ilog2(), number & (side.slots - 1)),
                false => (number & (self.depth - 1), number >> self.depth.ilog2()),
            };
            let (deep, slot) = (k.bind("deep", deep), k.bind("slot", slot));
            let at = k.variable("at", first(deep, slot));
            let next = k.variable("next", side.words(at));
            side.loads.push(Load {
                number,
                deep,
                slot,
                at,
                next,
            });
        }
    }

    /// Of what is on its way, puts what stands behind K in the place of what does not belong to it, where this many steps are
    /// left.
    pub(super) fn end_at(self, k: &mut Kernel, left: Var, sides: &[Side; 2]) {
        if self.depth == 1 {
            return;
        }
        k.when(left.less(self.depth), |k| {
            for side in sides {
                let behind = Expr::compose(vec![side.behind.into(); FOUR as usize]);
                for load in &side.loads {
                    k.when(left.at_most(load.deep), |k| {
                        k.assign(load.next, behind.clone());
                    });
                }
            }
        });
    }

    /// Puts what was on its way into the memory of the workgroup, behind this place if there is one.
    pub(super) fn hand_over(self, k: &mut Kernel, side: &Side, before: Option<Var>) {
        let all = side.slots * self.depth;
        for load in &side.loads {
            let place = load.deep * side.stride + load.slot;
            let place = before.map_or(place.clone(), |before| before + place);
            match all % self.size {
                0 => k.store(side.part, place, load.next),
                _ => k.when(load.number.less(all), |k| {
                    k.store(side.part, place, load.next);
                }),
            }
        }
    }
}

impl Side {
    /// The four words of a slot, the first of which, or the slot itself, is at this place.
    pub(super) fn words(&self, at: Var) -> Expr {
        if self.is_slots {
            return self.source.at(at);
        }
        let words = (0..FOUR).map(|n| {
            let place = match n {
                0 => at.into(),
                _ => at + self.apart.clone() * n,
            };
            as_type(Type::U32, self.source.at(place))
        });
        Expr::compose(words.collect())
    }
}

/// A word as another type of one word, its bits.
pub(super) fn as_type(ty: Type, word: Expr) -> Expr {
    match word.ty == ty {
        true => word,
        false => Expr::cast(ty, word),
    }
}
