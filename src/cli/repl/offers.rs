//! Dice that somebody told for a line before it came to nothing: they lie there, and are offered when they are asked for again.

use crate::engine::{Answer, Ask, How, Response};
use crate::journal::{Exchange, Reply};

/// What people told for a line that came to nothing.
pub(super) struct Offers(Vec<Exchange>);

/// An answer that needs only Enter.
pub(super) struct Offer {
    pub(super) answer: Response,
    /// What it is, in words for the person who is asked.
    pub(super) told: String,
}

impl Offers {
    pub(super) fn new(told: Vec<Exchange>) -> Self {
        Self(told)
    }

    /// What was told for this roll or draw. It is offered once.
    pub(super) fn offer(&mut self, ask: &Ask<'_>) -> Option<Offer> {
        let (at, offer) = self.0.iter().enumerate().find_map(|(at, told)| Some((at, offered(ask, told)?)))?;
        self.0.remove(at);
        Some(offer)
    }
}

/// The same answer to the same roll or draw.
fn offered(ask: &Ask<'_>, told: &Exchange) -> Option<Offer> {
    let is_of = |path: &str, by: &str| told.path == path && told.by == by;
    match (ask, &told.reply) {
        (Ask::Roll { roll, sides, on_table }, Reply::Faces { sides: were, faces, .. })
            if is_of(&roll.path, &roll.by.name) && sides == were && on_table.over(faces.clone()) == *faces =>
        {
            let shown = on_table.to_roll(faces).iter().map(i64::to_string).collect::<Vec<String>>().join(" ");
            Some(Offer::of(Answer::Faces(faces.clone(), How::Given), &shown))
        }
        (Ask::Draw { path, by, left, .. }, Reply::Card { card, .. })
            if is_of(path, &by.name) && left.iter().any(|(still, _)| still == card) =>
        {
            Some(Offer::of(Answer::Card(*card, How::Given), &format!("card {card}")))
        }
        (
            Ask::Roll { .. } | Ask::Draw { .. } | Ask::Choose { .. } | Ask::Resolve { .. } | Ask::Call { .. },
            Reply::Judged
            | Reply::Best
            | Reply::ToBeRolled
            | Reply::Faces { .. }
            | Reply::Card { .. }
            | Reply::Chosen { .. },
        ) => None,
    }
}

impl Offer {
    fn of(answer: Answer, shown: &str) -> Self {
        let told = format!("you entered {shown} for this before: press Enter to keep it\n");
        Self { answer: Response::Answer(answer), told }
    }
}

/// What people told, in words: `1d20: 19; 1d6: 4`.
pub(super) fn in_words(told: &[Exchange]) -> String {
    let words = told.iter().map(|told| {
        let shown = match &told.reply {
            Reply::Faces { faces, .. } => faces.iter().map(i64::to_string).collect::<Vec<String>>().join(" "),
            Reply::Card { card, .. } => format!("card {card}"),
            Reply::Judged | Reply::Best | Reply::ToBeRolled | Reply::Chosen { .. } => String::new(),
        };
        format!("{}: {shown}", told.question.strip_prefix("roll ").unwrap_or(&told.question))
    });
    words.collect::<Vec<String>>().join("; ")
}
