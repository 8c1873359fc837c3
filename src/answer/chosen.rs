//! Stand-in.

use std::collections::BTreeMap;

/// Choices made beforehand.
pub type Choices = BTreeMap<String, String>;
