//! What a signal hands to the host, where it is computed from what is kept.

use assize::engine::{Answers, Engine, Parameter, Shelf};
use assize::verdict::{Audience, html, json, markdown, text};

#[test]
fn players_see_no_signal_that_hands_over_a_secret() {
    let mut texts = Shelf::default();
    texts.put("bells", "system bells \"Bells\"\nkind person { wounds : number = 0 }\n");
    let bell = [("strokes", Parameter::Number)];
    let engine = Engine::with(texts).signalled("bell", &bell, |_| Ok(())).expect("it is a name");
    let lines = "use bells\nperson ada\nsecret set ada.wounds = 7654321\nsignal bell(ada.wounds)\nsignal bell(17)\n";
    let encounter = engine.compile("scene.asz", lines).unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    for (audience, tells) in [(Audience::Players, false), (Audience::Gm, true)] {
        let seen = verdict.seen_by(audience);
        for told in [text::text(&seen), markdown::markdown(&seen), html::html(&seen), json::json(&seen)] {
            assert_eq!(told.contains("7654321"), tells, "{audience:?}: {told}");
            assert!(told.contains("17"), "{audience:?}: {told}");
        }
    }
}
