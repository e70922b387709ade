//! Files of NumPy.

use vyre_conform_network::npy::{NpyError, read, write};
use vyre_conform_network::{Element, Tensor};

/// Oracle: NEP 1: the bytes of `numpy.save(numpy.array([[1.5, -2]], '<f4'))`, by hand.
#[test]
fn a_file_is_written_as_numpy_does() {
    let tensor = Tensor::floats(&[1, 2], &[1.5, -2.0]).expect("a tensor");
    let bytes = write(&tensor);
    let mut due =
        b"\x93NUMPY\x01\0v\0{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }".to_vec();
    due.resize(127, b' ');
    due.push(b'\n');
    due.extend([0, 0, 0xc0, 0x3f, 0, 0, 0, 0xc0]);
    assert_eq!(bytes, due);
    assert_eq!(read(&bytes), Ok(tensor));
}

/// Oracle: reading gives what was written, for every type and for empty and scalar shapes.
#[test]
fn every_type_is_read_again() {
    let halves = [1.5, -65_504.0, f32::exp2(-24.0), f32::INFINITY];
    let halves = halves.map(f32::to_bits).to_vec();
    for tensor in [
        Tensor::longs(&[2], &[-1, 1 << 40]),
        Tensor::longs(&[], &[7]),
        Tensor::new(Element::I32, &[3], vec![1, 2, u32::MAX]),
        Tensor::new(Element::Bool, &[2, 1], vec![1, 0]),
        Tensor::floats(&[0, 4], &[]),
        Tensor::doubles(&[2], &[-0.1, f64::INFINITY]),
        Tensor::new(Element::U64, &[1], vec![1, 1 << 31]),
        Tensor::new(Element::I8, &[2], vec![-1i32 as u32, 127]),
        Tensor::new(Element::U16, &[2], vec![65_535, 0]),
        Tensor::new(Element::F16, &[4], halves),
    ] {
        let tensor = tensor.expect("a tensor");
        assert_eq!(read(&write(&tensor)), Ok(tensor));
    }
}

/// Oracle: the messages of `NpyError`.
#[test]
fn other_files_are_refused() {
    let of = |header: &str, data: &[u8]| {
        let mut bytes = b"\x93NUMPY\x01\0".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(data);
        read(&bytes)
    };
    let header = |descr: &str, order: &str, shape: &str| {
        format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n")
    };
    let wide = of(&header("<c8", "False", "(1,)"), &[0; 8]);
    assert!(matches!(wide, Err(NpyError::Element { .. })));
    assert_eq!(
        of(&header("<f4", "True", "(2, 2)"), &[0; 16]),
        Err(NpyError::Order)
    );
    let short = of(&header("<f4", "False", "(2, 2)"), &[0; 15]);
    assert!(matches!(short, Err(NpyError::Length { .. })));
    let forged = of(&header("<f4", "False", "(4294967296, 4294967296)"), &[]);
    assert!(matches!(forged, Err(NpyError::Tensor(_))));
    assert_eq!(
        of(&header("|b1", "False", "(1,)"), &[2]),
        Err(NpyError::Truth { byte: 2 })
    );
    for bytes in [
        &b""[..],
        b"\x93NUMPY\x01\0",
        b"\x93NUMPY\x01\0\xff\xff{}",
        b"PK\x03\x04",
    ] {
        assert_eq!(read(bytes), Err(NpyError::Header));
    }
}
