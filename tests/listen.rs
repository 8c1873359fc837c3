//! What a run tells is written down in the words of the system.

use assize::ir::{
    Achieved, Address, DiceTerm, Instruction, Keep, Method, Notation, Operand, Part, PlanPoint, Program, Register,
    RegisterInfo, Roll, Scale, Shape, Trace, TraceRow, Value,
};
use assize::machine::{How, Listener, State, Told};
use assize::shared_text::SharedText;
use assize::source::{SourceMap, Span};
use assize::verdict::recorder::Recorder;
use assize::verdict::{Audience, Event, Happened, Verdict, Visibility, text};

fn register(name: &str, shape: Shape) -> RegisterInfo {
    RegisterInfo { name: Some(name.into()), shape, initial: None }
}

fn program() -> Program {
    let levels = ["fumble", "none", "minor"].map(SharedText::from).to_vec();
    let outcome = Scale { name: "outcome".into(), levels, numbers: None, rolled: vec![], judged: vec![] };
    Program {
        format: assize::ir::FORMAT,
        title: "The Keep".into(),
        brought: vec![],
        houses: Vec::new(),
        packs: Vec::new(),
        notation: Notation::Units { bonus: "b".into(), penalty: "p".into() },
        registers: vec![
            register("climb.total", Shape::Modifier),
            register("climb.outcome", Shape::Level(0)),
            RegisterInfo { name: None, shape: Shape::Number, initial: None },
            register("climb.seen", Shape::YesNo),
        ],
        scales: vec![outcome],
        tables: vec![],
        decks: vec![],
        texts: vec![],
        fields: Vec::new(),
        functions: vec![],
        code: vec![Instruction::Done],
        spans: vec![Span::default()],
        traces: vec![],
        secrecy: assize::ir::secrecy::Secrecy::default(),
        results: vec![],
    }
}

fn state(registers: [Value; 4]) -> State {
    State { at: Address(0), registers: registers.to_vec(), drawn: vec![] }
}

fn roll(keep: Keep, notation: Option<&str>) -> Roll {
    Roll {
        dice: vec![DiceTerm { count: Operand::Value(2), sides: Operand::Value(6) }],
        keep,
        part_of: None,
        questions: vec![],
        judged: None,
        notation: notation.map(SharedText::from),
        method: Method::Open,
        path: "climb.outcome".into(),
        by: assize::ir::Roller::default(),
        shown: None,
    }
}

fn sum() -> Trace {
    let part = |label: &str, value, unless: Option<&str>| Part {
        label: label.into(),
        text: None,
        value,
        if_known: Operand::Value(-3),
        span: Span::default(),
        unless: unless.map(SharedText::from),
        level: None,
    };
    let rope = part("rope", Operand::Unreached, Some("not known to ilse"));
    let rows = vec![TraceRow {
        label: "help".into(),
        value: Operand::Value(-2),
        span: Span::default(),
        parts: vec![part("2p", Operand::Value(-2), None), rope],
        reads: [].into(),
        level: None,
    }];
    Trace::Sum { path: "climb.total".into(), total: Register(0), rows }
}

/// Writes down these things, all told in one state.
fn written(told: &[Told<'_>], state: &State) -> Verdict {
    let (program, sources) = (program(), SourceMap::default());
    let mut scribe = Recorder::new(&program, &sources, "random");
    for one in told {
        scribe.hear(one, Address(0), state);
    }
    scribe.finish(state)
}

#[test]
fn a_resolution_is_told_in_words() {
    let (sum, roll) = (sum(), roll(Keep::Lowest(1), Some("P#")));
    let rolled =
        Told::Rolled { roll: &roll, sides: &[6, 6], faces: &[4, 2], kept: &[false, true], value: 2, how: How::Given };
    let path = SharedText::from("climb.outcome");
    let total = Operand::Register(Register(0));
    let resolved = Trace::Resolved { path: path.clone(), level: Register(1), scale: 0, total, reads: [].into() };
    let texts = vec![None, None, Some("up, but seen".into())];
    let meaning = Trace::Meaning { path, level: Register(1), texts };
    let told = [Told::Trace(&sum), rolled, Told::Trace(&resolved), Told::Trace(&meaning)];
    let verdict = written(&told, &state([Some(-2), Some(2), Some(9), Some(1)]));
    insta::assert_snapshot!(text::text(&verdict), @r#"
    The Keep, by dice
    climb.total 2p
      help 2p
        2p
        rope 3p, not applied: not known to ilse
    P2: 4 [2] (by hand)
    climb.outcome: minor "up, but seen"
    "#);
    let results: Vec<(&str, &str)> = verdict.results.iter().map(|r| (r.name.as_str(), r.value.as_str())).collect();
    assert_eq!(results, [("climb.total", "2p"), ("climb.outcome", "minor"), ("climb.seen", "yes")]);
}

#[test]
fn what_was_not_reached_says_so() {
    let verdict = written(&[], &state([None, None, None, Some(0)]));
    let values: Vec<&str> = verdict.results.iter().map(|result| result.value.as_str()).collect();
    assert_eq!(values, ["unreached", "unreached", "no"]);
}

#[test]
fn a_level_without_a_text_has_no_meaning() {
    let meaning = Trace::Meaning { path: "climb".into(), level: Register(1), texts: vec![None, None, None] };
    assert_eq!(written(&[Told::Trace(&meaning)], &state([None, Some(1), None, None])).events, []);
}

#[test]
fn pools_without_a_notation_are_told_in_words() {
    let pool = |keep, sides: &[i64]| {
        let roll = roll(keep, None);
        let faces = vec![1; sides.len()];
        let kept = vec![true; sides.len()];
        let told = Told::Rolled { roll: &roll, sides, faces: &faces, kept: &kept, value: 1, how: How::Random };
        match written(&[told], &state([None; 4])).events.as_slice() {
            [Happened { event: Event::Rolled { pool, .. }, .. }] => pool.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(pool(Keep::All, &[6, 6]), "2d6");
    assert_eq!(pool(Keep::All, &[6, 6, 8]), "2d6 + 1d8");
    assert_eq!(pool(Keep::Highest(1), &[6, 6, 6]), "highest of 3d6");
    assert_eq!(pool(Keep::Lowest(2), &[10, 10, 10]), "lowest 2 of 3d10");
    assert_eq!(pool(Keep::All, &[]), "no dice");
}

#[test]
fn a_plan_is_cut_point_by_point() {
    let slot = |label: &str, first, last| PlanPoint {
        label: label.into(),
        first: Operand::Value(first),
        last: Operand::Value(last),
    };
    let cut = Trace::Cut {
        path: "climb.loads".into(),
        plan: "loads".into(),
        unit: "points".into(),
        kept: Operand::Register(Register(2)),
        slots: vec![slot("haul: care", 1, 2), slot("free", 3, 2), slot("haul: speed", 3, 3)],
        achieved: vec![Achieved {
            path: "climb.haul.speed".into(),
            planned: Operand::Value(2),
            achieved: Operand::Value(1),
            shape: Shape::Level(0),
        }],
    };
    let verdict = written(&[Told::Trace(&cut)], &state([None, None, Some(2), None]));
    insta::assert_snapshot!(text::text(&verdict), @r"
    The Keep, by dice
    loads: 3 points, and 2 to spend: 1 haul: care, 2 haul: care, (3 haul: speed)
      climb.haul.speed: none, planned minor
    ");
}

#[test]
fn a_value_that_nobody_has_classified_is_told_to_the_game_master_only() {
    let (mut program, sources) = (program(), SourceMap::default());
    // One register is secret, one is known to be for all, and nobody has looked at the others.
    let classified = [(Register(0), Visibility::Hidden), (Register(1), Visibility::All)];
    program.secrecy.registers = classified.into();
    let mut recorder = Recorder::new(&program, &sources, "random");
    let state = state([Some(1), Some(2), Some(3), Some(1)]);
    for register in 0..4 {
        let (path, value) = (format!("r{register}").into(), Register(register));
        let computed = Trace::Computed { path, value, decided: false, reads: [].into() };
        recorder.hear(&Told::Trace(&computed), Address(0), &state);
    }
    let verdict = recorder.finish(&state);
    let told: Vec<Visibility> = verdict.events.iter().map(|happened| happened.visibility).collect();
    assert_eq!(told, [Visibility::Hidden, Visibility::All, Visibility::Gm, Visibility::Gm]);
    let results: Vec<(&str, Visibility)> =
        verdict.results.iter().map(|shown| (shown.name.as_str(), shown.visibility)).collect();
    let expected =
        [("climb.total", Visibility::Hidden), ("climb.outcome", Visibility::All), ("climb.seen", Visibility::Gm)];
    assert_eq!(results, expected);
    assert_eq!(verdict.seen_by(Audience::Players).events.len(), 1);
}
