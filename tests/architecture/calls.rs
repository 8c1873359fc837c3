//! Which file calls which by the methods of a type whose `impl` blocks lie in several files.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::{File, Token};

/// Methods of the standard library that types of ours have as well. A call of such a name is ours only on `self`.
const STANDARD: &[&str] = &[
    "all", "and", "any", "append", "apply", "chain", "clear", "clone", "cmp", "collect", "contains", "copy", "count",
    "drain", "end", "entry", "eq", "extend", "filter", "find", "first", "flush", "fmt", "from", "get", "index",
    "insert", "is_empty", "iter", "join", "kind", "last", "len", "lines", "lock", "map", "max", "min", "new", "next",
    "parse", "path", "pop", "position", "push", "read", "remove", "repeat", "replace", "rev", "send", "set", "split",
    "start", "step", "sum", "take", "then", "trim", "truncate", "values", "write", "zip",
];

/// For each type whose methods are defined in several of these files: which file calls methods of which others.
pub fn calls(files: &[File]) -> BTreeMap<String, Vec<BTreeSet<usize>>> {
    let read: Vec<Impls> = files.iter().map(impls).collect();
    let mut homes: BTreeMap<&str, BTreeMap<&str, BTreeSet<usize>>> = BTreeMap::new();
    for (place, file) in read.iter().enumerate() {
        for (ty, method) in &file.defined {
            homes.entry(ty).or_default().entry(method).or_default().insert(place);
        }
    }
    homes.retain(|_, methods| methods.values().flatten().collect::<BTreeSet<_>>().len() > 1);
    let mut functions: BTreeMap<&str, usize> = BTreeMap::new();
    for name in read.iter().flat_map(|file| &file.functions) {
        *functions.entry(name).or_default() += 1;
    }
    let of_type = |(ty, methods): (&str, BTreeMap<&str, BTreeSet<usize>>)| {
        let goals = |name: &str, on_self: bool| {
            let homes = methods.get(name)?;
            // Another function of that name may be the one that is called, here or in the standard library.
            let only = functions.get(name) == Some(&homes.len()) && !STANDARD.contains(&name);
            (on_self || only).then_some(homes)
        };
        let of_file = |(place, file): (usize, &Impls)| {
            let own = file.called_on_self.iter().filter(|(on, _)| on == ty).filter_map(|(_, name)| goals(name, true));
            let others = file.called.iter().filter_map(|name| goals(name, false));
            let away = |homes: &&BTreeSet<usize>| !homes.contains(&place);
            own.chain(others).filter(away).flatten().copied().collect()
        };
        (ty.to_owned(), read.iter().enumerate().map(of_file).collect())
    };
    homes.into_iter().map(of_type).collect()
}

/// What the `impl` blocks of a file say.
#[derive(Default)]
struct Impls {
    /// Types and the methods that are defined for them.
    defined: BTreeSet<(String, String)>,
    /// Types and the methods called on `self` or `Self` in their blocks.
    called_on_self: BTreeSet<(String, String)>,
    /// Methods called on anything else.
    called: BTreeSet<String>,
    /// Every function, whosever it is, as often as it is defined.
    functions: Vec<String>,
}

fn impls(file: &File) -> Impls {
    let tokens: Vec<Token> = file.tokens().into_iter().map(|(_, token)| token).collect();
    let mut found = Impls::default();
    // The type whose block we are in, whether a trait is implemented for it, and how deep the block lies.
    let mut block: Option<(String, bool, usize)> = None;
    let (mut at, mut depth) = (0, 0_usize);
    while at < tokens.len() {
        if let Some((ty, of_trait, body)) = block.is_none().then(|| header(&tokens, at)).flatten() {
            block = Some((ty, of_trait, depth));
            at = body;
            continue;
        }
        match (&tokens[at], &block) {
            (Token::Sign('{'), _) => depth += 1,
            (Token::Sign('}'), _) => {
                depth = depth.saturating_sub(1);
                block = block.filter(|(.., outside)| depth > *outside);
            }
            (Token::Name(name), _) if at > 0 && is(&tokens, at - 1, "fn") => {
                found.functions.push(name.clone());
                if let Some((ty, false, outside)) = &block
                    && depth == outside + 1
                {
                    found.defined.insert((ty.clone(), name.clone()));
                }
            }
            (Token::Name(name), block) => {
                let ty = block.as_ref().map(|(ty, ..)| ty.as_str());
                match (called_on_self(&tokens, at, ty), ty) {
                    (true, Some(ty)) => {
                        found.called_on_self.insert((ty.to_owned(), name.clone()));
                    }
                    _ if is_called(&tokens, at) => {
                        found.called.insert(name.clone());
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The type of an `impl` block that begins at `at`, whether it implements a trait, and where its brace stands.
fn header(tokens: &[Token], at: usize) -> Option<(String, bool, usize)> {
    let begins = at == 0 || matches!(tokens[at - 1], Token::Sign('}' | ';' | ']'));
    if !is(tokens, at, "impl") || !begins {
        return None;
    }
    let (mut ty, mut of_trait, mut angles, mut named) = (None, false, 0_usize, true);
    for (place, token) in tokens.iter().enumerate().skip(at + 1) {
        match token {
            Token::Sign('<') => angles += 1,
            Token::Sign('>') if tokens[place - 1] != Token::Sign('-') => angles = angles.saturating_sub(1),
            Token::Sign('{') => return ty.map(|ty| (ty, of_trait, place)),
            Token::Name(name) if angles == 0 => match name.as_str() {
                "for" => of_trait = true,
                "where" => named = false,
                _ if named => ty = Some(name.clone()),
                _ => {}
            },
            _ => {}
        }
    }
    None
}

/// `self.name(`, `Self::name` or, inside the blocks of the type, its own name instead of `Self`.
fn called_on_self(tokens: &[Token], at: usize, ty: Option<&str>) -> bool {
    let by_method = at >= 2 && tokens[at - 1] == Token::Sign('.') && is(tokens, at - 2, "self");
    let alone = at < 3 || tokens[at - 3] != Token::Sign('.');
    let colons = at >= 3 && tokens[at - 1] == Token::Sign(':') && tokens[at - 2] == Token::Sign(':');
    let by_type = colons && (is(tokens, at - 3, "Self") || ty.is_some_and(|ty| is(tokens, at - 3, ty)));
    (by_method && alone && opens(tokens, at + 1)) || by_type
}

/// `.name(` or `.name::<T>(` on anything.
fn is_called(tokens: &[Token], at: usize) -> bool {
    at > 0 && tokens[at - 1] == Token::Sign('.') && opens(tokens, at + 1)
}

fn opens(tokens: &[Token], at: usize) -> bool {
    matches!(tokens.get(at), Some(Token::Sign('(' | ':')))
}

fn is(tokens: &[Token], at: usize, name: &str) -> bool {
    matches!(tokens.get(at), Some(Token::Name(found)) if found == name)
}

#[test]
fn ways_of_calling_a_method_are_understood() {
    let called = |first: &str, second: &str| -> Vec<(String, usize)> {
        let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
        let files = [file("src/room/a.rs", first), file("src/room/b.rs", second)];
        let goals = calls(&files).into_iter().map(|(ty, calls)| (ty, calls[0].len()));
        goals.collect()
    };
    let door = |goals: usize| vec![("Door".to_owned(), goals)];
    let other = "impl<'d, T: Fn() -> u8> Door<'d, T> { pub fn unlatch(&self) {} fn collect(&self) {} }";
    assert_eq!(called("impl Door<'_, u8> { fn a(&self) { self.unlatch(); } }", other), door(1));
    assert_eq!(called("impl Door<'_, u8> { fn a(&self) { Self::unlatch(self) } }", other), door(1));
    assert_eq!(called("impl Door<'_, u8> { fn a(&self) { x.map(Door::unlatch) } }", other), door(1));
    assert_eq!(called("impl Door<'_, u8> { fn a(&self) { self.next.unlatch() } }", other), door(1), "only ours");
    assert_eq!(called("impl Door<'_, u8> { fn a(&self) {} } fn f(d: &Door) { d.unlatch() }", other), door(1));
    assert_eq!(called("impl Door<'_, u8> { fn a(&self) { self.list.collect() } }", other), door(0), "standard");
    assert_eq!(called("impl Door<'_, u8> { fn a(&self) { self.collect() } }", other), door(1), "ours on `self`");
    assert_eq!(called("impl Door<'_, u8> { fn a(&self) { self.unlatch } }", other), door(0), "a field");
    assert_eq!(
        called(
            "impl Door<'_, u8> { fn a(&self) {} } impl Fmt for Door<'_, u8> { fn f(&self) { self.unlatch() } }",
            other
        ),
        door(1)
    );
    let two = "impl Door<'_, u8> { fn a(&self) { gate.unlatch() } } impl Gate { fn unlatch(&self) {} }";
    assert_eq!(called(two, other), door(0), "two types have it");
    assert_eq!(called("impl Fmt for Door<'_, u8> { fn a(&self) { self.unlatch() } }", other), [], "one file only");
    let apart = "fn f() -> impl Iterator { x } impl Door<'_, u8> { fn a(&self) { if x {} } } fn g() { self.unlatch }";
    assert_eq!(called(apart, other), door(0));
}
