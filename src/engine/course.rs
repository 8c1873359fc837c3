//! A page that goes on: each text is checked and lowered after the texts before it, and only that text is run.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::answers::Answers;
use super::encounter::Encounter;
use super::failure::Failure;
use super::loading;
use super::pages::{self, Besides, PageText};
use super::remarks::Remarks;
use super::replay::Stopped;
use super::setup::Engine;
use super::texts::{Lookup, Texts};
use crate::diagnostic::Diagnostics;
use crate::drivers::recorded::{self, Exchange, Told};
use crate::ir::RegisterInfo;
use crate::ir::lower::{self, Addition, End, Settled, TakenBack};
use crate::machine::State;
use crate::model::check_scene::{self, Before, Further, Lines};
use crate::model::{Carrying, Cast, Demands, Scene, SceneMark};
use crate::shared_text::SharedText;
use crate::source::{Source, SourceKind};
use crate::syntax::ast::{self, ItemKind, StatementKind};
use crate::verdict::recorder;
use crate::verdict::{Carried, Shown, Verdict, Visibility};

/// A page that goes on.
pub(crate) struct Course {
    /// The text in hand as an encounter of its own, which begins with what those before it have come to.
    pub(super) now: Encounter,
    pub(super) settled: Settled,
    carried: Vec<Carrying>,
    cast: Cast,
    read: Vec<Lookup>,
    /// Whether nobody has looked at what was read.
    fresh: bool,
    /// Texts of the page that are not laid out yet.
    to_come: std::vec::IntoIter<Group>,
    /// The text in hand, until it is kept or left.
    pending: Option<Pending>,
    /// What was kept, the last of it last.
    kept: Vec<Kept>,
}

/// The files of one text of the page.
struct Group {
    files: Vec<Arc<ast::File>>,
    /// Whether it can be taken back by itself.
    plain: bool,
}

struct Pending {
    before: Before,
    addition: Addition,
    plain: bool,
    /// What runs that are over have come to besides, now that it was asked of them.
    also: Vec<Shown>,
}

struct Kept {
    before: Before,
    back: TakenBack,
    sources: usize,
    plain: bool,
    /// For whom it is what is kept most in it and in those before it.
    keeps: Visibility,
}

/// Whether a text can stand behind what is there.
#[derive(Debug)]
pub(crate) enum Next {
    /// It is in hand.
    InHand,
    /// Only the page as a whole tells: it changes what stands before it.
    Whole,
    /// Runs that are over have to be laid out anew, with this asked of them.
    Asks(Box<Demands>),
}

impl Engine {
    /// A page on which nothing has been laid out yet of these texts: [`Course::next`] does it one by one. `demands` are asked of
    /// all runs besides what the texts ask themselves.
    ///
    /// # Errors
    /// When the rules are wrong.
    pub(crate) fn course(
        &self,
        page: Vec<PageText>,
        cast: &Cast,
        carried: &[Carried],
        demands: Option<&Demands>,
    ) -> Result<Course, Failure> {
        let (texts_of_page, shelves) = (page.len(), self.shelves());
        let (mut texts, sheets) = loading::load_page(&shelves, page);
        Besides { carried, expression: None }.add_to(&mut texts);
        let cast = pages::needed(&texts.scene.scenes, cast);
        let mut groups: Vec<Group> = Vec::new();
        groups.resize_with(texts_of_page, || Group { files: Vec::new(), plain: false });
        for (file, sheet) in texts.scene.scenes.iter().zip(&sheets.scenes) {
            if let Some(group) = groups.get_mut(sheet.of) {
                group.files.push(Arc::clone(file));
                group.plain = group.files.len() == 1 && sheet.entered && sheet.acts && is_plain(file);
            }
        }
        let Texts { sources, mut system, scene, mut sink, mut houses, read, allowance, again } = texts;
        self.lend(&mut system, &mut houses, &allowance);
        let checked =
            if sink.has_errors() { None } else { self.systems.check(&system, &sources, &allowance, &mut sink) };
        let Some(system) = checked.filter(|_| !sink.has_errors()) else { return Err(Failure::new(sources, sink)) };
        let mut beginnings = ast::File::default();
        for group in &mut groups {
            for file in &mut group.files {
                let begins = check_scene::take_beginnings(&system, file);
                group.plain &= begins.is_empty();
                beginnings.items.extend(begins);
            }
        }
        let mut now = Encounter { sources, houses, limits: self.limits, system, again, ..Encounter::default() };
        now.scene = Scene::of(&now.system);
        now.scene.entered = now.sources.entries().collect();
        now.scene.mode = check_scene::states_mode(&now.system, &scene.scenes, &cast);
        let settled = Settled::of(&now.system);
        let (pending, kept, to_come) = (None, Vec::new(), Vec::new().into_iter());
        let mut course =
            Course { now, settled, carried: scene.carried, cast, read, fresh: true, to_come, pending, kept };
        course.begin(beginnings, &mut groups, demands)?;
        course.to_come = groups.into_iter();
        Ok(course)
    }

    /// Whether what was read from libraries is still there as it was.
    pub(crate) fn has_still(&self, course: &Course) -> bool {
        course.read.iter().all(|Lookup { library, name, user, found }| {
            let library = self.libraries.get(*library);
            library.is_some_and(|library| library.load(name, user.as_deref()).as_ref() == Ok(found))
        })
    }
}

impl Course {
    /// What is there at the beginning. Whatever the texts ask of runs is asked of them from the start.
    fn begin(&mut self, beginnings: ast::File, groups: &mut [Group], demands: Option<&Demands>) -> Result<(), Failure> {
        let beginnings = [Arc::new(beginnings)];
        let asked = self.asked_by(&beginnings, groups);
        // What can change is not known before a line changes it.
        let Demands { questions, counted, .. } = demands.cloned().unwrap_or_default();
        let mut demands = Demands { questions, counted, ..Demands::default() };
        demands.ask_of_runs((&asked.questions, &asked.counted));
        self.now.scene.demand(demands);
        match self.lay_out((&beginnings, None), (true, false))? {
            Next::InHand => {
                let state = State::start(self.now.program_to_run()?);
                self.keep(&state);
                Ok(())
            }
            Next::Whole | Next::Asks(_) => Err(Failure::new(self.now.sources.clone(), Diagnostics::default())),
        }
    }

    /// What is asked of runs by all texts. What is wrong in them is found when they are laid out.
    fn asked_by(&self, beginnings: &[Arc<ast::File>], groups: &mut [Group]) -> Scene {
        let mut scene = Scene::of(&self.now.system);
        let mut check = |files, first| {
            let allowance = &self.now.houses.bounds.allowance.afresh();
            let lines = Lines { files, asked: None, carried: &[], cast: &self.cast, allowance, first };
            check_scene::further(&self.now.system, &mut scene, lines, &mut Diagnostics::default())
        };
        check(beginnings, true);
        for Group { files, plain } in groups {
            if let Further::ReachesBack(_) = check(files, false) {
                // Without it, nobody would have asked so much of those before.
                *plain = false;
                check(files, true);
            }
        }
        scene
    }

    /// Lays out the next text with which the page was begun; `None` when there is none left.
    ///
    /// # Errors
    /// When it is wrong.
    pub(crate) fn next(&mut self) -> Result<Option<Next>, Failure> {
        let Some(Group { files, plain }) = self.to_come.next() else { return Ok(None) };
        self.lay_out((&files, None), (false, plain)).map(Some)
    }

    /// Lays out a statement behind what was kept.
    ///
    /// # Errors
    /// When it is wrong; then nothing is in hand.
    pub(crate) fn begin_statement(&mut self, source: Source) -> Result<Next, Failure> {
        let sources = self.leave();
        let (too_long, source) = (self.is_too_long(&source.text), Arc::new(source));
        let (id, mut sink) = (self.now.sources.add_source(Arc::clone(&source)), Diagnostics::default());
        let file = crate::syntax::parse(id, &source.text, &mut sink);
        if sink.has_errors() {
            return Err(self.refused(sink));
        }
        self.now.scene.entered.insert(id);
        if too_long || !is_plain(&file) {
            self.now.sources.forget_after(sources);
            return Ok(Next::Whole);
        }
        self.lay_out((&[Arc::new(file)], None), (false, true))
    }

    /// Whether there is no room for another text: the page as a whole says so.
    fn is_too_long(&self, text: &str) -> bool {
        let written = self.now.sources.iter().filter(|(_, source)| source.kind != SourceKind::Shipped);
        let read: usize = written.map(|(_, source)| source.text.len()).sum();
        text.len() > self.now.limits.file || read + text.len() > self.now.limits.source
    }

    /// Lays out an expression whose value is asked for behind what was kept.
    ///
    /// # Errors
    /// When it is wrong; then nothing is in hand.
    pub(crate) fn begin_expression(&mut self, source: Source) -> Result<Next, Failure> {
        self.leave();
        let source = Arc::new(source);
        let (id, mut sink) = (self.now.sources.add_source(Arc::clone(&source)), Diagnostics::default());
        let Some(asked) = crate::syntax::parse_expression(id, &source.text, &mut sink) else {
            return Err(self.refused(sink));
        };
        self.lay_out((&[], Some(&asked)), (false, false))
    }

    /// Lays out nothing behind what was kept: what is asked then is asked of what is settled.
    ///
    /// # Errors
    /// As [`Course::begin_statement`].
    pub(crate) fn begin_nothing(&mut self) -> Result<Next, Failure> {
        self.leave();
        self.lay_out((&[], None), (false, false))
    }

    fn lay_out(
        &mut self,
        (files, asked): (&[Arc<ast::File>], Option<&ast::Expr>),
        (first, plain): (bool, bool),
    ) -> Result<Next, Failure> {
        let (mut sink, sources) = (Diagnostics::default(), self.sources_kept());
        let allowance = self.now.houses.bounds.allowance.afresh();
        let lines = Lines { files, asked, carried: &self.carried, cast: &self.cast, allowance: &allowance, first };
        let before = match check_scene::further(&self.now.system, &mut self.now.scene, lines, &mut sink) {
            Further::Stands(before) => before,
            Further::Wrong => return Err(self.refused(sink)),
            Further::ReachesBack(demands) => {
                self.now.sources.forget_after(sources);
                return Ok(demands.map_or(Next::Whole, |demands| Next::Asks(Box::new(demands))));
            }
        };
        let bounds = lower::Bounds { size: self.now.limits.program, allowance };
        match lower::further((&self.now.system, &self.now.scene), &self.settled, (&bounds, &mut sink)) {
            Some((program, Some(addition))) => {
                self.now.drawn = self.settled.drawn().to_vec();
                self.now.program = Some(program);
                self.now.remarks = Remarks::of(sink);
                self.pending = Some(Pending { before, addition, plain, also: Vec::new() });
                Ok(Next::InHand)
            }
            Some((_, None)) => {
                self.now.scene.go_back(before);
                self.now.sources.forget_after(sources);
                Ok(Next::Whole)
            }
            None => {
                self.now.scene.go_back(before);
                Err(self.refused(sink))
            }
        }
    }

    /// The finding that something is wrong; nothing of it is left.
    fn refused(&mut self, sink: Diagnostics) -> Failure {
        let failure = Failure::new(self.now.sources.clone(), sink);
        self.now.sources.forget_after(self.sources_kept());
        failure
    }

    /// So many texts are there besides what is in hand.
    fn sources_kept(&self) -> usize {
        self.kept.last().map_or(0, |kept| kept.sources)
    }

    /// The text in hand, as an encounter of its own; once it is kept or left, whoever and whatever there is.
    pub(crate) fn in_hand(&self) -> &Encounter {
        &self.now
    }

    /// For whom it is what is kept most, in the text in hand or before it: odds would tell of that.
    pub(crate) fn most_kept(&self) -> Visibility {
        self.kept.last().map_or(Visibility::All, |kept| kept.keeps).max(self.now.most_kept())
    }

    /// What stands behind this in the scene is the text in hand.
    pub(super) fn mark(&self) -> SceneMark {
        self.pending.as_ref().map_or_else(|| self.now.scene.mark(), |pending| pending.before.mark)
    }

    /// Whether nobody has asked this before.
    pub(crate) fn is_fresh(&mut self) -> bool {
        std::mem::take(&mut self.fresh)
    }

    /// Runs the text in hand again, with what was answered then; `None` when something else is asked.
    ///
    /// # Errors
    /// When the run is refused or cannot go on, or the answers do not fit any more.
    pub(crate) fn retrace(&self, asked: &[Exchange]) -> Result<Option<(Verdict, State)>, Stopped> {
        let (verdict, state) = self.now.retraced(asked)?;
        Ok(state.map(|state| (verdict, state)))
    }

    /// Runs the text in hand, as [`Encounter::replay_entry`] does; with the state it comes to.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn run(
        &self,
        answers: Answers<'_>,
        before: recorded::Before<'_>,
        told: Told<'_>,
    ) -> Result<Option<(Verdict, State)>, Stopped> {
        self.now.replayed(answers, before, told)
    }

    /// Runs the text in hand, or what it has become, as [`Encounter::replay_changed`] does: with the answers it had before, each
    /// at its address. All that is asked comes back besides the state.
    ///
    /// # Errors
    /// When the run is refused or cannot go on.
    pub(crate) fn run_changed(
        &self,
        answers: Answers<'_>,
        before: &[Exchange],
        told: Told<'_>,
    ) -> Result<(Verdict, State, Vec<Exchange>), Failure> {
        let mut asked = Vec::new();
        let ran = self.now.run_changed(answers, before, &mut |one| {
            asked.push(one.clone());
            told(one)
        });
        let (verdict, state) = ran.map_err(|not_run| self.now.failed(not_run))?;
        Ok((verdict, state, asked))
    }

    /// The value of the expression in hand, at the end of a run.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn value(&self, state: &State) -> Result<Shown, Stopped> {
        self.now.asked_for(state)
    }

    /// Of a verdict on the text in hand what is new by it.
    pub(crate) fn what_is_new(&self, verdict: Verdict, state: &State) -> Verdict {
        let (Some(program), Some(pending)) = (&self.now.program, &self.pending) else { return verdict };
        let news = self.settled.news(program, &pending.addition, end_of(state));
        let results = verdict.results.into_iter().zip(news).filter_map(|(result, is_new)| is_new.then_some(result));
        Verdict { results: pending.also.iter().cloned().chain(results).collect(), ..verdict }
    }

    /// The names of everything that has come out.
    pub(crate) fn names(&self) -> BTreeSet<SharedText> {
        self.settled.named().map(|(name, ..)| name.clone()).collect()
    }

    /// Tells with the text in hand what has come out besides these.
    pub(crate) fn tell_also(&mut self, before: &BTreeSet<SharedText>) {
        self.tell_where(|name| !before.contains(name));
    }

    /// Tells these with the text in hand.
    pub(crate) fn tell_these(&mut self, names: &BTreeSet<SharedText>) {
        if !names.is_empty() {
            self.tell_where(|name| names.contains(name));
        }
    }

    fn tell_where(&mut self, is_told: impl Fn(&SharedText) -> bool) {
        let (Some(program), Some(pending)) = (&self.now.program, &mut self.pending) else { return };
        let new = self.settled.named().filter(|(name, ..)| is_told(name));
        let shown = |(name, info, value, visibility): (&SharedText, &RegisterInfo, _, _)| Shown {
            visibility,
            ..recorder::shown(program, name.clone(), &info.shape, value)
        };
        pending.also = new.map(shown).collect();
    }

    /// Keeps the text in hand, which has run to this state.
    pub(crate) fn keep(&mut self, state: &State) {
        let keeps = self.most_kept();
        let (Some(program), Some(pending)) = (&self.now.program, self.pending.take()) else { return };
        let Pending { before, addition, plain, also } = pending;
        // Without it, nobody would have asked so much of those before.
        let plain = plain && also.is_empty();
        let back = self.settled.add(program, addition, end_of(state));
        self.kept.push(Kept { before, back, sources: self.now.sources.own(), plain, keeps });
    }

    /// Lets go of the text in hand; answers how many texts are left.
    pub(crate) fn leave(&mut self) -> usize {
        let sources = self.sources_kept();
        if let Some(pending) = self.pending.take() {
            self.now.scene.go_back(pending.before);
        }
        self.now.sources.forget_after(sources);
        sources
    }

    /// Takes back the text that was kept last; whether it could be taken back by itself.
    pub(crate) fn take_back(&mut self) -> bool {
        self.leave();
        let Some(Kept { before, back, .. }) = self.kept.pop_if(|kept| kept.plain) else { return false };
        self.settled.go_back(back);
        self.now.scene.go_back(before);
        self.now.sources.forget_after(self.sources_kept());
        true
    }

    /// The values of things as they stand, which another page or session can carry over.
    pub(crate) fn state(&self) -> Vec<Carried> {
        let Some(program) = &self.now.program else { return Vec::new() };
        let reached = self.settled.fields().filter(|(_, value, _)| value.is_some());
        let carried = reached.map(|(info, value, visibility)| Carried {
            name: info.name.clone().unwrap_or_default().into(),
            value: recorder::words(program, &info.shape, value).into(),
            visibility,
        });
        carried.collect()
    }
}

fn end_of(state: &State) -> End<'_> {
    End { registers: &state.registers, drawn: &state.drawn }
}

/// Whether a text does nothing but what can be laid out behind what stands there: it changes no rules, nobody's part, and not
/// the way in which all is answered.
fn is_plain(file: &ast::File) -> bool {
    let plain = |item: &ast::Item| match &item.kind {
        ItemKind::Statement(statement) => stands_behind(&statement.kind),
        ItemKind::System { .. }
        | ItemKind::House { .. }
        | ItemKind::Use { .. }
        | ItemKind::Modifiers(_)
        | ItemKind::Declaration(_)
        | ItemKind::Replace(_)
        | ItemKind::ReplaceStep { .. }
        | ItemKind::ReplaceField(_)
        | ItemKind::Extend(_)
        | ItemKind::ExtendRows(_)
        | ItemKind::ChangeLine(_)
        | ItemKind::Expect(_) => false,
    };
    !file.items.is_empty() && file.items.iter().all(plain)
}

fn stands_behind(kind: &StatementKind) -> bool {
    if let StatementKind::Concealed { line, .. } = kind {
        return stands_behind(&line.kind);
    }
    !matches!(kind, StatementKind::Cast { .. } | StatementKind::Mode(_))
}
