// SPDX-License-Identifier: 0BSD (make of it what you like)
//! The content as a tree if it is JSON: one document over many rows, or one in each row. Other
//! content is shown row by row, with the reason.
//!
//! It shows how to read rows in batches between two frames, a selection that is shared with other
//! children, keys that differ while a text is typed, a state that outlives a reload, and a path that is
//! sent to other children.

#[path = "../../Templates/rust/childplugin.rs"]
mod childplugin;
mod document;
mod matches;
mod tree;

use childplugin::*;
use document::{Document, Kind};
use tree::Tree;

/// How many bytes are read before keys and frames are handled.
const BATCH: usize = 128 << 10;
/// The cost of a row besides its bytes.
const ROW_COST: usize = 16;
/// The host's limit for a row.
const ROW_BYTES: u64 = 1 << 20;

/// Sent to all other children when the user moves in the tree, and on request.
const PATH: &str = "org.statehost.path/1";
const ASK: &str = "org.statehost.path.ask/1";

struct Json {
    host: Host,
    tree: Tree,
    /// The text that is being typed, and the previous filter.
    typed: Option<(String, String)>,
    read: Read,
    rows: i32,
    is_shown: bool,
    /// The path that was sent last.
    told: String,
}

/// The part of the content that is in the tree.
#[derive(Clone, Copy, Default)]
struct Read {
    generation: u64,
    rows: u64,
}

impl Json {
    /// Reads a batch; the rest follows in the next turn of the loop.
    fn advance(&mut self) {
        let Some(content) = self.host.content() else { return };
        let (mut read, tree) = (self.read, &mut self.tree);
        if read.generation != content.generation {
            tree.begin_anew();
            read = Read { generation: content.generation, rows: 0 };
        }
        let (mut bytes, mut room) = (Vec::new(), BATCH);
        while read.rows < content.rows && !tree.document.has_stopped() && room > 0 {
            let row = self.host.row(read.rows).unwrap_or_default();
            let length = row.length.min(ROW_BYTES) as usize;
            self.host.read_cell(read.rows, WHOLE_ROW, length, &mut bytes);
            tree.document.read(read.rows as u32, &bytes, row.flags & ROW_CUT != 0);
            read.rows += 1;
            room = room.saturating_sub(bytes.len() + ROW_COST);
        }
        let is_read = read.rows == content.rows || tree.document.has_stopped();
        if is_read && content.flags & CONTENT_COMPLETE != 0 {
            tree.document.finish(content.rows as u32);
        }
        self.read = read;
        if !tree.catch_up(BATCH) || !is_read {
            self.host.wake_after(0);
        }
        self.tell_path();
    }

    /// The number of rows for the tree; the last row shows the path.
    fn room(&self) -> usize {
        (self.rows - 1).max(1) as usize
    }

    // Drawing.

    fn draw_line(
        &self, tree: &Tree, node: u32, line: i32, marks: [&str; 2], canvas: &Canvas,
    ) {
        let on = |colour| if node == tree.chosen { CHOSEN } else { Style::new(role(colour)) };
        canvas.fill(0, line, canvas.columns(), 1, " ", on(ROLE_TEXT));
        let document = &tree.document;
        let depth = document.nodes[node as usize].depth as i32;
        let mut column = 1 + (depth * 2).min(canvas.columns() / 2);
        if document.is_container(node) {
            let mark = marks[usize::from(!tree.is_open(node))];
            canvas.text(column, line, mark, on(ROLE_MUTED));
        }
        column += 2;
        let (name, colour) = match document.key(node) {
            Some(key) => (text(key), ROLE_TITLE),
            None => (document.number(node).to_string(), ROLE_MUTED),
        };
        let kind = document.nodes[node as usize].kind;
        if kind != Kind::Problem && (depth > 0 || document.has_many()) {
            let named = if tree.matches(node) { on(colour).bold() } else { on(colour) };
            column += canvas.text(column, line, &name, named);
            column += canvas.text(column, line, ": ", on(ROLE_MUTED));
        }
        let (value, colour) = match kind {
            Kind::Problem => (document.problem(node), ROLE_ERROR),
            Kind::Object | Kind::Array => (tree.summary(node), ROLE_MUTED),
            Kind::String => (text(document.scalar(node)), ROLE_SUCCESS),
            Kind::Number => (text(document.scalar(node)), ROLE_WARNING),
            Kind::Word => (text(document.scalar(node)), ROLE_ACCENT),
        };
        canvas.text(column, line, &value, on(colour));
    }

    /// A screenful of unchanged rows around the cursor's row.
    fn draw_rows(&self, tree: &Tree, canvas: &Canvas) {
        let room = (canvas.rows() - 1).max(1) as u64;
        let chosen = self.host.selection().and_then(|selection| selection.row()).unwrap_or(0);
        let (top, count) = (chosen - chosen % room, self.host.content().map_or(0, |content| content.rows));
        for row in top..(top + room).min(count) {
            let style = if row == chosen { CHOSEN } else { Style::PLAIN };
            let text = self.host.cell(row, WHOLE_ROW, canvas.columns().max(0) as usize * 4);
            canvas.fill(0, (row - top) as i32, canvas.columns(), 1, " ", style);
            canvas.text(1, (row - top) as i32, &text, style);
        }
        canvas.text(1, room as i32, &tree.document.why_not(), Style::new(role(ROLE_MUTED)));
    }

    fn draw_status(&self, tree: &Tree, canvas: &Canvas) {
        let row = canvas.rows() - 1;
        if let Some((typed, _)) = &self.typed {
            let used = canvas.text(1, row, "/", Style::new(role(ROLE_ACCENT)));
            let end = 1 + used + canvas.text(1 + used, row, typed, Style::new(role(ROLE_TEXT)));
            canvas.text(end + 2, row, &tree.progress(), Style::new(role(ROLE_MUTED)));
            return canvas.cursor(end, row);
        }
        let used = canvas.text(1, row, &tree.path(), Style::new(role(ROLE_TITLE)));
        canvas.text(used + 3, row, &tree.progress(), Style::new(role(ROLE_MUTED)));
    }

    // Keys.

    /// Moves between rows if there is no tree, and accepts a row in any case.
    fn row_key(&self, code: u32) -> bool {
        let Some(selection) = self.host.selection() else { return false };
        let Some(row) = selection.row() else { return false };
        let last = self.host.content().map_or(0, |content| content.rows.saturating_sub(1));
        let room = self.room() as u64;
        selection.set_row(match code {
            KEY_UP => row.saturating_sub(1),
            KEY_DOWN => (row + 1).min(last),
            KEY_PAGE_UP => row.saturating_sub(room),
            KEY_PAGE_DOWN => (row + room).min(last),
            KEY_HOME => 0,
            KEY_END => last,
            KEY_ENTER => return self.host.perform(ACTION_ACCEPT_ROW, row as i64),
            _ => return false,
        })
    }

    fn move_key(&mut self, code: u32) -> bool {
        const SPACE: u32 = ' ' as u32;
        const PLUS: u32 = '+' as u32;
        const MINUS: u32 = '-' as u32;
        const SLASH: u32 = '/' as u32;
        let room = self.room();
        let tree = &mut self.tree;
        match code {
            KEY_UP => tree.go(-1, room),
            KEY_DOWN => tree.go(1, room),
            KEY_PAGE_UP => tree.go(-(room as isize), room),
            KEY_PAGE_DOWN => tree.go(room as isize, room),
            KEY_HOME => tree.go(isize::MIN, room),
            KEY_END => tree.go(isize::MAX, room),
            KEY_LEFT => tree.fold_or_leave(room),
            KEY_RIGHT => tree.unfold_or_enter(room),
            SPACE => tree.turn(room),
            PLUS => tree.unfold_all(room),
            MINUS => tree.fold_all(room),
            KEY_ESCAPE if tree.is_filtered() => tree.filter("", room),
            SLASH => {
                let text = tree.filter_text().to_string();
                self.typed = Some((text.clone(), text));
            }
            KEY_ENTER => return self.row_key(code),
            _ => return false,
        }
        self.look_on();
        true
    }

    fn type_key(&mut self, code: u32, typed: &str) -> bool {
        let room = self.room();
        let Some((text, before)) = &mut self.typed else { return false };
        match code {
            KEY_ENTER => self.typed = None,
            KEY_ESCAPE => {
                self.tree.filter(before, room);
                self.typed = None;
            }
            KEY_BACKSPACE => {
                text.pop();
                self.tree.filter(text, room);
            }
            _ if typed.is_empty() => return false,
            _ => {
                text.push_str(typed);
                self.tree.filter(text, room);
            }
        }
        self.look_on();
        true
    }

    /// The path of the chosen node; empty if there is none.
    fn path(&self) -> String {
        if self.tree.document.is_json() { self.tree.path() } else { String::new() }
    }

    fn tell_path(&mut self) {
        let path = self.path();
        if path != self.told {
            self.host.send("", PATH, path.as_bytes());
            self.told = path;
        }
    }

    /// Continues the filter, and sets the cursor's row for the other children.
    fn look_on(&mut self) {
        let tree = &mut self.tree;
        if !tree.catch_up(BATCH) {
            self.host.wake_after(0);
        }
        let row = tree.document.nodes.get(tree.chosen as usize).map(|node| node.row as u64);
        if let (Some(selection), Some(row)) = (self.host.selection(), row) {
            if selection.row() != Some(row) {
                selection.set_row(row);
            }
        }
        self.tell_path();
    }
}

/// The style of the chosen line.
const CHOSEN: Style = Style {
    background: role(ROLE_SELECTION_BACKGROUND),
    ..Style::new(role(ROLE_SELECTION_TEXT))
};

/// Text, up to the width of any terminal.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]).into_owned()
}

static PLACES: &[Place] = &[Place::new("content", 0, PLACE_INSTEAD_OF_BUNDLED)];

impl Child for Json {
    const DESCRIPTOR: Descriptor = Descriptor {
        flags: DESCRIPTOR_TAKES_FOCUS,
        id: Text::of("com.example.json"),
        name: Text::of("JSON"),
        vendor: Text::of("StateHost"),
        version: Text::of("1.0.0"),
        description: Text::of("JSON as a tree that folds, with a filter by path."),
        places: PLACES.as_ptr(),
        place_count: PLACES.len() as u32,
        ..Descriptor::NONE
    };
    const EXTENSIONS: &'static [&'static [u8]] = &[
        EXTENSION_LAYOUT,
        EXTENSION_INPUT,
        EXTENSION_CONTENT,
        EXTENSION_WAKE,
        EXTENSION_SELECTION,
        EXTENSION_STATE,
        EXTENSION_KEY_HELP,
        EXTENSION_ACCESSIBILITY,
        EXTENSION_MESSAGES,
    ];

    fn new(host: Host) -> Json {
        Json {
            host,
            tree: Tree::new(Document::new()),
            typed: None,
            read: Read::default(),
            rows: 1,
            is_shown: false,
            told: String::new(),
        }
    }

    fn will_appear(&mut self, _animated: bool) {
        self.is_shown = true;
        self.advance();
    }

    fn will_disappear(&mut self, _animated: bool) {
        self.is_shown = false;
    }

    fn content_changed(&mut self) {
        self.advance();
    }

    fn woke(&mut self) {
        self.advance();
    }

    fn resized(&mut self, _columns: i32, rows: i32) {
        self.rows = rows;
    }

    fn draw(&mut self, canvas: &Canvas) {
        let tree = &self.tree;
        if !tree.document.is_json() {
            return self.draw_rows(tree, canvas);
        }
        let marks = match self.host.terminal().flags & TERMINAL_UTF8 {
            0 => ["v", ">"],
            _ => ["▾", "▸"],
        };
        for (line, node) in tree.lines((canvas.rows() - 1).max(1) as usize).enumerate() {
            self.draw_line(tree, node, line as i32, marks, canvas);
        }
        if canvas.rows() > 1 {
            self.draw_status(tree, canvas);
        }
    }

    /// Another child has moved the cursor: chooses the first value of its row.
    fn selection_changed(&mut self) {
        let row = self.host.selection().and_then(|selection| selection.row());
        if let Some(row) = row {
            let room = self.room();
            self.tree.choose_row(row as u32, room);
            self.tell_path();
        }
    }

    fn key(&mut self, key: &Key, typed: &str) -> bool {
        let is_used = match (self.tree.document.is_json(), self.typed.is_some()) {
            _ if key.modifiers != 0 => false,
            (false, _) => self.row_key(key.code),
            (true, true) => self.type_key(key.code, typed),
            (true, false) => self.move_key(key.code),
        };
        if is_used {
            self.host.invalidate();
        }
        is_used
    }

    fn mouse(&mut self, mouse: &Mouse) -> bool {
        let room = self.room();
        let tree = &mut self.tree;
        let is_on_a_line = (0..room as i32).contains(&mouse.row);
        if !tree.document.is_json() {
            return false;
        }
        match (mouse.kind, mouse.button) {
            (MOUSE_WHEEL, _) => tree.go(mouse.wheel as isize, room),
            (MOUSE_PRESS, BUTTON_LEFT) if is_on_a_line => {
                let Some(node) = tree.lines(room).nth(mouse.row as usize) else { return true };
                tree.choose(node, room);
                tree.turn(room);
            }
            _ => return false,
        }
        self.look_on();
        self.host.invalidate();
        true
    }

    fn received(&mut self, from: &str, subject: &str, _body: &[u8]) {
        if subject == ASK && self.is_shown {
            self.host.send(from, PATH, self.path().as_bytes());
        }
    }

    fn save(&mut self) -> Vec<u8> {
        self.tree.saved()
    }

    fn restore(&mut self, state: &[u8]) -> bool {
        self.tree.restore(state)
    }

    /// The keys that work now.
    fn key_help(&mut self) -> Vec<HelpKey> {
        let keys: &[(&str, &str)] = match (self.tree.document.is_json(), self.typed.is_some()) {
            (false, _) => &[("enter", "accept")],
            (true, true) => &[("enter", "keep"), ("escape", "cancel")],
            (true, false) => &[
                ("left right", "fold, unfold"),
                ("- +", "all"),
                ("/", "filter"),
                ("enter", "accept"),
            ],
        };
        keys.iter().map(|(key, action)| HelpKey::new(key, action)).collect()
    }

    fn words(&mut self) -> String {
        let tree = &self.tree;
        if !tree.document.is_json() {
            return tree.document.why_not();
        }
        format!("JSON, at {} {}", tree.path(), tree.progress())
    }
}

#[no_mangle]
pub extern "C" fn childplugin_entry(_major: u32, _minor: u32) -> *const Plugin {
    plugin::<Json>()
}
