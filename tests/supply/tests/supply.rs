//! Every package is one that `deny.toml` allows, and what it does not allow is told.

use std::collections::BTreeSet;
use std::path::PathBuf;

use assize_supply::bill::bill;
use assize_supply::check::offences;
use assize_supply::packages::{Package, packages};
use assize_supply::policy::{Policy, policy};
use serde_json::Value;

fn here() -> (Vec<Package>, Policy) {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    (packages(&root).expect("cargo tells them"), policy(&root).expect("it can be read"))
}

fn told(packages: &[Package], policy: &Policy) -> Vec<String> {
    offences(packages, policy).expect("its licences are known")
}

fn named<'p>(packages: &'p mut [Package], name: &str) -> &'p mut Package {
    packages.iter_mut().find(|package| package.name == name).expect("it is there")
}

#[test]
fn every_package_is_allowed() {
    let (packages, policy) = here();
    assert!(packages.len() > 200, "only {} packages", packages.len());
    assert_eq!(told(&packages, &policy), [""; 0]);
}

#[test]
fn every_licence_of_the_list_is_needed() {
    let (packages, policy) = here();
    for name in &policy.licenses.allow {
        let mut less = policy.clone();
        less.licenses.allow.retain(|kept| kept != name);
        let told = told(&packages, &less);
        assert!(!told.is_empty(), "{name} is allowed, and no package needs it");
        assert!(told.iter().all(|told| told.contains("is under a licence that is not allowed")), "{told:?}");
    }
}

#[test]
fn what_is_not_allowed_is_told() {
    let (packages, policy) = here();
    let after = |change: fn(&mut Package)| {
        let mut changed = packages.clone();
        change(named(&mut changed, "serde"));
        let told = told(&changed, &policy);
        assert_eq!(told.len(), 1, "{told:?}");
        told.into_iter().next().unwrap_or_default().split_once(' ').map(|(_, told)| told.to_owned()).unwrap_or_default()
    };
    let license = |license: &str| format!("is under a licence that is not allowed: {license}");
    assert_eq!(after(|serde| serde.license = Some("GPL-3.0-only".into())), license("GPL-3.0-only"));
    assert_eq!(after(|serde| serde.license = Some("MIT AND AGPL-3.0-only".into())), license("MIT AND AGPL-3.0-only"));
    assert_eq!(
        after(|serde| serde.license = Some("as you like".into())),
        "has a licence that cannot be read: as you like"
    );
    assert_eq!(after(|serde| serde.license = None), "names no licence");
    assert_eq!(after(|serde| serde.checksum = None), "has no checksum");
    assert_eq!(after(|serde| serde.wildcards = vec!["rand".into()]), "takes any version of rand");
    let elsewhere = "comes from elsewhere: git+https://example.org/serde";
    assert_eq!(after(|serde| serde.source = Some("git+https://example.org/serde".into())), elsewhere);
    let elsewhere = "comes from elsewhere: registry+https://example.org/index";
    assert_eq!(after(|serde| serde.source = Some("registry+https://example.org/index".into())), elsewhere);
}

#[test]
fn a_second_version_is_told_unless_it_is_named() {
    let (mut packages, mut policy) = here();
    let mut older = named(&mut packages, "serde").clone();
    let newer = format!("serde@{}", older.version);
    older.version = "0.9.0".to_owned();
    packages.push(older);
    assert_eq!(told(&packages, &policy), [format!("{newer} and serde@0.9.0 are there beside each other")]);
    let mut named = policy.bans.skip[0].clone();
    named.package = "serde@0.9.0".to_owned();
    policy.bans.skip.push(named);
    assert_eq!(told(&packages, &policy), [""; 0]);
    packages.pop();
    assert_eq!(told(&packages, &policy), ["serde@0.9.0 is skipped in vain"]);
}

#[test]
fn each_second_version_has_a_reason() {
    let (_, policy) = here();
    for skipped in policy.bans.skip {
        assert!(skipped.reason.len() > 10, "{} without a reason", skipped.package);
    }
}

fn texts<'v>(values: &'v Value, field: &str) -> Vec<&'v str> {
    values.as_array().into_iter().flatten().filter_map(|value| value[field].as_str()).collect()
}

#[test]
fn the_bill_names_what_is_in_the_program_and_nothing_else() {
    let (packages, _) = here();
    let bill = bill(&packages, "assize").expect("the program is there");
    assert_eq!((&bill["bomFormat"], &bill["specVersion"]), (&"CycloneDX".into(), &"1.6".into()));
    let parts: BTreeSet<&str> = texts(&bill["components"], "name").into_iter().collect();
    for inside in ["pest", "rhai", "clap", "memchr", "blake3", "windows-sys"] {
        assert!(parts.contains(inside), "{inside} is in the program");
    }
    for outside in ["assize", "assize-fuzz", "insta", "proptest", "divan", "cap"] {
        assert!(!parts.contains(outside), "{outside} is not in the program, or is the program");
    }
    let references: BTreeSet<&str> = texts(&bill["components"], "bom-ref").into_iter().collect();
    assert_eq!(references.len(), bill["components"].as_array().map_or(0, Vec::len));
    let whole = bill["metadata"]["component"]["bom-ref"].as_str().expect("the program has a reference");
    for dependency in bill["dependencies"].as_array().expect("there are some") {
        let own = dependency["ref"].as_str().expect("it has one");
        assert!(own == whole || references.contains(own), "{own}");
        for part in dependency["dependsOn"].as_array().expect("there is a list") {
            assert!(references.contains(part.as_str().expect("a reference")), "{part}");
        }
    }
    for part in bill["components"].as_array().expect("there are some") {
        let (license, hash) = (&part["licenses"][0]["expression"], &part["hashes"][0]["content"]);
        assert!(license.as_str().is_some_and(|license| spdx::Expression::parse(license).is_ok()), "{part}");
        assert!(hash.as_str().is_some_and(|hash| hash.len() == 64), "{part}");
    }
}

#[test]
fn there_is_no_bill_of_what_is_not_there() {
    assert_eq!(bill(&here().0, "assise"), None);
}
