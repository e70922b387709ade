//! The matcher: finds the theorem that applies to a body and a law. `confirmation` verifies everything
//! that it finds.

use super::application::{Application, Binding, HypothesisProof};
use super::confirmation::solved;
use super::meaning::closed;
use super::order::{OpIndex, Rank};
use super::tree::{Lambda, Operator, Tree};
use crate::theorem::{CHOICE, Conclusion, Hypothesis, Theorem, TheoremArgument, theorems};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::{LawDef, LawParam};
use vyre_conform_spec::{LawCallee, ParamKind, Term, law};

/// The maximum depth of theorems that depend on each other.
const DEPTH: usize = 6;

/// A law to derive: its name and arguments.
#[derive(Clone, Debug)]
pub(super) struct LawQuery {
    pub(super) law: &'static str,
    pub(super) arguments: Vec<QueryArgument>,
}

/// An argument of the law.
#[derive(Clone, Debug)]
pub(super) enum QueryArgument {
    Function(Lambda),
    Value(Value),
}

impl LawQuery {
    /// A declared law; `None` if it names an op whose body is not a tree.
    pub(super) fn new(shelf: &OpIndex<'_>, def: &LawDef) -> Option<Self> {
        let law = (def.law)();
        // No theorem concludes a law with a `holds` parameter.
        if law.params.iter().any(|p| p.kind == ParamKind::Holds) {
            return None;
        }
        let argument = |param: &LawParam| match param {
            LawParam::Value(value) => Some(QueryArgument::Value(value())),
            LawParam::Op(_) => Some(QueryArgument::Function(shelf.parameter(param)?.clone())),
        };
        Some(Self {
            law: law::find(law.name)?.name,
            arguments: def.params.iter().map(argument).collect::<Option<_>>()?,
        })
    }
}

/// The search for theorems.
pub(super) struct Matcher<'s, 'c> {
    pub(super) shelf: &'s OpIndex<'c>,
    /// Only ops before this rank may be components.
    pub(super) before: Rank,
}

impl Matcher<'_, '_> {
    /// A theorem by which a function satisfies a law.
    pub(super) fn derive(
        &self,
        whole: &Lambda,
        query: &LawQuery,
        depth: usize,
    ) -> Option<Application> {
        if depth == DEPTH {
            return None;
        }
        let begin = Binding::new(whole.clone());
        theorems()
            .filter(|theorem| theorem.arity == whole.operands.len())
            .filter_map(|theorem| Some((theorem, bound(theorem, query, begin.clone())?)))
            .find_map(|(theorem, binding)| {
                let bindings = match &theorem.structure {
                    Some(structure) => self.matched(structure, &whole.tree, binding),
                    None => vec![binding],
                };
                bindings
                    .into_iter()
                    .find_map(|binding| self.grounded(theorem, vec![], binding, depth))
            })
    }

    /// The bindings under which a term equals this tree.
    fn matched(&self, term: &Term, tree: &Tree, binding: Binding) -> Vec<Binding> {
        match term {
            Term::Var(k) => match tree {
                Tree::Operand(n) if n == k => vec![binding],
                _ => vec![],
            },
            Term::Param(k) => {
                let value = closed(tree);
                let bound = value.and_then(|value| binding.with_value(*k, value));
                bound.into_iter().collect()
            }
            Term::Int(n) => match tree {
                Tree::Literal(_, bits) if *bits == u64::from(*n) => vec![binding],
                _ => vec![],
            },
            Term::WrappingSum(_) => vec![],
            Term::Apply(LawCallee::Parameter(CHOICE), args) => match tree {
                Tree::Node(Operator::Choice(_), parts) => self.all(args, parts, binding),
                _ => vec![],
            },
            Term::Apply(callee, args) => {
                let mut bound = vec![];
                for (lambda, parts) in self.applications(*callee, args, tree, &binding) {
                    if let Some(binding) = binding.clone().with_function(*callee, &lambda) {
                        bound.extend(self.all(args, &parts, binding));
                    }
                }
                bound
            }
        }
    }

    fn all(&self, terms: &[Term], trees: &[Tree], binding: Binding) -> Vec<Binding> {
        let pairs = terms.iter().zip(trees);
        pairs.fold(vec![binding], |matches, (term, tree)| {
            let matches = matches.into_iter();
            matches
                .flat_map(|binding| self.matched(term, tree, binding))
                .collect()
        })
    }

    /// The functions of which a tree may be an application, each with its operands.
    fn applications(
        &self,
        callee: LawCallee,
        args: &[Term],
        tree: &Tree,
        binding: &Binding,
    ) -> Vec<(Lambda, Vec<Tree>)> {
        let as_that = |lambda: &Lambda| {
            let mut derived = vec![None; lambda.operands.len()];
            let is_match = lambda.tree.matches(tree, &mut derived);
            let parts: Option<Vec<Tree>> = derived.into_iter().collect();
            Some((lambda.clone(), parts.filter(|_| is_match)?))
        };
        if let Some(lambda) = binding.function(callee) {
            return as_that(lambda).into_iter().collect();
        }
        let types = &binding.whole.operands;
        if let Some(variables) = ascending_variables(args) {
            let place = |k: usize| variables.iter().position(|v| *v == k);
            let own = tree.with(&|k| place(k).map(Tree::Operand));
            let operands = variables.iter().filter_map(|k| types.get(*k).copied());
            let lambda = own.and_then(|tree| Lambda::new(operands.collect(), tree));
            let parts: Vec<Tree> = variables.into_iter().map(Tree::Operand).collect();
            return lambda.map(|lambda| (lambda, parts)).into_iter().collect();
        }
        let ops = self.shelf.ops.iter();
        let ops = ops.filter(|op| op.rank < self.before && op.lambda.operands.len() == args.len());
        let mut derived: Vec<_> = ops.filter_map(|op| as_that(&op.lambda)).collect();
        for (context, parts) in contexts(tree, args.len()) {
            let types = parts.iter().map(|part| part.ty(types));
            let lambda = types
                .collect::<Option<Vec<_>>>()
                .and_then(|types| Lambda::new(types, context));
            if let Some(lambda) = lambda
                && !derived
                    .iter()
                    .any(|(before, item)| (before, item) == (&lambda, &parts))
            {
                derived.push((lambda, parts));
            }
        }
        derived
    }

    /// Finds grounds for the remaining hypotheses.
    fn grounded(
        &self,
        theorem: &'static Theorem,
        grounds: Vec<HypothesisProof>,
        binding: Binding,
        depth: usize,
    ) -> Option<Application> {
        let Some(hypothesis) = theorem.hypotheses.get(grounds.len()) else {
            return Some(Application {
                theorem,
                binding,
                grounds,
            });
        };
        let with = |ground: HypothesisProof, binding: Binding| {
            let grounds = [grounds.clone(), vec![ground]].concat();
            self.grounded(theorem, grounds, binding, depth)
        };
        match hypothesis {
            Hypothesis::Equation(left, right) => {
                let binding = solved(left, right, binding)?;
                with(HypothesisProof::Computed, binding)
            }
            Hypothesis::Law { of, law, arguments } => {
                let declared = self
                    .shelf
                    .laws(law, &self.before)
                    .find_map(|(index, op, def)| {
                        let binding = binding.clone().with_function(*of, &op.lambda)?;
                        let query = LawQuery::new(self.shelf, def)?;
                        let binding = unified(arguments, &query.arguments, binding)?;
                        with(HypothesisProof::Declared(index), binding)
                    });
                declared.or_else(|| {
                    // A part must be smaller than the whole, otherwise the search would not terminate.
                    let lambda = binding.function(*of)?;
                    if lambda.tree.size() >= binding.whole.tree.size() {
                        return None;
                    }
                    let arguments = arguments.iter().map(|argument| match argument {
                        TheoremArgument::Function(callee) => {
                            Some(QueryArgument::Function(binding.function(*callee)?.clone()))
                        }
                        TheoremArgument::Value(k) => {
                            Some(QueryArgument::Value(*binding.value(*k)?))
                        }
                    });
                    let query = LawQuery {
                        law,
                        arguments: arguments.collect::<Option<_>>()?,
                    };
                    let inner = self.derive(lambda, &query, depth + 1)?;
                    with(HypothesisProof::Composed(Box::new(inner)), binding.clone())
                })
            }
        }
    }
}

/// The variables of terms, if all terms are variables in ascending order.
fn ascending_variables(args: &[Term]) -> Option<Vec<usize>> {
    let variables = args.iter().map(|term| match term {
        Term::Var(k) => Some(*k),
        _ => None,
    });
    let variables: Vec<usize> = variables.collect::<Option<_>>()?;
    variables.is_sorted_by(|a, b| a < b).then_some(variables)
}

/// The decompositions of a tree into a context and this many parts that depend on operands.
fn contexts(tree: &Tree, parts: usize) -> Vec<(Tree, Vec<Tree>)> {
    let Tree::Node(operator, children) = tree else {
        return vec![];
    };
    let moving: Vec<usize> = (0..children.len())
        .filter(|k| !children[*k].is_constant())
        .collect();
    let around = |inside: &dyn Fn(usize) -> Tree| {
        let mut children = children.clone();
        for (number, k) in moving.iter().enumerate() {
            children[*k] = inside(number);
        }
        Tree::Node(*operator, children)
    };
    let mut matches = vec![];
    if moving.len() == parts {
        let item = moving.iter().map(|k| children[*k].clone()).collect();
        matches.push((around(&Tree::Operand), item));
    }
    // The one part with operands may contain further decompositions.
    if let [only] = moving[..] {
        let inner = contexts(&children[only], parts).into_iter();
        matches.extend(inner.map(|(context, item)| (around(&|_| context.clone()), item)));
    }
    matches
}

/// The binding of a theorem's letters under which its conclusion is the requested law.
fn bound(theorem: &Theorem, query: &LawQuery, binding: Binding) -> Option<Binding> {
    match theorem.conclusion {
        Conclusion::Law { law, arguments } if law == query.law => {
            unified(arguments, &query.arguments, binding)
        }
        _ => None,
    }
}

fn unified(
    arguments: &[TheoremArgument],
    given: &[QueryArgument],
    binding: Binding,
) -> Option<Binding> {
    if arguments.len() != given.len() {
        return None;
    }
    let mut pairs = arguments.iter().zip(given);
    pairs.try_fold(binding, |binding, pair| match pair {
        (TheoremArgument::Function(callee), QueryArgument::Function(lambda)) => {
            binding.with_function(*callee, lambda)
        }
        (TheoremArgument::Value(k), QueryArgument::Value(value)) => binding.with_value(*k, *value),
        _ => None,
    })
}
