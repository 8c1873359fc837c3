//! What happens in a program, line by line, by the words of the language page.

use crate::chance::{Faces, Way};
use crate::compute::at;
use crate::expressions::Role;
use crate::tree::{Ask, AskKind, Body, Fill, Item, Line, Name, Own, Place, Play, Procedure, Program, Subject};
use crate::world::{Frame, Halt, Held, Laying, Value, World};

/// A rule that an evaluator may have wrong, so that the tests can be seen to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    Nothing,
    KeepsTheWrongDie,
    CountsUnreachedRows,
    PutsCardsBack,
    NeverStopsRepeating,
    CutsOneTooFew,
    ForgetsTheHouse,
}

/// One run of a whole scene.
pub struct Evaluation<'p> {
    pub world: World<'p>,
    pub faces: Faces,
    pub way: Way,
    pub wrong: Wrong,
    /// The limits of the scene's tallies: those of `0..9`.
    bounded: Vec<usize>,
}

/// What a run was begun with.
#[derive(Clone, Copy, Default)]
struct Given<'p> {
    asks: &'p [Ask],
    fills: &'p [Option<Fill>],
    chosen: Option<i64>,
}

/// What came out of all that can be asked, or why nothing did, and the faces that led there.
pub fn scene(program: &Program, way: Way, wrong: Wrong, faces: Faces) -> (Result<Vec<Value>, Halt>, Faces) {
    let (system, scene) = (&program.system, &program.scene);
    let world = World { system, heroes: scene.heroes.clone(), marks: 0, deck: (0..system.deck.cards).collect() };
    let mut frame = Frame::new(scene.slots, 0, 0);
    let mut bounded = Vec::new();
    for own in &scene.own {
        match own {
            Own::Tally(name, value, limits) => {
                frame.cells[name.slot] = Held::Number(*value);
                bounded.extend(limits.then_some(name.slot));
            }
            Own::Flag(name) => frame.cells[name.slot] = Held::Number(0),
        }
    }
    let mut run = Evaluation { world, faces, way, wrong, bounded };
    let ends = run.lines(scene.lines.iter(), &mut frame, Given::default());
    let outcome = ends.map(|()| scene.subjects.iter().map(|subject| run.subject(subject, &frame)).collect());
    (outcome, run.faces)
}

impl<'p> Evaluation<'p> {
    fn subject(&self, subject: &Subject, frame: &Frame) -> Value {
        match subject {
            Subject::Number(read) | Subject::Level(read, _) | Subject::Flag(read) => self.world.read(read, frame),
            Subject::Holds(on) => self.world.cond(on, frame).map(i64::from),
        }
    }

    fn lines(
        &mut self,
        lines: impl Iterator<Item = &'p Line>,
        frame: &mut Frame,
        given: Given<'p>,
    ) -> Result<(), Halt> {
        for line in lines {
            self.line(line, frame, given)?;
        }
        Ok(())
    }

    fn line(&mut self, line: &'p Line, frame: &mut Frame, given: Given<'p>) -> Result<(), Halt> {
        match line {
            Line::Let(name, body) => keep(frame, name, self.body(body, frame)),
            Line::Sum(name, rows) => {
                let missing = i64::from(self.wrong == Wrong::CountsUnreachedRows);
                let sum = rows.iter().map(|row| self.world.num(row, frame).unwrap_or(missing)).sum();
                keep(frame, name, Some(sum));
            }
            Line::Decide(name, rows) => {
                let row = rows.iter().find(|(_, on)| self.world.holds(on, frame));
                keep(frame, name, Some(row.map_or(0, |(rank, _)| *rank)));
            }
            Line::Roll(name, dice) => frame.cells[name.slot] = Held::Roll(self.roll(dice, frame)),
            Line::Draw(name) => keep(frame, name, Some(self.draw()?)),
            Line::Shuffle => self.world.deck = (0..self.world.system.deck.cards).collect(),
            Line::Resolve(name, with) => {
                let total = self.world.num(with, frame).expect("the total is known");
                keep(frame, name, Some(self.resolve(total)));
            }
            Line::Choose { name, default, .. } => keep(frame, name, Some(given.chosen.unwrap_or(*default))),
            Line::RunBlank(name) => self.run_blank(name, frame, given)?,
            Line::Run { name, procedure, by, versus, with, .. } => {
                self.run(name, *procedure, *by, *versus, with, frame)?;
            }
            Line::Cut(name, to) => self.cut(name, to, frame),
            Line::Set(place, body) => {
                let value = self.body(body, frame).expect("what is set is known");
                self.set(place, value, frame)?;
            }
            Line::Add(more, place) => {
                let more = self.world.num(more, frame).expect("what is added is known");
                let value = self.get(place, frame) + more;
                self.set(place, value, frame)?;
            }
            Line::Pay(cost, place) => {
                let left = self.get(place, frame) - cost;
                if left < 0 {
                    return Err(Halt::Refused);
                }
                self.set(place, left, frame)?;
            }
            Line::Stop(on, _) => {
                if self.world.holds(on, frame) {
                    return Err(Halt::Stopped);
                }
            }
            Line::If(on, then, other) => {
                let taken = if self.world.holds(on, frame) { then } else { other };
                self.lines(taken.iter(), frame, given)?;
            }
            Line::Note(..) => {}
            Line::EachItem(name) => {
                if let Held::Plan(plan) = &frame.cells[name.slot] {
                    self.world.marks += plan.items.iter().map(|item| item[2]).sum::<i64>();
                }
            }
            Line::EachHero(more) => self.world.heroes.iter_mut().for_each(|hero| hero.a += more),
            Line::Play(play) => {
                let run = self.play(play, play.by, play.versus.unwrap_or(0))?;
                append(frame, &play.name, run);
            }
            Line::Repeat { watch, most, until, lines } => {
                for _ in 0..*most {
                    self.watch_begins(*watch);
                    self.lines(lines.iter(), frame, given)?;
                    self.watch_ends(*watch);
                    let ends = until.as_ref().is_some_and(|on| self.world.holds(on, frame));
                    if ends && self.wrong != Wrong::NeverStopsRepeating {
                        break;
                    }
                }
            }
            Line::Choice { options, taken, .. } => self.lines(options[*taken].1.iter(), frame, given)?,
            Line::Turns(turns) => {
                let numbers = |turn: &crate::tree::Turn| -> Vec<Value> {
                    turn.numbers.iter().map(|number| self.world.num(number, frame)).collect()
                };
                let mut order: Vec<(Vec<Value>, &crate::tree::Turn)> =
                    turns.iter().map(|turn| (numbers(turn), turn)).collect();
                order.sort_by(|(one, _), (other, _)| other.cmp(one));
                for (_, turn) in order {
                    self.lines(turn.lines.iter(), frame, given)?;
                }
            }
        }
        Ok(())
    }

    fn body(&self, body: &Body, frame: &Frame) -> Value {
        match body {
            Body::Num(value) => self.world.num(value, frame),
            Body::Flag(on) => self.world.cond(on, frame).map(i64::from),
            Body::Level(value) => self.world.level(value, frame),
        }
    }

    // --- Runs --------------------------------------------------------------------------------

    /// A run that the scene writes.
    fn play(&mut self, play: &'p Play, by: usize, versus: usize) -> Result<Frame, Halt> {
        let procedure = &self.world.system.procedures[play.procedure];
        let mut frame = Frame::new(procedure.slots, by, versus);
        let given = Given { asks: &procedure.asks, fills: &play.fills, chosen: play.chosen };
        for (ask, fill) in procedure.asks.iter().zip(&play.fills) {
            frame.cells[ask.name.slot] = self.blank(ask, fill.as_ref(), procedure);
        }
        self.whole(procedure, &mut frame, given)?;
        Ok(frame)
    }

    /// A run that a procedure makes of its own.
    fn run(
        &mut self,
        name: &Name,
        procedure: usize,
        by: Role,
        versus: Option<Role>,
        with: &[(Name, crate::expressions::Num)],
        frame: &mut Frame,
    ) -> Result<(), Halt> {
        let procedure = &self.world.system.procedures[procedure];
        let mut inner = Frame::new(procedure.slots, frame.who(by), versus.map_or(0, |role| frame.who(role)));
        for ask in &procedure.asks {
            inner.cells[ask.name.slot] = self.blank(ask, None, procedure);
        }
        for (blank, value) in with {
            keep(&mut inner, blank, self.world.num(value, frame));
        }
        self.whole(procedure, &mut inner, Given { asks: &procedure.asks, ..Given::default() })?;
        append(frame, name, inner);
        Ok(())
    }

    /// The lines of a procedure, up to a `stop`.
    fn whole(&mut self, procedure: &'p Procedure, frame: &mut Frame, given: Given<'p>) -> Result<(), Halt> {
        let forgets = self.wrong == Wrong::ForgetsTheHouse;
        let lines = procedure
            .lines
            .iter()
            .filter_map(|placed| if forgets { placed.base.as_ref() } else { placed.now.as_ref() });
        for line in lines {
            match self.line(line, frame, given) {
                Ok(()) => {}
                Err(Halt::Stopped) => return Ok(()),
                Err(halt @ (Halt::Refused | Halt::Stuck)) => return Err(halt),
            }
        }
        Ok(())
    }

    /// What stands in a blank before the run begins.
    fn blank(&self, ask: &Ask, fill: Option<&Fill>, procedure: &Procedure) -> Held {
        match (&ask.kind, fill) {
            (_, Some(Fill::Number(value) | Fill::Level(value))) => Held::Number(*value),
            (_, Some(Fill::Yes)) => Held::Number(1),
            (_, Some(Fill::Many(values))) => Held::Numbers(values.clone()),
            (_, Some(Fill::Items(items))) => Held::Plan(self.lay(items, procedure)),
            (AskKind::Number(default) | AskKind::Grade(default), None) => Held::Number(*default),
            (AskKind::Flag, None) => Held::Number(0),
            (AskKind::Many, None) => Held::Numbers(Vec::new()),
            (AskKind::Optional | AskKind::Helpers(_) | AskKind::Answer(_) | AskKind::Plan, None)
            | (_, Some(Fill::Runs(_) | Fill::Answer(_))) => Held::Nothing,
        }
    }

    fn run_blank(&mut self, name: &Name, frame: &mut Frame, given: Given<'p>) -> Result<(), Halt> {
        let place = given.asks.iter().position(|ask| ask.name == *name).expect("it is asked for");
        match given.fills.get(place).and_then(Option::as_ref) {
            Some(Fill::Runs(plays)) => {
                for play in plays {
                    let run = self.play(play, play.by, 0)?;
                    append(frame, name, run);
                }
            }
            Some(Fill::Answer(play)) => {
                let run = self.play(play, frame.foe, 0)?;
                append(frame, name, run);
            }
            Some(Fill::Number(_) | Fill::Level(_) | Fill::Yes | Fill::Many(_) | Fill::Items(_)) | None => {}
        }
        Ok(())
    }

    // --- Plans -------------------------------------------------------------------------------

    /// What is paid besides the items is paid where the plan is cut.
    fn lay(&self, items: &[Item], procedure: &Procedure) -> Laying {
        let cuts = procedure.lines.iter().any(|placed| matches!(placed.now, Some(Line::Cut(..))));
        let plan = &self.world.system.plan;
        let (upfront, further) = if cuts { (plan.upfront, plan.further) } else { (0, 0) };
        let mut points = vec![None; at(upfront)];
        for (place, item) in items.iter().enumerate() {
            if place > 0 {
                points.extend(vec![None; at(further)]);
            }
            let rest =
                if item.extra_first { [(2, item.extra), (1, item.speed)] } else { [(1, item.speed), (2, item.extra)] };
            for (part, number) in [(0, item.care)].into_iter().chain(rest) {
                points.extend(vec![Some((place, part)); at(number)]);
            }
        }
        let cost = i64::try_from(points.len()).expect("it is small");
        Laying { cost, items: items.iter().map(|item| [item.care, item.speed, item.extra]).collect(), points }
    }

    fn cut(&mut self, name: &Name, to: &crate::expressions::Num, frame: &mut Frame) {
        let to = self.world.num(to, frame).expect("it is known") + i64::from(self.wrong == Wrong::CutsOneTooFew);
        let Held::Plan(plan) = &mut frame.cells[name.slot] else { unreachable!("plans are filled") };
        for (item, part) in plan.points.iter().skip(at(to.max(0))).flatten() {
            plan.items[*item][*part] -= 1;
        }
    }

    // --- Changes -----------------------------------------------------------------------------

    fn get(&self, place: &Place, frame: &Frame) -> i64 {
        let hero = |who: &Role| &self.world.heroes[frame.who(*who)];
        match place {
            Place::A(who) => hero(who).a,
            Place::Oil(who) => hero(who).oil,
            Place::Skill(who, level) => hero(who).skill[*level],
            Place::Bold(who) => i64::from(hero(who).bold),
            Place::Marks => self.world.marks,
            Place::Own(name) => match frame.cells[name.slot] {
                Held::Number(number) => number,
                _ => unreachable!("it has a value from the beginning"),
            },
        }
    }

    fn set(&mut self, place: &Place, value: i64, frame: &mut Frame) -> Result<(), Halt> {
        let within = (0..=9).contains(&value);
        match place {
            Place::A(who) => self.world.heroes[frame.who(*who)].a = value,
            Place::Oil(_) if !within => return Err(Halt::Refused),
            Place::Oil(who) => self.world.heroes[frame.who(*who)].oil = value,
            Place::Skill(who, level) => self.world.heroes[frame.who(*who)].skill[*level] = value,
            Place::Bold(who) => self.world.heroes[frame.who(*who)].bold = value != 0,
            Place::Marks => self.world.marks = value,
            Place::Own(name) if !within && self.bounded.contains(&name.slot) => return Err(Halt::Refused),
            Place::Own(name) => frame.cells[name.slot] = Held::Number(value),
        }
        Ok(())
    }

    fn watch_begins(&mut self, watch: bool) {
        if watch {
            self.world.marks += self.world.system.watch[0];
        }
    }

    fn watch_ends(&mut self, watch: bool) {
        let more = self.world.system.watch[1];
        if watch {
            let tired = self.world.heroes.iter_mut().filter(|hero| hero.oil < 10 - more);
            tired.for_each(|hero| hero.oil += more);
            self.world.marks += self.world.system.watch_more.unwrap_or(0);
        }
    }
}

fn keep(frame: &mut Frame, name: &Name, value: Value) {
    frame.cells[name.slot] = value.map_or(Held::Nothing, Held::Number);
}

/// Another run of a name.
fn append(frame: &mut Frame, name: &Name, run: Frame) {
    match &mut frame.cells[name.slot] {
        Held::Runs(runs) => runs.push(run),
        other => *other = Held::Runs(vec![run]),
    }
}
