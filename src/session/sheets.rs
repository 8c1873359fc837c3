//! People and things that a host supplies to a session.

use super::entry::Entered;
use super::log::Session;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Besides, Failure, Sheet};

impl Session {
    /// Enters people and things from a host's sheets, as one statement. They are checked as
    /// [`Engine::compile_with_input`](crate::engine::Engine::compile_with_input) does, and become an entry like any other:
    /// the journal has its lines, it can be undone and its text changed. The system must already be on the page;
    /// [`Session::cast`] says which of them fills a role.
    ///
    /// ```
    /// use assize::engine::{Engine, Sheet, Shelf};
    /// use assize::session::{Entered, Session};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lamps", "system lamps\nkind person { oil : 0..9 = 3 }\nprocedure wait by person { let left = person.oil }");
    /// shelf.put("night.asz", "use lamps\ncast keeper : person\nwait night by keeper");
    /// let mut session = Session::begin(Engine::with(shelf), 7, None)?;
    /// session.enter("use lamps", None)?;
    /// session.enter_sheets(&[Sheet::new("person", "ada").title("Ada, a \"sailor\"").field("oil", 7)])?;
    /// session.cast("keeper", "ada")?;
    /// session.enter("use \"night.asz\"", None)?;
    /// let Entered::Value { value, .. } = session.enter("night.left", None)? else { panic!("it is an expression") };
    /// assert_eq!(value.value, "7");
    ///
    /// let refused = session.enter_sheets(&[Sheet::new("person", "bo").field("oil", 12)]).unwrap_err();
    /// assert!(refused.to_string().starts_with("bo.oil:1:1: error"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// With all errors in the sheets, at places with the host's own names: `bo.oil`; when there is no
    /// sheet, or one contains something that no script can say; and as [`Session::enter`]. Nothing has changed then.
    pub fn enter_sheets(&mut self, sheets: &[Sheet]) -> Result<Entered, Failure> {
        if sheets.is_empty() {
            let found = Diagnostic::placeless(codes::USAGE, "no sheet was sent");
            return Err(found.help("send at least one").into());
        }
        let besides = Besides { carried: &self.page.carried, expression: None };
        let text = self.engine.sheets_on_page(self.texts_of(&self.page), (&self.cast, besides), sheets)?;
        self.enter(&text, None)
    }
}
