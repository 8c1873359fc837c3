//! Lines after a scene that has already been checked: only they are checked, against what it knows.

use std::sync::Arc;

use super::checker::SceneChecker;
use crate::allowance::Allowance;
use crate::diagnostic::Diagnostics;
use crate::model::scene::{Demands, SceneMark};
use crate::model::{Carrying, Cast, Question, RolledFor, Scene, StatedMethod, System};
use crate::syntax::ast::{self, ItemKind, StatementKind};

/// Lines that are to stand behind a scene.
#[derive(Clone, Copy)]
pub struct Lines<'a> {
    /// Files of them.
    pub files: &'a [Arc<ast::File>],
    /// An expression whose value is asked for behind them.
    pub asked: Option<&'a ast::Expr>,
    /// Values with which things begin that these lines name.
    pub carried: &'a [Carrying],
    /// Who fills roles.
    pub cast: &'a Cast,
    /// The steps that checking them may take.
    pub allowance: &'a Allowance,
    /// Whether nothing stands there yet: then lines may say how anything begins.
    pub first: bool,
}

/// What came of it.
#[derive(Debug)]
pub enum Further {
    /// They stand behind the scene, which was so before.
    Stands(Before),
    /// They are wrong.
    Wrong,
    /// They are not understood by themselves, since they change how something begins that stands there already, or ask more of
    /// runs that are over: so much, if that is all. Those must be laid out anew with that.
    ReachesBack(Option<Demands>),
}

/// A scene before some lines.
#[derive(Debug)]
pub struct Before {
    /// How far it was known.
    pub mark: SceneMark,
    /// What was asked of all of it, unless these lines ask nothing more.
    demands: Option<Box<Demands>>,
}

impl Scene {
    /// Takes the lines back that came last.
    pub fn go_back(&mut self, before: Before) {
        self.forget_after(before.mark);
        if let Some(demands) = before.demands {
            self.demand(*demands);
        }
    }

    /// Sets what is asked of all of it.
    pub fn demand(&mut self, demands: Demands) {
        let Demands { changing, questions, counted, revealed } = demands;
        (self.changing, self.questions, self.counted, self.revealed) = (changing, questions, counted, revealed);
    }
}

/// Checks lines against a scene and lets them stand behind it, unless something is wrong with them; then the scene is as it
/// was. Its statements are those of these lines only.
pub fn further(system: &System, scene: &mut Scene, lines: Lines<'_>, sink: &mut Diagnostics) -> Further {
    let mark = scene.mark();
    let mut checker = SceneChecker::behind(system, emptied(std::mem::take(scene)), (lines.cast, lines.allowance));
    checker.settled_things = if lines.first { 0 } else { mark.things };
    checker.settled_own = mark.own;
    let before = Demands {
        changing: std::mem::take(&mut checker.scene.changing),
        questions: std::mem::take(&mut checker.scene.questions),
        counted: std::mem::take(&mut checker.scene.counted),
        revealed: std::mem::take(&mut checker.scene.revealed),
    };
    checker.further_lines(lines, mark);
    let (reaches_back, posts) = (checker.reaches_back, checker.posts_more());
    let (scene_now, found) = checker.finish();
    *scene = scene_now;
    let own = Demands {
        changing: std::mem::take(&mut scene.changing),
        questions: std::mem::take(&mut scene.questions),
        counted: std::mem::take(&mut scene.counted),
        revealed: std::mem::take(&mut scene.revealed),
    };
    let wrong = found.has_errors();
    sink.extend(found);
    let more = before.and(&own, system);
    let asks_more = !lines.first && more.as_ref().is_some_and(|more| before.asks_less_of_old(more, scene, mark));
    let changes = reaches_back || posts;
    if !wrong && !changes && !asks_more {
        return Further::Stands(stand(scene, mark, (before, more)));
    }
    scene.forget_after(mark);
    scene.demand(before);
    if wrong { Further::Wrong } else { Further::ReachesBack(more.filter(|_| !changes)) }
}

/// What questions about odds ask of runs that were there before a mark; `None` when that has been asked of them.
pub fn asked_of_old(system: &System, scene: &Scene, mark: SceneMark, asked: &[Question]) -> Option<Demands> {
    let mut own = Demands::default();
    for question in asked {
        own.ask_of_runs((&question.of_rolls, &question.counted));
    }
    if own.questions.is_empty() && own.counted.is_empty() {
        return None;
    }
    let before = Demands {
        changing: scene.changing.clone(),
        questions: scene.questions.clone(),
        counted: scene.counted.clone(),
        revealed: scene.revealed.clone(),
    };
    before.and(&own, system).filter(|more| before.asks_less_of_old(more, scene, mark))
}

fn stand(scene: &mut Scene, mark: SceneMark, (before, more): (Demands, Option<Demands>)) -> Before {
    let Some(more) = more else {
        scene.demand(before);
        return Before { mark, demands: None };
    };
    scene.demand(more);
    Before { mark, demands: Some(Box::new(before)) }
}

/// A scene of which nothing is left that belongs to single lines.
fn emptied(scene: Scene) -> Scene {
    Scene {
        statements: Vec::new(),
        expects: Vec::new(),
        asked: None,
        lost: Vec::new(),
        uses: crate::model::Uses::default(),
        variables: std::collections::BTreeMap::new(),
        ..scene
    }
}

impl Demands {
    /// What these and further lines ask; `None` when the others ask nothing more.
    fn and(&self, own: &Self, system: &System) -> Option<Self> {
        let mut all = self.clone();
        all.changing.extend(own.changing.iter().filter(|field| !system.changing.contains(field)));
        for (roll, questions) in &own.questions {
            let known = system.questions.get(roll).map_or(&[][..], Vec::as_slice);
            let new = questions.iter().filter(|question| !known.contains(question));
            let asked = self.questions.get(roll).map_or(&[][..], Vec::as_slice);
            let new: Vec<_> = new.filter(|question| !asked.contains(question)).copied().collect();
            if !new.is_empty() {
                all.questions.entry(*roll).or_default().extend(new);
            }
        }
        all.counted.extend(&own.counted);
        all.revealed.extend(&own.revealed);
        let grown = all.changing.len() > self.changing.len()
            || all.counted.len() > self.counted.len()
            || all.revealed.len() > self.revealed.len()
            || all.questions != self.questions;
        grown.then_some(all)
    }

    /// Whether runs that were there before a mark are asked more in `more`.
    fn asks_less_of_old(&self, more: &Self, scene: &Scene, mark: SceneMark) -> bool {
        let old = || scene.invocations.iter().take(mark.invocations);
        more.counted.iter().any(|run| run.0.0 < mark.invocations && !self.counted.contains(run))
            || more.questions.iter().any(|(roll, questions)| {
                let is_old = match roll {
                    RolledFor::Local(procedure, _) => old().any(|run| run.procedure == *procedure),
                    RolledFor::Own(own) => own.0 < mark.own,
                };
                self.questions.get(roll) != Some(questions) && is_old
            })
    }
}

impl<'a> SceneChecker<'a> {
    fn further_lines(&mut self, lines: Lines<'a>, mark: SceneMark) {
        if self.no_system(lines.files) {
            return;
        }
        for file in lines.files {
            self.scene_file(file);
        }
        if self.scene.things.len() > mark.things || self.scene.own.len() > mark.own || lines.first {
            self.carry(lines.carried);
        }
        self.check_needs(if lines.first { 0 } else { mark.things });
        self.asked(lines.asked);
        self.parts(None);
        if !self.notes.sink.has_errors() {
            self.values_in_order();
        }
    }

    /// Whether functions of house rules read something here that they read nowhere else: only all points together tell whether
    /// that is wrong.
    fn posts_more(&self) -> bool {
        let known = &self.system.posted.reads;
        self.notes.posted.reads.iter().any(|(read, complaint)| complaint.is_some() && !known.contains_key(read))
    }
}

/// The mode that files state for a whole scene.
pub fn states_mode(system: &System, files: &[Arc<ast::File>], cast: &Cast) -> Option<StatedMethod> {
    let mut checker = SceneChecker::new(system, cast, &Allowance::default());
    let mut mode = None;
    for file in files {
        let mut words = file.items.iter().rev().filter_map(|item| {
            let ItemKind::Statement(ast::Statement { kind: StatementKind::Mode(word), .. }) = &item.kind else {
                return None;
            };
            Some((word, item.span))
        });
        let last = words.next();
        let stated = last.and_then(|(word, span)| Some(StatedMethod { method: checker.method_word(word)?, span }));
        mode = stated.or(mode);
    }
    mode
}

/// Takes the lines out of a file that say how something begins which every scene of the system has.
pub fn take_beginnings(system: &System, file: &mut Arc<ast::File>) -> Vec<ast::Item> {
    let cast = Cast::new();
    let checker = SceneChecker::new(system, &cast, &Allowance::default());
    let begins = |item: &ast::Item| {
        let ItemKind::Statement(ast::Statement { kind: StatementKind::Line(line), .. }) = &item.kind else {
            return false;
        };
        checker.is_single_line(line)
    };
    if !file.items.iter().any(begins) {
        return Vec::new();
    }
    Arc::make_mut(file).items.extract_if(.., |item| begins(item)).collect()
}
