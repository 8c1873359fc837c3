//! A system with every construct that can be kept, and lines of an evening of it: those that keep something, and those that
//! everybody may read.

/// What can stand where a secret is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hole {
    /// A whole number, of one digit or of two.
    Number,
    /// So many rounds, or the face of a die.
    Few,
    /// Words of a text, short or long.
    Words,
    /// The beginning of a name.
    Name,
    /// Somebody.
    Person,
    /// A level of the scale `crowd`.
    Crowd,
    /// A level of the ladder `glow`.
    Glow,
    /// Yes or no.
    Flag,
    /// Nothing is written: what is rolled in secret differs.
    SecretDice,
    /// Nothing is written: what is answered to a question that is kept differs.
    Answer,
}

/// Entries of an evening: `§` is the secret, `¶` is `secret` or `hidden`, `@` a number that no other line has.
pub type Lines = (&'static [&'static str], Hole);

/// Two files: the system, and its house rule.
pub const SYSTEM: &str = r#"system mill "The Mill"
modifiers signed

scale outcome { fail | pass }
scale crowd {
  level | guards | worth
  few   | 2d7    | 64001
  many  | 5d9    | 64002
}
ladder glow, rolls 1d6 {
  level  | rolls | judged
  dark   | 1..3  | ..2
  bright | 4..6  | 3..
}
deck cards, 20 cards c, judged 3 { luck = c mod 4 }
deck omens, 20 cards c, judged 3 { luck = c mod 4 }
deck portents, 20 cards c, judged 3 { luck = c mod 4 }
deck coins, 2 cards c, judged 1 { luck = c }
kind person { skill : number = 0, wounds : number = 0, luck : number = 0, drawn : number = 0, nerve : 0..9 = 0 }
rule grade(n) = if n > 50 then 61001 else 61002
table healing(depth) {
  depth | days
  ..5   | 52001
  6..   | 52002
}
period watch {
  before {
    ask bell : number = 0
    let peal = bell * 2
  }
}
procedure peek by person {
  ask luck : number = 0
  roll spy : 1d6
  let glimpse = luck * 2
}
procedure look by person {
  ask mood : number = 0
  roll far : 1d6
  let seen = mood + far
  note "{person} sees {seen}"
}
procedure secretpick by person {
  draw omen : omens
  set person.drawn = omen.luck
}
procedure hiddenpick by person {
  draw omen : portents
  set person.drawn = omen.luck
}
table tunnel(mood) {
  mood | length
  ..40 | 5
  41.. | -
}
procedure dare by person {
  ask mood : number = 0
  choose brave : 1..3 by person = 1 "how brave?" if mood > 40
  let far = tunnel(mood) otherwise 0
}
procedure toss by person {
  draw coin : coins
  let side = coin.luck
}
procedure judge by person {
  ask load : number = 1
  decide result {
    pass | load < 30
    fail | otherwise
  }
}
procedure deal by person {
  draw card : cards
  let worth = card.luck
}
procedure climb by person {
  ask mood : number = 0
  ask burden : number = 1
  ask help : many number
  ask oath : optional text
  ask band : crowd = few
  ask scout : optional peek
  ask secret crew : number = 0
  run scout
  let chosen = if burden > 50 then 71001 else 71002
  let graded = grade(burden)
  let looked = healing(burden)
  let worth = band.worth
  let counted = 81000 + count(help)
  let deep = mood + person.wounds + crew
  roll watch : band.guards
  roll ward : if burden > 50 then 3d11 else 4d13
  roll ropes : (burden)d6
  choose reach : 0..burden by person = 1 "how far, {person}, with {mood}?"
  choose usual : 0..9999999 by person = burden + 44000 "how high?"
  sum total {
    mood   | mood
    help   | sum(help)
    wounds | person.wounds
  }
  sum open {
    skill | person.skill
    reach | reach
  }
  roll pull : 1d6
  set person.luck = if burden > 50 then 91001 else 91002
  note "{person} climbs by {mood} with {total}"
}
procedure lift by person {
  ask load : number = 1
  ask oath : optional text
  roll pull : 2d6
  secret roll fate : 1d8
  secret let trick = fate.sum + 31337
  hidden let guile = fate.sum + 41337
  secret note "fate says {fate}"
  if load > 30 { note "a heavy {load}" }
  stop "{load} is too much" if load > 80
  choose how : 1..3 by person = 1 "how?"
  resolve glow with load
  decide result {
    pass | pull.sum + load > 30
    fail | otherwise
  }
  set person.drawn = load
  note "it is {glow}, {result}"
}
"#;

/// What an evening begins with.
pub const BEGINNING: [&str; 3] = ["use mill", "person ada \"Ada\" { skill 1 }", "person bob \"Bob\""];

/// Lines of which each keeps what stands in its hole.
pub const KEPT: [Lines; 53] = [
    (&["¶ note \"§\""], Hole::Words),
    (&["¶ note \"there are {ada.wounds + §} of them\""], Hole::Number),
    (&["¶ set ada.wounds = §"], Hole::Number),
    (&["¶ add § to bob.wounds"], Hole::Number),
    (&["¶ pay § from bob.wounds"], Hole::Number),
    (&["¶ modifier trap@ § \"it bites\"", "climb over@ by ada { help trap@ }"], Hole::Number),
    (&["¶ modifier trap@ 3 \"§\"", "climb over@ by ada { help trap@, mood 2 }"], Hole::Words),
    (&["climb wall@ by ada { ¶ mood § }"], Hole::Number),
    (&["climb wall@ by ada { ¶ mood §, help 4 }"], Hole::Number),
    (&["climb wall@ by ada { ¶ burden § }"], Hole::Number),
    (&["climb wall@ by ada { help 2, ¶ help §, mood 3 }"], Hole::Number),
    (&["climb wall@ by ada { ¶ oath \"§\", mood 3 }"], Hole::Words),
    (&["climb wall@ by ada { ¶ band § }"], Hole::Crowd),
    (&["climb wall@ by ada { ¶ scout look@ \"§\" by bob { luck 4 } }"], Hole::Words),
    (&["climb wall@ by ada { ¶ scout look@ by bob { luck § } }"], Hole::Number),
    (&["climb wall@ by ada { ¶ scout §@ by bob { luck 4 } }"], Hole::Name),
    (&["¶ climb vigil@ \"§\" by bob { mood 3 }"], Hole::Words),
    (&["¶ climb vigil@ by bob { burden §, mood 3 }"], Hole::Number),
    (
        &[
            "¶ look vigil@ by § { mood 4 }",
            "look out@ by ada",
            "note \"{vigil@.person} has {vigil@.person.luck}, {vigil@.person is ada}\"",
        ],
        Hole::Person,
    ),
    (&["¶ lift vigil@ \"§\" by bob { load 3 }"], Hole::Words),
    (&["¶ lift vigil@ by bob { load § }"], Hole::Number),
    (&["¶ repeat up to 2 { look vigil@ by § }"], Hole::Person),
    (&["¶ lift §@ by bob { load 3 }"], Hole::Name),
    (&["¶ lift vigil@ by bob { load 3, glow automatic § }"], Hole::Glow),
    (&["¶ lift vigil@ by bob { load 3, bright \"§\", dark \"§ indeed\" }"], Hole::Words),
    (&["¶ lift vigil@ by bob { load 3, pull shows 1, § }"], Hole::Few),
    (&["¶ watch \"§\" { bell 4 }"], Hole::Words),
    (&["¶ watch { bell § }"], Hole::Number),
    (&["watch \"a long watch\" { ¶ bell § }"], Hole::Number),
    (&["¶ tally count@ : number = §", "¶ add 2 to count@", "count@ + 1"], Hole::Number),
    (&["¶ tally count@ : number = §", "¶ if count@ > 40 { note \"many@\" } else { lift few@ by bob }"], Hole::Number),
    (&["¶ flag seen@ = §", "¶ if seen@ { set ada.wounds = 4 }"], Hole::Flag),
    (&["¶ repeat up to § { lift go@ by bob { load 4 } }"], Hole::Few),
    (&["¶ turns {\n  ada by § { note \"first@\" }\n  bob by 40 { lift go@ by bob }\n}"], Hole::Number),
    (
        &["¶ choose way@ \"which?\" by ada {\n  left \"l\" { note \"l@\" }\n  right default { lift go@ by ada }\n}"],
        Hole::Answer,
    ),
    (&["¶ lift vigil@ by bob { load 3 }", "lift up@ by ada"], Hole::Answer),
    (&["¶ roll luck@ : §d6", "luck@ + 1"], Hole::Few),
    (&["¶ roll luck@ \"§\" : 2d6"], Hole::Words),
    (&["¶ resolve fire@ : glow with §"], Hole::Number),
    (&["¶ lift vigil@ by bob { load 3 }", "lift up@ by ada", "¶ roll luck@ : 3d6"], Hole::SecretDice),
    // Each sort of keeping has a deck of its own: the cards that are left to whoever may see a draw are an exception.
    (&["¶ ¶pick card@ by bob", "¶ ¶pick next@ by ada", "deal open@ by ada"], Hole::SecretDice),
    // Each line has files of its own: used twice in one evening and once in the other, a file would be refused in one of them.
    (&["use \"plot-§-@.asz\""], Hole::Name),
    (&["¶ set ada.wounds = §", "<undo>", "<redo>", "<undo>"], Hole::Number),
    (&["¶ set ada.wounds = 5", "<edit>¶ set ada.wounds = §"], Hole::Number),
    (&["¶ set bob.luck = §", "<turn>", "use mill", "person ada \"Ada\"", "person bob \"Bob\""], Hole::Number),
    (&["¶ set ada.luck = §", "note \"{ada} has {ada.luck}\"", "climb deep@ by bob { mood ada.luck }"], Hole::Number),
    (
        &[
            "¶ lift vigil@ by bob { load §, oath \"never\" }",
            "vigil@.trick + 0",
            "climb on@ by ada { mood vigil@.load }",
        ],
        Hole::Number,
    ),
    (
        &["¶ climb vigil@ by bob { band §, help 3, help 4, oath \"no\" }", "climb on@ by ada { band vigil@.band }"],
        Hole::Crowd,
    ),
    (&["¶ climb vigil@ by bob { help §, help 4 }", "climb on@ by ada { mood sum(vigil@.help) }"], Hole::Number),
    (&["¶ climb vigil@ by bob { mood § }", "climb on@ by ada { burden max(vigil@.deep, 1) }"], Hole::Number),
    (&["climb wall@ by bob { ¶ mood § }", "climb on@ by ada { mood wall@.mood }"], Hole::Number),
    (
        &["climb wall@ by bob { ¶ scout look@ by bob { luck § } }", "climb on@ by ada { mood wall@.look@.luck }"],
        Hole::Number,
    ),
    (
        &[
            "¶ watch { bell § }",
            "¶ repeat up to 2 { look there@ by bob { mood § } }",
            "look on@ by ada { mood there@.mood }",
        ],
        Hole::Number,
    ),
];

/// The same, from the players alone: the game master reads them.
pub const KEPT_FROM_PLAYERS: [Lines; 8] = [
    (&["modifier wire@ § \"a wire\" known to nobody", "climb under@ by ada { help wire@ }"], Hole::Number),
    (&["modifier wire@ 3 \"§\" known to nobody", "climb under@ by ada { help wire@ }"], Hole::Words),
    (&["modifier wire@ § \"a wire\" known to bob", "climb under@ by ada { help 2, help wire@, mood 3 }"], Hole::Number),
    (
        &["modifier wire@ § \"a wire\" known to bob", "climb under@ by ada { help wire@ }", "reveal wire@ to bob"],
        Hole::Number,
    ),
    (&["climb wall@ by ada { crew § }"], Hole::Number),
    (&["climb wall@ by ada { crew §, mood 4 }", "wall@.deep * 2"], Hole::Number),
    (&["lift up@ by ada { load 4, fate shows § }"], Hole::Few),
    (&["lift up@ by ada { load 4 }", "up@.trick * 2"], Hole::SecretDice),
];

/// What everybody may read, or enter in vain, or ask.
pub const OPEN: [&[&str]; 25] = [
    &["note \"a knock\""],
    &["note \"{bob} has {bob.wounds} wounds\""],
    &["set ada.skill = 7"],
    &["add 2 to ada.wounds"],
    &["set bob.luck = ada.wounds + 1"],
    &["lift rise@ by ada { load 40 }"],
    &["lift rise@ \"up\" by bob { load 2, bright \"it shines\" }"],
    &["climb step@ \"on\" by bob { mood 2, help 3 \"a rope\" }"],
    &["climb step@ by ada { mood ada.wounds, scout look@ by bob { luck 2 } }"],
    &["watch \"an hour\" { bell 3 }"],
    &["roll rain@ : 2d6"],
    &["resolve moon@ : glow with 2"],
    &["deal hand@ by bob"],
    &["repeat up to 2 { lift again@ by bob { load 50 } }"],
    &["choose door@ \"which?\" by ada {\n  left \"l\" { note \"l@\" }\n  right default { lift out@ by ada }\n}"],
    &["ada.skill + 1"],
    &["ada.wounds + bob.wounds"],
    &["set ada.wound = 3"],
    &["lift rise@ by adda"],
    &["lift rise@ by ada { load 90 }", "rise@.glow is bright"],
    &["modifier lamp@ 2 \"a lamp\" known to bob", "reveal lamp@ to ada", "climb lit@ by ada { help lamp@ }"],
    &["lift rise@ by ada { load 3 }", "<undo>"],
    &["<sheet>cem@ 3", "climb far@ by cem@ { mood 2 }"],
    &["<sheet>dan@ 12"],
    &["<sheet>ada 3"],
];
