//! What people call the things in a scene, and which of them a name refers to.

use super::varied_values::list;
use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Diagnostic, codes};

/// Something that a scene writes.
pub(super) struct Named<T> {
    pub(super) what: T,
    /// Where it stands: `climb.value`.
    pub(super) path: String,
    /// The reason that stands there in quotes.
    pub(super) reason: Option<String>,
    /// Whether it is worth an offer: whoever takes one up must not be refused.
    pub(super) is_offered: bool,
}

/// Things of a scene, with what they may be called.
pub(super) struct Names<T> {
    all: Vec<Called<T>>,
    /// What a complaint calls several of them: `values`.
    plural: &'static str,
}

/// Something with its names.
struct Called<T> {
    named: Named<T>,
    /// Those that say most stand last.
    names: Vec<String>,
}

impl<T: Copy + PartialEq> Names<T> {
    pub(super) fn of(all: Vec<Named<T>>, plural: &'static str) -> Self {
        let numbers: Vec<Option<usize>> = (0..all.len()).map(|at| number(&all, at)).collect();
        let called = all.into_iter().zip(numbers).map(|(named, number)| {
            let names = names(&named.path, named.reason.as_deref(), number);
            Called { named, names }
        });
        Self { all: called.collect(), plural }
    }

    /// What is meant by the name that a text begins with, and how long that name is; nothing if it begins with none.
    pub(super) fn find(&self, text: &str) -> Result<Option<(&Named<T>, usize)>, Diagnostic> {
        let (found, long) = self.called(text);
        match found.as_slice() {
            [] => Ok(None),
            [one] => Ok(Some((&one.named, long))),
            several => {
                let message = format!("several {} are called `{}`", self.plural, &text[..long]);
                let help = offer("write a longer part of the name:", &self.offered(several));
                Err(Diagnostic::placeless(codes::ODDS, message).help(help))
            }
        }
    }

    /// The first of its names that nothing else has.
    pub(super) fn name_of(&self, what: T) -> String {
        self.all.iter().find(|one| one.named.what == what).map(|one| self.own_name(one)).unwrap_or_default()
    }

    /// Nothing has this name.
    pub(super) fn unknown(&self, name: &str) -> Diagnostic {
        let all: Vec<&Called<T>> = self.all.iter().collect();
        let known = self.offered(&all);
        let paths = all.iter().filter(|one| one.named.is_offered).map(|one| one.named.path.as_str());
        let ends = paths.map(|path| path.rsplit('.').next().unwrap_or(path));
        let help = match nearest(name, known.iter().map(String::as_str).chain(ends)) {
            None => self.offer_all(),
            Some(meant) => {
                let found = self.called(meant).0;
                // Several things may end as what is meant does.
                let offered = if found.len() == 1 { vec![meant.to_owned()] } else { self.offered(&found) };
                let one_of = if offered.len() == 1 { "" } else { "one of " };
                format!("did you mean {one_of}{}?", list(&offered))
            }
        };
        Diagnostic::placeless(codes::ODDS, format!("this scene has no value named `{name}`")).help(help)
    }

    /// What can be named at all.
    pub(super) fn offer_all(&self) -> String {
        offer("its values are", &self.offered(&self.all.iter().collect::<Vec<_>>()))
    }

    /// The names of those that are worth an offer.
    fn offered(&self, some: &[&Called<T>]) -> Vec<String> {
        some.iter().filter(|one| one.named.is_offered).map(|one| self.own_name(one)).collect()
    }

    fn own_name(&self, one: &Called<T>) -> String {
        let path = &one.named.path;
        let is_its_own =
            |name: &&String| matches!(self.called(name).0.as_slice(), [only] if only.named.what == one.named.what);
        one.names.iter().filter(|name| name.starts_with(path)).find(is_its_own).unwrap_or(path).clone()
    }

    /// What a text may mean, of which it says as much as of nothing else, and how much of it is the name. A path that is written
    /// in full means what stands there, though others may end in the same way: there is nothing that could be added to it.
    fn called(&self, text: &str) -> (Vec<&Called<T>>, usize) {
        let long = |one: &Called<T>| one.names.iter().filter(|name| begins_with(text, name)).map(String::len).max();
        let Some(longest) = self.all.iter().filter_map(long).max() else { return (Vec::new(), 0) };
        let (in_full, others): (Vec<_>, Vec<_>) =
            self.all.iter().filter(|one| long(one) == Some(longest)).partition(|one| one.named.path == text[..longest]);
        (if in_full.is_empty() { others } else { in_full }, longest)
    }
}

/// Which it is of those that have the same path; nothing if no other has it.
fn number<T>(all: &[Named<T>], at: usize) -> Option<usize> {
    let is_same = |other: &&Named<T>| other.path == all[at].path;
    let number = all.iter().take(at + 1).filter(is_same).count();
    (all.iter().filter(is_same).count() > 1).then_some(number)
}

fn offer(words: &str, names: &[String]) -> String {
    if names.is_empty() { "it has no values that can be varied".to_owned() } else { format!("{words} {}", list(names)) }
}

/// What something may be called: the path, and each end of it; these with the reason that stands there in quotes, and with a number
/// where several have the path; and that reason alone.
fn names(path: &str, reason: Option<&str>, number: Option<usize>) -> Vec<String> {
    let bare = ends(path).map(str::to_owned);
    let with_reason = reason.into_iter().flat_map(|reason| ends(path).map(move |end| format!("{end} \"{reason}\"")));
    let numbered = number.into_iter().flat_map(|number| ends(path).map(move |end| format!("{end}({number})")));
    bare.chain(with_reason).chain(numbered).chain(reason.map(|reason| format!("\"{reason}\""))).collect()
}

/// A path, and each end of it.
fn ends(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |rest| rest.split_once('.').map(|(_, rest)| rest))
}

/// Whether a text begins with this name, and goes on with something else.
fn begins_with(text: &str, name: &str) -> bool {
    text.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::{Named, Names};

    /// Of these, what is `closed` is not worth an offer.
    fn names(all: &[(&str, Option<&str>)]) -> Names<usize> {
        let named = all.iter().enumerate().map(|(what, (path, reason))| Named {
            what,
            path: (*path).to_owned(),
            reason: reason.map(str::to_owned),
            is_offered: !path.ends_with("closed"),
        });
        Names::of(named.collect(), "things")
    }

    /// What stands between backticks in the help of a complaint.
    fn offers(found: &crate::diagnostic::Diagnostic) -> Vec<String> {
        let help = found.help.iter().flat_map(|help| help.split('`').skip(1).step_by(2));
        help.map(str::to_owned).collect()
    }

    #[test]
    fn whatever_is_offered_means_one_thing() {
        let all = names(&[
            ("climb.ada.arm", None),
            ("ada.arm", None),
            ("arm", None),
            ("net.help", Some("a friend")),
            ("net.help", Some("a friend")),
            ("net.help", None),
            ("rod.help", Some("a cat")),
            ("rod.closed", None),
            ("net.closed", None),
            ("net.open.closed", None),
            ("ada.over the wall.closed", None),
        ]);
        for (what, path) in [(0, "climb.ada.arm"), (1, "ada.arm"), (2, "arm"), (3, "net.help(1)"), (5, "net.help(3)")] {
            assert_eq!(all.name_of(what), path);
            assert!(matches!(all.find(path), Ok(Some((found, long))) if found.what == what && long == path.len()));
        }
        let several = |text: &str| all.find(text).err();
        let refused = ["hlep", "amr", "help \"a fiend\"", "closde", "nothing like it"].map(|name| all.unknown(name));
        let refused = refused.into_iter().chain(["help", "net.help", "closed"].into_iter().filter_map(several));
        for found in refused {
            for offer in offers(&found) {
                let meant = all.find(&offer);
                let meant = meant.unwrap_or_else(|again| panic!("{}: {offer}: {}", found.message, again.message));
                assert!(meant.is_some_and(|(one, _)| one.is_offered), "{}: {offer}", found.message);
            }
        }
    }

    #[test]
    fn nothing_is_offered_where_nothing_is_worth_it() {
        let all = names(&[("rod.closed", None), ("net.closed", None)]);
        for found in [all.unknown("closde"), all.unknown("nothing"), all.find("closed").err().expect("there are two")] {
            assert_eq!(
                found.help.iter().map(ToString::to_string).collect::<Vec<_>>(),
                ["it has no values that can be varied"]
            );
        }
    }
}
