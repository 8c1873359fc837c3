//! Short scripts that ask for more than any computer holds, each in its own way.

use assize::engine::Limits;

/// A script, and what is asked of it.
pub struct Exploding {
    /// What it does.
    pub name: String,
    /// The text of its system, `q`.
    pub system: String,
    /// The text of its scene.
    pub scene: String,
    /// Questions about odds.
    pub questions: Vec<String>,
    /// What it is held to.
    pub limits: Limits,
}

const FRAME: &str = "system q
modifiers signed
ladder g, rolls 1d6, highest first { level | rolls | judged, a | 4..6 | 1.., b | 1..3 | ..0 }
one w { n : number = 0, m : number = 0 }
kind hero { a : number = 0, b : number = 0 }
";

fn program(name: &str, procedures: &str, scene: &str, question: &str) -> Exploding {
    Exploding {
        name: name.to_owned(),
        system: format!("{FRAME}{procedures}\n"),
        scene: format!("use q\n{scene}\n"),
        questions: vec![question.to_owned()],
        limits: Limits::untrusted(),
    }
}

/// One procedure `t`, run once.
fn once(name: &str, lines: &str, question: &str) -> Exploding {
    program(name, &format!("procedure t {{ {lines} }}"), "t x {}", question)
}

/// One procedure `t`, repeated.
fn again(name: &str, lines: &str, times: &str, question: &str) -> Exploding {
    program(name, &format!("procedure t {{ {lines} }}"), &format!("repeat up to {times} {{ t x {{}} }}"), question)
}

fn each(range: std::ops::Range<u64>, between: &str, one: impl Fn(u64) -> String) -> String {
    range.map(one).collect::<Vec<_>>().join(between)
}

/// Large rolls.
fn rolls() -> Vec<Exploding> {
    vec![
        once("sum of a thousand dice", "roll r : 1000d6", "E(x.r.sum)"),
        once("sum of a thousand large dice", "roll r : 1000d1000000", "P(x.r.sum >= 500000000)"),
        once("sum of a hundred large dice", "roll r : 100d1000000", "P(x.r.sum >= 5)"),
        once("the highest half", "roll r : highest 500 of 1000d1000", "P(x.r.kept >= 500)"),
        once("the highest ten", "roll r : highest 10 of 20d20", "P(x.r.kept >= 150)"),
        once("all but the lowest", "roll r : lowest 999 of 1000d1000", "P(x.r.kept >= 500)"),
        once(
            "many answers of one roll",
            "roll r : 100d100, let z = r.sum * r.highest + r.lowest * r.count(3) + r.at least(50)",
            "P(x.z >= 150)",
        ),
        once("three answers", "roll r : 30d20, let z = r.sum * 10000 + r.highest * 100 + r.count(3)", "P(x.z >= 150)"),
        once("two answers", "roll r : 300d1000, let z = r.sum + r.highest", "P(x.z >= 150)"),
        once("doubles", "roll r : 30d100", "P(x.r.doubles)"),
        once("one large die", "roll r : 1d1000000, let z = r.sum * r.sum", "P(x.z >= 150)"),
        once("two large dice", "roll r : 1d1000000, roll s : 1d1000000, let z = r.sum * s.sum", "P(x.z >= 150)"),
        once(
            "three dice multiplied",
            "roll r : 1d1000, roll s : 1d1000, roll u : 1d1000, let z = r.sum * s.sum * u.sum",
            "P(x.z >= 150)",
        ),
        once(
            "twenty dice in a number",
            &format!(
                "let z0 = 1\n{}",
                each(0..20, "\n", |i| format!("roll r{i} : 1d6\nlet z{} = z{i} * 7 + r{i}.sum", i + 1))
            ),
            "P(x.z20 >= 150)",
        ),
        again("pools that depend", "roll r : (1 + w.n mod 50)d1000, add r.sum to w.n", "50", "P(w.n >= 3)"),
        program(
            "dice that go on",
            "dice e { 1d6 | that, 1..5 | that, 6 | that + 1d6 + 1d6 + 1d6 }\nprocedure t { roll r : e, add r to w.n }",
            "repeat up to 500 { t x {} }",
            "P(w.n >= 3)",
        ),
    ]
}

/// Long ways.
fn walks() -> Vec<Exploding> {
    let (there, done) =
        (each(0..20, "\n", |i| format!("hero h{i}")), each(0..20, "\n", |i| format!("t x{i} by h{i} {{}}")));
    let heroes = format!("{there}\n{done}");
    let by_hero = "procedure t by hero { roll r : 1d6, add r.sum to hero.a }";
    vec![
        again("a walk", "roll r : 1d6, add r.sum to w.n", "10000", "P(w.n >= 35000)"),
        again("two walks", "roll r : 2d6, add r.highest to w.n, add r.lowest to w.m", "1000", "P(w.n >= 35)"),
        program(
            "a walk with an end",
            "procedure t { roll r : 1d6, add r.sum - 3 to w.n }",
            "repeat up to 100000 until w.n >= 1000 { t x {} }",
            "P(w.n >= 35)",
        ),
        again("a remainder", "roll r : 1d6, set w.n = (w.n * 31 + r.sum) mod 1000003", "1000", "P(w.n >= 35)"),
        again("a hash", "roll r : 1d20, set w.n = (w.n * 1103515245 + r.sum) mod 2147483648", "50", "P(w.n >= 35)"),
        program(
            "repetitions within each other",
            "procedure t { roll r : 1d6, add r.sum to w.n }",
            "repeat up to 100 { repeat up to 100 { repeat up to 100 { t x {} } } }",
            "E(w.n)",
        ),
        program("notes", "", "repeat up to 10000 { repeat up to 10000 { note \"x\" } }", "E(w.n)"),
        again("an overflow", "roll r : 1d6, set w.n = (w.n + 1) * 1000 * r.sum", "100", "E(w.n)"),
        again(
            "a ladder",
            "resolve g with 1, if g is a { add 1 to w.n } else { add 1 to w.m }",
            "3000",
            "P(w.n >= w.m)",
        ),
        again(
            "the past of a ladder",
            "resolve g with w.n, if g is a { set w.n = w.n * 2 + 1 } else { set w.n = w.n * 2 }",
            "40",
            "P(w.n >= 3)",
        ),
        again("a long fraction", "roll r : 1d999983, if r.sum is 1 { add 1 to w.n }", "3000", "P(w.n >= 3)"),
        again("a fraction and a rest", "roll r : 1d999983, let z = r.sum mod 7, add z to w.n", "300", "P(w.n >= 3)"),
        again(
            "a tree",
            &format!(
                "{}add 1 to w.n{}",
                each(0..14, "", |i| format!("roll a{i} : 1d6, if a{i}.sum > 3 {{ ")),
                " }".repeat(14)
            ),
            "100",
            "P(w.n > 3)",
        ),
        program("many heroes", by_hero, &heroes, &format!("P({} >= 70)", each(0..20, " + ", |i| format!("h{i}.a")))),
        program(
            "many heroes compared",
            by_hero,
            &heroes,
            &format!("P({})", each(0..20, " and ", |i| format!("h{i}.a > h{}.a", (i + 1) % 20))),
        ),
    ]
}

/// Decks.
fn decks() -> Vec<Exploding> {
    let deck = |name: &str, cards: &str, line: &str, times: u64, question: &str| {
        let system = format!("deck d, {cards}\nprocedure t {{ draw c : d, {line} }}");
        program(name, &system, &format!("repeat up to {times} {{ t x {{}} }}"), question)
    };
    vec![
        deck("cards in a hash", "60 cards c { v = c }", "set w.n = (w.n * 61 + c.v) mod 1000003", 30, "P(w.n >= 35)"),
        deck("a thousand cards", "1000 cards c { v = c }", "add c.v to w.n", 100, "P(w.n >= 35)"),
        deck("a whole deck", "52 cards c { v = c mod 13 }", "add c.v to w.n", 52, "P(w.n >= 35)"),
        deck("cards in order", "20 cards c { v = c }", "set w.n = w.n * 20 + c.v", 12, "P(w.n >= 35)"),
    ]
}

/// Questions that remember much.
fn memories() -> Vec<Exploding> {
    let runs = each(0..30, "\n", |i| format!("t x{i} {{}}"));
    let sums = each(0..30, " + ", |i| format!("x{i}.r.sum * {}", 7_u64.pow(u32::try_from(i.min(18)).expect("small"))));
    let roll = "procedure t { roll r : 1d6 }";
    let mut many = once("many questions", "roll r : 3d100, let z = r.sum", "P(x.z is 3)");
    many.questions = (3..203).map(|sum| format!("P(x.z is {sum})")).collect();
    vec![
        program("runs that are kept", roll, &runs, &format!("P({sums} > 3)")),
        again(
            "the last runs",
            "roll r : 1d6",
            "200",
            &format!("P({} > 3)", each(1..60, " + ", |i| format!("x({i}).r.sum"))),
        ),
        many,
        once(
            "a long question",
            "roll r : 3d6",
            &format!("P({})", each(0..60, " or ", |i| format!("x.r.sum is {}", i % 18))),
        ),
        again(
            "a chain of conditions",
            "roll r : 1d6",
            "20",
            &format!("P({})", each(1..15, " and ", |i| format!("x({i}).r.sum > x({}).r.sum", i + 1))),
        ),
    ]
}

/// More results than 100 MB hold until they are told, with leave to count them.
fn results() -> Exploding {
    let limits = Limits::untrusted().work(u64::MAX).situations(usize::MAX).answers(u64::MAX).memory(100 << 20);
    Exploding { limits, ..once("the sum of three large dice", "roll r : 3d100000", "E(x.r.sum)") }
}

/// Sums that grow round by round until they pass a line: each round has its own situations, and few of them meet again.
fn races() -> Vec<Exploding> {
    let race = |name: &str, line: u64, die: u64| {
        let scene = format!("repeat up to 50 until w.n > {line} {{ t x {{}} }}");
        program(name, &format!("procedure t {{ roll d : 1d{die}, add d.sum to w.n }}"), &scene, "P(w.n > 1000)")
    };
    vec![
        race("a race with large dice", 900, 1_000),
        race("a short race with large dice", 200, 1_000),
        race("a long race", 900, 100),
        again(
            "a race that is counted as well",
            "roll d : 1d1000, add d.sum to w.n, add 1 to w.m",
            "50 until w.n > 900",
            "P(w.n > 1000)",
        ),
    ]
}

/// What explodes while it is compiled, adjudicated, or tested.
fn texts() -> Vec<Exploding> {
    let doubled =
        format!("dice boom0 = 1d6\n{}", each(1..40, "\n", |i| format!("dice boom{i} = boom{0} + boom{0}", i - 1)));
    let rules =
        format!("rule f0(n) = n + 1\n{}", each(1..40, "\n", |i| format!("rule f{i}(n) = f{0}(n) + f{0}(n)", i - 1)));
    let rows = each(0..3_000, "\n", |i| format!("row{i} | {i}"));
    let actions = each(0..4_000, "\n", |i| format!("t x{i} {{}}"));
    let expectations = each(0..3_000, "\n", |_| "expect { w.n = 0 }".to_owned());
    let tested = each(0..100, "\n", |_| "expect odds { t x {}\nP(x.z >= 150) = 1/3 }".to_owned());
    let roll = "procedure t { roll r : 1d6 }";
    vec![
        program(
            "dice doubled forty times",
            &format!("{doubled}\nprocedure t {{ roll r : boom39 }}"),
            "t x {}",
            "E(x.r)",
        ),
        program("rules doubled forty times", &format!("{rules}\nprocedure t {{ let z = f39(1) }}"), "t x {}", "E(x.z)"),
        once("many rows", &format!("sum z {{\n{rows}\n}}"), "E(x.z)"),
        program("many actions", roll, &actions, "P(x1.r.sum > 3)"),
        program("many expectations", roll, &expectations, "E(w.n)"),
        program(
            "expensive expectations",
            "procedure t { roll r : 2d1000, roll s : 2d1000, let z = r.sum * s.sum }",
            &tested,
            "E(w.n)",
        ),
        program("many mistakes", roll, &each(0..4_000, "\n", |i| format!("set w.x{i} = 1")), "E(w.n)"),
        program("long brackets", roll, &format!("set w.n = {}1{}", "(".repeat(30_000), ")".repeat(30_000)), "E(w.n)"),
        program("long sums", roll, &format!("set w.n = {}", each(0..15_000, "+", |_| "1".to_owned())), "E(w.n)"),
        program("many notes", "", &each(0..5_000, "\n", |_| "note \"x\"".to_owned()), "E(w.n)"),
        program("many heroes who do nothing", roll, &each(0..6_000, "\n", |i| format!("hero h{i}")), "E(w.n)"),
        program("many conditions", roll, &each(0..2_000, "\n", |_| "if w.m < 3 { add 1 to w.n }".to_owned()), "E(w.n)"),
    ]
}

/// Short lists that are long together: people, their fields, the levels of a scale.
fn products() -> Vec<Exploding> {
    let people = |count: u64| each(0..count, "\n", |one| format!("p a{one}"));
    let scale = format!("scale s {{ {} }}", each(0..600, " | ", |level| format!("l{level}")));
    let families = each(0..400, ", ", |family| format!("m{family} by s : number = 1"));
    let fields = each(0..2_800, ", ", |field| format!("f{field} : number = 1"));
    let changed = "procedure t by p { set p.m0(l0) = 1 }";
    let needs = each(0..1_500, "\n", |number| format!("needs f + {number} > 0 else \"x\""));
    let all = |name: &str, system: String, count: u64| program(name, &system, &people(count), "E(w.n)");
    vec![
        all("families of many people", format!("{scale}\nkind p {{ {families} }}\n{changed}"), 400),
        all("families of one", format!("{scale}\nkind p {{ {families} }}"), 1),
        all("a family that changes", format!("{scale}\nkind p {{ m0 by s : number = 1 }}\n{changed}"), 800),
        all("fields of many people", format!("kind p {{ {fields} }}"), 5_000),
        all("what many people need", format!("kind p {{ f : number = 1\n{needs} }}"), 3_000),
        once("the highest of many large dice", "roll r : 1000d1000000", "E(x.r.highest)"),
    ]
}

/// All of them.
pub fn all() -> Vec<Exploding> {
    [rolls(), vec![results()], walks(), races(), decks(), memories(), texts(), products()]
        .into_iter()
        .flatten()
        .collect()
}
