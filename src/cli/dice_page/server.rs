//! Takes connections, each for one request, and so many at a time.

use std::io::{self, Read};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::request::{self, Timed};
use super::response::{HttpCode, Response};
use super::site::Site;

/// So many requests are read at a time: each phone has one or two, and a slow one is sent away soon.
const MOST_CONNECTIONS: usize = 64;

/// So long a phone may take to receive a response.
const TO_WRITE: Duration = Duration::from_secs(5);

/// When the system has no connection to give, it is asked again after this time.
const PAUSE: Duration = Duration::from_millis(100);

/// What somebody still sends while they are refused is read up to this size, so that they see why.
const MOST_UNREAD: u64 = 64 * 1024;

/// Serves the page as long as the program runs.
///
/// # Errors
/// When the system has no thread for that.
pub(super) fn serve(listener: TcpListener, site: Arc<Site>) -> io::Result<()> {
    let open = Arc::new(AtomicUsize::new(0));
    thread::Builder::new().name("dice page".to_owned()).spawn(move || {
        for stream in listener.incoming() {
            match stream {
                Ok(stream) => take(stream, &site, &open),
                Err(_) => thread::sleep(PAUSE),
            }
        }
    })?;
    Ok(())
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

fn take(stream: TcpStream, site: &Arc<Site>, open: &Arc<AtomicUsize>) {
    let Some(place) = Place::of(open) else {
        // It fits into what the system keeps of a fresh connection, so nobody waits for it.
        let _ = Response::empty(HttpCode::Unavailable).write(&mut &stream);
        return;
    };
    let site = Arc::clone(site);
    // Without a thread nobody answers, and the phone asks again.
    let _ = thread::Builder::new().spawn(move || {
        let _place = place;
        // A sender that has gone hears nothing of it.
        let _ = answer(&stream, &site);
    });
}

fn answer(stream: &TcpStream, site: &Site) -> io::Result<()> {
    stream.set_write_timeout(Some(TO_WRITE))?;
    let mut input = Timed::of(stream);
    let response = match request::read(&mut input) {
        Ok(Some(request)) => site.respond(&request),
        Ok(None) => return Ok(()),
        Err(code) => Response::empty(code),
    };
    response.write(&mut &*stream)?;
    stream.shutdown(Shutdown::Write)?;
    // To close while something is unread would take back what was sent.
    io::copy(&mut input.take(MOST_UNREAD), &mut io::sink())?;
    Ok(())
}
