//! Fatigue pools: single rolls, margins, ladders, fumbles and aid.

use dashu_ratio::RBig;

use super::chance::{Labelled, Spread, chance_of, labelled, labelled_over, mean, numbered, read_as, with};
use super::dice::{chances, sum};

use Dice::{FiveD4, OneD20, OpenD20, TwoD10};

/// The cases of this file.
pub fn case(id: &str) -> Option<Labelled> {
    let fractions = match id {
        "FA-P01" => labelled(&roll(FiveD4)),
        "FA-P02" => open_roll(),
        "FA-P04" => margins(),
        "FA-P05" => ladder(&contest(FiveD4, 0, FiveD4, 0), 10),
        "FA-P06" => ladder(&contest(TwoD10, 0, TwoD10, 0), 10),
        "FA-P08" => ladder(&contest(OpenD20, 0, OpenD20, 0), 10),
        "FA-P09" => ladder(&contest(OneD20, 5, OneD20, 0), 10),
        "FA-P11" => ladder(&contest(OpenD20, 10, TwoD10, 3), 10),
        "FA-P12" => ladder(&contest(OneD20, 6, OneD20, 6 - 4), width(4, 3)),
        "FA-P14" => ladder(&contest(FiveD4, 0, FiveD4, -8), width(8, 2)),
        "FA-P16" => ladder(&against_nature(25, TwoD10, 12), 10),
        "FA-P17" => ladder(&against_nature(22, OneD20, 6 + 5), 10),
        "FA-P19" => ladder(&against_nature(15, FiveD4, 9 - 10), 10),
        "FA-P20" => fumble(OneD20, 2, 8, 10),
        "FA-P21" => fumble(OneD20, 2 - 3, 16 + 3 + 1, width(3, 3)),
        "FA-P23" => fumble(FiveD4, 0, 4, 10),
        "FA-P25" => aid_bonuses(TwoD10, 10),
        "FA-P27" => aid_bonuses(OpenD20, 0),
        "FA-P28" => aided_check(),
        "FA-P32" => two_suckage_points(),
        "FA-P34" => calling_off(),
        _ => return None,
    };
    Some(fractions)
}

/// The dice sets of FA-002.
#[derive(Clone, Copy)]
pub enum Dice {
    FiveD4,
    TwoD10,
    OneD20,
    OpenD20,
}

impl Dice {
    /// The dice on the table; for the open d20 the second die always lies there and is read
    /// only after a 1 or a 20.
    fn sizes(self) -> &'static [i64] {
        match self {
            FiveD4 => &[4; 5],
            TwoD10 => &[10; 2],
            OneD20 => &[20],
            OpenD20 => &[20; 2],
        }
    }

    /// FA-003 for the open d20, the sum for the others.
    fn read(self, faces: &[i64]) -> i64 {
        match (self, faces) {
            (OpenD20, &[1, second]) => 1 - second,
            (OpenD20, &[20, second]) => 20 + second,
            (OpenD20, &[first, _]) => first,
            _ => sum(faces),
        }
    }
}

/// One roll of a dice set.
fn roll(dice: Dice) -> Spread<i64> {
    chances(dice.sizes(), |faces| dice.read(faces))
}

/// Every pair of rolls of two dice sets, face by face.
fn two_rolls<T: Ord>(one: Dice, other: Dice, read: impl Fn(i64, i64) -> T) -> Spread<T> {
    let all = [one.sizes(), other.sizes()].concat();
    chances(&all, |faces| {
        let (ones, others) = faces.split_at(one.sizes().len());
        read(one.read(ones), other.read(others))
    })
}

/// The margin, attacker minus defender, each with dice and what is added to them.
pub fn contest(attack: Dice, attack_add: i64, defence: Dice, defence_add: i64) -> Spread<i64> {
    two_rolls(attack, defence, |attacker, defender| (attacker + attack_add) - (defender + defence_add))
}

/// FA-022: the GM's number plays the attacker, the character is the defender.
fn against_nature(target: i64, dice: Dice, add: i64) -> Spread<i64> {
    read_as(&roll(dice), |rolled| target - (rolled + add))
}

/// FA-046: the band width of a participant; the lowest width depends on his negative pools.
pub fn width(fatigue_penalty: i64, lowest: i64) -> i64 {
    lowest.max(10 - fatigue_penalty)
}

/// FA-032: the bands from the defender's side.
const BANDS: [&str; 6] = ["Successful", "Ordinary", "Flailing", "Bad", "Terrible", "Catastrophic"];

/// FA-032: steps below success, 0 for Successful, 1 for Ordinary, up to 5 for Catastrophic.
fn steps_down(margin: i64, width: i64) -> usize {
    if margin <= 0 {
        return 0;
    }
    match margin / width {
        0 => 1,
        1 => 2,
        2 => 3,
        3 => 4,
        _ => 5,
    }
}

/// The band of a margin.
pub fn band(margin: i64, width: i64) -> &'static str {
    BANDS[steps_down(margin, width)]
}

/// The bands of a spread of margins.
fn ladder(margins: &Spread<i64>, width: i64) -> Labelled {
    labelled_over(&read_as(margins, |&margin| band(margin, width)), &BANDS)
}

/// FA-P02.
fn open_roll() -> Labelled {
    let rolled = roll(OpenD20);
    let values = labelled_over(&rolled, &[1, 20]);
    with(values, "mean", mean(&rolled, |&value| value))
}

/// FA-P04: chances of a margin of at most 0, of 1..9, of 10 and more, and the mean.
fn margins() -> Labelled {
    let all = contest(FiveD4, 2, FiveD4, 0);
    numbered([
        chance_of(&all, |&margin| margin <= 0),
        chance_of(&all, |&margin| (1..=9).contains(&margin)),
        chance_of(&all, |&margin| margin >= 10),
        mean(&all, |&margin| margin),
    ])
}

/// What a fumble costs the attacker.
const FUMBLES: [&str; 5] = ["no fumble", "First", "Second", "Third", "Fourth"];

/// FA-048: below the threshold First, and one step worse for each full width; Fourth at most.
fn fumble(dice: Dice, add: i64, threshold: i64, width: i64) -> Labelled {
    let consequences = read_as(&roll(dice), |rolled| {
        let missed_by = threshold - (rolled + add);
        if missed_by <= 0 {
            return "no fumble";
        }
        match missed_by / width {
            0 => "First",
            1 => "Second",
            2 => "Third",
            _ => "Fourth",
        }
    });
    labelled_over(&consequences, &FUMBLES)
}

/// FA-051: floor(10 * aid / target) - 2, from 0 to 8.
fn aid_bonus(aid: i64, target: i64) -> i64 {
    ((10 * aid).div_euclid(target) - 2).clamp(0, 8)
}

/// FA-P25, FA-P27: the bonus of an aid roll against the target 30.
fn aid_bonuses(dice: Dice, add: i64) -> Labelled {
    let bonuses = read_as(&roll(dice), |rolled| aid_bonus(rolled + add, 30));
    labelled_over(&bonuses, &[0, 1, 2, 3, 4, 5, 6, 7, 8])
}

/// FA-P28: main 2d10+10 against 25, helper 2d10+8, aid target max(30, main result).
fn aided_check() -> Labelled {
    let checks = two_rolls(TwoD10, TwoD10, |main_roll, aid_roll| {
        let (main, aid) = (main_roll + 10, aid_roll + 8);
        (main >= 25, main + aid_bonus(aid, main.max(30)) >= 25)
    });
    let alone: RBig = chance_of(&checks, |&(without, _)| without);
    let aided: RBig = chance_of(&checks, |&(_, with_aid)| with_aid);
    numbered([alone, aided])
}

/// FA-P32: the best band that 0, 1 or 2 suckage points reach; each lowers the margin by 1.
fn two_suckage_points() -> Labelled {
    let bands = read_as(&contest(OpenD20, 0, OpenD20, 0), |margin| {
        let best = (0..=2).map(|points| steps_down(margin - points, 10)).min();
        BANDS[best.unwrap_or(0)]
    });
    labelled_over(&bands, &BANDS)
}

/// FA-P34: a failure is called off by one level, never better than Ordinary.
fn calling_off() -> Labelled {
    let bands = read_as(&against_nature(30, OpenD20, 8), |&margin| match steps_down(margin, 10) {
        0 => "Successful",
        1 | 2 => "Ordinary",
        worse => BANDS[worse - 1],
    });
    labelled_over(&bands, &BANDS)
}
