//! Loops.
//!
//! The bound of a `While` is a promise of the program, but a broken promise must not hang a GPU: unless
//! the loop is evidently counted, it gets a trip counter and exits after `bound` iterations. The result
//! is then unspecified; the interpreter reports the same program as faulty. A head with effects runs
//! once more than the body, so its loop exits one trip later. A loop is evidently counted if its
//! condition is `i < N` for a literal `N`, its step adds a literal to `i` without overflow, nothing
//! else writes `i`, and the count cannot exceed the bound.

use super::facts::written_in;
use super::fold::not;
use super::names::literal;
use super::scope::Writer;
use super::text::Text;
use super::walk::{continues, diverges, each_node, has_effects, reads_in, writes_in, writes_of};
use std::collections::HashSet;
use std::ops::Range;
use vyre_conform_ir::{BinaryOp, Expr, ExprKind, FunctionId, LocalId, Node, Type};

/// Maximum number of nodes between a counter and its loop.
const MAX_GAP: usize = 16;

/// Maximum number of nodes in all iterations of an unrolled loop.
const MAX_UNROLLED: u64 = 4096;

/// The locals that may be counters of counted loops.
pub(super) fn counters(nodes: &[Node]) -> HashSet<LocalId> {
    let mut loop_counters = HashSet::new();
    each_node(nodes, &mut |node| {
        if let Node::While {
            condition, step, ..
        } = node
            && let (ExprKind::Binary(BinaryOp::Lt, i, _), [Node::Assign { local, .. }]) =
                (&condition.kind, &step[..])
            && i.kind == ExprKind::Local(*local)
        {
            loop_counters.insert(*local);
        }
    });
    loop_counters
}

/// A node that reads the same as these values of a loop's head.
fn reader_node<const N: usize>(values: [&Expr; N]) -> Node {
    Node::Return(values.map(Expr::clone).into())
}

/// The parts of a `While`.
#[derive(Clone, Copy)]
pub(super) struct Repetition<'n> {
    pub(super) bound: u64,
    pub(super) head: &'n [Node],
    pub(super) condition: &'n Expr,
    pub(super) body: &'n [Node],
    pub(super) step: &'n [Node],
}

/// A counted `while` and the `Let` of its counter.
struct MergedLoop<'n> {
    count: Count,
    /// The first value of the counter.
    value: &'n Expr,
    /// The nodes between the `Let` and the loop.
    between: &'n [Node],
    body: &'n [Node],
}

/// True for a node that only changes locals.
fn is_plain(node: &Node) -> bool {
    matches!(
        node,
        Node::Let { .. } | Node::Declare { .. } | Node::Assign { .. } | Node::StoreElement { .. }
    )
}

/// A counted `while`: `i < end`, `i += by`.
#[derive(Clone, Copy, Debug)]
struct Count {
    counter: LocalId,
    ty: Type,
    end: u64,
    by: u64,
}

impl Count {
    fn from_loop(head: &[Node], condition: &Expr, body: &[Node], step: &[Node]) -> Option<Self> {
        let (ExprKind::Binary(BinaryOp::Lt, i, end), [Node::Assign { local, value }]) =
            (&condition.kind, step)
        else {
            return None;
        };
        let (ExprKind::Local(counter), ExprKind::Literal(end)) = (&i.kind, &end.kind) else {
            return None;
        };
        let ExprKind::Binary(BinaryOp::Add, old, by) = &value.kind else {
            return None;
        };
        let ExprKind::Literal(by) = by.kind else {
            return None;
        };
        let max = match i.ty {
            Type::U32 => u64::from(u32::MAX),
            Type::I32 => i32::MAX as u64,
            _ => return None,
        };
        let fits = by >= 1 && end.checked_add(by).is_some_and(|last| last <= max);
        let mine = counter == local && old.kind == ExprKind::Local(*counter);
        let untouched = !writes_in(head, *counter) && !writes_in(body, *counter);
        (fits && mine && untouched).then_some(Self {
            counter: *counter,
            ty: i.ty,
            end: *end,
            by,
        })
    }

    /// True if no more than `bound` iterations are possible from `start`, or from any start.
    fn within(&self, bound: u64, start: Option<u64>) -> bool {
        let start = match (start, self.ty) {
            (Some(start), _) if start <= self.end => start,
            (_, Type::U32) => 0,
            _ => return false,
        };
        (self.end - start).div_ceil(self.by) <= bound
    }
}

impl Writer<'_> {
    /// Writes a `Loop` from `from` up to, but not including, `to`, both evaluated once.
    pub(super) fn counted(&mut self, counter: LocalId, from: &Expr, to: &Expr, body: &[Node]) {
        if let Some(runs) = self.written_out(from, to, body) {
            return self.runs(counter, runs, body);
        }
        let first = self.expr(from).into_string();
        let last = self.expr(to);
        let fixed = match to.kind {
            ExprKind::Literal(_) => true,
            ExprKind::Local(end) => self.writes(end) == 0,
            _ => false,
        };
        let last = if fixed { last } else { self.named(last, "end") };
        let max = self.ranges.upper_bound(to).saturating_sub(1);
        self.looping(&[body, &[reader_node([from, to])]], |w| {
            w.nested(|w| {
                let name = w.bind(counter);
                let condition = Text::binary("<", Text::primary(name.clone()), last).into_string();
                w.outer_line(format!(
                    "for (var {name} = {first}; {condition}; {name} += 1u) {{"
                ));
                w.ranges.insert(counter, max);
                w.ranges.count_below(counter, to, body);
                w.block(body);
            });
            w.line("}");
        });
    }

    /// The iterations of a loop to unroll: a short one whose calls are all hand-written texts, which
    /// are instructions. Drivers do not unroll such a loop, and then compute memory addresses in each
    /// iteration.
    fn written_out(&self, from: &Expr, to: &Expr, body: &[Node]) -> Option<Range<u64>> {
        let hand_written = &self.kernel?.hand_written;
        let (ExprKind::Literal(from), ExprKind::Literal(to)) = (&from.kind, &to.kind) else {
            return None;
        };
        let is_instruction = |function: &FunctionId| hand_written.contains(&(function.0 as usize));
        let mut calls = false;
        for node in body {
            match node {
                Node::Let { .. } | Node::Assign { .. } | Node::StoreElement { .. } => {}
                Node::Call { function, .. } if is_instruction(function) => calls = true,
                _ => return None,
            }
        }
        let nodes = to.saturating_sub(*from).saturating_mul(body.len() as u64);
        (calls && nodes <= MAX_UNROLLED).then_some(*from..*to)
    }

    fn runs(&mut self, counter: LocalId, runs: Range<u64>, body: &[Node]) {
        for number in runs {
            self.line("{");
            self.nested(|w| {
                // A front end resolves constants, and rejects some that folding has not seen; it does
                // not resolve a `var`.
                let name = w.bind(counter);
                w.line(format!("var {name} = {number}u;"));
                w.ranges.insert(counter, number);
                w.block(body);
            });
            self.line("}");
        }
    }

    /// Merges a mutable `Let` into a `for` if it is the counter of a later `while` that nothing else
    /// uses. Returns the number of nodes consumed: all up to the loop, or none if the pattern does not
    /// match.
    pub(super) fn counted_while(&mut self, nodes: &[Node]) -> usize {
        let Some(merged) = self.merged_loop(nodes) else {
            return 0;
        };
        let MergedLoop {
            count,
            value,
            between,
            body,
        } = merged;
        let consumed = between.len() + 2;
        self.ranges.forget(&written_in(&nodes[..consumed]));
        self.block(between);
        let first = self.expr(value).into_string();
        self.looping(&[body, &[reader_node([value])]], |w| {
            w.nested(|w| {
                let name = w.bind(count.counter);
                let end = literal(count.ty, count.end);
                let by = literal(count.ty, count.by);
                w.outer_line(format!(
                    "for (var {name} = {first}; {name} < {end}; {name} += {by}) {{"
                ));
                w.ranges.insert(count.counter, count.end.saturating_sub(1));
                w.block(body);
            });
            w.line("}");
        });
        consumed
    }

    /// The loop at or after the front of these nodes, if it can be merged with the `Let` in front.
    fn merged_loop<'n>(&self, nodes: &'n [Node]) -> Option<MergedLoop<'n>> {
        let [
            Node::Let {
                local,
                value,
                mutable: true,
            },
            after @ ..,
        ] = nodes
        else {
            return None;
        };
        if !self.is_counter(*local) {
            return None;
        }
        let uses = |node: &Node| {
            let node = std::slice::from_ref(node);
            reads_in(node, *local) + writes_of(node, *local)
        };
        let near = &after[..after.len().min(MAX_GAP + 1)];
        let at = near.iter().position(|node| uses(node) > 0)?;
        let Node::While {
            bound,
            head,
            condition,
            body,
            step,
        } = &after[at]
        else {
            return None;
        };
        let literal_start = match value.kind {
            ExprKind::Literal(start) => Some(start),
            _ => None,
        };
        let count = Count::from_loop(head, condition, body, step)
            .filter(|count| count.counter == *local && count.within(*bound, literal_start))?;
        let between = &after[..at];
        let movable = between.is_empty() || literal_start.is_some();
        let last_use = uses(&after[at]) == self.uses_of(*local);
        let merges = head.is_empty() && movable && last_use && between.iter().all(is_plain);
        merges.then_some(MergedLoop {
            count,
            value,
            between,
            body,
        })
    }

    /// The body of a loop, at whose beginning the condition is true.
    fn guarded_block(&mut self, condition: &Expr, body: &[Node]) {
        let known = self.ranges.facts.clone();
        self.ranges.assume(condition, true);
        self.block(body);
        self.ranges.facts = known;
    }

    /// Any other `While`.
    pub(super) fn repetition(&mut self, subject: Repetition<'_>) {
        let blocks: [&[Node]; 4] = [
            subject.head,
            &[reader_node([subject.condition])],
            subject.body,
            subject.step,
        ];
        self.looping(&blocks, |w| w.tested(subject));
    }

    fn tested(&mut self, subject: Repetition<'_>) {
        let Repetition {
            bound,
            head,
            condition,
            body,
            step,
        } = subject;
        let count = Count::from_loop(head, condition, body, step);
        let counted = count.filter(|count| count.within(bound, None));
        let trips = bound.saturating_add(u64::from(has_effects(head)));
        let bound = literal(Type::U32, trips.min(u32::MAX.into()));
        let header = self.header(head, condition);
        let simple_step = self.simple_step(step);
        let always = condition.kind == ExprKind::Literal(1);
        if let (Some(count), Some(header), Some(step)) = (counted, &header, &simple_step) {
            let header = header.clone().into_string();
            self.line(format!("for (; {header}; {step}) {{"));
            self.nested(|w| w.counted_block(count, condition, body));
            return self.line("}");
        }
        // The trip counter is in a `for`, so that it counts after a `continue` too.
        let continuing = !step.is_empty() && continues(body);
        let trip = self.fresh("trip");
        let within = Text::binary(
            "<",
            Text::primary(trip.clone()),
            Text::primary(bound.clone()),
        );
        let inline = !always && !continuing;
        let condition_text = match header {
            Some(header) if inline => Some(Text::binary("&&", header, within.clone())),
            _ => None,
        };
        let tested = condition_text.is_some();
        if continuing {
            self.line(format!("var {trip} = 0u;"));
            self.line("loop {");
        } else {
            let test = condition_text.unwrap_or(within).into_string();
            self.line(format!("for (var {trip} = 0u; {test}; {trip} += 1u) {{"));
        }
        self.nested(|w| {
            if continuing {
                w.break_if(&format!("{trip} >= {bound}"));
            }
            w.block(head);
            if !tested && !always {
                let leave = w.expr(&not(condition.clone())).into_string();
                w.break_if(&leave);
            }
            w.guarded_block(condition, body);
            if continuing {
                w.continuing(step, &trip);
            } else if !diverges(body) {
                w.block(step);
            }
        });
        self.line("}");
    }

    /// The condition of a loop without a head, if it needs no lines of its own.
    fn header(&mut self, head: &[Node], condition: &Expr) -> Option<Text> {
        if head.is_empty() {
            self.without_lines(|w| w.expr(condition))
        } else {
            None
        }
    }

    /// A step of at most one assignment, as the third part of a `for`.
    fn simple_step(&mut self, step: &[Node]) -> Option<String> {
        match step {
            [Node::Assign { local, value }] => self.without_lines(|w| w.assignment(*local, value)),
            [] => Some(String::new()),
            _ => None,
        }
    }

    /// The body of a counted loop.
    fn counted_block(&mut self, count: Count, condition: &Expr, body: &[Node]) {
        if count.ty == Type::U32 {
            self.ranges
                .insert(count.counter, count.end.saturating_sub(1));
        }
        self.guarded_block(condition, body);
    }

    fn break_if(&mut self, condition: &str) {
        self.line(format!("if {condition} {{"));
        self.nested(|w| w.line("break;"));
        self.line("}");
    }

    /// The step of a loop and its trip counter, which run after a `continue` too.
    fn continuing(&mut self, step: &[Node], trip: &str) {
        self.line("continuing {");
        self.nested(|w| {
            w.block(step);
            w.line(format!("{trip} += 1u;"));
        });
        self.line("}");
    }
}
