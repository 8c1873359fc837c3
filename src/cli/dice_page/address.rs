//! Where the page is served: an address of this machine that a person names.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// What is said when an address cannot be read.
const WAYS: &str = "write a port, such as 4000, or an address of this machine, such as 192.168.1.5 or 192.168.1.5:4000";

/// An address with its port; port 0 is any that is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Address(pub(super) SocketAddr);

impl Address {
    /// Reads what a person has named: nothing, a port, an address, or both. Without an address only this machine reaches the page.
    pub(in crate::cli) fn read(text: &str) -> Result<Self, String> {
        let here = IpAddr::from(Ipv4Addr::LOCALHOST);
        let text = text.trim();
        if text.is_empty() {
            return Ok(Self((here, 0).into()));
        }
        let text = text.replacen("localhost", "127.0.0.1", usize::from(text.starts_with("localhost")));
        let port = || text.parse().ok().map(|port: u16| SocketAddr::from((here, port)));
        let alone = || text.parse().ok().map(|address: IpAddr| SocketAddr::from((address, 0)));
        let found = port().or_else(alone).or_else(|| text.parse().ok());
        match found {
            Some(found) if found.ip().is_unspecified() => Err(format!(
                "`{}` means every address of this machine: name the one that the players' phones can reach",
                found.ip()
            )),
            Some(found) => Ok(Self(found)),
            None => Err(WAYS.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    #[test]
    fn an_address_is_read_in_every_way_in_which_it_is_named() {
        for (text, read) in [
            ("", "127.0.0.1:0"),
            ("4000", "127.0.0.1:4000"),
            ("localhost", "127.0.0.1:0"),
            ("localhost:4000", "127.0.0.1:4000"),
            (" 192.168.1.5 ", "192.168.1.5:0"),
            ("192.168.1.5:4000", "192.168.1.5:4000"),
            ("::1", "[::1]:0"),
            ("[::1]:4000", "[::1]:4000"),
        ] {
            assert_eq!(Address::read(text).map(|address| address.0.to_string()), Ok(read.to_owned()), "{text}");
        }
        for text in ["70000", "here", "example.org:80", "1.2.3", "http://127.0.0.1/", "-1", "127.0.0.1:"] {
            assert!(Address::read(text).is_err_and(|why| why.starts_with("write a port")), "{text}");
        }
        for text in ["0.0.0.0", "0.0.0.0:4000", "::", "[::]:80"] {
            assert!(Address::read(text).is_err_and(|why| why.contains("every address")), "{text}");
        }
    }
}
