//! Decks of cards: how many there are, and what is read from them.

use smol_str::format_smolstr;

use super::checker::SystemChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::Env;
use crate::model::{CardBody, CardField, DataColumn, Deck, DeckId, Expr, Type};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, Declaration, DeclarationKind};

impl<'a> SystemChecker<'a> {
    /// Every deck.
    pub fn decks(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            if let DeclarationKind::Deck(deck) = &declaration.kind {
                let Some(id) = self.system.names.decks.get(&declaration.name.text()).copied() else { continue };
                self.system.decks[id] = self.deck(declaration, deck);
                self.deck_formulas(id, declaration);
            }
        }
    }

    fn deck(&mut self, declaration: &Declaration, written: &ast::Deck) -> Deck {
        let (name, span) = (declaration.name.text(), declaration.name.span());
        let mut deck = Deck::named(name, span);
        if let Some((size, _)) = &written.cards {
            deck.size = *size;
        }
        if let Some(file) = &written.file {
            self.deck_data(&mut deck, file);
        }
        if deck.size < 1 || deck.size > 10_000 {
            let message = format!("the deck `{}` has {} cards", deck.name, deck.size);
            let help = "say how many (1 to 10000): `deck NAME, 120 cards c, judged 17 { … }`, or name a data file";
            self.report(Diagnostic::error(codes::OUT_OF_RANGE, span, message).help(help));
        }
        if let Some((judged, place)) = written.judged {
            if judged < 0 || judged >= deck.size {
                let message = format!("there is no card {judged}: cards are numbered 0 to {}", deck.size - 1);
                self.report(Diagnostic::error(codes::OUT_OF_RANGE, place, message).help("name the judged card"));
            }
            deck.judged = Some(judged);
        }
        deck
    }

    /// A data file: a header of names, then a line a card; yes and no are 1 and 0.
    fn deck_data(&mut self, deck: &mut Deck, file: &ast::Text) {
        let Some(data) = self.data.get(file.text.as_str()) else {
            let message = format!("there is no file `{}`", file.text);
            let help = "put the file in the same folder as the script";
            self.report(Diagnostic::error(codes::USE_NOT_FOUND, file.span, message).help(help));
            return;
        };
        let mut lines = data.lines().filter(|line| !line.trim().is_empty());
        let names: Vec<(SharedText, Vec<i64>)> = lines.next().unwrap_or("").split(',').map(column_name).collect();
        let mut columns: Vec<Vec<i64>> = vec![Vec::new(); names.len()];
        let mut yes_no = vec![true; names.len()];
        for (number, line) in lines.enumerate() {
            let cells: Vec<&str> = line.split(',').map(str::trim).collect();
            let values: Option<Vec<i64>> = cells.iter().map(|cell| card_value(cell)).collect();
            let Some(values) = values.filter(|values| values.len() == names.len()) else {
                let message = format!("line {} of `{}` does not match its header", number + 2, file.text);
                let help = "each line needs one whole number (or Yes or No) for each name in the header";
                self.report(Diagnostic::error(codes::CELLS, file.span, message).help(help));
                return;
            };
            for (place, value) in values.into_iter().enumerate() {
                yes_no[place] &= card_value(cells[place]).is_some() && cells[place].parse::<i64>().is_err();
                columns[place].push(value);
            }
        }
        deck.size = i64::try_from(columns.first().map_or(0, Vec::len)).unwrap_or(0);
        for (((name, arguments), cells), yes_no) in names.into_iter().zip(columns).zip(yes_no) {
            let ty = if yes_no { Type::YesNo } else { Type::Number };
            self.data_column(deck, (name, ty), DataColumn { arguments, cells }, file.span);
        }
    }

    /// Adds a column to the field of its name.
    fn data_column(&mut self, deck: &mut Deck, (name, ty): (SharedText, Type), column: DataColumn, span: Span) {
        let Some(field) = deck.fields.iter_mut().find(|field| field.name == name) else {
            let card = self.variable(span, Type::Number);
            let numbered = (1..=column.arguments.len()).map(|place| format_smolstr!("number {place}"));
            let params = numbered.map(|name| (name, Type::Number, self.variable(span, Type::Number))).collect();
            deck.fields.push(CardField { name, span, params, card, body: CardBody::Data(vec![column]), ty });
            return;
        };
        let CardBody::Data(columns) = &mut field.body else { return };
        let twice = columns.iter().any(|other| other.arguments == column.arguments);
        if twice || field.params.len() != column.arguments.len() || field.ty != ty {
            let message = format!("the columns named `{name}` do not match");
            let help = "give each the same count of numbers in its name (`die_1_8`), all different, and the same type of values";
            self.report(Diagnostic::error(codes::COLUMN, span, message).help(help));
            return;
        }
        columns.push(column);
    }

    /// Fields computed from the card's number; they may name fields declared before them.
    fn deck_formulas(&mut self, id: DeckId, declaration: &'a Declaration) {
        let DeclarationKind::Deck(written) = &declaration.kind else { return };
        let number = written.cards.as_ref().map(|(_, word)| word);
        let card = self.variable(number.map_or(declaration.name.span(), |word| word.span), Type::Number);
        for field in &written.fields {
            let params = self.typer().params(&field.params);
            let mut env = Env::of_parameters(&params);
            if let Some(word) = number {
                env.variables.push((word.text.clone(), card));
            }
            let body: Expr = self.expr(&env, &field.body, None);
            let ty = body.ty.clone();
            let (name, span, body) = (field.name.text(), field.name.span(), CardBody::Formula(body));
            self.system.decks[id].fields.push(CardField { name, span, params, card, body, ty });
        }
    }
}

/// A column's name, and the arguments it holds for: `die_2_8` is `die` for 2 and 8.
fn column_name(written: &str) -> (SharedText, Vec<i64>) {
    let words: Vec<&str> = written.trim().split(['_', ' ']).collect();
    let numbers = words.iter().rev().take_while(|word| word.parse::<i64>().is_ok()).count();
    let (name, arguments) = words.split_at(words.len() - numbers);
    (name.join(" ").into(), arguments.iter().filter_map(|word| word.parse().ok()).collect())
}

fn card_value(cell: &str) -> Option<i64> {
    match cell.to_ascii_lowercase().as_str() {
        "yes" => Some(1),
        "no" => Some(0),
        number => number.parse().ok(),
    }
}
