// SPDX-License-Identifier: 0BSD (make of it what you like)
//! What changed between this load and the previous one: added lines in green, removed lines
//! in red. Without a change, and after the first load, the rows themselves.
//!
//! It shows how to follow the content, how `generation` tells a reload from added rows, and a
//! child as a type of its own with the host's defaults for the rest.

#[path = "../../Templates/rust/childplugin.rs"]
mod childplugin;
mod difference;

use childplugin::*;
use difference::{difference, Change};

/// The maximum number of rows to compare, and of bytes of each.
const ROWS: u64 = 10_000;
const ROW_BYTES: usize = 1024;

/// The rows of the last complete load, and their differences to those of the previous one.
struct Changes {
    host: Host,
    generation: Option<u64>,
    rows: Vec<String>,
    changes: Vec<(Change, String)>,
    /// The first visible line.
    top: usize,
}

static PLACES: &[Place] = &[Place::new("content", 0, PLACE_INSTEAD_OF_BUNDLED)];

impl Child for Changes {
    const DESCRIPTOR: Descriptor = Descriptor {
        flags: DESCRIPTOR_TAKES_FOCUS,
        id: Text::of("com.example.changes"),
        name: Text::of("Changes"),
        vendor: Text::of("StateHost"),
        version: Text::of("1.0.0"),
        description: Text::of("What changed between this load and the one before it."),
        places: PLACES.as_ptr(),
        place_count: PLACES.len() as u32,
        ..Descriptor::NONE
    };
    const EXTENSIONS: &'static [&'static [u8]] =
        &[EXTENSION_INPUT, EXTENSION_CONTENT, EXTENSION_ACCESSIBILITY];

    fn new(host: Host) -> Changes {
        Changes { host, generation: None, rows: Vec::new(), changes: Vec::new(), top: 0 }
    }

    fn will_appear(&mut self, _animated: bool) {
        self.content_changed();
    }

    fn content_changed(&mut self) {
        let Some(content) = self.host.content() else { return };
        if content.flags & CONTENT_COMPLETE == 0 {
            return;
        }
        if self.generation == Some(content.generation) && self.rows.len() as u64 == content.rows {
            return;
        }
        let rows: Vec<String> = (0..content.rows.min(ROWS))
            .map(|row| self.host.cell(row, WHOLE_ROW, ROW_BYTES))
            .collect();
        let old = if self.generation.is_some() { &self.rows } else { &rows };
        let changes = difference(old, &rows);
        self.changes = changes.into_iter().map(|(kind, line)| (kind, line.to_string())).collect();
        self.generation = Some(content.generation);
        self.rows = rows;
        self.top = 0;
    }

    fn draw(&mut self, canvas: &Canvas) {
        canvas.text(1, 0, &self.words(), Style::new(role(ROLE_TITLE)).bold());
        let room = (canvas.rows() - 2).max(0) as usize;
        for (row, (kind, line)) in self.changes.iter().skip(self.top).take(room).enumerate() {
            let (mark, colour) = match kind {
                Change::Kept => (" ", ROLE_TEXT),
                Change::Added => ("+", ROLE_SUCCESS),
                Change::Removed => ("-", ROLE_ERROR),
            };
            let row = row as i32 + 2;
            canvas.text(1, row, mark, Style::new(role(colour)).bold());
            canvas.text(3, row, line, Style::new(role(colour)));
        }
    }

    /// Up and down move.
    fn key(&mut self, key: &Key, _typed: &str) -> bool {
        let last = self.changes.len().saturating_sub(1);
        self.top = match key.code {
            _ if key.modifiers != 0 => return false,
            KEY_UP => self.top.saturating_sub(1),
            KEY_DOWN => (self.top + 1).min(last),
            KEY_HOME => 0,
            KEY_END => last,
            _ => return false,
        };
        self.host.invalidate();
        true
    }

    fn words(&mut self) -> String {
        let count = |kind| self.changes.iter().filter(|change| change.0 == kind).count();
        match (count(Change::Added), count(Change::Removed)) {
            (0, 0) => format!("{} lines, no change", self.rows.len()),
            (added, removed) => format!("{added} added, {removed} removed"),
        }
    }
}

#[no_mangle]
pub extern "C" fn childplugin_entry(_major: u32, _minor: u32) -> *const Plugin {
    plugin::<Changes>()
}
