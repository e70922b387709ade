use super::{
    Chain, Conclusion, Flaw, Hypothesis, Justification, Rewrite, Theorem, TheoremArgument, check,
    find_theorem, theorems,
};
use std::collections::BTreeSet;
use vyre_conform_spec::{LawCallee, Term, laws};

fn leak<T>(values: Vec<T>) -> &'static [T] {
    values.leak()
}

fn theorem_named(name: &str) -> Theorem {
    *find_theorem(name).unwrap_or_else(|| panic!("no theorem `{name}`"))
}

/// Oracle: the derivations, which the checker replays.
#[test]
fn every_theorem_has_a_derivation() {
    let mut names = BTreeSet::new();
    for theorem in theorems() {
        if let Err(flaw) = check(theorem) {
            panic!("{}: {flaw}\n{}", theorem.name, theorem.steps());
        }
        assert!(names.insert(theorem.name), "{} stands twice", theorem.name);
    }
    assert!(names.len() >= 25, "{} theorems", names.len());
}

/// Oracle: each removed hypothesis is named by a step.
#[test]
fn no_theorem_holds_with_a_hypothesis_less() {
    let mut tried = 0;
    for theorem in theorems() {
        for k in 0..theorem.hypotheses.len() {
            let mut hypotheses = theorem.hypotheses.to_vec();
            // The others keep their indices.
            hypotheses[k] = Hypothesis::Equation(Term::Int(0), Term::Int(0));
            let less = Theorem {
                hypotheses: leak(hypotheses),
                ..*theorem
            };
            assert!(check(&less).is_err(), "{}: without {k}", theorem.name);
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried} hypotheses");
}

/// Oracle: with a step removed, a chain needs two rewritings at once, or ends elsewhere.
#[test]
fn no_derivation_holds_with_a_step_less() {
    let mut tried = 0;
    for theorem in theorems() {
        for (case, chains) in theorem.derivation.iter().enumerate() {
            for (chain, of) in chains.iter().enumerate() {
                for step in 0..of.steps.len() {
                    let mut steps = of.steps.to_vec();
                    steps.remove(step);
                    let wrong = with_chain(theorem, (case, chain), leak(steps));
                    assert!(check(&wrong).is_err(), "{}: {chain}.{step}", theorem.name);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 400, "{tried} steps");
}

fn with_chain(theorem: &Theorem, position: (usize, usize), steps: &'static [Rewrite]) -> Theorem {
    let mut cases: Vec<&'static [Chain]> = theorem.derivation.to_vec();
    let mut chains = cases[position.0].to_vec();
    chains[position.1].steps = steps;
    cases[position.0] = leak(chains);
    Theorem {
        derivation: leak(cases),
        ..*theorem
    }
}

/// Oracle: every other justification of a step, none of which is valid. No theorem has two hypotheses
/// that are the same law of one function.
#[test]
fn no_step_follows_by_anything_else() {
    let mut tried = 0;
    for theorem in theorems() {
        for (case, chains) in theorem.derivation.iter().enumerate() {
            for (chain, of) in chains.iter().enumerate() {
                for step in 0..of.steps.len() {
                    let others = (0..=theorem.hypotheses.len()).map(Justification::Hypothesis);
                    let others = others.chain([
                        Justification::Definition,
                        Justification::Choice,
                        Justification::Given,
                    ]);
                    for by in others.filter(|by| *by != of.steps[step].justification) {
                        let mut steps = of.steps.to_vec();
                        steps[step].justification = by;
                        let wrong = with_chain(theorem, (case, chain), leak(steps));
                        let at = Flaw::Step { case, chain, step };
                        assert_eq!(check(&wrong), Err(at), "{}: {by:?}", theorem.name);
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 1000, "{tried} steps");
}

/// Oracle: the derivation does not prove a stronger or another law.
#[test]
fn no_theorem_concludes_more() {
    let mut tried = 0;
    for theorem in theorems() {
        let Conclusion::Law { law: expected, .. } = theorem.conclusion else {
            continue;
        };
        for law in laws().iter().filter(|law| law.name != expected) {
            if law.form(theorem.arity).is_none() {
                continue;
            }
            let arguments = law.params.iter().map(|_| TheoremArgument::Value(0));
            let functions = law.params.iter();
            let functions = functions.map(|_| TheoremArgument::Function(LawCallee::Parameter(0)));
            for arguments in [arguments.collect::<Vec<_>>(), functions.collect()] {
                let more = Theorem {
                    conclusion: Conclusion::Law {
                        law: law.name,
                        arguments: leak(arguments),
                    },
                    ..*theorem
                };
                // The two names of one claim, and one-sided laws that a two-sided one implies, do
                // follow.
                let follows = (expected, law.name);
                let implied = [
                    ("Identity", "LeftIdentity"),
                    ("Identity", "RightIdentity"),
                    ("Absorbing", "LeftAbsorbing"),
                    ("Absorbing", "RightAbsorbing"),
                    ("Homomorphism", "DeMorgan"),
                    ("DeMorgan", "Homomorphism"),
                ];
                if !implied.contains(&follows) {
                    assert!(check(&more).is_err(), "{}: {}", theorem.name, law.name);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 1000, "{tried} laws");
}

/// Oracle: known fallacies.
#[test]
fn fallacies_are_refused() {
    const A: Term = Term::Var(0);
    const B: Term = Term::Var(1);
    const C: Term = Term::Var(2);
    const F: LawCallee = LawCallee::Subject;
    const U: LawCallee = LawCallee::Parameter(5);
    const V: LawCallee = LawCallee::Parameter(6);
    const UA: Term = Term::Apply(U, &[A]);
    const UB: Term = Term::Apply(U, &[B]);
    // An inequality does not carry over into a function that is not monotone.
    let inside = Theorem {
        hypotheses: &[Hypothesis::Law {
            of: V,
            law: "Monotone",
            arguments: &[],
        }],
        derivation: &[&[
            Chain {
                from: Term::Apply(V, &[A]),
                steps: &[Rewrite {
                    justification: Justification::Hypothesis(0),
                    result: Term::Apply(V, &[B]),
                }],
            },
            Chain {
                from: Term::Apply(F, &[A]),
                steps: &[
                    Rewrite {
                        justification: Justification::Definition,
                        result: Term::Apply(U, &[Term::Apply(V, &[A])]),
                    },
                    Rewrite {
                        justification: Justification::Given,
                        result: Term::Apply(U, &[Term::Apply(V, &[B])]),
                    },
                    Rewrite {
                        justification: Justification::Definition,
                        result: Term::Apply(F, &[B]),
                    },
                ],
            },
        ]],
        ..theorem_named("monotone after monotone")
    };
    let at = |case, chain, step| Err(Flaw::Step { case, chain, step });
    assert_eq!(check(&inside), at(0, 1, 1));
    // An inequality proves no equation.
    let equal = Theorem {
        conclusion: Conclusion::Equation(UA, UB),
        derivation: &[&[Chain {
            from: UA,
            steps: &[Rewrite {
                justification: Justification::Hypothesis(0),
                result: UB,
            }],
        }]],
        hypotheses: &[Hypothesis::Law {
            of: U,
            law: "Monotone",
            arguments: &[],
        }],
        ..theorem_named("a fold of four in pairs as in a row")
    };
    assert_eq!(check(&equal), at(0, 0, 0), "nothing says that a <= b");
    // An assumption about some values is not one about others.
    let other = Theorem {
        derivation: &[&[Chain {
            from: Term::Apply(F, &[B, C]),
            steps: &[Rewrite {
                justification: Justification::Given,
                result: Term::Apply(F, &[C, A]),
            }],
        }]],
        ..theorem_named("an injective function of a left-injective op")
    };
    assert_eq!(check(&other), at(0, 0, 0));
    // A function of a relation need not be a relation.
    let relation = Theorem {
        structure: Some(Term::Apply(
            U,
            &[Term::Apply(LawCallee::Parameter(0), &[A, B])],
        )),
        ..theorem_named("a transitive relation of one function of each operand")
    };
    assert_eq!(check(&relation), Err(Flaw::Predicate));
    // Lists may not be exchanged without commutativity, and an induction needs its base case.
    let base = theorem_named("a fold of an associative op in every grouping");
    let without = Theorem {
        derivation: leak(base.derivation[1..].to_vec()),
        ..base
    };
    assert_eq!(check(&without), Err(Flaw::Cases(2)));
    let assumed = Theorem {
        derivation: leak(vec![base.derivation[1], base.derivation[1]]),
        ..base
    };
    assert!(check(&assumed).is_err());
    // A function has one number of operands, and a law takes its parameters.
    let arity = Theorem {
        structure: Some(Term::Apply(U, &[A, B])),
        ..theorem_named("a function of a commutative op")
    };
    assert_eq!(check(&arity), Err(Flaw::Arity(5)));
    let unknown = Theorem {
        conclusion: Conclusion::Law {
            law: "Commutative",
            arguments: &[TheoremArgument::Value(0)],
        },
        ..theorem_named("a function of a commutative op")
    };
    assert_eq!(check(&unknown), Err(Flaw::Arguments));
}

/// Oracle: an unused hypothesis added to a theorem.
#[test]
fn unused_hypothesis_is_refused() {
    let theorem = theorem_named("a function of a commutative op");
    let more = Hypothesis::Law {
        of: LawCallee::Parameter(0),
        law: "Associative",
        arguments: &[],
    };
    let wrong = Theorem {
        hypotheses: leak([theorem.hypotheses, &[more]].concat()),
        ..theorem
    };
    assert_eq!(check(&wrong), Err(Flaw::Unused(1)));
}
