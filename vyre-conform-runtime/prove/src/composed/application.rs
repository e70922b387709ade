//! A theorem applied to a body: the binding of its letters, and the grounds of its hypotheses.

use super::order::LawLocation;
use super::tree::Lambda;
use crate::theorem::{FUNCTIONS, Theorem, VALUES};
use vyre_conform_ir::value::Value;
use vyre_conform_spec::LawCallee;

/// The binding of a theorem's letters.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    functions: [Option<Lambda>; FUNCTIONS.len()],
    values: [Option<Value>; VALUES.len()],
    /// `F`.
    pub(crate) whole: Lambda,
}

impl Binding {
    pub(crate) const fn new(whole: Lambda) -> Self {
        Self {
            functions: [const { None }; FUNCTIONS.len()],
            values: [const { None }; VALUES.len()],
            whole,
        }
    }

    /// The binding of a function letter, or of `F`.
    pub(crate) fn function(&self, callee: LawCallee) -> Option<&Lambda> {
        match callee {
            LawCallee::Subject => Some(&self.whole),
            LawCallee::Parameter(k) => self.functions.get(k)?.as_ref(),
        }
    }

    pub(crate) fn value(&self, k: usize) -> Option<&Value> {
        self.values.get(k)?.as_ref()
    }

    /// Binds a function letter; `None` if it has another binding.
    pub(crate) fn with_function(mut self, callee: LawCallee, lambda: &Lambda) -> Option<Self> {
        match (self.function(callee), callee) {
            (Some(before), _) => (before == lambda).then_some(self),
            (None, LawCallee::Parameter(k)) => {
                *self.functions.get_mut(k)? = Some(lambda.clone());
                Some(self)
            }
            (None, LawCallee::Subject) => None,
        }
    }

    /// Binds a value letter; `None` if it has another binding.
    pub(crate) fn with_value(mut self, k: usize, value: Value) -> Option<Self> {
        match self.value(k) {
            Some(before) => (*before == value).then_some(self),
            None => {
                *self.values.get_mut(k)? = Some(value);
                Some(self)
            }
        }
    }
}

/// The ground of a hypothesis.
#[derive(Clone, Debug)]
pub(crate) enum HypothesisProof {
    /// An op declares the law.
    Declared(LawLocation),
    /// It follows by another theorem.
    Composed(Box<Application>),
    /// The bodies show the equation.
    Computed,
}

/// A theorem applied to a function.
#[derive(Clone, Debug)]
pub(crate) struct Application {
    pub(crate) theorem: &'static Theorem,
    pub(crate) binding: Binding,
    /// One per hypothesis.
    pub(crate) grounds: Vec<HypothesisProof>,
}

impl Application {
    /// The declared laws that it depends on, each once.
    pub(crate) fn declared(&self, theorems: &mut Vec<LawLocation>) {
        for ground in &self.grounds {
            match ground {
                HypothesisProof::Declared(at) => {
                    if !theorems.iter().any(|f| (f.op, f.law) == (at.op, at.law)) {
                        theorems.push(*at);
                    }
                }
                HypothesisProof::Composed(inner) => inner.declared(theorems),
                HypothesisProof::Computed => {}
            }
        }
    }

    /// The theorems that it applies, itself first.
    pub(crate) fn theorems(&self, laws: &mut Vec<&'static Theorem>) {
        laws.push(self.theorem);
        for ground in &self.grounds {
            if let HypothesisProof::Composed(inner) = ground {
                inner.theorems(laws);
            }
        }
    }
}
