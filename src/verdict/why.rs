//! Why a result is what it is: the tree of everything that led to it, with the line each part was written on.
//! Parts that did not apply are listed too, with the reason.

use std::collections::BTreeSet;

use super::index::{Index, Mention};
pub use super::reasons::Reason;
use super::reasons::{Line, nested};
pub use super::subjects::UnknownPath;
use super::subjects::{self, Subject};
use super::{Event, Happened, House, How, OrderedTurn, Overlaid, Row, Shown, Verdict, houses, provenance, words};
use crate::allowance::{Cancel, Exhausted};
use crate::shared_text::SharedText;
use crate::source::Place;

/// Deeper than this no tree is followed.
const DEEPEST: usize = 40;

/// The tree behind `path`: a result, a sum, a computed value, or all that came of a procedure. Without a path, all that
/// came of the whole run: what was resolved or decided, or else everything that has a value; and then whatever house rules
/// had a hand in besides.
///
/// ```
/// use assize::{Answers, Engine, Shelf};
/// use assize::verdict::why;
///
/// # let mut shelf = Shelf::default();
/// # shelf.put("lamps", "
/// #     system lamps \"Lamps in the Dark\"
/// #     ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 0.., dark | 1..3 | ..-1 }
/// #     kind person { oil : 0..9 = 3 }
/// #     procedure light by person { resolve glow with person.oil }");
/// let encounter = Engine::with(shelf).compile("night.asz", "use lamps\nperson ada\nlight lamp by ada")?;
/// let verdict = encounter.adjudicate(Answers::deliberate())?;
/// assert!(why::why(&verdict, Some("lamp.glow")).is_ok_and(|tree| tree.starts_with("lamp.glow: bright")));
/// assert!(why::why(&verdict, Some("lamp.glwo")).is_err_and(|unknown| unknown.nearest.as_deref() == Some("lamp.glow")));
/// # Ok::<(), assize::Failure>(())
/// ```
///
/// # Errors
/// When the verdict says nothing of `path`.
pub fn why(verdict: &Verdict, path: Option<&str>) -> Result<String, UnknownPath> {
    unless(verdict, path, &Cancel::default()).unwrap_or_else(|_| Ok(String::new()))
}

/// The same, unless it is called off.
pub(crate) fn unless(
    verdict: &Verdict,
    path: Option<&str>,
    cancel: &Cancel,
) -> Result<Result<String, UnknownPath>, Exhausted> {
    let text = behind(verdict, path, cancel).map(|tree| tree.text());
    cancel.heeded()?;
    Ok(text)
}

/// What led to what is asked for.
fn behind<'v>(verdict: &'v Verdict, path: Option<&'v str>, cancel: &'v Cancel) -> Result<Tree<'v>, UnknownPath> {
    let mut tree = Tree::of(verdict, cancel);
    let asked = match path {
        Some(path) => subjects::found(verdict, &tree.index, path)?,
        None => subjects::ends(verdict, |_| true),
    };
    for subject in asked {
        match subject {
            // What the end was made of has been told with it.
            Subject::Event(index) if tree.told.contains(&index) => {}
            Subject::Event(index) => tree.event(index, 0),
            Subject::Rows { sum, label } => tree.rows(sum, label),
            Subject::Untold(path) => tree.without_event(path),
        }
    }
    if path.is_none() {
        tree.rest_of_houses();
    }
    Ok(tree)
}

/// What the writing of a tree remembers.
struct Tree<'v> {
    houses: &'v [House],
    index: Index<'v>,
    /// Events whose tree is written already.
    told: BTreeSet<usize>,
    /// Once it is called off, no further event is written.
    cancel: &'v Cancel,
    lines: Vec<Line<'v>>,
}

/// The same trees as data: [`why`] writes them as text.
///
/// # Errors
/// When the verdict says nothing of `path`.
pub fn reasons(verdict: &Verdict, path: Option<&str>) -> Result<Vec<Reason>, UnknownPath> {
    let cancel = Cancel::default();
    let tree = behind(verdict, path, &cancel)?;
    let mut lines = tree.lines.iter().peekable();
    Ok(nested(&mut lines, 0))
}

impl<'v> Tree<'v> {
    fn of(verdict: &'v Verdict, cancel: &'v Cancel) -> Self {
        let (houses, index, told) = (verdict.houses.as_slice(), Index::of(verdict), BTreeSet::new());
        Self { houses, index, told, cancel, lines: Vec::new() }
    }

    fn line(&mut self, depth: usize, words: &str, place: Option<&Place>) {
        let house = place.and_then(|place| self.houses.iter().find(|house| house.file == place.file));
        self.lines.push(Line { depth, words: words.to_owned(), place: place.cloned(), house });
    }

    fn text(&self) -> String {
        self.lines.iter().map(Line::text).collect()
    }

    /// What is asked for and no event tells of: a result as it stands at the end, or what a text or a line has read.
    fn without_event(&mut self, path: &str) {
        if self.index.result(path).is_some() {
            return self.plain(path, self.index.len(), 0);
        }
        let words = match self.index.mentioned(path) {
            Some(Mention::Told(shown)) => format!("{path}: {}", shown.value),
            Some(Mention::Read) => format!("{path}: its value was used, but no line changes or shows it"),
            None => format!("{path}: nothing was shown about it in this round"),
        };
        self.line(0, &words, None);
    }

    /// A value of which nothing before the event at `index` tells.
    fn plain(&mut self, path: &str, index: usize, depth: usize) {
        let value = self.first_value(path, index).map(|value| format!(": {value}")).unwrap_or_default();
        self.line(depth, &format!("{path}{value}"), None);
    }

    /// What stood there at `index`, before which nothing tells of it: what the next change tells of, or else the end.
    fn first_value(&self, path: &str, index: usize) -> Option<&'v str> {
        let later = self.index.first_about(path, index).and_then(|at| self.index.get(at));
        match later.map(|happened| &happened.event) {
            Some(Event::Changed { before, .. }) => Some(before),
            Some(Event::Cut { achieved, .. }) => {
                achieved.iter().find(|one| one.path == path).map(|one| one.planned.as_str())
            }
            Some(_) => Some(words::UNREACHED),
            None => self.index.result(path).map(|result| result.value.as_str()),
        }
    }

    fn event(&mut self, index: usize, depth: usize) {
        let Some(Happened { event, overlaid, .. }) = self.index.get(index) else { return };
        if self.cancel.is_called_off() {
            return;
        }
        if depth > DEEPEST {
            let name = event.subject().unwrap_or_default();
            return self.line(depth, &format!("{name}: too deeply nested to show here; ask for it by name"), None);
        }
        let is_new = self.told.insert(index);
        match event {
            // What the rules made of other values is told with all of them, and only once.
            Event::Resolved { .. } | Event::Sum { .. } | Event::Computed { .. } | Event::Totalled { .. } if !is_new => {
                self.see_above(event, depth);
            }
            Event::Resolved { result, total, how, reads, place } => {
                self.resolved(index, depth, (result, total, reads), (*how, place));
            }
            Event::Sum { total, rows, place } => self.sum(index, depth, total, rows, place),
            Event::Computed { value, reads, place, .. } => {
                let then = self.changed_by_houses(index, value);
                self.line(depth, &format!("{}: {}{then}", value.name, value.value), Some(place));
                self.overlaid(depth + 1, overlaid);
                self.reads(index, depth + 1, reads);
                self.calls(index, depth + 1, place);
                self.houses(index, depth + 1, &value.name);
            }
            Event::Order { turns } => self.order(index, depth, turns),
            Event::Begin { .. }
            | Event::End { .. }
            | Event::Step { .. }
            | Event::Period { .. }
            | Event::Rolled { .. }
            | Event::Totalled { .. }
            | Event::Drawn { .. }
            | Event::Chosen { .. }
            | Event::Cut { .. }
            | Event::Meaning { .. }
            | Event::Changed { .. }
            | Event::Stop { .. }
            | Event::Said { .. }
            | Event::House { .. }
            | Event::Signal { .. }
            | Event::Note { .. }
            | Event::Reveal { .. } => {
                self.rolls(index, depth);
                // Where it is told once more, what led to it stands above.
                if let (Event::Changed { reads, .. }, true) = (event, is_new) {
                    self.reads(index, depth + 1, reads);
                }
                self.overlaid(depth + 1, overlaid);
                self.houses(index, depth + 1, event.subject().unwrap_or_default());
            }
        }
    }

    fn see_above(&mut self, event: &Event, depth: usize) {
        let name = event.subject().unwrap_or_default();
        self.line(depth, &format!("{name}: see above"), None);
    }

    /// Other lines of overlays that had a hand in it.
    fn overlaid(&mut self, depth: usize, lines: &[Overlaid]) {
        for Overlaid { place, .. } in lines {
            let house = self.houses.iter().find(|house| house.file == place.file);
            let house = house.map(words::house).unwrap_or_default();
            self.line(depth, &format!("{house}  {}:{}", place.file, place.line), None);
        }
    }

    /// What house rules had a hand in and no result led to; calls last, since what they were made for tells of them.
    fn rest_of_houses(&mut self) {
        let events = (0..self.index.len()).filter_map(|at| Some((at, self.index.get(at)?)));
        let touched = events.filter(|(_, happened)| provenance::is_by_houses(happened, self.houses));
        let (calls, others): (Vec<_>, Vec<_>) =
            touched.partition(|(_, happened)| matches!(happened.event, Event::House { .. }));
        for (index, _) in others.into_iter().chain(calls) {
            if !self.told.contains(&index) {
                self.event(index, 0);
            }
        }
    }

    /// What has nothing behind it; a roll behind those that it goes on with.
    fn rolls(&mut self, last: usize, depth: usize) {
        let mut first = last;
        while let Some(before) = self.index.before_in_roll(first) {
            first = before;
        }
        for index in first..=last {
            self.told.insert(index);
            if let Some(Happened { event, .. }) = self.index.get(index) {
                self.leaf(event, depth);
                if let Event::Totalled { reads, .. } = event {
                    self.reads(index, depth + 1, reads);
                }
            }
        }
    }

    fn leaf(&mut self, event: &Event, depth: usize) {
        match event {
            Event::Rolled { path, pool, dice, kept, how, place, goes_on: _ } => {
                let faces = words::faces(dice, *kept);
                self.line(depth, &format!("{path}: {pool}: {faces} ({})", words::how_words(*how)), Some(place));
            }
            Event::Totalled { total, calculation, place, .. } => {
                let line = format!("{}: {}", total.name, words::totalled(calculation, total));
                self.line(depth, &line, Some(place));
            }
            Event::Drawn { path, deck, card, how, place } => {
                let how = words::how_words(*how);
                self.line(depth, &format!("{path}: card {card} from {deck} ({how})"), Some(place));
            }
            Event::Chosen { choice, how, place, .. } => {
                let how = words::how_words(*how);
                self.line(depth, &format!("{}: {} ({how})", choice.name, choice.value), Some(place));
            }
            Event::Changed { path, before, after, why, place, .. } => {
                let line = words::with_reason(&format!("{path}: {before} -> {after}"), why);
                self.line(depth, &line, Some(place));
            }
            Event::House { place, .. } => {
                self.line(depth, &houses::call(event), Some(place));
                for line in houses::changes(event) {
                    self.line(depth + 1, &line, None);
                }
            }
            Event::Stop { path, why, place, .. } => self.line(depth, &format!("{path}: stopped: {why}"), Some(place)),
            Event::Cut { path, unit, remaining, slots, achieved, place, .. } => {
                self.line(depth, &format!("{path}: cut to {remaining} {unit}: {}", words::points(slots)), Some(place));
                for one in achieved.iter().filter(|one| one.planned != one.achieved) {
                    self.line(depth + 1, &format!("{}: {}, planned {}", one.path, one.achieved, one.planned), None);
                }
            }
            // These are told with what they were made of, or give nothing a value.
            Event::Resolved { .. }
            | Event::Sum { .. }
            | Event::Computed { .. }
            | Event::Begin { .. }
            | Event::End { .. }
            | Event::Step { .. }
            | Event::Period { .. }
            | Event::Order { .. }
            | Event::Meaning { .. }
            | Event::Said { .. }
            | Event::Signal { .. }
            | Event::Note { .. }
            | Event::Reveal { .. } => {}
        }
    }

    fn resolved(
        &mut self,
        index: usize,
        depth: usize,
        (result, total, reads): (&Shown, &Shown, &[SharedText]),
        (how, place): (How, &Place),
    ) {
        let how_words = words::how_words(how);
        let then = self.changed_by_houses(index, result);
        self.line(depth, &format!("{}: {} ({how_words}){then}", result.name, result.value), Some(place));
        let roll = self.index.roll_of(index, &result.name);
        let of_both = [roll, Some(index)].into_iter().flatten().filter_map(|index| self.index.get(index));
        let lines: BTreeSet<Overlaid> = of_both.flat_map(|happened| happened.overlaid.iter().cloned()).collect();
        self.overlaid(depth + 1, &lines.into_iter().collect::<Vec<_>>());
        if let Some(roll) = roll {
            self.rolls(roll, depth + 1);
        }
        let counted = total.number.map(|total| total.saturating_sub(self.index.added_at(index, &result.name)));
        let is_total = |path: &SharedText| self.index.comes_to(path, index, counted, total);
        match (reads, self.index.sum_of(index, &result.name, counted, total)) {
            ([only], _) if is_total(only) => self.reads(index, depth + 1, reads),
            ([], Some(sum)) => self.event(sum, depth + 1),
            _ => {
                self.line(depth + 1, &format!("total {}", total.value), None);
                if total.value != words::UNREACHED {
                    self.reads(index, depth + 2, reads);
                }
            }
        }
        self.calls(index, depth + 1, place);
        self.houses(index, depth + 1, &result.name);
    }

    /// What functions of house rules made of a value behind the line that it comes from, for the heading of its tree: they are
    /// told last in it, and what is asked for is the value that others went on with.
    fn changed_by_houses(&self, index: usize, value: &Shown) -> String {
        let (mut added, mut level) = (0_i64, None);
        let behind = self.index.functions_at(index, &value.name).into_iter().filter(|at| *at > index);
        for event in behind.filter_map(|at| self.index.get(at)).map(|happened| &happened.event) {
            let (more, other) = houses::change_of_value(event);
            added = added.saturating_add(more);
            level = other.or(level);
        }
        let number = value.number.map(|number| number.saturating_add(added));
        let at_the_end = self.index.result(&value.name).filter(|result| result.number == number);
        match (level, at_the_end) {
            (Some(level), _) if level != value.value => format!(", then {level} by a house rule"),
            (Some(_), _) => String::new(),
            (None, _) if added == 0 => String::new(),
            (None, Some(result)) => format!(", then {} by a house rule", result.value),
            (None, None) => format!(", then changed by {added} by a house rule"),
        }
    }

    /// Functions that the line at `place` called by name on the way to what happened at `index`.
    fn calls(&mut self, index: usize, depth: usize, place: &Place) {
        for at in self.index.calls(place, index) {
            if !self.told.contains(&at) {
                self.event(at, depth);
            }
        }
    }

    fn houses(&mut self, index: usize, depth: usize, name: &str) {
        for place in self.index.functions_at(index, name) {
            self.event(place, depth);
        }
    }

    fn sum(&mut self, index: usize, depth: usize, total: &Shown, rows: &[Row], place: &Place) {
        let then = self.changed_by_houses(index, total);
        self.line(depth, &format!("{}: {}{then}", total.name, total.value), Some(place));
        if let Some(happened) = self.index.get(index) {
            self.overlaid(depth + 1, &happened.overlaid);
        }
        for row in rows {
            self.row(index, depth + 1, (row, ""));
        }
        self.houses(index, depth + 1, &total.name);
    }

    /// A row of a sum, and what it was made of; behind it something more may be told of it.
    fn row(&mut self, index: usize, depth: usize, (row, more): (&Row, &str)) {
        self.line(depth, &format!("{} {}{more}", row.label, row.value), Some(&row.place));
        self.overlaid(depth + 1, &row.overlaid);
        for part in &row.parts {
            self.line(depth + 1, &words::part(part), Some(&part.place));
            self.calls(index, depth + 2, &part.place);
        }
        self.reads(index, depth + 1, &row.reads);
        self.calls(index, depth + 1, &row.place);
    }

    /// The rows of a sum that are called so, or have a part that is.
    fn rows(&mut self, index: usize, label: &str) {
        let Some(Happened { event: Event::Sum { total, rows, .. }, .. }) = self.index.get(index) else { return };
        let more = format!(", in {}: {}", total.name, total.value);
        let is_called = |row: &&Row| row.label == label || row.parts.iter().any(|part| part.label == label);
        for row in rows.iter().filter(is_called) {
            self.row(index, 0, (row, &more));
        }
    }

    fn order(&mut self, index: usize, depth: usize, turns: &[OrderedTurn]) {
        self.line(depth, &format!("order: {}", words::order(turns)), None);
        for turn in turns {
            self.line(depth + 1, &words::order(std::slice::from_ref(turn)), Some(&turn.place));
            self.reads(index, depth + 2, &turn.reads);
        }
    }

    /// The values something was computed from, as they were before the event at `index`; each once, however often it was read.
    fn reads(&mut self, index: usize, depth: usize, reads: &[SharedText]) {
        let mut told: BTreeSet<&SharedText> = BTreeSet::new();
        for path in reads.iter().filter(|path| told.insert(path)) {
            match self.index.last_about(path, index) {
                Some(earlier) => self.event(earlier, depth),
                None => self.plain(path, index, depth),
            }
        }
    }
}

#[cfg(test)]
mod tests;
