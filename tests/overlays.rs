//! What overlays add to scales, ladders, tables, plans and periods, alone and several of them at once.

use assize::engine::{Answers, Encounter, Engine, Shelf};
use assize::verdict::Verdict;

const LAMPS: &str = "
system lamps \"Lamps in the Dark\"
modifiers signed
ladder glow, rolls 1d6, highest first {
  level  | rolls | judged | worth
  bright | 5..6  | 3..    | 2
  dim    | 2..4  | ..2    | 1
  out    | 1     | -      | 0
}
scale size { small | large }
scale fuel { level | burns, tallow | 1, oil | 2 }
table price(n) { n | coins, ..3 | 1, 4.. | 2 }
table mix(fuel, size) { fuel | small | large, tallow | 1 | 2, oil | 3 | 4 }
plan work { budget 4 \"hours\", item part { care : size = small }, group chain : nothing }
kind person { oil : 0..99 = 0 }
period night { after { for each p in person { add 1 to p.oil } } }
procedure light by person { ask parts : work, ask total : number = 0, resolve glow with total }
";

/// A scene by these house rules, in this order.
fn compiled(houses: &[&str], scene: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("lamps", LAMPS);
    let mut uses = String::from("use lamps\n");
    for (number, house) in houses.iter().enumerate() {
        shelf.put(format!("h{number}"), format!("house h{number} extends lamps\n{house}\n"));
        uses.push_str(&["use house h", &number.to_string(), "\n"].concat());
    }
    let told = Engine::with(shelf).compile("scene.asz", &format!("{uses}{scene}"));
    told.unwrap_or_else(|failure| panic!("{failure}"))
}

/// A procedure with lines that have no name.
const WALK: &str = "
system walk \"A walk\"
modifiers signed
scale pace { slow | fast }
kind person { breath, bruises : number = 5, needs breath >= 0 else \"out of breath\" }
period dusk { before { for each p in person { set p.bruises = 0 } } after { for each p in person { add 1 to p.breath } } }
procedure walk by person {
  ask pace : pace = slow
  ask far : number = 1
  step road \"On the road\" {
    needs far < 9 else \"nobody walks so far\"
    stop \"stays at home\" if far is 0
    stop \"falls\" if far is 7
    pay far from person.breath \"no breath left\"
    if pace is fast { pay 1 from person.breath \"no breath for haste\" }
    if pace is fast and far > 3 { add 2 to person.bruises, note \"stumbles\" }
  }
  step inn \"At the inn\" {
    set person.bruises = person.bruises - 1
    note \"rests\"
    let gain = far
    if far > 3 { decide mood { 2 | otherwise } } else { decide mood { 1 | otherwise } }
  }
}
";

/// A scene in which somebody walks so, by these house rules.
fn walked(houses: &[&str], how: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("walk", WALK);
    let mut uses = String::from("use walk\n");
    for (number, house) in houses.iter().enumerate() {
        shelf.put(format!("h{number}"), format!("house h{number} extends walk\n{house}\n"));
        uses.push_str(&["use house h", &number.to_string(), "\n"].concat());
    }
    let compiled = Engine::with(shelf).compile("scene.asz", &format!("{uses}{how}"));
    compiled.unwrap_or_else(|failure| panic!("{failure}"))
}

/// What is told of the walk.
fn told_of_a_walk(houses: &[&str], how: &str) -> String {
    let scene = walked(houses, &format!("person ada\nwalk out by ada {{ {how} }}"));
    let verdict = scene.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    assize::verdict::text::text(&verdict)
}

#[test]
fn lines_without_a_name_are_taken_away_and_replaced() {
    let left = |houses: &[&str], how: &str, (breath, bruises): (i64, i64)| {
        let claims = format!("ada.breath is {breath}, ada.bruises is {bruises}");
        let scene = format!("expect deliberate {{ person ada, walk out by ada {{ {how} }}, {claims} }}");
        let tested = walked(houses, &scene).test();
        assert!(tested.all_passed(), "{houses:?} {how}: {claims}");
    };
    left(&[], "far 4, pace fast", (0, 6));
    left(&["remove pay walk.road \"no breath left\""], "far 4, pace fast", (4, 6));
    left(&["remove pay walk \"pay far\""], "far 4, pace fast", (4, 6));
    left(&["remove if walk.road \"if pace is fast\""], "far 4, pace fast", (1, 6));
    left(&["remove if walk.road \"far > 3\""], "far 4, pace fast", (0, 4));
    left(&["remove add walk.person.bruises"], "far 4, pace fast", (0, 4));
    left(&["remove set walk.inn.person.bruises"], "far 4, pace fast", (0, 7));
    left(&["replace set walk.person.bruises { set person.bruises = 0 }"], "far 4, pace fast", (0, 0));
    left(&["remove stop walk \"stays at home\""], "far 0", (5, 4));
    left(&["remove needs walk", "remove needs person", "remove pay walk \"far\""], "far 9", (5, 4));
    assert!(told_of_a_walk(&["replace note walk.inn { note \"drinks\" }"], "").contains("drinks"));
    assert!(told_of_a_walk(&["add before note walk.inn { note \"enters\" }"], "").contains("enters"));
    assert!(
        told_of_a_walk(&["replace decide walk.mood \"2\" { decide mood { 9 | otherwise } }"], "far 4")
            .contains("mood: 9")
    );
}

#[test]
fn what_was_taken_away_is_not_there() {
    for (house, gone) in [
        ("remove note walk.inn", "rests"),
        ("remove step walk.inn", "At the inn"),
        ("remove stop walk \"falls\"", "falls"),
    ] {
        assert!(!told_of_a_walk(&[house], "far 1").contains(gone), "{house}");
    }
}

/// Whether every claim about the patched system holds.
fn holds(houses: &[&str], claims: &str) {
    let tested = compiled(houses, &format!("expect {{ {claims} }}")).test();
    assert!(tested.all_passed(), "{claims}");
}

fn judged(houses: &[&str], scene: &str) -> Verdict {
    compiled(houses, scene).adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"))
}

fn result(verdict: &Verdict, name: &str) -> String {
    let found = verdict.results.iter().find(|result| result.name == name);
    found.unwrap_or_else(|| panic!("there is no `{name}`")).value.to_string()
}

#[test]
fn new_levels_stand_where_they_are_put() {
    let (first, second) = ("extend scale size, after small { middling }", "extend scale size, after small { medium }");
    holds(&[first, second], "small.rank = 0, middling.rank = 1, medium.rank = 2, large.rank = 3");
    holds(&[second, first], "small.rank = 0, medium.rank = 1, middling.rank = 2, large.rank = 3");
    let (first, second) = ("extend scale size, before large { a }", "extend scale size, before large { b }");
    holds(&[first, second], "small.rank = 0, a.rank = 1, b.rank = 2, large.rank = 3");
    holds(&["extend scale size { huge | vast }"], "large.rank = 1, huge.rank = 2, vast.rank = 3");
    // Beside a level that another overlay adds, and not behind what was put beside that one's neighbour.
    let third = "extend scale size, after a { c }";
    holds(&["extend scale size, after small { a | b }", third], "a.rank = 1, c.rank = 2, b.rank = 3, large.rank = 4");
}

#[test]
fn rows_and_columns_of_two_overlays_meet_in_dashes() {
    let row = "extend scale fuel { level | burns, wax | 3 }";
    let column = "extend scale fuel { level | smell, tallow | 9 }";
    for houses in [[row, column], [column, row]] {
        holds(
            &houses,
            "wax.burns = 3, tallow.smell = 9, tallow.burns = 1, wax.smell is unreached, oil.smell is unreached",
        );
    }
    // The columns may stand in another order.
    let both = "extend scale fuel { level | smell | burns, wax | 7 | 3 }";
    holds(&[both], "wax.burns = 3, wax.smell = 7");
}

#[test]
fn a_new_row_of_a_table_counts_before_the_others() {
    let more = "extend table price { n | coins, 3..5 | 7 }";
    holds(&[more], "price(2) = 1, price(3) = 7, price(5) = 7, price(6) = 2");
    let other = "extend table price { n | coins, 9 | 8 }";
    holds(&[more, other], "price(4) = 7, price(9) = 8");
    holds(&["extend table price { n | coins, 4.. | 5 }"], "price(3) = 1, price(4) = 5");
}

#[test]
fn a_table_by_two_keys_grows_both_ways() {
    let levels = "extend scale fuel { level | burns, wax | 3 }\nextend scale size { huge }";
    let rows = "extend table mix { fuel | small | large, wax | 5 | 6 }\nextend table mix { fuel | huge, oil | 9 }";
    holds(&[levels, rows], "mix(wax, large) = 6, mix(oil, huge) = 9, mix(oil, small) = 3");
}

#[test]
fn a_new_level_of_a_ladder_takes_its_numbers_from_the_others() {
    let more = "extend ladder glow, before bright { level | rolls | judged | worth, blazing | 6 | 5.. | 3 }";
    holds(&[more], "glow.judged(5) is blazing, glow.judged(4) is bright, glow.judged(2) is dim");
    holds(&[more], "glow.rolled(6) is blazing, glow.rolled(5) is bright, blazing > bright");
    let low = "extend ladder glow, after out { level | rolls | judged | worth, burst | 1 | ..-5 | 0 }";
    holds(&[more, low], "glow.rolled(1) is burst, glow.judged(-5) is burst, glow.judged(-4) is dim, burst < out");
    let verdict = judged(&[more, low], "person ada\nlight lamp by ada { total 6 }");
    assert_eq!(result(&verdict, "lamp.glow"), "blazing");
}

#[test]
fn plans_and_periods_take_more() {
    let plan = "extend plan work { item part { style : size = small }, group heap : nothing, most 2 }";
    let scene = "person ada\nlight lamp by ada { heap { part wick { style large }, part glass { care large } } }";
    let verdict = judged(&[plan], scene);
    assert_eq!(result(&verdict, "lamp.glow"), "dim");
    let (first, second) = (
        "extend period night { before { note \"dusk\" }, after { for each p in person { set p.oil = p.oil * 3 } } }",
        "extend period night { after { for each p in person { add 5 to p.oil } } }",
    );
    let night = "person ada\nnight { }";
    assert_eq!(result(&judged(&[first, second], night), "ada.oil"), "8");
    assert_eq!(result(&judged(&[second, first], night), "ada.oil"), "18");
}

#[test]
fn one_field_is_replaced_and_those_beside_it_stay() {
    let left = |houses: &[&str], (breath, bruises): (i64, i64)| {
        let claims = format!("ada.breath is {breath}, ada.bruises is {bruises}");
        let scene = format!("expect deliberate {{ person ada, walk out by ada {{ far 4 }}, {claims} }}");
        assert!(walked(houses, &scene).test().all_passed(), "{houses:?}: {claims}");
    };
    let (breath, bruises) = (
        "replace field person.breath { breath : 0..9 = 8 \"in lungs\" }",
        "replace field person.bruises { bruises : number = 2 }",
    );
    // Both stand in one line of the system.
    left(&[], (1, 4));
    left(&[breath], (4, 4));
    left(&[bruises], (1, 1));
    // Other house rules may change what is beside it, in any order.
    let more = "extend kind person { hat : yes/no = no, needs not hat else \"bareheaded\" }";
    for houses in [[breath, bruises, more], [more, bruises, breath]] {
        left(&houses, (4, 1));
    }
    left(&["replace field person.breath { breath : number = -1 }", "remove needs person"], (-5, 4));
}

#[test]
fn a_qualifier_of_a_plan_is_replaced_as_a_field_is() {
    let costs = |houses: &[&str], cost: i64| {
        let run = "light lamp by ada { part wick { }, part glass { } }";
        let scene = format!("expect deliberate {{ person ada, {run}, lamp.parts.cost is {cost} }}");
        assert!(compiled(houses, &scene).test().all_passed(), "{houses:?}: {cost}");
    };
    costs(&[], 0);
    costs(&["replace field work.care { care : size = large }"], 2);
}

/// Lines that look `worth` up, and whether a level without a row is
/// missed in them.
const LOOKUPS: [(&str, bool); 18] = [
    ("let paid = worth(grade)", true),
    ("let paid = worth(grade) + 1", true),
    ("let paid = counted(grade)", true),
    ("sum paid { own | worth(grade) }", true),
    ("if worth(grade) > 2 { let paid = 1 } else { let paid = 0 }", true),
    ("let own = worth(grade)\n  let paid = own + 1", true),
    ("let paid = if grade is plain then 0 else counted(grade)", true),
    ("decide kept : grade { plain | grade is fine, grade | otherwise }\n  let paid = worth(kept)", true),
    ("let paid = worth(grade) otherwise 0", false),
    ("let paid = counted(grade) otherwise 0", false),
    ("let paid = if grade is bold then 7 else worth(grade)", false),
    ("let paid = if grade is bold then 0 else counted(grade)", false),
    ("let paid = careful(grade)", false),
    ("needs grade is not bold else \"not so\"\n  let paid = worth(grade)", false),
    ("stop \"not so\" if grade >= bold\n  let paid = worth(grade)", false),
    ("if grade < bold { let paid = worth(grade) } else { let paid = 0 }", false),
    ("let own = worth(grade)\n  let paid = if own is unreached then 0 else own", false),
    ("decide kept : grade { plain | grade is fine, fine | otherwise }\n  let paid = worth(kept)", false),
];

/// Where it is said that a table has no row for a level, with these lines and this house rule.
fn missed(lines: &str, house: &str) -> Vec<String> {
    let system = format!(
        "system lots\nscale grade {{ plain | fine | bold }}\ntable worth(grade) {{ grade | coins, plain | 1, fine | 3, bold | 5 }}\n\
         rule counted(g : grade) = worth(g) + 1\nrule careful(g : grade) = if g is bold then 0 else worth(g)\n\
         kind drawer {{ }}\nprocedure draw by drawer {{\n  ask grade : grade\n  {lines}\n  note \"{{paid}}\"\n}}\n"
    );
    // Without a house rule it is the system that leaves a level out.
    let system = if house.is_empty() { system.replace(", bold | 5", "") } else { system };
    let mut shelf = Shelf::default();
    shelf.put("lots", system);
    shelf.put("more", format!("house more extends lots\n{house}\n"));
    let uses = if house.is_empty() { "use lots" } else { "use lots\nuse house more" };
    let scene = format!("{uses}\ndrawer ada\ndraw lot by ada {{ grade plain }}");
    let encounter =
        Engine::with(shelf).compile("scene.asz", &scene).unwrap_or_else(|failure| panic!("{lines}: {failure}"));
    let told = encounter.warnings().iter().filter(|found| found.code == assize::diagnostic::codes::GAP);
    told.map(|found| encounter.sources().slice(found.labels[0].span).to_owned()).collect()
}

#[test]
fn a_level_without_a_row_is_told_where_a_line_may_look_it_up() {
    for (lines, is_missed) in LOOKUPS {
        let expected: &[&str] = if is_missed { &["worth"] } else { &[] };
        assert_eq!(missed(lines, ""), expected, "{lines}");
    }
}

#[test]
fn a_level_that_a_house_rule_adds_is_told_at_that_level_until_it_has_its_row() {
    let house = "extend scale grade { huge }";
    for (lines, _) in &LOOKUPS[..7] {
        assert_eq!(missed(lines, house), ["huge"], "{lines}");
        let with_row = format!("{house}\nextend table worth {{ grade | coins, huge | 9 }}");
        assert_eq!(missed(lines, &with_row), [""; 0], "{lines}");
        let with_dash = format!("{house}\nextend table worth {{ grade | coins, huge | - }}");
        assert_eq!(missed(lines, &with_dash), [""; 0], "{lines}");
    }
}

/// What is remarked on levels that a house rule adds to this ladder.
fn remarks_on_levels(house: &str) -> Vec<String> {
    let system = "system bells\nkind person { rung by tone : 0..9 = 1 }\n\
        ladder tone, rolls 1d6, highest first { level | rolls | judged, high | 5..6 | 1.., mid | 3..4 | 0, low | 1..2 | ..-1 }\n\
        rule echo(t : tone) = if t is high then 2 else 0\n\
        procedure ring by person {\n  resolve tone with 0\n  let far = echo(tone)\n  note \"Ears ache.\" if tone is high\n\
          sum gain { heard | if tone is low then 0 else 1, far | far }\n}";
    let mut shelf = Shelf::default();
    shelf.put("bells", system);
    shelf.put("shrill", format!("house shrill extends bells\n{house}"));
    let scene = "use bells\nuse house shrill\nperson ada\nring noon by ada";
    let encounter = Engine::with(shelf).compile("day.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let told = encounter
        .warnings()
        .iter()
        .map(|found| format!("{} {}", found.message, found.help.as_deref().unwrap_or_default()));
    told.collect()
}

#[test]
fn lines_that_do_not_count_a_new_level_are_told_until_somebody_has_dealt_with_them() {
    let above = "extend ladder tone, before high { level | rolls | judged, shrill | 6 | 2.. }\n";
    let found = remarks_on_levels(above);
    let [only] = found.as_slice() else { panic!("one remark, and not {found:?}") };
    assert!(only.starts_with("2 lines ask `is high`, and do not count `shrill`"), "{only}");
    assert!(only.contains("`replace rule echo` or `replace note ring`"), "{only}");
    assert!(only.contains("`person.rung`") && !only.contains("sum ring.gain"), "{only}");
    let below = "extend ladder tone, after low { level | rolls | judged, dull | 1 | ..-2 }\n";
    let found = remarks_on_levels(below);
    let [only] = found.as_slice() else { panic!("one remark, and not {found:?}") };
    assert!(
        only.starts_with("1 line asks `is low`, and does not count `dull`") && only.contains("`replace sum ring.gain`"),
        "{only}"
    );
    let between = "extend ladder tone, before mid { level | rolls | judged, fair | 4 | - }\n";
    let found = remarks_on_levels(between);
    assert!(found.iter().any(|found| found.starts_with("2 lines ask `is high`, and do not count `fair`")), "{found:?}");
    for dealt in [
        "replace note ring { note \"Ears ache.\" if tone >= high }",
        "remove note ring",
        "replace rule echo(t : tone) = if t >= high then 2 else 0",
        "add after note ring { note \"Glass breaks.\" if tone is shrill }",
        "expect { tone.judged(2) is shrill, tone.judged(2) is not high }",
    ] {
        assert_eq!(remarks_on_levels(&format!("{above}{dealt}")), Vec::<String>::new(), "{dealt}");
    }
    for other in [
        "extend sum ring.gain { luck | 1 }",
        "expect { tone.judged(2) is shrill }",
        "add after resolve ring.tone { note \"A bell.\" }",
    ] {
        assert_eq!(remarks_on_levels(&format!("{above}{other}")).len(), 1, "{other}");
    }
    assert_eq!(
        remarks_on_levels(&format!("{below}extend sum ring.gain {{ luck | if tone is dull then -1 else 0 }}")),
        Vec::<String>::new()
    );
}
