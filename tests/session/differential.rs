//! A session that goes on, beside the same page compiled and run as a whole: both tell the same. For whom something is may be
//! told of more people as a whole, since a label there counts for all times at once; what was shown stays shown.

use std::collections::BTreeMap;

use assize::engine::{Answer, Answers, Ask, Before, Chance, Engine, Failure, How, OddsRequest, Response, Shelf};
use assize::journal::{EntrySort, Exchange, Journal, Reply};
use assize::session::{Entered, Entry, Session, Why};
use assize::verdict::{Audience, Happened, Shown, Verdict, json};
use proptest::prelude::*;

use crate::table::{Memory, view};

/// Every sort of thing that a later line can speak of.
const FAIR: &str = "
system fair \"The Fair\"
modifiers signed
scale outcome { fail | pass }
ladder glow, rolls 2d6, highest first {
  level  | rolls  | judged
  bright | 9..12  | 1..
  dim    | 6..8   | 0
  dark   | 2..5   | ..-1
}
deck fate, 12 cards c { worth = c, odd = c - (c div down 2) * 2 }
kind person { oil : 0..9 = 5, wounds : number = 0, skill : number = 1, luck by glow : number = 2 }
one night { hour : number = 0, deep : number = 3 }
period watch {
  before { ask bell : number = 0, let peal = bell * 2 }
  after { set night.hour = night.hour + 1 }
}
procedure light by person {
  ask wind : many number
  ask goal : optional text
  sum total {
    wind  | sum(wind)
    skill | person.skill
  }
  resolve glow with total
  if glow is dark { pay 1 from person.oil \"no oil is left\" }
}
procedure peek by person { ask depth : number = 1, roll spy : 1d6, let glimpse = spy.sum * depth }
procedure lift by person {
  ask mood : number = 0
  ask help : many number
  ask scout : optional peek
  run scout
  roll pull : 2d6
  secret roll fate : 1d8
  sum total {
    mood | mood
    help | sum(help)
    pull | pull.sum
  }
  decide result {
    pass | total > fate.sum
    fail | otherwise
  }
}
procedure deal by person {
  draw card : fate
  let high = card.worth > 5
}
procedure shuffling by person { shuffle fate }
";

const HOUSE: &str = "house \"loud bells\" extends fair\nrule loud(n) = n * 2\n";

fn engine() -> Engine {
    let mut shelf = Shelf::default();
    shelf.put("fair", FAIR);
    shelf.put("loud-bells", HOUSE);
    Engine::with(shelf)
}

#[derive(Clone, Debug)]
enum Step {
    /// Which line, by whom, and with what number; it may speak of an earlier one, so many before the last.
    Enter {
        line: usize,
        who: usize,
        number: i64,
        back: usize,
    },
    /// An earlier line is another one, so many before the last.
    Edit {
        who: usize,
        number: i64,
        back: usize,
    },
    Undo,
    Redo,
    /// The program ends, and goes on from the journal.
    Resume,
}

fn step() -> impl Strategy<Value = Step> {
    let enter = (0..LINES.len(), 0..3_usize, 0..6_i64, 0..9_usize);
    prop_oneof![
        20 => enter.prop_map(|(line, who, number, back)| Step::Enter { line, who, number, back }),
        3 => (0..3_usize, 0..6_i64, 0..9_usize).prop_map(|(who, number, back)| Step::Edit { who, number, back }),
        2 => Just(Step::Undo),
        1 => Just(Step::Redo),
        1 => Just(Step::Resume),
    ]
}

/// `WHO`, `OTHER`, `K` (a number) and `N` (a new name) stand for what they say; `LIFT`, `LIGHT`, `DEAL`, `TRAP`, `FIGHT`,
/// `TALLY`, `FLAG` and `STORM` for an earlier one.
const LINES: [&str; 55] = [
    "person extraN { skill K }",
    "set WHO.oil = K",
    "set WHO.wounds = K",
    "set WHO.skill = OTHER.oil + K",
    "secret set WHO.wounds = 7000 + K",
    "hidden set WHO.oil = K",
    "add K to WHO.luck(dim)",
    "set WHO.skill = WHO.luck(dim) + WHO.luck(bright)",
    "light lightN by WHO { wind K }",
    "light lightN by WHO { wind -1, wind TRAP, goal \"see by K\" }",
    "secret light lightN by WHO { wind -K }",
    "lift liftN by WHO { mood K }",
    "lift liftN by WHO { help TRAP, scout lookN by WHO { depth K } }",
    "lift liftN by WHO { mood LIFT.total, help TRAP, secret scout lookN by WHO }",
    "secret lift liftN by WHO { mood K }",
    "hidden lift liftN by WHO { secret mood K }",
    "lift liftN by WHO { secret mood OTHER.wounds }",
    "modifier trapN K \"the wire\" known to nobody",
    "secret modifier trapN K \"the spikes\" known to WHO",
    "hidden modifier trapN K \"the curse\"",
    "reveal TRAP to WHO",
    "set WHO.oil = if LIGHT.glow is dark then 1 else 2",
    "set WHO.wounds = LIFT.total",
    "set WHO.skill = LIFT.pull.highest",
    "if LIFT.pull.any(6) { note \"a six\" }",
    "note \"a pair\" if LIFT.pull.doubles",
    "if WHO.oil > 2 { light lightN by WHO, set OTHER.oil = 3 }",
    "set WHO.luck(dark) = if LIGHT.glow is not unreached then 1 else 0",
    "watch \"a long watch\" { bell K, lift liftN by WHO { mood K } }",
    "repeat watch up to 3 until fightN.total > 8 { lift fightN by WHO }",
    "note \"the second went well\" if FIGHT(2).total > 7",
    "set WHO.skill = FIGHT(1).total",
    "choose wayN \"which way?\" { left { set WHO.oil = 1 }, right { light lightN by OTHER } }",
    "deal dealN by WHO",
    "note \"high\" if DEAL.card.worth > K",
    "set WHO.wounds = DEAL.card.odd",
    "shuffling dealsN by WHO",
    "night { deep K }",
    "use house \"loud bells\"",
    "tally tallyN : number = K \"so many\"",
    "secret tally tallyN : 0..9 = K",
    "add K to TALLY",
    "pay 1 from TALLY \"{TALLY} is not enough for {WHO}\"",
    "flag flagN = no",
    "set FLAG = TALLY > K",
    "roll stormN \"rain on {WHO}\" : 2d6",
    "secret roll stormN : (K)d6 { mode random }",
    "note \"{STORM} {STORM.highest} {WHO.oil} {TALLY} {LIFT.total otherwise 0}\"",
    "if STORM >= 6 { set FLAG = yes, add STORM.count(6) to TALLY }",
    "resolve glowN \"the moon\" : glow with K - TALLY { dark \"{WHO} sees {glowN}\", dim \"{WHO.wounds + 1}\" }",
    "if WHO.oil > K { light lightN by WHO } else { light lightN by OTHER { wind 1 } }",
    "turns { WHO by WHO.oil then K { light lightN by WHO }, OTHER by OTHER.oil then 2 { set WHO.oil = K } }",
    "secret turns { ada by ada.oil { lift liftN by ada }, cid by STORM.lowest { note \"{LIFT.total otherwise 0}\" } }",
    "LIFT.pull.lowest + 1",
    "2d6 + WHO.oil",
];

/// Somebody who takes the second option.
pub(crate) fn choosing(ask: &Ask<'_>) -> Response {
    match ask {
        Ask::Choose { .. } => Response::Answer(Answer::Choice(1, How::Person)),
        _ => Response::Never,
    }
}

/// Whether a line is about what stands before it: a rule, or how something begins.
fn may_begin_a_page(line: &str) -> bool {
    line.starts_with("use house ") || line.starts_with("night {")
}

struct Evening {
    session: Session,
    memory: Memory,
    entered: usize,
}

impl Evening {
    fn begin() -> Self {
        let memory = Memory::default();
        let journal = Journal::begin(Box::new(memory.clone()));
        let session = Session::begin(engine(), 3, Some(journal)).expect("it begins");
        let mut evening = Self { session, memory, entered: 0 };
        for line in ["use fair", "person ada", "person ben { skill 2 }", "person cid { oil 9 }"] {
            evening.session.enter(line, None).unwrap_or_else(|failure| panic!("{failure}"));
        }
        evening
    }

    /// Enters a line. Nothing comes out in another way, so a page begins only where what is kept gets a rule or another beginning; it is
    /// turned back then.
    fn enter(&mut self, line: &str) -> Result<(), Failure> {
        let Entered::Statement { page: Some(begun), .. } = self.session.enter(line, Some(&mut choosing))? else {
            return Ok(());
        };
        assert!(may_begin_a_page(line), "nothing before it changes: {line}");
        assert_eq!(begun.why, Why::Kept, "nothing comes out in another way: {line}");
        assert!(self.session.undo().expect("it is kept").is_some_and(|entry| entry.text == line));
        Ok(())
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Enter { line, who, number, back } => {
                self.entered += 1;
                let line = self.line(LINES[*line], *who, (*number, *back));
                let _ = self.enter(&line);
            }
            Step::Edit { who, number, back } => self.edit(*who, *number, *back),
            Step::Undo => drop(self.session.undo().expect("it is kept")),
            Step::Redo => {
                let text = self.session.redo().expect("it is kept").map(|entry| entry.text.clone());
                if text.is_some_and(|text| may_begin_a_page(&text)) {
                    self.session.undo().expect("it is kept");
                }
            }
            Step::Resume => {
                let recovered = self.memory.recovered();
                let journal = Journal::go_on(Box::new(self.memory.clone()), &recovered);
                let before = view(&self.session);
                let (session, found) =
                    Session::resume(engine(), &recovered.records, Some(journal)).expect("it goes on");
                assert_eq!(found.page, None);
                self.session = session;
                assert_eq!(view(&self.session), before);
            }
        }
    }

    /// Gives somebody another amount of something than an earlier line did, or an earlier light another wind.
    fn edit(&mut self, who: usize, number: i64, back: usize) {
        let is_one =
            |entry: &&Entry| !entry.struck && (entry.text.starts_with("set ") || entry.text.starts_with("light "));
        let Some(entry) = self.session.entries().iter().rev().filter(is_one).nth(back) else { return };
        let words: Vec<&str> = entry.text.split(' ').collect();
        let text = match words[0] {
            "set" => self.line("set WHO.oil = K", who, (number, 0)),
            _ => format!("light {} by {} {{ wind {number} }}", words[1], ["ada", "ben", "cid"][who]),
        };
        let (number, before) = (entry.number, view(&self.session));
        let faces = |session: &Session| -> BTreeMap<(u64, String, u64), Reply> {
            let asked = |entry: &Entry| {
                let number = entry.number;
                let faces = entry.asked.iter().filter(|asked| matches!(asked.reply, Reply::Faces { .. }));
                faces
                    .map(move |asked| {
                        ((number, format!("{} {}", asked.path, asked.by), asked.time), asked.reply.clone())
                    })
                    .collect::<Vec<_>>()
            };
            session.entries().iter().flat_map(asked).collect()
        };
        let dice = faces(&self.session);
        if self.session.edit(number, &text, Some(&mut choosing)).is_err() {
            assert_eq!(view(&self.session), before, "nothing has changed");
            return;
        }
        for (address, reply) in faces(&self.session) {
            assert!(
                dice.get(&address).is_none_or(|before| *before == reply),
                "{address:?}: every die stays at its address"
            );
        }
    }

    fn line(&self, pattern: &str, who: usize, (number, back): (i64, usize)) -> String {
        let people = ["ada", "ben", "cid"];
        let mut line = pattern.replace("WHO", people[who]).replace("OTHER", people[(who + 1) % 3]);
        for (word, name) in [
            ("LIFT", "lift"),
            ("LIGHT", "light"),
            ("DEAL", "deal"),
            ("TRAP", "trap"),
            ("FIGHT", "fight"),
            ("TALLY", "tally"),
            ("FLAG", "flag"),
            ("STORM", "storm"),
        ] {
            line = line.replace(word, &self.earlier(name, back));
        }
        line.replace('K', &number.to_string()).replace('N', &self.entered.to_string())
    }

    /// The name of something that was entered, so many before the last of its sort.
    fn earlier(&self, sort: &str, back: usize) -> String {
        let texts = self.session.entries().iter().filter(|entry| !entry.struck).rev();
        let mut names = texts.flat_map(|entry| entry.text.split_whitespace()).filter(|word| {
            word.strip_prefix(sort).is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
        });
        let last = names.next().unwrap_or(sort).to_owned();
        names.nth(back).map_or(last, str::to_owned)
    }
}

/// Everything that happened comes out of the page as a whole as it did entry by entry.
pub(crate) fn agrees(session: &Session) {
    let counting = || session.entries().iter().filter(|entry| !entry.struck && entry.sort == EntrySort::Statement);
    let happened: Vec<Exchange> = counting().flat_map(|entry| entry.asked.clone()).collect();
    let Some(encounter) = session.encounter() else { panic!("the page can be understood as a whole") };
    let before = Before { happened: &happened, events: 0, replies: &[] };
    let whole = encounter.replay(Answers::random(1), before, &mut |asked| Err(format!("{asked:?} is new")));
    let whole = whole.unwrap_or_else(|stopped| panic!("{stopped:?}\n{}", session.script())).expect("nobody is asked");
    let own = session.whole();
    events_agree(&own.events, &whole.events);
    results_agree(&own, &whole);
    let state: BTreeMap<String, String> = session.state().into_iter().map(|one| (one.name, one.value)).collect();
    let fields = encounter.program().expect("there is one").fields.iter();
    let names = fields.map(|field| encounter.program().expect("there is one").registers[field.0 as usize].name.clone());
    let expected: BTreeMap<String, String> = names
        .flatten()
        .filter_map(|name| whole.results.iter().find(|result| result.name == name && result.number.is_some()))
        .map(|result| (result.name.to_string(), result.value.to_string()))
        .collect();
    assert_eq!(state, expected);
}

/// What can be asked of odds: of a statement that is not entered, or of what has happened. `given` stands behind a bar.
const ASKED: [(Option<&str>, &str); 17] = [
    (None, "LIFT.result"),
    (None, "LIGHT"),
    (None, "P(LIGHT.glow is dark)"),
    (None, "E(LIFT.total)"),
    (None, "P(LIFT.pull.any(6))"),
    (None, "P(DEAL.card.worth > 5)"),
    (None, "E(FIGHT(2).total)"),
    (None, "P(2d6 + WHO.oil >= 9)"),
    (None, "E(WHO.wounds) | LIGHT.glow is dim"),
    (Some("lift liftZ by WHO { mood K, help TRAP }"), ""),
    (Some("lift liftZ by WHO { mood LIFT.total }"), "liftZ"),
    (Some("lift liftZ by WHO"), "P(liftZ.pull.any(6)) | liftZ.pull.highest >= 5"),
    (Some("light liftZ by WHO { wind K }"), "liftZ.glow | liftZ.total >= WHO.skill"),
    (Some("deal liftZ by WHO"), "P(liftZ.card.worth > 5)"),
    (Some("deal liftZ by WHO"), "E(liftZ.card.worth)"),
    (Some("repeat watch up to 2 until liftZ.total > 8 { lift liftZ by WHO }"), "E(liftZ.total)"),
    (Some("set WHO.oil = K"), "E(WHO.oil)"),
];

/// What is asked of a session is what is asked of its page as a whole, with all that was answered on it.
fn odds_agree(evening: &mut Evening, who: usize, number: i64) {
    let script = evening.session.script();
    let counting = |entry: &&Entry| !entry.struck && entry.sort == EntrySort::Statement;
    let before: Vec<Exchange> =
        evening.session.entries().iter().filter(counting).flat_map(|entry| entry.asked.clone()).collect();
    for (statement, asked) in ASKED {
        let (asked, given) = asked.split_once(" | ").map_or((asked, None), |(asked, given)| (asked, Some(given)));
        let line = |pattern: &str| evening.line(pattern, who, (number, 0));
        let (statement, asked, given) = (statement.map(line), line(asked), given.map(line));
        let questions = Some(asked.clone()).filter(|asked| !asked.is_empty()).into_iter().collect();
        let request = OddsRequest { questions, given, ..OddsRequest::default() };
        let own = evening.session.odds(statement.as_deref(), &request, Audience::Gm);
        let whole = engine().compile("evening.asz", &format!("{script}\n{}", statement.clone().unwrap_or_default()));
        let asked_before = OddsRequest { before: before.clone(), ..request };
        let whole = whole.and_then(|encounter| encounter.odds(&asked_before));
        let is_of_new = |chance: &Chance| !asked.is_empty() || chance.question.contains("liftZ");
        let told = |chances: &[Chance]| -> Vec<(String, String)> {
            let chances = chances.iter().filter(|chance| is_of_new(chance));
            chances.map(|chance| (chance.question.clone(), format!("{:?}", chance.value))).collect()
        };
        match (&own, &whole) {
            (Ok(own), Ok(whole)) => assert_eq!(told(own), told(whole), "{statement:?} {asked}\n{script}"),
            (Err(_), Err(_)) => {}
            _ => panic!("{statement:?} {asked}: {own:?} {whole:?}\n{script}"),
        }
    }
}

fn events_agree(own: &[Happened], whole: &[Happened]) {
    assert_eq!(own.len(), whole.len(), "{own:#?}\n{whole:#?}");
    for (own, whole) in own.iter().zip(whole) {
        assert!(own.visibility <= whole.visibility, "{own:#?}\n{whole:#?}");
        let bare = |happened: &Happened| {
            let mut verdict = Verdict::default();
            verdict.events = vec![happened.clone()];
            for happened in &mut verdict.events {
                happened.visibility = assize::verdict::Visibility::All;
            }
            without_labels(&json::json(&verdict))
        };
        assert_eq!(bare(own), bare(whole));
    }
}

/// Without what says for whom something is.
fn without_labels(json: &str) -> String {
    json.lines().filter(|line| !line.contains("\"visibility\"") && !line.contains("\"concealed\"")).collect()
}

/// Whether an expression may have asked for it, or a line that was changed since: of a roll, or of a run of a repetition as
/// a whole. The page forgets it again.
fn was_asked_once(name: &str, whole: &Verdict) -> bool {
    let head = name.split('.').next().unwrap_or_default();
    let is_known = || whole.results.iter().any(|result| result.name.split('.').next() == Some(head));
    name.split('.').any(|part| part == "pull") || (head.ends_with(')') && !is_known())
}

fn results_agree(own: &Verdict, whole: &Verdict) {
    let mut all: BTreeMap<&str, Vec<&Shown>> = BTreeMap::new();
    for result in &whole.results {
        all.entry(&result.name).or_default().push(result);
    }
    for known in &own.results {
        // Runs of a period are all called the same.
        let is_it = |result: &&Shown| (known.number, &known.value) == (result.number, &result.value);
        match all.remove(known.name.as_str()) {
            Some(results) => {
                let found = results.into_iter().find(is_it).unwrap_or_else(|| panic!("{known:?}"));
                assert!(known.visibility <= found.visibility, "{known:?} {found:?}");
            }
            None => assert!(was_asked_once(&known.name, whole), "{known:?} is nothing of the page"),
        }
    }
    // What filled a blank could not change yet, when it was laid out; as a whole it can.
    all.retain(|name, _| name.rsplit('.').next() != Some("mood"));
    assert!(all.is_empty(), "{all:?} are missing");
}

#[test]
fn every_line_can_be_said() {
    let mut evening = Evening::begin();
    let sorts = [
        "lift lift0 by ada",
        "light light0 by ada",
        "deal deal0 by ada",
        "modifier trap0 1 \"a wire\" known to nobody",
    ];
    for line in sorts.into_iter().chain(["repeat watch up to 3 until fight0.total > 8 { lift fight0 by ada }"]) {
        evening.enter(line).unwrap_or_else(|failure| panic!("{line}: {failure}"));
        agrees(&evening.session);
    }
    let mut refused = Vec::new();
    for pattern in LINES {
        evening.entered += 1;
        let line = evening.line(pattern, 0, (1, 0));
        if let Err(failure) = evening.enter(&line) {
            refused.push(format!("{line}\n{failure}"));
        }
        agrees(&evening.session);
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(48)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_session_that_goes_on_tells_what_its_page_tells_as_a_whole(steps in prop::collection::vec(step(), 1..40)) {
        let mut evening = Evening::begin();
        for step in &steps {
            evening.step(step);
            agrees(&evening.session);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: (cases() / 12).max(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn odds_in_a_session_are_those_of_its_page_as_a_whole(
        steps in prop::collection::vec(step(), 1..25), who in 0..3_usize, number in 0..6_i64
    ) {
        let mut evening = Evening::begin();
        for step in &steps {
            evening.step(step);
        }
        odds_agree(&mut evening, who, number);
        agrees(&evening.session);
        let _ = evening.enter("lift lifted by ada { mood 1 }");
        agrees(&evening.session);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: (cases() / 48).max(1), failure_persistence: None, max_shrink_iters: 0, ..ProptestConfig::default() })]

    #[test]
    fn a_long_evening_tells_what_its_page_tells_as_a_whole(steps in prop::collection::vec(step(), 400)) {
        let mut evening = Evening::begin();
        for (number, step) in steps.iter().enumerate() {
            evening.step(step);
            if number % 80 == 0 {
                agrees(&evening.session);
            }
        }
        evening.step(&Step::Resume);
        agrees(&evening.session);
    }
}
