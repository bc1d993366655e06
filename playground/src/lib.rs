//! The library in a browser: requests as JSON in, answers as JSON out.
//!
//! It decides nothing: the page says what is asked, the library plays, and what comes back is written
//! down. A call has three steps: [`room`] says where to put the request, [`answer`] answers it and says
//! how long the answer is, [`place`] says where it is.

mod answers;
mod fields;
mod requests;

use std::cell::RefCell;
use std::panic;
use std::sync::Once;

use answers::Table;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
    static TABLE: RefCell<Table> = RefCell::new(Table::default());
}

/// Where to put a request of this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    keep_panics();
    REQUEST.with_borrow_mut(|request| {
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request; returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let answered = TABLE.with_borrow_mut(|table| REQUEST.with_borrow(|text| table.answer(text)));
    ANSWER.set(answered);
    length()
}

/// The length of the last answer in bytes; after a trap, of what is said about it.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    ANSWER.with_borrow(String::len)
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn place() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// Makes an answer of a panic, which ends the module.
fn keep_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        panic::set_hook(Box::new(|what| {
            let told =
                format!("internal error: {what}; please report this, and load the page again");
            ANSWER.set(answers::refused(&told, "page"));
        }));
    });
}
