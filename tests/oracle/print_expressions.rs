//! Expressions as the language writes them. Everything that could be read in two ways stands in brackets.

use crate::expressions::{
    Asked, Binary, Cond, Division, Laid, Level, Num, Part, Quality, Read, Relation, Role, Scale, Which,
};
use crate::tree::HEROES;

/// The level of a scale at this place.
pub fn level_name(scale: Scale, rank: i64) -> &'static str {
    let names: &[&str] = match scale {
        Scale::Grade => &["low", "mid", "top"],
        Scale::Way => &["slow", "plain", "fast"],
        Scale::Glow => &["dark", "dim", "bright", "ablaze"],
    };
    names[usize::try_from(rank).expect("it has a place")]
}

pub fn role(role: Role) -> &'static str {
    match role {
        Role::Actor => "who",
        Role::Foe => "foe",
        Role::Person(place) => HEROES[place],
    }
}

pub fn number(number: i64) -> String {
    if number < 0 { format!("({number})") } else { number.to_string() }
}

fn column(is_v: bool) -> &'static str {
    if is_v { ".v" } else { ".w" }
}

fn asked(asked: Asked) -> String {
    match asked {
        Asked::Sum => ".sum".to_owned(),
        Asked::Kept => ".kept".to_owned(),
        Asked::Rolled => ".rolled".to_owned(),
        Asked::Dropped => ".dropped".to_owned(),
        Asked::Highest => ".highest".to_owned(),
        Asked::Lowest => ".lowest".to_owned(),
        Asked::Count(face) => format!(".count({face})"),
        Asked::AtLeast(face) => format!(".at least({face})"),
        Asked::Any(face) => format!(".any({face})"),
        Asked::Doubles => ".doubles".to_owned(),
        Asked::Face(place) => format!(".face({place})"),
    }
}

pub fn quality(quality: Quality) -> &'static str {
    match quality {
        Quality::Care => "care",
        Quality::Speed => "speed",
        Quality::Extra => "extra",
    }
}

fn laid(laid: Laid) -> String {
    match laid {
        Laid::Cost => "cost".to_owned(),
        Laid::Left => "left".to_owned(),
        Laid::Count => "count".to_owned(),
        Laid::First(of) => format!("first.{}", quality(of)),
        Laid::Last(of) => format!("last.{}", quality(of)),
    }
}

pub fn read(from: &Read) -> String {
    match from {
        Read::Cell(name) | Read::Run(name) => name.text.clone(),
        Read::Roll(name, question) => format!("{}{}", name.text, asked(*question)),
        Read::Card(name, is_v) => format!("{}{}", name.text, column(*is_v)),
        Read::MarksOf(level) => format!("{}.marks", read(level)),
        Read::A(who) => format!("{}.a", role(*who)),
        Read::Oil(who) => format!("{}.oil", role(*who)),
        Read::Skill(who, place) => {
            format!("{}.skill({})", role(*who), level_name(Scale::Grade, i64::try_from(*place).expect("it is small")))
        }
        Read::Bold(who) => format!("{}.bold", role(*who)),
        Read::Ledger => "ledger.marks".to_owned(),
        Read::Plan(name, what) => format!("{}.{}", name.text, laid(*what)),
        Read::Item(_, _, item, of) => format!("{item}.{}", quality(*of)),
        Read::In(name, which, inner) => {
            let which = match which {
                Which::Latest | Which::Filled(_) => "",
                Which::First => ".first",
                Which::Second => "(2)",
            };
            format!("{}{which}.{}", name.text, read(inner))
        }
    }
}

pub fn num(from: &Num) -> String {
    match from {
        Num::Const(value) => number(*value),
        Num::Read(from) => read(from),
        Num::Otherwise(from, fallback) => format!("({} otherwise {})", read(from), number(*fallback)),
        Num::Binary(Binary::Plus, a, b) => format!("({} + {})", num(a), num(b)),
        Num::Binary(Binary::Minus, a, b) => format!("({} - {})", num(a), num(b)),
        Num::Binary(Binary::Max, a, b) => format!("max({}, {})", num(a), num(b)),
        Num::Binary(Binary::Min, a, b) => format!("min({}, {})", num(a), num(b)),
        Num::Times(a, by) => format!("({} * {})", num(a), number(*by)),
        Num::Divide(Division::Down, a, by) => format!("({} div down {})", num(a), number(*by)),
        Num::Divide(Division::Up, a, by) => format!("({} div up {})", num(a), number(*by)),
        Num::Divide(Division::Mod, a, by) => format!("({} mod {})", num(a), number(*by)),
        Num::Abs(a) => format!("abs({})", num(a)),
        Num::If(on, a, b) => format!("(if {} then {} else {})", cond(on), num(a), num(b)),
        Num::Chosen(on, a, b) => chosen(&cond(on), [a, b]),
        Num::Rank(of) => format!("{}.rank", level(of)),
        Num::Worth(of) => format!("{}.worth", level(of)),
        Num::Table(of) => format!("tab({})", num(of)),
        Num::Mix(a, b) => format!("mix({}, {})", num(a), num(b)),
        Num::SumOf(reads) => format!("sum({})", reads.iter().map(read).collect::<Vec<String>>().join(", ")),
        Num::SumAll(list) => format!("sum({})", list.text),
        Num::SumOver(list, inner) => format!("sum(h in {} : h.{})", list.text, read(inner)),
        Num::CountOver(list, inner, scale, least) => {
            format!("count(h in {} : h.{} >= {})", list.text, read(inner), level_name(*scale, *least))
        }
    }
}

/// What is asked of one of two rolls or cards stands behind the choice.
fn chosen(on: &str, both: [&Read; 2]) -> String {
    let part = match both[0].part().expect("it is of a roll or of a card") {
        Part::Roll(question) => asked(question),
        Part::Card(is_v) => column(is_v).to_owned(),
    };
    let [a, b] = both.map(|from| {
        let whole = read(from);
        whole.strip_suffix(&part).expect("both are asked the same").to_owned()
    });
    format!("(if {on} then {a} else {b}){part}")
}

pub fn level(from: &Level) -> String {
    match from {
        Level::Const(scale, rank) => level_name(*scale, *rank).to_owned(),
        Level::Read(from, _) => read(from),
        Level::Otherwise(from, scale, rank) => format!("({} otherwise {})", read(from), level_name(*scale, *rank)),
        Level::Step(from, by) if *by < 0 => format!("({} down {})", level(from), -by),
        Level::Step(from, by) => format!("({} up {by})", level(from)),
        Level::If(on, a, b) => format!("(if {} then {} else {})", cond(on), level(a), level(b)),
        Level::Judged(of) => format!("glow.judged({})", num(of)),
    }
}

fn relation(of: Relation) -> &'static str {
    match of {
        Relation::Is => "is",
        Relation::IsNot => "is not",
        Relation::Less => "<",
        Relation::AtMost => "<=",
        Relation::More => ">",
        Relation::AtLeast => ">=",
    }
}

pub fn cond(from: &Cond) -> String {
    match from {
        Cond::Numbers(a, how, b) => format!("{} {} {}", num(a), relation(*how), num(b)),
        Cond::Levels(a, how, b) => format!("{} {} {}", level(a), relation(*how), level(b)),
        Cond::Flag(from) => read(from),
        Cond::Not(of) => format!("not ({})", cond(of)),
        Cond::And(a, b) => format!("({} and {})", cond(a), cond(b)),
        Cond::Or(a, b) => format!("({} or {})", cond(a), cond(b)),
        Cond::Unreached(from) => format!("{} is unreached", read(from)),
        Cond::Reached(from) => format!("{} is not unreached", read(from)),
    }
}
