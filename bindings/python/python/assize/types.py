"""What is asked and told, as data: the shapes in which the protocol sends it.

Made from the schemas in `protocol/` by `scripts/make_types.py`. It is for those who check types; nothing loads it while a program runs.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union


class Achieved(TypedDict):
    """What became of a qualifier."""

    #: What is left.
    achieved: str
    #: Its path.
    path: str
    #: What was laid out.
    planned: str


class Added(TypedDict):
    """What a house rule added."""

    #: As a number.
    number: int
    #: Why; may be empty.
    reason: str
    #: In the system's notation.
    value: str


# How a script is run once.
Adjudicate = TypedDict(
    "Adjudicate",
    {
        #: Whose dice are rolled by hand in the mode `table`; everybody's if left out.
        "by_hand": "List[str]",
        #: Choices made beforehand: a choice's name and the option's.
        "choices": "Dict[str, str]",
        #: Faces rolled beforehand; all of them, and no more.
        "dice": "Optional[List[int]]",
        #: For whom the result is.
        "for": "For",
        #: How it is answered.
        "mode": "Mode",
        #: A policy, as advice writes it, that makes all other choices.
        "policy": "Optional[str]",
        #: The seed of secret rolls; a fresh one if left out.
        "secret_seed": "Optional[GivenSeed]",
        #: The seed of public rolls; a fresh one if left out. Whoever guesses it can foresee them.
        "seed": "Optional[GivenSeed]",
    },
    total=False,
)


class Answering(TypedDict):
    """How a session is answered from now on; the result of `session/mode`."""

    #: Whose dice are rolled by hand in the mode `table`; empty for everybody's.
    by_hand: List[str]
    #: How.
    mode: Mode


class CameOut(TypedDict):
    """An entry that comes out in another way than it did."""

    #: What is told of it instead.
    now: List[str]
    #: Its number.
    number: int
    #: What was told of it, in words, and is not any more.
    was: List[str]


class Checked(TypedDict):
    """The result of `check`. A script with mistakes is refused instead."""

    #: The same in words, with its places.
    text: str
    #: What is worth a look although the script runs.
    warnings: List[JsonDiagnostic]


class Die(TypedDict):
    """One die."""

    #: What it shows.
    face: int
    #: Whether it counts.
    kept: bool
    #: Its sides.
    sides: int


class _Distributed(TypedDict):
    #: How often it is not reached: an exact fraction.
    unreached: str
    #: What it can come to, ascending.
    values: List[DistributedValue]


class Distributed(_Distributed, total=False):
    """The distribution of a number."""

    #: The standard deviation over the runs that reach it, rounded.
    deviation: Optional[str]
    #: The smallest value that half of them do not exceed.
    median: Optional[int]
    #: How often it is not known what it comes to, where it was stopped: an exact fraction.
    open: Optional[str]
    #: The smallest values that a quarter, a half and three quarters of them do not exceed.
    quartiles: Optional[List[int]]


class DistributedValue(TypedDict):
    """One value of a distribution."""

    #: How often it comes about: an exact fraction.
    chance: str
    #: The number; of a die its sides.
    number: int
    #: The same, rounded.
    percent: str
    #: As verdicts write it: `2b`, `-1`, `d8`.
    text: str


class _Edited(TypedDict):
    #: The entries behind it that come out in another way, as far as those may see it for whom it is.
    changed: List[CameOut]
    #: The number of the entry.
    number: int


class Edited(_Edited, total=False):
    """The result of `session/edit`."""

    #: The named results, if `brief` is wanted: of an entry those that are new or have changed.
    brief: Optional[List[Shown]]
    #: The whole verdict, if `data` is wanted.
    data: Optional[Verdict]
    #: A page, if `html` is wanted.
    html: Optional[str]
    #: In Markdown, if `markdown` is wanted.
    markdown: Optional[str]
    #: In words, if `text` is wanted.
    text: Optional[str]
    #: How the program reads the new text; not for players.
    understood: Optional[str]


# The result of `session/enter`.
class _EnteredStatement(TypedDict):
    kind: Literal['statement']
    #: The number of the entry.
    number: int


class EnteredStatement(_EnteredStatement, total=False):
    """A statement: it is an entry now."""

    #: The named results, if `brief` is wanted: of an entry those that are new or have changed.
    brief: Optional[List[Shown]]
    #: The whole verdict, if `data` is wanted.
    data: Optional[Verdict]
    #: A page, if `html` is wanted.
    html: Optional[str]
    #: In Markdown, if `markdown` is wanted.
    markdown: Optional[str]
    #: Why a new page had to begin; not for players.
    page: Optional[str]
    #: In words, if `text` is wanted.
    text: Optional[str]
    #: How the program reads the statement; not for players.
    understood: Optional[str]


class _EnteredValue(TypedDict):
    kind: Literal['value']
    #: Its value; `null` when it is kept from whom the result is for.
    value: Optional[Shown]


class EnteredValue(_EnteredValue, total=False):
    """An expression. If it rolled it is an entry."""

    #: The named results, if `brief` is wanted: of an entry those that are new or have changed.
    brief: Optional[List[Shown]]
    #: The whole verdict, if `data` is wanted.
    data: Optional[Verdict]
    #: A page, if `html` is wanted.
    html: Optional[str]
    #: In Markdown, if `markdown` is wanted.
    markdown: Optional[str]
    #: In words, if `text` is wanted.
    text: Optional[str]


Entered = Union["EnteredStatement", "EnteredValue", "Answering"]


class Error(TypedDict):
    """Why a request is refused. It has changed nothing then."""

    #: The kind of failure: a number of JSON-RPC itself, or one between -32014 and -32000.
    code: Literal[-32700, -32600, -32601, -32602, -32603, -32001, -32002, -32003, -32004, -32005, -32006, -32007, -32008, -32009, -32010, -32011, -32012, -32013, -32014, -32000]
    #: All that is wrong.
    data: Findings
    #: One line: what is wrong first.
    message: str


class EstimatedValue(TypedDict):
    """How often a number is one of its values."""

    #: How often, rounded.
    percent: str
    #: As verdicts write it.
    text: str
    #: The value; `null` where it is not reached.
    value: Optional[int]


# Which advice is wanted.
FindAdvice = TypedDict(
    "FindAdvice",
    {
        #: Whose choices make it as low as possible.
        "against": "List[str]",
        #: Choices made beforehand: a choice's name and the option's.
        "choices": "Dict[str, str]",
        #: For whom the result is. Where something is kept from the players, they get no advice.
        "for": "For",
        #: What is to be as high as possible: `P(NAME.PART >= LEVEL)` or `E(NAME.PART)`; the goal that the scene suggests if
        #: left out.
        "goal": "str",
        #: How what is no choice is answered; by dice if left out.
        "mode": "Optional[Mode]",
        #: In so many conditions at most it is told what is best at each choice; three if left out.
        "plain": "Optional[int]",
        #: Whether the result holds the advice as a policy too.
        "policy": "bool",
    },
    total=False,
)


# Which odds are wanted.
FindOdds = TypedDict(
    "FindOdds",
    {
        #: Choices made beforehand: a choice's name and the option's. All others take their default.
        "choices": "Dict[str, str]",
        #: For whom the result is. Where something is kept from the players, they get no odds.
        "for": "For",
        #: Only runs in which this holds are counted.
        "given": "Optional[str]",
        #: Whether the result is what is known by then, if it is called off or exceeds the budget.
        "keep": "bool",
        #: How what the script leaves open is answered; by dice if left out.
        "mode": "Mode",
        #: `P(NAME.PART >= LEVEL)`, `E(NAME.PART)`, `sd(…)`, `median(…)`, `quantile(…, 90%)`, or a bare condition; a name
        #: alone asks for its levels; every level of every result if left out.
        "questions": "List[str]",
    },
    total=False,
)


class _Findings(TypedDict):
    #: The code of the first, such as `AZ201`; `assize explain` has a page for each.
    code: str
    #: Every finding: its places, the main one first, and how it could be mended. What was entered is a file of its own,
    #: such as `entry 3`; the script of a request is called `script`.
    findings: List[JsonDiagnostic]
    #: A way out of the first.
    help: Optional[str]
    #: All of them in words, with their places, for people.
    text: str


class Findings(_Findings, total=False):
    """Findings, with what they are in words."""

    #: What had happened of a run until it was stopped, as far as whoever asked may know it: a verdict whose `refused`
    #: says why. None of it counts.
    happened: Optional[Verdict]
    #: The line of the input, from 1, when it is known by no id.
    line: Optional[int]


# For whom a result is.
For = Literal['players', 'gm', 'log']


# As what a session is exported.
Format = Literal['markdown', 'html', 'json', 'script']


# A seed: a text of 32 hexadecimal digits or of a whole number below 2^64, and it is written so; a plain number up to
# 2^53 is read as well.
GivenSeed = Union[str, int]


# One thing that happened, and who may learn of it.
class _HappenedBegin(TypedDict):
    event: Literal['begin']
    #: The path of the run: the name it was given, such as `lift`, behind those of the runs it lies in.
    path: str
    #: The line of the scene that calls it.
    place: Place
    #: The procedure, as the system declares it: `try`.
    procedure: str
    #: Each role with who has it, in the order of the declaration; the first is whoever acts.
    roles: List[List[Any]]
    #: What the scene says of it in quotes, if anything.
    text: Optional[str]
    #: Who may learn of it.
    visibility: Visibility


class HappenedBegin(_HappenedBegin, total=False):
    """A procedure begins."""

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedEnd(TypedDict):
    event: Literal['end']
    #: The path of the run that is over, as it was in `begin`.
    path: str
    #: Who may learn of it.
    visibility: Visibility


class HappenedEnd(_HappenedEnd, total=False):
    """It is over."""

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedStep(TypedDict):
    event: Literal['step']
    #: The step, as the system declares it.
    name: str
    #: The path of its run, such as `lift`; `lift.haul` for a run within it.
    path: str
    #: Its title for people, if it has one.
    title: Optional[str]
    #: Who may learn of it.
    visibility: Visibility


class HappenedStep(_HappenedStep, total=False):
    """A step of it begins."""

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedPeriod(TypedDict):
    #: Whether it begins; otherwise it ends.
    begins: bool
    event: Literal['period']
    #: The period, as the system declares it: `round`.
    name: str
    #: Who may learn of it.
    visibility: Visibility


class HappenedPeriod(_HappenedPeriod, total=False):
    """A period begins or ends."""

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedOrder(TypedDict):
    event: Literal['order']
    #: Whose they are: whoever comes first stands first.
    turns: List[OrderedTurn]
    #: Who may learn of it.
    visibility: Visibility


class HappenedOrder(_HappenedOrder, total=False):
    """Turns begin, in this order."""

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedSum(TypedDict):
    event: Literal['sum']
    #: The line of the system that adds it up.
    place: Place
    #: What went into it, in the order of the system; rows that came to nothing are among them.
    rows: List[Row]
    #: What it came to, by its path: `lift.total`.
    total: Shown
    #: Who may learn of it.
    visibility: Visibility


class HappenedSum(_HappenedSum, total=False):
    """A sum was made."""

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedComputed(TypedDict):
    #: Whether it is an end in itself; otherwise only `why` tells of it.
    decided: bool
    event: Literal['computed']
    #: The line that computes it.
    place: Place
    #: The paths of the named values that it was computed from, each once.
    reads: List[str]
    #: The value, by its path.
    value: Shown
    #: Who may learn of it.
    visibility: Visibility


class HappenedComputed(_HappenedComputed, total=False):
    """A value was computed; what is `decided` is an end in itself, everything else only helps to work it out."""

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedRolled(TypedDict):
    #: Each die in the order of the roll; at most 1,000.
    dice: List[Die]
    event: Literal['rolled']
    #: Who or what rolled them, or whether they were judged.
    how: How
    #: What the faces that count come to together.
    kept: int
    #: What was rolled for: `lift.height`.
    path: str
    #: The line that rolls.
    place: Place
    #: The dice, in the notation of the system: `2d6`, `P3`.
    pool: str
    #: Who may learn of it.
    visibility: Visibility


class HappenedRolled(_HappenedRolled, total=False):
    """Dice were rolled, or judged to show certain faces."""

    #: Whether these dice belong to those of the roll before, which exploded, say: all of them come to one value.
    goes_on: bool
    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedTotalled(TypedDict):
    #: The calculation, with what counts of the dice: `5 + 3`.
    calculation: str
    event: Literal['totalled']
    #: The line that rolls.
    place: Place
    #: The paths of the named values that the calculation asks for, each once.
    reads: List[str]
    #: What it comes to, by the path of the roll: `lift.height`.
    total: Shown
    #: Who may learn of it.
    visibility: Visibility


class HappenedTotalled(_HappenedTotalled, total=False):
    """What the dice rolled just before come to together with what they were calculated with."""

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedResolved(TypedDict):
    event: Literal['resolved']
    #: Whether it was judged, rolled or declared.
    how: How
    #: The line that resolves it.
    place: Place
    #: The paths of the named values that the total was computed from, each once.
    reads: List[str]
    #: The level that came out, by its path: `lift.height`.
    result: Shown
    #: What the ladder was resolved with. It has no name; the `sum` before it tells how it was made.
    total: Shown
    #: Who may learn of it.
    visibility: Visibility


class HappenedResolved(_HappenedResolved, total=False):
    """A ladder was resolved, with this total."""

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedDrawn(TypedDict):
    #: The number of the card, from 0.
    card: int
    #: The deck, as the system declares it.
    deck: str
    event: Literal['drawn']
    #: Who or what drew it, or whether it was judged.
    how: How
    #: What was drawn for.
    path: str
    #: The line that draws.
    place: Place
    #: Who may learn of it.
    visibility: Visibility


class HappenedDrawn(_HappenedDrawn, total=False):
    """A card was drawn."""

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedChosen(TypedDict):
    #: Who was to decide; may be empty.
    by: str
    #: What was chosen, by the name under which it can be chosen beforehand.
    choice: Shown
    event: Literal['chosen']
    #: Whether a person chose, or the default was taken.
    how: How
    #: The line that asks.
    place: Place
    #: The question in words; may be empty.
    question: str
    #: Who may learn of it.
    visibility: Visibility


class HappenedChosen(_HappenedChosen, total=False):
    """A person, a policy or a default chose."""

    #: The pieces of the question, if values stand in it; otherwise left out.
    parts: List[TextPart]
    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedCut(TypedDict):
    #: What became of each qualifier, also of those that have lost nothing.
    achieved: List[Achieved]
    event: Literal['cut']
    #: How many points were kept. The others, those of the highest numbers, are lost.
    kept: int
    #: The path of the plan: `lift.haul`.
    path: str
    #: The line that cuts it.
    place: Place
    #: The plan, as the system declares it.
    plan: str
    #: Its points in the order of their priority; at most 1,000.
    slots: List[Point]
    #: What its points are called.
    unit: str
    #: Who may learn of it.
    visibility: Visibility


class HappenedCut(_HappenedCut, total=False):
    """A plan was cut."""

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedMeaning(TypedDict):
    event: Literal['meaning']
    #: The level that it reached.
    level: str
    #: What was resolved: `lift.height`.
    path: str
    #: What the scene says of that level; never empty.
    text: str
    #: Who may learn of it.
    visibility: Visibility


class HappenedMeaning(_HappenedMeaning, total=False):
    """What the level reached means here."""

    #: The pieces of the text, if values stand in it; otherwise left out.
    parts: List[TextPart]
    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedChanged(TypedDict):
    #: Its value from now on. It may be the same.
    after: str
    #: Its value until now, in the words of the system.
    before: str
    event: Literal['changed']
    #: The field, such as `ada.oil`, or the tally or flag of the scene.
    path: str
    #: The line that changes it.
    place: Place
    #: The paths of the named values that it was computed from, each once, its own value until now left out.
    reads: List[str]
    #: The reason; may be empty.
    why: str
    #: Who may learn of it.
    visibility: Visibility


class HappenedChanged(_HappenedChanged, total=False):
    """A value of somebody or something changed."""

    #: What the scene says that its tally or flag is about, such as "paces between them"; otherwise left out.
    about: str
    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedStop(TypedDict):
    event: Literal['stop']
    #: The path of its run, such as `lift`; `lift.haul` for a run within it.
    path: str
    #: The line that stops it.
    place: Place
    #: The reason, in the words of the script.
    why: str
    #: Who may learn of it.
    visibility: Visibility


class HappenedStop(_HappenedStop, total=False):
    """A legal stop."""

    #: The pieces of the reason, if values stand in it; otherwise left out.
    parts: List[TextPart]
    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedSaid(TypedDict):
    event: Literal['said']
    #: The path of the blank: `lift.goal`.
    path: str
    #: The text, as the scene has it.
    text: str
    #: Who may learn of it.
    visibility: Visibility


class HappenedSaid(_HappenedSaid, total=False):
    """A text that the scene put into a blank: a goal, a place; or why it put something there, where no sum tells it."""

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedHouse(TypedDict):
    #: What it added, each with its reason; empty where it added nothing.
    added: List[Added]
    event: Literal['house']
    #: The file of the function, or who else answers it.
    house: str
    #: The point where it stands, such as `total`, or `house.NAME` where an expression calls it by its name.
    name: str
    #: What it has to say to the reader; often empty.
    notes: List[str]
    #: What it was called for: `lift.total`.
    path: str
    #: The line that called it.
    place: Place
    #: What it was handed, in order.
    reads: List[Shown]
    #: What it answered, if anything: a number, or the level it put in the place of another one.
    value: Optional[Shown]
    #: Who may learn of it.
    visibility: Visibility


class HappenedHouse(_HappenedHouse, total=False):
    """A function of a house rule was called for what stands at `path`. `name` is the point where it stands, or how it
    was called.
    """

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedSignal(TypedDict):
    #: What it is handed, in order.
    arguments: List[Shown]
    event: Literal['signal']
    #: The name under which the host lends it, as for `Engine::signalled`.
    name: str
    #: The line that signals.
    place: Place
    #: Who may learn of it.
    visibility: Visibility


class HappenedSignal(_HappenedSignal, total=False):
    """The host is to do something now that all is over."""

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedNote(TypedDict):
    event: Literal['note']
    #: The words, as the script has them.
    text: str
    #: Who may learn of it.
    visibility: Visibility


class HappenedNote(_HappenedNote, total=False):
    """A word to the reader."""

    #: The pieces of the text, if values stand in it; otherwise left out.
    parts: List[TextPart]
    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


class _HappenedReveal(TypedDict):
    event: Literal['reveal']
    #: Who learned it.
    to: List[str]
    #: What they learned, by its path.
    what: str
    #: Who may learn of it.
    visibility: Visibility


class HappenedReveal(_HappenedReveal, total=False):
    """Somebody learned something."""

    #: Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    overlaid: List[Overlaid]


Happened = Union["HappenedBegin", "HappenedEnd", "HappenedStep", "HappenedPeriod", "HappenedOrder", "HappenedSum", "HappenedComputed", "HappenedRolled", "HappenedTotalled", "HappenedResolved", "HappenedDrawn", "HappenedChosen", "HappenedCut", "HappenedMeaning", "HappenedChanged", "HappenedStop", "HappenedSaid", "HappenedHouse", "HappenedSignal", "HappenedNote", "HappenedReveal"]


class _House(TypedDict):
    #: The text it stands in, as places name it.
    file: str
    #: Its name, as after `use house`.
    name: str
    #: Its title, for people.
    title: Optional[str]


class House(_House, total=False):
    """An overlay that was in force."""

    #: The pack to which it belongs, by its name. Left out if it belongs to none.
    pack: Optional[str]


# How a question was answered.
How = Literal['deliberate', 'extension', 'random', 'redrawn', 'given', 'stated', 'unasked', 'automatic', 'best', 'person', 'default']


class _JsonDiagnostic(TypedDict):
    #: The stable code, such as `AZ201`.
    code: str
    #: A concrete way out.
    help: Optional[str]
    #: Places, the main one first; empty when the finding belongs to no place.
    labels: List[JsonLabel]
    #: One line of plain text.
    message: str
    #: `error` or `warning`.
    severity: str


class JsonDiagnostic(_JsonDiagnostic, total=False):
    """A finding as a program reads it; [`json`] writes one a line."""

    #: The way out as changes of the text; each is one way of its own. Left out when none is known word for word.
    fixes: List[JsonFix]


class JsonFix(TypedDict):
    """A change of one stretch of a text."""

    #: Column in characters, from 1.
    column: int
    #: One past the last byte; the same as `start` where something is only put in.
    end: int
    #: The source's name.
    file: str
    #: Line, from 1.
    line: int
    #: What is written there.
    replacement: str
    #: First byte in the file.
    start: int
    #: Whether it may be written without asking: the finding goes away, and nothing else means something new.
    sure: bool


class JsonLabel(TypedDict):
    """A place with a few words about it."""

    #: Column in characters, from 1.
    column: int
    #: One past the last byte.
    end: int
    #: The source's name.
    file: str
    #: Line, from 1.
    line: int
    #: First byte in the file.
    start: int
    #: What is to be seen there; may be empty.
    text: str


class _Listed(TypedDict):
    #: Its number.
    number: int
    #: Whether it is undone.
    struck: bool


class Listed(_Listed, total=False):
    """An entry in a list."""

    #: What it is called; not for players when nothing of it is to be seen.
    name: Optional[str]
    #: As it was entered; not for players.
    text: Optional[str]


# What answers whatever a script leaves open.
Mode = Literal['random', 'deliberate', 'automatic', 'table']


class Named(TypedDict):
    """A value with its name."""

    #: Whose value.
    name: str
    #: The value.
    value: str


class _Odd(TypedDict):
    #: The question.
    question: str
    #: The exact fraction; `null` for the mean of what is never reached. A standard deviation that is not a fraction is
    #: rounded to 30 decimals.
    value: Optional[str]


class Odd(_Odd, total=False):
    """The answer to a question about odds."""

    #: Where it was stopped, the exact fractions between which the answer lies; none where nothing is known of it.
    between: Optional[List[str]]
    #: A mean, a deviation, a quantile, or what is computed from odds, rounded.
    decimal: Optional[str]
    #: How often a number is each of its values; `value` is its mean.
    distribution: Optional[Distributed]
    #: Whether a comparison holds.
    holds: Optional[bool]
    #: Whether something that is asked for is reached in none of the runs that count.
    never_reached: bool
    #: A chance, rounded.
    percent: Optional[str]
    #: How many of the runs that count reach what is asked for, as an exact fraction, if this is a mean, a deviation or
    #: a quantile of these alone.
    reached: Optional[str]
    #: What the rules refuse, where this is how many of all runs they refuse there, and no answer to a question.
    refused: Optional[Refusal]
    #: Whether it was stopped before everything was known; then there is no `value`.
    stopped: bool


class _Odds(TypedDict):
    #: An answer for each question.
    chances: List[Odd]


class Odds(_Odds, total=False):
    """The result of `session/odds`."""

    #: What there was too little of to know more, where that is kept.
    ran_out: Optional[TooLittle]


# A question that is open.
class _OpenQuestionRoll(TypedDict):
    kind: Literal['roll']
    #: The sides of each die that is to be rolled. Dice that lie on the table already are in the words of the question.
    sides: List[int]
    #: What it is for, such as `lift.height`.
    path: str
    #: The question in words.
    question: str
    #: So many events have been told with it and those before.
    told: int
    #: Who may read it, and everything said to it: `all`, or the game master alone with `gm` and `hidden`.
    visibility: Visibility


class OpenQuestionRoll(_OpenQuestionRoll, total=False):
    """The faces of dice, such as `3 5`."""

    #: What is wrong with the answer before, when it is asked again.
    complaint: Optional[str]
    #: What led up to it since the question before, in words.
    so_far: str


class _OpenQuestionDraw(TypedDict):
    #: The deck.
    deck: str
    kind: Literal['draw']
    #: What it is for, such as `lift.height`.
    path: str
    #: The question in words.
    question: str
    #: So many events have been told with it and those before.
    told: int
    #: Who may read it, and everything said to it: `all`, or the game master alone with `gm` and `hidden`.
    visibility: Visibility


class OpenQuestionDraw(_OpenQuestionDraw, total=False):
    """The number of a card, from 0 as the system counts them."""

    #: What is wrong with the answer before, when it is asked again.
    complaint: Optional[str]
    #: What led up to it since the question before, in words.
    so_far: str


class _OpenQuestionChoose(TypedDict):
    #: What an empty answer means, if it means anything, and may be told.
    default: Optional[str]
    kind: Literal['choose']
    #: The options, by name. All of them where what is open would tell of a secret.
    options: List[str]
    #: What it is for, such as `lift.height`.
    path: str
    #: The question in words.
    question: str
    #: So many events have been told with it and those before.
    told: int
    #: Who may read it, and everything said to it: `all`, or the game master alone with `gm` and `hidden`.
    visibility: Visibility


class OpenQuestionChoose(_OpenQuestionChoose, total=False):
    """One of these options, by its whole name."""

    #: What is wrong with the answer before, when it is asked again.
    complaint: Optional[str]
    #: What led up to it since the question before, in words.
    so_far: str


class _OpenQuestionNumber(TypedDict):
    #: What an empty answer means, if it means anything, and may be told.
    default: Optional[int]
    #: The highest; likewise.
    high: Optional[int]
    kind: Literal['number']
    #: The lowest that may be said; `null` when the limits would tell of a secret.
    low: Optional[int]
    #: What it is for, such as `lift.height`.
    path: str
    #: The question in words.
    question: str
    #: So many events have been told with it and those before.
    told: int
    #: Who may read it, and everything said to it: `all`, or the game master alone with `gm` and `hidden`.
    visibility: Visibility


class OpenQuestionNumber(_OpenQuestionNumber, total=False):
    """A whole number."""

    #: What is wrong with the answer before, when it is asked again.
    complaint: Optional[str]
    #: What led up to it since the question before, in words.
    so_far: str


OpenQuestion = Union["OpenQuestionRoll", "OpenQuestionDraw", "OpenQuestionChoose", "OpenQuestionNumber"]


class OrderedTurn(TypedDict):
    """Somebody's turn."""

    #: The numbers it goes by: the higher comes first, and each of them decides where those before it are equal. They
    #: have no names.
    keys: List[Shown]
    #: The line of the scene that says so.
    place: Place
    #: The named values they were computed from.
    reads: List[str]
    #: Whose it is.
    who: str


class Overlaid(TypedDict):
    """A line of an overlay that counted."""

    #: The line.
    place: Place
    #: Who may learn that it did.
    visibility: Visibility


class Pack(TypedDict):
    """A pack of house rules that was in force: several files that are published together."""

    #: Its name.
    name: str
    #: Its version: `1.2.0`.
    version: str


class Part(TypedDict):
    """What a scene put in."""

    #: As written.
    label: str
    #: As a number; `null` when it did not apply.
    number: Optional[int]
    #: The line of the scene.
    place: Place
    #: Why it did not apply.
    suppressed: Optional[str]
    #: The reason.
    text: Optional[str]
    #: In the system's notation.
    value: str
    #: Who may know of it.
    visibility: Visibility


class Place(TypedDict):
    """A place as a person counts it: lines and columns from 1, columns in characters."""

    #: Column in characters, from 1.
    column: int
    #: The source's name.
    file: str
    #: Line, from 1.
    line: int


class Point(TypedDict):
    """One point of a plan."""

    #: Whether it was kept.
    kept: bool
    #: What it buys.
    label: str
    #: Its number, from 1.
    number: int


class _Reason(TypedDict):
    #: What it is and what it came to, as the text says it.
    says: str


class Reason(_Reason, total=False):
    """Something in the tree behind a result, with everything that led to it."""

    #: What led to it, or belongs to it.
    because: List[Reason]
    #: The house rule that the line belongs to.
    house: Optional[str]
    #: The line of the script that it comes from.
    place: Optional[Place]
    #: The rules of the system's book that the line holds, by their IDs.
    rules: List[str]


class _Refusal(TypedDict):
    #: Why, in the words of the rules.
    why: str


class Refusal(_Refusal, total=False):
    """What the rules refuse in some runs. These belong to no chance that is asked for, no mean and no condition."""

    #: The line that leads there, such as `entry 3:1:1`.
    place: Optional[str]


class _Row(TypedDict):
    #: What it is called.
    label: str
    #: As a number.
    number: Optional[int]
    #: What the scene put in.
    parts: List[Part]
    #: The line of the system.
    place: Place
    #: The named values it was computed from.
    reads: List[str]
    #: In the system's notation; `unreached` counts as nothing.
    value: str


class Row(_Row, total=False):
    """A labelled source of a sum."""

    #: The level whose column its value is, where one level's is.
    level: Optional[str]
    #: Lines of overlays that had a hand in it, besides that.
    overlaid: List[Overlaid]


class Shown(TypedDict):
    """A named value in the words of the system."""

    #: Its path.
    name: str
    #: As a number; `null` when unreached or not to be known.
    number: Optional[int]
    #: In words: `minor`, `2b`, `yes`; `unreached` when its line was not reached.
    value: str
    #: Who may know it.
    visibility: Visibility


class Simulate(TypedDict, total=False):
    """Which simulation is wanted."""

    #: Choices made beforehand: a choice's name and the option's. All others take their default.
    choices: Dict[str, str]
    #: Only runs in which this holds are counted.
    given: Optional[str]
    #: How what the script leaves open is answered; by dice if left out.
    mode: Mode
    #: Questions, as for odds; every level of every result if left out.
    questions: List[str]
    #: How often the scene is run; 100,000 times if left out.
    runs: Optional[int]
    #: The seed of the simulation; a fresh one if left out. No run of the scene rolls these dice.
    seed: Optional[GivenSeed]


class _Tested(TypedDict):
    #: Those that do not hold.
    failures: List[JsonDiagnostic]
    #: Of so many.
    of: int
    #: So many expectations hold.
    passed: int
    #: The same in words, with their places.
    text: str


class Tested(_Tested, total=False):
    """The result of `test`."""

    #: What is worth a look, though it holds.
    remarks: List[JsonDiagnostic]


# A piece of a text in which values stand: words as they are written, or a value.
TextPart = Union[str, "Shown"]


class _ToldAdvice(TypedDict):
    #: Its value when everybody decides as well as possible: an exact fraction, as all values are; `null` where it was
    #: stopped.
    best: Optional[str]
    #: Its value where nobody decides; `null` where something has no default.
    by_default: Optional[str]
    #: What is decided, in the order of the rules.
    choices: List[ToldChoice]
    #: Its value for whoever follows the advice to the letter; `null` where it was stopped.
    followed: Optional[str]
    #: The goal as it was asked, or the one that is suggested where none was.
    goal: str
    #: The names of choices on which the goal does not hang.
    idle: List[str]
    #: What its values are.
    kind: ToldGoal
    #: How many situations were compared.
    situations: int
    #: Its value when everybody decides as badly for it as possible; `null` where it was stopped.
    worst: Optional[str]


class ToldAdvice(_ToldAdvice, total=False):
    """Advice: the result of `session/advise`, and the line of `advise --format json`."""

    #: Where it was stopped, the numbers between which `best` lies when everything is known.
    between: Optional[List[str]]
    #: Its value under each policy of `--compare`, in their order; `null` where some run comes to no end.
    by_policy: List[Optional[str]]
    #: The goal that is suggested, where this is advice for another one because no choice makes a difference to that.
    instead_of: Optional[str]
    #: The advice as a policy, where that is asked for.
    policy: Optional[str]


class ToldCase(TypedDict):
    """Situations in which the same is best."""

    #: What holds in them, all of it; nothing where there are no others.
    conditions: List[str]
    #: Everything that can be decided.
    options: List[ToldOption]
    #: How often they come about, of all times that it is asked: an exact fraction.
    share: str


class ToldChoice(TypedDict):
    """Something that is decided."""

    #: Whether they play against the goal.
    against: bool
    #: Who decides; empty where nobody is named.
    by: str
    #: What is best where; none where it is never asked as long as the advice is followed.
    cases: List[ToldCase]
    #: Its name.
    name: str
    #: Who has left it open.
    opened: ToldOpened
    #: What is asked; empty where nothing is, or where it tells of what has happened before.
    question: str
    #: Whether a run may ask it more than once.
    repeated: bool
    #: Whether the best hangs on more than is told.
    simplified: bool
    #: How often it is asked in a run, on average: an exact fraction.
    times: str


class _Estimate(TypedDict):
    #: A chance, rounded.
    percent: Optional[str]
    #: The question.
    question: str
    #: The runs that count.
    runs: int
    #: Any other number, rounded.
    value: Optional[str]
    #: How far off it may be, in percentage points for a chance.
    within: Optional[str]


class Estimate(_Estimate, total=False):
    """What many runs say of a question."""

    #: How often a number is each of its values.
    distribution: List[EstimatedValue]
    #: Whether a comparison holds.
    holds: Optional[bool]
    #: Whether the sides of a comparison are too near to each other to say whether it holds.
    undecided: bool


# What the values of a goal are.
ToldGoal = Literal['chance', 'mean']


# Who has left something open.
ToldOpened = Literal['by_script', 'for_advice']


class ToldOption(TypedDict):
    """Something that can be decided."""

    #: Whether it is advised.
    best: bool
    #: Whether it is taken where nobody is asked.
    default: bool
    #: As it is chosen beforehand, or as the scene writes it.
    option: str
    #: Whether it can be chosen in only some of these situations.
    sometimes: bool
    #: What the goal comes to with it: an exact fraction; `null` where the rules refuse it.
    value: Optional[str]


# What there was too little of for exact odds.
TooLittle = Literal['situations', 'answers', 'memory']


class _Verdict(TypedDict):
    #: What happened, in order.
    events: List[Happened]
    #: The overlays laid over it, in the order of their `use`.
    houses: List[House]
    #: How open questions were answered: `deliberate`, `random`, `automatic`, `dice`.
    mode: str
    #: The named results at the end, in order of declaration: `lift.height`, `low`.
    results: List[Shown]
    #: The seed, when the program rolled; the same script, seeds and stream give the same verdict everywhere. A whole
    #: number or 32 hexadecimal digits.
    seed: Optional[str]
    #: The name of the stream of chance.
    stream: Optional[str]
    #: The system's title.
    system: str


class Verdict(_Verdict, total=False):
    """Everything a run has to say."""

    #: The entry of a session whose dice the program rolled. Left out outside of sessions.
    entry: Optional[int]
    #: The packs of house rules from which some of these are, in the order of their `use`. Left out where there are
    #: none.
    packs: List[Pack]
    #: Why the run was refused before it came to its end: then this is what had happened until then, and none of it
    #: counts. Left out of a whole verdict.
    refused: Optional[str]
    #: The seed of what the program rolled in secret, unless it follows from the other.
    secret_seed: Optional[str]


# For whom something is told. What is told to more people comes first.
Visibility = Literal['all', 'gm', 'hidden']


# What is wanted of a verdict.
Want = Literal['brief', 'data', 'text', 'markdown', 'html']


class Role(TypedDict):
    """A role of a scene that somebody has to fill."""

    name: str
    #: The kind of thing that can fill it.
    kind: str
    #: Those of that kind, in the order in which they are declared.
    fitting: List[str]


class Found(TypedDict):
    """What was found in a journal."""

    #: So many entries are in it.
    entries: int
    #: A line that waits for an answer, or that was cut off. Entered again, it has the answers that were given then. Not for players.
    unfinished: Optional[str]
    #: Why a new page had to begin. Not for players.
    page: Optional[str]


class Shipped(TypedDict):
    """A system or a house rule that comes with the package."""

    name: str
    text: str


class Side(TypedDict, total=False):
    """One side of a comparison: its verdict, or why there is none."""

    verdict: Verdict
    error: Error


# Both answers to a question.
ComparedOdd = TypedDict(
    "ComparedOdd",
    {"question": str, "without": Optional[Odd], "with": Optional[Odd], "differ": bool},
)

# A scene without house rules and with them.
_Compared = TypedDict("_Compared", {"without": Side, "with": Side})


class Compared(_Compared, total=False):
    """A scene without some house rules and with them, from the same dice."""

    #: The odds of both, where they were asked for.
    odds: List[ComparedOdd]
