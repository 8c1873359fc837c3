//! The protocol over WebSocket, on this machine only: each connection is a conversation of its own.

use std::io::{self, BufRead, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::{HeaderMap, StatusCode, header};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket};

use super::token::Token;
use crate::engine::Failure;

/// So many clients can be connected at a time; each has its own workers.
const MOST_CONNECTIONS: usize = 16;

/// So long a client may take to introduce itself, and to receive a message.
const PATIENCE: Duration = Duration::from_secs(10);

/// When the system has no connection to give, it is asked again after this time.
const PAUSE: Duration = Duration::from_millis(100);

/// Who may connect.
pub(super) struct Door {
    listener: TcpListener,
    guard: Arc<Guard>,
}

struct Guard {
    token: Token,
    port: u16,
    /// The pages of browsers that may connect, as these say from where they come.
    origins: Vec<String>,
    /// So many bytes may a message have.
    longest: usize,
}

impl Door {
    /// At a port of this machine; port 0 is any that is free. No message is longer than `longest`.
    ///
    /// # Errors
    /// When somebody else has the port, or the system gives no randomness.
    pub(super) fn at(port: u16, origins: Vec<String>, longest: usize) -> Result<io::Result<Self>, Failure> {
        let token = Token::fresh()?;
        let open = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).and_then(|listener| {
            let port = listener.local_addr()?.port();
            Ok(Self { listener, guard: Arc::new(Guard { token, port, origins, longest }) })
        });
        Ok(open)
    }

    /// Where clients connect.
    pub(super) fn url(&self) -> String {
        format!("ws://{}:{}/{}", Ipv4Addr::LOCALHOST, self.guard.port, self.guard.token.text())
    }

    /// Has `converse` talk with every client that may connect, each on a thread of its own, as long as the program runs.
    pub(super) fn serve(&self, converse: impl Fn(Heard, Told) + Send + Sync + 'static) {
        let (open, converse) = (Arc::new(AtomicUsize::new(0)), Arc::new(converse));
        for stream in self.listener.incoming() {
            let Ok(stream) = stream else {
                thread::sleep(PAUSE);
                continue;
            };
            let place = Place::of(&open);
            let (guard, converse) = (Arc::clone(&self.guard), Arc::clone(&converse));
            // Without a thread nobody answers, and the client tries again.
            let _ = thread::Builder::new().spawn(move || {
                let is_full = place.is_none();
                if let Ok((heard, told)) = welcome(&stream, guard, is_full) {
                    converse(heard, told);
                }
                // Whoever still reads is let go.
                let _ = stream.shutdown(Shutdown::Both);
                drop(place);
            });
        }
    }
}

/// One of the connections that may be open; it makes room for another when it is dropped, however its thread ends.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn of(open: &Arc<AtomicUsize>) -> Option<Self> {
        let place = Self(Arc::clone(open));
        (open.fetch_add(1, Ordering::SeqCst) < MOST_CONNECTIONS).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The handshake, and both directions after it.
#[expect(clippy::result_large_err, reason = "a refusal of `tungstenite` is a whole response")]
fn welcome(stream: &TcpStream, guard: Arc<Guard>, is_full: bool) -> io::Result<(Heard, Told)> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let config = WebSocketConfig::default().max_message_size(Some(guard.longest)).max_frame_size(Some(guard.longest));
    let check =
        move |request: &Request, response: Response| guard.check(request, is_full).map(|()| response).map_err(refused);
    tungstenite::accept_hdr_with_config(stream.try_clone()?, check, Some(config)).map_err(io::Error::other)?;
    stream.set_read_timeout(None)?;
    let turn = Arc::new(Mutex::new(()));
    let end = |stream| {
        let whole = Whole { stream, frame: Vec::new(), turn: Arc::clone(&turn) };
        WebSocket::from_raw_socket(whole, Role::Server, Some(config))
    };
    let (reads, writes) = (end(stream.try_clone()?), end(stream.try_clone()?));
    Ok((Heard { socket: reads, line: Vec::new(), read: 0 }, Told { socket: writes, line: Vec::new() }))
}

fn refused(code: StatusCode) -> ErrorResponse {
    let mut response = ErrorResponse::new(None);
    *response.status_mut() = code;
    response
}

impl Guard {
    /// A client that does not know the token, calls this machine something else, or is a page that nobody named, is told nothing.
    fn check(&self, request: &Request, is_full: bool) -> Result<(), StatusCode> {
        let knows = request.uri().path().strip_prefix('/').is_some_and(|said| self.token.is(said));
        if !knows || !self.is_called(request.headers()) {
            return Err(StatusCode::NOT_FOUND);
        }
        let origin = request.headers().get(header::ORIGIN);
        if origin.is_some_and(|from| !self.origins.iter().any(|own| own.as_bytes() == from.as_bytes())) {
            return Err(StatusCode::FORBIDDEN);
        }
        if is_full { Err(StatusCode::SERVICE_UNAVAILABLE) } else { Ok(()) }
    }

    /// Whether the client means this machine by its name. A page that leads its own name here does not.
    fn is_called(&self, headers: &HeaderMap) -> bool {
        let names = [format!("{}:{}", Ipv4Addr::LOCALHOST, self.port), format!("localhost:{}", self.port)];
        headers.get(header::HOST).is_some_and(|host| names.iter().any(|name| host.as_bytes() == name.as_bytes()))
    }
}

/// A stream on which what is written goes out whole: both directions write, and neither into a message of the other.
struct Whole {
    stream: TcpStream,
    frame: Vec<u8>,
    turn: Arc<Mutex<()>>,
}

impl Read for Whole {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.stream.read(into)
    }
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.frame.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        self.stream.write_all(&std::mem::take(&mut self.frame))
    }
}

/// What a client says: each message is a line.
pub(super) struct Heard {
    socket: WebSocket<Whole>,
    line: Vec<u8>,
    read: usize,
}

impl Heard {
    /// The next line; an empty one at the end.
    fn next(&mut self) -> Vec<u8> {
        loop {
            let mut line = match self.socket.read() {
                Ok(Message::Text(text)) => text.as_bytes().to_vec(),
                Ok(Message::Binary(bytes)) => bytes.to_vec(),
                // Pongs and the end of a connection are answered by the socket itself.
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_)) => continue,
                // It has gone, or says what is no WebSocket: nothing more comes.
                Err(_) => return Vec::new(),
            };
            // Between the parts of JSON an end of line is a blank, and elsewhere there is none.
            line.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b' ');
            line.push(b'\n');
            return line;
        }
    }
}

impl Read for Heard {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Heard {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.len() {
            (self.line, self.read) = (self.next(), 0);
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, bytes: usize) {
        self.read += bytes;
    }
}

/// What the server says: each line is a message.
pub(super) struct Told {
    socket: WebSocket<Whole>,
    /// What has no end yet.
    line: Vec<u8>,
}

impl Write for Told {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        while let Some(end) = self.line.iter().position(|byte| *byte == b'\n') {
            let rest = self.line.split_off(end + 1);
            let mut line = std::mem::replace(&mut self.line, rest);
            line.pop();
            let line = String::from_utf8(line).map_err(io::Error::other)?;
            self.socket.write(Message::text(line)).map_err(io::Error::other)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.flush().map_err(io::Error::other)
    }
}
