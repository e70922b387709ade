//! The check of cofactors and simulation against the original gates.

use super::cofactor::Cofactors;
use super::net::{Circuit, Net};
use super::simulate::{BLOCK, Simulator};
use crate::aig::{BitCircuit, Wire, value};

/// Number of wires that are compared.
const WIRES: usize = 64;
/// Number of inputs to compare at, with 512 neighbours each.
const PLACES: usize = 6;

/// True if wires inside a circuit have the same values in its cofactors as in its gates, at some of
/// these inputs and at those that differ from them only in the inputs fixed last. The output alone
/// would tell little, because it is 0.
pub fn agrees(bit_circuit: &BitCircuit, circuit: &Circuit, cases: &[Vec<u128>]) -> bool {
    let mut cofactors = Cofactors::new(circuit.bits.len());
    let make = |net: &Net, input, value, to: &mut Net| cofactors.make(net, input, value, to);
    agrees_by(bit_circuit, circuit, cases, make)
}

/// True if [`agrees`] holds for cofactors from the function `make`.
pub(super) fn agrees_by(
    bit_circuit: &BitCircuit,
    circuit: &Circuit,
    cases: &[Vec<u128>],
    mut make: impl FnMut(&Net, usize, bool, &mut Net),
) -> bool {
    let wires = some_wires(bit_circuit);
    let Some(all) = Circuit::from_outputs(bit_circuit, &wires, &circuit.bits) else {
        return false;
    };
    let inputs = all.bits.len();
    let fixed = inputs.saturating_sub(BLOCK.trailing_zeros() as usize);
    let mut simulator = Simulator::new(inputs);
    let step = cases.len().div_ceil(PLACES).max(1);
    let mut to = Net::default();
    cases.iter().step_by(step).all(|case| {
        let mut net = all.net.clone();
        let mut base = 0;
        for (k, place) in all.bits.iter().take(fixed).enumerate() {
            let value = case[place.input as usize] >> place.bit & 1 == 1;
            base |= u64::from(value) << (inputs - 1 - k);
            make(&net, k + 1, value, &mut to);
            std::mem::swap(&mut net, &mut to);
        }
        let mut lanes = vec![];
        simulator.blocks(&net, |_, outputs| {
            lanes = outputs.to_vec();
            Some(())
        });
        (0..BLOCK / 64).all(|word| {
            let position = |lane| base | simulator.spread(&net, 64 * word as u64 + lane);
            let count = |lane| all.inputs(position(lane), case.len());
            let values: Vec<Vec<u128>> = (0..64).map(count).collect();
            let expected = bit_circuit.values(&values);
            let mut pairs = wires.iter().zip(&lanes);
            pairs.all(|(wire, words)| words[word] == value(&expected, *wire))
        })
    })
}

/// The output and some gates in its fan-in.
fn some_wires(circuit: &BitCircuit) -> Vec<Wire> {
    let is_used = circuit.graph.cone(&[circuit.output]);
    let used: Vec<usize> = (1..is_used.len()).filter(|k| is_used[*k]).collect();
    let step = used.len().div_ceil(WIRES).max(1);
    let sample = used.into_iter().step_by(step).map(Wire::from_gate);
    sample.chain([circuit.output]).collect()
}
