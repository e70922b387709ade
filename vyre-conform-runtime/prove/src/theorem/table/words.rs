//! Macros for writing theorems, with terms in textual notation.

/// A function by its letter.
macro_rules! function {
    (F) => {
        vyre_conform_spec::LawCallee::Subject
    };
    ($($letter:tt)+) => {
        vyre_conform_spec::LawCallee::Parameter($crate::theorem::table::words::number(
            &$crate::theorem::FUNCTIONS,
            stringify!($($letter)+),
        ))
    };
}

/// A term: `a` to `d` are variables, letters of [`VALUES`](crate::theorem::VALUES) values, `0` and `1` numbers.
macro_rules! term {
    (a) => { vyre_conform_spec::Term::Var(0) };
    (b) => { vyre_conform_spec::Term::Var(1) };
    (c) => { vyre_conform_spec::Term::Var(2) };
    (d) => { vyre_conform_spec::Term::Var(3) };
    ($number:literal) => { vyre_conform_spec::Term::Int($number) };
    ($value:ident) => {
        vyre_conform_spec::Term::Param($crate::theorem::table::words::number(
            &$crate::theorem::VALUES,
            stringify!($value),
        ))
    };
    ($of:tt ( $($arg:tt $(( $($inside:tt)* ))?),* )) => {
        vyre_conform_spec::Term::Apply(
            function!($of),
            &[$(term!($arg $(( $($inside)* ))?)),*],
        )
    };
}

/// An argument of a law.
macro_rules! argument {
    (x) => { argument!(@ x) };
    (y) => { argument!(@ y) };
    (z) => { argument!(@ z) };
    (lo) => { argument!(@ lo) };
    (hi) => { argument!(@ hi) };
    (@ $value:ident) => {
        $crate::theorem::TheoremArgument::Value($crate::theorem::table::words::number(
            &$crate::theorem::VALUES,
            stringify!($value),
        ))
    };
    ($function:ident) => {
        $crate::theorem::TheoremArgument::Function(function!($function))
    };
}

/// A hypothesis: `f: Identity(x)`, or an equation of two terms.
macro_rules! hypothesis {
    ($of:ident : $law:ident $(( $($argument:ident),* ))?) => {
        $crate::theorem::Hypothesis::Law {
            of: function!($of),
            law: stringify!($law),
            arguments: &[$($(argument!($argument)),*)?],
        }
    };
    ($left:tt $(( $($l:tt)* ))? = $right:tt $(( $($r:tt)* ))?) => {
        $crate::theorem::Hypothesis::Equation(
            term!($left $(( $($l)* ))?),
            term!($right $(( $($r)* ))?),
        )
    };
}

/// A justification: `def`, `given`, `same` (a choice between equal values), or a hypothesis, from 1 on.
macro_rules! by {
    (def) => {
        $crate::theorem::Justification::Definition
    };
    (given) => {
        $crate::theorem::Justification::Given
    };
    (same) => {
        $crate::theorem::Justification::Choice
    };
    ($number:literal) => {
        $crate::theorem::Justification::Hypothesis($number - 1)
    };
}

/// A chain of terms with their justifications.
macro_rules! chain {
    ($from:tt $(( $($f:tt)* ))?; $($by:tt => $to:tt $(( $($t:tt)* ))?),* $(,)?) => {
        $crate::theorem::Chain {
            from: term!($from $(( $($f)* ))?),
            steps: &[$($crate::theorem::Rewrite {
                justification: by!($by),
                result: term!($to $(( $($t)* ))?),
            }),*],
        }
    };
}

/// A theorem that concludes a law.
macro_rules! theorem {
    (
        $name:literal: F($($operand:ident),*) = $top:tt $(( $($s:tt)* ))?;
        $([$($hypothesis:tt)*])*
        => $law:ident $(( $($argument:ident),* ))?;
        $({ $($chain:tt)* })*
    ) => {
        $crate::theorem::Theorem {
            name: $name,
            arity: [$(stringify!($operand)),*].len(),
            structure: structure!($top $(( $($s)* ))?),
            hypotheses: &[$(hypothesis!($($hypothesis)*)),*],
            conclusion: $crate::theorem::Conclusion::Law {
                law: stringify!($law),
                arguments: &[$($(argument!($argument)),*)?],
            },
            derivation: &[&[$(chain!($($chain)*)),*]],
        }
    };
}

/// The structure of `F`; `_` if only the hypotheses determine it.
macro_rules! structure {
    (_) => {
        None
    };
    ($top:tt $(( $($s:tt)* ))?) => {
        Some(term!($top $(( $($s)* ))?))
    };
}

/// The index of a letter, computed at compile time.
pub(super) const fn number(letters: &[&str], letter: &str) -> usize {
    let mut k = 0;
    while k < letters.len() {
        if is_same(letters[k].as_bytes(), letter.as_bytes()) {
            return k;
        }
        k += 1;
    }
    panic!("a letter that is not in the list")
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut same = a.len() == b.len();
    let mut k = 0;
    while same && k < a.len() {
        same = a[k] == b[k];
        k += 1;
    }
    same
}
