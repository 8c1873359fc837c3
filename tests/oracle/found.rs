//! What the oracle has found, each as small as it became.

use assize::engine::{Answers, Engine, OddsRequest, Shelf};

fn odds(system: &str, scene: &str, question: &str) -> String {
    let mut shelf = Shelf::default();
    shelf.put("sys", system);
    let encounter = Engine::with(shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let answers = encounter.odds(&OddsRequest::of([question])).unwrap_or_else(|failure| panic!("{failure}"));
    answers[0].value.as_ref().expect("it has a value").to_string()
}

/// A roll was asked nothing, so that nothing of it was kept, and it passed for one that was not reached.
#[test]
fn a_roll_of_which_nothing_else_is_asked_is_reached() {
    let system = "system sys\nprocedure p { roll r : lowest 2 of 2d3 }";
    assert_eq!(odds(system, "use sys\nrepeat up to 2 { p x }", "P(x.r is unreached)"), "0");
    assert_eq!(odds(system, "use sys\nroll q : 2d3\nflag f = no\nif q is unreached { set f = yes }", "P(f)"), "0");
}

/// A die that another one led to was compared with one that an earlier round had led to.
#[test]
fn doubles_of_open_dice_are_those_of_one_round() {
    let system = "system sys\ndice open {\n1d4 | that\n1 | that - 1d2\n2..3 | that\n4 | that + 1d2\n}\nprocedure p { roll r : open }";
    for asked in ["P(x.first.r.doubles)", "P(x(2).r.doubles)", "P(x.r.doubles)"] {
        assert_eq!(odds(system, "use sys\nrepeat up to 3 { p x }", asked), "1/8", "{asked}");
    }
}

/// What a condition chose was asked a question, and neither of the rolls knew of it; of cards and rows nothing but a number was left.
#[test]
fn what_a_condition_chooses_answers_as_it_would_alone() {
    let of = |value: &str, asked: &str| {
        let system = format!(
            "system sys\nmodifiers signed\nkind hero {{ a : number = 0 }}\ndeck cards, 4 cards c, judged 0 {{ w = c + 1 }}\n\
             table two(k) {{\nk | u | w\n..0 | 1 | 2\n1.. | 3 | 4\n}}\n\
             procedure p by who : hero {{ roll r : 1d4, roll s : 1d4, draw c : cards, draw d : cards, {value} }}"
        );
        odds(&system, "use sys\nhero ada\np x by ada\nadd 1 to ada.a", asked)
    };
    let chosen = |one: &str, other: &str| format!("(if who.a <= 2 then {one} else {other})");
    for roll in [chosen("r", "s"), chosen("r", "r"), format!("(if s >= 3 then r else {})", chosen("r", "s"))] {
        assert_eq!(of(&format!("let v = if {roll} >= 4 then 1 else 0"), "P(x.v is 1)"), "1/4", "{roll}");
        assert_eq!(of(&format!("let v = max({roll}, 2)"), "P(x.v is 2)"), "1/2", "{roll}");
        assert_eq!(of(&format!("let v = {roll}.highest"), "P(x.v is 3)"), "1/4", "{roll}");
        assert_eq!(of(&format!("let v = {roll} is unreached"), "P(x.v)"), "0", "{roll}");
    }
    assert_eq!(of(&format!("let v = {}.w", chosen("c", "d")), "P(x.v is 4)"), "1/4");
    assert_eq!(of(&format!("let one = {}, let v = one.w", chosen("c", "d")), "P(x.v is 4)"), "1/4");
    assert_eq!(of(&format!("let v = {}.w", chosen("two(1)", "two(0)")), "P(x.v is 4)"), "1");
    assert_eq!(of(&format!("let v = {} is unreached", chosen("two(1)", "two(0)")), "P(x.v)"), "0");
}

/// What is rolled for each item of a plan was read as if it had not been.
#[test]
fn what_is_rolled_for_an_item_of_a_plan_can_be_read() {
    let system = "system sys\nmodifiers signed\nkind hero { a : number = 0 }\nplan works {\nbudget 40 \"points\"\nmost 3\nitem task { care : number = 0 }\nslots care, as written\n}\n\
         procedure p by who : hero { ask tasks : works, roll g : 1d3,\n\
         for each t in tasks { roll t.r : 1d6, let t.k = t.r + 1, let t.h = t.r.highest },\n\
         let one = (if g >= 2 then tasks.first else tasks.last).care,\n\
         let other = (if g >= 2 then tasks.first else tasks.last) is unreached }";
    let scene = "use sys\nhero ada\np x by ada { task t1 { care 1 }, task t2 { care 2 } }";
    for (asked, chance) in [
        ("P(x.t1.r is 2)", "1/6"),
        ("P(x.t1.r.any(2))", "1/6"),
        ("P(x.t2.k is 7)", "1/6"),
        ("P(x.t1.h is 1)", "1/6"),
        ("P(x.one is 1)", "2/3"),
        ("P(x.other)", "0"),
    ] {
        assert_eq!(odds(system, scene, asked), chance, "{asked}");
    }
}

/// A card that was drawn for each item of a plan was no card at all, without a word.
#[test]
fn a_card_is_drawn_for_each_item_of_a_plan() {
    let system = "system sys\nmodifiers signed\nkind hero { a : number = 0 }\ndeck cards, 10 cards c { w = c }\nplan works {\nbudget 40 \"points\"\nmost 3\nitem task { care : number = 0 }\nslots care, as written\n}\n\
         procedure p by who : hero { ask tasks : works,\n\
         for each t in tasks { draw t.c : cards, let t.v = t.c.w + t.care },\n\
         let all = sum(t in tasks : t.c.w) }";
    let scene = "use sys\nhero ada\np x by ada { task t1 { care 1 }, task t2 { care 2 } }";
    for (asked, chance) in [
        ("P(x.t1.c.w is 2)", "1/10"),
        ("P(x.t1.c.w is x.t2.c.w)", "0"),
        ("P(x.t2.v is 2)", "1/10"),
        ("P(x.all is 3)", "2/45"),
        ("P(sum(t in x.tasks : t.v) is 6)", "2/45"),
    ] {
        assert_eq!(odds(system, scene, asked), chance, "{asked}");
    }
}

/// Dice that fall in one roll have one mean: 7, where 3 and 5 were counted.
#[test]
fn judgement_sees_the_mean_of_all_dice_of_a_roll() {
    let system = "system sys\nprocedure p { roll r : 1d4 + 3d2, roll s : 1d4 + 3d2 - 1d2, let a = r, let b = s }";
    let mut shelf = Shelf::default();
    shelf.put("sys", system);
    let encounter =
        Engine::with(shelf).compile("scene.asz", "use sys\np x").unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    for (path, number) in [("x.a", 7), ("x.b", 5)] {
        let told = verdict.get(path).unwrap_or_else(|| panic!("{path} is told"));
        assert_eq!(told.number, Some(number), "{path}");
    }
}

/// A draw from an empty deck passed for a refusal, here: the page says that there are no odds.
#[test]
fn where_no_card_is_left_in_some_runs_there_are_no_odds() {
    let mut shelf = Shelf::default();
    shelf.put("sys", "system sys\ndeck cards, 1 cards c, judged 0 { w = c }\nprocedure p { draw c : cards }");
    let scene = "use sys\np x\nroll r : 1d6\nif r < 5 { p y }";
    let encounter = Engine::with(shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    for asked in ["P(r is 6)", "P(y.c.w is 0)"] {
        let failure = encounter.odds(&OddsRequest::of([asked])).expect_err("no card is left");
        assert_eq!(failure.diagnostics.iter().next().map(|found| found.code.0), Some("AZ710"), "{asked}");
    }
}

/// What a field held when it was put into a blank, or chose a row, was read anew once the run had changed it.
#[test]
fn a_name_holds_what_a_field_was_when_it_was_given() {
    let of = |lines: &str, blank: &str, handed: &str, asked: &str| {
        let system = format!(
            "system sys\nmodifiers signed\nkind hero {{ a : number = 3 }}\none board {{ marks : number = 3 }}\n\
             table two(k) {{\nk | u | w\n..3 | 0 | 1\n4.. | 0 | 2\n}}\n\
             procedure change by who : hero {{ roll r : 1d2, add r - 2 to who.a, add r - 2 to board.marks }}\n\
             procedure lend by who : hero {{ {lines} }}\n\
             procedure toil by who : hero {{ set who.a = 3, set board.marks = 3, run u : lend by who{handed}\nlet z = {blank} }}"
        );
        odds(&system, "use sys\nhero ada\nchange x by ada\ntoil y by ada", asked)
    };
    let asks = "ask b : number, add 2 to who.a, let v = b";
    assert_eq!(of(asks, "u.b", " with b = who.a", "E(y.u.v)"), "3");
    assert_eq!(of(asks, "u.b", " with b = who.a", "E(y.z)"), "3");
    assert_eq!(of("ask b : number = board.marks, add 2 to board.marks, let v = b", "u.b", "", "E(y.u.v)"), "3");
    assert_eq!(of("add 2 to who.a, ask b : number, let v = b", "u.b", " with b = who.a", "E(y.u.v)"), "3");
    assert_eq!(of("let b = two(who.a), add 2 to who.a, let v = b.w", "u.v", "", "E(y.u.v)"), "1");
}
