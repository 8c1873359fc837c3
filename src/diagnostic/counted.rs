//! Numbers with the words that depend on them.

/// `1 is`, `6 are`.
pub fn are(number: i64) -> String {
    format!("{number} {}", if number == 1 { "is" } else { "are" })
}

#[cfg(test)]
mod tests {
    use super::are;

    #[test]
    fn one_is_and_all_others_are() {
        assert_eq!([0, 1, 6].map(are), ["0 are", "1 is", "6 are"]);
    }
}
