//! A phone with the dice page open: HTTP over a plain connection, so that anything can be sent.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// Longer than any response takes, on any machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// Where the page is.
#[derive(Clone, Debug)]
pub struct Phone {
    pub host: String,
    /// The path of the page, with its token.
    pub base: String,
}

impl Phone {
    /// With the address that the program has said.
    pub fn at(url: &str) -> Self {
        let rest = url.trim().strip_prefix("http://").expect("it is an address");
        let (host, token) = rest.split_once('/').expect("it has a token");
        Self { host: host.to_owned(), base: format!("/{token}") }
    }

    /// Sends these bytes, and gives whatever comes back.
    pub fn sends(&self, bytes: &[u8]) -> String {
        let mut stream = self.connects();
        // The other side may have refused it before the end.
        let _ = stream.write_all(bytes);
        let mut response = Vec::new();
        let _ = stream.read_to_end(&mut response);
        String::from_utf8(response).expect("it is text")
    }

    pub fn connects(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("it takes connections");
        stream.set_read_timeout(Some(PATIENCE)).expect("there is a limit");
        stream
    }

    /// What is seen at a path of the page.
    pub fn looks(&self, path: &str) -> String {
        self.sends(format!("GET {}{path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.base, self.host).as_bytes())
    }

    /// What is seen once this can be seen there.
    pub fn sees(&self, text: &str) -> String {
        for _ in 0..600 {
            let page = self.looks("");
            if page.contains(text) {
                return page;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("`{text}` is not seen: {}", self.looks(""));
    }

    /// What is seen after a form was sent.
    pub fn tells(&self, form: &str) -> String {
        self.tells_with("", form)
    }

    /// Likewise, with further headers.
    pub fn tells_with(&self, headers: &str, form: &str) -> String {
        let (Self { host, base }, length) = (self, form.len());
        self.sends(
            format!("POST {base}/answer HTTP/1.1\r\nHost: {host}\r\n{headers}Content-Length: {length}\r\n\r\n{form}")
                .as_bytes(),
        )
    }
}
