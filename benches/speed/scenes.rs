//! What is measured: a short scene and a long one, both by a system that is shipped.

use std::fmt::Write as _;

use assize::engine::{Encounter, Engine};

/// Twenty lines. The surgeon sews a hand; everything is settled by the same three totals as in [`crate::by_hand`].
pub const TREATMENT: &str = "# An operation in front of the whole court.
use ttomp
actor surgeon \"the surgeon\" { readiness ready }

action stitch \"sew the hand\" by surgeon {
  commitment {
    context minor negative \"the king looks on\"
    value   2b \"safety, and faith\"
    aim     1b \"the reward\"
    forced  yes
  }
  performance {
    ability 1p \"has only watched a field surgeon at work\"
    task sew \"seven stitches\" { complexity standard, quality good }
  }
  outcome {
    critical \"it heals without a trace\"
    fumble   \"the thumb is lost\"
  }
}
";

/// The short scene, compiled.
pub fn treatment() -> Encounter {
    Engine::default().compile("treatment.asz", TREATMENT).expect("it compiles")
}

/// So many actions one after the other, with comments on lines of their own and behind others.
pub fn actions(number: usize) -> String {
    let mut text = String::from("use ttomp\nactor surgeon \"the surgeon\" { readiness ready }\n");
    for number in 0..number {
        let _ = write!(
            text,
            "\n# Hand {number}: a clean cut, across the palm and down to the wrist.\naction stitch{number} \"sew hand \
             {number}\" by surgeon {{\n  commitment {{\n    context minor negative \"the king looks on\"  # he always \
             does\n    value 2b \"safety, and faith\"\n    forced yes\n  }}\n  ability 1p \"has only watched\"\n  task sew \
             \"seven stitches\" {{ complexity standard, quality good }}\n  critical \"it heals\"\n}}\n"
        );
    }
    text
}
