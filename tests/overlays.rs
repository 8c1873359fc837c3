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
