//! Printed text reads back as the same tree.

use super::round_trip;

const SYSTEM: &str = r#"system lamps "Lamps & Ladders"
modifiers bonus b, penalty p
use house "old oil"
dice handful(n) = if n < 1 then lowest (1 - n)d6 else highest (1 + n)d6 "B#", judged 3, 4
dice open { 1d20 | result
  1 | 1 - 1d20
  2..19 | that }
ladder glow, rolls handful, highest first {
  level | rolls | judged | aid
  very bright | 6 | 3.. | 2b
  dim | 1..5 | ..2 | -
}
scale side { left | right }
table reach(tool, far : side) {
  tool | left | right
  pole | 0 | -
  "rope" | -1 | 2 * far.. 
}
deck pack, from "pack.csv", 120 cards c, judged 17 {
  worth(row, n) = 2 * row + 12 * ((31 * c + 5) mod 120) div down 120
  joker = c mod 20 is 0
}
kind person {
  oil, wick : 0..9 = 6 "in drops"
  tools by side : many optional tool
  needs oil > wick else "too \"little\" oil"
}
one table { lit : yes/no = no }
plan jobs {
  budget 6 "JP"
  most 4
  upfront n * (n + 1) div down 2 - 1 "wishes"
  further 1
  item job { size : side = left, pace : side = right }
  slots size then pace, size, as written
  group chain : pace >= after
  group free : nothing
}
period night { before { set a = 1 } after { for each a in people { add 1 to a.oil } } }
rule owed(m : tool, n) = sum(x in m.parts : x.cost) + max(-n, (a or b) is c) - (a - (b - c)) * -(2 + 3)
procedure light by person versus dark : person {
  ask secret depth : 1..4 + n = 2
  let gain = if a is not b then (if c then 1 else 2) else not (a and b)
  decide end : side {
    left | otherwise
  }
  step one "1. One" {
    sum all {
      to the left | 1
      row 7 | sum(far)
    }
    resolve all : glow with all
    run helper through one with a = b, c = d = e
    choose off : 0..2 by person = 0 "how many?"
    secret roll luck : 1d6
    hidden note "z" if a
    secret if a { note "y" } else { hidden set a = 1 }
    if a { stop "x" } else if b { stop "y" if c } else { note "z" }
  }
}
replace scale side { left | middle | right }
replace step light.one "1. Uno" { draw c : pack, shuffle pack, pay 1 from person.oil "none" }
replace field person.oil { oil : 0..99 = 3 "in flasks" }
replace resolve light.one.all { let all = glow, note "no dice" }
extend kind person { torches : 0..9 = 1 "in hand" }
extend one hall { dark : yes/no }
extend scale side { top | bottom }
extend scale side, before up 2 { above }
extend ladder glow, after dim { level | rolls, faint | 3 }
extend table reach { key | far, ..5 | - }
extend plan work { item part { style : yes/no = no }, group dance : nothing }
extend period night { after { note "z" } }
extend sum light.all { torches | person.torches }
add before step light.one { step zero "0. Zero" { note "first" } }
add after let light.gain { note "then" }
house "old" extends lamps
"#;

const SCENE: &str = r#"use lamps
person tom "Tom Átila" { oil 3, wick -1 "short" }
cast leader, rear guard : person
modifier hush 1b "night" known to tom, ann
modifier gust (a + b) * 2
secret modifier wire -2 "a wire" known to nobody
hidden note "over"
secret light alone "another lamp" by ann { hidden gear 1 "rope", secret 3 }
repeat night up to 4 until work.end >= dim {
  light work "the lamp" by tom versus ann {
    gear ?
    gear tom.pole + 1 "long"
    glow if a then b else c
    very bright "it shines"
    no result "dark"
    mode deliberate
  }
  choose way "left, or right?" by tom { left "to the wall" { set x.y(3) = a up 1 }
    right default { } }
}
if (work.end) is dim { reveal gust to tom }
expect random 7 choosing way = left, go = no "E-1" { work.end is dim }
expect dice 3, 5, 1 { (mode x) is 3
  P(work.end is dim) = 191/1296
  tom thing "x" }
expect refused { }
expect { secret light more by ann { }
  hidden thing.x is 3 }
expect odds { }
"#;

#[test]
fn a_system_goes_round() {
    insta::assert_snapshot!(round_trip(SYSTEM));
}

#[test]
fn a_scene_goes_round() {
    insta::assert_snapshot!(round_trip(SCENE));
}

#[test]
fn a_die_before_otherwise_is_a_die() {
    let printed = round_trip("note \"x\" if (d8) otherwise a\nnote \"y\" if d8 otherwise a\n");
    assert_eq!(printed, "note \"x\" if d8 otherwise a\nnote \"y\" if d8 otherwise a\n");
}
