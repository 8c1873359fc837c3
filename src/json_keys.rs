//! Duplicate keys in JSON objects. An author who writes one twice means something by each, and a reader would silently take the last.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// The first key that an object has twice, however deep it stands. What is no JSON has none: whoever reads it says so. Behind a
/// number with a point nothing is looked at: no message that is heeded has one.
pub(crate) fn doubled<'de>(json: impl Deserializer<'de>) -> Option<String> {
    let mut found = None;
    // All else that is wrong is told by whoever reads it.
    let _ = Keys(&mut found).deserialize(json);
    found
}

/// A value, gone through for its keys.
struct Keys<'f>(&'f mut Option<String>);

impl<'de> DeserializeSeed<'de> for Keys<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Keys<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        let mut keys = BTreeSet::new();
        while let Some(key) = object.next_key::<String>()? {
            if keys.contains(&key) {
                *self.0 = Some(key);
                return Err(Error::custom("a key is written twice"));
            }
            keys.insert(key);
            object.next_value_seed(Keys(self.0))?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<(), A::Error> {
        while array.next_element_seed(Keys(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}
