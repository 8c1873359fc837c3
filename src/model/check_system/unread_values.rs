//! What house rules compute and write on their cards, for other lines to read.

use super::checker::SystemChecker;
use super::overlay_line_names::given_by;
use crate::model::certain::lines_that_give;
use crate::model::{CardBody, Named, ScaleId, Statement, StatementKind, Type, Unnamed};
use crate::shared_text::SharedText;
use crate::source::Span;

/// The words whose lines give a value to a name.
const GIVING: [&str; 7] = ["let", "sum", "decide", "roll", "draw", "resolve", "choose"];

impl SystemChecker<'_> {
    /// The values that house rules add to procedures of the system by `let`, each with the lines that say what it is. Nobody is told of
    /// them. What a house rule puts in the place of a value of the system is read as that was.
    pub fn values_of_houses(&self) -> Vec<(Unnamed, Vec<Span>)> {
        let mut found = Vec::new();
        for (id, body) in self.procedures_of_system() {
            let (procedure, of_system) = (&self.system.procedures[id], given_by(&GIVING, body));
            for (local, declared) in procedure.locals.pairs() {
                let name = (declared.name.clone(), declared.item_of.is_some());
                let is_new = self.system.is_overlaid(declared.span) && !of_system.contains(&name);
                let Some(lines) = lines_that_give(procedure, local).filter(|_| is_new) else { continue };
                if lines.iter().all(|line| is_let(line)) {
                    let (name, what) = ((declared.name.clone(), declared.span), Named::Local(id, local));
                    found.push((Unnamed { word: "value", name, what }, lines.iter().map(|line| line.span).collect()));
                }
            }
        }
        found
    }

    /// The columns that house rules write. A table gives its only column, or the only one of a type, without a name, and a plan reads the
    /// prices of its levels.
    pub fn columns_of_houses(&self) -> Vec<(Unnamed, Vec<Span>)> {
        let of_plan = |id: ScaleId| {
            let mut qualifiers = self.system.plans.iter().flat_map(|plan| &plan.qualifiers);
            qualifiers.any(|qualifier| qualifier.ty == Type::Level(id))
        };
        let of_scales = self.system.scales.pairs().flat_map(|(id, scale)| {
            let price = scale.price().filter(|_| of_plan(id));
            let columns = scale.columns.iter().enumerate().filter(move |(place, _)| Some(*place) != price);
            columns.map(move |(place, column)| (Named::Column(id, place), &column.name, column.span))
        });
        let of_tables = self.system.tables.pairs().flat_map(|(id, table)| {
            let is_alone = |ty: &Type| table.columns.iter().filter(|(_, other)| other == ty).count() == 1;
            let named =
                table.columns.iter().zip(&table.places).enumerate().filter(move |(_, ((_, ty), _))| !is_alone(ty));
            named.map(move |(place, ((name, _), span))| (Named::TableColumn(id, place), name, *span))
        });
        let columns = of_scales.chain(of_tables).filter(|(_, _, span)| self.system.is_overlaid(*span));
        let unnamed = |(what, name, span): (Named, &SharedText, Span)| {
            (Unnamed { word: "column", name: (name.clone(), span), what }, vec![span])
        };
        columns.map(unnamed).collect()
    }

    /// What house rules work out for the cards of their decks. The columns of a data file are as they are.
    pub fn card_fields_of_houses(&self) -> Vec<(Unnamed, Vec<Span>)> {
        let decks = self.system.decks.pairs().filter(|(_, deck)| self.system.is_overlaid(deck.span));
        let fields = decks.flat_map(|(id, deck)| {
            let fields = deck.fields.iter().enumerate();
            let worked_out = fields.filter(|(_, field)| matches!(field.body, CardBody::Formula(_)));
            worked_out.map(move |(place, field)| {
                let (name, what) = ((field.name.clone(), field.span), Named::CardField(id, place));
                (Unnamed { word: "card field", name, what }, vec![field.span])
            })
        });
        fields.collect()
    }
}

fn is_let(line: &Statement) -> bool {
    matches!(line.kind, StatementKind::Let { .. })
}
