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

/// An act whose dice or whose failure are stated, by somebody of this tier against somebody of that one.
fn act(skill: &str, against: u8, stated: &str) -> Vec<String> {
    let scene = format!(
        "use range\nactor ilse \"Ilse\" {{ skill sword {{ {skill} }} }}\nnpc rat \"a rat\" {{ tier {against} }}\n\
         act hit by ilse versus rat {{ skill ilse.sword, {stated} }}"
    );
    let encounter = Engine::default().compile("scene.asz", &scene).unwrap_or_else(|failure| panic!("{failure}"));
    encounter.remarks().iter().map(|found| found.message.clone()).collect()
}

#[test]
fn where_a_tier_decides_stated_dice_are_remarked_on() {
    let remark = ["no dice are rolled here, so this is not used when the scene begins as written"];
    assert_eq!(act("level 3, tier 2", 0, "dice shows 3, 4"), remark);
    assert_eq!(act("level 3, tier 1", 0, "dice shows 3, 4"), [""; 0]);
}

#[test]
fn an_answer_that_nobody_is_asked_for_is_remarked_on_unless_other_dice_lead_to_its_question() {
    let remark = ["`failing` makes no difference here"];
    assert_eq!(act("level 3, tier 2", 0, "failing burden"), remark);
    assert_eq!(act("level 3, tier 1", 0, "failing burden"), [""; 0]);
    assert_eq!(act("level 3, tier 1", 0, "dice shows 3, 4, failing dire straits"), [""; 0], "the dice are stated");
    assert_eq!(act("level 3, tier 2", 0, "failing ?"), [""; 0], "it is left to whoever is asked");
}
