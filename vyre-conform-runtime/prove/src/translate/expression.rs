//! Expressions, and element accesses with symbolic indices.

use super::Untranslatable;
use super::state::{Frame, Machine, State};
use crate::term::TermId;
use vyre_conform_ir::{Expr, ExprKind};

/// The longest array that is read at a symbolic index.
const MAX_ELEMENTS: usize = 4096;

impl Machine<'_> {
    /// The term of an expression.
    pub(super) fn value(
        &mut self,
        frame: &Frame<'_>,
        state: &State,
        expr: &Expr,
    ) -> Result<TermId, Untranslatable> {
        let width = expr.ty.bits();
        Ok(match &expr.kind {
            ExprKind::Literal(bits) => self.terms.constant(width, (*bits).into()),
            ExprKind::Local(local) => state.locals[local.0 as usize][0],
            ExprKind::Element(array, index) => {
                let index = self.value(frame, state, index)?;
                self.element(&state.locals[array.0 as usize], index, width)?
            }
            ExprKind::TableElement(table, index) => {
                let index = self.value(frame, state, index)?;
                let data = &frame.function.tables[*table as usize].data;
                let constant = |bits: &u64| self.terms.constant(width, (*bits).into());
                let elements: Vec<TermId> = data.iter().map(constant).collect();
                self.element(&elements, index, width)?
            }
            ExprKind::Unary(op, a) => {
                let value = self.value(frame, state, a)?;
                self.unary(*op, a.ty, value)
            }
            ExprKind::Binary(op, a, b) => {
                let (left, right) = (self.value(frame, state, a)?, self.value(frame, state, b)?);
                self.binary(*op, a.ty, left, right)
            }
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(frame, state, condition)?;
                let condition = self.truth(condition);
                let (then, otherwise) = (
                    self.value(frame, state, then)?,
                    self.value(frame, state, otherwise)?,
                );
                self.terms.select(condition, then, otherwise)
            }
            ExprKind::Cast(a) => {
                let value = self.value(frame, state, a)?;
                self.cast(a.ty, expr.ty, value)
            }
            ExprKind::Compose(lanes) => self.compose(frame, state, lanes)?,
            ExprKind::Lane(vector, lane) => {
                let vector = self.value(frame, state, vector)?;
                self.terms.slice(vector, 32 * lane, 32)
            }
            ExprKind::Load(..)
            | ExprKind::BufferLength(_)
            | ExprKind::InvocationId(_)
            | ExprKind::WorkgroupId(_)
            | ExprKind::LocalInvocationId(_) => return Err(Untranslatable::Kernel),
        })
    }

    /// A vector of lanes, the first one lowest.
    fn compose(
        &mut self,
        frame: &Frame<'_>,
        state: &State,
        lanes: &[Expr],
    ) -> Result<TermId, Untranslatable> {
        let mut whole: Option<TermId> = None;
        for lane in lanes {
            let lane = self.value(frame, state, lane)?;
            whole = Some(match whole {
                None => lane,
                Some(below) => self.terms.concat(lane, below),
            });
        }
        whole.ok_or(Untranslatable::Kernel)
    }

    /// The element at an index; zero out of bounds.
    fn element(
        &mut self,
        elements: &[TermId],
        index: TermId,
        width: u32,
    ) -> Result<TermId, Untranslatable> {
        let zero = self.terms.constant(width, 0);
        if let Some(index) = self.terms.constant_value(index) {
            let result = usize::try_from(index).ok().and_then(|k| elements.get(k));
            return Ok(result.copied().unwrap_or(zero));
        }
        if elements.len() > MAX_ELEMENTS {
            return Err(Untranslatable::Array(elements.len()));
        }
        // Each bit of the index halves the candidates.
        let mut rest = elements.to_vec();
        let mut bit = 0;
        while rest.len() > 1 {
            let odd = self.terms.slice(index, bit, 1);
            let pairs: Vec<[TermId; 2]> = rest
                .chunks(2)
                .map(|pair| [pair[0], pair.get(1).copied().unwrap_or(zero)])
                .collect();
            rest = pairs
                .into_iter()
                .map(|[even, other]| self.terms.select(odd, other, even))
                .collect();
            bit += 1;
            self.checked()?;
        }
        let first = rest.first().copied().unwrap_or(zero);
        let high = self.terms.slice(index, bit, 32 - bit);
        let none = self.terms.constant(32 - bit, 0);
        let inside = self.terms.equal(high, none);
        Ok(self.terms.select(inside, first, zero))
    }

    /// Writes an element; no effect out of bounds.
    pub(super) fn store(&mut self, elements: &mut [TermId], index: TermId, value: TermId) {
        if let Some(index) = self.terms.constant_value(index) {
            if let Some(element) = usize::try_from(index)
                .ok()
                .and_then(|k| elements.get_mut(k))
            {
                *element = value;
            }
            return;
        }
        for (k, element) in elements.iter_mut().enumerate() {
            let place = self.terms.constant(32, k as u128);
            let is_here = self.terms.equal(index, place);
            *element = self.terms.select(is_here, value, *element);
        }
    }
}
