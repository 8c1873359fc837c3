//! Random scenes of a system, and what can be asked of them.

use crate::expressions::{Asked, Num, Quality, Read, Role, Scale, Which};
use crate::make::Maker;
use crate::make_lines::Around;
use crate::make_system::Made;
use crate::scope::{Known, Scope, Type};
use crate::tape::Tape;
use crate::tree::{AskKind, Body, Fill, Hero, Item, Line, Own, Place, Play, Program, Scene, Subject, System, Turn};

/// How many ways the faces of a whole scene can fall.
const WAYS: u64 = 1500;

/// A scene that is being made.
struct Draft<'m> {
    around: Around<'m>,
    heroes: usize,
    /// Whether the line stands in a branch, which may never be asked anything.
    in_branch: bool,
    chosen: Vec<(String, String)>,
    /// Tallies, each with whether it has limits, and flags.
    tallies: Vec<(crate::tree::Name, bool)>,
    flags: Vec<crate::tree::Name>,
}

pub fn program(tape: &[u32]) -> Program {
    let mut maker = Maker::new(Tape::new(tape));
    let (system, made) = maker.system();
    let scene = maker.scene(&system, &made);
    Program { system, scene }
}

impl Maker {
    fn scene(&mut self, system: &System, made: &[Made]) -> Scene {
        (self.ways, self.draws, self.allowed) = (1, 0, WAYS);
        let count = 2 + self.tape.below(2);
        let heroes = (0..count).map(|_| Hero {
            a: self.tape.within(0, 3),
            oil: self.tape.within(0, 6),
            skill: system.defaults.skill.map(|usual| if self.tape.once_in(4) { usual + 1 } else { usual }),
            bold: self.tape.once_in(3),
        });
        let heroes: Vec<Hero> = heroes.collect();
        let around = Around { system, made, slots: 0, versus: true };
        let mut draft = Draft {
            around,
            heroes: count,
            in_branch: false,
            chosen: Vec::new(),
            tallies: Vec::new(),
            flags: Vec::new(),
        };
        let roles = (0..count).map(Role::Person).collect();
        let mut scope = Scope { roles, in_scene: true, ..Scope::default() };
        for who in scope.roles.clone() {
            scope.add(Read::A(who), Type::Number);
            scope.add(Read::Oil(who), Type::Number);
            scope.add(Read::Skill(who, self.tape.below(3)), Type::Number);
            scope.add(Read::Bold(who), Type::Flag);
        }
        scope.add(Read::Ledger, Type::Number);
        let own = self.own(&mut scope, &mut draft);
        let mut lines = Vec::new();
        for _ in 0..=(1 + self.tape.below(4)) {
            lines.extend(self.scene_line(&mut scope, &mut draft, 0));
        }
        let subjects = self.subjects(&scope);
        Scene { heroes, own, lines, slots: draft.around.slots, chosen: draft.chosen, subjects }
    }

    fn own(&mut self, scope: &mut Scope, draft: &mut Draft<'_>) -> Vec<Own> {
        let mut own = Vec::new();
        for _ in 0..self.tape.below(3) {
            if self.tape.once_in(3) {
                let name = self.name("f", &mut draft.around.slots);
                scope.add(Read::Cell(name.clone()), Type::Flag);
                draft.flags.push(name.clone());
                own.push(Own::Flag(name));
            } else {
                let (name, limits) = (self.name("y", &mut draft.around.slots), self.tape.once_in(2));
                scope.add(Read::Cell(name.clone()), Type::Number);
                draft.tallies.push((name.clone(), limits));
                own.push(Own::Tally(name, self.tape.within(0, 5), limits));
            }
        }
        own
    }

    fn scene_line(&mut self, scope: &mut Scope, draft: &mut Draft<'_>, deep: usize) -> Option<Line> {
        match self.tape.below(14) {
            0..4 => {
                let play = self.play(scope, draft)?;
                Some(Line::Play(play))
            }
            4 | 5 if deep < 2 => self.repeat(scope, draft, deep),
            6 if deep < 2 => self.scene_if(scope, draft, deep),
            7 if deep == 0 => self.choice(scope, draft, deep),
            8 if deep == 0 => self.turns(scope, draft),
            9 => self.scene_roll(scope, draft),
            10 => self.resolve(scope, &mut draft.around),
            11 => Some(Line::Note(self.num(scope, 1), self.tape.once_in(2).then(|| self.cond(scope, 1)))),
            _ => Some(self.scene_change(scope, draft)),
        }
    }

    fn scene_roll(&mut self, scope: &mut Scope, draft: &mut Draft<'_>) -> Option<Line> {
        let (dice, _) = self.dice(scope, draft.around.system, 1)?;
        let name = self.name("r", &mut draft.around.slots);
        scope.add(Read::Cell(name.clone()), Type::Number);
        scope.add(Read::Roll(name.clone(), Asked::Highest), Type::Number);
        Some(Line::Roll(name, dice))
    }

    fn scene_change(&mut self, scope: &Scope, draft: &Draft<'_>) -> Line {
        if !draft.tallies.is_empty() && self.tape.below(3) < 2 {
            let (name, limits) = self.tape.pick(&draft.tallies).clone();
            let more = self.num(scope, 1);
            return match (limits, self.tape.below(8)) {
                (true, 7) => Line::Add(Num::Const(2), Place::Own(name)),
                (true, _) => Line::Set(Place::Own(name), Body::Num(crate::make_lines::within_limits(more))),
                (false, 0) => Line::Set(Place::Own(name), Body::Num(more)),
                (false, _) => Line::Add(more, Place::Own(name)),
            };
        }
        if !draft.flags.is_empty() && self.tape.once_in(2) {
            let name = self.tape.pick(&draft.flags).clone();
            return Line::Set(Place::Own(name), crate::make_lines::yes());
        }
        self.change(scope)
    }

    // --- Lines with braces -------------------------------------------------------------------

    fn block(&mut self, scope: &mut Scope, draft: &mut Draft<'_>, deep: usize) -> Vec<Line> {
        (0..=self.tape.below(3)).filter_map(|_| self.scene_line(scope, draft, deep + 1)).collect()
    }

    fn repeat(&mut self, scope: &mut Scope, draft: &mut Draft<'_>, deep: usize) -> Option<Line> {
        let most = self.tape.within(2, 3);
        let (ways, allowed, draws) = (self.ways, self.allowed, self.draws);
        let times = u32::try_from(most).expect("it is small");
        // As many ways for one round as its whole number can be allowed.
        let round = (1..=200_u64).take_while(|round| ways.saturating_mul(round.pow(times)) <= allowed).last()?;
        (self.ways, self.allowed) = (1, round);
        let mut inner = scope.clone();
        let lines = self.block(&mut inner, draft, deep);
        let until = (!self.tape.once_in(4)).then(|| self.cond(&inner, 1));
        let taken = self.ways.pow(times);
        (self.ways, self.allowed) = (ways * taken, allowed);
        self.draws = draws + (self.draws - draws) * most;
        if lines.is_empty() {
            return None;
        }
        let played: Vec<crate::tree::Name> = lines.iter().filter_map(played).collect();
        scope.join(inner, false);
        for known in scope.known.clone() {
            if let Read::In(name, Which::Latest, read) = known.read
                && played.contains(&name)
            {
                let which = if self.tape.once_in(2) { Which::First } else { Which::Second };
                scope.known.push(Known { read: Read::In(name, which, read), sure: false, ..known });
            }
        }
        Some(Line::Repeat { watch: self.tape.once_in(2), most, until, lines })
    }

    fn scene_if(&mut self, scope: &mut Scope, draft: &mut Draft<'_>, deep: usize) -> Option<Line> {
        let on = self.cond(scope, 2);
        let (mut inner, mut other) = (scope.clone(), scope.clone());
        let before = std::mem::replace(&mut draft.in_branch, true);
        let then = self.block(&mut inner, draft, deep);
        let otherwise = if self.tape.once_in(2) { self.block(&mut other, draft, deep) } else { Vec::new() };
        draft.in_branch = before;
        if then.is_empty() {
            return None;
        }
        scope.join(inner, false);
        Some(Line::If(on, then, otherwise))
    }

    fn choice(&mut self, scope: &mut Scope, draft: &mut Draft<'_>, deep: usize) -> Option<Line> {
        let name = self.name("q", &mut 0).text;
        let (mut options, mut after) = (Vec::new(), scope.clone());
        for option in ["left", "right"] {
            let mut inner = scope.clone();
            let before = std::mem::replace(&mut draft.in_branch, true);
            let lines = self.block(&mut inner, draft, deep);
            draft.in_branch = before;
            options.push((option.to_owned(), lines));
            after.known.extend(inner.known.drain(scope.known.len()..).map(|known| Known { sure: false, ..known }));
        }
        if options.iter().any(|(_, lines)| lines.is_empty()) {
            return None;
        }
        *scope = after;
        let default = self.tape.below(2);
        let taken = self.tape.below(2);
        if taken != default || self.tape.once_in(2) {
            draft.chosen.push((name.clone(), options[taken].0.clone()));
        }
        Some(Line::Choice { name, options, default, taken })
    }

    fn turns(&mut self, scope: &mut Scope, draft: &mut Draft<'_>) -> Option<Line> {
        let numbers = 1 + self.tape.below(2);
        let mut turns = Vec::new();
        for hero in 0..2 {
            let numbers = (0..numbers).map(|_| self.num(scope, 1)).collect();
            turns.push(Turn { hero, numbers, lines: Vec::new() });
        }
        let (mut after, chosen) = (scope.clone(), draft.chosen.len());
        for turn in &mut turns {
            let mut inner = scope.clone();
            turn.lines = self.block(&mut inner, draft, 1);
            let before = scope.known.len();
            after.known.extend(inner.known.drain(before..));
        }
        if turns.iter().any(|turn| turn.lines.is_empty()) {
            draft.chosen.truncate(chosen);
            return None;
        }
        *scope = after;
        Some(Line::Turns(turns))
    }

    // --- Runs --------------------------------------------------------------------------------

    fn play(&mut self, scope: &mut Scope, draft: &mut Draft<'_>) -> Option<Play> {
        let procedure = draft.around.made.len() - 1 - self.tape.below(draft.around.made.len());
        let made = draft.around.made[procedure].clone();
        let drawn = self.draws + made.draws;
        if drawn > draft.around.system.deck.cards && !self.tape.once_in(16) || !self.afford(made.ways) {
            return None;
        }
        self.draws = drawn;
        let by = self.tape.below(draft.heroes);
        let foe = (by + 1 + self.tape.below(draft.heroes - 1)) % draft.heroes;
        let name = self.name("x", &mut draft.around.slots);
        let mut fills = Vec::new();
        for ask in &draft.around.system.procedures[procedure].asks {
            let fill = self.fill(&ask.kind, draft);
            behind_blank(scope, &name, ask, fill.as_ref(), draft);
            fills.push(fill);
        }
        let mut chosen = None;
        if let Some((choice, most)) = made.choice.filter(|_| !draft.in_branch && self.tape.once_in(2)) {
            let option = self.tape.within(0, most);
            draft.chosen.push((format!("{}.{}", name.text, choice.text), option.to_string()));
            chosen = Some(option);
        }
        scope.add_run(&name, Which::Latest, &made.exports, true);
        scope.runs.push(name.clone());
        Some(Play { name, procedure, by, versus: made.versus.then_some(foe), fills, chosen })
    }

    fn fill(&mut self, kind: &AskKind, draft: &mut Draft<'_>) -> Option<Fill> {
        let written = self.tape.below(3) > 0;
        match kind {
            AskKind::Plan => Some(Fill::Items(self.items())),
            AskKind::Number(_) | AskKind::Optional => written.then(|| Fill::Number(self.tape.within(0, 4))),
            AskKind::Grade(_) => written.then(|| Fill::Level(self.tape.within(0, 2))),
            AskKind::Flag => written.then_some(Fill::Yes),
            AskKind::Many => written.then(|| Fill::Many(vec![self.tape.within(1, 3), self.tape.within(-2, -1)])),
            AskKind::Helpers(made) if written => {
                let count = 1 + self.tape.below(2);
                Some(Fill::Runs((0..count).map(|_| self.helper(*made, draft)).collect()))
            }
            AskKind::Answer(made) => written.then(|| Fill::Answer(self.helper(*made, draft))),
            AskKind::Helpers(_) => None,
        }
    }

    fn helper(&mut self, procedure: usize, draft: &mut Draft<'_>) -> Play {
        let by = self.tape.below(draft.heroes);
        let name = self.name("z", &mut 0);
        let asks = &draft.around.system.procedures[procedure].asks;
        let fills = asks.iter().map(|ask| self.fill(&ask.kind, draft)).collect();
        Play { name, procedure, by, versus: None, fills, chosen: None }
    }

    fn items(&mut self) -> Vec<Item> {
        let count = 1 + self.tape.below(3);
        (0..count)
            .map(|_| Item {
                name: self.name("p", &mut 0).text,
                care: self.tape.within(0, 2),
                speed: self.tape.within(0, 2),
                extra: self.tape.within(0, 3),
                extra_first: self.tape.once_in(2),
            })
            .collect()
    }

    // --- Questions ---------------------------------------------------------------------------

    fn subjects(&mut self, scope: &Scope) -> Vec<Subject> {
        let mut subjects = Vec::new();
        for _ in 0..7 {
            // The newest are what lines have made; people and the ledger stand before them.
            let place = scope.known.len() - 1 - self.tape.below(scope.known.len());
            let Known { read, of, .. } = scope.known[place].clone();
            subjects.push(match of {
                Type::Number => Subject::Number(read),
                Type::Level(scale) => Subject::Level(read, scale),
                Type::Flag => Subject::Flag(read),
            });
        }
        subjects.extend((0..2).map(|_| Subject::Holds(Box::new(self.cond(scope, 2)))));
        subjects
    }
}

/// The name of a run that a line of a repetition makes.
fn played(line: &Line) -> Option<crate::tree::Name> {
    if let Line::Play(play) = line { Some(play.name.clone()) } else { None }
}

/// What the scene knows of what it has written in a blank.
fn behind_blank(
    scope: &mut Scope,
    run: &crate::tree::Name,
    ask: &crate::tree::Ask,
    fill: Option<&Fill>,
    draft: &Draft<'_>,
) {
    let mut inside = Scope::default();
    let called = |name: &str| crate::tree::Name { slot: ask.name.slot, text: name.to_owned() };
    match (fill, &ask.kind) {
        (Some(Fill::Items(items)), _) => {
            for (place, item) in items.iter().enumerate() {
                let of = |quality| Read::Item(ask.name.clone(), place, item.name.clone(), quality);
                inside.add(of(Quality::Care), Type::Level(Scale::Way));
                inside.add(of(Quality::Speed), Type::Level(Scale::Way));
                inside.add(of(Quality::Extra), Type::Number);
            }
        }
        (Some(Fill::Runs(plays)), AskKind::Helpers(made)) => {
            for (place, play) in plays.iter().enumerate() {
                inside.add_run(
                    &called(&play.name.text),
                    Which::Filled(place),
                    &draft.around.made[*made].exports,
                    false,
                );
            }
        }
        (Some(Fill::Answer(play)), AskKind::Answer(made)) => {
            inside.add_run(&called(&play.name.text), Which::Latest, &draft.around.made[*made].exports, false);
        }
        _ => {}
    }
    scope.add_run(run, Which::Latest, &inside.known, false);
}
