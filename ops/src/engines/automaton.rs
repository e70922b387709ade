//! The automaton of Aho and Corasick as tables.

use std::collections::VecDeque;

/// States are numbers; 0 is the start.
#[derive(Clone, Debug)]
pub(super) struct Automaton {
    /// The state after state `s` and byte `b`, at `256 * s + b`.
    pub(super) next: Vec<u32>,
    /// State `s` has the outputs from `first[s]` up to `first[s + 1]`.
    pub(super) first: Vec<u32>,
    /// Numbers of patterns, ascending within a state.
    pub(super) outputs: Vec<u32>,
}

impl Automaton {
    /// Builds the automaton of patterns of at least one byte (Aho and Corasick 1975, algorithms 2 to 4: the tree of the
    /// patterns, then failures breadth first, resolved into moves).
    pub(super) fn new(patterns: &[Vec<u8>]) -> Self {
        let mut next: Vec<[Option<usize>; 256]> = vec![[None; 256]];
        let mut outputs: Vec<Vec<u32>> = vec![vec![]];
        for (number, pattern) in (0..).zip(patterns) {
            let mut state = 0;
            for byte in pattern {
                state = *next[state][usize::from(*byte)].get_or_insert(outputs.len());
                if state == outputs.len() {
                    outputs.push(vec![]);
                    next.push([None; 256]);
                }
            }
            outputs[state].push(number);
        }
        let mut moves = vec![0; 256 * next.len()];
        // A state with its failure state, whose moves are already known.
        let mut queue = VecDeque::from([(0, 0)]);
        while let Some((state, failure)) = queue.pop_front() {
            if state != 0 {
                let inherited = outputs[failure].clone();
                outputs[state].extend(inherited);
                outputs[state].sort_unstable();
            }
            for byte in 0..256 {
                let fallback = match state {
                    0 => 0,
                    _ => moves[256 * failure + byte],
                };
                moves[256 * state + byte] = match next[state][byte] {
                    Some(child) => {
                        queue.push_back((child, fallback as usize));
                        child as u32
                    }
                    None => fallback,
                };
            }
        }
        let ends = outputs.iter().scan(0, |sum, list| {
            *sum += list.len() as u32;
            Some(*sum)
        });
        Self {
            first: std::iter::once(0).chain(ends).collect(),
            next: moves,
            outputs: outputs.concat(),
        }
    }

    /// The largest number of outputs of a state.
    pub(super) fn most_outputs(&self) -> u32 {
        let counts = self.first.windows(2).map(|pair| pair[1] - pair[0]);
        counts.max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: Aho and Corasick 1975, figure 1 (the states of {he, she, his, hers}, here in the order of their
    /// patterns' letters) and the text about `ushers`.
    #[test]
    fn the_published_automaton() {
        let words = ["he", "she", "his", "hers"].map(|w| w.as_bytes().to_vec());
        let automaton = Automaton::new(&words);
        assert_eq!(automaton.first.len() - 1, 10, "ten states");
        let mut state = 0;
        let mut found = vec![];
        for byte in b"ushers" {
            state = automaton.next[256 * state as usize + usize::from(*byte)];
            let range = |s: u32| automaton.first[s as usize] as usize;
            found.push(automaton.outputs[range(state)..range(state + 1)].to_vec());
        }
        assert_eq!(found, [vec![], vec![], vec![], vec![0, 1], vec![], vec![3]]);
        assert_eq!(automaton.most_outputs(), 2);
    }
}
