//! The content as a tree, where it is JSON: one document over many rows, or one in each row. What is
//! something else is shown row by row, and why it is no tree.
//!
//! What to see here: rows that are read in batches between two frames, a selection that is shared with
//! other children, keys that differ while a text is typed, and a state that outlives a reload.

#[path = "../../Templates/rust/childplugin.rs"]
mod childplugin;
mod document;
mod matches;
mod tree;

use childplugin::*;
use document::{Document, Kind};
use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void};
use tree::Tree;

/// How much is read and looked at before keys and frames have their turn.
const BATCH: usize = 128 << 10;
/// What a row costs besides its bytes.
const ROW_COST: usize = 16;
/// The host keeps no more of a row.
const ROW_BYTES: u64 = 1 << 20;

struct Json {
    host: Host,
    tree: RefCell<Tree>,
    /// The text that is being typed, and the filter that was there before.
    typed: RefCell<Option<(String, String)>>,
    read: Cell<Read>,
    rows: Cell<i32>,
}

/// What of the content is in the tree.
#[derive(Clone, Copy, Default)]
struct Read {
    generation: u64,
    rows: u64,
}

impl Json {
    /// Reads on for a batch; what is left after it comes with the next turn of the loop.
    fn advance(&self) {
        let Some(content) = self.host.content() else { return };
        let mut read = self.read.get();
        let mut tree = self.tree.borrow_mut();
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
        self.read.set(read);
        if !tree.catch_up(BATCH) || !is_read {
            self.host.wake_after(0);
        }
    }

    /// Another child has put the user on another row: its first value is chosen.
    fn follow_selection(&self) {
        let row = self.host.selection().and_then(|selection| selection.row());
        if let Some(row) = row {
            self.tree.borrow_mut().choose_row(row as u32, self.room());
        }
    }

    /// How many rows of the tree there is room for: the last one says where one is.
    fn room(&self) -> usize {
        (self.rows.get() - 1).max(1) as usize
    }

    // Drawing.

    fn draw(&self, canvas: &Canvas) {
        let tree = self.tree.borrow();
        if !tree.document.is_json() {
            return self.draw_rows(&tree, canvas);
        }
        let marks = match self.host.terminal().flags & TERMINAL_UTF8 {
            0 => ["v", ">"],
            _ => ["▾", "▸"],
        };
        for (line, node) in tree.lines((canvas.rows() - 1).max(1) as usize).enumerate() {
            self.draw_line(&tree, node, line as i32, marks, canvas);
        }
        if canvas.rows() > 1 {
            self.draw_status(&tree, canvas);
        }
    }

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

    /// A screenful of the rows as they came, the one that the user is on among them.
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
        if let Some((typed, _)) = &*self.typed.borrow() {
            let used = canvas.text(1, row, "/", Style::new(role(ROLE_ACCENT)));
            let end = 1 + used + canvas.text(1 + used, row, typed, Style::new(role(ROLE_TEXT)));
            canvas.text(end + 2, row, &tree.progress(), Style::new(role(ROLE_MUTED)));
            return canvas.cursor(end, row);
        }
        let used = canvas.text(1, row, &tree.path(), Style::new(role(ROLE_TITLE)));
        canvas.text(used + 3, row, &tree.progress(), Style::new(role(ROLE_MUTED)));
    }

    // Keys.

    fn key(&self, code: u32, typed: &str) -> bool {
        let is_json = self.tree.borrow().document.is_json();
        let is_typing = self.typed.borrow().is_some();
        let is_used = match (is_json, is_typing) {
            (false, _) => self.row_key(code),
            (true, true) => self.type_key(code, typed),
            (true, false) => self.move_key(code),
        };
        if is_used {
            self.host.invalidate();
        }
        is_used
    }

    /// Moves from row to row where there is no tree, and takes a row in any case.
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

    fn move_key(&self, code: u32) -> bool {
        const SPACE: u32 = ' ' as u32;
        const PLUS: u32 = '+' as u32;
        const MINUS: u32 = '-' as u32;
        const SLASH: u32 = '/' as u32;
        let room = self.room();
        let mut tree = self.tree.borrow_mut();
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
                *self.typed.borrow_mut() = Some((text.clone(), text));
            }
            KEY_ENTER => return self.row_key(code),
            _ => return false,
        }
        drop(tree);
        self.look_on();
        true
    }

    fn type_key(&self, code: u32, typed: &str) -> bool {
        let mut editing = self.typed.borrow_mut();
        let Some((text, before)) = &mut *editing else { return false };
        match code {
            KEY_ENTER => *editing = None,
            KEY_ESCAPE => {
                let before = std::mem::take(before);
                *editing = None;
                self.tree.borrow_mut().filter(&before, self.room());
            }
            KEY_BACKSPACE => {
                text.pop();
                self.tree.borrow_mut().filter(text, self.room());
            }
            _ if typed.is_empty() => return false,
            _ => {
                text.push_str(typed);
                self.tree.borrow_mut().filter(text, self.room());
            }
        }
        drop(editing);
        self.look_on();
        true
    }

    fn mouse(&self, mouse: &Mouse) -> bool {
        let room = self.room();
        let mut tree = self.tree.borrow_mut();
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
        drop(tree);
        self.look_on();
        self.host.invalidate();
        true
    }

    /// The filter goes on where it has not been, and the others hear which row the user is on.
    fn look_on(&self) {
        let mut tree = self.tree.borrow_mut();
        if !tree.catch_up(BATCH) {
            self.host.wake_after(0);
        }
        let row = tree.document.nodes.get(tree.chosen as usize).map(|node| node.row as u64);
        if let (Some(selection), Some(row)) = (self.host.selection(), row) {
            if selection.row() != Some(row) {
                selection.set_row(row);
            }
        }
    }

    fn words(&self) -> String {
        let tree = self.tree.borrow();
        if !tree.document.is_json() {
            return tree.document.why_not();
        }
        format!("JSON, at {} {}", tree.path(), tree.progress())
    }
}

/// The line that the user is on.
const CHOSEN: Style = Style {
    background: role(ROLE_SELECTION_BACKGROUND),
    ..Style::new(role(ROLE_SELECTION_TEXT))
};

/// No more of it than any row of a terminal shows.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]).into_owned()
}

// The border to the host. A panic ends the program here; it never crosses.

#[repr(C)]
struct JsonChild {
    table: Child,
    json: Json,
}

unsafe fn json<'a>(child: *const Child) -> &'a Json {
    &(*child.cast::<JsonChild>()).json
}

unsafe extern "C" fn draw(child: *const Child, canvas: *const RawCanvas) {
    json(child).draw(&Canvas::new(canvas));
}

unsafe extern "C" fn will_appear(child: *const Child, _animated: bool) {
    json(child).advance();
}

unsafe extern "C" fn more(child: *const Child) {
    json(child).advance();
}

unsafe extern "C" fn selection_changed(child: *const Child) {
    json(child).follow_selection();
}

unsafe extern "C" fn resized(child: *const Child, _columns: i32, rows: i32) {
    json(child).rows.set(rows);
}

unsafe extern "C" fn key(child: *const Child, key: *const Key) -> bool {
    let typed = String::from_utf8_lossy((*key).text.as_bytes());
    (*key).modifiers == 0 && json(child).key((*key).code, &typed)
}

unsafe extern "C" fn mouse(child: *const Child, mouse: *const Mouse) -> bool {
    json(child).mouse(&*mouse)
}

unsafe extern "C" fn words(child: *const Child, buffer: *mut c_char, capacity: u64) -> u64 {
    fill(json(child).words().as_bytes(), buffer, capacity)
}

unsafe extern "C" fn save(child: *const Child, buffer: *mut c_char, capacity: u64) -> u64 {
    fill(&json(child).tree.borrow().saved(), buffer, capacity)
}

unsafe extern "C" fn restore(child: *const Child, bytes: *const c_char, length: u64) -> bool {
    let bytes = Text { bytes, length }.as_bytes();
    json(child).tree.borrow_mut().restore(bytes)
}

static KEYS: &[(Text, Text)] = &[
    (Text::of("left right"), Text::of("fold, unfold")),
    (Text::of("- +"), Text::of("all")),
    (Text::of("/"), Text::of("filter")),
    (Text::of("enter"), Text::of("accept")),
];
static TYPING_KEYS: &[(Text, Text)] =
    &[(Text::of("enter"), Text::of("keep")), (Text::of("escape"), Text::of("cancel"))];

static ROW_KEYS: &[(Text, Text)] = &[(Text::of("enter"), Text::of("accept"))];

/// The keys that work now.
fn keys(json: &Json) -> &'static [(Text, Text)] {
    match (json.tree.borrow().document.is_json(), json.typed.borrow().is_some()) {
        (false, _) => ROW_KEYS,
        (true, true) => TYPING_KEYS,
        (true, false) => KEYS,
    }
}

unsafe extern "C" fn key_count(child: *const Child) -> u32 {
    keys(json(child)).len() as u32
}

unsafe extern "C" fn key_item(child: *const Child, index: u32, item: *mut KeyHelpItem) -> bool {
    let Some(&(key, action)) = keys(json(child)).get(index as usize) else { return false };
    ((*item).key, (*item).action) = (key, action);
    true
}

static LAYOUT: Layout =
    Layout { size: size::<Layout>(), reserved: 0, insets: None, resized: Some(resized) };
static INPUT: Input = Input {
    size: size::<Input>(),
    reserved: 0,
    key: Some(key),
    mouse: Some(mouse),
    paste: None,
    focus: None,
};
static MORE: Observer = Observer { size: size::<Observer>(), reserved: 0, changed: more };
static SELECTION: Observer =
    Observer { size: size::<Observer>(), reserved: 0, changed: selection_changed };
static STATE: SavedState = SavedState { size: size::<SavedState>(), reserved: 0, save, restore };
static KEY_HELP: KeyHelp =
    KeyHelp { size: size::<KeyHelp>(), reserved: 0, count: key_count, item: key_item };
static ACCESSIBILITY: Accessibility =
    Accessibility { size: size::<Accessibility>(), reserved: 0, text: words };

unsafe extern "C" fn get_extension(_: *const Child, id: Text) -> *const c_void {
    match id.as_bytes() {
        EXTENSION_LAYOUT => (&raw const LAYOUT).cast(),
        EXTENSION_INPUT => (&raw const INPUT).cast(),
        EXTENSION_CONTENT | EXTENSION_WAKE => (&raw const MORE).cast(),
        EXTENSION_SELECTION => (&raw const SELECTION).cast(),
        EXTENSION_STATE => (&raw const STATE).cast(),
        EXTENSION_KEY_HELP => (&raw const KEY_HELP).cast(),
        EXTENSION_ACCESSIBILITY => (&raw const ACCESSIBILITY).cast(),
        _ => std::ptr::null(),
    }
}

unsafe extern "C" fn destroy(child: *const Child) {
    drop(Box::from_raw(child.cast_mut().cast::<JsonChild>()));
}

const ID: &str = "org.statehost.example.json";

static PLACES: &[Place] = &[Place::new("content", 0, PLACE_INSTEAD_OF_BUNDLED)];

static DESCRIPTOR: Descriptor = Descriptor {
    flags: DESCRIPTOR_TAKES_FOCUS,
    id: Text::of(ID),
    name: Text::of("JSON"),
    vendor: Text::of("StateHost"),
    version: Text::of("1.0.0"),
    description: Text::of("JSON as a tree that folds, with a filter by path."),
    places: PLACES.as_ptr(),
    place_count: PLACES.len() as u32,
    ..Descriptor::NONE
};

unsafe extern "C" fn init(_path: Text, _reason: *mut Text) -> bool {
    say_panics_in_one_line();
    true
}

unsafe extern "C" fn deinit() {}

unsafe extern "C" fn descriptor_count() -> u32 {
    1
}

unsafe extern "C" fn descriptor(index: u32) -> *const Descriptor {
    if index == 0 { &DESCRIPTOR } else { std::ptr::null() }
}

unsafe extern "C" fn create(host: *const RawHost, id: Text) -> *const Child {
    if id.as_bytes() != ID.as_bytes() {
        return std::ptr::null();
    }
    let child = Box::new(JsonChild {
        table: Child {
            size: size::<Child>(),
            reserved: 0,
            data: std::ptr::null_mut(),
            destroy: Some(destroy),
            will_appear: Some(will_appear),
            did_appear: None,
            will_disappear: None,
            did_disappear: None,
            timing: None,
            draw: Some(draw),
            get_extension: Some(get_extension),
        },
        json: Json {
            host: Host::new(host),
            tree: RefCell::new(Tree::new(Document::new())),
            typed: RefCell::default(),
            read: Cell::default(),
            rows: Cell::new(1),
        },
    });
    Box::into_raw(child).cast()
}

static PLUGIN: Plugin = Plugin {
    size: size::<Plugin>(),
    abi_major: ABI_MAJOR,
    abi_minor: ABI_MINOR,
    init,
    deinit,
    descriptor_count,
    descriptor,
    create,
    read: None,
    init_with_host: None,
    get_extension: None,
};

#[no_mangle]
pub extern "C" fn childplugin_entry(_major: u32, _minor: u32) -> *const Plugin {
    &PLUGIN
}
