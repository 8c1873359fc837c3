//! The arguments, as Rhai values.

use std::sync::Arc;

use rhai::Dynamic;

use crate::engine::Argument;

use super::level::{Level, Scale};

/// A line that was not reached is `()`.
pub(super) fn dynamic(argument: &Argument) -> Dynamic {
    match argument {
        Argument::Number(number) => Dynamic::from_int(*number),
        Argument::YesNo(yes) => Dynamic::from_bool(*yes),
        Argument::Word(word) => word.clone().into(),
        Argument::Unreached => Dynamic::UNIT,
        Argument::Level { scale, levels, rank } => {
            let scale = Arc::new(Scale { name: scale.clone(), levels: levels.clone() });
            Dynamic::from(Level { scale, rank: *rank })
        }
    }
}
