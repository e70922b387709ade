//! Candidate laws of an op: each row of the table, with every possible op and constant for its parameters.

use crate::strategy::{Argument, TypedLaw};
use std::collections::BTreeSet;
use vyre_conform_ir::Signature;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::generate::{Source, case, edge_values, witnessed};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_spec::law::laws;
use vyre_conform_spec::{Claim, Form, Law, LawCallee, ParamKind, Term, ValueType};

/// Number of witnesses, after the edge set, for the bounds of an op.
const BOUNDING: u64 = 1 << 12;

/// The candidate laws of an op; `parameters` are the ops for their parameters.
pub(super) fn candidates(catalog: &Catalog, op: &Op, parameters: &[&Op]) -> Vec<TypedLaw> {
    let mut found = vec![];
    let arity = op.def.op.signature.operands.len();
    for law in laws() {
        let Some(form) = law.form(arity) else {
            continue;
        };
        let mut combinations: Vec<Vec<(Argument, String)>> = vec![vec![]];
        for (k, parameter) in law.params.iter().enumerate() {
            let choices: Vec<(Argument, String)> = match parameter.kind {
                ParamKind::Op => parameters
                    .iter()
                    .filter(|g| fits(form, &op.def.op.signature, k, &g.def.op.signature))
                    .map(|g| (Argument::Op(g.def.op), name(catalog, op, g)))
                    .collect(),
                ParamKind::Holds => vec![(Argument::Holds, "true".into())],
                // Values come last, when all other parameters are known.
                _ => continue,
            };
            let longer = |known: &Vec<(Argument, String)>| {
                let known = known.clone();
                let choices = choices.clone();
                choices.into_iter().map(move |choice| {
                    let mut longer = known.clone();
                    longer.push(choice);
                    longer
                })
            };
            combinations = combinations.iter().flat_map(longer).collect();
        }
        for known in combinations {
            for values in values(op, law, form, &known) {
                found.extend(declared(op, law, &known, &values));
            }
        }
    }
    found
}

/// An op's spelling in a law of another: its name if unambiguous.
fn name(catalog: &Catalog, op: &Op, g: &Op) -> String {
    let family = |op: &Op| op.def.id.split("::").next().map(str::to_owned);
    if catalog.find(g.def.name).is_some() || family(op) == family(g) {
        g.def.name.to_owned()
    } else {
        g.def.id.to_owned()
    }
}

/// The law with these parameters, if it fits.
fn declared(
    op: &Op,
    law: &'static Law,
    known: &[(Argument, String)],
    values: &[Value],
) -> Option<TypedLaw> {
    let (mut known, mut values) = (known.iter().cloned(), values.iter());
    let mut arguments = vec![];
    let mut texts = vec![];
    for parameter in law.params {
        let (argument, text) = match parameter.kind {
            ParamKind::Value => {
                let value = values.next()?;
                (Argument::Value(*value), short(value))
            }
            _ => known.next()?,
        };
        arguments.push(argument);
        texts.push(text);
    }
    let text = if texts.is_empty() {
        law.name.to_owned()
    } else {
        format!("{}({})", law.name, texts.join(", "))
    };
    TypedLaw::declare(law, text, op.def.op, arguments).ok()
}

/// A value in source form.
fn short(value: &Value) -> String {
    match (value.ty(), value.words()) {
        (ValueType::U32, [n]) if *n < 256 => n.to_string(),
        (ValueType::U64, [n, 0]) if *n < 256 => n.to_string(),
        _ => value.to_string(),
    }
}

/// True if an op's types fit the n-th parameter of a law.
fn fits(form: &Form, subject: &Signature, k: usize, candidate: &Signature) -> bool {
    let mut variables = [None; 4];
    form.claim.visit_terms(&mut |term| {
        if let Term::Apply(LawCallee::Subject, args) = term {
            for (arg, ty) in args.iter().zip(subject.operands) {
                if let Term::Var(v) = arg {
                    variables[*v] = Some(*ty);
                }
            }
        }
    });
    let signature = |callee: &LawCallee| match callee {
        LawCallee::Subject => Some(subject),
        LawCallee::Parameter(n) if *n == k => Some(candidate),
        LawCallee::Parameter(_) => None,
    };
    let of = |term: &Term| match term {
        Term::Var(v) => variables[*v],
        Term::Apply(callee, _) => signature(callee).map(|s| s.result),
        _ => None,
    };
    let agree = |a: Option<ValueType>, b: Option<ValueType>| match (a, b) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    let mut all = true;
    form.claim.visit_terms(&mut |term| match term {
        Term::Apply(callee, args) => {
            if let Some(signature) = signature(callee) {
                all &= args.len() == signature.operands.len();
                let mut pairs = args.iter().zip(signature.operands);
                all &= pairs.all(|(arg, ty)| agree(of(arg), Some(*ty)));
            }
        }
        Term::WrappingSum([l, r]) => all &= agree(of(l), of(r)),
        _ => {}
    });
    if let Claim::Equal(l, r) = &form.claim {
        all &= agree(of(l), of(r));
    }
    all
}

/// Alternative lists of values for the value parameters.
fn values(
    op: &Op,
    law: &'static Law,
    form: &'static Form,
    known: &[(Argument, String)],
) -> Vec<Vec<Value>> {
    let kinds = law.params.iter().map(|p| p.kind);
    match kinds.filter(|kind| *kind == ParamKind::Value).count() {
        0 => vec![vec![]],
        1 => match &form.claim {
            // If a constant is alone on one side, the other side determines it.
            Claim::Equal(term, Term::Param(_)) => {
                evaluated(op, term, known).map_or(vec![], |value| vec![vec![value]])
            }
            _ => suggested(op).into_iter().map(|value| vec![value]).collect(),
        },
        _ => bounds(op).into_iter().collect(),
    }
}

/// The constants in boundaries, rows and edges, of the types of operands and result.
fn suggested(op: &Op) -> Vec<Value> {
    let def = op.def;
    let signature = def.op.signature;
    let mut all: Vec<Value> = vec![];
    let types = signature.operands.iter().chain([&signature.result]);
    let types: BTreeSet<ValueType> = types.copied().collect();
    all.extend(types.into_iter().flat_map(edge_values));
    all.extend(def.boundaries.iter().flat_map(|boundary| boundary()));
    all.extend(def.rows.iter().flat_map(|row| (row.inputs)()));
    all.extend(def.rows.iter().map(|row| (row.expected)()));
    let mut seen = std::collections::HashSet::new();
    all.retain(|value| seen.insert(*value));
    all
}

/// The least and the greatest observed result; `None` if they are the ends of the type.
fn bounds(op: &Op) -> Option<Vec<Value>> {
    let signature = op.def.op.signature;
    let result = signature.result;
    if !result.is_ordered() || result.float().is_some() {
        return None;
    }
    let source = witnessed(signature.operands, 1, BOUNDING);
    let step = source.len().div_ceil(1 << 15).max(1);
    let numbers = (0..source.len()).step_by(step as usize);
    let results: Vec<Value> = numbers.map(|n| op.def.op.call(&case(&source, n))).collect();
    let least = results.iter().min_by_key(|v| ordered(v))?;
    let greatest = results.iter().max_by_key(|v| ordered(v))?;
    let ends = match result {
        ValueType::I32 => (i128::from(i32::MIN), i128::from(i32::MAX)),
        ValueType::U64 => (0, i128::from(u64::MAX)),
        ValueType::Bool => (0, 1),
        _ => (0, i128::from(u32::MAX)),
    };
    ((ordered(least), ordered(greatest)) != ends).then(|| vec![*least, *greatest])
}

/// A value as a number in the order of its type.
pub(super) fn ordered(value: &Value) -> i128 {
    match (value.ty(), value.words()) {
        (ValueType::I32, [word]) => i128::from(*word as i32),
        (_, words) => words
            .iter()
            .rev()
            .fold(0, |n, word| n << 32 | i128::from(*word)),
    }
}

/// The value of a term with 1 for every variable.
fn evaluated(op: &Op, term: &Term, known: &[(Argument, String)]) -> Option<Value> {
    let callee = |callee: &LawCallee| match callee {
        LawCallee::Subject => Some(op.def.op),
        LawCallee::Parameter(k) => match known.get(*k) {
            Some((Argument::Op(op), _)) => Some(*op),
            _ => None,
        },
    };
    value_of(term, ValueType::U32, &callee)
}

fn value_of(
    term: &Term,
    ty: ValueType,
    callee: &dyn Fn(&LawCallee) -> Option<OpRef>,
) -> Option<Value> {
    match term {
        Term::Var(_) => Some(Value::int(1, ty)),
        Term::Int(n) => Some(Value::int(*n, ty)),
        Term::Param(_) => None,
        Term::Apply(of, args) => {
            let op = callee(of)?;
            let operands = args.iter().zip(op.signature.operands);
            let operands: Option<Vec<Value>> = operands
                .map(|(arg, ty)| value_of(arg, *ty, callee))
                .collect();
            Some(op.call(&operands?))
        }
        Term::WrappingSum([l, r]) => {
            let (l, r) = (value_of(l, ty, callee)?, value_of(r, ty, callee)?);
            let sum = ordered(&l).wrapping_add(ordered(&r));
            match l.ty() {
                ValueType::U32 | ValueType::I32 | ValueType::U64 if l.ty() == r.ty() => {
                    Some(Value::from_words(l.ty(), &[sum as u32, (sum >> 32) as u32]))
                }
                _ => None,
            }
        }
    }
}
