//! SMT-LIB 2 scripts: can a bit be 1?

use crate::term::{Cone, TermId, TermNode, Terms};
use std::fmt::Write;

/// The script that asks for inputs for which a term of one bit is 1.
pub fn script(terms: &Terms, goal: TermId) -> String {
    let cone = Cone::of(terms, &[goal]);
    let mut text = String::from("(set-option :produce-models true)\n(set-logic QF_BV)\n");
    for number in cone.inputs(terms) {
        let width = terms.width(terms.inputs()[number as usize]);
        let _ = writeln!(text, "(declare-const i{number} (_ BitVec {width}))");
    }
    for term in cone.order() {
        let width = terms.width(*term);
        let (k, value) = (term.index(), expression(terms, *term));
        let _ = writeln!(text, "(define-fun t{k} () (_ BitVec {width}) {value})");
    }
    let _ = writeln!(text, "(assert (= t{} #b1))\n(check-sat)", goal.index());
    let names: Vec<String> = cone.inputs(terms).iter().map(|n| format!("i{n}")).collect();
    if !names.is_empty() {
        let _ = writeln!(text, "(get-value ({}))", names.join(" "));
    }
    text
}

/// Each bit of a term, extended to this width.
fn bits_extended(term: &str, bits: u32, width: u32) -> Vec<String> {
    let above = width - 1;
    (0..bits)
        .map(|k| format!("((_ zero_extend {above}) ((_ extract {k} {k}) {term}))"))
        .collect()
}

fn expression(terms: &Terms, term: TermId) -> String {
    let width = terms.width(term);
    let of = |term: TermId| format!("t{}", term.index());
    let zero = |width: u32| format!("(_ bv0 {width})");
    let wide = |by: TermId| format!("((_ zero_extend {}) {})", width - terms.width(by), of(by));
    match terms.node(term) {
        TermNode::Constant(bits) => format!("(_ bv{bits} {width})"),
        TermNode::Input(number) => format!("i{number}"),
        TermNode::Not(a) => format!("(bvnot {})", of(a)),
        TermNode::And(a, b) => format!("(bvand {} {})", of(a), of(b)),
        TermNode::Xor(a, b) => format!("(bvxor {} {})", of(a), of(b)),
        TermNode::Negate(a) => format!("(bvneg {})", of(a)),
        TermNode::Add(a, b) => format!("(bvadd {} {})", of(a), of(b)),
        TermNode::Multiply(a, b) => format!("(bvmul {} {})", of(a), of(b)),
        TermNode::Divide(a, b) | TermNode::Remainder(a, b) => {
            let name = match terms.node(term) {
                TermNode::Divide(..) => "bvudiv",
                _ => "bvurem",
            };
            let none = zero(width);
            format!(
                "(ite (= {} {none}) {none} ({name} {} {}))",
                of(b),
                of(a),
                of(b)
            )
        }
        TermNode::ShiftLeft(a, by) => format!("(bvshl {} {})", of(a), wide(by)),
        TermNode::ShiftRight(a, by) => format!("(bvlshr {} {})", of(a), wide(by)),
        TermNode::ShiftRightSigned(a, by) => format!("(bvashr {} {})", of(a), wide(by)),
        TermNode::RotateLeft(a, by) => {
            let back = format!(
                "((_ zero_extend {}) (bvneg {}))",
                width - terms.width(by),
                of(by)
            );
            format!(
                "(bvor (bvshl {} {}) (bvlshr {} {back}))",
                of(a),
                wide(by),
                of(a)
            )
        }
        TermNode::Equal(a, b) => format!("(ite (= {} {}) #b1 #b0)", of(a), of(b)),
        TermNode::Less(a, b) => format!("(ite (bvult {} {}) #b1 #b0)", of(a), of(b)),
        TermNode::Select(c, a, b) => format!("(ite (= {} #b1) {} {})", of(c), of(a), of(b)),
        TermNode::Slice { of: a, low } => {
            format!("((_ extract {} {low}) {})", low + width - 1, of(a))
        }
        TermNode::Concat(high, low) => format!("(concat {} {})", of(high), of(low)),
        TermNode::SignExtend(a) => {
            format!("((_ sign_extend {}) {})", width - terms.width(a), of(a))
        }
        TermNode::Ones(a) => {
            let bits = bits_extended(&of(a), terms.width(a), width);
            format!("(bvadd {} {})", zero(width), bits.join(" "))
        }
    }
}
