//! The library as JavaScript calls it: handles of what is kept in WebAssembly, and texts in JSON for everything else, in the shapes of
//! the protocol. It wraps `bindings/handles`, and `../ts/` wraps it for people.
//!
//! What is refused is thrown as the text of an error object of the protocol.

mod document;
mod encounter;
mod engine;
mod lent;
mod playing;
mod session;
mod spans;
mod verdict;
mod watch;
mod wire;
