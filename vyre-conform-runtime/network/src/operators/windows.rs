//! Windows over images: convolution and pooling, in one and two dimensions.

use super::moves::padded;
use super::{Lowered, Operator, row};
use crate::lowering::{Lowering, Reason, Value};
use crate::order::Order;
use crate::steps::Formula;
use crate::tensor::Element;

pub(super) const ROWS: &[Operator] = &[row("Conv", convolution), row("MaxPool", max_pool)];

/// Windows over lines and columns.
struct Windows {
    sides: [usize; 2],
    stride: usize,
    /// Before and behind, along lines and columns.
    around: [[usize; 2]; 2],
}

/// A list of positive numbers, one a dimension.
fn numbers(n: &Lowering<'_, '_>, name: &'static str, rank: usize) -> Result<Vec<usize>, Reason> {
    let Some(given) = n
        .node
        .attributes
        .contains_key(name)
        .then(|| n.ints(name))
        .transpose()?
        .flatten()
    else {
        n.any(name);
        return Ok(vec![1; rank]);
    };
    let all = given
        .iter()
        .map(|len| usize::try_from(*len).ok().filter(|len| *len > 0));
    match all.collect::<Option<Vec<usize>>>() {
        Some(all) if all.len() == rank => Ok(all),
        _ => Err(Reason::attribute(
            name,
            format!("is {given:?}, and {rank} positive numbers are expected"),
        )),
    }
}

/// The windows of a node over the dimensions behind channels, of which one becomes columns of one line.
fn windows(n: &Lowering<'_, '_>, lens: &[usize], sides: &[usize]) -> Result<Windows, Reason> {
    let rank = lens.len();
    let strides = numbers(n, "strides", rank)?;
    let dilations = numbers(n, "dilations", rank)?;
    if dilations.iter().any(|by| *by != 1) {
        let reason =
            format!("is {dilations:?}, and only 1 is supported: insert zeros into the filter");
        return Err(Reason::attribute("dilations", reason));
    }
    let given = n.ints("pads")?.unwrap_or(&[]);
    let mode = n.text("auto_pad", "NOTSET")?;
    let mut around = vec![[0; 2]; rank];
    match (mode, given.len()) {
        ("NOTSET" | "VALID", 0) => {}
        ("NOTSET", len) if len == 2 * rank => {
            for (k, of) in around.iter_mut().enumerate() {
                for (side, len) in [given[k], given[k + rank]].into_iter().enumerate() {
                    of[side] = usize::try_from(len).map_err(|_| {
                        Reason::attribute("pads", format!("is {given:?}: use Slice to cut"))
                    })?;
                }
            }
        }
        ("SAME_UPPER" | "SAME_LOWER", 0) => {
            for (k, of) in around.iter_mut().enumerate() {
                let last = lens[k].div_ceil(strides[k]).saturating_sub(1) * strides[k];
                let all = (last + sides[k]).saturating_sub(lens[k]);
                let less = all / 2;
                *of = if mode == "SAME_UPPER" {
                    [less, all - less]
                } else {
                    [all - less, less]
                };
            }
        }
        ("NOTSET", _) => {
            let reason = format!("is {given:?}, and {} numbers are expected", 2 * rank);
            return Err(Reason::attribute("pads", reason));
        }
        (mode, _) => {
            return Err(Reason::attribute(
                "auto_pad",
                format!("is `{mode}`, beside the pads {given:?}"),
            ));
        }
    }
    match (&strides[..], &around[..], sides) {
        (&[stride], &[columns], &[width]) => Ok(Windows {
            sides: [1, width],
            stride,
            around: [[0; 2], columns],
        }),
        (&[lines, columns], &[above, left], &[height, width]) if lines == columns => Ok(Windows {
            sides: [height, width],
            stride: lines,
            around: [above, left],
        }),
        (&[_, _], ..) => {
            let reason = format!(
                "is {strides:?}, and equal numbers are supported: slice the result of stride 1"
            );
            Err(Reason::attribute("strides", reason))
        }
        _ => Err(Reason::input(
            0,
            format!("has {rank} dimensions behind channels, and 1 and 2 are supported"),
        )),
    }
}

impl Windows {
    /// The images with their padding: equal padding of all sides is left to the engine.
    fn images(
        &self,
        n: &mut Lowering<'_, '_>,
        x: &Value,
        fill: u32,
    ) -> Result<(Value, [usize; 2], usize), Reason> {
        let (images, channels) = (x.shape[0], x.shape[1]);
        let [lines, columns] = match x.shape[2..] {
            [columns] => [1, columns],
            [lines, columns, ..] => [lines, columns],
            [] => [1, 1],
        };
        let x = n.reshaped(x, &[images, channels, lines, columns])?;
        let first = self.around[0][0];
        if self.around.iter().flatten().all(|len| *len == first) {
            return Ok((x, [lines, columns], first));
        }
        let [above, left] = self.around;
        let x = padded(n, &x, &[[0; 2], [0; 2], above, left], fill)?;
        let sides = [x.shape[2], x.shape[3]];
        Ok((x, sides, 0))
    }

    /// The numbers of windows along lines and columns.
    fn counts(&self, lens: [usize; 2], padding: usize) -> [usize; 2] {
        [0, 1].map(
            |k| match (lens[k] + 2 * padding).checked_sub(self.sides[k]) {
                Some(left) => left / self.stride + 1,
                None => 0,
            },
        )
    }
}

/// The shape of images of a rank with these channels, lines and columns.
fn shape(rank: usize, [images, channels]: [usize; 2], [lines, columns]: [usize; 2]) -> Vec<usize> {
    match rank {
        3 => vec![images, channels, columns],
        _ => vec![images, channels, lines, columns],
    }
}

fn convolution(n: &mut Lowering<'_, '_>) -> Lowered {
    let (x, filters) = (n.float_input(0)?, n.float_input(1)?);
    let rank = x.shape.len();
    if rank < 3 || filters.shape.len() != rank {
        return Err(Reason::input(
            1,
            format!(
                "has the shape {:?}, which does not fit {:?}",
                filters.shape, x.shape
            ),
        ));
    }
    let sides = &filters.shape[2..];
    if let Some(declared) = n.ints("kernel_shape")?
        && !declared
            .iter()
            .map(|len| *len as usize)
            .eq(sides.iter().copied())
    {
        return Err(Reason::attribute(
            "kernel_shape",
            format!("is {declared:?}, and the filter has {sides:?}"),
        ));
    }
    let windows = windows(n, &x.shape[2..], sides)?;
    let groups = n.int("group", 1)?;
    let groups = usize::try_from(groups).unwrap_or(0);
    let (count, channels) = (filters.shape[0], filters.shape[1]);
    if groups == 0 || count % groups != 0 || x.shape[1] != channels * groups {
        let reason = format!(
            "is {groups}, which does not fit the shapes {:?} and {:?}",
            x.shape, filters.shape
        );
        return Err(Reason::attribute("group", reason));
    }
    n.order(Order::FmaChain, &[])?;
    let (images, lens, padding) = windows.images(n, &x, 0)?;
    let counts = windows.counts(lens, padding);
    let [height, width] = windows.sides;
    let filters = n.reshaped(&filters, &[count, channels, height, width])?;
    let mut results = vec![];
    for group in 0..groups {
        let own = n.narrowed(&images, 1, group * channels, channels)?;
        let each = count / groups;
        let by = n.narrowed(&filters, 0, group * each, each)?;
        let of = [
            x.shape[0],
            channels,
            lens[0],
            lens[1],
            each,
            height,
            width,
            windows.stride,
            padding,
        ];
        let result = [x.shape[0], each, counts[0], counts[1]];
        results.push(n.engine(
            "engine::convolution",
            &of,
            &[&own, &by],
            (Element::F32, &result),
        )?);
    }
    let mut result = n.joined(&results, 1)?;
    if n.optional(2).is_some() {
        let bias = n.float_input(2)?;
        if bias.shape != [count] {
            return Err(Reason::input(
                2,
                format!(
                    "has the shape {:?}, and {:?} is expected",
                    bias.shape,
                    [count]
                ),
            ));
        }
        let bias = n.reshaped(&bias, &[count, 1, 1])?;
        result = n.formula(
            Formula::of::<2>("f32::add"),
            &[&result, &bias],
            Element::F32,
        )?;
    }
    Ok(vec![n.reshaped(
        &result,
        &shape(rank, [x.shape[0], count], counts),
    )?])
}

/// The greatest element of each window, NaN passed over.
fn max_pool(n: &mut Lowering<'_, '_>) -> Lowered {
    let x = n.float_input(0)?;
    n.only("ceil_mode", 0)?;
    n.only("storage_order", 0)?;
    let rank = x.shape.len();
    if rank < 3 {
        return Err(Reason::input(
            0,
            "has no dimensions behind that of channels",
        ));
    }
    if !n.node.attributes.contains_key("kernel_shape") {
        return Err(Reason::attribute(
            "kernel_shape",
            "is absent, and the operator needs it",
        ));
    }
    let sides = numbers(n, "kernel_shape", rank - 2)?;
    let windows = windows(n, &x.shape[2..], &sides)?;
    let [height, width] = windows.sides;
    if windows
        .around
        .iter()
        .zip([height, width])
        .any(|(of, side)| of.iter().any(|len| *len >= side))
    {
        return Err(Reason::attribute(
            "pads",
            "make windows of padding alone, of which no element is the greatest",
        ));
    }
    let (images, lens, padding) = windows.images(n, &x, 0x7fc0_0000)?;
    let counts = windows.counts(lens, padding);
    let planes = x.shape[0] * x.shape[1];
    let of = [
        planes,
        lens[0],
        lens[1],
        height,
        width,
        windows.stride,
        padding,
    ];
    let result = shape(rank, [x.shape[0], x.shape[1]], counts);
    Ok(vec![n.engine(
        "engine::max_pool",
        &of,
        &[&images],
        (Element::F32, &result),
    )?])
}
