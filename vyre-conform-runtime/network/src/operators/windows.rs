//! Windows over images: convolution and pooling, in one and two dimensions.

use super::moves::padded;
use super::{Operator, Results, row};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::order::Order;
use crate::steps::Formula;
use crate::tensor::{Element, MOST_ELEMENTS};

pub(super) const ROWS: &[Operator] = &[row("Conv", convolution), row("MaxPool", max_pool)];

/// Windows over lines and columns.
struct Windows {
    sides: [usize; 2],
    stride: usize,
    /// Before and behind, along lines and columns.
    around: [[usize; 2]; 2],
}

/// A list of positive numbers, one a dimension.
fn numbers(n: &Lowering<'_, '_>, name: &'static str, rank: usize) -> Result<Vec<usize>, NodeFault> {
    let Some(given) = n.ints(name)? else {
        return Ok(vec![1; rank]);
    };
    let all = given.iter().map(|len| {
        let len = usize::try_from(*len).ok();
        len.filter(|len| (1..=MOST_ELEMENTS).contains(len))
    });
    match all.collect::<Option<Vec<usize>>>() {
        Some(all) if all.len() == rank => Ok(all),
        _ => Err(NodeFault::attribute(
            name,
            format!("is {given:?}, and {rank} positive numbers are expected"),
        )),
    }
}

/// The padding before and behind along each dimension.
fn padding(
    n: &Lowering<'_, '_>,
    lens: &[usize],
    sides: &[usize],
    strides: &[usize],
) -> Result<Vec<[usize; 2]>, NodeFault> {
    let rank = lens.len();
    let given = n.ints("pads")?.unwrap_or(&[]);
    let mode = n.text("auto_pad", "NOTSET")?;
    let mut around = vec![[0; 2]; rank];
    match (mode, given.len()) {
        ("NOTSET" | "VALID", 0) => {}
        ("NOTSET", len) if len == 2 * rank => {
            for (k, of) in around.iter_mut().enumerate() {
                for (side, len) in [given[k], given[k + rank]].into_iter().enumerate() {
                    let len = usize::try_from(len).ok();
                    let len = len.filter(|len| *len <= MOST_ELEMENTS);
                    of[side] = len.ok_or_else(|| {
                        NodeFault::attribute("pads", format!("is {given:?}: use Slice to cut"))
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
            return Err(NodeFault::attribute("pads", reason));
        }
        (mode, _) => {
            return Err(NodeFault::attribute(
                "auto_pad",
                format!("is `{mode}`, beside the pads {given:?}"),
            ));
        }
    }
    Ok(around)
}

/// The windows of a node over the dimensions behind channels, of which one becomes columns of one line.
fn windows(n: &Lowering<'_, '_>, lens: &[usize], sides: &[usize]) -> Result<Windows, NodeFault> {
    let rank = lens.len();
    let strides = numbers(n, "strides", rank)?;
    let dilations = numbers(n, "dilations", rank)?;
    if dilations.iter().any(|by| *by != 1) {
        let reason =
            format!("is {dilations:?}, and only 1 is supported: insert zeros into the filter");
        return Err(NodeFault::attribute("dilations", reason));
    }
    let around = padding(n, lens, sides, &strides)?;
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
            Err(NodeFault::attribute("strides", reason))
        }
        _ => Err(NodeFault::input(
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
    ) -> Result<(Value, [usize; 2], usize), NodeFault> {
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

/// The images and filters of a convolution, checked against each other.
struct Convolution {
    x: Value,
    filters: Value,
    /// One offset a filter.
    bias: Option<Value>,
    windows: Windows,
    groups: usize,
}

impl Convolution {
    fn of(n: &mut Lowering<'_, '_>) -> Result<Self, NodeFault> {
        let (x, filters) = (n.float_input(0)?, n.float_input(1)?);
        let (lens, sides) = (&x.shape, &filters.shape);
        if lens.len() < 3 || sides.len() != lens.len() {
            let reason = format!("has the shape {sides:?}, which does not fit {lens:?}");
            return Err(NodeFault::input(1, reason));
        }
        let own = sides[2..].iter().map(|len| *len as i64);
        if let Some(declared) = n.ints("kernel_shape")?
            && !declared.iter().copied().eq(own)
        {
            let reason = format!("is {declared:?}, and the filters have {:?}", &sides[2..]);
            return Err(NodeFault::attribute("kernel_shape", reason));
        }
        let windows = windows(n, &lens[2..], &sides[2..])?;
        let groups = n.int("group", 1)?;
        let fits = |groups: &usize| {
            let channels = sides[1].checked_mul(*groups);
            sides[0].is_multiple_of(*groups) && channels == Some(lens[1])
        };
        let groups = usize::try_from(groups)
            .ok()
            .filter(|of| *of > 0 && fits(of));
        let groups = groups.ok_or_else(|| {
            let reason = format!("does not fit the shapes {lens:?} and {sides:?}");
            NodeFault::attribute("group", reason)
        })?;
        let bias = n.optional(2).map(|_| n.float_input(2)).transpose()?;
        if let Some(bias) = bias.as_ref().filter(|bias| bias.shape != sides[..1]) {
            let reason = format!(
                "has the shape {:?}, and {:?} is expected",
                bias.shape,
                &sides[..1]
            );
            return Err(NodeFault::input(2, reason));
        }
        n.order(Order::FmaChain, &[])?;
        Ok(Self {
            x,
            filters,
            bias,
            windows,
            groups,
        })
    }
}

fn convolution(n: &mut Lowering<'_, '_>) -> Results {
    let Convolution {
        x,
        filters,
        bias,
        windows,
        groups,
    } = Convolution::of(n)?;
    let (count, channels) = (filters.shape[0], filters.shape[1]);
    let (images, lens, padding) = windows.images(n, &x, 0)?;
    let counts = windows.counts(lens, padding);
    let whole = shape(x.shape.len(), [x.shape[0], count], counts);
    if whole.contains(&0) {
        return Ok(vec![n.empty(&whole)?]);
    }
    let [height, width] = windows.sides;
    let filters = n.reshaped(&filters, &[count, channels, height, width])?;
    let each = count / groups;
    let [of_images, of_windows] = [
        [x.shape[0], channels, lens[0], lens[1]],
        [each, height, width, windows.stride],
    ];
    let of = [&of_images[..], &of_windows, &[padding]].concat();
    let result = [x.shape[0], each, counts[0], counts[1]];
    let mut results = vec![];
    for group in 0..groups {
        let own = n.narrowed(&images, 1, group * channels, channels)?;
        let by = n.narrowed(&filters, 0, group * each, each)?;
        let columns = [&own, &by];
        results.push(n.engine(
            "engine::convolution",
            &of,
            &columns,
            (Element::F32, &result),
        )?);
    }
    let mut result = n.joined(&results, 1)?;
    if let Some(bias) = bias {
        let bias = n.reshaped(&bias, &[count, 1, 1])?;
        let sum = Formula::of::<2>("f32::add");
        result = n.formula(sum, &[&result, &bias], Element::F32)?;
    }
    Ok(vec![n.reshaped(&result, &whole)?])
}

/// The greatest element of each window, NaN passed over.
fn max_pool(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    n.only("ceil_mode", 0)?;
    n.only("storage_order", 0)?;
    let rank = x.shape.len();
    if rank < 3 {
        return Err(NodeFault::input(
            0,
            "has no dimensions behind that of channels",
        ));
    }
    if !n.node.attributes.contains_key("kernel_shape") {
        return Err(NodeFault::attribute(
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
        return Err(NodeFault::attribute(
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
