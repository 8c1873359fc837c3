//! Each construct once: how it is read.

use super::super::ast::{
    BinaryOp, CallArgument, CellKind, Claim, DeclarationKind, ExpectLine, ExpectMode, Expr, ExprKind, ItemKind,
    LineValue, Statement, StatementKind, TypeKind, UnaryOp,
};
use super::{findings, read, read_expr};

/// With every operation in parentheses.
fn grouped(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Binary(operator, left, right) => format!("({} {operator:?} {})", grouped(left), grouped(right)),
        ExprKind::Unary(operator, operand) => format!("({operator:?} {})", grouped(operand)),
        ExprKind::Member(whole, member) => format!("{}.{}", grouped(whole), member.text()),
        ExprKind::Name(name) => name.text().into(),
        ExprKind::Number { value, unit } => format!("{value}{}", unit.clone().unwrap_or_default()),
        other => format!("{other:?}"),
    }
}

#[test]
fn operators_hold_as_tightly_as_the_tree_says() {
    let cases = [
        ("a or b and c", "(a Or (b And c))"),
        ("not a is b and c", "((Not (a Is b)) And c)"),
        ("a - b - c * d up 1", "((a Subtract b) Subtract (c Multiply (d Up 1)))"),
        ("-a up 1 + 2b", "(((Minus a) Up 1) Add 2b)"),
        ("a is not b or b knows c", "((a IsNot b) Or (b Knows c))"),
        ("P.x = 1/216", "(P.x Equals (1 Fraction 216))"),
        ("a div   down b mod c div up d", "(((a DivideDown b) Modulo c) DivideUp d)"),
        ("(a + b) * c", "((a Add b) Multiply c)"),
        ("not not a", "(Not (Not a))"),
        ("settle in is upper", "(settle in Is upper)"),
    ];
    for (text, expected) in cases {
        assert_eq!(grouped(&read_expr(text)), expected, "{text}");
    }
}

#[test]
fn dice_are_read() {
    assert!(matches!(read_expr("d8").kind, ExprKind::Die(8)));
    assert!(matches!(read_expr("2d6").kind, ExprKind::Dice { .. }));
    assert!(matches!(read_expr("(1 - m)d6").kind, ExprKind::Dice { .. }));
    assert!(matches!(read_expr("1d(a)").kind, ExprKind::Dice { .. }));
    assert!(matches!(
        read_expr("lowest 2 of 4d6 \"P#\"").kind,
        ExprKind::Keep { highest: false, count: Some(2), notation: Some(_), .. }
    ));
    assert!(matches!(read_expr("3d").kind, ExprKind::Number { value: 3, unit: Some(unit) } if unit == "d"));
    assert!(matches!(read_expr("d6 luck").kind, ExprKind::Name(_)));
}

#[test]
fn a_list_has_a_variable_only_before_a_colon() {
    let ExprKind::Call(_, arguments) = read_expr("sum(x in lamps : x.oil, near in town.size)").kind else {
        panic!("no call");
    };
    assert!(matches!(&arguments[0], CallArgument::Each { variable, .. } if variable.text == "x"));
    assert!(matches!(&arguments[1], CallArgument::Value(value) if grouped(value) == "near in town.size"));
}

#[test]
fn an_if_has_branches() {
    let ExprKind::If(branches, otherwise) = read_expr("if a then b else\n if c then d + 1\n else e + 1").kind else {
        panic!("no if");
    };
    assert_eq!(branches.len(), 2);
    assert_eq!(grouped(&otherwise), "(e Add 1)");
}

fn statement(text: &str) -> StatementKind {
    match read(text).items.into_iter().next().map(|item| item.kind) {
        Some(ItemKind::Statement(Statement { kind, .. })) => kind,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_line_of_a_scene_keeps_its_words() {
    let value = |text: &str| match statement(text) {
        StatementKind::Line(line) => (line.words.text(), line.value),
        other => panic!("{other:?}"),
    };
    assert!(matches!(value("wind minor bad \"cold\""), (words, LineValue::None) if words == "wind minor bad"));
    assert!(matches!(value("value 2b \"love\""), (_, LineValue::After(value)) if grouped(&value) == "2b"));
    assert!(matches!(value("aid if a then b else c"), (_, LineValue::After(_))));
    assert!(matches!(value("gear +8 \"rope\""), (_, LineValue::Through(value)) if grouped(&value) == "(gear Add 8)"));
    let (words, through) = value("gear of tom.rope + 1");
    assert_eq!(words, "gear of tom");
    assert!(matches!(through, LineValue::Through(value) if grouped(&value) == "(gear of tom.rope Add 1)"));
}

#[test]
fn a_line_has_its_roles_and_body() {
    let StatementKind::Line(line) = statement("fetch \"the rope\" by tom versus ann { gear 1 }") else {
        panic!("no line");
    };
    assert_eq!(line.by.map(|by| by.text()), Some("tom".into()));
    assert_eq!(line.versus.map(|versus| versus.text()), Some("ann".into()));
    assert_eq!(line.body.map(|body| body.len()), Some(1));
}

#[test]
fn scene_statements_are_read() {
    let turns = "turns { ada by quick.sum then ada.luck { note \"a\" }, tom by 3 { } }";
    assert!(matches!(statement(turns), StatementKind::Turns(turns) if turns.len() == 2 && turns[0].keys.len() == 2));
    assert!(matches!(statement("repeat up to 3 { }"), StatementKind::Repeat { period: None, until: None, .. }));
    assert!(matches!(statement("repeat day up to n until tom.fed { }"), StatementKind::Repeat { until: Some(_), .. }));
    assert!(
        matches!(statement("choose way \"left?\" by tom { left { } right default { } }".replace("} r", "}\nr").as_str()), StatementKind::ChooseOption { name: Some(_), options, .. } if options.len() == 2)
    );
    assert!(
        matches!(statement("modifier hush 1b \"night\" known to tom, ann"), StatementKind::Modifier { known: Some(who), .. } if who.len() == 2)
    );
    assert!(matches!(statement("modifier wet -1"), StatementKind::Modifier { known: None, .. }));
    assert!(
        matches!(statement("cast leader, rear guard : person"), StatementKind::Cast { names, .. } if names.len() == 2)
    );
    assert!(matches!(statement("set tom.hat = a is b"), StatementKind::Set { .. }));
    assert!(matches!(statement("add -1 to tom.oil"), StatementKind::Add { .. }));
    assert!(matches!(statement("note \"dark\" if not lit"), StatementKind::Note { condition: Some(_), .. }));
    assert!(matches!(statement("mode random"), StatementKind::Mode(_)));
    assert!(
        matches!(statement("if a { } \n else if b { } else { }"), StatementKind::If { branches, otherwise: Some(_) } if branches.len() == 2)
    );
}

#[test]
fn a_default_after_limits_is_no_comparison() {
    let StatementKind::Ask { secret: true, field } = step("ask secret depth, width by size : 1..4 = 2 \"how deep\"")
    else {
        panic!("no ask");
    };
    assert_eq!(field.names.len(), 2);
    assert!(matches!(field.ty.kind, TypeKind::Limits(..)));
    assert!(field.default.is_some() && field.text.is_some() && field.by.is_some());
    assert!(matches!(step("ask secret : yes/no"), StatementKind::Ask { secret: false, .. }));
}

fn step(line: &str) -> StatementKind {
    let file = read(&format!("procedure p by tom {{\n{line}\n}}"));
    match file.items.into_iter().next().map(|item| item.kind) {
        Some(ItemKind::Declaration(declared)) => match declared.kind {
            DeclarationKind::Procedure { body, .. } => body.into_iter().next().map(|line| line.kind).expect("a line"),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn steps_are_read() {
    assert!(matches!(step("let t.x by size : number = 1"), StatementKind::Let { by: Some(_), ty: Some(_), .. }));
    assert!(
        matches!(step("sum all {\n row 7 | 1\n not this | 2 }"), StatementKind::Sum { rows, .. } if rows[1].label.text() == "not this")
    );
    assert!(
        matches!(step("decide who : side {\n a | b > c\n d | otherwise\n}"), StatementKind::Decide { rows, .. } if rows.len() == 2)
    );
    assert!(matches!(step("resolve t.end : ladder with a + 1"), StatementKind::Resolve { ladder: Some(_), .. }));
    assert!(matches!(
        step("choose off : 0..2 by tom = 0 \"how many?\""),
        StatementKind::Choose { by: Some(_), default: Some(_), .. }
    ));
    assert!(matches!(
        step("choose off : 0..(a + 2) by tom = 0 \"how many?\" if a > b"),
        StatementKind::Choose { condition: Some(_), .. }
    ));
    assert!(
        matches!(step("run shot through aim with n = 1, m = no"), StatementKind::Run { through: Some(_), with, .. } if with.len() == 2)
    );
    assert!(matches!(step("cut jobs to n"), StatementKind::Cut { .. }));
    assert!(matches!(step("pay 2 * n from tom.oil \"no oil\""), StatementKind::Pay { why: Some(_), .. }));
    assert!(matches!(step("stop \"dark\" if not lit"), StatementKind::Stop { condition: Some(_), .. }));
    assert!(matches!(step("needs a > b else \"why\""), StatementKind::Needs(_)));
    assert!(matches!(step("for each a in people { shuffle pack }"), StatementKind::ForEach { .. }));
    assert!(
        matches!(step("step one \"1. First\" {\n roll d : 2d6\n draw c : pack\n}"), StatementKind::Step { body, .. } if body.len() == 2)
    );
}

#[test]
fn tables_keep_dashes_bands_and_texts() {
    let file = read("table t(a, b : size) {\n k | v | w\n ..5 | - | \"x\"\n 2 * a.. | -1 | low \"why\"\n}");
    let Some(ItemKind::Declaration(declared)) = file.items.into_iter().next().map(|item| item.kind) else {
        panic!("no declaration");
    };
    let DeclarationKind::Table { params, grid } = declared.kind else {
        panic!("no table");
    };
    assert_eq!((params.len(), grid.rows.len()), (2, 3));
    assert!(matches!(grid.rows[1].cells[0].kind, CellKind::Band(None, Some(_))));
    assert!(matches!(grid.rows[1].cells[1].kind, CellKind::Dash));
    assert!(matches!(grid.rows[2].cells[0].kind, CellKind::Band(Some(_), None)));
    assert!(matches!(
        &grid.rows[2].cells[1].kind,
        CellKind::Value(Expr { kind: ExprKind::Unary(UnaryOp::Minus, _), .. }, None)
    ));
    assert!(matches!(grid.rows[2].cells[2].kind, CellKind::Value(_, Some(_))));
}

#[test]
fn expectations_hold_lines_and_claims() {
    let text = "expect odds given a is b choosing way = left \"E-1\" {\n tom thing \"Tom\"\n P(x) = 1/2\n not hits(6)\n mode is 3\n label(8) is \"Easy\"\n}";
    let Some(ItemKind::Expect(expect)) = read(text).items.into_iter().next().map(|item| item.kind) else {
        panic!("no expect");
    };
    assert!(matches!(expect.mode, Some(ExpectMode::Odds(Some(_)))));
    assert_eq!((expect.choosing.len(), expect.lines.len()), (1, 5));
    assert!(matches!(expect.lines[0], ExpectLine::Statement(_)));
    let claims = expect.lines[1..].iter().all(|line| matches!(line, ExpectLine::Claim(_)));
    assert!(claims, "{:?}", expect.lines);
    assert!(matches!(
        &expect.lines[1],
        ExpectLine::Claim(Claim { condition: Expr { kind: ExprKind::Binary(BinaryOp::Equals, ..), .. }, .. })
    ));
}

#[test]
fn spans_end_where_the_words_end() {
    let text = "set a = b   # why\nnote \"# no comment\"  # a comment\n";
    let file = read(text);
    let slices: Vec<&str> = file.items.iter().map(|item| &text[item.span.range()]).collect();
    assert_eq!(slices, ["set a = b", "note \"# no comment\""]);
}

#[test]
fn escapes_are_read_and_an_unknown_one_is_itself() {
    let StatementKind::Note { text, .. } = statement(r#"note "a \"b\" \\ \q \n""#) else {
        panic!("no note");
    };
    assert_eq!(text.text, "a \"b\" \\ \\q \n");
}

#[test]
fn an_empty_file_and_a_byte_order_mark_are_fine() {
    assert!(read("").items.is_empty());
    assert!(read("# nothing\r\n\r\n").items.is_empty());
    assert_eq!(read("\u{FEFF}use lamps\r\n").items.len(), 1);
}

#[test]
fn a_keyword_is_a_whole_word() {
    assert!(!findings("procedure p {\n  rolls x : 2d6\n}").is_empty(), "no `roll` of `s x`");
    assert!(matches!(statement("settle in"), StatementKind::Line(_)));
    assert!(matches!(statement("repeated 3"), StatementKind::Line(_)));
}
