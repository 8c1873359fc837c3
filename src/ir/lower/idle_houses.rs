//! House rules without effect in a scene: all they do is to report something, and it never happens.

use super::pieces::Piece;
use super::reasons::Accounts;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::House;
use crate::source::Span;

impl Accounts<'_> {
    /// House rules that change nothing here.
    pub fn houses(&mut self) {
        let Some(place) = self.scene.statements.first().map(|first| first.span) else { return };
        if !self.is_alone(place) {
            return;
        }
        for house in &self.system.houses {
            if let Some(conditions) = self.never_told_by(house) {
                let pieces: Vec<Piece> = conditions.iter().map(|condition| Piece::Note(*condition)).collect();
                let message = format!("house rule `{}` changes nothing here", house.name);
                let (message, otherwise) = self.never(&message, &pieces);
                let found = Diagnostic::warning(codes::IDLE, house.span, message);
                let found = conditions
                    .into_iter()
                    .fold(found, |found, place| found.also(place, "this is never true in this scene"));
                self.sink.push(found.help(
                    otherwise.unwrap_or("remove the house rule from the scene, or use a condition that can be true"),
                ));
            }
        }
    }

    /// The conditions of a house rule under which all its lines stand, if none of these ever has an effect. Fields that it adds count
    /// where lines read them.
    fn never_told_by(&self, house: &House) -> Option<Vec<Span>> {
        let source = house.span.source;
        let conditions: Vec<Span> = self.ledger.conditions_of(source).collect();
        let is_note = |lines: &Span| conditions.iter().any(|condition| lines.contains(*condition));
        let mut others = house.touches.iter().filter(|touch| !house.fields.contains(touch));
        let does_more = self.ledger.has_taken(Piece::OfHouse(source)) || !others.all(is_note);
        let is_told = conditions.iter().any(|condition| self.ledger.has_taken(Piece::Note(*condition)));
        (!conditions.is_empty() && !does_more && !is_told).then_some(conditions)
    }
}
