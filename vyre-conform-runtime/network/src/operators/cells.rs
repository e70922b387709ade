//! One step of a recurrent cell.

use super::activations::named;
use super::product::multiplied;
use super::recurrent::{Direction, Node};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::{Formula, Term};

impl Node {
    /// The gates of a step, of inputs and of hidden values, each with its offsets.
    fn gates(
        &self,
        n: &mut Lowering<'_, '_>,
        of: &Direction,
        [x, h]: [&Value; 2],
    ) -> Result<[Value; 2], NodeFault> {
        let mut products = [
            multiplied(n, [x.clone(), of.input.clone()])?,
            multiplied(n, [h.clone(), of.hidden.clone()])?,
        ];
        if let Some(bias) = &of.bias {
            for (product, bias) in products.iter_mut().zip(bias) {
                let sum = Formula::of::<2>("f32::add");
                *product = n.formula(sum, &[product, bias], self.x.element)?;
            }
        }
        Ok(products)
    }

    /// The part of gates of a number.
    fn gate(&self, n: &mut Lowering<'_, '_>, of: &Value, k: usize) -> Result<Value, NodeFault> {
        n.narrowed(of, of.shape.len() - 1, k * self.hidden, self.hidden)
    }

    /// A function of a sum, which is held within the clip before.
    fn activated(
        &self,
        f: &mut Formula,
        of: &Direction,
        (number, x): (usize, Term),
    ) -> Result<Term, NodeFault> {
        let mut x = x;
        if let Some(clip) = self.clip {
            x = f.call("f32::max", [x, Term::float(-clip)]);
            x = f.call("f32::min", [x, Term::float(clip)]);
        }
        let (name, alpha, beta) = &of.functions[number];
        named(f, x, (name, *alpha, *beta))
    }

    /// The new value is the function of the sum.
    pub(super) fn simple(
        &self,
        n: &mut Lowering<'_, '_>,
        of: &Direction,
        [x, h]: [&Value; 2],
    ) -> Result<Value, NodeFault> {
        let [a, b] = self.gates(n, of, [x, h])?;
        let mut f = Formula::default();
        let sum = f.call("f32::add", [Term::Operand(0), Term::Operand(1)]);
        self.activated(&mut f, of, (0, sum))?;
        n.formula(f, &[&a, &b], self.x.element)
    }

    /// Gates z, r and h; the new value is `(1 - z) * h + z * old`.
    pub(super) fn gated(
        &self,
        n: &mut Lowering<'_, '_>,
        of: &Direction,
        [x, h]: [&Value; 2],
    ) -> Result<Value, NodeFault> {
        let [a, b] = self.gates(n, of, [x, h])?;
        let mut gates = vec![];
        for k in 0..2 {
            let (a, b) = (self.gate(n, &a, k)?, self.gate(n, &b, k)?);
            let mut f = Formula::default();
            let sum = f.call("f32::add", [Term::Operand(0), Term::Operand(1)]);
            self.activated(&mut f, of, (0, sum))?;
            gates.push(n.formula(f, &[&a, &b], self.x.element)?);
        }
        let own = self.gate(n, &a, 2)?;
        let other = if self.is_linear_before {
            let other = self.gate(n, &b, 2)?;
            n.formula(
                Formula::of::<2>("f32::mul"),
                &[&gates[1], &other],
                self.x.element,
            )?
        } else {
            let reset = n.formula(
                Formula::of::<2>("f32::mul"),
                &[&gates[1], h],
                self.x.element,
            )?;
            let weights = self.gate(n, &of.hidden, 2)?;
            let product = multiplied(n, [reset, weights])?;
            match &of.bias {
                None => product,
                Some([_, bias]) => {
                    let bias = self.gate(n, bias, 2)?;
                    let sum = Formula::of::<2>("f32::add");
                    n.formula(sum, &[&product, &bias], self.x.element)?
                }
            }
        };
        let mut f = Formula::default();
        let [own_, other_, z, old] = [0, 1, 2, 3].map(Term::Operand);
        let sum = f.call("f32::add", [own_, other_]);
        let new = self.activated(&mut f, of, (1, sum))?;
        let rest = f.call("f32::sub", [Term::float(1.0), z]);
        let new = f.call("f32::mul", [rest, new]);
        let kept = f.call("f32::mul", [z, old]);
        f.call("f32::add", [new, kept]);
        n.formula(f, &[&own, &other, &gates[0], h], self.x.element)
    }

    /// Gates i, o, f and c; the state is `f * old + i * c`, and the value `o * h(state)`.
    pub(super) fn long(
        &self,
        n: &mut Lowering<'_, '_>,
        of: &Direction,
        [x, h, state]: [&Value; 3],
    ) -> Result<[Value; 2], NodeFault> {
        let [a, b] = self.gates(n, of, [x, h])?;
        let element = self.x.element;
        let sum = n.formula(Formula::of::<2>("f32::add"), &[&a, &b], element)?;
        let peepholes = match &of.peephole {
            None => None,
            Some(all) => Some([
                self.gate(n, all, 0)?,
                self.gate(n, all, 1)?,
                self.gate(n, all, 2)?,
            ]),
        };
        let gate = |n: &mut Lowering<'_, '_>, k: usize, look: Option<(usize, &Value)>| {
            let own = self.gate(n, &sum, k)?;
            let mut f = Formula::default();
            let mut operands = vec![own];
            let mut value = Term::Operand(0);
            if let (Some(peepholes), Some((number, state))) = (&peepholes, look) {
                let seen = f.call("f32::mul", [Term::Operand(1), Term::Operand(2)]);
                value = f.call("f32::add", [value, seen]);
                operands.extend([peepholes[number].clone(), state.clone()]);
            }
            self.activated(&mut f, of, (usize::from(k == 3), value))?;
            let operands: Vec<&Value> = operands.iter().collect();
            n.formula(f, &operands, element)
        };
        let i = gate(n, 0, Some((0, state)))?;
        let forget = if self.couples {
            let mut f = Formula::default();
            f.call("f32::sub", [Term::float(1.0), Term::Operand(0)]);
            n.formula(f, &[&i], element)?
        } else {
            gate(n, 2, Some((2, state)))?
        };
        let c = gate(n, 3, None)?;
        let mut f = Formula::default();
        let kept = f.call("f32::mul", [Term::Operand(0), Term::Operand(1)]);
        let new = f.call("f32::mul", [Term::Operand(2), Term::Operand(3)]);
        f.call("f32::add", [kept, new]);
        let next = n.formula(f, &[&forget, state, &i, &c], element)?;
        let o = gate(n, 1, Some((1, &next)))?;
        let mut f = Formula::default();
        let (name, alpha, beta) = &of.functions[2];
        let shown = named(&mut f, Term::Operand(1), (name, *alpha, *beta))?;
        f.call("f32::mul", [Term::Operand(0), shown]);
        Ok([n.formula(f, &[&o, &next], element)?, next])
    }
}
