//! Lines of evenings by the systems that come with the program.

use crate::mill_lines::{Hole, Lines};

/// What an evening begins with, lines that keep something, and lines that everybody may read.
pub type Shipped = (&'static [&'static str], &'static [Lines], &'static [&'static [&'static str]]);

/// One for each system.
pub const EVENINGS: [Shipped; 5] = [TTOMP, DUEL, RANGE, FATIGUE, WEST];

const TTOMP: Shipped = (
    &["use ttomp", "actor inez \"Inez\"\nactor guard \"the guard\""],
    &[
        (&["¶ action spy@ \"§\" by guard { value 2b \"duty\", task look { quality good } }"], Hole::Words),
        (
            &["¶ action spy@ by guard { value §b \"duty\", task look { quality good }, major \"he sees\" }"],
            Hole::Number,
        ),
        (
            &["¶ action spy@ by guard { task look { quality good } }", "action slip@ by inez { task go }"],
            Hole::SecretDice,
        ),
        (
            &["¶ modifier loose@ 2p \"§\"", "action slip@ by inez { task go { quality good }, constraint loose@ }"],
            Hole::Words,
        ),
        (&["¶ note \"§\""], Hole::Words),
    ],
    &[
        &[
            "action climb@ \"over the wall\" by inez { value 1b \"freedom\", task hook { quality good }, minor \"she hangs\" }",
        ],
        &["action stand@ by guard { goal \"stand\", task stand, assist hold by inez { task hold } }"],
        &["set inez.readiness = 2"],
    ],
);

const DUEL: Shipped = (
    &["use duel", "actor lisbeth \"Lisbeth\"\nactor guard \"the guard\" { played no }"],
    &[
        (&["¶ test hear@ \"§\" by guard { base 4, difficulty 12 }"], Hole::Words),
        (&["¶ test hear@ by guard { base §, difficulty 12 }"], Hole::Few),
        (
            &["¶ test hear@ by guard { base 4, difficulty 9 }", "test sneak@ by lisbeth { base 4, difficulty 12 }"],
            Hole::SecretDice,
        ),
        (&["¶ opposed chase@ \"§\" by lisbeth versus guard { action { base 4 }, reaction { base 2 } }"], Hole::Words),
    ],
    &[
        &[
            "test sneak@ \"past the hall\" by lisbeth { base 4 \"Reflexes\", difficulty 12, success \"not a board creaks\" }",
        ],
        &["opposed escape@ by lisbeth versus guard { action { base 4 }, reaction { base 2 \"Strength\" } }"],
        &["test leap@ by lisbeth { base 4, difficulty 7 }", "leap@.verdict"],
    ],
);

pub const RANGE: Shipped = (
    &[
        "use range",
        "actor ilse \"Ilse\" {\n  skill climb { level 3 }\n  skill sword { level 4 }\n}\nnpc wall \"a wall\" { thing }\nnpc captain { position nearby }",
    ],
    &[
        (&["¶ act over@ \"§\" by ilse versus wall { skill ilse.climb }"], Hole::Words),
        (&["¶ act over@ by ilse versus wall { skill ilse.climb, helping \"§\" }"], Hole::Words),
        // A hidden six would tire the skill, which then decides what comes of an open act: an exception.
        (
            &[
                "set game.tiring = no",
                "¶ act over@ by ilse versus wall { skill ilse.climb }",
                "act on@ by ilse versus captain { skill ilse.sword, weapon long }",
            ],
            Hole::SecretDice,
        ),
        (&["¶ note \"§\""], Hole::Words),
    ],
    &[
        &["act strike@ \"a blow\" by ilse versus captain { skill ilse.sword, weapon long }"],
        &["act scale@ by ilse versus wall { skill ilse.climb, situation -1 \"wet ivy\", helping \"a rope\" }"],
    ],
);

const FATIGUE: Shipped = (
    &["use fatigue", "actor mara \"Mara\" { pool wind 40, pool stamina 30 }\nactor squire \"the squire\""],
    &[
        (&["¶ effort steal@ \"§\" by squire { against 22, cost wind 5, stress practised, skill +6 }"], Hole::Words),
        (&["¶ effort steal@ by squire { against §, cost wind 5, stress practised }"], Hole::Number),
        (
            &[
                "¶ effort steal@ by squire { against 22, cost wind 5, skill +6 }",
                "effort climb@ by mara { against 22, cost wind 5 }",
            ],
            Hole::SecretDice,
        ),
        (&["¶ set squire.suckage = §"], Hole::Few),
    ],
    &[
        &[
            "effort climb@ \"up\" by mara { against 22 \"the wall\", cost wind 5, stress practised, skill +6 \"climbing\", successful \"over\" }",
        ],
        &[
            "effort climb@ by mara { against 9, cost wind 5, stress practised, aid rope by squire { stress practised, skill +4 } }",
        ],
    ],
);

pub const WEST: Shipped = (
    &["use west", "actor blaze \"Blaze\"\nactor doc \"Doc\" { counter 1 }"],
    &[
        (&["¶ check crack@ \"§\" by doc { difficulty challenging, trait d8, skill d8 }"], Hole::Words),
        // The cards that are left to whoever may see a check are an exception, so it is made by dice.
        (
            &[
                "set game.source = dice",
                "¶ check crack@ by doc { difficulty challenging, trait d8 }",
                "check set@ by blaze { difficulty challenging, trait d6 }",
            ],
            Hole::SecretDice,
        ),
        (&["¶ note \"§\""], Hole::Words),
    ],
    &[
        &["check set@ \"set the dynamite\" by blaze { difficulty challenging, trait d8, skill d8 }"],
        &[
            "work charge@ \"sticks\" { need 3 }",
            "check lay@ by blaze { difficulty challenging, trait d8, skill d8, work charge@ }",
        ],
    ],
);
