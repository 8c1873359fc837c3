//! Dice that a scene states for both sides, of which only one side's fall.

use assize::engine::Engine;

/// A fight in which one side's dice are stated, and those of the other.
fn remarks(strike: &str, defence: &str) -> Vec<String> {
    let scene = format!(
        "use fatigue\nactor a {{ physical 2, mental 1 }}\nactor b\nattack shot by a versus b {{\n  weapon heavy pistol\n  \
         strike {{ cost wind 2, skill +1, {strike} }}\n  defence {{ cost wind 5, {defence} }}\n}}"
    );
    let encounter = Engine::default().compile("scene.asz", &scene).unwrap_or_else(|failure| panic!("{failure}"));
    encounter.warnings().iter().map(|found| found.message.clone()).collect()
}

#[test]
fn whoever_states_the_dice_of_both_sides_need_not_know_which_of_them_fall() {
    assert_eq!(remarks("dice shows 2", "dice shows 3"), [""; 0], "the defence rolls nothing behind a fumble");
    assert_eq!(remarks("dice shows 12", "dice shows 3"), [""; 0]);
}
