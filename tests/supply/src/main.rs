//! `check` tells what `deny.toml` does not allow; `bill` writes the bill of materials.

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use assize_supply::{bill, check, packages, policy};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let packages = packages::packages(&root)?;
    match std::env::args().nth(1).as_deref() {
        Some("check") => {
            let offences = check::offences(&packages, &policy::policy(&root)?)?;
            for offence in &offences {
                eprintln!("{offence}");
            }
            Ok(if offences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Some("bill") => {
            let bill = bill::bill(&packages, "assize").ok_or("the lock file does not have the program")?;
            println!("{}", serde_json::to_string_pretty(&bill)?);
            Ok(ExitCode::SUCCESS)
        }
        Some(_) | None => Err("`check` or `bill`?".into()),
    }
}
