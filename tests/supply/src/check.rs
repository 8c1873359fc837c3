//! Packages held to a policy.

use std::collections::BTreeMap;
use std::error::Error;

use spdx::{Expression, Licensee, ParseMode};

use crate::packages::Package;
use crate::policy::Policy;

/// Everything that the policy does not allow, and whatever it names in vain.
///
/// # Errors
/// If the policy names a licence that nobody knows.
pub fn offences(packages: &[Package], policy: &Policy) -> Result<Vec<String>, Box<dyn Error>> {
    let allowed = policy.licenses.allow.iter().map(|name| Licensee::parse(name));
    let allowed: Vec<Licensee> = allowed.collect::<Result<_, _>>()?;
    let mut offences = Vec::new();
    for package in packages {
        let told = [license(package, &allowed), source(package, policy), wildcard(package)];
        offences.extend(told.into_iter().flatten().map(|told| format!("{} {told}", named(package))));
    }
    offences.extend(duplicates(packages, policy));
    Ok(offences)
}

fn named(package: &Package) -> String {
    format!("{}@{}", package.name, package.version)
}

fn license(package: &Package, allowed: &[Licensee]) -> Option<String> {
    if package.private {
        return None;
    }
    let Some(license) = &package.license else { return Some("names no licence".to_owned()) };
    match Expression::parse_mode(license, ParseMode::LAX) {
        Err(_) => Some(format!("has a licence that cannot be read: {license}")),
        Ok(read) => {
            let satisfied = read.evaluate(|asked| allowed.iter().any(|licensee| licensee.satisfies(asked)));
            (!satisfied).then(|| format!("is under a licence that is not allowed: {license}"))
        }
    }
}

/// Those of the project have no source; all others have one, and a sum that says what was downloaded.
fn source(package: &Package, policy: &Policy) -> Option<String> {
    let source = package.source.as_ref()?;
    let registry = source.strip_prefix("registry+");
    if !registry.is_some_and(|registry| policy.sources.registries.iter().any(|allowed| allowed == registry)) {
        return Some(format!("comes from elsewhere: {source}"));
    }
    package.checksum.is_none().then(|| "has no checksum".to_owned())
}

fn wildcard(package: &Package) -> Option<String> {
    (!package.wildcards.is_empty()).then(|| format!("takes any version of {}", package.wildcards.join(", ")))
}

/// Of each package one version, and those that the policy names.
fn duplicates(packages: &[Package], policy: &Policy) -> Vec<String> {
    let skipped = |package: &str| policy.bans.skip.iter().any(|skipped| skipped.package == package);
    let mut versions: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for package in packages {
        versions.entry(&package.name).or_default().push(named(package));
    }
    let mut offences = Vec::new();
    for mut several in versions.into_values().filter(|several| several.len() > 1) {
        several.retain(|package| !skipped(package));
        if several.len() > 1 {
            offences.push(format!("{} are there beside each other", several.join(" and ")));
        }
    }
    let several = |package: &str| {
        let (name, _) = package.split_once('@').unwrap_or((package, ""));
        let there = packages.iter().any(|found| named(found) == package);
        there && packages.iter().filter(|found| found.name == name).count() > 1
    };
    let vain = policy.bans.skip.iter().filter(|skipped| !several(&skipped.package));
    offences.extend(vain.map(|skipped| format!("{} is skipped in vain", skipped.package)));
    offences
}
