//! An operand of a tiled product: what an invocation loads of it, and when.
//!
//! A slot of a part is four words: four rows of A, or four columns of B, of one step along K.

use super::{FOUR, Tile};
use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Operand, Type, Var};

/// An operand on its way into workgroup memory.
pub(super) struct Side {
    pub(super) source: Buffer,
    pub(super) part: Buffer,
    /// Slots of the part per step, and distance from a step to the next.
    pub(super) slots: u32,
    pub(super) stride: u32,
    /// Distance in the source from a word of a slot to the next one, and from a part to the next one.
    pub(super) apart: Expr,
    pub(super) forward: Expr,
    /// The padding word beyond K.
    pub(super) padding: u32,
    /// True if a slot is one element of the source.
    pub(super) is_slots: bool,
    pub(super) loads: Vec<Load>,
}

/// A slot of a part that an invocation loads.
pub(super) struct Load {
    /// Its number among all.
    pub(super) number: Var,
    /// Its step, and its index within the step.
    pub(super) step: Var,
    pub(super) slot: Var,
    /// Address of its first word in the source, for the next part.
    pub(super) at: Var,
    /// Its words in the next part.
    pub(super) next: Var,
}

impl Tile {
    /// Loads the invocation's share of the first part. `first` gives the address of the first word of a slot.
    pub(super) fn begin(
        self,
        k: &mut Kernel,
        local: Var,
        side: &mut Side,
        first: impl Fn(Var, Var) -> Expr,
    ) {
        for load in 0..self.loads(side.slots) {
            let number = k.bind("number", local + load * self.size);
            // In the source, steps of A are adjacent, and so are columns of B.
            let (step, slot) = match side.slots == side.stride {
                true => (number >> side.slots.ilog2(), number & (side.slots - 1)),
                false => (number & (self.depth - 1), number >> self.depth.ilog2()),
            };
            let (step, slot) = (k.bind("deep", step), k.bind("slot", slot));
            let at = k.variable("at", first(step, slot));
            let next = k.variable("next", side.words(at));
            side.loads.push(Load {
                number,
                step,
                slot,
                at,
                next,
            });
        }
    }

    /// Replaces loaded words beyond K by the padding word, with this many steps left.
    pub(super) fn pad(self, k: &mut Kernel, left: Var, sides: &[Side; 2]) {
        if self.depth == 1 {
            return;
        }
        k.when(left.less(self.depth), |k| {
            for side in sides {
                let padding = Expr::compose(vec![side.padding.into(); FOUR as usize]);
                for load in &side.loads {
                    k.when(left.at_most(load.step), |k| {
                        k.assign(load.next, padding.clone());
                    });
                }
            }
        });
    }

    /// Stores the loaded words in workgroup memory, from this offset on if it is given.
    pub(super) fn store_part(self, k: &mut Kernel, side: &Side, before: Option<Var>) {
        let all = side.slots * self.depth;
        for load in &side.loads {
            let place = load.step * side.stride + load.slot;
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
    /// The four words of a slot; this is the address of the first word, or of the slot itself.
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

/// A word bitcast to another type of one word.
pub(super) fn as_type(ty: Type, word: Expr) -> Expr {
    match word.ty == ty {
        true => word,
        false => Expr::cast(ty, word),
    }
}
