//! What was rolled stands when a script has changed: dice are found again by their addresses.

use assize::engine::{
    Answer, Answers, Ask, Before, DiceFrom, Encounter, Engine, How, Mode, Response, Seed, Seeds, Shelf, Whose,
};
use assize::journal::{Exchange, Reply};
use assize::shared_text::SharedText;
use assize::verdict::{Event, Verdict, json, text};

/// People who cut as many reeds as they have, a deck, and rounds.
const SYSTEM: &str = "system reeds \"Reeds\"
modifiers signed
kind person { reeds : 0..20 = 2 }
deck fate, 40 cards c { worth = c }
procedure cut by person {
  ask more : number = 0
  roll pool : (person.reeds + more)d6
}
procedure foresee by person {
  draw omen : fate
  let worth = omen.worth
}
";

fn compile(lines: &str) -> Encounter {
    compile_by(SYSTEM, lines)
}

fn compile_by(system: &str, lines: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("reeds", system);
    let text = format!("use reeds\nperson ada\nperson bo\n{lines}");
    Engine::with(shelf).compile("cutting.asz", &text).unwrap_or_else(|failure| panic!("{lines}: {failure}"))
}

/// What happens from these seeds, and what is asked on the way.
fn play(lines: &str, seeds: u64) -> (Verdict, Vec<Exchange>) {
    let mut recorded = Vec::new();
    let verdict = compile(lines).replay(Answers::random(seeds), Before::default(), &mut |asked| {
        recorded.push(asked.clone());
        Ok(())
    });
    (verdict.expect("it runs").expect("nobody is asked"), recorded)
}

/// The same answers to other lines; what is new comes from other seeds.
fn replay(lines: &str, recorded: &[Exchange]) -> Verdict {
    compile(lines).replay_changed(Answers::random(NEW), recorded).unwrap_or_else(|failure| panic!("{failure}"))
}

const NEW: u64 = 99;

/// Every roll and draw: its path, what came up, and how.
fn rolls(verdict: &Verdict) -> Vec<(SharedText, Vec<i64>, How)> {
    let roll = |event: &Event| match event {
        Event::Rolled { path, dice, how, .. } => Some((path.clone(), dice.iter().map(|die| die.face).collect(), *how)),
        Event::Drawn { path, card, how, .. } => Some((path.clone(), vec![*card], *how)),
        _ => None,
    };
    verdict.events.iter().filter_map(|happened| roll(&happened.event)).collect()
}

/// What was rolled for a path, each time.
fn of(verdict: &Verdict, path: &str) -> Vec<Vec<i64>> {
    rolls(verdict).into_iter().filter(|(rolled, ..)| rolled == path).map(|(_, faces, _)| faces).collect()
}

#[test]
fn a_modifier_that_changes_after_the_roll_keeps_the_dice() {
    let (before, recorded) = play("cut reed by ada", 7);
    let longer = replay("cut reed by ada { more 2 }", &recorded);
    let (was, now) = (of(&before, "reed.pool"), of(&longer, "reed.pool"));
    assert_eq!((was[0].len(), now[0].len()), (2, 4));
    assert_eq!(now[0][..2], was[0], "the dice that fell stand");
    let fresh = play("cut reed by ada { more 2 }", NEW).0;
    assert_eq!(now[0][2..], of(&fresh, "reed.pool")[0][2..], "new ones come from the new seeds");
    let shorter = replay("cut reed by ada { more -1 }", &recorded);
    assert_eq!(rolls(&shorter), [("reed.pool".into(), vec![was[0][0]], How::Random)]);
}

#[test]
fn what_is_rolled_anew_is_marked_wherever_it_is_told() {
    let (_, recorded) = play("cut reed by ada", 7);
    let longer = replay("cut reed by ada { more 1 }\ncut other by bo", &recorded);
    assert!(rolls(&longer).iter().all(|(.., how)| *how == How::Redrawn));
    assert_eq!(text::text(&longer).matches("(by dice, newly rolled)").count(), 2, "{}", text::text(&longer));
    assert_eq!(json::json(&longer).matches("\"how\": \"redrawn\"").count(), 2);
    assert_eq!(longer.seed, Some(Seed::from(NEW)), "the seed of what is new");
    let same = replay("cut reed by ada", &recorded);
    assert!(!text::text(&same).contains("newly rolled"));
}

#[test]
fn a_roll_before_others_changes_no_other_die() {
    let lines = "cut reed by ada\ncut other by bo\nforesee night by ada";
    let (before, recorded) = play(lines, 7);
    let more = format!("cut first by ada\nforesee day by bo\n{lines}");
    let after = replay(&more, &recorded);
    assert_eq!(rolls(&after)[2..], rolls(&before)[..], "however they were answered");
    // Nothing need be recorded for it, as long as the seeds stay the same.
    assert_eq!(rolls(&play(&more, 7).0)[2..], rolls(&before)[..]);
}

#[test]
fn more_dice_for_one_person_change_nothing_for_another() {
    let lines = |ada: u8| format!("repeat up to 3 {{\n  cut reed by ada {{ more {ada} }}\n  cut other by bo\n}}");
    let (before, recorded) = play(&lines(0), 7);
    for after in [replay(&lines(5), &recorded), play(&lines(5), 7).0] {
        assert_eq!(of(&after, "other.pool"), of(&before, "other.pool"));
        for (now, was) in of(&after, "reed.pool").iter().zip(of(&before, "reed.pool")) {
            assert_eq!((now.len(), &now[..2]), (7, was.as_slice()));
        }
    }
}

#[test]
fn the_third_round_keeps_the_dice_of_the_third_round() {
    let lines = |first: u8| {
        format!(
            "repeat up to 3 {{\n  if ada.reeds < {first} {{ cut early by ada }}\n  add 1 to ada.reeds\n  cut reed by bo\n}}"
        )
    };
    let (before, recorded) = play(&lines(0), 7);
    assert_eq!(of(&before, "early.pool").len(), 0);
    for after in [replay(&lines(4), &recorded), play(&lines(4), 7).0] {
        assert_eq!(of(&after, "early.pool").len(), 2, "in the first two rounds something is rolled now");
        assert_eq!(of(&after, "reed.pool"), of(&before, "reed.pool"));
    }
    let rounds = of(&before, "reed.pool");
    assert!(rounds[0] != rounds[1] || rounds[1] != rounds[2], "each round has dice of its own");
}

#[test]
fn another_persons_dice_are_not_taken() {
    let (_, recorded) = play("cut reed by ada", 7);
    let other = rolls(&replay("cut reed by bo", &recorded));
    assert_eq!(other[0].2, How::Redrawn);
    assert_eq!(other[0].1, of(&play("cut reed by bo", NEW).0, "reed.pool")[0]);
}

#[test]
fn dice_with_other_sides_are_rolled_anew() {
    let (before, recorded) = play("cut reed by ada", 7);
    let changed = compile_by(&SYSTEM.replace(")d6", " - 1)d6 + 1d8"), "cut reed by ada");
    let after = changed.replay_changed(Answers::random(NEW), &recorded).expect("it runs");
    let (was, now) = (of(&before, "reed.pool"), rolls(&after));
    assert_eq!((now[0].1[0], now[0].2), (was[0][0], How::Redrawn));
}

#[test]
fn a_card_that_cannot_come_up_any_more_is_drawn_anew() {
    let (before, recorded) = play("foresee night by ada", 7);
    assert_eq!(rolls(&replay("foresee night by ada", &recorded)), rolls(&before));
    let twice = "foresee day by bo\nforesee night by ada";
    let omen = rolls(&before)[0].1[0];
    // A card that came up on the day is no longer there for the night.
    let mut taken = recorded.clone();
    taken.push(Exchange { path: "day.omen".into(), by: "bo".into(), ..recorded[0].clone() });
    let after = rolls(&replay(twice, &taken));
    assert_eq!((after[0].1[0], after[0].2), (omen, How::Random));
    assert_ne!(after[1].1[0], omen);
    assert_eq!(after[1].2, How::Redrawn);
}

#[test]
fn choices_stand_as_well() {
    let choice = "choose way \"which way?\" by ada {\n  left default { note \"left\" }\n  right { note \"right\" }\n}";
    let encounter = compile(choice);
    let mut recorded = Vec::new();
    let mut right = |_: &Ask<'_>| Response::Answer(Answer::Choice(1, How::Person));
    let answers = Answers { person: Some(&mut right), ..Answers::random(7) };
    let told = &mut |asked: &Exchange| {
        recorded.push(asked.clone());
        Ok(())
    };
    encounter.replay(answers, Before::default(), told).expect("it runs");
    let after = replay(&format!("cut reed by ada\n{choice}"), &recorded);
    assert!(text::text(&after).contains("right") && !text::text(&after).contains("by default"));
    assert!(text::text(&replay(choice, &[])).contains("by default"));
}

#[test]
fn dice_rolled_by_hand_stand_and_new_ones_are_asked_for() {
    let encounter = compile("cut reed by ada");
    let mut recorded = Vec::new();
    let mut fives = |_: &Ask<'_>| Response::Answer(Answer::Faces(vec![5, 5], How::Given));
    let by_hand = || DiceFrom::ByHand { whose: Whose::Everybody, otherwise: Seeds::from(7).into() };
    let answers = Answers { person: Some(&mut fives), ..Answers::new(Mode::Random, by_hand()) };
    let told = &mut |asked: &Exchange| {
        recorded.push(asked.clone());
        Ok(())
    };
    encounter.replay(answers, Before::default(), told).expect("it runs");
    let (mut asked, more) = (0, compile("cut reed by ada { more 1 }\ncut other by bo"));
    let mut twos = |ask: &Ask<'_>| {
        asked += 1;
        let Ask::Roll { sides, .. } = ask else { panic!("{ask:?}") };
        Response::Answer(Answer::Faces(vec![2; sides.len()], How::Given))
    };
    let answers = Answers { person: Some(&mut twos), ..Answers::new(Mode::Random, by_hand()) };
    let after = rolls(&more.replay_changed(answers, &recorded).expect("it runs"));
    assert_eq!((after[0].1.as_slice(), after[1].1.as_slice(), asked), (&[5, 5, 2][..], &[2, 2][..], 2));
    assert!(after.iter().all(|(.., how)| *how == How::Given));
}

#[test]
fn records_hold_the_addresses() {
    let (_, recorded) = play("repeat up to 2 { cut reed by ada }\ncut other by bo", 7);
    let addresses: Vec<(&str, &str, u64)> =
        recorded.iter().map(|asked| (asked.path.as_str(), asked.by.as_str(), asked.time)).collect();
    assert_eq!(addresses, [("reed.pool", "ada", 0), ("reed.pool", "ada", 1), ("other.pool", "bo", 0)]);
    assert!(recorded.iter().all(|asked| matches!(&asked.reply, Reply::Faces { sides, .. } if *sides == [6, 6])));
}
