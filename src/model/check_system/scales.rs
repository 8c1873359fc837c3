//! Scales and ladders: levels, columns, and bands that must tile without gap or overlap.

use super::cells::{Bounds, level_name};
use super::checker::SystemChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::Env;
use crate::model::{self, Column, Expr, Ladder, Named, Scale, ScaleId, Type};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, Cell, CellKind, Declaration, DeclarationKind, ExprKind, Grid, Row};

impl<'a> SystemChecker<'a> {
    /// The levels of every scale and ladder.
    pub fn scales(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            let (DeclarationKind::Scale { grid, highest_first } | DeclarationKind::Ladder { grid, highest_first, .. }) =
                &declaration.kind
            else {
                continue;
            };
            let Some(id) = self.system.names.scales.get(&declaration.name.text()).copied() else { continue };
            self.system.scales[id] = self.levels(declaration, grid, *highest_first);
            if *highest_first {
                self.notes.uses.record_order(id);
            }
        }
    }

    fn levels(&mut self, declaration: &Declaration, grid: &Grid, highest_first: bool) -> Scale {
        let heads: Vec<&Cell> = match grid.rows.as_slice() {
            [only] => only.cells.iter().collect(),
            [_, rows @ ..] => rows.iter().filter_map(|row| row.cells.first()).collect(),
            [] => Vec::new(),
        };
        if heads.is_empty() {
            let message = format!("`{}` has no levels", declaration.name.text());
            let help = "write them between bars: `scale mood { calm | tense | wild }`";
            self.report(Diagnostic::error(codes::CELLS, grid.span, message).help(help));
        }
        let mut levels = Vec::new();
        let mut numbers = Vec::new();
        let mut places = Vec::new();
        for cell in heads {
            match level_name(cell) {
                Some((name, number)) => {
                    if levels.contains(&name) {
                        let message = format!("the level `{name}` is declared twice");
                        self.report(Diagnostic::error(codes::DUPLICATE_NAME, cell.span, message).help("remove one"));
                    }
                    numbers.extend(number);
                    levels.push(name);
                    places.push(cell.span);
                }
                None => self.no_level_name(cell),
            }
        }
        if highest_first {
            levels.reverse();
            numbers.reverse();
            places.reverse();
        }
        let numbers = (!numbers.is_empty() && numbers.len() == levels.len()).then_some(numbers);
        let name = declaration.name.text();
        Scale { name, span: declaration.name.span(), levels, places, numbers, columns: Vec::new(), ladder: None }
    }

    /// Reports the first cell of a row that names no level.
    fn no_level_name(&mut self, cell: &Cell) {
        let joining = if let CellKind::Value(ast::Expr { kind: ExprKind::Binary(operator, ..), .. }, _) = &cell.kind {
            operator.word()
        } else {
            None
        };
        let complaint = match joining {
            Some(word) => {
                let message = format!("`{word}` is a word of the language and cannot be part of a name");
                Diagnostic::error(codes::CELLS, cell.span, message)
                    .help("choose another name, here and everywhere it is used")
            }
            None => Diagnostic::error(codes::CELLS, cell.span, "the first cell of a row must name its level")
                .help("write words or a number"),
        };
        self.report(complaint);
    }

    /// The columns of every scale; cells may name levels of any scale and any dice.
    pub fn scale_columns(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            let (grid, highest_first, ladder) = match &declaration.kind {
                DeclarationKind::Scale { grid, highest_first } => (grid, *highest_first, false),
                DeclarationKind::Ladder { grid, highest_first, .. } => (grid, *highest_first, true),
                DeclarationKind::Table { .. }
                | DeclarationKind::Dice { .. }
                | DeclarationKind::Deck(_)
                | DeclarationKind::Kind { .. }
                | DeclarationKind::Plan(_)
                | DeclarationKind::Period { .. }
                | DeclarationKind::Rule { .. }
                | DeclarationKind::Procedure { .. } => continue,
            };
            let Some(id) = self.system.names.scales.get(&declaration.name.text()).copied() else { continue };
            let Some((header, rows)) = grid.rows.split_first().filter(|(_, rows)| !rows.is_empty()) else { continue };
            self.typer().check_widths(header, rows);
            for (place, cell) in header.cells.iter().enumerate().skip(1) {
                let Some(name) = self.typer().header_name(cell) else { continue };
                if ladder && (name == "rolls" || name == "judged") {
                    continue;
                }
                let cells: Vec<Option<&'a Cell>> = rows.iter().map(|row| row.cells.get(place)).collect();
                let mut column = self.column(name, cell.span, &cells);
                if highest_first {
                    column.cells.reverse();
                }
                self.system.scales[id].columns.push(column);
            }
        }
    }

    fn column(&mut self, name: SharedText, span: Span, cells: &[Option<&'a Cell>]) -> Column {
        let hint = self.system.names.scales.get(&name).map(|id| self.system.level_type(*id));
        let mut typed: Vec<Option<Expr>> = Vec::new();
        for cell in cells {
            let value = cell.and_then(|cell| self.settled(|typer| typer.cell(cell, &Env::default(), hint.as_ref())));
            typed.push(value);
        }
        let ty = self.typer().column_type(&typed);
        Column { name, span, ty, cells: typed }
    }

    /// What makes ladders of scales: the dice, and two columns of bands.
    pub fn ladders(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            if let DeclarationKind::Ladder { rolls, highest_first, grid } = &declaration.kind
                && let Some(id) = self.system.names.scales.get(&declaration.name.text()).copied()
            {
                self.ladder(id, rolls, *highest_first, grid);
            }
        }
    }

    fn ladder(&mut self, id: ScaleId, rolls: &'a ast::Expr, highest_first: bool, grid: &'a Grid) {
        let total = self.variable(rolls.span, Type::Number);
        let rolls = self.ladder_dice(rolls, total);
        let rolled = self.band_column(grid, "rolls", highest_first);
        let judged = self.band_column(grid, "judged", highest_first);
        if rolled.is_none() {
            let name = &self.system.scales[id].name;
            let message = format!("the ladder `{name}` has no column `rolls`");
            self.report(
                Diagnostic::error(codes::COLUMN, grid.span, message)
                    .help("add it, with the dice results for each level, such as `5..6`"),
            );
        }
        let judged = judged.unwrap_or_default();
        self.check_tiling(grid, &judged, "judged", highest_first);
        self.check_ends(grid, &judged, highest_first);
        let rolled = rolled.unwrap_or_default();
        self.check_tiling(grid, &rolled, "rolls", highest_first);
        self.check_order(grid, &rolled, highest_first);
        self.check_dice(grid, &rolls, &rolled, "rolls");
        self.rows_beyond(grid, &rolls, (&rolled, highest_first));
        self.system.scales[id].ladder = Some(Ladder { rolls, total, rolled, judged });
    }

    fn ladder_dice(&mut self, rolls: &'a ast::Expr, total: model::VarId) -> Expr {
        let env = Env { variables: vec![("total".into(), total)], ..Env::default() };
        if let ExprKind::Name(name) = &rolls.kind
            && let Some(id) = self.system.names.dice.get(&name.text()).copied()
        {
            self.used(Named::Dice(id), name.span());
            let arguments = match self.system.dice[id].params.len() {
                0 => Vec::new(),
                _ => vec![Expr { span: rolls.span, ty: Type::Number, kind: model::ExprKind::Var(total) }],
            };
            return Expr { span: rolls.span, ty: Type::Dice, kind: model::ExprKind::DiceCall(id, arguments) };
        }
        self.settled(|typer| {
            let typed = typer.expr(&env, rolls, None);
            typer.fit(typed, &Type::Dice, &env)
        })
    }

    /// A column of bands, lowest level first.
    fn band_column(&mut self, grid: &Grid, name: &str, highest_first: bool) -> Option<Vec<Option<Bounds>>> {
        let (header, rows) = grid.rows.split_first()?;
        let place = header.cells.iter().position(|cell| level_name(cell).is_some_and(|(n, _)| n == name))?;
        let mut bands: Vec<Option<Bounds>> = Vec::new();
        for row in rows {
            let band = row.cells.get(place).and_then(|cell| self.typer().constant_band(cell));
            bands.push(band);
        }
        let added: Vec<bool> = rows.iter().map(|row| !grid.span.contains(row.span)).collect();
        for place in (0..rows.len()).filter(|place| added[*place]) {
            let Some(taken) = bands[place] else { continue };
            for other in (0..rows.len()).filter(|other| !added[*other]) {
                match bands[other].map(|band| without(band, taken)) {
                    Some(Ok(left)) => bands[other] = left,
                    Some(Err(())) => {
                        self.parted(&rows[other], &rows[place], name);
                        bands[place] = None;
                    }
                    None => {}
                }
            }
        }
        if highest_first {
            bands.reverse();
        }
        Some(bands)
    }

    /// A level that an overlay adds takes its numbers from the others, and none of them can be left in two parts.
    fn parted(&mut self, old: &Row, new: &Row, column: &str) {
        let level = |row: &Row| row.cells.first().and_then(level_name).map(|(name, _)| name).unwrap_or_default();
        let (old_name, new_name) = (level(old), level(new));
        let message = format!("`{new_name}` takes numbers out of the middle of `{old_name}` in `{column}`");
        let complaint = Diagnostic::error(codes::BAD_OVERLAY, new.span, message).also(old.span, "from this level");
        let help =
            "the numbers of a level are consecutive: take some from one end of them, or replace the whole ladder";
        self.report(complaint.help(help));
    }

    /// The bands of a column must cover every number between the first and the last once.
    pub(super) fn check_tiling(&mut self, grid: &Grid, bands: &[Option<Bounds>], column: &str, highest_first: bool) {
        for pair in in_order(grid, bands, highest_first).windows(2) {
            let (((_, high), first), ((low, _), second)) = (pair[0], pair[1]);
            let (code, message, label, help) = match (high, low) {
                (Some(high), Some(low)) if high.checked_add(1) == Some(low) => continue,
                (Some(high), Some(low)) if low > high => {
                    let gap = numbers_between(high, low);
                    let help = format!("add {gap} to one of the two rows");
                    (codes::GAP, format!("no row of `{column}` includes {gap}"), "the row before it", help)
                }
                (_, low) => {
                    let from = low.map_or("the lowest numbers".into(), |low| low.to_string());
                    let help = format!("remove {from} from one of the two rows");
                    (codes::OVERLAP, format!("two rows of `{column}` include {from}"), "and this one", help)
                }
            };
            self.report(Diagnostic::error(code, second, message).also(first, label).help(help));
        }
    }

    /// What judgement reads has no end on either side.
    fn check_ends(&mut self, grid: &Grid, bands: &[Option<Bounds>], highest_first: bool) {
        let sorted = in_order(grid, bands, highest_first);
        if let Some(((Some(low), high), row)) = sorted.first().copied() {
            let band = if high == Some(low) { format!("..{low}") } else { format!("..{}", written(high)) };
            let message = format!("no row of `judged` includes a total below {low}");
            let help = format!("make this band open-ended: `{band}`");
            self.report(Diagnostic::error(codes::GAP, row, message).help(help));
        }
        if let Some(((low, Some(high)), row)) = sorted.last().copied() {
            let message = format!("no row of `judged` includes a total above {high}");
            let help = format!("make this band open-ended: `{}..`", written(low));
            self.report(Diagnostic::error(codes::GAP, row, message).help(help));
        }
    }

    /// Whatever the dice can show must lie in a row, as far as that is known beforehand.
    pub(super) fn check_dice(&mut self, grid: &Grid, rolls: &Expr, rolled: &[Option<Bounds>], column: &str) {
        let Some((least, most)) = self.dice_range(rolls) else { return };
        let low = rolled.iter().flatten().map(|(low, _)| low.unwrap_or(i64::MIN)).min();
        let high = rolled.iter().flatten().map(|(_, high)| high.unwrap_or(i64::MAX)).max();
        let (Some(low), Some(high)) = (low, high) else { return };
        let missing = if least < low { least } else { most };
        if least < low || most > high {
            let message = format!("the dice can show {missing}, but no row of `{column}` includes it");
            let help = format!("the dice show {least} to {most}; make the rows include every number");
            self.report(
                Diagnostic::error(codes::GAP, grid.rows.first().map_or(grid.span, |row| row.span), message).help(help),
            );
        }
    }

    /// Remarks on what rows hold beyond the numbers that the dice can show. An open end is no number.
    pub(super) fn rows_beyond(&mut self, grid: &Grid, dice: &Expr, (bands, highest_first): (&[Option<Bounds>], bool)) {
        let Some((least, most)) = self.dice_range(dice) else { return };
        for ((low, high), row) in in_order(grid, bands, highest_first) {
            let message = if low.is_some_and(|low| low > most) || high.is_some_and(|high| high < least) {
                "this row never counts".to_owned()
            } else if let Some(high) = high.filter(|high| *high > most) {
                format!("in this row, {} never counts", numbers_between(most, high.saturating_add(1)))
            } else if let Some(low) = low.filter(|low| *low < least) {
                format!("in this row, {} never counts", numbers_between(low.saturating_sub(1), least))
            } else {
                continue;
            };
            let help = format!("the dice show {least} to {most}: remove what is out of range, or roll other dice");
            self.report(Diagnostic::warning(codes::IDLE, row, message).help(help));
        }
    }

    /// The least and the most that dice can show, where that does not depend on anything.
    pub(super) fn dice_range(&self, dice: &Expr) -> Option<(i64, i64)> {
        match &dice.kind {
            model::ExprKind::Number(value) => Some((*value, *value)),
            model::ExprKind::Dice { count, sides } => match (&count.kind, &sides.kind) {
                (model::ExprKind::Number(count), model::ExprKind::Number(sides)) => {
                    Some((*count, count.checked_mul(*sides)?))
                }
                _ => None,
            },
            model::ExprKind::Keep { count, dice, .. } => {
                let model::ExprKind::Dice { sides, .. } = &dice.kind else { return None };
                let model::ExprKind::Number(sides) = sides.kind else { return None };
                Some((*count, count.checked_mul(sides)?))
            }
            model::ExprKind::DiceCall(id, _) => match &self.system.dice[*id].body {
                model::DiceBody::Expr(body) => self.dice_range(body),
                model::DiceBody::Rows { .. } => None,
            },
            model::ExprKind::Binary(ast::BinaryOp::Add, left, right) => {
                let (left, right) = (self.dice_range(left)?, self.dice_range(right)?);
                Some((left.0.checked_add(right.0)?, left.1.checked_add(right.1)?))
            }
            model::ExprKind::Binary(ast::BinaryOp::Subtract, left, right) => {
                let (left, right) = (self.dice_range(left)?, self.dice_range(right)?);
                Some((left.0.checked_sub(right.1)?, left.1.checked_sub(right.0)?))
            }
            model::ExprKind::If(branches, otherwise) => {
                let ranges = branches.iter().map(|(_, value)| value).chain([&**otherwise]);
                let ranges: Option<Vec<(i64, i64)>> = ranges.map(|value| self.dice_range(value)).collect();
                let ranges = ranges?;
                Some((ranges.iter().map(|range| range.0).min()?, ranges.iter().map(|range| range.1).max()?))
            }
            // What these show depends on more than the dice.
            model::ExprKind::Unreached
            | model::ExprKind::Text(_)
            | model::ExprKind::Local(_)
            | model::ExprKind::Var(_)
            | model::ExprKind::Thing(_)
            | model::ExprKind::All(_)
            | model::ExprKind::Levels(_)
            | model::ExprKind::Invocation(_)
            | model::ExprKind::NamedModifier(_)
            | model::ExprKind::Own(_)
            | model::ExprKind::Member(..)
            | model::ExprKind::Index(..)
            | model::ExprKind::Rule(..)
            | model::ExprKind::House(..)
            | model::ExprKind::Table(..)
            | model::ExprKind::Band { .. }
            | model::ExprKind::Reduce { .. }
            | model::ExprKind::Extreme { .. }
            | model::ExprKind::Absolute(_)
            | model::ExprKind::Unary(..)
            | model::ExprKind::Binary(..)
            | model::ExprKind::IsUnreached(_)
            | model::ExprKind::Move { .. }
            | model::ExprKind::Knows(..)
            | model::ExprKind::Question => None,
        }
    }

    /// Bands that descend while the first row is the lowest level turn every comparison around.
    fn check_order(&mut self, grid: &Grid, rolled: &[Option<Bounds>], highest_first: bool) {
        let lows: Vec<i64> = rolled.iter().flatten().filter_map(|(low, high)| low.or(*high)).collect();
        let descends = lows.len() > 1 && lows.windows(2).all(|pair| pair[0] > pair[1]);
        if descends {
            let (word, help) = if highest_first {
                ("lowest", "remove `, highest first`, or reverse the rows")
            } else {
                ("highest", "add `, highest first` before the brace, or reverse the rows")
            };
            let message = format!("the first row has the {word} dice, so `>=` would work the wrong way round");
            self.report(Diagnostic::warning(codes::ORDER, grid.span, message).help(help));
        }
    }
}

/// Bands and their rows, the lowest first.
fn in_order(grid: &Grid, bands: &[Option<Bounds>], highest_first: bool) -> Vec<(Bounds, Span)> {
    let rows = grid.rows.len().saturating_sub(1);
    let span_of = |place: usize| {
        let row = if highest_first { rows.saturating_sub(place + 1) } else { place };
        grid.rows.get(row + 1).map_or(grid.span, |row| row.span)
    };
    let held = bands.iter().enumerate().filter_map(|(place, band)| Some(((*band)?, span_of(place))));
    let mut sorted: Vec<(Bounds, Span)> = held.collect();
    sorted.sort_by_key(|((low, _), _)| low.map_or((0, 0), |low| (1, low)));
    sorted
}

/// What is left of a band when another one takes its numbers: nothing, a band, or two of them, which is a mistake.
fn without((low, high): Bounds, taken: Bounds) -> Result<Option<Bounds>, ()> {
    let ends = |(low, high): Bounds| (low.unwrap_or(i64::MIN), high.unwrap_or(i64::MAX));
    let ((from, to), (least, most)) = (ends((low, high)), ends(taken));
    if most < from || to < least {
        return Ok(Some((low, high)));
    }
    match (from < least, most < to) {
        (true, true) => Err(()),
        (true, false) => Ok(Some((low, Some(least - 1)))),
        (false, true) => Ok(Some((Some(most + 1), high))),
        (false, false) => Ok(None),
    }
}

/// The numbers that lie between two bands.
fn numbers_between(high: i64, low: i64) -> String {
    let (from, to) = (high.saturating_add(1), low.saturating_sub(1));
    if from == to { from.to_string() } else { format!("{from}..{to}") }
}

/// One end of a band.
fn written(end: Option<i64>) -> String {
    end.map_or_else(String::new, |end| end.to_string())
}
