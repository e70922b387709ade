//! One node being lowered: its operands, its attributes, and the steps that it becomes.
//!
//! Everything that a node has must be read: an attribute, operand or order that no one reads is refused, so that
//! nothing is ignored in silence.

use super::{Builder, NodeFault, Value, narrowed};
use crate::element::Element;
use crate::graph::{Attribute, Node};
use crate::order::Order;
use crate::steps::{Call, Formula, MatrixProduct, Term};
use crate::tensor::Tensor;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The floats that machines compute with.
pub(crate) const FLOATS: [Element; 3] = [Element::F32, Element::F16, Element::BF16];

/// A node being lowered.
pub(crate) struct Lowering<'a, 'b> {
    pub(crate) node: &'a Node,
    pub(crate) opset: i64,
    inputs: Vec<Option<Value>>,
    inputs_read: RefCell<BTreeSet<usize>>,
    attributes_read: RefCell<BTreeSet<&'a str>>,
    declared: Option<Order>,
    order: Option<Order>,
    pub(super) out: &'a mut Builder<'b>,
}

impl<'a, 'b> Lowering<'a, 'b> {
    pub(crate) fn new(
        node: &'a Node,
        opset: i64,
        inputs: Vec<Option<Value>>,
        declared: Option<Order>,
        out: &'a mut Builder<'b>,
    ) -> Self {
        Self {
            node,
            opset,
            inputs,
            inputs_read: RefCell::default(),
            attributes_read: RefCell::default(),
            declared,
            order: None,
            out,
        }
    }

    /// The order of the node's additions.
    ///
    /// # Errors
    /// An operand, an attribute or an order that was not read.
    pub(crate) fn finish(self) -> Result<Option<Order>, NodeFault> {
        let read = self.inputs_read.borrow();
        let given = (0..self.inputs.len()).filter(|k| self.inputs[*k].is_some());
        if let Some(number) = given.into_iter().find(|k| !read.contains(k)) {
            return Err(NodeFault::input(number, "is not supported: leave it out"));
        }
        let read = self.attributes_read.borrow();
        let mut names = self.node.attributes.keys();
        if let Some(name) = names.find(|name| !read.contains(name.as_str())) {
            let reason = format!(
                "is not one of set {} of the operators: remove it",
                self.opset
            );
            return Err(NodeFault::attribute(name, reason));
        }
        match (self.declared, self.order) {
            (Some(order), None) => Err(NodeFault::node(format!(
                "adds in one order alone, so that the order {order} cannot be declared: leave it out"
            ))),
            (_, order) => Ok(order),
        }
    }

    /// The order of the node's additions: the declared one, or the first of those that it can have.
    pub(crate) fn order(&mut self, first: Order, others: &[Order]) -> Result<Order, NodeFault> {
        let order = self.declared.unwrap_or(first);
        let is_like = |other: &Order| match (other, order) {
            (Order::SplitK(_), Order::SplitK(_)) => true,
            (other, order) => *other == order,
        };
        if order != first && !others.iter().any(is_like) {
            let all: Vec<String> = [first]
                .iter()
                .chain(others)
                .map(ToString::to_string)
                .collect();
            return Err(NodeFault::node(format!(
                "has no engine with the order {order}: declare {}",
                all.join(", ")
            )));
        }
        self.order = Some(order);
        Ok(order)
    }

    /// The number of operands, absent ones between others included.
    pub(crate) fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// An operand that may be absent.
    pub(crate) fn optional(&self, k: usize) -> Option<Value> {
        self.inputs_read.borrow_mut().insert(k);
        self.inputs.get(k).cloned().flatten()
    }

    /// An operand.
    pub(crate) fn input(&self, k: usize) -> Result<Value, NodeFault> {
        let found = self.optional(k);
        found.ok_or_else(|| NodeFault::input(k, "is absent, and the operator needs it"))
    }

    /// An operand of one of these types.
    pub(crate) fn typed(&self, k: usize, of: &[Element]) -> Result<Value, NodeFault> {
        let value = self.input(k)?;
        if of.contains(&value.element) {
            return Ok(value);
        }
        let names: Vec<&str> = of.iter().map(|element| element.name()).collect();
        let (found, due) = (value.element, names.join(", "));
        let reason =
            format!("has elements of the type {found}, and {due} is supported: insert a Cast");
        Err(NodeFault::input(k, reason))
    }

    /// An operand of floats.
    pub(crate) fn float_input(&self, k: usize) -> Result<Value, NodeFault> {
        self.typed(k, &FLOATS)
    }

    /// The integers of an operand that decides a shape, where there is one.
    pub(crate) fn optional_longs(&self, k: usize) -> Result<Option<Vec<i64>>, NodeFault> {
        let Some(value) = self.optional(k) else {
            return Ok(None);
        };
        match (value.element, value.known()) {
            (of, Some(tensor)) if of.is_integer() => Ok(Some(tensor.to_longs())),
            (of, None) if of.is_integer() => Err(NodeFault::input(
                k,
                "decides a shape, and is computed from the inputs: make it a constant",
            )),
            (element, _) => Err(NodeFault::input(
                k,
                format!("has elements of the type {element}, and integers are expected"),
            )),
        }
    }

    /// The integers of an operand that decides a shape.
    pub(crate) fn longs(&self, k: usize) -> Result<Vec<i64>, NodeFault> {
        let found = self.optional_longs(k)?;
        found.ok_or_else(|| NodeFault::input(k, "is absent, and the operator needs it"))
    }

    fn attribute(&self, name: &'a str) -> Option<&'a Attribute> {
        self.attributes_read.borrow_mut().insert(name);
        self.node.attributes.get(name)
    }

    /// An integer attribute, where there is one.
    pub(crate) fn optional_int(&self, name: &'a str) -> Result<Option<i64>, NodeFault> {
        match self.attribute(name) {
            None => Ok(None),
            Some(Attribute::Int(value)) => Ok(Some(*value)),
            Some(_) => Err(NodeFault::attribute(name, "is not an integer")),
        }
    }

    /// An integer attribute with its default.
    pub(crate) fn int(&self, name: &'a str, default: i64) -> Result<i64, NodeFault> {
        Ok(self.optional_int(name)?.unwrap_or(default))
    }

    /// An integer attribute of which one value is supported, its default.
    pub(crate) fn only(&self, name: &'a str, value: i64) -> Result<(), NodeFault> {
        match self.int(name, value)? {
            found if found == value => Ok(()),
            found => Err(NodeFault::attribute(
                name,
                format!("is {found}, and only {value} is supported: export the model with {value}"),
            )),
        }
    }

    /// A float attribute with its default.
    pub(crate) fn float(&self, name: &'a str, default: f32) -> Result<f32, NodeFault> {
        match self.attribute(name) {
            None => Ok(default),
            Some(Attribute::Float(value)) => Ok(*value),
            Some(_) => Err(NodeFault::attribute(name, "is not a float")),
        }
    }

    /// A text attribute with its default.
    pub(crate) fn text(&self, name: &'a str, default: &'a str) -> Result<&'a str, NodeFault> {
        match self.attribute(name) {
            None => Ok(default),
            Some(Attribute::Text(value)) => Ok(value),
            Some(_) => Err(NodeFault::attribute(name, "is not a text")),
        }
    }

    /// An attribute of integers, where there is one.
    pub(crate) fn ints(&self, name: &'a str) -> Result<Option<&'a [i64]>, NodeFault> {
        match self.attribute(name) {
            None => Ok(None),
            Some(Attribute::Ints(values)) => Ok(Some(values)),
            Some(_) => Err(NodeFault::attribute(name, "is not a list of integers")),
        }
    }

    /// An attribute of texts, where there is one.
    pub(crate) fn texts(&self, name: &'a str) -> Result<Option<&'a [String]>, NodeFault> {
        match self.attribute(name) {
            None => Ok(None),
            Some(Attribute::Texts(values)) => Ok(Some(values)),
            Some(_) => Err(NodeFault::attribute(name, "is not a list of texts")),
        }
    }

    /// An attribute of floats, where there is one.
    pub(crate) fn floats(&self, name: &'a str) -> Result<Option<&'a [f32]>, NodeFault> {
        match self.attribute(name) {
            None => Ok(None),
            Some(Attribute::Floats(values)) => Ok(Some(values)),
            Some(_) => Err(NodeFault::attribute(name, "is not a list of floats")),
        }
    }

    /// Any attribute, where there is one.
    pub(crate) fn any(&self, name: &'a str) -> Option<&'a Attribute> {
        self.attribute(name)
    }

    /// The result of an engine, whose operands are the columns behind its shape.
    pub(crate) fn engine(
        &mut self,
        id: &'static str,
        shape: &[usize],
        operands: &[&Value],
        result: (Element, &[usize]),
    ) -> Result<Value, NodeFault> {
        let shape = shape.iter().map(|len| *len as u32).collect();
        if self.out.catalog.find_engine(id).is_none() {
            return Err(NodeFault::node(format!(
                "the engine `{id}` is not linked: link `vyre-ops`"
            )));
        }
        let call = Call::Engine { id, shape };
        let value = self.out.step(call, operands, result, None)?;
        let mut formula = Formula::default();
        narrowed(&mut formula, Term::Operand(0), result.0);
        if formula.calls.is_empty() {
            return Ok(value);
        }
        self.chosen(formula, &[&value], result.0)
    }

    /// Rows of a table by numbers, each of which is checked when the network runs.
    pub(crate) fn gathered(
        &mut self,
        shape: [usize; 3],
        numbers: &Value,
        table: &Value,
    ) -> Result<Value, NodeFault> {
        let [count, rows, width] = shape;
        let id = "engine::gather_rows";
        let result = (table.element, &[count, width][..]);
        let shape = shape.iter().map(|len| *len as u32).collect();
        let call = Call::Engine { id, shape };
        self.checked(call, &[numbers, table], result, rows)
    }

    /// The result of a call whose first operand names rows, each of which is checked when the network runs.
    pub(crate) fn checked(
        &mut self,
        call: Call,
        operands: &[&Value],
        result: (Element, &[usize]),
        rows: usize,
    ) -> Result<Value, NodeFault> {
        self.out.step(call, operands, result, Some(rows as u32))
    }

    /// A constant.
    pub(crate) fn constant(&mut self, tensor: Tensor) -> Result<Value, NodeFault> {
        self.out.folded(tensor)
    }

    /// The products of matrices of integers, `[batch, rows, inner]` by `[batch, inner, columns]`.
    pub(crate) fn integer_product(
        &mut self,
        product: MatrixProduct,
        operands: &[&Value; 2],
        element: Element,
    ) -> Result<Value, NodeFault> {
        let shape = [product.batch, product.rows, product.columns];
        let call = Call::MatrixProduct(product);
        self.out.step(call, operands, (element, &shape), None)
    }

    /// A tensor without elements.
    pub(crate) fn empty(&mut self, element: Element, shape: &[usize]) -> Result<Value, NodeFault> {
        let tensor = Tensor::new(element, shape, vec![]);
        self.constant(tensor.map_err(|error| NodeFault::node(error.to_string()))?)
    }

    /// A float as a constant of one element.
    pub(crate) fn scalar(&mut self, value: f32) -> Result<Value, NodeFault> {
        let tensor = Tensor::floats(&[], &[value]);
        let tensor = tensor.map_err(|error| NodeFault::node(error.to_string()))?;
        self.constant(tensor)
    }

    /// The result of a formula as elements of a type, rounded or wrapped behind the last op where they have fewer than
    /// 32 bits.
    pub(crate) fn formula(
        &mut self,
        mut formula: Formula,
        operands: &[&Value],
        element: Element,
    ) -> Result<Value, NodeFault> {
        if let Some(last) = formula.calls.len().checked_sub(1) {
            narrowed(&mut formula, Term::Result(last), element);
        }
        self.chosen(formula, operands, element)
    }

    /// The result of a formula over operands that are broadcast to one shape, each word one of the type already. Where
    /// the host knows all operands it is computed at once, by the references of the ops.
    pub(crate) fn chosen(
        &mut self,
        formula: Formula,
        operands: &[&Value],
        element: Element,
    ) -> Result<Value, NodeFault> {
        let shapes: Vec<&[usize]> = operands.iter().map(|of| &*of.shape).collect();
        let shape = super::views::broadcast_shape(&shapes)?;
        let len = crate::tensor::elements(&shape);
        let len = len.map_err(|error| NodeFault::node(format!("the result {error}")))?;
        let mut whole = vec![];
        for operand in operands {
            let is_usable = operand.len() == 1 || operand.shape == shape;
            whole.push(if is_usable {
                (*operand).clone()
            } else {
                self.broadcast(operand, &shape)?
            });
        }
        let is_known = whole.iter().all(|of| of.known().is_some());
        let has_longs = whole.iter().any(|of| of.element.words() == 2);
        if is_known && len > 0 && !has_longs {
            let words = whole.iter().filter_map(Value::known);
            let words: Vec<&[u32]> = words.map(|tensor| tensor.words()).collect();
            let words = formula.reference(self.out.catalog, &words, len);
            let words = words.map_err(|error| NodeFault::node(error.to_string()))?;
            let tensor = Tensor::from_machine(element, &shape, words);
            return self.constant(tensor.map_err(|error| NodeFault::node(error.to_string()))?);
        }
        super::split::steps(self.out, formula, &whole, (element, &shape))
    }
}
