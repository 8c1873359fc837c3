//! The packages of the lock file, as cargo tells them.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

/// A package that something of the project is built of.
#[derive(Clone, Debug)]
pub struct Package {
    /// What cargo calls it; unique.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Under which licences it is given, as it says itself.
    pub license: Option<String>,
    /// One of the project's own that nobody publishes.
    pub private: bool,
    /// Where it comes from; nothing for those of the project.
    pub source: Option<String>,
    /// The SHA-256 of what was downloaded, as the lock file has it.
    pub checksum: Option<String>,
    /// What it asks for without saying which version, paths left out.
    pub wildcards: Vec<String>,
    /// Those that go into it, by their ids; not those of its tests.
    pub needs: Vec<String>,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Told>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Told {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    publish: Option<Vec<String>>,
    source: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    req: String,
    path: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Edge>,
}

#[derive(Deserialize)]
struct Edge {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    checksum: Option<String>,
}

/// All packages of the lock file of the project at a path, in its order: of all features, and of all systems.
///
/// # Errors
/// If cargo cannot be asked, if the lock file is not up to date, or if it has a package of which cargo does not tell.
pub fn packages(root: &Path) -> Result<Vec<Package>, Box<dyn Error>> {
    let asked = ["metadata", "--locked", "--all-features", "--format-version", "1"];
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo).args(asked).current_dir(root).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    let metadata: Metadata = serde_json::from_slice(&output.stdout)?;
    let lock: Lock = toml::from_str(&fs::read_to_string(root.join("Cargo.lock"))?)?;
    let mut needs: BTreeMap<String, Vec<String>> =
        metadata.resolve.nodes.into_iter().map(|node| (node.id, built_of(node.deps))).collect();
    let mut packages = Vec::new();
    for locked in lock.package {
        let told = metadata.packages.iter().find(|told| told.name == locked.name && told.version == locked.version);
        let told = told.ok_or_else(|| format!("cargo does not tell of {} {}", locked.name, locked.version))?;
        packages.push(Package {
            id: told.id.clone(),
            name: locked.name,
            version: locked.version,
            license: told.license.clone(),
            private: told.publish.as_ref().is_some_and(Vec::is_empty),
            source: told.source.clone(),
            checksum: locked.checksum,
            wildcards: told
                .dependencies
                .iter()
                .filter(|asked| is_wildcard(asked))
                .map(|asked| asked.name.clone())
                .collect(),
            needs: needs.remove(&told.id).unwrap_or_default(),
        });
    }
    Ok(packages)
}

fn built_of(edges: Vec<Edge>) -> Vec<String> {
    let built = edges.into_iter().filter(|edge| edge.dep_kinds.iter().any(|kind| kind.kind.as_deref() != Some("dev")));
    built.map(|edge| edge.pkg).collect()
}

fn is_wildcard(asked: &Dependency) -> bool {
    asked.req == "*" && asked.path.is_none()
}
