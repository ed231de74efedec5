// SPDX-License-Identifier: 0BSD (make of it what you like)
//! A line above the other children: the previous state, the current one, and the path in it, if the
//! child that presents it sends one.
//!
//! It shows messages between independent children (the JSON tree sends its path to all; this child
//! requests it from any that has one), the situation, and a docked place of one line.

#[path = "../../Templates/rust/childplugin.rs"]
mod childplugin;

use childplugin::*;

/// "My path": the body is the path as text; empty if there is none.
const PATH: &str = "org.statehost.path/1";
/// "Send your path": a child with a path sends it to the requester.
const ASK: &str = "org.statehost.path.ask/1";
/// The maximum length of a path.
const PATH_BYTES: usize = 1024;

struct Trail {
    host: Host,
    state: String,
    /// The path in this state, and the child that sent it.
    path: String,
    teller: String,
}

static PLACES: &[Place] = &[
    Place::new("loading", 5, 0).docked(EDGE_TOP, UNIT_CELLS, 1, 1),
    Place::new("content", 5, 0).docked(EDGE_TOP, UNIT_CELLS, 1, 1),
    Place::new("empty", 5, 0).docked(EDGE_TOP, UNIT_CELLS, 1, 1),
    Place::new("error", 5, 0).docked(EDGE_TOP, UNIT_CELLS, 1, 1),
];

impl Child for Trail {
    const DESCRIPTOR: Descriptor = Descriptor {
        id: Text::of("com.example.trail"),
        name: Text::of("Trail"),
        vendor: Text::of("StateHost"),
        version: Text::of("1.0.0"),
        description: Text::of("Which state was, which is, and where in it the user is."),
        places: PLACES.as_ptr(),
        place_count: PLACES.len() as u32,
        ..Descriptor::NONE
    };
    const EXTENSIONS: &'static [&'static [u8]] =
        &[EXTENSION_SITUATION, EXTENSION_MESSAGES, EXTENSION_ACCESSIBILITY];

    fn new(host: Host) -> Trail {
        Trail { host, state: String::new(), path: String::new(), teller: String::new() }
    }

    fn will_appear(&mut self, _animated: bool) {
        self.situation_changed();
    }

    /// In another state, requests the path from the children.
    fn situation_changed(&mut self) {
        let state = self.host.state(STATE_CURRENT);
        if state != self.state {
            self.state = state;
            self.path.clear();
            self.host.send("", ASK, b"");
        }
    }

    /// Uses the path of the last sender; only that one can clear it.
    fn received(&mut self, from: &str, subject: &str, body: &[u8]) {
        if subject != PATH || body.is_empty() && from != self.teller {
            return;
        }
        self.teller = from.to_string();
        self.path = String::from_utf8_lossy(&body[..body.len().min(PATH_BYTES)]).into_owned();
        self.host.invalidate();
    }

    fn draw(&mut self, canvas: &Canvas) {
        let utf8 = self.host.terminal().flags & TERMINAL_UTF8 != 0;
        let step = if utf8 { " › " } else { " > " };
        let (muted, title) = (Style::new(role(ROLE_MUTED)), Style::new(role(ROLE_TITLE)).bold());
        let before = self.host.state(STATE_PREVIOUS);
        let mut column = 1;
        if !before.is_empty() {
            column += canvas.text(column, 0, &before, muted);
            column += canvas.text(column, 0, step, muted);
        }
        let state = if self.state.is_empty() { "no state" } else { &self.state };
        column += canvas.text(column, 0, state, title);
        if !self.path.is_empty() {
            column += canvas.text(column, 0, step, muted);
            canvas.text(column, 0, &self.path, Style::new(role(ROLE_ACCENT)));
        }
    }

    fn words(&mut self) -> String {
        format!("{} {}", self.state, self.path)
    }
}

#[no_mangle]
pub extern "C" fn childplugin_entry(_major: u32, _minor: u32) -> *const Plugin {
    plugin::<Trail>()
}
