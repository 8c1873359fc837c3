//! Nothing guards the end of the stack in WebAssembly: it is as large as that of a thread elsewhere.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_ARCH").as_deref() == Ok("wasm32") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=4194304");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
