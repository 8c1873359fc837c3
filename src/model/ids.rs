//! The numbers of everything that has a name.

use super::arena::Id;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub struct $name(pub usize);

            impl Id for $name {
                fn of(place: usize) -> Self {
                    Self(place)
                }

                fn place(self) -> usize {
                    self.0
                }
            }
        )*
    };
}

ids! {
    /// A scale or a ladder of a system.
    ScaleId
    /// A table of a system.
    TableId
    /// Named dice of a system.
    DiceId
    /// A deck of a system.
    DeckId
    /// A kind of a system.
    KindId
    /// A plan of a system.
    PlanId
    /// A period of a system.
    PeriodId
    /// A rule of a system.
    RuleId
    /// A procedure of a system, or the upkeep of a period.
    ProcedureId
    /// A function of a house rule or of the host.
    FunctionId
    /// A name that a procedure declares; it means something beside the procedure only.
    LocalId
    /// A variable of a rule, a `for each` or an `x in list :`.
    VarId
    /// Somebody or something of a scene; the single things of `one` kinds come first.
    ThingId
    /// A named modifier of a scene.
    NamedModifierId
    /// What a scene has of its own: a tally, a flag, a roll or a level.
    OwnId
    /// A run of a procedure that a scene writes down.
    InvocationId
}
