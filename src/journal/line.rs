//! One line: a record between its number and its checksum.

use crc32fast::Hasher;
use serde_json::Value;

use super::{Record, VERSION};
use crate::diagnostic::clean;
use crate::json_keys::doubled;

/// How the first line of every journal begins, whatever its version; the version follows.
const HEAD: &[u8] = br#"{"n":1,"record":"opened","version":"#;

/// What stands between a record and its checksum.
const BEFORE_SUM: &[u8] = br#","sum":""#;

/// What stands behind the checksum.
const AFTER_SUM: &[u8] = br#""}"#;

/// The digits of a checksum.
const SUM_DIGITS: usize = 8;

/// What is wrong with a line, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bad {
    /// A crash while it was written would leave it so.
    Torn(String),
    /// No crash leaves it so.
    Wrong(String),
}

/// What the beginning of a file tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// A journal of this version, or the torn beginning of one.
    Ours,
    /// A journal of another version.
    Other(u64),
    /// Something else.
    Foreign,
}

/// The line of a record, its line feed included, and its checksum. `before` is the checksum of the preceding line.
pub(super) fn written(number: u64, record: &Record, before: u32) -> serde_json::Result<(Vec<u8>, u32)> {
    let record = serde_json::to_string(record)?;
    let fields = record.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_default();
    let told = format!(r#"{{"n":{number},{fields}"#);
    let sum = summed(before, told.as_bytes());
    Ok((format!("{told},\"sum\":\"{sum:08x}\"}}\n").into_bytes(), sum))
}

/// What the first line says about the file it stands in.
pub(super) fn head(line: &[u8]) -> Head {
    let Some(rest) = line.strip_prefix(HEAD) else {
        // Of a journal that was just begun, any number of bytes may be there; something else that is so short and the same is
        // put aside when the journal is opened.
        return if HEAD.starts_with(line) { Head::Ours } else { Head::Foreign };
    };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let version = std::str::from_utf8(&rest[..digits]).ok().and_then(|digits| digits.parse::<u64>().ok());
    match version {
        Some(found) if rest.get(digits) == Some(&b',') && found != u64::from(VERSION) => Head::Other(found),
        _ => Head::Ours,
    }
}

/// Reads a line with whatever ends it. `number` is the one it must have.
pub(super) fn read(line: &[u8], number: u64, before: u32) -> Result<(Record, u32), Bad> {
    if let Some(found) = numbered(line).filter(|found| *found != number) {
        return Err(Bad::Wrong(format!("its number is {found}, but should be {number}")));
    }
    let begins = format!(r#"{{"n":{number},"#);
    let Some((told, sum, rest)) = parted(line).filter(|(told, ..)| told.starts_with(begins.as_bytes())) else {
        return Err(Bad::Torn("it is incomplete".to_owned()));
    };
    if summed(before, told) != sum {
        return Err(Bad::Torn("its checksum does not match".to_owned()));
    }
    match rest {
        b"\n" => {}
        b"" => return Err(Bad::Torn("it has no end".to_owned())),
        _ => return Err(Bad::Wrong("something follows its checksum".to_owned())),
    }
    let record = record(&[b"{", &told[begins.len()..], b"}"].concat()).map_err(Bad::Wrong)?;
    if matches!(record, Record::Opened { .. }) != (number == 1) {
        return Err(Bad::Wrong("only the first line can open a journal".to_owned()));
    }
    Ok((record, sum))
}

/// The number a line gives itself.
fn numbered(line: &[u8]) -> Option<u64> {
    let rest = line.strip_prefix(br#"{"n":"#)?;
    let digits = rest.iter().position(|byte| *byte == b',')?;
    std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()
}

/// What the checksum covers, the checksum, and what follows it. Within a text of a record every quote has a backslash
/// before it, and no field of a record is called `sum`, so the first place that looks like the checksum is the checksum.
fn parted(line: &[u8]) -> Option<(&[u8], u32, &[u8])> {
    let at = line.windows(BEFORE_SUM.len()).position(|window| window == BEFORE_SUM)?;
    let (digits, rest) = line[at + BEFORE_SUM.len()..].split_at_checked(SUM_DIGITS)?;
    let lower = digits.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let sum = std::str::from_utf8(digits).ok().filter(|_| lower)?;
    Some((&line[..at], u32::from_str_radix(sum, 16).ok()?, rest.strip_prefix(AFTER_SUM)?))
}

/// The record, if this program would have written the same: a field it does not know is never passed over.
fn record(json: &[u8]) -> Result<Record, String> {
    let unknown = |error: serde_json::Error| match doubled(&mut serde_json::Deserializer::from_slice(json)) {
        Some(key) => format!("the key `{}` is written twice in one object", clean::short(&key, 60)),
        None => format!("unknown content: {error}"),
    };
    let record: Record = serde_json::from_slice(json).map_err(unknown)?;
    let stands: Value = serde_json::from_slice(json).map_err(unknown)?;
    let meant = serde_json::to_value(&record).map_err(unknown)?;
    if stands == meant { Ok(record) } else { Err("unknown content".to_owned()) }
}

/// The CRC-32 of everything that the checksums up to here cover.
fn summed(before: u32, told: &[u8]) -> u32 {
    let mut hasher = Hasher::new_with_initial(before);
    hasher.update(told);
    hasher.finalize()
}
