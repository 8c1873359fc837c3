//! An internal error ends the request that met it, but not the program.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

use crate::diagnostic::{Diagnostic, clean, codes};
use crate::protocol::echoed;

/// What `work` comes to, or what it says when it panics. Whatever it has changed by then is not to be used any more.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|panic| in_words(&*panic))
}

fn in_words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    clean::short(text.unwrap_or("no details"), 300)
}

/// The refusal, and the session that had to be closed.
pub(super) fn told(panic: &str, closed: Option<&str>) -> Diagnostic {
    let found = Diagnostic::placeless(codes::INTERNAL, format!("internal error: {panic}"));
    let report = "please report this with the request";
    found.help(match closed {
        Some(name) => {
            let name = echoed(name);
            format!("the session `{name}` was closed; resume its journal, if it has one, with `session/open`; {report}")
        }
        None => report.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::{caught, told};

    #[test]
    fn what_panics_is_told_and_what_does_not_is_done() {
        assert_eq!(caught(|| 5), Ok(5));
        assert_eq!(caught(|| panic!("no such place")), Err::<(), _>("no such place".to_owned()));
        let place = 7;
        assert_eq!(caught(|| panic!("no place {place}")), Err::<(), _>("no place 7".to_owned()));
        assert_eq!(caught(|| std::panic::panic_any(7)), Err::<(), _>("no details".to_owned()));
    }

    #[test]
    fn the_way_out_names_the_session_that_was_closed() {
        let found = told("no such place", Some("table 3"));
        assert_eq!(found.message, "internal error: no such place");
        assert!(
            found.help.is_some_and(|help| help.starts_with("the session `table 3` was closed; resume its journal"))
        );
        assert!(told("x", None).help.is_some_and(|help| !help.contains("session")));
    }
}
