mod limits;

use super::{module, program};
use crate::{Callee, ExprKind, Node, Program, Type, print, wire};

/// A kernel with these statements, over buffers `b` and `c` and a local `x`.
fn kernel(statements: &str) -> String {
    format!(
        "program p workgroup_size(1, 1, 1)\nbinding(0) read_write b: [u32]\nbinding(1) read_only c: [u64; 4]\n\
         kernel {{\nlet mut x: u32 = 1;\n{statements}\n}}\n"
    )
}

fn parsed(text: &str) -> Program {
    program(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refused(text: &str) -> String {
    program(text).expect_err("no program").to_string()
}

/// Oracle: the hand-written texts: each is its own canonical form.
#[test]
fn canonical_texts_survive_parsing_and_printing() {
    for text in [
        include_str!("tests/everything.vir"),
        include_str!("tests/invalid.vir"),
    ] {
        assert_eq!(print::program(&parsed(text)), text);
    }
    let text = include_str!("tests/module.vir");
    assert_eq!(print::module(&module(text).expect("a module")), text);
    let text = "entry #function(7)\n";
    assert_eq!(print::module(&module(text).expect("a module")), text);
}

/// Oracle: the same program, written in two ways.
#[test]
fn blanks_comments_and_parentheses_do_not_matter() {
    let text = kernel("if x < 2 {\nb[x] = (x + 1) * 3;\n}");
    let other = "; error V001 at nowhere\nprogram p // what it does\n workgroup_size(0x1,1,1_) binding(0)read_write \
         b:[u32]\n\
        binding ( 1 ) read_only c : [u64;4]\n   ; run: nothing\nkernel p { let mut x#1:u32=0x1; if((x)<(2)) \
        {b[((x))]=((x+1))*3;} else {} }";
    assert_eq!(parsed(other), parsed(&text));
    // After other text on its line `;` ends a statement.
    assert_eq!(
        refused("program p ; workgroup_size(1, 1, 1)"),
        "1:11: expected `workgroup_size`, found `;`"
    );
}

/// Oracle: the numbers of the locals, worked out by hand: in the order of the text, or of the list.
#[test]
fn locals_are_numbered_in_the_documented_order() {
    let names = |text: &str| {
        let entry = parsed(text).entry;
        let names = entry.locals.iter().map(|l| l.name.clone());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        names(&kernel("let y: u32 = x;\nlet x#9: u32 = y;")),
        "x y x"
    );
    let listed =
        "program p workgroup_size(1, 1, 1)\nkernel locals[y: u64, x: u32] {\nlet x: u32 = 1;\n}";
    assert_eq!(names(listed), "y x");
    assert_eq!(parsed(listed).entry.body.len(), 1);
    let list = "locals[x: u32, x: u32]";
    let twice = listed.replace("locals[y: u64, x: u32]", list);
    assert!(refused(&twice).contains("a local that the list does not have yet"));
    let missing = listed.replace("let x:", "let z:");
    assert!(refused(&missing).starts_with("3:5: expected a local that `locals` lists, found `z"));
}

/// Oracle: line, column, expected and actual token, worked out by hand.
#[test]
fn errors_name_place_and_token() {
    for (statements, error) in [
        ("x = ;", "6:5: expected an expression, found `;`"),
        (
            "x = y;",
            "6:5: expected a local, a table or a buffer that stands above, found `y`",
        ),
        (
            "y = x;",
            "6:1: expected a statement, or a local or buffer that stands above, found `y`",
        ),
        (
            "x = 1 + 2 + 3;",
            "6:11: expected parentheses around the first of two operators, found `+`",
        ),
        (
            "x = x as u64 as u32;",
            "6:14: expected parentheses around the first of two operators, found `as`",
        ),
        (
            "x = 1u8;",
            "6:5: expected a u32, or an i32 or u64 that ends with its type, found `1u8`",
        ),
        (
            "x = 0x1_0000_0000_0000_0000;",
            "6:5: expected a u32, or an i32 or u64 that ends with its type, found `0x1_0000_0000_0000_0000`",
        ),
        (
            "x = -2147483649i32;",
            "6:6: expected a u32, or an i32 or u64 that ends with its type, found `2147483649i32`",
        ),
        (
            "x = x.most(1);",
            "6:7: expected a method, such as `lane`, `count_ones` or `min`, found `most`",
        ),
        (
            "x = f(1);",
            "6:5: expected `vec2`, `vec4`, a float type or an id in front of `(`; a function is called by `let x: u32 \
             = call f(a);`, found `f`",
        ),
        ("x = b;", "6:6: expected `.`, found `;`"),
        (
            "x = invocation_id(256);",
            "6:19: expected an axis of at most 255, found `256`",
        ),
        (
            "let y = 1;",
            "6:7: expected the type of the local, such as `: u32`, found `=`",
        ),
        (
            "let x: u64 = 1;",
            "6:6: expected the type that this local has above, found `: u64`",
        ),
        (
            "let b: u32 = 1;",
            "6:5: expected a name that no table or buffer has, such as `x#2`, found `b: u32`",
        ),
        ("let y: u23 = 1;", "6:8: expected a type, found `u23`"),
        (
            "let y: u32 = call f(x);",
            "6:19: expected a function or an op of this text, found `f`",
        ),
        (
            "let y: u32 = atomic_add(x[0], 1);",
            "6:25: expected a buffer, found `x`",
        ),
        (
            "loop at_most(1) { x = 2; }",
            "6:26: expected the `while c;` of this `loop`, found `}`",
        ),
        ("while x { }", "6:9: expected `at_most`, found `{`"),
        (
            "b[4294967296].lane(0) = 1;",
            "6:14: expected `=`, found `.`",
        ),
        (
            "x = vec2(1, 2).lane(4294967296);",
            "6:21: expected a lane of at most 4294967295, found `4294967296`",
        ),
        (
            "x = \"größe; \u{1d6fc}",
            "6:5: expected a name in quotes that ends on its line, found `\"größe; \u{1d6fc}`",
        ),
        ("xö = 1;", "6:2: expected `=`, found the character 'ö'"),
        (
            "x = \"a\\n\";",
            "6:5: expected a name in quotes, a backslash only as \\\", \\\\ and \\u{61}, found `\"a\\n\"`",
        ),
        ("return", "7:1: expected an expression, found `}`"),
        ("}", "7:1: expected the end of the text, found `}`"),
        (
            "{",
            "8:1: expected a statement or `}`, found the end of the text",
        ),
    ] {
        assert_eq!(refused(&kernel(statements)), error, "{statements}");
    }
    for (text, error) in [
        ("", "1:1: expected `program`, found the end of the text"),
        ("fn f() -> () {\n}", "1:1: expected `program`, found `fn`"),
        (
            "program p workgroup_size(1, 1, 1)\nread_only x: [u32]\nkernel {}",
            "2:1: expected `binding(0)` or another, in front of a buffer the host binds, found `read_only`",
        ),
        (
            "program p workgroup_size(1, 1, 1)\nuse op f\nuse op f\nkernel {}",
            "3:8: expected a name that no function above has, such as `f#2`, found `f`",
        ),
        (
            "program p workgroup_size(1, 1, 1)\nkernel { const t: [u32; 2] = [1]; }",
            "2:19: expected `[u32; 1]`, since this many elements follow, found `[u32; 2]`",
        ),
        (
            "program p workgroup_size(1, 1, 1)\nkernel { const t: [u64; 1] = [1]; }",
            "2:31: expected a literal of type u64, found `1`",
        ),
    ] {
        assert_eq!(refused(text), error, "{text}");
    }
    let two = "fn f() -> () {\n}\nfn g() -> () {\n}\n";
    let error = module(two).expect_err("no entry").to_string();
    assert_eq!(
        error,
        "5:1: expected `entry` in front of one of several functions, found the end of the text"
    );
}

/// Oracle: a long name, truncated.
#[test]
fn long_tokens_are_truncated_in_errors() {
    let error = refused(&"x".repeat(1 << 20));
    assert_eq!(
        error,
        format!("1:1: expected `program`, found `{}...`", "x".repeat(40))
    );
}

/// Oracle: every operator of the wire format's table stands in the text that is its own canonical form.
#[test]
fn the_canonical_text_has_every_operator_statement_and_type() {
    let program = parsed(include_str!("tests/everything.vir"));
    let bytes = wire::encode(&program).expect("within the limits");
    assert_eq!(wire::decode(&bytes).as_ref(), Ok(&program));
    let text = format!("{program:?}");
    for (names, count) in [
        (
            [
                "Not",
                "Negate",
                "CountOnes",
                "LeadingZeros",
                "TrailingZeros",
                "ReverseBits",
                "SwapBytes",
            ]
            .as_slice(),
            "Unary(",
        ),
        (
            [
                "Add",
                "Sub",
                "Mul",
                "Div",
                "Rem",
                "And",
                "Or",
                "Xor",
                "Shl",
                "Shr",
                "RotateLeft",
                "RotateRight",
                "Min",
                "Max",
                "MulHigh",
                "Eq",
                "Ne",
                "Lt",
                "Le",
                "Gt",
                "Ge",
            ]
            .as_slice(),
            "Binary(",
        ),
        (
            [
                "Literal",
                "Local",
                "Element",
                "TableElement",
                "Cast",
                "Compose",
                "Lane",
                "Load",
                "BufferLength",
                "InvocationId",
                "WorkgroupId",
                "LocalInvocationId",
            ]
            .as_slice(),
            "kind: ",
        ),
    ] {
        for name in names {
            assert!(text.contains(&format!("{count}{name}")), "no {count}{name}");
        }
    }
    for node in [
        "Let",
        "Declare",
        "Assign",
        "StoreElement",
        "If",
        "Loop",
        "While",
        "Break",
        "Continue",
        "Call",
        "Block",
        "Return",
        "Store",
        "Atomic",
        "Barrier",
        "Select",
    ] {
        assert!(text.contains(node), "no {node}");
    }
    for ty in Type::ALL {
        assert!(text.contains(&format!("{ty:?}")), "no {ty:?}");
    }
    assert!(
        program
            .callees
            .iter()
            .any(|callee| matches!(callee, Callee::Op(_)))
    );
    let copies = |node: &&Node| match node {
        Node::Store { value, .. } => matches!(value.kind, ExprKind::Load(..)),
        _ => false,
    };
    assert!(program.entry.body.iter().filter(copies).count() > 0);
}
