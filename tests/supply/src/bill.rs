//! The bill of materials: what is in the program, as `CycloneDX` has it.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use spdx::Expression;

use crate::packages::Package;

/// Which `CycloneDX` it is.
pub const SPECIFICATION: &str = "1.6";

/// The bill of a package: itself, and all that goes into it, however far down, with every feature, on every system. It holds no
/// time and no random number, so the same lock file gives the same bill. `None` if there is no such package.
pub fn bill(packages: &[Package], name: &str) -> Option<Value> {
    let whole = packages.iter().find(|package| package.name == name)?;
    let inside = closure(packages, whole);
    let mut component = component(whole);
    component["type"] = json!("application");
    let parts: Vec<Value> =
        inside.values().filter(|part| part.id != whole.id).map(|part| self::component(part)).collect();
    let dependencies: Vec<Value> = inside.values().map(|part| dependency(part, &inside)).collect();
    Some(json!({
        "bomFormat": "CycloneDX",
        "specVersion": SPECIFICATION,
        "version": 1,
        "metadata": { "component": component },
        "components": parts,
        "dependencies": dependencies,
    }))
}

/// A package and all that it needs, by their names and versions.
fn closure<'p>(packages: &'p [Package], whole: &'p Package) -> BTreeMap<String, &'p Package> {
    let by_id: BTreeMap<&str, &Package> = packages.iter().map(|package| (package.id.as_str(), package)).collect();
    let (mut inside, mut waiting) = (BTreeMap::new(), vec![whole]);
    while let Some(package) = waiting.pop() {
        if inside.insert(url(package), package).is_none() {
            waiting.extend(package.needs.iter().filter_map(|id| by_id.get(id.as_str()).copied()));
        }
    }
    inside
}

fn url(package: &Package) -> String {
    // What follows a `+` is written as it has to stand in an address.
    format!("pkg:cargo/{}@{}", package.name, package.version.replace('+', "%2B"))
}

fn component(package: &Package) -> Value {
    let url = url(package);
    let mut component =
        json!({ "type": "library", "bom-ref": url, "name": package.name, "version": package.version, "purl": url });
    if let Some(license) = &package.license {
        component["licenses"] = json!([{ "expression": canonical(license) }]);
    }
    if let Some(checksum) = &package.checksum {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    component
}

/// As SPDX writes it: some packages have `MIT/Apache-2.0`.
fn canonical(license: &str) -> String {
    Expression::canonicalize(license).ok().flatten().unwrap_or_else(|| license.to_owned())
}

fn dependency(package: &Package, inside: &BTreeMap<String, &Package>) -> Value {
    let mut needs: Vec<&String> =
        inside.iter().filter(|(_, part)| package.needs.contains(&part.id)).map(|(url, _)| url).collect();
    needs.sort();
    json!({ "ref": url(package), "dependsOn": needs })
}
