//! From text to a tree of what was written. Pest is named in `from_text/` only.

pub mod ast;
mod from_text;
mod precedence;

use crate::diagnostic::Diagnostics;
use crate::source::SourceId;

/// Reads a file. Always returns: with errors in the sink, the file holds what could be read.
pub fn parse(source: SourceId, text: &str, sink: &mut Diagnostics) -> ast::File {
    let items = from_text::file(source, text, sink).unwrap_or_else(|e| panic!("{:?} {:?}", e, &text[e.at..].lines().next()));
    ast::File { items }
}

#[cfg(test)]
mod tests {
    #[test]
    fn sketches() {
        for name in std::fs::read_dir("/tmp/sk").unwrap() {
            let name = name.unwrap().path();
            let text = std::fs::read_to_string(&name).unwrap();
            let r = super::from_text::file(Default::default(), &text, &mut Default::default());
            match r {
                Ok(i) => println!("{name:?} {}", i.len()),
                Err(e) => println!("{name:?} line {} {:?} {:?}", text[..e.at].lines().count(), text[e.at..].lines().next(), e.expected),
            }
        }
    }
}
