//! What a function could return instead, by nothing but the words of its type. Whatever does not compile is left out later.

use syn::{GenericArgument, PathArguments, PathSegment, ReturnType, Type};

/// Values for what a function returns.
pub fn returned(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => vec!["()".to_owned()],
        ReturnType::Type(_, kind) => values(kind),
    }
}

fn values(kind: &Type) -> Vec<String> {
    match kind {
        Type::Path(path) => path.path.segments.last().map(named).unwrap_or_default(),
        Type::Tuple(tuple) => {
            let elements: Option<Vec<String>> =
                tuple.elems.iter().map(|kind| values(kind).into_iter().next()).collect();
            elements.map(|elements| format!("({})", elements.join(", "))).into_iter().collect()
        }
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => words(&["\"\"", "\"xyzzy\""]),
            Type::Slice(_) => words(&["&[]"]),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn named(segment: &PathSegment) -> Vec<String> {
    let within = |make: &str| inner(segment).into_iter().map(|value| format!("{make}({value})")).collect::<Vec<_>>();
    match segment.ident.to_string().as_str() {
        "bool" => words(&["true", "false"]),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => words(&["0", "1"]),
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => words(&["0", "1", "-1"]),
        "String" => words(&["String::new()", "String::from(\"xyzzy\")"]),
        "Vec" => words(&["Vec::new()"]),
        "Option" => [words(&["None"]), within("Some")].concat(),
        "Result" if segment.arguments.is_none() => words(&["Ok(())"]),
        "Result" => within("Ok"),
        "Box" => within("Box::new"),
        _ => words(&["Default::default()"]),
    }
}

/// Values for the first type between its angle brackets.
fn inner(segment: &PathSegment) -> Vec<String> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return Vec::new() };
    let first = arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(kind) => Some(kind),
        _ => None,
    });
    first.map(values).unwrap_or_default()
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
