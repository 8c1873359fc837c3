//! How a verdict reads, and that its JSON keeps to the published schema.

use assize::source::Place;
use assize::verdict::{
    Achieved, Audience, Contribution, Die, Event, Happened, House, How, Point, Row, Shown, Verdict, Visibility,
};
use assize::verdict::{json, markdown, text, why};

fn scene(line: u32) -> Place {
    Place { file: "scene.asz".into(), line, column: 3 }
}

fn system(line: u32) -> Place {
    Place { file: "keep".into(), line, column: 5 }
}

fn stairs(line: u32) -> Place {
    Place { file: "stairs.asz".into(), line, column: 5 }
}

fn shown(name: &str, value: &str, number: Option<i64>) -> Shown {
    Shown { name: name.into(), value: value.into(), number, visibility: Visibility::All }
}

fn row(label: &str, value: &str, number: i64, parts: Vec<Contribution>, reads: &[&str]) -> Row {
    let reads = reads.iter().map(|read| (*read).into()).collect();
    Row {
        label: label.into(),
        value: value.into(),
        number: Some(number),
        parts,
        reads,
        place: system(20),
        overlaid: vec![],
        level: None,
    }
}

fn part(label: &str, text: &str, number: Option<i64>, suppressed: Option<&str>) -> Contribution {
    let value = number.map_or("unreached".to_owned(), |number| format!("{number:+}")).into();
    let text = Some(text.into());
    let suppressed = suppressed.map(Into::into);
    Contribution { label: label.into(), text, value, number, suppressed, visibility: Visibility::All, place: scene(8) }
}

fn die(face: i64, kept: bool) -> Die {
    Die { sides: 6, face, kept }
}

fn sums() -> Vec<Event> {
    let skill = part("+2", "raised in the mountains", Some(2), None);
    let rope = part("rope", "a _good_ rope", None, Some("not known to the squire"));
    let spent = row("spent", "0", 0, vec![], &["climb.burn"]);
    let rows =
        vec![row("skill", "+2", 2, vec![skill, rope], &[]), row("wind", "-3", -3, vec![], &["climb.wind"]), spent];
    vec![
        Event::Computed {
            value: shown("climb.wind", "-3", Some(-3)),
            decided: false,
            reads: ["weather".into()].into(),
            place: system(18),
        },
        Event::Sum { total: shown("climb.total", "-1", Some(-1)), rows, place: system(19) },
    ]
}

fn resolved() -> Vec<Event> {
    let dice = vec![die(4, false), die(2, true)];
    let (path, pool) = ("climb.outcome".into(), "P2".into());
    vec![
        Event::Rolled { path, pool, dice, kept: 2, how: How::Random, place: stairs(24), goes_on: false },
        Event::Resolved {
            result: shown("climb.outcome", "minor", Some(2)),
            total: shown("", "-1", Some(-1)),
            how: How::Random,
            reads: [].into(),
            place: system(24),
        },
        Event::Meaning {
            path: "climb.outcome".into(),
            level: "minor".into(),
            text: "up, but *seen*".into(),
            parts: Vec::new(),
        },
    ]
}

fn plans() -> Vec<Event> {
    let point = |number, remains| Point { number, label: "haul: quality".into(), remains };
    let lost = Achieved { path: "climb.haul.quality".into(), planned: "good".into(), achieved: "fair".into() };
    vec![
        Event::Cut {
            path: "climb.loads".into(),
            plan: "loads".into(),
            unit: "points".into(),
            remaining: 1,
            slots: vec![point(1, true), point(2, false)],
            achieved: vec![lost],
            place: system(30),
        },
        Event::Rolled {
            path: "climb.fall".into(),
            pool: "2d6".into(),
            dice: vec![die(3, true), die(4, true)],
            kept: 7,
            how: How::Extension,
            place: system(32),
            goes_on: false,
        },
        Event::Changed {
            path: "ilse.breath".into(),
            about: "".into(),
            before: "3".into(),
            after: "2".into(),
            why: "climbing".into(),
            reads: [].into(),
            place: system(33),
        },
    ]
}

fn climb() -> Verdict {
    let roles = [("actor".into(), "ilse".into()), ("against".into(), "wall".into())].into();
    let begin = Event::Begin {
        path: "climb".into(),
        procedure: "try".into(),
        text: Some("up the wall".into()),
        roles,
        place: scene(6),
    };
    let chosen = Event::Chosen {
        choice: shown("climb.burn", "0", Some(0)),
        question: "burn how much oil?".into(),
        parts: Vec::new(),
        by: "ilse".into(),
        how: How::Default,
        place: system(17),
    };
    let step = Event::Step { path: "climb.aim".into(), name: "aim".into(), title: Some("1. Aim".into()) };
    let mut events = vec![Event::Period { name: "turn".into(), begins: true }, begin, step, chosen];
    events.extend(sums());
    events.extend(resolved());
    events.extend(plans());
    events.push(Event::Stop {
        path: "climb".into(),
        why: "out of breath".into(),
        parts: Vec::new(),
        place: system(35),
    });
    events.push(Event::End { path: "climb".into() });
    events.push(Event::Period { name: "turn".into(), begins: false });
    events.push(Event::Reveal { what: "rope".into(), to: ["squire".into()].into() });
    events.push(Event::Note { text: "The gate is \u{1b}[31mopen.".into(), parts: Vec::new() });
    let results = vec![
        shown("climb.outcome", "minor", Some(2)),
        shown("weather", "storm", Some(3)),
        shown("rest", "unreached", None),
    ];
    let events = events.into_iter().map(|event| Happened::new(Visibility::All, event)).collect();
    let (system, mode) = ("The Keep".into(), "random".into());
    let houses = vec![House { name: "narrow stairs".into(), title: None, file: "stairs.asz".into(), pack: None }];
    let mut verdict = of_events(events);
    (verdict.system, verdict.houses, verdict.mode, verdict.results) = (system, houses, mode, results);
    (verdict.seed, verdict.stream) = (Some(42.into()), Some("1".into()));
    verdict
}

fn of_events(events: Vec<Happened>) -> Verdict {
    let mut verdict = Verdict::default();
    verdict.events = events;
    verdict
}

#[test]
fn reads_as_text() {
    insta::assert_snapshot!(text::text(&climb()));
}

#[test]
fn reads_as_markdown() {
    insta::assert_snapshot!(markdown::markdown(&climb()));
}

#[test]
fn what_goes_on_after_an_inner_run_has_its_heading_again() {
    let begin = |path: &str| Event::Begin {
        path: path.into(),
        procedure: "try".into(),
        text: None,
        roles: Vec::new().into(),
        place: scene(6),
    };
    let end = |path: &str| Event::End { path: path.into() };
    let note = |text: &str| Event::Note { text: text.into(), parts: Vec::new() };
    let step = Event::Step { path: "climb.end".into(), name: "end".into(), title: Some("2. End".into()) };
    let inner = [begin("climb.rope"), note("tied"), end("climb.rope")];
    let events =
        [begin("climb"), step].into_iter().chain(inner).chain([note("up"), note("over"), end("climb"), note("on")]);
    let mut verdict = Verdict::default();
    verdict.events = events.map(|event| Happened::new(Visibility::All, event)).collect();
    let told = markdown::markdown(&verdict);
    let (_, told) = told.split_once("# climb (try)\n\n").expect("it begins");
    let rope = "### 2. End\n\n### rope (try)\n\n> tied\n\n";
    assert_eq!(told, [rope, "### 2. End (continued)\n\n> up\n\n> over\n\n> on\n\n"].concat());
}

#[test]
fn tells_why_everything() {
    insta::assert_snapshot!(why::why(&climb(), None).expect("it was resolved"));
}

#[test]
fn tells_why_one_value() {
    insta::assert_snapshot!(why::why(&climb(), Some("climb.wind")).expect("it was computed"));
}

#[test]
fn tells_why_a_cut_value() {
    let told = why::why(&climb(), Some("climb.haul.quality")).expect("it was cut");
    assert!(told.contains("climb.haul.quality: fair, planned good"), "{told}");
}

#[test]
fn a_procedure_stands_for_what_was_resolved_in_it() {
    let whole = why::why(&climb(), None).expect("something was resolved");
    let stopped = "climb: stopped: out of breath  keep:35\n".to_owned();
    assert_eq!(why::why(&climb(), Some("climb")), Ok([stopped, whole].concat()), "what stopped it comes first");
}

#[test]
fn a_procedure_that_resolves_nothing_stands_for_what_it_decided_or_changed() {
    let changed = |path: &str, before: &str, after: &str| Event::Changed {
        about: "".into(),
        path: path.into(),
        before: before.into(),
        after: after.into(),
        why: "".into(),
        reads: [].into(),
        place: scene(3),
    };
    let mut events = vec![changed("rest.hours", "0", "8"), changed("rest.food", "2", "2")];
    let told = |events: &[Event]| {
        let events = events.iter().cloned().map(|event| Happened::new(Visibility::All, event)).collect();
        why::why(&of_events(events), Some("rest")).expect("it happened")
    };
    assert_eq!(told(&events), "rest.hours: 0 -> 8  scene.asz:3\n");
    let value = shown("rest.sleep", "sound", Some(2));
    events.push(Event::Computed { value, decided: true, reads: [].into(), place: scene(4) });
    assert_eq!(told(&events), "rest.sleep: sound  scene.asz:4\n");
}

#[test]
fn a_misspelt_path_is_guessed_at() {
    let unknown = why::why(&climb(), Some("climb.outcmoe")).expect_err("nothing has this name");
    assert_eq!(unknown.nearest.as_deref(), Some("climb.outcome"));
    assert!(unknown.known.contains(&"climb.total".to_owned()));
}

#[test]
fn escape_sequences_stay_inside() {
    for shown in [text::text(&climb()), markdown::markdown(&climb())] {
        assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
    }
}

#[test]
fn json_keeps_to_the_schema() {
    let schema = json::schema();
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let written = serde_json::from_str(&json::json(&climb())).expect("it is JSON");
    assert!(validator.is_valid(&written), "{written}");
    assert!(!validator.is_valid(&serde_json::json!({ "system": 1 })));
}

#[test]
fn json_reads_back() {
    let verdict = climb();
    assert_eq!(serde_json::from_str::<Verdict>(&json::json(&verdict)).expect("it is a verdict"), verdict);
}

#[test]
fn the_schema_is_published() {
    insta::assert_json_snapshot!(json::schema());
}

#[test]
fn why_tells_what_was_read_and_not_what_it_became() {
    let changed = |before: &str, after: &str, line| Event::Changed {
        about: "".into(),
        path: "ada.oil".into(),
        before: before.into(),
        after: after.into(),
        why: "burnt".into(),
        reads: [].into(),
        place: scene(line),
    };
    let sum = |name: &str, number: i64| Event::Sum {
        total: shown(name, &number.to_string(), Some(number)),
        rows: vec![row("oil", &number.to_string(), number, Vec::new(), &["ada.oil"])],
        place: system(3),
    };
    let computed = Event::Computed {
        value: shown("late", "1", Some(1)),
        decided: false,
        reads: ["later".into()].into(),
        place: system(4),
    };
    let later =
        Event::Computed { value: shown("later", "7", Some(7)), decided: false, reads: [].into(), place: system(5) };
    let idle = |amount: &str| changed(amount, amount, 7);
    let events = [sum("first", 9), changed("9", "5", 4), idle("5"), sum("second", 5), changed("5", "2", 6)];
    let events = events.into_iter().chain([idle("2"), computed, later]);
    let results = vec![shown("ada.oil", "2", Some(2)), shown("later", "7", Some(7))];
    let mut verdict = of_events(events.map(|event| Happened::new(Visibility::All, event)).collect());
    verdict.results = results;
    let told = |name: &str| why::why(&verdict, Some(name)).expect("it was told");
    assert!(told("first").contains("ada.oil: 9"), "{}", told("first"));
    assert!(told("second").contains("ada.oil: 9 -> 5"), "{}", told("second"));
    assert!(told("ada.oil").starts_with("ada.oil: 5 -> 2 "), "what pays nothing explains nothing: {}", told("ada.oil"));
    assert!(told("late").contains("later: unreached"), "{}", told("late"));
    let house = House { name: "thrift".into(), title: None, file: scene(7).file, pack: None };
    verdict.houses.push(house);
    let told = why::why(&verdict, Some("ada.oil")).expect("it was told");
    assert!(told.starts_with("ada.oil: 2 -> 2 "), "a house rule made it nothing: {told}");
}

#[test]
fn what_a_level_means_is_told_alone_where_the_level_was_told_before() {
    let verdict = climb();
    let meaning = |happened: &Happened| matches!(happened.event, Event::Meaning { .. });
    let place = verdict.events.iter().position(meaning).expect("it means something");
    let (whole, rest) = (text::events(&verdict, 0), text::events(&verdict, place));
    assert!(whole.contains(" \"up, but *seen*\"") && whole.lines().count() > rest.lines().count(), "{rest}");
    assert_eq!(rest.lines().next().map(str::trim), Some("minor \"up, but *seen*\""));
}

#[test]
fn the_page_lists_every_event_with_what_it_holds() {
    let page = include_str!("../docs/src/verdict-json.md");
    let schema = json::schema();
    let events = schema["$defs"]["Happened"]["oneOf"].as_array().expect("there is one of several");
    assert!(events.len() > 15, "{}", events.len());
    for event in events {
        let name = event["properties"]["event"]["const"].as_str().expect("it has a name");
        let cell = format!("`{name}`");
        let row = page.lines().find(|line| line.split('|').nth(1).is_some_and(|first| first.contains(&cell)));
        let row = row.unwrap_or_else(|| panic!("{name} is missing"));
        for field in event["properties"].as_object().expect("it has fields").keys().filter(|field| *field != "event") {
            assert!(row.contains(&format!("`{field}`")), "{name} has a field {field}");
        }
    }
}

#[test]
fn parts_of_a_row_are_what_they_add_and_keep_their_reasons() {
    let system = "system tally \"Tally\"\nmodifiers signed\nscale dread { calm | uneasy | grim }\nkind actor { suffers : many dread }\n\
        procedure weigh by actor {\n  ask v : many number, ask w : many number\n  sum all {\n    v | sum(v)\n    w | count(x in w : x > 2)\n    \
        own | count(x in actor.suffers : x is grim)\n  }\n}\n\
        procedure whole by actor {\n  ask v : many number, ask w : many number, ask sub : weigh\n  run sub with v = v, w = w\n}";
    let mut shelf = assize::engine::Shelf::default();
    shelf.put("tally", system);
    let scene = "use tally\nactor ada \"Ada\" { suffers grim, suffers calm }\n\
        whole go by ada { v 3 \"because\", v 4 \"so\", w 5 \"five\", w 1 \"one\", sub it by ada { } }";
    let encounter = assize::engine::Engine::with(shelf).compile("scene.asz", scene).expect("it is right");
    let verdict = encounter.adjudicate(assize::engine::Answers::deliberate()).expect("it runs");
    let text = text::text(&verdict);
    for line in ["v +3 \"because\"", "v +4 \"so\"", "w +1: \"five\"", "own +1: grim"] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!text.contains("one") && !text.contains("calm"), "{text}");
}

/// What somebody is told of a scene that plays by these rules.
fn told_of(system: &str, scene: &str, audience: Audience) -> String {
    let mut shelf = assize::engine::Shelf::default();
    shelf.put("hills", system);
    let encounter = assize::engine::Engine::with(shelf).compile("scene.asz", scene).expect("it is right");
    let verdict = encounter.adjudicate(assize::engine::Answers::deliberate()).expect("it runs");
    text::text(&verdict.seen_by(audience))
}

const HILLS: &str = "system hills \"Hills\"\nmodifiers bonus b, penalty p\n\
    ladder grip, rolls 1d6 { level | rolls | judged | aid, slips | 1..3 | ..-1 | 1p, holds | 4..6 | 0.. | 1b }\n\
    scale mood { level | size, sour | 1p, calm | 0, merry | 2b, wild | 2p }\n\
    kind lamp { oil : number = 1 }\nkind person { mood : mood = sour }\n\
    rule light of(l : lamp) = 2 * l.oil\n\
    procedure climb by person {\n  ask secret wind : mood = calm\n  ask sun : mood = calm, ask lit : many lamp, ask help : many climb\n  \
    run help\n  sum total {\n    wind | wind.size\n    sun | sun.size\n    light | sum(l in lit : light of(l))\n    \
    help | sum(h in help : h.grip.aid)\n    mood | person.mood.size\n  }\n  resolve grip with total\n}";

#[test]
fn levels_things_and_runs_are_called_by_their_names_in_a_sum() {
    let scene = "use hills\nperson ada, person ben\nlamp tin\nlamp brass { oil 2 }\nflag hurt = yes\nset hurt = no\n\
        climb a by ada { sun if hurt then wild else merry, lit tin, lit brass, help hold by ben }";
    let told = told_of(HILLS, scene, Audience::Gm);
    let light = "light 6b\n      tin 2b\n      brass 4b\n";
    for line in ["sun 2b: merry\n", light, "help 1p: hold\n", "mood 1p: sour\n"] {
        assert!(told.contains(line), "{line}\n{told}");
    }
}

/// An item of a plan that is called like the run around it, or like another one.
#[test]
fn what_is_printed_as_a_name_can_be_asked_for_by_it() {
    let system = "system hills \"The Hills\"\nkind person { }\n\
        plan tasks {\nbudget 40 \"points\"\nmost 3\nitem task { care : 0..9 = 1 }\nslots care, as written\n}\nprocedure act by person {\n  ask tasks : tasks\n  \
        let total = 7\n  for each task in tasks { sum task.total { care | task.care } }\n}";
    let scene = "use hills\nperson ada\nact climb by ada { task climb { care 2 } }\nact leap by ada { task climb { care 3 }, task land }";
    let told = told_of(system, scene, Audience::Gm);
    for line in ["  climb.climb.total +2\n", "  leap.climb.total +3\n", "  land.total +1\n"] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    assert!(!told.contains("  climb.total"), "{told}");
}

#[test]
fn a_level_behind_a_row_is_as_secret_as_the_row() {
    let scene = "use hills\nperson ada\nflag hurt = yes\nset hurt = no\n\
        climb a by ada { wind if hurt then calm else merry }\nclimb b by ada { wind ? }\nclimb c by ada { wind wild }";
    assert!(told_of(HILLS, scene, Audience::Gm).contains("wind 2b: merry"));
    let players = told_of(HILLS, scene, Audience::Players);
    for word in ["wind", "merry", "wild", "sour"] {
        assert!(!players.contains(word), "{word}\n{players}");
    }
}

#[test]
fn what_is_automatic_and_not_declared_is_the_best_and_says_so() {
    let scene = "use hills\nperson ada\nclimb a by ada { grip automatic slips }\nclimb b by ada { mode automatic }";
    let told = told_of(HILLS, scene, Audience::Gm);
    assert!(told.contains("grip: slips (as declared)\n"), "{told}");
    assert!(told.contains("grip: holds (automatic: the best level)\n"), "{told}");
}

#[test]
fn what_the_script_states_is_not_asked_and_marked() {
    let mut shelf = assize::engine::Shelf::default();
    shelf.put("tilt", "system tilt \"Tilting\"\nmodifiers signed\nkind rider { }\nprocedure joust by rider { roll lance : 2d6, roll fall : 1d6 }");
    let scene = "use tilt\nrider maud \"Maud\"\njoust pass by maud { lance shows 5, 3 }";
    let encounter = assize::engine::Engine::with(shelf).compile("scene.asz", scene).expect("it is right");
    let answers = [
        assize::engine::Answers::deliberate(),
        assize::engine::Answers::random(1),
        assize::engine::Answers::given(vec![2]),
        assize::engine::Answers::automatic(),
    ];
    for answers in answers {
        let verdict = encounter.adjudicate(answers).expect("it runs");
        let rolled = verdict.events.iter().find_map(|happened| match &happened.event {
            Event::Rolled { path, dice, how, .. } if path == "pass.lance" => Some((dice.clone(), *how)),
            _ => None,
        });
        let (dice, how) = rolled.expect("it is told");
        assert_eq!(dice.iter().map(|die| die.face).collect::<Vec<_>>(), [5, 3]);
        assert_eq!(how, How::Stated);
        assert!(text::text(&verdict).contains("5 3 = 8 (stated)"));
    }
}

#[test]
fn a_run_of_a_repetition_is_explained_by_the_name_that_scenes_have_for_it() {
    use assize::engine::{Answers, DiceFrom, Engine, Mode, Shelf};

    let mut shelf = Shelf::default();
    shelf.put(
        "bouts",
        "system bouts
kind person { }
procedure strike by person { roll dice : 1d6, let hit = dice + 1 }
procedure bout by person { run cut : strike by person, let gain = cut.hit }",
    );
    let scene = "use bouts\nperson ada\nrepeat up to 3 { bout fight by ada { } }\n";
    let told = |claim: &str| {
        let text = format!("{scene}expect dice 1, 2, 3 {{ {claim} }}");
        let encounter = Engine::with(shelf.clone()).compile("ring.asz", &text).unwrap_or_else(|why| panic!("{why}"));
        let dice = DiceFrom::Given(vec![1, 2, 3]);
        encounter.adjudicate(Answers::new(Mode::Random, dice)).unwrap_or_else(|why| panic!("{why}"))
    };
    // Names that an expectation uses, and names that it does not: `why` knows both.
    for verdict in [told("fight.gain is 4"), told("fight(1).cut.hit is 2, fight(2).gain is 3")] {
        let explained = |path: &str| why::why(&verdict, Some(path));
        for (path, hit) in [
            ("fight(1).cut.hit", 2),
            ("fight.first.cut.hit", 2),
            ("fight(2).cut.hit", 3),
            ("fight(3).cut.hit", 4),
            ("fight.cut.hit", 4),
        ] {
            let tree = explained(path).unwrap_or_else(|unknown| panic!("{unknown}"));
            assert!(tree.starts_with(&format!("fight.cut.hit: {hit}  bouts:3")), "{path}: {tree}");
            assert!(tree.contains(&format!("1d6: {} ", hit - 1)), "{path}: {tree}");
        }
        assert!(explained("fight(2)").is_ok_and(|tree| tree.contains("fight.gain: 3")), "{:?}", explained("fight(2)"));
        for wrong in ["fight(4).cut.hit", "fight(0).cut.hit", "fight(x).gain", "fight.last.gain", "fight.cut(1).hit"] {
            assert!(explained(wrong).is_err(), "{wrong}");
        }
        let named = verdict.results.iter().filter(|result| result.name.contains('('));
        for result in named {
            assert!(result.name.starts_with("fight("), "{}", result.name);
            assert!(explained(&result.name).is_ok_and(|tree| tree.contains("bouts:")), "{}", result.name);
        }
    }
}

#[test]
fn what_a_round_did_not_come_to_is_not_explained_by_another_round() {
    use assize::engine::{Answers, DiceFrom, Engine, Mode, Shelf};

    let system = "system bouts
kind person { }
procedure bout by person { roll dice : 1d6, if dice >= 3 { let gain = dice + 1 } }";
    let mut shelf = Shelf::default();
    shelf.put("bouts", system);
    let scene = "use bouts\nperson ada\nrepeat up to 2 { bout fight by ada { } }\n";
    let encounter = Engine::with(shelf).compile("ring.asz", scene).unwrap_or_else(|why| panic!("{why}"));
    let explained = |dice: [i64; 2], path: &str| {
        let answers = Answers::new(Mode::Random, DiceFrom::Given(dice.to_vec()));
        let verdict = encounter.adjudicate(answers).unwrap_or_else(|why| panic!("{why}"));
        let told = verdict.get("fight.gain").map(|gain| gain.value.to_string());
        (why::why(&verdict, Some(path)).unwrap_or_else(|unknown| panic!("{unknown}")), told)
    };
    let (tree, told) = explained([4, 1], "fight.gain");
    assert_eq!((tree.as_str(), told.as_deref()), ("fight.gain: unreached\n", Some("unreached")));
    let (tree, _) = explained([4, 1], "fight.first.gain");
    assert!(tree.starts_with("fight.gain: 5  bouts:3"), "{tree}");
    for name in ["fight.first.gain", "fight(1).gain"] {
        let (tree, _) = explained([1, 4], name);
        assert_eq!(tree, format!("{name}: nothing was shown about it in this round\n"));
    }
}

#[test]
fn a_reason_is_told_once_wherever_it_counts() {
    let system = "system hills \"The Hills\"\nmodifiers signed\nkind person {}\n\
        procedure pull by person {\n  ask help, mud : many yes/no\n  let hands = 2 + count(help)\n  \
        sum total { mud | 0 - count(mud), hands | hands }\n}\n\
        procedure heave by person {\n  ask help, mud : many yes/no\n  run own : pull by person with mud = mud\n  \
        let more = count(help) + own.total\n}";
    let scene = |bar: i64| {
        format!(
            "use hills\nperson ada\nsecret roll luck : 1d6\npull a by ada {{ help \"two oxen\", help no \"a dog\", \
             help luck >= {bar} \"a short cut\", mud \"rain\" }}\nheave b by ada {{ help \"a lever\", mud \"thaw\" }}"
        )
    };
    let (told, without) = (told_of(system, &scene(2), Audience::Gm), told_of(system, &scene(6), Audience::Gm));
    for reason in ["help \"two oxen\"\n", "help \"a short cut\"\n", "\"rain\"\n", "help \"a lever\"\n", "\"thaw\"\n"] {
        assert_eq!(told.matches(reason).count(), 1, "{reason}\n{told}");
    }
    assert!(!told.contains("a dog") && !without.contains("a short cut"), "{told}\n{without}");
    let players = told_of(system, &scene(2), Audience::Players);
    assert!(players.contains("two oxen") && !players.contains("a short cut"), "{players}");
}
