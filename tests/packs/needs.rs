//! What packs need of each other, and of the program.

use assize::engine::{Answers, Shelf};

use crate::{SCENE, compiled, described, refused, shelf};

/// The pack needs another one of this version, which lies beside it in this one.
fn with_air(needed: &str, there: &str) -> Shelf {
    let mut shelf = shelf();
    let needs = format!("needs = {{ \"salt air\" = \"{needed}\" }}\n");
    shelf.put("coast/assize.toml", described("coast", "1.2.0", "\"salt.asz\"", &needs));
    shelf.put("salt-air/assize.toml", described("salt air", there, "\"air.asz\"", ""));
    shelf.put("salt-air/air.asz", "house air extends lots\nextend sum draw.total { air | -1 }\n");
    shelf
}

#[test]
fn a_pack_brings_along_what_it_needs() {
    let verdict = compiled(with_air("1.1", "1.4.2"), SCENE).adjudicate(Answers::deliberate()).expect("it runs");
    let packs: Vec<&str> = verdict.packs.iter().map(|pack| pack.name.as_str()).collect();
    assert_eq!(packs, ["salt air", "coast"], "what others build on comes first");
    assert_eq!(verdict.get("lot.total").and_then(|total| total.number), Some(1));
    // Somebody may use it as well, before or behind.
    for uses in [
        "use house pack \"coast\"\nuse house pack \"salt-air\"",
        "use house pack \"salt-air\"\nuse house pack \"coast\"",
    ] {
        let encounter = compiled(with_air("1.1", "1.4.2"), &SCENE.replace("use house pack \"coast\"", uses));
        assert!(encounter.warnings().is_empty(), "{:?}", encounter.warnings());
    }
}

#[test]
fn the_version_has_to_be_good_enough() {
    for (needed, there, fits) in [
        ("1.4", "1.4.0", true),
        ("1.4", "1.10.0", true),
        ("1.4.2", "1.4.1", false),
        ("1.4", "1.3.9", false),
        ("1.4", "2.0.0", false),
        ("0.3", "0.3.9", true),
        ("0.3", "0.4.0", false),
        (">=1, <3", "2.5.0", true),
        ("1", "1.0.0-draft", false),
    ] {
        let told = crate::engine(with_air(needed, there)).compile("night.asz", SCENE);
        assert_eq!(told.is_ok(), fits, "{needed} with {there}");
    }
    insta::assert_snapshot!(refused(with_air("1.4", "2.0.0"), SCENE), @r"
    coast/assize.toml:6:11: error[AZ117]: the pack `coast` needs the pack `salt air` in version 1.4, and the one in use is 2.0.0
      help: use another version of one of the two packs
    ");
}

#[test]
fn what_is_not_there_is_told() {
    let mut shelf = with_air("1.4", "1.4.0");
    shelf.put("coast/assize.toml", described("coast", "1.2.0", "\"salt.asz\"", "needs = { fog = \"1\" }\n"));
    insta::assert_snapshot!(refused(shelf, SCENE), @r"
    coast/assize.toml:6:11: error[AZ117]: the pack `coast` needs the pack `fog` in version 1, and it is not there
      help: put its folder beside that of this pack, or use it as well
    ");
}

/// Wherever it lies, a line of the scene may bring it in.
#[test]
fn what_is_needed_may_be_used_from_elsewhere() {
    let mut shelf = shelf();
    shelf.put("coast/assize.toml", described("coast", "1.2.0", "\"salt.asz\"", "needs = { fog = \"1\" }\n"));
    shelf.put("far/away/assize.toml", described("fog", "1.0.0", "\"fog.asz\"", ""));
    shelf.put("far/away/fog.asz", "house fog extends lots\nextend sum draw.total { fog | -1 }\n");
    compiled(shelf, &SCENE.replace("person ada", "use house pack \"far/away\"\nperson ada"));
}

#[test]
fn packs_that_need_each_other_make_a_circle() {
    let mut shelf = with_air("1.4", "1.4.0");
    let needs = "needs = { coast = \"1\" }\n";
    shelf.put("salt-air/assize.toml", described("salt air", "1.4.0", "\"air.asz\"", needs));
    let told = refused(shelf, SCENE);
    assert!(told.contains("AZ109") && told.contains("through `salt-air/assize.toml`"), "{told}");
}

#[test]
fn a_pack_can_need_another_program() {
    let with = |version: &str| {
        let mut shelf = shelf();
        let needs = format!("needs = {{ assize = \"{version}\" }}\n");
        shelf.put("coast/assize.toml", described("coast", "1.2.0", "\"salt.asz\"", &needs));
        shelf
    };
    compiled(with(env!("CARGO_PKG_VERSION")), SCENE);
    let told = refused(with("99.1"), SCENE);
    assert!(told.contains(concat!("needs assize in version 99.1, and this is ", env!("CARGO_PKG_VERSION"))), "{told}");
}

#[test]
fn two_packs_cannot_have_one_name() {
    let mut shelf = shelf();
    shelf.put("other/assize.toml", described("coast", "3.0.0", "\"sun.asz\"", ""));
    shelf.put("other/sun.asz", "house sun extends lots\nextend sum draw.total { sun | 2 }\n");
    let told = refused(shelf, &SCENE.replace("person ada", "use house pack \"other\"\nperson ada"));
    assert!(told.contains("error[AZ117]: two packs are called `coast`"), "{told}");
}
