//! What a program knows before it runs is kept as well as what comes about at the table: of a kept line that changes nothing nobody
//! learns that it changed nothing.

use assize::engine::{Answers, Engine, Shelf};
use assize::verdict::{Audience, json, text};

use Audience::{Gm, Players};

const SYSTEM: &str = "system mill
modifiers signed
kind person { nerve : number = 0, luck : number = 3 }
procedure drain by person versus target : person {
  ask n : number = 1
  if n > 5 { add 1 to person.luck }
  add n to target.luck
}
procedure guess by person {
  ask n : number = 1
  let twice = n * 2
}
";

/// Lines that differ in a secret where `§` stands, two values of it, and who must not know.
const LINES: [(&str, [&str; 2], Audience); 13] = [
    ("secret add § to ada.luck\nadd 1 to ada.luck", ["0", "1"], Players),
    ("secret pay § from ada.luck\nadd 1 to ada.luck", ["0", "1"], Players),
    ("secret drain x by ada versus bob { n § }\nadd 1 to bob.luck", ["0", "1"], Players),
    ("secret drain x by ada versus bob { n § }\nadd 1 to ada.luck", ["4", "6"], Players),
    (
        "secret guess g by ada { n § }\nsecret drain x by ada versus bob { n g.n }\nadd 1 to bob.luck",
        ["0", "1"],
        Players,
    ),
    ("secret if ada.nerve > § { add 1 to bob.luck }\nadd 1 to bob.luck", ["-1", "7"], Players),
    ("tally pace : number = 3\nsecret if § > 3 { add 1 to pace }\nadd 1 to pace", ["2", "4"], Players),
    ("secret if 2 is § { roll x : 1d6 }\nset ada.luck = x otherwise 4", ["1", "2"], Players),
    (
        "secret choose way \"which way?\" by ada {\nleft { add § to ada.luck }\nright { note \"no\" }\n}\nadd 1 to ada.luck",
        ["0", "2"],
        Players,
    ),
    (
        "secret if § { add 1 to ada.luck } else { add 1 to bob.luck }\nadd 1 to ada.luck\nadd 1 to bob.luck",
        ["yes", "no"],
        Players,
    ),
    ("hidden if § { add 1 to ada.luck }\nadd 1 to ada.luck", ["yes", "no"], Gm),
    ("hidden add § to ada.luck\nadd 1 to ada.luck", ["0", "5"], Gm),
    ("hidden if § { if ada.luck > 2 { set bob.luck = 9 } }\nadd 1 to bob.luck", ["yes", "no"], Gm),
];

/// All that this audience is told of a run.
fn told(lines: &str, seed: u64, whom: Audience) -> String {
    let mut shelf = Shelf::default();
    shelf.put("mill", SYSTEM);
    let scene = format!("use mill\nperson ada \"Ada\"\nperson bob \"Bob\"\n{lines}\n");
    let encounter = Engine::with(shelf).compile("night.asz", &scene).unwrap_or_else(|why| panic!("{lines}: {why}"));
    let answers = Answers { choices: [("way".to_owned(), "left".to_owned())].into(), ..Answers::random(seed) };
    let answers = if lines.contains("choose way") { answers } else { Answers::random(seed) };
    let verdict = encounter.adjudicate(answers).unwrap_or_else(|why| panic!("{lines}: {why}")).seen_by(whom);
    [text::text(&verdict), json::json(&verdict)].concat()
}

/// Without columns, which are an exception.
fn without_columns(told: &str) -> String {
    crate::alike::without_columns(told)
}

#[test]
fn what_is_known_beforehand_is_kept_as_well() {
    for (lines, values, whom) in LINES {
        for seed in 1..4 {
            let [one, other] = values.map(|value| without_columns(&told(&lines.replace('§', value), seed, whom)));
            assert_eq!(one, other, "{whom:?} can tell which: {lines}");
        }
        let log = values.map(|value| told(&lines.replace('§', value), 1, Audience::Log));
        assert_ne!(log[0], log[1], "the log tells: {lines}");
    }
}
