//! A die is no number, and what cannot be meant of dice is refused with the way out.

use assize::engine::{Engine, Shelf};

/// What is said of a procedure with these lines, and of a scene with these claims.
fn said(declared: &str, lines: &str, odds: &str) -> String {
    let system = format!(
        "system small \"Small\"\nmodifiers signed\nkind actor {{ best : die = d6, n : number = 0 }}\n{declared}\n\
         procedure throw by actor {{\nask trait : many die\n{lines}\n}}\n"
    );
    let mut shelf = Shelf::default();
    shelf.put("small", system);
    let scene = format!("use small\nactor ada\nthrow t by ada\nexpect odds {{\n{odds}\n}}\n");
    match Engine::with(shelf).compile("scene.asz", &scene) {
        Ok(encounter) => {
            let report = encounter.test();
            if report.all_passed() { String::new() } else { format!("{report:?}") }
        }
        Err(failure) => failure.to_string(),
    }
}

#[test]
fn a_bare_die_is_never_a_number() {
    for odds in
        ["P(d6 >= 3) = 1", "E(d6) = 6", "P(3 <= d6) = 1", "E(d6 + d6) = 12", "P(d6 is 6) = 1", "P(d6 >= d4) = 1"]
    {
        let told = said("", "", odds);
        assert!(
            told.contains("is a die, but a number is needed here") && told.contains("to roll it"),
            "{odds}: {told}"
        );
    }
    for lines in [
        "let x = d6 + 1",
        "let x = max(1, d6)",
        "let x = d6, let y = x + 1",
        "add d6 to actor.n",
        "set actor.n = actor.best",
        "sum total { die | d6 }",
        "let x = if actor.n > 1 then 2 else d6",
        "let x = -actor.best",
        "let x = sum(t in trait : t)",
    ] {
        let told = said("", lines, "");
        assert!(told.contains("a die") && told.contains("but a number is needed here"), "{lines}: {told}");
    }
}

#[test]
fn a_number_is_never_a_die() {
    for lines in ["let x = actor.best >= 6", "let x = count(t in trait : t is 8)", "set actor.best = 8"] {
        let told = said("", lines, "");
        assert!(told.contains("a number, but a die is needed here") && told.contains("for the die"), "{lines}: {told}");
    }
}

#[test]
fn a_bare_die_is_rolled_where_dice_are_wanted() {
    let rolled = "roll a : d6, roll b : d4 + d4 + 1, roll c : actor.best, roll e : if actor.n > 0 then d8 else d4";
    let odds = "P(t.a >= 3) = 2/3\nP(t.b is 9) = 1/16\nP(t.c >= 3) = 2/3\nE(t.e) = 5/2\nE(open) = 7/4\nP(t.x) = 1";
    let lines = format!("{rolled}, let x = actor.best >= d6 and actor.best.sides is 6");
    assert_eq!(said("dice open {\n1d2 | that\n1 | d2\n2 | that\n}", &lines, odds), "");
}

#[test]
fn only_plain_dice_are_kept_from_and_only_known_numbers_looked_through() {
    let told = said("dice deep(x) = highest 2 of (x)", "", "");
    assert!(told.contains("`highest` and `lowest` work only on a plain roll"), "{told}");
    let told = said("", "roll a : highest(trait)", "");
    assert!(told.contains("highest 1 of (…)") && told.contains("highest(x in … : x)"), "{told}");
    let doubles = "roll n : 1d3, roll a : (n)d6 + highest 2d6, let x = a.doubles";
    let told = said("", doubles, "");
    assert!(told.contains("known only at the table"), "{told}");
    let told = said("", "roll a : 2d6, let x = a.face(0)", "");
    assert!(told.contains("face(1)"), "{told}");
    let told = said("", "let x = actor.best towards d8", "");
    assert!(told.contains("a die steps `up` and `down`"), "{told}");
}
