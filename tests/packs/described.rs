//! What an `assize.toml` says of a pack, and what it cannot say: nothing in it is passed over.

use crate::{SALT, SCENE, described, engine, refused, shelf};

#[test]
fn a_wrong_description_is_told_at_its_place() {
    let right = described("coast", "1.2.0", "\"salt.asz\"", "");
    let changed: [(&str, String); 21] = [
        ("no TOML", "[pack\n".to_owned()),
        ("another table", right.replace("[pack]", "[pac]")),
        ("no table", "pack = 3\n".to_owned()),
        ("settings only", "[defaults]\nmode = \"random\"\n".to_owned()),
        ("one table more", format!("{right}[paket]\n")),
        ("an unknown key", format!("{right}licens = \"MIT\"\n")),
        ("no name", right.replace("name = \"coast\"\n", "")),
        ("an empty name", right.replace("\"coast\"", "\"\"")),
        ("a name with signs", right.replace("\"coast\"", "\"co“ast\\n\"")),
        ("no version", right.replace("version = \"1.2.0\"\n", "")),
        ("a short version", right.replace("1.2.0", "1.2")),
        ("a version with a letter", right.replace("1.2.0", "v1.2.0")),
        ("no version at all", right.replace("1.2.0", "the newest")),
        ("a number", right.replace("\"1.2.0\"", "1.2")),
        ("no system", right.replace("extends = \"lots\"\n", "")),
        ("no rules", right.replace("[\"salt.asz\"]", "[]")),
        ("one rule without a list", right.replace("[\"salt.asz\"]", "\"salt.asz\"")),
        ("a rule that is not there", right.replace("salt.asz", "slat.asz")),
        ("a rule outside", right.replace("salt.asz", "../salt.asz")),
        ("a rule that is none", right.replace("salt.asz", "salt.txt")),
        ("a need that is no version", format!("{right}needs = {{ fog = \"soon\" }}\n")),
    ];
    let told = changed.map(|(what, text)| {
        assert_ne!(text, right, "{what}");
        let mut shelf = shelf();
        shelf.put("coast/assize.toml", text);
        format!("## {what}\n{}", refused(shelf, SCENE))
    });
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn everything_that_can_be_said_is_taken() {
    let mut shelf = shelf();
    let more = "author = \"Ada Oak\"\nlicence = \"CC0-1.0\"\npage = \"PAGE.md\"\nneeds = { assize = \"0.1\" }\n[defaults]\nmode = \"random\"\n";
    shelf.put("coast/assize.toml", described("coast", "1.2.0-beta.1+build", "\"salt.asz\"", more));
    assert!(engine(shelf).compile("night.asz", SCENE).is_ok());
}

#[test]
fn a_pack_and_its_rules_extend_one_system() {
    let mut shelf = shelf();
    shelf.put("ponds", "system ponds\nkind person { fish : number = 0 }\n");
    shelf.put("coast/salt.asz", SALT.replace("extends lots", "extends ponds"));
    let told = refused(shelf.clone(), SCENE);
    assert!(told.contains("this house rule extends `ponds`, but the system in use is `lots`"), "{told}");
    shelf.put("coast/salt.asz", SALT);
    let told = refused(shelf, &SCENE.replace("use lots", "use ponds"));
    assert!(told.contains("this pack extends `lots`, but the system in use is `ponds`"), "{told}");
}

#[test]
fn a_file_that_is_no_house_rule_is_none_of_a_pack() {
    let mut shelf = shelf();
    shelf.put("coast/salt.asz", "use lots\nperson ben\n");
    let told = refused(shelf, SCENE);
    assert!(told.contains("error[AZ111]: a house rule is needed here, but `salt.asz` is a scene"), "{told}");
}

#[test]
fn a_rule_that_stands_there_twice_is_remarked_on() {
    let mut shelf = shelf();
    shelf.put("coast/assize.toml", described("coast", "1.2.0", "\"salt.asz\", \"salt.asz\"", ""));
    let encounter = engine(shelf).compile("night.asz", SCENE).unwrap_or_else(|failure| panic!("{failure}"));
    let told: Vec<&str> = encounter.warnings().iter().map(|found| found.message.as_str()).collect();
    assert_eq!(told, ["`coast/salt.asz` is already in use: this line changes nothing"]);
}

/// A pack of a stranger is held to the same limits as any text.
#[test]
fn packs_are_held_to_the_limits() {
    let told = |limits: assize::Limits, shelf| {
        let failure = engine(shelf).limits(limits).compile("night.asz", SCENE).expect_err("it is too much");
        failure.to_string().lines().next().unwrap_or_default().to_owned()
    };
    let mut long = shelf();
    long.put("coast/assize.toml", described("coast", "1.2.0", "\"salt.asz\"", &"# …\n".repeat(2000)));
    let told_long = told(assize::Limits::default().file(4096), long);
    assert!(told_long.contains("`coast/assize.toml` is longer than 4 kB"), "{told_long}");
    let many = told(assize::Limits::default().files(3), shelf());
    assert!(many.contains("more than 3 files"), "{many}");
}
