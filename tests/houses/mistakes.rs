use assize::diagnostic::render;
use assize::engine::{Engine, Limits, Shelf};
use assize::hook_rhai;

use crate::{compiled, refused};

/// What is wrong with these functions in a scene that lights a lamp.
fn wrong(rules: &str) -> String {
    refused("light lamp by ada { wind house.gust(1) \"a gust\" }", &format!("fn gust(n) {{ n }}\n{rules}"))
}

#[test]
fn a_point_that_there_is_not() {
    let message = wrong("fn before_glwo(total) { }");
    assert!(message.starts_with("rules.rhai:2:4: error[AZ611]: there is no hook `before_glwo`"), "{message}");
    assert!(message.contains("did you mean `before_glow`?"), "{message}");
}

#[test]
fn a_point_with_a_slip_in_its_first_word() {
    for slip in ["Before_glow", "befor_glow", "BEFORE_GLOW"] {
        let message = wrong(&format!("fn {slip}(total) {{ }}"));
        assert!(message.contains(&format!("there is no hook `{slip}`")), "{message}");
        assert!(message.contains("did you mean `before_glow`?"), "{message}");
    }
    // No such thing as a `glare` is resolved, so this is a function like any other.
    assert!(!wrong("fn befor_glare(n) { n }\nfn before_glow(total) { #{ add: \"x\" } }").contains("befor_glare"));
}

#[test]
fn a_parameter_that_is_no_name() {
    let message = wrong("fn before_glow(person_wonds) { }");
    assert!(
        message.contains("error[AZ611]: `before_glow` reads `person_wonds`, which is not a name there"),
        "{message}"
    );
}

#[test]
fn a_function_that_there_is_not() {
    let message = refused("light lamp by ada { wind house.gsut(1) \"a gust\" }", "fn gust(n) { n }");
    assert!(message.contains("no house rule has a function `gsut`") && message.contains("house.gust"), "{message}");
}

#[test]
fn too_many_arguments() {
    let message = refused("light lamp by ada { wind house.gust(1, 2) \"a gust\" }", "fn gust(n) { n }");
    assert!(message.contains("`house.gust` takes 1 argument, not 2") && message.contains("house.gust(n)"), "{message}");
}

#[test]
fn a_roll_is_handed_on_as_one_of_its_numbers() {
    let scene = "roll coin \"luck\" : 2d6\nlight lamp by ada { wind house.gust(coin) \"a gust\" }";
    let message = refused(scene, "fn gust(n) { n }");
    assert!(message.contains("error[AZ301]: this cannot be passed to a function"), "{message}");
    assert!(message.contains("such as `coin.sum`, `coin.highest`"), "{message}");
}

#[test]
fn an_answer_that_has_no_place() {
    let expected = [
        ("fn before_glow(total) { #{ level: \"dark\" } }", "`before_glow` returns a level, which is not allowed here"),
        ("fn after_glow(glow) { #{ add: -1 } }", "`after_glow` returns a modifier, which is not allowed here"),
        (
            "fn after_glow(glow) { #{ level: \"drak\" } }",
            "returns `drak`, which is not a level of `glow`: dark, dim, bright",
        ),
        ("fn before_cost_oil() { #{ level: \"dark\" } }", "`before_cost_oil` returns a level"),
        ("fn before_roll_spark() { #{ add: 1 } }", "`before_roll_spark` returns a modifier"),
    ];
    for (rules, message) in expected {
        let found = wrong(rules);
        assert!(found.contains("error[AZ713]") && found.contains(message), "{rules}: {found}");
        assert!(found.contains("called here") && found.contains("here it may return"), "{found}");
    }
}

#[test]
fn a_rule_that_never_ends() {
    let message = wrong("fn before_glow(total) { loop { } }");
    assert!(message.contains("rules.rhai:2") && message.contains("error[AZ713]"), "{message}");
}

#[test]
fn a_text_that_is_no_rhai() {
    let message = wrong("fn before_glow(total) { ");
    assert!(message.contains("rules.rhai:2") && message.contains("error[AZ713]"), "{message}");
}

#[test]
fn a_program_that_reads_no_rhai() {
    let mut shelf = Shelf::default();
    shelf.put("rules.rhai", "fn gust(n) { n }");
    let failure = Engine::with(shelf).compile("scene.asz", "use ttomp\nuse house \"rules.rhai\"\n");
    let message = failure.expect_err("nothing reads it").to_string();
    assert!(message.contains("AZ111") && message.contains("a language that this program does not read"), "{message}");
}

#[test]
fn a_name_that_is_found_elsewhere() {
    let message = wrong("fn before_glow(totl) { }");
    assert!(message.contains("did you mean `total`?"), "{message}");
    let duel = |rules: &str| {
        let mut shelf = Shelf::default();
        shelf.put("scene.rhai", rules);
        let reader = hook_rhai::reader(Limits::default());
        let engine = Engine::with(shelf).functions_by(reader);
        engine.compile("scene.asz", "use duel\nactor ada").expect_err("it is refused").to_string()
    };
    let message = duel("fn after_roll_dice(stops) { }");
    assert!(message.contains("`stops` is in `against several`, but `after_roll_dice` is in `test`"), "{message}");
    let message = duel("fn after_winner(action) { }");
    assert!(message.contains("`action`, which is a run of `test`, not a single value"), "{message}");
    assert!(message.contains("`action_NAME` for `action.name`"), "{message}");
}

#[test]
fn a_function_that_nothing_calls() {
    let warned = |rules: &str| {
        let encounter = compiled("light lamp by ada { wind house.gust(1) \"x\" }", rules);
        let encounter = encounter.unwrap_or_else(|failure| panic!("{failure}"));
        encounter.warnings().iter().map(|told| format!("{}: {:?}", told.message, told.help)).collect::<Vec<String>>()
    };
    assert_eq!(
        warned("fn gust(n) { n }\nfn before_glow() { help(1) }\nprivate fn help(n) { n }"),
        Vec::<String>::new()
    );
    // One function may use another, and one that only uses itself is used by nobody.
    assert_eq!(warned("fn gust(n) { slow(n) }\nfn slow(n) { n }"), Vec::<String>::new());
    assert_eq!(warned("fn gust(n) { n }\nfn slow(n) { if n > 0 { slow(n - 1) } else { 0 } }").len(), 1);
    let told = warned("fn gust(n) { n }\nfn on_glow() { }");
    assert!(told.len() == 1 && told[0].starts_with("nothing calls `on_glow`"), "{told:?}");
    assert!(told[0].contains("`after_glow` or `before_glow`"), "{told:?}");
    let told = warned("fn gust(n) { n }\nfn breeze() { }");
    assert!(told[0].contains("`house.breeze(…)`") && told[0].contains("private fn"), "{told:?}");
}

#[test]
fn a_file_of_functions_is_read_alone() {
    let engine = Engine::default().functions_by(hook_rhai::reader(Limits::default()));
    let read = |text: &str| engine.compile("rain.rhai", text);
    assert!(read("fn after_anything(here) { slow(1) }\nfn slow(n) { n }").is_ok_and(|read| read.warnings().is_empty()));
    let message = read("fn after_glow(n) { n +").expect_err("it is refused").to_string();
    assert!(
        message.contains("rain.rhai:1:23") && message.contains("the file ends in the middle of something"),
        "{message}"
    );
    let message = read("fn after_glow(n) { dig(n) }").expect_err("it is refused").to_string();
    assert!(message.contains("there is no function `dig` here"), "{message}");
}

#[test]
fn something_to_add_where_nothing_is_added() {
    let message = wrong("fn after_glow(glow) { if glow == \"dark\" { #{ add: [[1, \"a spark\"]] } } }");
    assert!(message.contains("`after_glow` returns a modifier, which is not allowed here"), "{message}");
    assert!(message.contains("help: to add a modifier, name it `before_glow`; here it may return"), "{message}");
    let message = wrong("fn before_stop() { #{ add: [[1, \"a spark\"]] } }");
    assert!(!message.contains("name it `after_stop`"), "{message}");
    assert!(message.contains("modifiers can be added at ") && message.contains("`before_glow`"), "{message}");
}

#[test]
fn something_to_add_at_each_point_where_it_is_added() {
    for point in ["before_glow(total)", "after_total(total)", "after_roll_spark(spark)", "before_cost_oil(amount)"] {
        let rules = format!("fn {point} {{ #{{ add: [[1, \"a spark\"]] }} }}");
        assert!(compiled("light lamp by ada { }", &rules).is_ok(), "{point}");
    }
}

#[test]
fn what_a_function_reads_in_vain_is_remarked_on_unless_it_asks() {
    let system = "system wells\nkind person { wounds : 0..9 = 0 }\n\
        procedure dig by person { sum total { base | 3 }, decide deep : yes/no { yes | total > 2, no | otherwise } }\n\
        procedure pull by digger : person { sum total { base | 4 }, decide high : yes/no { yes | total > 3, no | otherwise } }";
    let remarks = |condition: &str, scene: &str| -> Vec<String> {
        let mut shelf = Shelf::default();
        shelf.put("wells", system);
        let rules = format!("fn after_total(person_wounds) {{ if {condition} {{ #{{ add: [[-1, \"hurt\"]] }} }} }}");
        shelf.put("tired.rhai", rules);
        let engine = Engine::with(shelf).functions_by(hook_rhai::reader(Limits::default()));
        let encounter = engine.compile("day.asz", &format!("use wells\nuse house \"tired.rhai\"\nperson ada\n{scene}"));
        let encounter = encounter.expect("it compiles");
        encounter.warnings().iter().map(|found| render::one_line(found, encounter.sources())).collect()
    };
    let both = "dig hole by ada\npull rope by ada";
    let found = remarks("person_wounds > 0", both);
    let [only] = found.as_slice() else { panic!("one remark, and not {found:?}") };
    assert!(only.contains("tired.rhai:1:16"), "it stands at the parameter: {only}");
    assert!(only.contains("has no value at 1 of the 2 lines from which this scene calls `after_total`"), "{only}");
    assert!(only.contains("in `pull`") && only.contains("`digger_wounds`"), "{only}");
    for asked in ["person_wounds != () && person_wounds > 0", "(person_wounds ?? 0) > 0"] {
        assert_eq!(remarks(asked, both), Vec::<String>::new(), "{asked}");
    }
    assert_eq!(remarks("person_wounds > 0", "dig hole by ada"), Vec::<String>::new(), "there it is known");
}
