//! What the script and its system say of the values that a session carries on.

use super::encounter::Encounter;
use super::steps::last_name;

impl Encounter {
    /// What a tally, a flag or a field means, by the name under which its value is told: `distance`, `ada.oil`, `ada.mind(3)`.
    pub(crate) fn meaning(&self, name: &str) -> Option<&str> {
        let own = self.scene.own.pairs().map(|(_, own)| own).find(|own| own.name == name);
        if let Some(own) = own {
            return own.text.as_deref();
        }
        let (owner, _) = name.rsplit_once('.')?;
        let (_, thing) = self.scene.things.pairs().find(|(_, thing)| thing.name == owner)?;
        let field = self.system.kinds[thing.kind].fields.iter().find(|field| field.name == last_name(name))?;
        field.text.as_deref()
    }
}
