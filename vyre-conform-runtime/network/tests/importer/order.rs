//! Orders of additions as text.

use vyre_conform_network::Order;

/// Oracle: docs/spec/tensors.md#order-of-additions, whose names are the texts.
#[test]
fn orders_have_a_text() {
    for order in [
        Order::FmaChain,
        Order::Strict,
        Order::TreeBinary,
        Order::SplitK(4),
        Order::Exact,
    ] {
        assert_eq!(order.to_string().parse(), Ok(order));
    }
    for text in [
        "",
        "SplitK",
        "SplitK(0)",
        "SplitK(-1)",
        "SplitK(4",
        "fmachain",
        "Exact ",
    ] {
        let error = text.parse::<Order>().expect_err(text);
        assert!(error.to_string().contains("FmaChain"), "{error}");
    }
}
