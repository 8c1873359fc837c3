//! Programs as texts: a system, a house file if any line of it is one, and a scene.

use std::fmt::Write as _;

use crate::expressions::{Read, Scale};
use crate::print_expressions::{cond, level, level_name, num, number, read, role};
use crate::tree::{
    AskKind, Body, Dice, Fill, HEROES, Hero, Item, Keep, Ladder, Line, Own, Patch, Place, Placed, Play, Pool,
    Procedure, Program, Scene, System, Table,
};

/// The texts of a program.
#[derive(Debug)]
pub struct Texts {
    pub system: String,
    pub house: Option<String>,
    pub scene: String,
}

pub fn texts(program: &Program) -> Texts {
    let house = house(&program.system);
    Texts { system: system(&program.system), scene: scene(&program.scene, &program.system, house.is_some()), house }
}

// --- A system --------------------------------------------------------------------------------

fn system(of: &System) -> String {
    let mut text = String::from("system sys \"Made at random\"\nmodifiers signed\nscale grade { low | mid | top }\n");
    let [slow, plain, fast] = of.worth;
    let _ = writeln!(text, "scale way {{\n  level | worth\n  slow | {slow}\n  plain | {plain}\n  fast | {fast}\n}}");
    let [sides, more] = of.open;
    let _ = writeln!(text, "dice open {{\n  1d{sides} | that\n  1 | that - 1d{more}");
    if sides > 2 {
        let _ = writeln!(text, "  {} | that", band(2, sides - 1));
    }
    let _ = writeln!(text, "  {sides} | that + 1d{more}\n}}");
    let _ = writeln!(
        text,
        "{}\n{}\n{}",
        pool(&of.pool.base),
        ladder(&of.ladder.base, of.pool.base.sides),
        table(&of.table.base)
    );
    let _ = writeln!(text, "{}", mix(&of.mix.base));
    let (cards, judged, modulus) = (of.deck.cards, of.deck.judged, of.deck.modulus);
    let _ = writeln!(text, "deck cards, {cards} cards c, judged {judged} {{ v = c mod {modulus}, w = c }}");
    text.push_str("plan works {\n  budget 40 \"points\"\n  most 3\n");
    text.push_str("  item task { care : way = slow, speed : way = slow, extra : number = 0 }\n");
    text.push_str("  slots care then speed, extra, as written\n");
    for (word, cost) in [("upfront", of.plan.upfront), ("further", of.plan.further)] {
        if cost > 0 {
            let _ = writeln!(text, "  {word} {cost} \"for it\"");
        }
    }
    let Hero { a, oil, skill, .. } = of.defaults;
    let _ = writeln!(
        text,
        "}}\nkind hero {{ a : number = {a}, oil : 0..9 = {oil}, skill by grade : number = {}, bold : yes/no = no }}",
        skill[0]
    );
    text.push_str("one ledger { marks : number = 0 }\n");
    let [before, after] = of.watch;
    let _ = writeln!(text, "period watch {{\n  before {{ add {} to ledger.marks }}", number(before));
    let _ = writeln!(
        text,
        "  after {{ for each p in hero {{ if p.oil < {} {{ add {after} to p.oil }} }} }}\n}}",
        10 - after
    );
    for procedure in &of.procedures {
        text.push_str(&self::procedure(procedure, &of.procedures));
    }
    text
}

fn pool(of: &Pool) -> String {
    let (worse, better) = if of.highest { ("lowest", "highest") } else { ("highest", "lowest") };
    format!("dice pool(n) = if n < 1 then {worse} 2d{0} else {better} (min(n, 3))d{0}", of.sides)
}

fn ladder(of: &Ladder, sides: i64) -> String {
    let heading = if of.highest_first { ", highest first" } else { "" };
    let mut text = format!("ladder glow, rolls pool{heading} {{\n  level | rolls | judged | marks\n");
    let count = of.marks.len();
    let row = |rank: usize| {
        let place = if of.rising { rank } else { count - 1 - rank };
        let first = if place == 0 { 1 } else { of.faces[place - 1] + 1 };
        let last = of.faces.get(place).copied().unwrap_or(sides);
        let judged = match (rank.checked_sub(1).map(|below| of.judged[below]), of.judged.get(rank)) {
            (None, None) => unreachable!("a ladder has two levels or more"),
            (None, Some(next)) => format!("..{}", next - 1),
            (Some(first), None) => format!("{first}.."),
            (Some(first), Some(next)) => band(first, next - 1),
        };
        let name = level_name(Scale::Glow, i64::try_from(rank).expect("it is small"));
        format!("  {name} | {} | {judged} | {}\n", band(first, last), of.marks[rank])
    };
    let rows: Vec<String> =
        if of.highest_first { (0..count).rev().map(row).collect() } else { (0..count).map(row).collect() };
    text.push_str(&rows.concat());
    text + "}"
}

fn band(first: i64, last: i64) -> String {
    if first == last { first.to_string() } else { format!("{first}..{last}") }
}

fn table(of: &Table) -> String {
    let ([low, high], [a, b, c]) = (of.cuts, of.values);
    format!("table tab(k) {{\n  k | u\n  ..{low} | {a}\n  {} | {b}\n  {}.. | {c}\n}}", band(low + 1, high), high + 1)
}

fn mix([p, q, more]: &[i64; 3]) -> String {
    format!("rule mix(p, q) = p * {} + q * {} + {}", number(*p), number(*q), number(*more))
}

fn procedure(of: &Procedure, all: &[Procedure]) -> String {
    let versus = if of.versus { " versus foe : hero" } else { "" };
    let mut text = format!("procedure {} by who : hero{versus} {{\n", of.name);
    for ask in &of.asks {
        let (name, kind) = (&ask.name.text, ask_kind(&ask.kind, all));
        let _ = writeln!(text, "  ask {name} : {kind}");
    }
    text.extend(of.lines.iter().filter_map(|placed| placed.base.as_ref()).map(|line| self::line(line, 1, all)));
    text + "}\n"
}

fn ask_kind(kind: &AskKind, all: &[Procedure]) -> String {
    match kind {
        AskKind::Number(default) => format!("number = {}", number(*default)),
        AskKind::Grade(default) => format!("grade = {}", level_name(Scale::Grade, *default)),
        AskKind::Flag => "yes/no = no".to_owned(),
        AskKind::Many => "many number".to_owned(),
        AskKind::Optional => "optional number".to_owned(),
        AskKind::Helpers(procedure) => format!("many {}", all[*procedure].name),
        AskKind::Answer(procedure) => format!("optional {} by foe", all[*procedure].name),
        AskKind::Plan => "works".to_owned(),
    }
}

// --- A house file ----------------------------------------------------------------------------

fn house(of: &System) -> Option<String> {
    let mut text = String::new();
    if let Some(changed) = &of.pool.house {
        let _ = writeln!(text, "replace {}", pool(changed));
    }
    if let Some(changed) = &of.ladder.house {
        let _ = writeln!(text, "replace {}", ladder(changed, of.pool.base.sides));
    }
    if let Some((from, value)) = of.table.house.as_ref().and_then(|changed| changed.over) {
        let _ = writeln!(text, "extend table tab {{\n  k | u\n  {from}.. | {value}\n}}");
    }
    if let Some(changed) = &of.mix.house {
        let _ = writeln!(text, "replace {}", mix(changed));
    }
    if let Some(more) = of.watch_more {
        let _ = writeln!(text, "extend period watch {{ after {{ add {more} to ledger.marks }} }}");
    }
    for procedure in &of.procedures {
        text.extend(procedure.lines.iter().map(|placed| patch(&procedure.name, placed, &of.procedures)));
    }
    (!text.is_empty()).then(|| format!("house bend extends sys \"Otherwise\"\n{text}"))
}

fn patch(procedure: &str, placed: &Placed, all: &[Procedure]) -> String {
    let now = placed.now.as_ref().map(|line| self::line(line, 1, all)).unwrap_or_default();
    match (&placed.patch, &placed.base) {
        (None, _) => String::new(),
        (Some(Patch::After(anchor)), _) => {
            let (word, rest) = anchor.split_once(' ').expect("a word and a name");
            format!("add after {word} {procedure}.{rest} {{\n{now}}}\n")
        }
        (Some(Patch::Replace), Some(Line::Let(name, _))) => {
            format!("replace let {procedure}.{} {{\n{now}}}\n", name.text)
        }
        (Some(Patch::Remove), Some(Line::Stop(_, why))) => format!("remove stop {procedure} \"{why}\"\n"),
        (Some(Patch::Extend(row)), Some(Line::Sum(name, _))) => {
            format!("extend sum {procedure}.{} {{ more | {} }}\n", name.text, num(row))
        }
        (Some(patch), base) => unreachable!("{patch:?} of {base:?}"),
    }
}

// --- Lines -----------------------------------------------------------------------------------

pub fn dice(of: &Dice) -> String {
    match of {
        Dice::Plain { count, sides, keep: Keep::All } => format!("{count}d{sides}"),
        Dice::Plain { count, sides, keep: Keep::Highest(1) } => format!("highest {count}d{sides}"),
        Dice::Plain { count, sides, keep: Keep::Highest(kept) } => format!("highest {kept} of {count}d{sides}"),
        Dice::Plain { count, sides, keep: Keep::Lowest(kept) } => format!("lowest {kept} of {count}d{sides}"),
        Dice::Open => "open".to_owned(),
        Dice::Pool(size) => format!("pool({})", num(size)),
        Dice::Plus(a, b) => format!("{} + {}", dice(a), dice(b)),
        Dice::Minus(a, b) => format!("{} - {}", dice(a), dice(b)),
        Dice::More(a, more) if *more < 0 => format!("{} - {}", dice(a), -more),
        Dice::More(a, more) => format!("{} + {more}", dice(a)),
    }
}

fn place(of: &Place) -> String {
    match of {
        Place::A(who) => read(&Read::A(*who)),
        Place::Oil(who) => read(&Read::Oil(*who)),
        Place::Skill(who, level) => read(&Read::Skill(*who, *level)),
        Place::Bold(who) => read(&Read::Bold(*who)),
        Place::Marks => read(&Read::Ledger),
        Place::Own(name) => name.text.clone(),
    }
}

fn body(of: &Body) -> String {
    match of {
        Body::Num(value) => num(value),
        Body::Flag(on) => cond(on),
        Body::Level(value) => level(value),
    }
}

fn lines(of: &[Line], deep: usize, all: &[Procedure]) -> String {
    let inner: String = of.iter().map(|line| self::line(line, deep + 1, all)).collect();
    format!("{{\n{inner}{}}}", "  ".repeat(deep))
}

pub fn line(of: &Line, deep: usize, all: &[Procedure]) -> String {
    let text = match of {
        Line::Let(name, of) => format!("let {} = {}", name.text, body(of)),
        Line::Sum(name, rows) => {
            let rows = rows.iter().enumerate().map(|(place, row)| format!("row {place} | {}\n", num(row)));
            format!("sum {} {{\n{}}}", name.text, rows.collect::<String>())
        }
        Line::Decide(name, rows) => {
            let rows = rows.iter().map(|(rank, on)| format!("{} | {}\n", level_name(Scale::Grade, *rank), cond(on)));
            format!("decide {} : grade {{\n{}low | otherwise\n}}", name.text, rows.collect::<String>())
        }
        Line::Roll(name, of) => format!("roll {} : {}", name.text, dice(of)),
        Line::Draw(name) => format!("draw {} : cards", name.text),
        Line::Shuffle => "shuffle cards".to_owned(),
        Line::Resolve(name, with) => format!("resolve {} : glow with {}", name.text, num(with)),
        Line::Choose { name, most, default } => {
            format!("choose {} : 0..{most} by who = {default} \"how many?\"", name.text)
        }
        Line::RunBlank(name) => format!("run {}", name.text),
        Line::Run { name, procedure, named, by, versus, with } => {
            let name = if *named { format!("{} : ", name.text) } else { String::new() };
            let versus = versus.map(|foe| format!(" versus {}", role(foe))).unwrap_or_default();
            let with: Vec<String> =
                with.iter().map(|(blank, value)| format!("{} = {}", blank.text, num(value))).collect();
            let with = if with.is_empty() { String::new() } else { format!(" with {}", with.join(", ")) };
            format!("run {name}{} by {}{versus}{with}", all[*procedure].name, role(*by))
        }
        Line::Cut(plan, to) => format!("cut {} to {}", plan.text, num(to)),
        Line::Set(to, of) => format!("set {} = {}", place(to), body(of)),
        Line::Add(more, to) => format!("add {} to {}", num(more), place(to)),
        Line::Pay(cost, from) => format!("pay {cost} from {} \"too little\"", place(from)),
        Line::Stop(on, why) => format!("stop \"{why}\" if {}", cond(on)),
        Line::If(on, then, other) => {
            let other = if other.is_empty() { String::new() } else { format!(" else {}", lines(other, deep, all)) };
            format!("if {} {}{other}", cond(on), lines(then, deep, all))
        }
        Line::Note(of, on) => {
            let on = on.as_ref().map(|on| format!(" if {}", cond(on))).unwrap_or_default();
            format!("note \"it is {{{}}}\"{on}", num(of))
        }
        Line::EachItem(plan) => format!("for each t in {} {{ add t.extra to ledger.marks }}", plan.text),
        Line::EachHero(more) => format!("for each p in hero {{ add {more} to p.a }}"),
        Line::Play(_) | Line::Repeat { .. } | Line::Choice { .. } | Line::Turns(_) => of_scene(of, deep, all),
    };
    format!("{}{text}\n", "  ".repeat(deep))
}

/// Lines that only a scene has.
fn of_scene(of: &Line, deep: usize, all: &[Procedure]) -> String {
    match of {
        Line::Play(of) => play(of, &all[of.procedure].name, true, all),
        Line::Repeat { watch, most, until, lines: body } => {
            let watch = if *watch { " watch" } else { "" };
            let until = until.as_ref().map(|on| format!(" until {}", cond(on))).unwrap_or_default();
            format!("repeat{watch} up to {most}{until} {}", lines(body, deep, all))
        }
        Line::Choice { name, options, default, taken: _ } => {
            let options = options.iter().enumerate().map(|(place, (option, body))| {
                let marked = if place == *default { " default" } else { "" };
                format!("  {option}{marked} {}\n", lines(body, deep + 1, all))
            });
            format!("choose {name} \"which?\" {{\n{}}}", options.collect::<String>())
        }
        Line::Turns(turns) => {
            let turns = turns.iter().map(|turn| {
                let numbers = turn.numbers.iter().map(num).collect::<Vec<String>>().join(" then ");
                format!("  {} by {numbers} {}\n", HEROES[turn.hero], lines(&turn.lines, deep + 1, all))
            });
            format!("turns {{\n{}}}", turns.collect::<String>())
        }
        other => unreachable!("{other:?} has its words elsewhere"),
    }
}

fn play(of: &Play, word: &str, says_who: bool, all: &[Procedure]) -> String {
    let procedure = &all[of.procedure];
    let versus = of.versus.map(|foe| format!(" versus {}", HEROES[foe])).unwrap_or_default();
    let filled = procedure.asks.iter().zip(&of.fills).filter_map(|(ask, fill)| Some((&ask.name.text, fill.as_ref()?)));
    let blanks: Vec<String> = filled.flat_map(|(name, fill)| self::fill(name, fill, all)).collect();
    let by = if says_who { format!(" by {}", HEROES[of.by]) } else { String::new() };
    format!("{word} {}{by}{versus} {{ {} }}", of.name.text, blanks.join(", "))
}

fn fill(name: &str, of: &Fill, all: &[Procedure]) -> Vec<String> {
    match of {
        Fill::Number(value) => vec![format!("{name} {value}")],
        Fill::Level(rank) => vec![format!("{name} {}", level_name(Scale::Grade, *rank))],
        Fill::Yes => vec![name.to_owned()],
        Fill::Many(values) => values.iter().map(|value| format!("{name} {value:+}")).collect(),
        Fill::Runs(runs) => runs.iter().map(|run| play(run, name, true, all)).collect(),
        Fill::Answer(run) => vec![play(run, name, false, all)],
        Fill::Items(items) => items.iter().map(item).collect(),
    }
}

fn item(of: &Item) -> String {
    let care = level_name(Scale::Way, of.care);
    let mut rest = [format!("speed {}", level_name(Scale::Way, of.speed)), format!("extra {}", of.extra)];
    if of.extra_first {
        rest.reverse();
    }
    format!("task {} {{ care {care}, {} }}", of.name, rest.join(", "))
}

// --- A scene ---------------------------------------------------------------------------------

fn scene(of: &Scene, system: &System, bent: bool) -> String {
    let mut text = String::from(if bent { "use sys\nuse house bend\n" } else { "use sys\n" });
    for (hero, name) in of.heroes.iter().zip(HEROES) {
        let mut fields = vec![format!("a {}", hero.a), format!("oil {}", hero.oil)];
        let skills = hero.skill.iter().zip(system.defaults.skill).zip(0..);
        let skills = skills.filter(|((own, usual), _)| *own != usual);
        fields.extend(skills.map(|((own, _), rank)| format!("skill {} {own}", level_name(Scale::Grade, rank))));
        if hero.bold {
            fields.push("bold".to_owned());
        }
        let _ = writeln!(text, "hero {name} {{ {} }}", fields.join(", "));
    }
    for own in &of.own {
        let _ = match own {
            Own::Tally(name, value, true) => writeln!(text, "tally {} : 0..9 = {value}", name.text),
            Own::Tally(name, value, false) => writeln!(text, "tally {} : number = {value}", name.text),
            Own::Flag(name) => writeln!(text, "flag {} = no", name.text),
        };
    }
    text.extend(of.lines.iter().map(|line| self::line(line, 0, &system.procedures)));
    text
}
