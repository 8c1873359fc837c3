//! Families of texts: one piece again and again, around a middle. Each is what some reader once took too long for, or went too deep in.

/// A family of texts.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// What is repeated, in words.
    pub name: &'static str,
    before: &'static str,
    open: &'static str,
    middle: &'static str,
    close: &'static str,
    behind: &'static str,
}

impl Family {
    /// The text of this family that has about so many bytes. Where it names something `r#`, each piece has a number of its own.
    ///
    /// ```
    /// use assize_fuzz::families::ALL;
    ///
    /// let brackets = ALL.iter().find(|family| family.name == "brackets").expect("there are some");
    /// assert!(brackets.of_size(200).contains("((((n))))"));
    /// ```
    pub fn of_size(&self, bytes: usize) -> String {
        let around = self.before.len() + self.middle.len() + self.behind.len();
        let times = bytes.saturating_sub(around) / (self.open.len() + self.close.len()).max(1);
        [self.before, &pieces(self.open, times), self.middle, &pieces(self.close, times), self.behind].concat()
    }
}

fn pieces(piece: &str, times: usize) -> String {
    match piece.split_once(" r#") {
        Some((before, behind)) => {
            let pieces = (0..times).map(|number| format!("{before} r{number}{behind}"));
            pieces.collect::<Vec<_>>().concat()
        }
        None => piece.repeat(times),
    }
}

const fn family(
    name: &'static str,
    before: &'static str,
    [open, middle, close]: [&'static str; 3],
    behind: &'static str,
) -> Family {
    Family { name, before, open, middle, close, behind }
}

/// Every family.
pub const ALL: [Family; 118] = [
    family("brackets", "system s\nrule f(n) = n\nrule g(n) = ", ["(", "n", ")"], "\n"),
    family("brackets that stay open", "system s\nrule f(n) = n\nrule g(n) = ", ["(", "n", ""], "\n"),
    family("brackets that only close", "system s\nrule f(n) = n\nrule g(n) = ", ["", "n", ")"], "\n"),
    family("brackets over lines", "system s\nrule f(n) = n\nrule g(n) = ", ["(\n", "n", ")\n"], "\n"),
    family("calls", "system s\nrule f(n) = n\nrule g(n) = ", ["f(", "n", ")"], "\n"),
    family("calls that stay open", "system s\nrule f(n) = n\nrule g(n) = ", ["f(", "n", ""], "\n"),
    family("not", "system s\nrule f(n) = n\nrule g(n) = if ", ["not ", "n > 1", ""], " then 1 else 0\n"),
    family("not over lines", "system s\nrule f(n) = n\nrule g(n) = if ", ["not\n", "n > 1", ""], " then 1 else 0\n"),
    family("minus", "system s\nrule f(n) = n\nrule g(n) = ", ["-", "n", ""], "\n"),
    family("minus apart", "system s\nrule f(n) = n\nrule g(n) = ", ["- ", "n", ""], "\n"),
    family("plus and minus", "system s\nrule f(n) = n\nrule g(n) = ", ["+-", "n", ""], "\n"),
    family("sum", "system s\nrule f(n) = n\nrule g(n) = n", ["", "", " + n"], "\n"),
    family("difference", "system s\nrule f(n) = n\nrule g(n) = n", ["", "", " - n"], "\n"),
    family("product", "system s\nrule f(n) = n\nrule g(n) = n", ["", "", " * n"], "\n"),
    family("division", "system s\nrule f(n) = n\nrule g(n) = n", ["", "", " div down 2"], "\n"),
    family("remainder", "system s\nrule f(n) = n\nrule g(n) = n", ["", "", " mod 7"], "\n"),
    family("otherwise", "system s\nrule f(n) = n\nrule g(n) = n", ["", "", " otherwise 1"], "\n"),
    family("otherwise over lines", "system s\nrule f(n) = n\nrule g(n) = n", ["", "", " otherwise\n1"], "\n"),
    family("levels up", "system s\nrule f(n) = n\nrule g(n) = n", ["", "", " up 1"], "\n"),
    family("towards", "system s\nrule f(n) = n\nrule g(n) = n", ["", "", " towards 1"], "\n"),
    family("comparisons", "system s\nrule f(n) = n\nrule g(n) = if n", ["", "", " < n"], " then 1 else 0\n"),
    family("is", "system s\nrule f(n) = n\nrule g(n) = if n", ["", "", " is n"], " then 1 else 0\n"),
    family("is not", "system s\nrule f(n) = n\nrule g(n) = if n", ["", "", " is not n"], " then 1 else 0\n"),
    family("and", "system s\nrule f(n) = n\nrule g(n) = if n > 1", ["", "", " and n > 1"], " then 1 else 0\n"),
    family("or", "system s\nrule f(n) = n\nrule g(n) = if n > 1", ["", "", " or n > 1"], " then 1 else 0\n"),
    family(
        "and, or in brackets",
        "system s\nrule f(n) = n\nrule g(n) = if ",
        ["(n > 1 and ", "n > 1", ")"],
        " then 1 else 0\n",
    ),
    family("knows", "system s\nrule f(n) = n\nrule g(n) = if n", ["", "", " knows n"], " then 1 else 0\n"),
    family("if in if", "system s\nrule f(n) = n\nrule g(n) = ", ["if n > 1 then ", "1", " else 0"], "\n"),
    family(
        "if in a condition",
        "system s\nrule f(n) = n\nrule g(n) = ",
        ["if ", "n > 1", " then n > 1 else n > 2"],
        " then 1 else 0\n",
    ),
    family(
        "else if",
        "system s\nrule f(n) = n\nrule g(n) = if n is 1 then 1",
        ["", "", " else if n is 1 then 1"],
        " else 0\n",
    ),
    family(
        "else if over lines",
        "system s\nrule f(n) = n\nrule g(n) = if n is 1 then 1",
        ["", "", "\nelse if n is 1 then 1"],
        " else 0\n",
    ),
    family("if without then", "system s\nrule f(n) = n\nrule g(n) = ", ["if ", "n", ""], "\n"),
    family("members", "system s\nrule f(n) = n\nrule g(n) = n", ["", "", ".n"], "\n"),
    family("calls of members", "system s\nrule f(n) = n\nrule g(n) = n", ["", "", ".n(1)"], "\n"),
    family("arguments", "system s\nrule f(n) = n\nrule g(n) = max(n", ["", "", ", n"], ")\n"),
    family("arguments that stay open", "system s\nrule f(n) = n\nrule g(n) = max(n", ["", "", ", n"], "\n"),
    family("sums over lists", "system s\nrule f(n) = n\nrule g(n) = ", ["sum(x in n : ", "n", ")"], "\n"),
    family("sums over lists that stay open", "system s\nrule f(n) = n\nrule g(n) = ", ["sum(x in n : ", "n", ""], "\n"),
    family("x in", "system s\nrule f(n) = n\nrule g(n) = ", ["x in ", "n", ""], "\n"),
    family("highest of a list", "system s\nrule f(n) = n\nrule g(n) = ", ["highest(x in n : ", "n", ")"], "\n"),
    family("highest without a list", "system s\nrule f(n) = n\nrule g(n) = ", ["highest(", "n", ")"], "\n"),
    family("highest of highest", "system s\nrule f(n) = n\nrule g(n) = ", ["highest ", "2d6", ""], "\n"),
    family("lowest of", "system s\nrule f(n) = n\nrule g(n) = ", ["lowest 1 of ", "2d6", ""], "\n"),
    family("dice of dice", "system s\nrule f(n) = n\nrule g(n) = ", ["(", "1", ")d6"], "\n"),
    family("sides of dice", "system s\nrule f(n) = n\nrule g(n) = 1", ["d(1", "", ")"], "\n"),
    family("chances of chances", "system s\nrule f(n) = n\nrule g(n) = ", ["P(", "n > 1", ")"], "\n"),
    family("means that stay open", "system s\nrule f(n) = n\nrule g(n) = ", ["E(", "n", ""], "\n"),
    family("given", "system s\nrule f(n) = n\nrule g(n) = P(n > 1", ["", "", " given n > 1"], ")\n"),
    family("questions", "system s\nrule f(n) = n\nrule g(n) = ", ["? + ", "?", ""], "\n"),
    family("texts joined", "system s\nrule f(n) = n\nrule g(n) = \"a\"", ["", "", " + \"a\""], "\n"),
    family("units", "system s\nrule f(n) = n\nrule g(n) = 1p", ["", "", " + 1b"], "\n"),
    family("decimals", "system s\nrule f(n) = n\nrule g(n) = 1.5", ["", "", " + 1.5"], "\n"),
    family("digits", "system s\nrule f(n) = n\nrule g(n) = ", ["9", "", ""], "\n"),
    family("a word", "system s\nrule f(n) = n\nrule g(n) = ", ["a", "", ""], "\n"),
    family("words", "system s\nrule f(n) = n\nrule g(n) = ", ["a ", "a", ""], "\n"),
    family("words and apostrophes", "system s\nrule f(n) = n\nrule g(n) = ", ["a'a", "", ""], "\n"),
    family("letters with marks", "system s\nrule f(n) = n\nrule g(n) = ", ["a\u{301}", "", ""], "\n"),
    family("letters of far", "system s\nrule f(n) = n\nrule g(n) = ", ["日", "", ""], "\n"),
    family("a long text", "note \"", ["x", "", ""], "\"\n"),
    family("a text that stays open", "note \"", ["x", "", ""], "\n"),
    family("escapes", "note \"", ["\\\\", "", ""], "\"\n"),
    family("quotes", "", ["\"", "", ""], "\n"),
    family("holes in a text", "note \"", ["{n}", "", ""], "\"\n"),
    family("holes that stay open", "note \"", ["{", "", ""], "\"\n"),
    family("holes in holes", "note \"", ["{(", "n", ")}"], "\"\n"),
    family("comments", "", ["# x\n", "", ""], "note \"x\"\n"),
    family("a long comment", "# ", ["x", "", ""], "\nnote \"x\"\n"),
    family("line ends", "", ["\n", "", ""], "note \"x\"\n"),
    family("blanks", "", [" ", "", ""], "note \"x\"\n"),
    family("commas", "", [",", "", ""], "note \"x\"\n"),
    family("line ends of another sort", "", ["note \"x\"\r\n", "", ""], ""),
    family("marks of the order of bytes", "", ["\u{feff}", "", ""], "note \"x\"\n"),
    family("control characters", "", ["\u{1b}", "", ""], "\n"),
    family("what is no word", "", ["@ ", "", ""], "\n"),
    family("braces", "", ["{", "", "}"], "\n"),
    family("braces that stay open", "", ["{", "", ""], "\n"),
    family("braces that only close", "", ["", "", "}"], "\n"),
    family("square brackets", "", ["[", "", "]"], "\n"),
    family("notes", "", ["note \"x\"\n", "", ""], ""),
    family("if in a scene", "", ["if yes {\n", "note \"x\"\n", "}\n"], ""),
    family("if that stays open", "", ["if yes {\n", "", ""], ""),
    family("else if in a scene", "if yes { }", ["", "", " else if yes { }"], "\n"),
    family("repetitions in repetitions", "", ["repeat up to 1 {\n", "note \"x\"\n", "}\n"], ""),
    family("choices in choices", "", ["choose \"x\" { a { ", "note \"x\"", " } }"], "\n"),
    family("options", "choose \"x\" {", ["a { }\n", "", ""], "}\n"),
    family("turns in turns", "", ["turns { a by 1 { ", "note \"x\"", " } }"], "\n"),
    family("keys of turns", "turns { a by 1", ["", "", " then 1"], " { note \"x\" } }\n"),
    family("lines in lines", "use ttomp\nactor a\n", ["action a { assist ", "", " }"], "\n"),
    family("lines that stay open", "use ttomp\nactor a\n", ["action a { ", "", ""], "\n"),
    family("counters", "", ["tally a : 0..9 = 0\n", "", ""], ""),
    family("things", "use ttomp\n", ["actor a { fatigue minor }\n", "", ""], ""),
    family("names of a cast", "use ttomp\ncast a", ["", "", " , a"], " : actor\n"),
    family("faces", "use ttomp\nx shows 1", ["", "", ", 1"], "\n"),
    family("expectations", "note \"x\"\n", ["expect { 1 is 1 }\n", "", ""], ""),
    family("claims", "note \"x\"\nexpect {\n", ["1 is 1\n", "", ""], "}\n"),
    family("uses", "", ["use ttomp\n", "", ""], ""),
    family("rules", "system s\n", ["rule f(n) = n\n", "", ""], ""),
    family("levels", "system s\nscale a {", ["b | ", "", ""], "}\n"),
    family("levels over lines", "system s\nscale a {", ["b\n", "", ""], "}\n"),
    family("rows of a table", "system s\ntable t(k) {\nk | u\n", ["1 | 1\n", "", ""], "}\n"),
    family("columns of a table", "system s\ntable t(k) {\nk", ["", "", " | u"], "\n}\n"),
    family("ranges", "system s\ntable t(k) {\nk | u\n", ["1..2..", "", " | 1\n"], "}\n"),
    family("kinds", "system s\n", ["kind a { }\n", "", ""], ""),
    family("fields", "system s\nkind a {\n", ["b : number = 1\n", "", ""], "}\n"),
    family("names of a field", "system s\nkind a { b", ["", "", ", b"], " : number = 1 }\n"),
    family("optional", "system s\nkind a { b : ", ["optional ", "number", ""], "}\n"),
    family("dice of other dice", "system s\n", ["dice a = a + a\n", "", ""], ""),
    family("lines of a procedure", "system s\nkind a { }\nprocedure p by a {\n", ["let x = 1\n", "", ""], "}\n"),
    family("rows of a sum", "system s\nkind a { }\nprocedure p by a {\nsum x {\n", ["b | 1\n", "", ""], "}\n}\n"),
    family(
        "conditions of a decide",
        "system s\nscale s { a | b }\nkind a { }\nprocedure p by a {\ndecide x : s {\n",
        ["a | 1 > 2\n", "", ""],
        "b | otherwise\n}\n}\n",
    ),
    family(
        "if in a procedure",
        "system s\nkind a { }\nprocedure p by a {\n",
        ["if 1 > 2 {\n", "note \"x\"\n", "}\n"],
        "}\n",
    ),
    family(
        "for each in for each",
        "system s\nkind a { }\nprocedure p by a {\n",
        ["for each x in a {\n", "note \"x\"\n", "}\n"],
        "}\n",
    ),
    family(
        "steps in steps",
        "system s\nkind a { }\nprocedure p by a {\n",
        ["step x {\n", "note \"x\"\n", "}\n"],
        "}\n",
    ),
    family("actions", "use ttomp\nactor a\n", ["action r# by a { value 1b \"x\" }\n", "", ""], ""),
    family(
        "checks",
        "use d20\nactor a { score strength 16 }\n",
        ["check r# by a { skill athletics, difficulty 10 }\n", "", ""],
        "",
    ),
    family(
        "checks that depend on one",
        "use d20\nactor a { score strength 16 }\ncheck c by a { skill athletics, difficulty 10 }\n",
        ["if c.outcome is success { check r# by a { skill athletics, difficulty 10 } }\n", "", ""],
        "",
    ),
    family(
        "efforts that tire",
        "use fatigue\nactor a { pool wind 40 }\n",
        ["effort r# by a { against 22, cost wind 1, skill +6 }\n", "", ""],
        "",
    ),
    family("secret secret", "", ["secret ", "note \"x\"", ""], "\n"),
];
