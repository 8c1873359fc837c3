//! Texts of levels that are never shown.

use super::pieces::{Piece, Why};
use super::reasons::{Accounts, Within};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::listing::one_of;
use crate::model::{Chance, Invocation, InvocationId, LocalId, Method, Type};
use crate::shared_text::SharedText;
use crate::source::Span;

impl<'a> Accounts<'a> {
    /// What the levels of something of the scene's own mean.
    pub fn own_texts(&mut self, chance: &Chance) {
        let untold = |level: &usize| !self.ledger.has_taken(Piece::OwnText(chance.own, *level));
        let texts = chance.texts.iter().filter(|(level, _)| untold(level));
        let mut places: Vec<(Span, usize)> = texts.map(|(level, text)| (text.span, *level)).collect();
        places.sort_by_key(|(place, _)| place.start);
        places.retain(|(place, _)| self.is_alone(*place));
        for (place, level) in places {
            let (message, otherwise) = self.never("this text is never shown", &[Piece::OwnText(chance.own, level)]);
            let help = otherwise.unwrap_or("remove it: no roll gives this level");
            self.sink.push(Diagnostic::warning(codes::IDLE, place, message).help(help));
        }
    }

    pub fn texts(&mut self, within: Within<'_>, written: &'a Invocation) {
        let Some(run) = within.first() else { return };
        for ((local, item), texts) in &written.texts {
            let piece = |level: usize| Piece::Text(*run, *local, *item, level);
            let mut places: Vec<(Span, usize)> = texts.iter().map(|(level, text)| (text.span, *level)).collect();
            places.retain(|(_, level)| !self.ledger.has_taken(piece(*level)));
            places.sort_by_key(|(place, _)| place.start);
            let is_hidden = |level: usize| item.is_none() && own_texts(written, *local, level).next().is_some();
            let why = self.why(within, &[self.procedure(*run).locals[*local].span]);
            let is_stopped = matches!(why, Some(Why::Stopped(_))) && self.said(*run, why);
            let (beyond, places): (Vec<_>, Vec<_>) =
                places.into_iter().partition(|(_, level)| !is_stopped && self.ledger.is_laid_out(piece(*level)));
            let (otherwise, beyond): (Vec<_>, Vec<_>) =
                beyond.into_iter().partition(|(_, level)| self.ledger.is_taken_otherwise(piece(*level)));
            self.beyond_reach(written, (*run, *local), &beyond);
            self.beyond_reach_as_written(&otherwise, &|level| piece(level));
            let (hidden, places): (Vec<_>, Vec<_>) =
                places.into_iter().partition(|(_, level)| why.is_none() && is_hidden(*level));
            for (place, level) in hidden {
                self.hidden_text(written, (*local, level), place);
            }
            if let Some(((first, _), others)) = places.split_first() {
                self.never_told(*run, *first, others, why);
            }
        }
    }

    /// Texts of one ladder that are never told, for one reason.
    fn never_told(&mut self, run: InvocationId, first: Span, others: &[(Span, usize)], why: Option<Why>) {
        if self.said(run, why) {
            let found = Diagnostic::warning(codes::IDLE, first, "this text is never shown");
            let found = others.iter().fold(found, |found, (other, _)| found.also(*other, "nor is this"));
            self.sink.push(self.explained(run, found, why));
        }
    }

    /// A text of a run for a level of which each item has a text of its own.
    fn hidden_text(&mut self, written: &'a Invocation, (local, level): (LocalId, usize), place: Span) {
        let found = Diagnostic::warning(codes::IDLE, place, "this text is never shown");
        let own = own_texts(written, local, level);
        let found = own.fold(found, |found, own| found.also(own, "this one is shown instead"));
        self.sink.push(found.help("keep one of them"));
    }

    /// Texts of a run for levels that it does not reach, whatever happens.
    fn beyond_reach(
        &mut self,
        written: &'a Invocation,
        (run, local): (InvocationId, LocalId),
        texts: &[(Span, usize)],
    ) {
        let Some(((first, _), others)) = texts.split_first().filter(|((first, _), _)| self.is_alone(*first)) else {
            return;
        };
        let found = Diagnostic::warning(codes::IDLE, *first, "this text is never shown");
        let found = others.iter().fold(found, |found, (other, _)| found.also(*other, "nor is this"));
        let step = self.system.procedures[written.procedure].locals[local].step;
        let of_step = step.and_then(|step| written.step_methods.get(&step));
        let stated = written.local_methods.get(&local).or(of_step);
        let declared = stated.filter(|stated| matches!(stated.method, Method::Automatic(Some(_))));
        let declared = declared.map(|stated| (stated.span, "the result is declared here"));
        let shown = written.shown.values().next().map(|shown| (shown.span, "the dice or the card are set here"));
        let said = declared.or(shown);
        let found = said.into_iter().fold(found, |found, (place, words)| found.also(place, words));
        let has_items = written.texts.keys().any(|(of, item)| *of == local && item.is_some());
        let levels: Vec<i64> = texts.iter().filter_map(|(_, level)| i64::try_from(*level).ok()).collect();
        let found = if said.is_some() || has_items { found } else { self.beside_rows(found, (run, local), &levels) };
        let help = self.texts_of_the_whole(run).map_or_else(
            || "remove it, or change the scene so that it can reach this level".to_owned(),
            |whole| format!("remove it, or write it {whole}"),
        );
        self.sink.push(found.help(help));
    }

    /// Where a text says what a run comes to in which this one is a part, if that has levels of its own.
    fn texts_of_the_whole(&self, part: InvocationId) -> Option<String> {
        let mut all = self.scene.invocations.iter();
        let whole = all.find(|run| run.nested.values().any(|nested| *nested == part))?;
        let locals = self.system.procedures[whole.procedure].locals.iter();
        let results = locals.filter(|local| local.is_result);
        let levels = results.filter_map(|local| if let Type::Level(scale) = local.ty { Some(scale) } else { None });
        let levels: Vec<&str> =
            levels.flat_map(|scale| &self.system.scales[scale].levels).map(SharedText::as_str).collect();
        (!levels.is_empty()).then(|| format!("in `{}` itself, whose texts are for {}", whole.path, one_of(levels)))
    }
}

impl Accounts<'_> {
    /// Texts of a run for levels that it does not reach, as long as the scene begins as it is written.
    fn beyond_reach_as_written(&mut self, texts: &[(Span, usize)], piece: &dyn Fn(usize) -> Piece) {
        for (place, level) in texts {
            if !self.is_alone(*place) {
                continue;
            }
            let (message, help) = self.never("this text is never shown", &[piece(*level)]);
            self.sink.push(Diagnostic::warning(codes::IDLE, *place, message).help(help.unwrap_or_default()));
        }
    }
}

/// The texts of a run for one level that stand in items of a plan.
fn own_texts(written: &Invocation, local: LocalId, level: usize) -> impl Iterator<Item = Span> {
    let own = written.texts.iter().filter(move |((of, item), _)| *of == local && item.is_some());
    own.filter_map(move |(_, texts)| Some(texts.get(&level)?.span))
}
