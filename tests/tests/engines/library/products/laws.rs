//! Changes of the operands that change the product, and changes that do not.

use super::{CONTRACTS, EXACT, FMA_CHAIN, Product, SPLIT_K, STRICT, TREE_BINARY};

const MINUS_ZERO: u32 = 1 << 31;

/// Inputs of many shapes and patterns of values, all of them small.
const INPUTS: [u64; 9] = [3, 5, 7, 8, 10, 11, 12, 14, 15];

/// The products of an engine for these laws.
fn products(id: &str) -> impl Iterator<Item = (Product, Vec<u32>)> {
    INPUTS
        .map(|n| Product::generated(id, n))
        .into_iter()
        .map(move |product| {
            let whole = product.by(id);
            (product, whole)
        })
}

/// Oracle: the definition: an element depends on one row of A and one column of B.
#[test]
fn element_depends_on_one_row_and_one_column() {
    for id in CONTRACTS {
        for (product, whole) in products(id) {
            let [rows, columns, ..] = product.shape;
            for (rows, columns) in [
                (0..1, 0..columns),
                (rows - 1..rows, 0..columns),
                (0..rows / 2, 0..columns),
                (rows / 2..rows, 0..columns),
                (0..rows, 0..1),
                (0..rows, columns / 2..columns),
            ] {
                let alone = product.cut(rows.clone(), columns.clone()).by(id);
                let expected = product.among(&whole, rows.clone(), columns.clone());
                assert_eq!(
                    alone, expected,
                    "{id}: {:?}, {rows:?} {columns:?}",
                    product.shape
                );
            }
        }
    }
}

/// Oracle: multiplication commutes, fused or not.
#[test]
fn the_transposed_operands_give_the_transposed_product() {
    for id in CONTRACTS {
        for (product, whole) in products(id) {
            let [rows, columns, ..] = product.shape;
            let rotated = product.transposed().by(id);
            let position = (0..rows).flat_map(|i| (0..columns).map(move |j| j * rows + i));
            let actual: Vec<u32> = position
                .map(|position| rotated[position as usize])
                .collect();
            assert_eq!(actual, whole, "{id}: {:?}", product.shape);
        }
    }
}

/// `0..K`, then this many indices past the operands.
fn padded(product: &Product, more: u32) -> Vec<u32> {
    (0..product.shape[2] + more).collect()
}

/// Oracle: the arithmetic of zeros: `x + -0` is `x`, and `x + +0` is `x` except for -0, which becomes +0.
#[test]
fn zero_padding_past_k_changes_only_the_sign_of_zero() {
    for id in [FMA_CHAIN, STRICT, EXACT] {
        for (product, whole) in products(id) {
            for more in [1, 7] {
                let minus = product.along(&padded(&product, more), MINUS_ZERO).by(id);
                assert_eq!(minus, whole, "{id}: {:?}, products of -0", product.shape);
                let plus = product.along(&padded(&product, more), 0).by(id);
                for (plus, before) in plus.into_iter().zip(&whole) {
                    let named = plus == 0 && *before == MINUS_ZERO;
                    // A sum that is rounded once may underflow to -0, which adding a zero does not change.
                    let expected = plus == *before && (id == EXACT || plus != MINUS_ZERO);
                    assert!(
                        expected || named,
                        "{id}: {:?}: {plus:08x} {before:08x}",
                        product.shape
                    );
                }
            }
        }
    }
}

/// True if a change of the places along K changes some element of some product.
fn changes(id: &str, places: fn(&Product) -> Vec<u32>) -> bool {
    products(id).any(|(product, whole)| product.along(&places(&product), 0).by(id) != whole)
}

/// Oracle: exact addition is associative and commutative; addition of floats is not, and each contract has an input
/// that shows it.
#[test]
fn reordering_along_k_preserves_only_exact_sums() {
    let backwards = |product: &Product| (0..product.shape[2]).rev().collect();
    let rotated = |product: &Product| {
        let inner = product.shape[2];
        (0..inner).map(|k| (k + inner / 3) % inner).collect()
    };
    for id in CONTRACTS {
        assert_eq!(changes(id, backwards), id != EXACT, "{id}");
        assert_eq!(changes(id, rotated), id != EXACT, "{id}");
    }
}

/// Oracle: the definitions: the shape of these sums depends on K.
#[test]
fn zero_padding_past_k_changes_sums_of_another_shape() {
    for id in [TREE_BINARY, SPLIT_K] {
        let differs = products(id).any(|(product, whole)| {
            let longer = product.along(&padded(&product, 40), MINUS_ZERO).by(id);
            longer != whole
        });
        assert!(differs, "{id}");
    }
}

/// Oracle: the definition: a chain in a single part is the chain.
#[test]
fn one_part_is_a_chain() {
    for n in INPUTS {
        let mut product = Product::generated(FMA_CHAIN, n);
        let chain = product.by(FMA_CHAIN);
        for parts in [0, 1] {
            product.shape[3] = parts;
            assert_eq!(product.by(SPLIT_K), chain, "input {n}");
        }
    }
}

/// Oracle: the definition: an empty sum is +0 in every contract.
#[test]
fn sums_of_nothing_are_zero() {
    for id in CONTRACTS {
        let product = Product {
            shape: [2, 3, 0, 2],
            a: vec![],
            b: vec![],
        };
        assert_eq!(product.by(id), [0; 6], "{id}");
    }
}
