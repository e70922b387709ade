//! Syntactic predicates that need no scope.

use crate::model::bare;
use crate::text::source;
use syn::{BinOp, Block, Expr, ExprWhile, Ident, Lit, RangeLimits, Stmt, UnOp};

/// True if control never reaches the end of an expression.
pub(super) fn diverges(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Block(block) => block_diverges(&block.block),
        Expr::If(branch) => {
            let otherwise = branch.else_branch.as_ref();
            otherwise.is_some_and(|(_, e)| block_diverges(&branch.then_branch) && diverges(e))
        }
        Expr::Match(choice) => {
            !choice.arms.is_empty() && choice.arms.iter().all(|arm| diverges(&arm.body))
        }
        Expr::Loop(endless) => !block_leaves(&endless.body, &|e| matches!(e, Expr::Break(_))),
        _ => false,
    }
}

/// True if control never reaches the end of a block.
pub(super) fn block_diverges(block: &Block) -> bool {
    block
        .stmts
        .iter()
        .any(|stmt| matches!(stmt, Stmt::Expr(expr, _) if diverges(expr)))
}

/// True if an expression has unit type by its syntax.
pub(super) fn is_unit(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Assign(_) | Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) => true,
        Expr::Binary(binary) => compound(&binary.op).is_some(),
        Expr::If(branch) => branch.else_branch.is_none(),
        _ => false,
    }
}

/// The operator inside a compound assignment, and its sign.
pub(super) fn compound(op: &BinOp) -> Option<(&'static str, &'static str)> {
    Some(match op {
        BinOp::AddAssign(_) => ("add", "+"),
        BinOp::SubAssign(_) => ("sub", "-"),
        BinOp::MulAssign(_) => ("mul", "*"),
        BinOp::DivAssign(_) => ("div", "/"),
        BinOp::RemAssign(_) => ("rem", "%"),
        BinOp::BitXorAssign(_) => ("xor", "^"),
        BinOp::BitAndAssign(_) => ("and", "&"),
        BinOp::BitOrAssign(_) => ("or", "|"),
        BinOp::ShlAssign(_) => ("shl", "<<"),
        BinOp::ShrAssign(_) => ("shr", ">>"),
        _ => return None,
    })
}

/// The direct subexpressions.
fn inside(expr: &Expr) -> Vec<&Expr> {
    fn option(e: &Option<Box<Expr>>) -> Vec<&Expr> {
        e.iter().map(|e| &**e).collect()
    }
    match expr {
        Expr::Array(e) => e.elems.iter().collect(),
        Expr::Assign(e) => vec![&e.right, &e.left],
        Expr::Binary(e) => vec![&e.left, &e.right],
        Expr::Block(e) => in_block(&e.block),
        Expr::Break(e) => option(&e.expr),
        Expr::Call(e) => e.args.iter().collect(),
        Expr::Cast(e) => vec![&e.expr],
        Expr::Field(e) => vec![&e.base],
        Expr::ForLoop(e) => [vec![&*e.expr], in_block(&e.body)].concat(),
        Expr::Group(e) => vec![&e.expr],
        Expr::If(e) => {
            let otherwise = e.else_branch.iter().map(|(_, e)| &**e).collect();
            [vec![&*e.cond], in_block(&e.then_branch), otherwise].concat()
        }
        Expr::Index(e) => vec![&e.expr, &e.index],
        Expr::Let(e) => vec![&e.expr],
        Expr::Loop(e) => in_block(&e.body),
        Expr::Match(e) => [
            vec![&*e.expr],
            e.arms.iter().map(|arm| &*arm.body).collect(),
        ]
        .concat(),
        Expr::MethodCall(e) => [vec![&*e.receiver], e.args.iter().collect()].concat(),
        Expr::Paren(e) => vec![&e.expr],
        Expr::Range(e) => [option(&e.start), option(&e.end)].concat(),
        Expr::Repeat(e) => vec![&e.expr, &e.len],
        Expr::Return(e) => option(&e.expr),
        Expr::Tuple(e) => e.elems.iter().collect(),
        Expr::Unary(e) => vec![&e.expr],
        Expr::While(e) => [vec![&*e.cond], in_block(&e.body)].concat(),
        _ => Vec::new(),
    }
}

fn in_block(block: &Block) -> Vec<&Expr> {
    block.stmts.iter().flat_map(in_stmt).collect()
}

fn in_stmt(stmt: &Stmt) -> Vec<&Expr> {
    match stmt {
        Stmt::Expr(expr, _) => vec![expr],
        Stmt::Local(local) => match &local.init {
            Some(init) => {
                let otherwise = init.diverge.iter().map(|(_, e)| &**e);
                otherwise.chain([&*init.expr]).collect()
            }
            None => vec![],
        },
        _ => vec![],
    }
}

/// True if an expression inside a statement satisfies `what`.
pub(super) fn stmt_contains(stmt: &Stmt, predicate: &dyn Fn(&Expr) -> bool) -> bool {
    in_stmt(stmt)
        .into_iter()
        .any(|expr| contains(expr, predicate))
}

/// True if an expression or one of its subexpressions satisfies `what`.
pub(super) fn contains(expr: &Expr, predicate: &dyn Fn(&Expr) -> bool) -> bool {
    predicate(expr) || inside(expr).into_iter().any(|e| contains(e, predicate))
}

/// True if the body of a loop contains a `break` or `continue` of this loop, not of a nested one.
pub(super) fn block_leaves(block: &Block, predicate: &dyn Fn(&Expr) -> bool) -> bool {
    fn leaves(expr: &Expr, predicate: &dyn Fn(&Expr) -> bool) -> bool {
        match expr {
            Expr::While(_) | Expr::ForLoop(_) | Expr::Loop(_) => false,
            expr => predicate(expr) || inside(expr).into_iter().any(|e| leaves(e, predicate)),
        }
    }
    in_block(block)
        .into_iter()
        .any(|expr| leaves(expr, predicate))
}

/// True if evaluating an expression may assign a variable or diverge.
pub(super) fn has_effect(expr: &Expr) -> bool {
    let leaves = |e: &Expr| matches!(e, Expr::Return(_) | Expr::Break(_) | Expr::Continue(_));
    assigns(expr) || contains(expr, &leaves)
}

/// True if evaluating an expression may assign a variable.
pub(super) fn assigns(expr: &Expr) -> bool {
    contains(expr, &|e| match e {
        Expr::Assign(_) => true,
        Expr::Binary(binary) => compound(&binary.op).is_some(),
        _ => false,
    })
}

/// The value of an integer literal, possibly negated.
pub(super) fn integer(expr: &Expr) -> Option<i128> {
    match bare(expr) {
        Expr::Lit(lit) => match &lit.lit {
            Lit::Int(int) => int.base10_parse().ok(),
            _ => None,
        },
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => integer(&unary.expr).map(|v| -v),
        _ => None,
    }
}

/// True if an expression is an integer literal without suffix, possibly negated or inverted.
pub(super) fn is_untyped_integer(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Lit(lit) => matches!(&lit.lit, Lit::Int(int) if int.suffix().is_empty()),
        Expr::Unary(unary) => {
            matches!(unary.op, UnOp::Neg(_) | UnOp::Not(_)) && is_untyped_integer(&unary.expr)
        }
        _ => false,
    }
}

/// `while i < limit { ..; i += step; }`.
pub(super) struct CountedLoop<'a> {
    pub(super) variable: &'a Ident,
    pub(super) limit: &'a Expr,
    pub(super) step: &'a Expr,
}

/// The counted loop of a `while`, if it is one. Then `i += step` cannot overflow: `i` is less than a
/// value of its own type (and the author is responsible for a literal step above one).
pub(super) fn counted(expr: &ExprWhile) -> Option<CountedLoop<'_>> {
    let Expr::Binary(condition) = bare(&expr.cond) else {
        return None;
    };
    if !matches!(condition.op, BinOp::Lt(_)) {
        return None;
    }
    let variable = name(&condition.left)?;
    let Some(Stmt::Expr(Expr::Binary(last), _)) = expr.body.stmts.last() else {
        return None;
    };
    let steps = matches!(last.op, BinOp::AddAssign(_)) && name(&last.left) == Some(variable);
    let positive = integer(&last.right).is_some_and(|step| step > 0);
    (steps && positive).then_some(CountedLoop {
        variable,
        limit: &condition.right,
        step: &last.right,
    })
}

/// The identifier of an expression.
pub(super) fn name(expr: &Expr) -> Option<&Ident> {
    match bare(expr) {
        Expr::Path(path) if path.qself.is_none() => path.path.get_ident(),
        _ => None,
    }
}

/// Both ends of a range, and true if the last is included.
pub(super) fn range(expr: &Expr) -> Option<(&Expr, &Expr, bool)> {
    let Expr::Range(range) = bare(expr) else {
        return None;
    };
    let inclusive = matches!(range.limits, RangeLimits::Closed(_));
    Some((range.start.as_deref()?, range.end.as_deref()?, inclusive))
}

/// True if an expression is a float literal or casts to a float.
pub(super) fn is_float(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => matches!(lit.lit, Lit::Float(_)),
        Expr::Cast(cast) => is_float_type(&source(&cast.ty)),
        _ => false,
    }
}

/// Integer types outside the kernel subset.
pub(super) const OTHER_WIDTHS: [&str; 9] = [
    "u8", "u16", "u128", "i8", "i16", "i64", "i128", "isize", "char",
];

/// True if an expression is a literal of, or a cast to, an integer type outside the kernel subset.
pub(super) fn has_foreign_integer_type(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(lit) => {
            matches!(&lit.lit, Lit::Int(int) if OTHER_WIDTHS.contains(&int.suffix()))
        }
        Expr::Cast(cast) => OTHER_WIDTHS.contains(&&*source(&cast.ty)),
        _ => false,
    }
}

/// True if a type name is a float.
pub(super) fn is_float_type(name: &str) -> bool {
    matches!(name, "f16" | "f32" | "f64" | "f128")
}
