//! The components of engines.

#[path = "../../src/engines/automaton.rs"]
mod automaton;
#[path = "../../src/engines/matmul/residues/basis.rs"]
mod basis;
#[path = "../../src/engines/dispatches.rs"]
mod dispatches;
#[path = "../../src/engines/exchange.rs"]
mod exchange;
#[path = "../../src/engines/folds.rs"]
mod folds;
#[path = "../../src/engines/grid.rs"]
mod grid;
#[path = "../../src/engines/group_scan.rs"]
mod group_scan;
#[path = "../../src/engines/look_back.rs"]
mod look_back;
#[path = "../../src/engines/matmul/residues/norm.rs"]
mod norm;
#[path = "../../src/engines/rows/lanes/order.rs"]
mod order;
#[path = "../../src/engines/shapes.rs"]
mod shapes;
#[path = "../../src/engines/single_pass.rs"]
mod single_pass;
#[path = "../../src/engines/matmul/tile/mod.rs"]
mod tile;
#[path = "../../src/engines/tiles.rs"]
mod tiles;
