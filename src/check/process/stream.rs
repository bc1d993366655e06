//! What a program writes, read by a thread of its own: the beginning and the end of it are kept.

use std::io::{ErrorKind, Read};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// A stream that is read to its end.
#[derive(Debug)]
pub struct Stream {
    kept: Arc<Mutex<Kept>>,
    reader: JoinHandle<()>,
}

/// The beginning and the end of a long text.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    /// Its beginning.
    pub head: Vec<u8>,
    /// What follows that, or the end of it.
    pub tail: Vec<u8>,
    /// Whether something between them is missing.
    pub left_out: bool,
}

impl Stream {
    /// Reads this from now on; keeps so many bytes of its beginning and of its end.
    pub fn of(mut from: impl Read + Send + 'static, most: usize) -> Self {
        let kept = Arc::new(Mutex::new(Kept::default()));
        let into = Arc::clone(&kept);
        let reader = std::thread::spawn(move || {
            let mut portion = [0; 4_096];
            loop {
                match from.read(&mut portion) {
                    Ok(count @ 1..) => {
                        let mut kept = into.lock().unwrap_or_else(PoisonError::into_inner);
                        kept.add(&portion[..count], most);
                    }
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Ok(0) | Err(_) => return,
                }
            }
        });
        Self { kept, reader }
    }

    /// What it has read, waited for so long: another process may hold the stream open.
    pub fn kept(&self, wait: Duration) -> Kept {
        let end = Instant::now() + wait;
        while !self.reader.is_finished() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Kept {
    fn add(&mut self, text: &[u8], most: usize) {
        let room = (most - self.head.len()).min(text.len());
        self.head.extend_from_slice(&text[..room]);
        self.tail.extend_from_slice(&text[room..]);
        let surplus = self.tail.len().saturating_sub(most);
        self.left_out |= surplus > 0;
        self.tail.drain(..surplus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        let text = [b"Exception\n".to_vec(), vec![b'x'; 100_000], b"\nthe reason".to_vec()];
        let stream = Stream::of(std::io::Cursor::new(text.concat()), 2_048);
        let kept = stream.kept(Duration::from_secs(60));
        assert!(kept.head.starts_with(b"Exception\nxxx") && kept.tail.ends_with(b"\nthe reason"));
        assert!(kept.left_out && kept.head.len() == 2_048 && kept.tail.len() == 2_048);
    }
}
