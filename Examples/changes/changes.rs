//! What changed between this load and the one before it: lines that came in green, lines that went
//! in red. Without a change, or at the first load, the rows as they are.
//!
//! What to see here: content that is watched, `generation` that tells a reload from more rows, and a
//! child whose own state sits in a RefCell, as the host calls it on one thread only.

#[path = "../../Templates/rust/childplugin.rs"]
mod childplugin;
mod difference;

use childplugin::*;
use difference::{difference, Change};
use std::cell::RefCell;
use std::ffi::{c_char, c_void};

/// No more rows are kept to be compared, and no more bytes of each.
const ROWS: u64 = 10_000;
const ROW_BYTES: usize = 1024;

struct Changes {
    host: Host,
    memory: RefCell<Memory>,
}

/// The rows of the last two complete loads, and how they differ.
#[derive(Default)]
struct Memory {
    generation: Option<u64>,
    rows: Vec<String>,
    changes: Vec<(Change, String)>,
    /// The first line that is shown.
    top: usize,
}

impl Changes {
    fn content_changed(&self) {
        let Some(content) = self.host.content() else { return };
        if content.flags & CONTENT_COMPLETE == 0 {
            return;
        }
        let mut memory = self.memory.borrow_mut();
        if memory.generation == Some(content.generation) && memory.rows.len() as u64 == content.rows
        {
            return;
        }
        let rows: Vec<String> = (0..content.rows.min(ROWS))
            .map(|row| self.host.cell(row, WHOLE_ROW, ROW_BYTES))
            .collect();
        let old = if memory.generation.is_some() { &memory.rows } else { &rows };
        let changes = difference(old, &rows);
        let changes = changes.into_iter().map(|(kind, line)| (kind, line.to_string())).collect();
        memory.changes = changes;
        memory.generation = Some(content.generation);
        memory.rows = rows;
        memory.top = 0;
    }

    fn summary(&self) -> String {
        let memory = self.memory.borrow();
        let count = |kind| memory.changes.iter().filter(|change| change.0 == kind).count();
        match (count(Change::Added), count(Change::Removed)) {
            (0, 0) => format!("{} lines, no change", memory.rows.len()),
            (added, removed) => format!("{added} added, {removed} removed"),
        }
    }

    fn draw(&self, canvas: &Canvas) {
        canvas.text(1, 0, &self.summary(), Style::new(role(ROLE_TITLE)).bold());
        let memory = self.memory.borrow();
        let room = (canvas.rows() - 2).max(0) as usize;
        for (row, (kind, line)) in memory.changes.iter().skip(memory.top).take(room).enumerate() {
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

    /// Up and down move; whether the key was used.
    fn key(&self, code: u32) -> bool {
        let mut memory = self.memory.borrow_mut();
        let last = memory.changes.len().saturating_sub(1);
        memory.top = match code {
            KEY_UP => memory.top.saturating_sub(1),
            KEY_DOWN => (memory.top + 1).min(last),
            KEY_HOME => 0,
            KEY_END => last,
            _ => return false,
        };
        drop(memory);
        self.host.invalidate();
        true
    }
}

// The border to the host. A panic ends the program here; it never crosses.

#[repr(C)]
struct ChangesChild {
    table: Child,
    changes: Changes,
}

unsafe fn changes<'a>(child: *const Child) -> &'a Changes {
    &(*child.cast::<ChangesChild>()).changes
}

unsafe extern "C" fn draw(child: *const Child, canvas: *const RawCanvas) {
    changes(child).draw(&Canvas::new(canvas));
}

unsafe extern "C" fn will_appear(child: *const Child, _animated: bool) {
    changes(child).content_changed();
}

unsafe extern "C" fn content_changed(child: *const Child) {
    changes(child).content_changed();
}

unsafe extern "C" fn key(child: *const Child, key: *const Key) -> bool {
    (*key).modifiers == 0 && changes(child).key((*key).code)
}

unsafe extern "C" fn words(child: *const Child, buffer: *mut c_char, capacity: u64) -> u64 {
    fill(changes(child).summary().as_bytes(), buffer, capacity)
}

static INPUT: Input = Input {
    size: size::<Input>(),
    reserved: 0,
    key: Some(key),
    mouse: None,
    paste: None,
    focus: None,
};
static CONTENT: Observer =
    Observer { size: size::<Observer>(), reserved: 0, changed: content_changed };
static ACCESSIBILITY: Accessibility =
    Accessibility { size: size::<Accessibility>(), reserved: 0, text: words };

unsafe extern "C" fn get_extension(_: *const Child, id: Text) -> *const c_void {
    match id.as_bytes() {
        EXTENSION_INPUT => (&raw const INPUT).cast(),
        EXTENSION_CONTENT => (&raw const CONTENT).cast(),
        EXTENSION_ACCESSIBILITY => (&raw const ACCESSIBILITY).cast(),
        _ => std::ptr::null(),
    }
}

unsafe extern "C" fn destroy(child: *const Child) {
    drop(Box::from_raw(child.cast_mut().cast::<ChangesChild>()));
}

const ID: &str = "org.statehost.example.changes";

static PLACES: &[Place] = &[Place::new("content", 0, PLACE_INSTEAD_OF_BUNDLED)];

static DESCRIPTOR: Descriptor = Descriptor {
    flags: DESCRIPTOR_TAKES_FOCUS,
    id: Text::of(ID),
    name: Text::of("Changes"),
    vendor: Text::of("StateHost"),
    version: Text::of("1.0.0"),
    description: Text::of("What changed between this load and the one before it."),
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
    let child = Box::new(ChangesChild {
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
        changes: Changes { host: Host::new(host), memory: RefCell::default() },
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
