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
