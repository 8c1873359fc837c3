use crate::table::{enter_all, value};

#[test]
fn a_system_can_be_typed_in_line_by_line() {
    let mut session =
        assize::session::Session::begin(assize::engine::Engine::default(), 7, None).expect("nothing is kept");
    let lines = ["system stones \"Stones\"", "kind person { stones : 0..9 = 3 }", "person ada", "set ada.stones = 5"];
    enter_all(&mut session, &lines);
    assert_eq!(value(&mut session, "ada.stones + 1"), "6");
    session.undo().expect("it is struck");
    assert_eq!(value(&mut session, "ada.stones"), "3");
}

#[test]
fn a_later_line_reads_the_very_card_that_came_up() {
    let pile = [
        "system pile \"Pile\"\nmodifiers signed\ndeck pile, 10 cards c { worth = c, odd = c mod 2 }\nkind person {}\n\
         procedure take by person {\n  draw card : pile\n  let parity = card.odd\n}",
        "person ada",
        "take a by ada",
    ];
    let worths = (0..30).map(|seed| {
        let mut session =
            assize::session::Session::begin(assize::engine::Engine::default(), seed, None).expect("nothing is kept");
        enter_all(&mut session, &pile);
        let worth: i64 = value(&mut session, "a.card.worth").parse().expect("it is a number");
        assert_eq!(value(&mut session, "a.parity"), (worth % 2).to_string(), "{seed}");
        worth
    });
    assert!(worths.collect::<std::collections::BTreeSet<i64>>().len() > 5, "many cards come up");
}
