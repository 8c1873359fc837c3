//! The treatment as somebody would write it in Rust for this one scene: the same rules and the same dice, no script, no
//! verdict, no reasons. And the least that every reader of a script must do.

use assize::semantics::chance::sequential::Sequential;

/// What becomes of it; 0 is a fumble and 4 is critical.
pub type Outcome = Option<usize>;

/// The highest die of a bonus, the lowest of a penalty.
fn pool(chance: &mut Sequential, total: i64) -> i64 {
    let faces = (0..=total.abs()).map(|_| chance.face(6));
    if total < 0 { faces.min().unwrap_or(1) } else { faces.max().unwrap_or(1) }
}

/// What a commitment adds to the performance; who is inactive does not perform.
fn commitment_of_face(face: i64) -> Option<i64> {
    match face {
        6 => Some(1),
        5 => Some(0),
        3 | 4 => Some(-1),
        2 => Some(-2),
        _ => None,
    }
}

/// What the quality adds that so many points leave: complexity takes the first, quality two more.
fn quality(points: i64) -> i64 {
    match points {
        ..=1 => -1,
        2 => 0,
        _ => 1,
    }
}

fn outcome_of_face(face: i64) -> usize {
    match face {
        6 => 4,
        5 => 3,
        3 | 4 => 2,
        2 => 1,
        _ => 0,
    }
}

/// By dice.
pub fn treat(seed: u64) -> Outcome {
    let mut chance = Sequential::new(seed);
    let commitment = commitment_of_face(pool(&mut chance, 2))?;
    let points = pool(&mut chance, -1 + commitment);
    Some(outcome_of_face(pool(&mut chance, quality(points))))
}

/// The face that judgement takes for a total.
fn judged(total: i64) -> i64 {
    match total {
        5.. => 6,
        2..=4 => 5,
        -1..=1 => 3,
        -4..=-2 => 2,
        _ => 1,
    }
}

/// By judgement.
pub fn judge(commitment: i64, effort: i64) -> Outcome {
    let commitment = commitment_of_face(judged(commitment))?;
    let points = match effort + commitment {
        0..=1 => 4,
        other => judged(other),
    };
    Some(outcome_of_face(judged(quality(points))))
}

/// How many words, texts and signs a script consists of; comments and spaces are passed over.
pub fn words(text: &str) -> usize {
    let (mut rest, mut found) = (text, 0);
    while let Some(next) = rest.chars().next() {
        let taken = match next {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            next if next.is_alphanumeric() => rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()),
            next => next.len_utf8(),
        };
        found += usize::from(next != '#' && !next.is_whitespace());
        rest = &rest[taken..];
    }
    found
}

/// How many of all faces of a pool keep each face.
fn ways(total: i64) -> ([u128; 7], u128) {
    let dice = u32::try_from(total.abs() + 1).unwrap_or(1);
    let mut ways = [0; 7];
    for (face, ways) in (0_u128..).zip(ways.iter_mut()).skip(1) {
        let reach = if total < 0 { 7 - face } else { face };
        *ways = reach.pow(dice) - (reach - 1).pow(dice);
    }
    (ways, 6_u128.pow(dice))
}

/// Exact odds of all outcomes, as numerators over the last number; the last but one is "not performed".
pub fn odds(commitment: i64, effort: i64) -> [u128; 7] {
    // Six to the power of all dice any branch can throw.
    let whole = 6_u128.pow(12);
    let mut found = [0; 7];
    found[6] = whole;
    let (first, first_all) = ways(commitment);
    for (face, first) in (0..).zip(first).skip(1) {
        let Some(modifier) = commitment_of_face(face) else {
            found[5] += whole / first_all * first;
            continue;
        };
        let (second, second_all) = ways(effort + modifier);
        for (points, second) in (0..).zip(second).skip(1) {
            let (third, third_all) = ways(quality(points));
            for (last, third) in (0..).zip(third).skip(1) {
                let share = whole / first_all / second_all / third_all * first * second * third;
                found[outcome_of_face(last)] += share;
            }
        }
    }
    found
}
