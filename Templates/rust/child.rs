//! @name@: a child of StateHost, in Rust without crates. include/childplugin.h is the whole
//! contract, childplugin.rs the same in Rust.
// SPDX-License-Identifier: 0BSD (what is from the template: make of it what you like)

mod childplugin;

use childplugin::*;
use std::cell::Cell;
use std::ffi::{c_char, c_void};

/// What is the child's own.
struct Panel {
    host: Host,
    is_numbered: Cell<bool>,
}

impl Panel {
    /// Draws everything anew; the host asks for it whenever the content or the size has changed.
    fn draw(&self, canvas: &Canvas) {
        canvas.text(1, 0, &self.summary(), Style::new(role(ROLE_TITLE)).bold());
        let shown = self.rows().min((canvas.rows() - 2).max(0) as u64);
        for row in 0..shown {
            let mut line = self.host.cell(row, WHOLE_ROW, 512);
            if self.is_numbered.get() {
                line = format!("{:5} {line}", row + 1);
            }
            canvas.text(1, row as i32 + 2, &line, Style::PLAIN);
        }
    }

    /// A key, while the child is in front. What it does not use goes to others.
    fn key(&self, key: &Key) -> bool {
        if key.code != u32::from('n') || key.modifiers != 0 {
            return false;
        }
        self.is_numbered.set(!self.is_numbered.get());
        self.host.invalidate();
        true
    }

    fn rows(&self) -> u64 {
        self.host.content().map_or(0, |content| content.rows)
    }

    fn summary(&self) -> String {
        format!("@name@: {} rows", self.rows())
    }
}

// The border to the host. A panic ends the program here; it never crosses.

/// The table that the host reads, and the panel behind it.
#[repr(C)]
struct PanelChild {
    table: Child,
    panel: Panel,
}

unsafe fn panel<'a>(child: *const Child) -> &'a Panel {
    &(*child.cast::<PanelChild>()).panel
}

unsafe extern "C" fn draw(child: *const Child, canvas: *const RawCanvas) {
    panel(child).draw(&Canvas::new(canvas));
}

/// How it comes and goes. Without this function: a fade of 350 ms.
unsafe extern "C" fn timing(_: *const Child, appearing: bool, timing: *mut Timing) {
    (*timing).duration_nanoseconds = 200_000_000;
    (*timing).effect = if appearing { EFFECT_SLIDE_UP } else { EFFECT_FADE };
}

/// What it shows, in words: for --plain and for readers of the screen.
unsafe extern "C" fn words(child: *const Child, buffer: *mut c_char, capacity: u64) -> u64 {
    fill(panel(child).summary().as_bytes(), buffer, capacity)
}

static ACCESSIBILITY: Accessibility =
    Accessibility { size: size::<Accessibility>(), reserved: 0, text: words };

unsafe extern "C" fn key(child: *const Child, key: *const Key) -> bool {
    panel(child).key(&*key)
}

static INPUT: Input = Input {
    size: size::<Input>(),
    reserved: 0,
    key: Some(key),
    mouse: None,
    paste: None,
    focus: None,
};

/// The keys that work, for the host's help.
unsafe extern "C" fn help_count(_: *const Child) -> u32 {
    1
}

unsafe extern "C" fn help_item(child: *const Child, index: u32, item: *mut KeyHelpItem) -> bool {
    if index != 0 {
        return false;
    }
    let is_numbered = panel(child).is_numbered.get();
    (*item).key = Text::of("n");
    (*item).action = Text::of(if is_numbered { "no numbers" } else { "numbers" });
    true
}

static KEY_HELP: KeyHelp =
    KeyHelp { size: size::<KeyHelp>(), reserved: 0, count: help_count, item: help_item };

/// Everything optional is asked for by its id: add the tables of other extensions here.
unsafe extern "C" fn get_extension(_: *const Child, id: Text) -> *const c_void {
    match id.as_bytes() {
        EXTENSION_ACCESSIBILITY => (&raw const ACCESSIBILITY).cast(),
        EXTENSION_INPUT => (&raw const INPUT).cast(),
        EXTENSION_KEY_HELP => (&raw const KEY_HELP).cast(),
        _ => std::ptr::null(),
    }
}

unsafe extern "C" fn destroy(child: *const Child) {
    drop(Box::from_raw(child.cast_mut().cast::<PanelChild>()));
}

const ID: &str = "@id@";

/// What it presents. Without the flag it lies over the program's own child.
static PLACES: &[Place] = &[
    Place::new("@state@", 0, PLACE_INSTEAD_OF_BUNDLED),
];

static DESCRIPTOR: Descriptor = Descriptor {
    flags: DESCRIPTOR_TAKES_FOCUS,
    id: Text::of(ID),
    name: Text::of("@name@"),
    vendor: Text::of(""),
    version: Text::of("0.1.0"),
    description: Text::of("Shows how many rows there are, and the first of them."),
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
    let child = Box::new(PanelChild {
        table: Child {
            size: size::<Child>(),
            reserved: 0,
            data: std::ptr::null_mut(),
            destroy: Some(destroy),
            will_appear: None,
            did_appear: None,
            will_disappear: None,
            did_disappear: None,
            timing: Some(timing),
            draw: Some(draw),
            get_extension: Some(get_extension),
        },
        panel: Panel { host: Host::new(host), is_numbered: Cell::new(false) },
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
