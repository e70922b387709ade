use super::*;
use crate::term::Terms;

/// The gates and clauses of "the sum of two four-bit words is less than the first", and all values of
/// the words.
fn example() -> (BitCircuit, Encoding, Vec<Vec<u128>>) {
    let mut terms = Terms::default();
    let (a, b) = (terms.input(4), terms.input(4));
    let sum = terms.add(a, b);
    let goal = terms.less(sum, a);
    let circuit = BitCircuit::new(&terms, goal);
    let encoded = Encoding::new(&circuit);
    let cases = (0..256).map(|k| vec![k & 15, k >> 4]).collect();
    (circuit, encoded, cases)
}

/// Oracle: the gates, for every input. A negated or removed literal excludes values of the gates in
/// some case, and so does a clause of another gate; a clause with an additional literal, or a missing
/// clause, only adds solutions, which the terms refute.
#[test]
fn wrong_clause_is_detected() {
    let (circuit, encoded, cases) = example();
    assert!(encoded.agrees(&circuit, &cases));
    let clauses = &encoded.cnf.clauses;
    assert!(clauses.len() > 30);
    for (k, clause) in clauses.iter().enumerate() {
        let noticed = |changed: Vec<Literal>| {
            let mut wrong = encoded.clone();
            wrong.cnf.clauses[k] = changed;
            !wrong.agrees(&circuit, &cases)
        };
        for index in 0..clause.len() {
            let mut negated = clause.clone();
            negated[index] = -negated[index];
            assert!(noticed(negated), "clause {k}, literal {index}");
            let mut without = clause.clone();
            without.remove(index);
            assert!(noticed(without), "clause {k}, literal {index}");
        }
        assert!(!noticed(clause.clone()));
    }
    let mut fewer = encoded.clone();
    fewer.cnf.clauses.remove(0);
    assert!(fewer.agrees(&circuit, &cases));
}
