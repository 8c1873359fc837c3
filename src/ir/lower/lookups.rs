//! Columns of scales, tables, bands and cards.

use super::super::{Instruction, Operand, Trace, Value, Wording};
use super::houses::Here;
use super::level_tables::Found;
use super::partial_value::{Context, PartialValue, bound};
use super::tables::TableKey;
use super::{Lowering, emit};
use crate::model::{
    CardBody, CardField, DataColumn, DeckId, Expr, HookCall, Plan, ScaleId, TableId, Type, constant_of,
};
use crate::source::Span;

impl<'m> Lowering<'m, '_> {
    /// What a qualifier costs: its column `price` where the scale has one, its rank otherwise, a number itself. What only describes
    /// its item costs nothing.
    pub fn price(&mut self, plan: &'m Plan, qualifier: usize, value: Operand) -> Operand {
        if plan.describes(qualifier) {
            return Operand::Value(0);
        }
        let Type::Level(scale) = plan.qualifiers[qualifier].ty else { return value };
        let column = self.system.scales[scale].price();
        let (Some(column), Some(default)) = (column, plan.qualifiers[qualifier].default.as_ref()) else { return value };
        let price = self.column(&Context::scene(), scale, column, value, default);
        if let PartialValue::Scalar(price) = price { price } else { Operand::Unreached }
    }

    /// A cell of a scale's column. A dash stops the run in hand.
    pub fn column(
        &mut self,
        context: &Context<'m>,
        scale: ScaleId,
        column: usize,
        key: Operand,
        whole: &'m Expr,
    ) -> PartialValue<'m> {
        let declared = &self.system.scales[scale].columns[column];
        self.mark_level(scale, key);
        if let Some(known) = emit::known(key) {
            let cell = known.and_then(|level| usize::try_from(level).ok()).and_then(|place| declared.cells.get(place));
            return match cell {
                Some(Some(cell)) => self.eval(&Context::scene(), cell),
                Some(None) => {
                    self.dash(context, scale, column, whole.span);
                    PartialValue::Scalar(Operand::Unreached)
                }
                None => PartialValue::Scalar(Operand::Unreached),
            };
        }
        if declared.ty == Type::Dice {
            return PartialValue::DiceByLevel(scale, column, key);
        }
        let table = self.column_table(scale, column);
        let into = self.emit.temporary();
        self.emit.push(Instruction::Lookup { into, table, key });
        let value = Operand::Register(into);
        if context.stops && declared.cells.iter().any(Option::is_none) {
            self.stop_at_dash(value, key, |lowering| lowering.dash(context, scale, column, whole.span));
        }
        PartialValue::Scalar(value)
    }

    /// Stops the run in hand because a cell says “cannot”.
    fn dash(&mut self, context: &Context<'m>, scale: ScaleId, column: usize, span: Span) {
        let scale = &self.system.scales[scale];
        let column = &scale.columns[column];
        let dashes = scale.levels.iter().zip(&column.cells).filter(|(_, cell)| cell.is_none());
        let dashes: Vec<&str> = dashes.map(|(level, _)| level.as_str()).collect();
        let why = format!("{} is {}: a dash in `{}`", scale.name, dashes.join(" or "), column.name);
        self.stop_here(context, why.as_str().into(), (span, &[]));
    }

    /// Stops the run in hand.
    pub fn stop_here(&mut self, context: &Context<'m>, why: Wording, (span, after): (Span, &'m [HookCall])) {
        let Some((invocation, _)) = context.invocation.filter(|_| context.stops) else { return };
        let old = std::mem::replace(&mut self.emit.span, span);
        let path = self.scene.invocations[invocation].path.clone();
        self.emit.trace(Trace::Stop { path: path.clone(), why });
        self.heard(context, after, (&path, &Here::default()));
        let jump = self.emit.jump();
        if let Some(frame) = self.frames.last_mut() {
            frame.to_end.push(jump);
        }
        self.emit.span = old;
    }

    /// A column as a table of the program.
    fn column_table(&mut self, scale: ScaleId, column: usize) -> u32 {
        self.table(TableKey::Column(scale, column), |lowering| {
            let mut cells = Vec::new();
            for cell in &lowering.system.scales[scale].columns[column].cells {
                let value = cell.as_ref().map(|cell| lowering.operand(&Context::scene(), cell));
                cells.push(value.and_then(emit::known).flatten());
            }
            cells
        })
    }

    /// A level by a total or by what the dice show.
    pub fn band(&mut self, scale: ScaleId, judged: bool, key: Operand) -> Operand {
        let place = u32::try_from(scale.0).unwrap_or(0);
        if let Some(known) = emit::known(key) {
            let scale = &self.emit.program.scales[scale.0];
            let bands = if judged { &scale.judged } else { &scale.rolled };
            let holds = |key: i64| {
                bands
                    .iter()
                    .find(|band| band.low.is_none_or(|low| low <= key) && band.high.is_none_or(|high| key <= high))
            };
            let level = emit::operand(known.and_then(holds).map(|band| band.value));
            self.mark_level(ScaleId(place as usize), level);
            return level;
        }
        let into = self.emit.temporary();
        self.emit.push(Instruction::Band { into, scale: place, judged, key });
        self.mark_level(ScaleId(place as usize), Operand::Register(into));
        Operand::Register(into)
    }

    /// A cell of a table: the last row that holds counts.
    pub fn row(
        &mut self,
        context: &Context<'m>,
        table: TableId,
        keys: &[PartialValue<'m>],
        column: usize,
        whole: &'m Expr,
    ) -> PartialValue<'m> {
        if let Some(found) = self.level_row(context, (table, column), keys, whole.span) {
            return found;
        }
        let declared = &self.system.tables[table];
        let inner = bound(context, &declared.params, keys.to_vec());
        let into = self.emit.temporary();
        let (mut ends, mut chosen_by) = (Vec::new(), Vec::new());
        let mut first = true;
        for (condition, cells) in declared.rows.iter().rev() {
            let holds = self.operand(&inner, condition);
            match emit::is_yes(holds) {
                Some(false) => {}
                Some(true) if first => {
                    self.mark(condition.span);
                    return self.cell(&inner, context, cells[column].as_ref(), (table, whole.span));
                }
                Some(true) => {
                    self.mark(condition.span);
                    let value = self.cell(&inner, context, cells[column].as_ref(), (table, whole.span));
                    let value = self.number_of(context, &value);
                    self.emit.copy(into, value);
                    ends.push(self.emit.jump());
                    break;
                }
                None => {
                    first = false;
                    self.branches += 1;
                    let next = self.emit.unless(holds);
                    chosen_by.push((holds, next));
                    self.mark(condition.span);
                    let value = self.cell(&inner, context, cells[column].as_ref(), (table, whole.span));
                    let value = self.number_of(context, &value);
                    self.emit.copy(into, value);
                    ends.push(self.emit.jump());
                    self.emit.land(next);
                    self.branches -= 1;
                }
            }
        }
        if first {
            return PartialValue::Scalar(Operand::Unreached);
        }
        self.emit.copy(into, Operand::Unreached);
        for end in ends {
            self.emit.land(end);
        }
        for (condition, first) in chosen_by {
            self.emit.follows(condition, first);
        }
        PartialValue::Scalar(Operand::Register(into))
    }

    /// The cell for keys that are known only at the table; `None` if such a table has to be gone through row by row.
    fn level_row(
        &mut self,
        context: &Context<'m>,
        (table, column): (TableId, usize),
        keys: &[PartialValue<'m>],
        span: Span,
    ) -> Option<PartialValue<'m>> {
        let sizes = self.levels_of_keys(table, column)?;
        let keys = keys.iter().map(|key| if let PartialValue::Scalar(key) = key { Some(*key) } else { None });
        let keys = keys.collect::<Option<Vec<Operand>>>()?;
        // What is known beforehand is computed now, and marks show which rows are reached.
        if self.covering || keys.iter().all(|key| emit::known(*key).is_some()) {
            return None;
        }
        let found = self.cells_by_level((table, column), &sizes)?;
        let has = |what: fn(&Found) -> bool| found.iter().any(what);
        let has_dash = has(|cell| matches!(cell, Found::Dash));
        if has_dash && has(|cell| matches!(cell, Found::Nothing)) {
            return None;
        }
        let cells =
            found.into_iter().map(|cell| if let Found::Number(number) = cell { number } else { None }).collect();
        let cells = self.table(TableKey::Rows(table, column), |_| cells);
        let key = self.combination(&keys, &sizes);
        let into = self.emit.temporary();
        self.emit.push(Instruction::Lookup { into, table: cells, key });
        let value = Operand::Register(into);
        if has_dash && context.stops {
            self.stop_at_dash(value, key, |lowering| lowering.dash_in_table(context, table, span));
        }
        Some(PartialValue::Scalar(value))
    }

    /// What each combination of levels leads to, the last key changing first; `None` if a row hangs on something else.
    fn cells_by_level(&mut self, (table, column): (TableId, usize), sizes: &[usize]) -> Option<Vec<Found>> {
        let declared = &self.system.tables[table];
        let all = sizes.iter().product();
        let mut found = Vec::with_capacity(all);
        for place in 0..all {
            let (mut rest, mut keys) = (place, Vec::new());
            for size in sizes.iter().rev() {
                keys.push(PartialValue::Scalar(Operand::Value(i64::try_from(rest % size).unwrap_or(0))));
                rest /= size;
            }
            keys.reverse();
            let inner = bound(&Context::scene(), &declared.params, keys);
            let mut cell = Found::Nothing;
            for (condition, cells) in declared.rows.iter().rev() {
                let holds = self.operand(&inner, condition);
                if emit::is_yes(holds)? {
                    cell = cells[column].as_ref().map_or(Found::Dash, |cell| Found::Number(constant_of(cell)));
                    break;
                }
            }
            found.push(cell);
        }
        Some(found)
    }

    fn cell(
        &mut self,
        inner: &Context<'m>,
        context: &Context<'m>,
        cell: Option<&'m Expr>,
        (table, span): (TableId, Span),
    ) -> PartialValue<'m> {
        if let Some(cell) = cell {
            self.eval(inner, cell)
        } else {
            self.dash_in_table(context, table, span);
            PartialValue::Scalar(Operand::Unreached)
        }
    }

    /// Stops the run in hand because a cell of a table says “cannot”.
    pub fn dash_in_table(&mut self, context: &Context<'m>, table: TableId, span: Span) {
        let why = format!("`{}` has a dash there: it cannot be done", self.system.tables[table].name);
        self.stop_here(context, why.as_str().into(), (span, &[]));
    }

    /// A field of a card: looked up where its arguments are known, found out at the table otherwise.
    pub fn card_field(
        &mut self,
        context: &Context<'m>,
        deck: DeckId,
        card: Operand,
        (field, arguments): (usize, &'m [Expr]),
    ) -> Operand {
        let declared = &self.system.decks[deck].fields[field];
        let keys: Vec<Operand> = arguments.iter().map(|argument| self.operand(context, argument)).collect();
        let known: Option<Vec<Value>> = keys.iter().map(|key| emit::known(*key)).collect();
        match (&declared.body, known) {
            (CardBody::Data(columns), Some(known)) => {
                let fits = |column: &&DataColumn| column.arguments.iter().map(|a| Some(*a)).eq(known.iter().copied());
                match columns.iter().find(fits) {
                    Some(column) => self.data(deck, (field, column), card),
                    None => Operand::Unreached,
                }
            }
            (CardBody::Data(columns), None) => self.data_by_keys(deck, (field, columns), &keys, card),
            (CardBody::Formula(body), Some(known)) => {
                let key = TableKey::Cards(deck, field, known);
                let table = self.table(key, |lowering| lowering.formula_cells(deck, declared, body, &keys));
                self.look_up(deck, table, card)
            }
            (CardBody::Formula(body), None) => {
                self.card_tables[deck.0] = None;
                let inner =
                    bound(&Context::scene(), &declared.params, keys.into_iter().map(PartialValue::Scalar).collect());
                self.operand(&inner.with(declared.card, PartialValue::Scalar(card)), body)
            }
        }
    }

    /// What a formula comes to for every card of a deck.
    fn formula_cells(&mut self, deck: DeckId, field: &'m CardField, body: &'m Expr, keys: &[Operand]) -> Vec<Value> {
        let values: Vec<PartialValue<'m>> = keys.iter().map(|key| PartialValue::Scalar(*key)).collect();
        let mut cells = Vec::new();
        for number in 0..self.system.decks[deck].size {
            let inner = bound(&Context::scene(), &field.params, values.clone());
            let inner = inner.with(field.card, PartialValue::Scalar(Operand::Value(number)));
            let value = self.operand(&inner, body);
            cells.push(emit::known(value).flatten());
        }
        cells
    }
}
