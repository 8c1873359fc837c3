//! Which levels house rules add, and which lines of the system know nothing of them.

use super::trying::Trial;
use crate::model::NewLevel;

impl Trial {
    /// The levels that the house rules add to scales and ladders, each with the lines of the system that ask for the level beside it.
    ///
    /// ```
    /// use assize::engine::{Cast, Engine, Shelf};
    ///
    /// let mut shelf = Shelf::default();
    /// shelf.put("bell", "system bell\nkind person {}\nscale tone { low | high }\nprocedure ring by person { \
    ///     roll dice : 1d6, decide tone { high | dice >= 4, low | otherwise }, let loud = tone > low, note \"Ears ache.\" if tone is high }");
    /// shelf.put("shrill", "house shrill extends bell\nextend scale tone { shrill }");
    /// let scene = "use bell\nperson ada\nring noon by ada";
    /// let trial = Engine::with(shelf).try_houses("day.asz", scene, &["shrill"], &Cast::new())?;
    /// let added = trial.levels_added();
    /// assert_eq!((added[0].level.as_str(), added[0].lines[0].address.as_str()), ("shrill", "note ring"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn levels_added(&self) -> Vec<&NewLevel> {
        let of_scene = self.without.as_ref().map_or(&[][..], |without| &without.system.new_levels);
        let is_known = |new: &NewLevel| of_scene.iter().any(|old| old.place == new.place && old.level == new.level);
        self.with.system.new_levels.iter().filter(|new| !is_known(new)).collect()
    }
}
