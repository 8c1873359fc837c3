//! The odds of a scene with other values at some of its places: variants side by side.

use super::chance::Chance;
use super::encounter::Encounter;
use super::failure::Failure;
use super::odds::OddsRequest;
use super::varied_values::{Said, too_many};
use super::varying::{Varied, places_of};

/// More variants than this are not worked out.
const MOST_VARIANTS: usize = 400;

/// The odds of several variants of a scene.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Variants {
    /// What differs between them: `climb.value`.
    pub varied: Vec<String>,
    /// The variants; of what differs, the last one goes through its values first.
    pub variants: Vec<Variant>,
}

/// One variant.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Variant {
    /// What it says at each place.
    pub says: Vec<String>,
    /// Whether the scene says so itself.
    pub as_written: bool,
    /// The answers; or why there are none, as where the rules refuse it.
    pub odds: Result<Vec<Chance>, Failure>,
}

impl Encounter {
    /// Odds of the scene with other values. What is varied is the name of a blank, a field or what is said of an item, and the
    /// values: `value 0..3`, `climb.grip poor, good`, `ada.skill` for all of them; `without` leaves it out. A name may be
    /// longer where several lines have it, up to its reason in quotes, or to its number among them: `climb.value(2)`. It may be at its
    /// default, too, and not be written at all. What the scene
    /// itself says is among the values in any case. Of several that are varied, every combination is a variant.
    ///
    /// ```
    /// use assize::{Engine, OddsRequest, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("pond", "system pond\nkind person { skill : 0..9 = 0 }\n\
    /// #     procedure angle by person { roll dice : 1d6, let fish = dice.sum + person.skill }");
    /// let encounter = Engine::with(shelf).compile("day.asz", "use pond\nperson ada { skill 1 }\nangle net by ada")?;
    /// let varied = encounter.odds_varied(&["skill 0..2"], &OddsRequest::of(["P(net.fish >= 6)"]))?;
    /// let chances = varied.variants.iter().filter_map(|variant| variant.odds.as_ref().ok()?.first()?.percent());
    /// assert_eq!(varied.varied, ["ada.skill"]);
    /// assert_eq!(chances.collect::<Vec<_>>(), ["16.67%", "33.33%", "50.00%"]);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When nothing has such a name, when something else has it as well, when it is named twice, when a value cannot stand there, when
    /// no values are named and too many could stand there, or when there are too many variants.
    pub fn odds_varied<S: AsRef<str>>(&self, vary: &[S], request: &OddsRequest) -> Result<Variants, Failure> {
        let vary: Vec<&str> = vary.iter().map(|spec| spec.as_ref().trim()).collect();
        let with_defaults = self.with_defaults_of(&places_of(self), &vary)?;
        let base = with_defaults.as_ref().unwrap_or(self);
        let varied = Varied::read_all(base, &vary).map_err(|found| self.failure(found))?;
        let count = varied.iter().map(|one| one.values.len()).try_fold(1_usize, usize::checked_mul);
        if count.is_none_or(|count| count > MOST_VARIANTS) {
            return Err(self.failure(too_many(MOST_VARIANTS)));
        }
        let mut variants = vec![Vec::new()];
        for one in &varied {
            variants = variants
                .into_iter()
                .flat_map(|before: Vec<usize>| (0..one.values.len()).map(move |at| [before.as_slice(), &[at]].concat()))
                .collect();
        }
        let variants = variants.into_iter().map(|chosen| self.variant((base, &varied), &chosen, request)).collect();
        Ok(Variants { varied: varied.into_iter().map(|one| one.name).collect(), variants })
    }

    /// A variant of `base`, which is the same scene with the defaults that are varied.
    fn variant(&self, (base, varied): (&Self, &[Varied]), chosen: &[usize], request: &OddsRequest) -> Variant {
        let values = varied.iter().zip(chosen).filter_map(|(one, at)| Some((one, *one.values.get(*at)?)));
        let (mut says, mut changes) = (Vec::new(), Vec::new());
        for (one, value) in values {
            says.push(value.in_words(base, one.place));
            if let Said::Instead(other) = value {
                changes.push((one.place, other));
            }
        }
        let as_written = changes.is_empty();
        let odds =
            if as_written { self.odds(request) } else { base.with(&changes).and_then(|other| other.odds(request)) };
        Variant { says, as_written, odds }
    }
}
