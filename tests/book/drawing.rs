//! A picture as text: boxes, lines and words by classes, which the book colours light or dark. By itself it has colours of its own.

use std::fmt::Write;

/// The looks that a picture has where the book's style does not reach it.
const STYLE: &str = "<style>
text { font-family: system-ui, sans-serif; fill: #24221f; }
.mono { font-family: ui-monospace, monospace; }
.soft { fill: #5f5a53; } .strong { font-weight: 700; } .mark { fill: #b4470b; } .bar { fill: #0072b2; }
.on-bar { fill: #fff; } .on-mid { fill: #10161b; } .box { fill: #fff; stroke: #5f5a53; } .panel { fill: #eef1f4; stroke: #c7d0d9; }
.cut { fill: none; stroke: #5f5a53; stroke-dasharray: 5 4; } .line { fill: none; stroke: #5f5a53; } .lead { fill: none; stroke: #b4470b; }
.chosen { fill: none; stroke: #24221f; stroke-width: 3; }
@media (prefers-color-scheme: dark) {
text { fill: #dad6ce; }
.soft { fill: #a8a49c; } .mark { fill: #f0a35e; } .bar { fill: #56b4e9; } .on-bar { fill: #10161b; } .on-mid { fill: #10161b; }
.box { fill: #20242a; stroke: #a8a49c; } .panel { fill: #1b2129; stroke: #36404c; } .cut, .line { stroke: #a8a49c; }
.lead { stroke: #f0a35e; } .chosen { stroke: #fff; }
}
</style>";

/// Where the words of a text stand beside its place.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture of this size.
pub struct Drawing {
    width: u32,
    height: u32,
    body: String,
}

impl Drawing {
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, body: String::new() }
    }

    pub fn text(&mut self, (x, y): (f64, f64), size: u32, anchor: Anchor, class: &str, words: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let words = escaped(words).replace("  ", "\u{a0}\u{a0}");
        let _ = writeln!(self.body, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}{class}>{words}</text>");
    }

    pub fn area(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), class: &str, opacity: f64) {
        let faint = if opacity < 1.0 { format!(" fill-opacity=\"{opacity}\"") } else { String::new() };
        let (x, y, width, height) = (rounded(x), rounded(y), rounded(width), rounded(height));
        let _ = writeln!(
            self.body,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" class=\"{class}\"{faint}/>"
        );
    }

    pub fn path(&mut self, way: &str, class: &str) {
        let _ = writeln!(self.body, "<path d=\"{way}\" class=\"{class}\"/>");
    }

    /// A number in a circle, to which the page's own words belong.
    pub fn number(&mut self, (x, y): (f64, f64), number: usize) {
        let _ = writeln!(self.body, "<circle cx=\"{x}\" cy=\"{y}\" r=\"11\" class=\"lead\" stroke-width=\"1.5\"/>");
        self.text((x, y + 4.5), 13, Anchor::Middle, "mark strong", &number.to_string());
    }

    pub fn finish(self) -> String {
        let Self { width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n{STYLE}\n{body}</svg>\n"
        )
    }
}

/// A length that is no longer than it can be seen.
fn rounded(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

pub fn escaped(words: &str) -> String {
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
