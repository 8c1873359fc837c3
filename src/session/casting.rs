//! Who fills the roles of the page.

use super::compile::New;
use super::entry::Why;
use super::log::{Session, Way};
use super::reading::Read;
use crate::engine::{Cast, Encounter, Failure, OpenRole};
use crate::journal::Record;
use crate::verdict::Audience;

impl Session {
    /// Casts a role: one of a later scene, or one of the page, whose next line is then entered with it. An earlier
    /// cast of the role no longer counts; undo does not affect it. If anything that happened on the page is hidden from someone, a
    /// new page begins: with someone else in the role it may come out differently, and no one may learn whether it does.
    ///
    /// ```
    /// use assize::{Engine, Entered, Session, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lamps", "system lamps\nkind person { oil : 0..9 = 3 }\nprocedure wait by person { let left = person.oil }");
    /// shelf.put("night.asz", "cast keeper : person\nwait night by keeper");
    /// let mut session = Session::begin(Engine::with(shelf), 7, None)?;
    /// session.enter("use lamps", None)?;
    /// session.enter("person ada { oil 5 }", None)?;
    /// session.cast("keeper", "ada")?;
    /// session.enter("use \"night.asz\"", None)?;
    /// let Entered::Value { value, .. } = session.enter("night.left", None)? else { panic!("it is an expression") };
    /// assert_eq!(value.value, "5");
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the page has the role and the thing cannot fill it: nothing has changed then. When the journal cannot be written: then
    /// no one else plays the role, but the new page may have begun already.
    pub fn cast(&mut self, role: &str, thing: &str) -> Result<(), Failure> {
        let mut cast = self.cast.clone();
        cast.insert(role.to_owned(), thing.to_owned());
        let encounter = self.compile_cast(&self.page, New::Nothing, &cast)?;
        if self.is_kept_with_other_parts(role, thing) {
            self.turn(self.next_page(None), &Why::Kept.told(Audience::Log))?;
            self.record(&Record::Cast { role: role.to_owned(), thing: thing.to_owned() })?;
            return Ok(());
        }
        self.record(&Record::Cast { role: role.to_owned(), thing: thing.to_owned() })?;
        (self.course, self.aside) = (Way::Untried, None);
        if let Some(Some(known)) = self.encounter.get_mut() {
            *known = encounter;
        } else if self.encounter.get().is_none() {
            self.know(Some(encounter));
        }
        Ok(())
    }

    /// Who was cast in each role, for this page and for scenes to come.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.cast("keeper", "ada")?;
    /// assert_eq!(session.casting().get("keeper").map(String::as_str), Some("ada"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn casting(&self) -> &Cast {
        &self.cast
    }

    /// The roles that a line would bring in and for which nobody is cast yet; none if the line makes no sense. Ask for them before
    /// it is entered: [cast](Session::cast) later, they change what has happened.
    ///
    /// ```
    /// use assize::{Engine, Session, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("lamps", "system lamps\nkind person {}\nprocedure wait by person { let rest = 1 }");
    /// shelf.put("night.asz", "cast keeper : person\nwait night by keeper");
    /// let mut session = Session::begin(Engine::with(shelf), 7, None)?;
    /// session.enter("use lamps", None)?;
    /// session.enter("person ada", None)?;
    /// let roles = session.open_roles("use \"night.asz\"");
    /// assert_eq!((roles[0].name.as_str(), &roles[0].fitting[..]), ("keeper", &["ada".to_owned()][..]));
    /// session.cast("keeper", "ada")?;
    /// assert!(session.open_roles("use \"night.asz\"").is_empty());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn open_roles(&self, line: &str) -> Vec<OpenRole> {
        if !Read::new(line).may_bring_roles() {
            return Vec::new();
        }
        let Ok(with_it) = self.compile(&self.page, New::Statement(line)) else { return Vec::new() };
        let before = self.known().map(Encounter::open_roles).unwrap_or_default();
        let is_new = |role: &OpenRole| !before.iter().any(|known| known.name == role.name);
        with_it.open_roles().into_iter().filter(is_new).collect()
    }
}
