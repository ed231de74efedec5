//! The C ABI of StateHost's plugins, version 1.2: childplugin.h in Rust.
//!
//! `childplugin.h` documents each function: what it does, when it may be called and who owns what. Its structs
//! and constants are in `childplugin_raw.rs`, which is generated from it. The types of a plugin implement `Child`
//! and `Source`, and `plugin` exports them. `Host`, `Canvas` and, for other threads, `Waker` call the host. None
//! of these needs `unsafe`.
// SPDX-License-Identifier: 0BSD (copy it, or parts of it, into whatever you make)

#![allow(dead_code)]

use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void};
use std::marker::PhantomData;
use std::mem::size_of;
use std::panic::{catch_unwind, set_hook, AssertUnwindSafe};

#[path = "childplugin_raw.rs"]
mod raw;
pub use raw::*;

pub const fn rgb(red: u8, green: u8, blue: u8) -> u32 {
    0x0100_0000 | (red as u32) << 16 | (green as u32) << 8 | blue as u32
}
pub const fn role(role: u32) -> u32 {
    0x0300_0000 | role
}
/// A colour of the terminal's palette of 256.
pub const fn index(index: u8) -> u32 {
    0x0400_0000 | index as u32
}

/// The table type of the observers of content, theme, situation, selection, view and focus, and of `woke`: each
/// has one function.
type Observer = ContentObserver;

pub type ChildFunction = unsafe extern "C" fn(*const RawChild, bool);

unsafe impl Sync for DefaultKey {}

impl DefaultKey {
    pub const fn new(key: &'static str, state: &'static str, label: &'static str) -> DefaultKey {
        DefaultKey {
            size: size::<DefaultKey>(),
            reserved: 0,
            key: Text::of(key),
            state: Text::of(state),
            label: Text::of(label),
        }
    }
}

unsafe impl Sync for ChildOption {}

impl ChildOption {
    /// An option of a kind, such as `OPTION_FLAG`; with an empty `fallback` it has no default.
    pub const fn new(
        kind: u32,
        name: &'static str,
        fallback: &'static str,
        help: &'static str,
    ) -> ChildOption {
        ChildOption {
            size: size::<ChildOption>(),
            kind,
            name: Text::of(name),
            fallback: Text::of(fallback),
            help: Text::of(help),
            choices: std::ptr::null(),
            choice_count: 0,
            flags: 0,
            minimum: 0.0,
            maximum: 0.0,
        }
    }

    /// The same option, limited to `minimum` ... `maximum`; for a duration in seconds.
    pub const fn within(mut self, minimum: f64, maximum: f64) -> ChildOption {
        self.flags |= OPTION_RANGE;
        self.minimum = minimum;
        self.maximum = maximum;
        self
    }

    /// An option with one of these words as its value.
    pub const fn choice(
        name: &'static str,
        fallback: &'static str,
        choices: &'static [Text],
        help: &'static str,
    ) -> ChildOption {
        let mut option = ChildOption::new(OPTION_CHOICE, name, fallback, help);
        option.choices = choices.as_ptr();
        option.choice_count = choices.len() as u32;
        option
    }
}

impl Descriptor {
    /// An empty descriptor, for the fields that a descriptor leaves out.
    pub const NONE: Descriptor = Descriptor {
        size: size::<Descriptor>(),
        flags: 0,
        id: Text::of(""),
        name: Text::of(""),
        vendor: Text::of(""),
        version: Text::of(""),
        description: Text::of(""),
        places: std::ptr::null(),
        place_count: 0,
        reserved: 0,
        needs: std::ptr::null(),
        need_count: 0,
        reserved_needs: 0,
        keys: std::ptr::null(),
        key_count: 0,
        reserved_keys: 0,
        options: std::ptr::null(),
        option_count: 0,
        reserved_options: 0,
    };
}

// These tables are constants that hold pointers to constants: any thread may read them.
unsafe impl Sync for Descriptor {}
unsafe impl Sync for Place {}
unsafe impl Sync for Text {}
unsafe impl Sync for Plugin {}

/// The `size` that a struct begins with.
pub const fn size<Table>() -> u32 {
    size_of::<Table>() as u32
}

impl Text {
    /// A text that lives as long as the program.
    pub const fn of(text: &'static str) -> Text {
        Text { bytes: text.as_ptr().cast(), length: text.len() as u64 }
    }

    /// A text that is valid for one call.
    fn lent(text: &[u8]) -> Text {
        Text { bytes: text.as_ptr().cast(), length: text.len() as u64 }
    }

    /// The bytes, valid during the call that passes the text.
    ///
    /// # Safety
    /// The host must have passed the text in the current call.
    pub unsafe fn as_bytes<'a>(self) -> &'a [u8] {
        if self.length == 0 || self.bytes.is_null() {
            return &[];
        }
        std::slice::from_raw_parts(self.bytes.cast(), self.length as usize)
    }
}

impl Place {
    /// A place in a state: 0 for a child that fills the surface, 10 for one over it.
    pub const fn new(state: &'static str, place: i32, flags: u32) -> Place {
        Place {
            size: size::<Place>(),
            place,
            flags,
            reserved: 0,
            state: Text::of(state),
            edge: EDGE_NONE,
            unit: UNIT_CELLS,
            extent: 0,
            minimum: 0,
        }
    }

    /// The same place, docked at an edge: `extent` in UNIT_CELLS or UNIT_PERCENT, and the minimum number of
    /// cells, below which it has no room.
    pub const fn docked(self, edge: u32, unit: u32, extent: u32, minimum: u32) -> Place {
        Place { edge, unit, extent, minimum, ..self }
    }
}

/// All style runs that a host function writes.
fn runs(ask: impl Fn(*mut StyleRun, u64) -> u64) -> Vec<StyleRun> {
    let mut runs = vec![StyleRun::default(); 64];
    let count = ask(runs.as_mut_ptr(), 64) as usize;
    if count > 64 {
        runs.resize(count, StyleRun::default());
        ask(runs.as_mut_ptr(), count as u64);
    }
    runs.truncate(count);
    runs
}

impl StyleRun {
    /// The style of the run, without its link.
    pub fn style(&self) -> Style {
        Style {
            attributes: self.attributes,
            background: self.background,
            underline: self.underline,
            underline_colour: self.underline_colour,
            ..Style::new(self.foreground)
        }
    }
}

impl Style {
    /// The default style of the terminal.
    pub const PLAIN: Style = Style::new(COLOUR_NONE);

    /// Text in a colour.
    pub const fn new(foreground: u32) -> Style {
        Style {
            size: size::<Style>(),
            attributes: 0,
            foreground,
            background: COLOUR_NONE,
            underline: UNDERLINE_PLAIN,
            underline_colour: COLOUR_NONE,
            link: 0,
        }
    }

    /// The same style, underlined with UNDERLINE_... in a colour; COLOUR_NONE is the colour of the text.
    pub const fn underlined(self, underline: u32, underline_colour: u32) -> Style {
        let attributes = self.attributes | ATTRIBUTE_UNDERLINE;
        Style { attributes, underline, underline_colour, ..self }
    }

    /// The same style, with a link that `Canvas::link` returned in this draw.
    pub const fn leading_to(self, link: u32) -> Style {
        Style { link, ..self }
    }

    /// The same style, bold.
    pub const fn bold(self) -> Style {
        Style { attributes: self.attributes | ATTRIBUTE_BOLD, ..self }
    }
}

/// The host functions for any thread: to wake the child, and to log.
///
/// It may be kept forever: after the child is destroyed it does nothing.
#[derive(Clone, Copy)]
pub struct Waker(&'static RawHost);

// It calls only functions of the table that any thread may call.
unsafe impl Send for Waker {}
unsafe impl Sync for Waker {}

impl Waker {
    /// Wakes the child soon, on the main thread: calls `woke`, if it has the wake extension, then `draw`. Calls
    /// before that count once.
    pub fn wake(&self) {
        unsafe { (self.0.wake)(self.0) }
    }

    /// Writes a line to the plugin's log. `level` is LOG_...
    pub fn log(&self, level: u32, text: &str) {
        unsafe { (self.0.log)(self.0, level, Text::lent(text.as_bytes())) }
    }
}

/// The host functions for a plugin that has no child yet, from `init_with_host` to `deinit`. Main thread only,
/// except `log`.
#[derive(Clone, Copy)]
pub struct PluginHost(&'static RawHost);

// The host refuses calls on other threads, except `log`.
unsafe impl Send for PluginHost {}
unsafe impl Sync for PluginHost {}

impl PluginHost {
    /// # Safety
    /// `host` must be the argument of `init_with_host`.
    pub unsafe fn new(host: *const RawHost) -> PluginHost {
        PluginHost(&*host)
    }

    /// The program's name and version.
    pub fn program(&self) -> (&'static str, &'static str) {
        let text = |text: Text| std::str::from_utf8(unsafe { text.as_bytes() }).unwrap_or("");
        (text(self.0.name), text(self.0.version))
    }

    /// Writes a line to the log, under the name of the plugin's file. `level` is LOG_...
    pub fn log(&self, level: u32, text: &str) {
        unsafe { (self.0.log)(self.0, level, Text::lent(text.as_bytes())) }
    }

    /// Whether this host has an extension, HOST_..., for children.
    pub fn has_extension(&self, id: &[u8]) -> bool {
        unsafe { !(self.0.get_extension)(self.0, Text::lent(id)).is_null() }
    }

    /// How many columns a text takes on a canvas.
    pub fn columns_of(&self, text: &str) -> i32 {
        unsafe { (self.0.text_columns)(self.0, Text::lent(text.as_bytes())) }
    }
}

/// The host functions for a child, from `create` to `destroy`, on the main thread.
#[derive(Clone, Copy)]
pub struct Host(&'static RawHost);

impl Host {
    /// # Safety
    /// `host` must be the argument of `create`.
    pub unsafe fn new(host: *const RawHost) -> Host {
        Host(&*host)
    }

    /// The table itself, for functions that have no method here.
    pub fn raw(&self) -> &'static RawHost {
        self.0
    }

    /// The functions that other threads may call for this child.
    pub fn waker(&self) -> Waker {
        Waker(self.0)
    }

    pub fn log(&self, level: u32, text: &str) {
        unsafe { (self.0.log)(self.0, level, Text::lent(text.as_bytes())) }
    }

    pub fn now(&self) -> i64 {
        unsafe { (self.0.now)(self.0) }
    }

    pub fn invalidate(&self) {
        unsafe { (self.0.invalidate)(self.0) }
    }

    pub fn wake_after(&self, nanoseconds: i64) -> bool {
        unsafe { (self.0.wake_after)(self.0, nanoseconds) }
    }

    pub fn request_state(&self, state: &str, animated: bool) -> bool {
        unsafe { (self.0.request_state)(self.0, Text::lent(state.as_bytes()), animated) }
    }

    pub fn perform(&self, action: u32, argument: i64) -> bool {
        unsafe { (self.0.perform)(self.0, action, argument) }
    }

    /// The content as it is now; None if there is none at all.
    pub fn content(&self) -> Option<Content> {
        let mut content = Content { size: size::<Content>(), ..Content::default() };
        unsafe { (self.0.content)(self.0, &mut content) }.then_some(content)
    }

    /// A text of the content, truncated to `limit` bytes.
    pub fn content_text(&self, which: u32, limit: usize) -> String {
        filled(limit, |buffer, capacity| unsafe {
            (self.0.content_text)(self.0, which, buffer, capacity)
        })
    }

    /// The name of a column, truncated to `limit` bytes.
    pub fn column_name(&self, column: u32, limit: usize) -> String {
        filled(limit, |buffer, capacity| unsafe {
            (self.0.content_column)(self.0, column, std::ptr::null_mut(), buffer, capacity)
        })
    }

    /// The text of a cell, or with WHOLE_ROW of the row, truncated to `limit` bytes.
    pub fn cell(&self, row: u64, column: u32, limit: usize) -> String {
        filled(limit, |buffer, capacity| unsafe {
            (self.0.content_cell)(self.0, row, column, buffer, capacity)
        })
    }

    /// Reads the bytes of a cell, or with WHOLE_ROW of the row, at most `limit` of them, into a reused buffer.
    pub fn read_cell(&self, row: u64, column: u32, limit: usize, bytes: &mut Vec<u8>) {
        bytes.resize(limit, 0);
        let length = unsafe {
            (self.0.content_cell)(self.0, row, column, bytes.as_mut_ptr().cast(), limit as u64)
        };
        bytes.truncate(length.min(limit as u64) as usize);
    }

    /// How a row is kept; None if there is no such row.
    pub fn row(&self, row: u64) -> Option<Row> {
        let mut info = Row { size: size::<Row>(), ..Row::default() };
        unsafe { (self.0.content_row)(self.0, row, &mut info) }.then_some(info)
    }

    /// The terminal as it is now.
    pub fn terminal(&self) -> Terminal {
        let mut terminal = Terminal { size: size::<Terminal>(), ..Terminal::default() };
        unsafe { (self.0.terminal)(self.0, &mut terminal) };
        terminal
    }

    pub fn columns_of(&self, text: &str) -> i32 {
        unsafe { (self.0.text_columns)(self.0, Text::lent(text.as_bytes())) }
    }

    fn actions(&self) -> Option<&'static HostActions> {
        unsafe { self.extension(HOST_ACTIONS) }
    }

    /// Accepts a text that the user chose: it is printed, and the program ends with a status. It consumes the
    /// user activation of a key, a paste or a button press, as do `accept_rows`, `copy` and `perform`: each input
    /// allows one. Each returns false if the host is older than 1.1.
    pub fn accept_text(&self, text: &str, exit_status: u8) -> bool {
        let text = Text::lent(text.as_bytes());
        self.actions()
            .is_some_and(|table| unsafe { (table.accept_text)(self.0, text, exit_status.into()) })
    }

    /// Accepts rows of the content that the user chose: they are printed in this order, and the program ends.
    pub fn accept_rows(&self, rows: &[u64]) -> bool {
        let count = rows.len() as u64;
        self.actions()
            .is_some_and(|table| unsafe { (table.accept_rows)(self.0, rows.as_ptr(), count) })
    }

    /// Sends a text to the clipboard of the user's terminal.
    pub fn copy(&self, text: &str) -> bool {
        let text = Text::lent(text.as_bytes());
        self.actions().is_some_and(|table| unsafe { (table.clipboard)(self.0, text) })
    }

    /// Sets the title of the terminal's window until the program ends.
    pub fn set_title(&self, title: &str) -> bool {
        let title = Text::lent(title.as_bytes());
        self.actions().is_some_and(|table| unsafe { (table.title)(self.0, title) })
    }

    /// Rings the terminal's bell.
    pub fn ring_bell(&self) -> bool {
        self.actions().is_some_and(|table| unsafe { (table.bell)(self.0) })
    }

    /// How many bytes of a text, from its start, fit into a number of columns, and how many columns they take;
    /// None if the host is older than 1.1.
    pub fn fit(&self, text: &str, columns: i32) -> Option<(usize, i32)> {
        let table: &HostText = unsafe { self.extension(HOST_TEXT) }?;
        let mut taken = 0;
        let lent = Text::lent(text.as_bytes());
        let bytes = unsafe { (table.fit)(self.0, lent, columns, &mut taken) };
        Some((bytes as usize, taken))
    }

    /// The styles that escape sequences select in a cell, or with WHOLE_ROW in a row; empty if the host is older
    /// than 1.2.
    pub fn styles_of_cell(&self, row: u64, column: u32) -> Vec<StyleRun> {
        let table: Option<&HostStyles> = unsafe { self.extension(HOST_STYLES) };
        table.map_or(Vec::new(), |table| {
            runs(|runs, capacity| unsafe { (table.of_cell)(self.0, row, column, runs, capacity) })
        })
    }

    /// The styles of any other text.
    pub fn styles_of_text(&self, text: &str) -> Vec<StyleRun> {
        let table: Option<&HostStyles> = unsafe { self.extension(HOST_STYLES) };
        table.map_or(Vec::new(), |table| {
            runs(|runs, capacity| unsafe {
                (table.of_text)(self.0, Text::lent(text.as_bytes()), runs, capacity)
            })
        })
    }

    /// The state that is shown, with STATE_PREVIOUS the one before; empty if there is none, or the host is older
    /// than 1.1.
    pub fn state(&self, which: u32) -> String {
        let table: Option<&HostSituation> = unsafe { self.extension(HOST_SITUATION) };
        table.map_or(String::new(), |table| {
            filled(4096, |buffer, capacity| unsafe {
                (table.state)(self.0, which, buffer, capacity)
            })
        })
    }

    /// The cursor row and the marked rows; None if the host is older than 1.1.
    pub fn selection(&self) -> Option<Selection> {
        unsafe { self.extension(HOST_SELECTION) }.map(|table| Selection(self.0, table))
    }

    /// The rows as they are shown; None if the host is older than 1.1.
    pub fn view(&self) -> Option<View> {
        unsafe { self.extension(HOST_VIEW) }.map(|table| View(self.0, table))
    }

    /// The focus of the children that take keys; None if the host is older than 1.1.
    pub fn focus(&self) -> Option<Focus> {
        unsafe { self.extension(HOST_FOCUS) }.map(|table| Focus(self.0, table))
    }

    /// An option as a text, truncated to `limit` bytes; None if it is not given.
    pub fn option(&self, name: &str, limit: usize) -> Option<String> {
        let ask = |buffer, capacity| unsafe {
            (self.0.option)(self.0, Text::lent(name.as_bytes()), buffer, capacity)
        };
        (ask(std::ptr::null_mut(), 0) != u64::MAX).then(|| filled(limit, ask))
    }

    /// Whether an option is true; None if it is not given, neither true nor false, or the host is older.
    pub fn flag(&self, name: &str) -> Option<bool> {
        let mut value = false;
        let table = unsafe { self.extension::<HostOptions>(HOST_OPTIONS) }?;
        unsafe { (table.flag)(self.0, Text::lent(name.as_bytes()), &mut value) }.then_some(value)
    }

    /// A whole number; None if it is not given or is none, or the host is older.
    pub fn integer(&self, name: &str) -> Option<i64> {
        let mut value = 0;
        let table = unsafe { self.extension::<HostOptions>(HOST_OPTIONS) }?;
        unsafe { (table.integer)(self.0, Text::lent(name.as_bytes()), &mut value) }.then_some(value)
    }

    /// A number; None if it is not given or is none, or the host is older.
    pub fn number(&self, name: &str) -> Option<f64> {
        let mut value = 0.0;
        let table = unsafe { self.extension::<HostOptions>(HOST_OPTIONS) }?;
        unsafe { (table.number)(self.0, Text::lent(name.as_bytes()), &mut value) }.then_some(value)
    }

    /// A duration; None if it is not given or is none, or the host is older.
    pub fn duration(&self, name: &str) -> Option<std::time::Duration> {
        let mut value = 0;
        let table = unsafe { self.extension::<HostOptions>(HOST_OPTIONS) }?;
        unsafe { (table.duration)(self.0, Text::lent(name.as_bytes()), &mut value) }
            .then(|| std::time::Duration::from_nanos(value as u64))
    }

    /// Runs a program in the background: its name or path, and its arguments. `flags` are PROGRAM_... Returns a
    /// number, with which EXTENSION_RUN reports its end, also if it is refused. None if the host is older than 1.1;
    /// a host of 1.1 also returns None for what it refuses, with the reason in its log. The descriptor needs NEED_RUN, which the user grants. With PROGRAM_ON_TERMINAL, for an
    /// editor: only in front, with a user activation, and without an input.
    pub fn run(&self, words: &[&str], input: &[u8], flags: u32) -> Option<u64> {
        let table: &HostRun = unsafe { self.extension(HOST_RUN) }?;
        let words: Vec<Text> = words.iter().map(|word| Text::lent(word.as_bytes())).collect();
        let program = Program {
            size: size::<Program>(),
            flags,
            words: words.as_ptr(),
            word_count: words.len() as u32,
            reserved: 0,
            input: Text::lent(input),
        };
        let number = unsafe { (table.run)(self.0, &program) };
        (number != 0).then_some(number)
    }

    /// Ends a program; returns false if none has that number any more.
    pub fn cancel(&self, number: u64) -> bool {
        let table: Option<&HostRun> = unsafe { self.extension(HOST_RUN) };
        table.is_some_and(|table| unsafe { (table.cancel)(self.0, number) })
    }

    /// Docks the child at an edge in all states from now on, with EDGE_NONE nowhere. Not from draw. Returns false
    /// if a number is out of range, or the host is older than 1.1.
    pub fn claim(&self, edge: u32, unit: u32, extent: u32, minimum: u32) -> bool {
        let table: Option<&HostPlace> = unsafe { self.extension(HOST_PLACE) };
        table.is_some_and(|table| unsafe { (table.claim)(self.0, edge, unit, extent, minimum) })
    }

    /// Collapses a docked child that has nothing to show, or expands it. Not from draw. Returns false if the host
    /// is older than 1.2.
    pub fn collapse(&self, is_collapsed: bool) -> bool {
        let table: Option<&HostCollapse> = unsafe { self.extension(HOST_COLLAPSE) };
        table.is_some_and(|table| unsafe { (table.set)(self.0, is_collapsed) })
    }

    /// Remembers a value, at most 512 bytes, of an option that the child declares, for the source that is shown: a
    /// child that is created later has it, in this run or a later one, unless the user gives that option. The default
    /// ends that. Needs a user activation. Returns false for another option or value, or if the host is older than 1.2.
    pub fn remember(&self, option: &str, value: &str) -> bool {
        let table: Option<&HostRemember> = unsafe { self.extension(HOST_REMEMBER) };
        let (option, value) = (Text::lent(option.as_bytes()), Text::lent(value.as_bytes()));
        table.is_some_and(|table| unsafe { (table.option)(self.0, option, value) })
    }

    /// Sends a message to the children whose descriptor has the id `to`, or, if that is empty, to all others that
    /// have EXTENSION_MESSAGES. The subject names the format of the body ("com.example.cursor/1"). Not from draw.
    /// Returns false if one of them is too long, above the rate limit, or if the host is older than 1.1.
    pub fn send(&self, to: &str, subject: &str, body: &[u8]) -> bool {
        let table: Option<&HostMessages> = unsafe { self.extension(HOST_MESSAGES) };
        table.is_some_and(|table| unsafe {
            (table.send)(
                self.0, Text::lent(to.as_bytes()), Text::lent(subject.as_bytes()), Text::lent(body),
            )
        })
    }

    /// Has the host call `insets` again. Not from draw.
    pub fn refresh_insets(&self) {
        let table: Option<&HostPlace> = unsafe { self.extension(HOST_PLACE) };
        if let Some(table) = table {
            unsafe { (table.refresh)(self.0) }
        }
    }

    /// # Safety
    /// `Table` must be the type that the header defines for the id.
    unsafe fn extension<Table>(&self, id: &[u8]) -> Option<&'static Table> {
        ((self.0.get_extension)(self.0, Text::lent(id)) as *const Table).as_ref()
    }
}

/// The cursor row and the marked rows, shared by the children of the container.
#[derive(Clone, Copy)]
pub struct Selection(&'static RawHost, &'static HostSelection);

impl Selection {
    /// The cursor row, which is always one that the view shows; None while it shows none.
    pub fn row(&self) -> Option<u64> {
        let row = unsafe { (self.1.row)(self.0) };
        (row != NO_ROW).then_some(row)
    }

    /// Moves the cursor to a row. Only on screen, not from draw. Returns false if there is no such row.
    pub fn set_row(&self, row: u64) -> bool {
        unsafe { (self.1.set_row)(self.0, row) }
    }

    pub fn marked_count(&self) -> u64 {
        unsafe { (self.1.marked_count)(self.0) }
    }

    pub fn is_marked(&self, row: u64) -> bool {
        unsafe { (self.1.is_marked)(self.0, row) }
    }

    /// The marked rows in order, from the `first`-th on, at most `limit` of them.
    pub fn marked_rows(&self, first: u64, limit: usize) -> Vec<u64> {
        let mut rows = vec![0u64; limit.min(self.marked_count() as usize)];
        let count =
            unsafe { (self.1.marked_rows)(self.0, first, rows.as_mut_ptr(), rows.len() as u64) };
        rows.truncate(count as usize);
        rows
    }

    /// Marks or unmarks rows. Only on screen, not from draw. Returns false if one of them does not exist.
    pub fn mark(&self, row: u64, count: u64, marked: bool) -> bool {
        unsafe { (self.1.mark)(self.0, row, count, marked) }
    }

    /// Whether the host's table has `anchor` and the functions after it.
    fn has_anchors(&self) -> bool {
        self.1.size as usize >= size_of::<HostSelection>()
    }

    /// Keeps the cursor on the first or the last row of the view, whichever row that is: ANCHOR_TOP or
    /// ANCHOR_END. Not from draw, and only on screen. Returns false if the host does not support it.
    pub fn anchor(&self, which: u32) -> bool {
        self.has_anchors() && unsafe { (self.1.anchor)(self.0, which) }
    }

    /// How many marked rows are gone.
    pub fn gone_count(&self) -> u64 {
        if self.has_anchors() { unsafe { (self.1.gone_count)(self.0) } } else { 0 }
    }

    /// One line about what happened to the rows; empty if there is none.
    pub fn notice(&self) -> String {
        if !self.has_anchors() {
            return String::new();
        }
        filled(256, |buffer, capacity| unsafe { (self.1.notice)(self.0, buffer, capacity) })
    }
}

/// The children that take keys. One is in front: it receives keys first, and its cursor is shown.
#[derive(Clone, Copy)]
pub struct Focus(&'static RawHost, &'static HostFocus);

impl Focus {
    /// Requests to put the child in front. Only on screen, not from draw. Returns false if this child takes no
    /// keys now.
    pub fn ask(&self) -> bool {
        unsafe { (self.1.ask)(self.0) }
    }

    pub fn is_in_front(&self) -> bool {
        unsafe { (self.1.in_front)(self.0) }
    }

    /// How many children take keys; if it is 1, Tab has no other use.
    pub fn count(&self) -> u32 {
        unsafe { (self.1.count)(self.0) }
    }

    /// Sets whether typed keys are text for this child from now on. Not from draw.
    pub fn take_text(&self, takes_text: bool) {
        unsafe { (self.1.take_text)(self.0, takes_text) }
    }
}

/// The rows of the content as they are shown, filtered and sorted, shared by the children of the container. The
/// place of a row is its position in the view.
#[derive(Clone, Copy)]
pub struct View(&'static RawHost, &'static HostView);

impl View {
    /// The view as it is now; None if there is no content.
    pub fn info(&self) -> Option<ViewInfo> {
        let mut info = ViewInfo { size: size::<ViewInfo>(), ..ViewInfo::default() };
        unsafe { (self.1.info)(self.0, &mut info) }.then_some(info)
    }

    /// The rows at the places from `place` on, as numbered in the content, at most `limit` of them.
    pub fn rows(&self, place: u64, limit: usize) -> Vec<u64> {
        let mut rows = vec![0u64; limit.min(4096)];
        let count = unsafe { (self.1.rows)(self.0, place, rows.as_mut_ptr(), rows.len() as u64) };
        rows.truncate(count as usize);
        rows
    }

    /// The place of a row; None if it is not shown.
    pub fn place(&self, row: u64) -> Option<u64> {
        let place = unsafe { (self.1.place)(self.0, row) };
        (place != NO_ROW).then_some(place)
    }

    /// Where a cell, or with WHOLE_ROW a row, matches: ranges of its bytes.
    pub fn matches(&self, row: u64, column: u32) -> Vec<std::ops::Range<usize>> {
        let mut ranges = [Range::default(); 256];
        let count = unsafe { (self.1.matches)(self.0, row, column, ranges.as_mut_ptr(), 256) };
        ranges[..count as usize]
            .iter()
            .map(|range| range.start as usize..range.end as usize)
            .collect()
    }

    /// Reads the cells of many rows in one call: of each of the `rows`, as numbered in the content, `count` cells
    /// from `column` on (WHOLE_ROW and 1: the whole row), at most `limit` bytes of each. It reads as many rows as
    /// fit into 4,096 cells, or one row of more, and 1 MiB; `cells.rows()` returns their number.
    pub fn cells(&self, rows: &[u64], column: u32, count: u32, limit: usize, cells: &mut Cells) {
        cells.rows = 0;
        cells.width = count as usize;
        let rows = &rows[..rows.len().min((4096 / cells.width.max(1)).max(1))];
        if !(1..=65_536).contains(&cells.width) || rows.is_empty() {
            return;
        }
        cells.ranges.resize(cells.ranges.len().max(rows.len() * cells.width), Range::default());
        let mut room = cells.bytes.len().max(16 << 10);
        loop {
            cells.bytes.resize(room, 0);
            cells.rows = if self.1.size as usize >= size_of::<HostView>() {
                let read = unsafe {
                    (self.1.cells)(
                        self.0, rows.as_ptr(), rows.len() as u64, column, count, limit as u64,
                        cells.ranges.as_mut_ptr(), cells.bytes.as_mut_ptr().cast(), room as u64,
                    )
                };
                (read as usize).min(rows.len())
            } else {
                self.cells_one_by_one(rows, column, limit, cells)
            };
            if cells.rows == rows.len() || room >= 1 << 20 {
                return;
            }
            room = (room * 2).min(1 << 20);
        }
    }

    /// The same on an older host.
    fn cells_one_by_one(&self, rows: &[u64], column: u32, limit: usize, cells: &mut Cells) -> usize {
        let mut used = 0;
        for (index, &row) in rows.iter().enumerate() {
            for cell in 0..cells.width {
                let space = limit.min(cells.bytes.len() - used);
                let column = if cell == 0 {
                    Some(column)
                } else {
                    column.checked_add(cell as u32).filter(|&column| column != WHOLE_ROW)
                };
                let whole = column.map_or(0, |column| unsafe {
                    let buffer = cells.bytes.as_mut_ptr().add(used).cast();
                    (self.0.content_cell)(self.0, row, column, buffer, space as u64)
                });
                let length = whole.min(limit as u64) as usize;
                if length > space {
                    return index;
                }
                cells.ranges[index * cells.width + cell] =
                    Range { start: used as u64, end: (used + length) as u64 };
                used += length;
            }
        }
        rows.len()
    }

    /// Why the view is not as requested; empty if it is.
    pub fn problem(&self) -> String {
        filled(1024, |buffer, capacity| unsafe { (self.1.problem)(self.0, buffer, capacity) })
    }

    /// The text of the requested filter; empty if there is none.
    pub fn filter_text(&self) -> String {
        filled(1024, |buffer, capacity| unsafe {
            (self.1.filter)(self.0, std::ptr::null_mut(), buffer, capacity)
        })
    }

    /// Filters and sorts. None shows all rows, or the content's order. Only on screen, not from draw.
    pub fn show(&self, filter: Option<&RowFilter>, sort: Option<Sort>) -> bool {
        let filter = filter.map(RowFilter::table);
        let pointer = filter.as_ref().map_or(std::ptr::null(), |filter| filter as *const Filter);
        let sort = sort.as_ref().map_or(std::ptr::null(), |sort| sort as *const Sort);
        unsafe { (self.1.show)(self.0, pointer, sort) }
    }

    /// Searches for the next match after a place, with FIND_BACKWARD before it; with NO_ROW from the first row,
    /// or backward from the last. Only on screen, not from draw.
    pub fn find(&self, filter: &RowFilter, place: u64, flags: u32) -> bool {
        unsafe { (self.1.find)(self.0, &filter.table(), place, flags) }
    }

    /// Ends the search; nothing of it matches any more.
    pub fn end_find(&self) {
        unsafe { (self.1.find)(self.0, std::ptr::null(), NO_ROW, 0) };
    }
}

/// The cells of many rows, read by one call of `View::cells`. Keep it to reuse its memory.
#[derive(Clone, Default)]
pub struct Cells {
    bytes: Vec<u8>,
    ranges: Vec<Range>,
    width: usize,
    rows: usize,
}

impl Cells {
    /// How many rows were read.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The bytes of a cell; empty if the content has none. `row` is less than `rows()`, and `cell` counts from
    /// the first column that was read. Panics if the cell was not read.
    pub fn get(&self, row: usize, cell: usize) -> &[u8] {
        assert!(row < self.rows && cell < self.width, "no cell {cell} of row {row} was read");
        self.bytes(&self.ranges[row * self.width + cell])
    }

    /// The rows that were read, each as its cells.
    pub fn iter(&self) -> impl Iterator<Item = impl Iterator<Item = &[u8]>> {
        self.ranges[..self.rows * self.width]
            .chunks(self.width.max(1))
            .map(|row| row.iter().map(|range| self.bytes(range)))
    }

    fn bytes(&self, range: &Range) -> &[u8] {
        &self.bytes[range.start as usize..range.end as usize]
    }
}

/// Which rows match.
#[derive(Clone, Debug, PartialEq)]
pub struct RowFilter {
    pub text: String,
    /// MATCH_...
    pub kind: u32,
    /// CASE_...
    pub letter_case: u32,
    /// WHOLE_ROW compares the whole row.
    pub column: u32,
}

impl RowFilter {
    /// Rows that contain a text anywhere.
    pub fn new(text: &str) -> RowFilter {
        RowFilter {
            text: text.to_string(),
            kind: MATCH_TEXT,
            letter_case: CASE_SMART,
            column: WHOLE_ROW,
        }
    }

    fn table(&self) -> Filter {
        Filter {
            size: size::<Filter>(),
            kind: self.kind,
            letter_case: self.letter_case,
            column: self.column,
            text: Text::lent(self.text.as_bytes()),
        }
    }
}

impl Sort {
    /// An order by a key, SORT_..., of a column or of WHOLE_ROW.
    pub const fn new(key: u32, column: u32, flags: u32) -> Sort {
        Sort { size: size::<Sort>(), key, column, flags }
    }
}

/// Calls a function that fills a buffer, and removes a character that was truncated.
fn filled(limit: usize, fill: impl Fn(*mut c_char, u64) -> u64) -> String {
    let mut bytes = vec![0u8; limit];
    let length = fill(bytes.as_mut_ptr().cast(), limit as u64);
    let is_cut = length > limit as u64;
    bytes.truncate(length.min(limit as u64) as usize);
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    if is_cut && text.ends_with('\u{FFFD}') {
        text.pop();
    }
    text
}

/// Fills a buffer of the host with as much of a text as fits; returns the length of the whole text.
///
/// # Safety
/// `buffer` and `capacity` must be those of the current call by the host.
pub unsafe fn fill(text: &[u8], buffer: *mut c_char, capacity: u64) -> u64 {
    let count = (capacity as usize).min(text.len());
    if count > 0 {
        std::ptr::copy_nonoverlapping(text.as_ptr(), buffer.cast(), count);
    }
    text.len() as u64
}

/// The child's own layer, during one draw.
pub struct Canvas<'a>(&'a RawCanvas);

impl Canvas<'_> {
    /// # Safety
    /// `canvas` must be the argument of `draw`, and the result must not outlive that call.
    pub unsafe fn new<'a>(canvas: *const RawCanvas) -> Canvas<'a> {
        Canvas(&*canvas)
    }

    pub fn columns(&self) -> i32 {
        self.0.columns
    }

    pub fn rows(&self) -> i32 {
        self.0.rows
    }

    pub fn time_nanoseconds(&self) -> i64 {
        self.0.time_nanoseconds
    }

    /// Writes text from `column` to the end of the row; returns the columns it took.
    pub fn text(&self, column: i32, row: i32, text: &str, style: Style) -> i32 {
        let room = self.0.columns.saturating_sub(column);
        unsafe {
            (self.0.text)(self.0, column, row, room, Text::lent(text.as_bytes()), &style)
        }
    }

    /// Fills a rectangle with the first grapheme of a text.
    pub fn fill(&self, column: i32, row: i32, columns: i32, rows: i32, text: &str, style: Style) {
        let text = Text::lent(text.as_bytes());
        unsafe { (self.0.fill)(self.0, column, row, columns, rows, text, &style) }
    }

    /// A number for an address, for `Style::leading_to` in this draw; 0 if it is refused, or the host is older
    /// than 1.1.
    pub fn link(&self, address: &str) -> u32 {
        if !self.is_grown() {
            return 0;
        }
        unsafe { (self.0.link)(self.0, Text::lent(address.as_bytes())) }
    }

    /// Dims what lies beneath a rectangle; does nothing if the host is older than 1.1.
    pub fn dim(&self, column: i32, row: i32, columns: i32, rows: i32) {
        if self.is_grown() {
            unsafe { (self.0.dim)(self.0, column, row, columns, rows) }
        }
    }

    fn is_grown(&self) -> bool {
        self.0.size >= size::<RawCanvas>()
    }

    /// Shows the terminal's cursor while the child has the focus.
    pub fn cursor(&self, column: i32, row: i32) {
        unsafe { (self.0.cursor)(self.0, column, row) }
    }
}

/// One load of a source, during `read`.
pub struct Reading<'a>(&'a RawReading);

impl Reading<'_> {
    /// # Safety
    /// `reading` must be the argument of `read`, and the result must not outlive that call.
    pub unsafe fn new<'a>(reading: *const RawReading) -> Reading<'a> {
        Reading(&*reading)
    }

    /// What the user gives the source, such as a path or an address; bytes, which need not be UTF-8.
    pub fn argument(&self) -> &[u8] {
        unsafe { self.0.argument.as_bytes() }
    }

    /// Names the columns, before the first row. Returns false if that is too late, or there are too many.
    pub fn columns(&self, names: &[&str]) -> bool {
        let names: Vec<Text> = names.iter().map(|name| Text::lent(name.as_bytes())).collect();
        unsafe { (self.0.columns)(self.0, names.as_ptr(), names.len() as u32) }
    }

    /// Delivers a row. Returns false if the host accepts no more rows.
    pub fn row<Cell: AsRef<[u8]>>(&self, cells: &[Cell]) -> bool {
        let cells: Vec<Text> = cells.iter().map(|cell| Text::lent(cell.as_ref())).collect();
        unsafe { (self.0.row)(self.0, cells.as_ptr(), cells.len() as u32) }
    }

    /// Delivers bytes as a command prints them. Returns as `row` does.
    pub fn bytes(&self, bytes: &[u8]) -> bool {
        unsafe { (self.0.bytes)(self.0, Text::lent(bytes)) }
    }

    /// Sets the progress, 0 to 1.
    pub fn progress(&self, fraction: f64) {
        unsafe { (self.0.progress)(self.0, fraction) }
    }

    /// Sets why the load fails and what to do about it. Return the result, false, from `read`.
    pub fn fail(&self, what: &str, remedy: &str) -> bool {
        let (what, remedy) = (Text::lent(what.as_bytes()), Text::lent(remedy.as_bytes()));
        unsafe { (self.0.fail)(self.0, what, remedy) }
        false
    }

    pub fn log(&self, level: u32, text: &str) {
        unsafe { (self.0.log)(self.0, level, Text::lent(text.as_bytes())) }
    }

    /// An option as a text; `None` if it is not given.
    pub fn option(&self, name: &str, limit: usize) -> Option<String> {
        let ask = |buffer, capacity| unsafe {
            (self.0.option)(self.0, Text::lent(name.as_bytes()), buffer, capacity)
        };
        if ask(std::ptr::null_mut(), 0) == u64::MAX {
            return None;
        }
        Some(filled(limit, ask))
    }

    /// A whole number; `None` if it is not given or is none.
    pub fn integer(&self, name: &str) -> Option<i64> {
        let mut value = 0;
        let name = Text::lent(name.as_bytes());
        unsafe { (self.0.integer)(self.0, name, &mut value) }.then_some(value)
    }

    /// Whether an option is true; `None` if it is not given.
    pub fn flag(&self, name: &str) -> Option<bool> {
        let mut value = false;
        let name = Text::lent(name.as_bytes());
        unsafe { (self.0.flag)(self.0, name, &mut value) }.then_some(value)
    }

    /// A number; `None` if it is not given or is none.
    pub fn number(&self, name: &str) -> Option<f64> {
        let mut value = 0.0;
        let name = Text::lent(name.as_bytes());
        unsafe { (self.0.number)(self.0, name, &mut value) }.then_some(value)
    }

    /// A duration; `None` if it is not given or is none.
    pub fn duration(&self, name: &str) -> Option<std::time::Duration> {
        let mut value = 0;
        let name = Text::lent(name.as_bytes());
        unsafe { (self.0.duration)(self.0, name, &mut value) }
            .then_some(std::time::Duration::from_nanos(value as u64))
    }
}

/// A type of child, without anything of the C ABI. Name it in `plugin`.
///
/// All functions are called on the main thread, one after the other. A panic ends the child and nothing else: the
/// log and the child's area show it. The next appearance makes a new child with the state that was saved last.
#[allow(unused_variables)]
pub trait Child: Sized + 'static {
    const DESCRIPTOR: Descriptor;

    /// The extensions, EXTENSION_..., that the child has; the functions below name theirs.
    const EXTENSIONS: &'static [&'static [u8]] = &[];

    /// Called once, before there is any child. An error refuses the whole plugin, with the reason. (A host of 1.0
    /// does not call it.)
    fn begin(host: PluginHost) -> Result<(), String> {
        Ok(())
    }

    fn new(host: Host) -> Self;

    /// Draws the whole child; called whenever the content or the size has changed.
    fn draw(&mut self, canvas: &Canvas);

    fn will_appear(&mut self, animated: bool) {}
    fn did_appear(&mut self, animated: bool) {}
    fn will_disappear(&mut self, animated: bool) {}
    fn did_disappear(&mut self, animated: bool) {}

    /// Sets how the child appears and disappears; the default is a fade of 350 ms.
    fn timing(&mut self, appearing: bool, timing: &mut Timing) {}

    /// EXTENSION_LAYOUT: sets the cells to keep free around the child.
    fn insets(&mut self, insets: &mut Insets) {}
    /// EXTENSION_LAYOUT
    fn resized(&mut self, columns: i32, rows: i32) {}

    /// EXTENSION_TRANSITION, as the two below.
    fn transition_will_begin(&mut self, appearing: bool) {}
    fn transition_progressed(&mut self, appearing: bool, progress: f64) {}
    fn transition_did_end(&mut self, appearing: bool) {}

    /// EXTENSION_INPUT, as the three below: a key and the text that it types. Others receive what is not used.
    fn key(&mut self, key: &Key, typed: &str) -> bool {
        false
    }
    fn mouse(&mut self, mouse: &Mouse) -> bool {
        false
    }
    fn paste(&mut self, text: &str) -> bool {
        false
    }
    fn focus(&mut self, has_keys: bool) {}

    /// EXTENSION_CONTENT
    fn content_changed(&mut self) {}
    /// EXTENSION_WAKE: the timer is due, or another thread has woken the child.
    fn woke(&mut self) {}
    /// EXTENSION_THEME
    fn theme_changed(&mut self) {}
    /// EXTENSION_SITUATION
    fn situation_changed(&mut self) {}
    /// EXTENSION_SELECTION
    fn selection_changed(&mut self) {}
    /// EXTENSION_VIEW
    fn view_changed(&mut self) {}
    /// EXTENSION_FOCUS
    fn focus_changed(&mut self) {}

    /// EXTENSION_STATE, as the one below: the state from which another child of this type continues.
    fn save(&mut self) -> Vec<u8> {
        Vec::new()
    }
    fn restore(&mut self, state: &[u8]) -> bool {
        false
    }

    /// EXTENSION_KEY_HELP: the keys that work now, the most useful first.
    fn key_help(&mut self) -> Vec<HelpKey> {
        Vec::new()
    }

    /// EXTENSION_ACCESSIBILITY: what the child shows, in words, for --plain and for screen readers.
    fn words(&mut self) -> String {
        String::new()
    }

    /// EXTENSION_MESSAGES: another child has sent a message.
    fn received(&mut self, from: &str, subject: &str, body: &[u8]) {}

    /// EXTENSION_RUN: a program that the child has run has ended.
    fn program_ended(&mut self, end: &ProgramEnd, output: &[u8], errors: &[u8]) {}
}

/// A type of source, which delivers rows in a worker of its own. Name it in `plugin`, within `Reads`.
#[allow(unused_variables)]
pub trait Source: 'static {
    /// With DESCRIPTOR_SOURCE, and without places.
    const DESCRIPTOR: Descriptor;

    /// The same as `Child::begin`.
    fn begin(host: PluginHost) -> Result<(), String> {
        Ok(())
    }

    /// Delivers the rows of one load. Returns false if it failed, after `Reading::fail`.
    fn read(reading: &Reading) -> bool;
}

/// A key that works now, and what it does.
pub struct HelpKey {
    key: String,
    action: String,
    group: u32,
}

impl HelpKey {
    pub fn new(key: &str, action: &str) -> HelpKey {
        HelpKey { key: key.to_string(), action: action.to_string(), group: KEYS_OWN }
    }

    /// The heading of the key: `KEYS_MOVE` and the like.
    pub fn under(self, group: u32) -> HelpKey {
        HelpKey { group, ..self }
    }
}

/// The table of a plugin with one type of child, or with several in a tuple. A plugin exports it so:
///
/// ```ignore
/// #[no_mangle]
/// pub extern "C" fn childplugin_entry(_major: u32, _minor: u32) -> *const Plugin {
///     plugin::<Panel>()
/// }
/// ```
pub fn plugin<Offered: Part>() -> *const Plugin {
    Exported::<Offered>::PLUGIN
}

/// The parts of a plugin: a `Child`, a `Source` within `Reads`, or two or three of them in a tuple.
pub trait Part: 'static {
    const COUNT: u32;
    const HAS_SOURCE: bool;

    fn descriptor(index: u32) -> Option<&'static Descriptor>;

    fn begin(host: PluginHost) -> Result<(), String>;

    /// # Safety
    /// `host` and `id` must be the arguments of the plugin's `create`.
    unsafe fn create(host: *const RawHost, id: Text) -> *const RawChild;

    /// # Safety
    /// `reading` and `id` must be the arguments of the plugin's `read`.
    unsafe fn read(reading: *const RawReading, id: Text) -> bool;
}

/// A source among the parts of a plugin.
pub struct Reads<From: Source>(PhantomData<From>);

// ---------------------------------------------------------------------------------------------
// The C ABI: tables whose functions call a `Child`, and let no panic through.

struct Exported<Offered: Part>(PhantomData<Offered>);

impl<Offered: Part> Exported<Offered> {
    const PLUGIN: &'static Plugin = &Plugin {
        size: size::<Plugin>(),
        abi_major: ABI_MAJOR,
        abi_minor: ABI_MINOR,
        init: Self::init,
        deinit: Self::deinit,
        descriptor_count: Self::descriptor_count,
        descriptor: Self::descriptor,
        create: Self::create,
        read: if Offered::HAS_SOURCE { Some(Self::read) } else { None },
        init_with_host: Some(Self::init_with_host),
        get_extension: None,
    };

    unsafe extern "C" fn init(_path: Text, _reason: *mut Text) -> bool {
        say_panics_in_one_line();
        true
    }

    unsafe extern "C" fn init_with_host(
        host: *const RawHost,
        _path: Text,
        reason: *mut Text,
    ) -> bool {
        say_panics_in_one_line();
        let host = PluginHost::new(host);
        let refusal = match caught(|| Offered::begin(host)) {
            Ok(Ok(())) => return true,
            Ok(Err(refusal)) => refusal,
            Err(panic) => panic,
        };
        // Once in the life of the process, so it is never freed.
        *reason = Text::lent(refusal.leak().as_bytes());
        false
    }

    unsafe extern "C" fn deinit() {}

    unsafe extern "C" fn descriptor_count() -> u32 {
        Offered::COUNT
    }

    unsafe extern "C" fn descriptor(index: u32) -> *const Descriptor {
        Offered::descriptor(index).map_or(std::ptr::null(), |descriptor| descriptor)
    }

    unsafe extern "C" fn create(host: *const RawHost, id: Text) -> *const RawChild {
        Offered::create(host, id)
    }

    unsafe extern "C" fn read(reading: *const RawReading, id: Text) -> bool {
        Offered::read(reading, id)
    }
}

impl<Type: Child> Part for Type {
    const COUNT: u32 = 1;
    const HAS_SOURCE: bool = false;

    fn descriptor(index: u32) -> Option<&'static Descriptor> {
        (index == 0).then_some(Made::<Type>::DESCRIPTOR)
    }

    fn begin(host: PluginHost) -> Result<(), String> {
        Type::begin(host)
    }

    unsafe fn create(host: *const RawHost, id: Text) -> *const RawChild {
        if id.as_bytes() != Type::DESCRIPTOR.id.as_bytes() {
            return std::ptr::null();
        }
        Made::<Type>::new(Host::new(host))
    }

    unsafe fn read(_reading: *const RawReading, _id: Text) -> bool {
        false
    }
}

impl<From: Source> Part for Reads<From> {
    const COUNT: u32 = 1;
    const HAS_SOURCE: bool = true;

    fn descriptor(index: u32) -> Option<&'static Descriptor> {
        (index == 0).then_some(&From::DESCRIPTOR)
    }

    fn begin(host: PluginHost) -> Result<(), String> {
        From::begin(host)
    }

    unsafe fn create(_host: *const RawHost, _id: Text) -> *const RawChild {
        std::ptr::null()
    }

    unsafe fn read(reading: *const RawReading, id: Text) -> bool {
        if id.as_bytes() != From::DESCRIPTOR.id.as_bytes() {
            return false;
        }
        let reading = Reading::new(reading);
        caught(|| From::read(&reading))
            .unwrap_or_else(|panic| reading.fail(&panic, "tell its author"))
    }
}

impl<First: Part, Second: Part> Part for (First, Second) {
    const COUNT: u32 = First::COUNT + Second::COUNT;
    const HAS_SOURCE: bool = First::HAS_SOURCE || Second::HAS_SOURCE;

    fn descriptor(index: u32) -> Option<&'static Descriptor> {
        match index.checked_sub(First::COUNT) {
            None => First::descriptor(index),
            Some(rest) => Second::descriptor(rest),
        }
    }

    fn begin(host: PluginHost) -> Result<(), String> {
        First::begin(host)?;
        Second::begin(host)
    }

    unsafe fn create(host: *const RawHost, id: Text) -> *const RawChild {
        let first = First::create(host, id);
        if first.is_null() { Second::create(host, id) } else { first }
    }

    unsafe fn read(reading: *const RawReading, id: Text) -> bool {
        let is_first = (0..First::COUNT).filter_map(First::descriptor).any(|descriptor| {
            descriptor.id.as_bytes() == id.as_bytes()
        });
        if is_first { First::read(reading, id) } else { Second::read(reading, id) }
    }
}

impl<First: Part, Second: Part, Third: Part> Part for (First, Second, Third) {
    const COUNT: u32 = <(First, (Second, Third))>::COUNT;
    const HAS_SOURCE: bool = <(First, (Second, Third))>::HAS_SOURCE;

    fn descriptor(index: u32) -> Option<&'static Descriptor> {
        <(First, (Second, Third))>::descriptor(index)
    }

    fn begin(host: PluginHost) -> Result<(), String> {
        <(First, (Second, Third))>::begin(host)
    }

    unsafe fn create(host: *const RawHost, id: Text) -> *const RawChild {
        <(First, (Second, Third))>::create(host, id)
    }

    unsafe fn read(reading: *const RawReading, id: Text) -> bool {
        <(First, (Second, Third))>::read(reading, id)
    }
}

/// The table that the host reads, and the child behind it.
#[repr(C)]
struct Made<Type: Child> {
    table: RawChild,
    host: Host,
    /// None after a panic; `panic` then has the message.
    child: RefCell<Option<Type>>,
    panic: RefCell<String>,
    /// The state that was saved last, or restored: it remains after a panic.
    saved: RefCell<Vec<u8>>,
    /// The last size of the child; a child made in its place receives it too.
    told: Cell<Option<(i32, i32)>>,
    /// Valid until the next call of the child.
    help: RefCell<Vec<HelpKey>>,
}

impl<Type: Child> Made<Type> {
    const DESCRIPTOR: &'static Descriptor = &Type::DESCRIPTOR;

    fn new(host: Host) -> *const RawChild {
        let child = match caught(|| Type::new(host)) {
            Ok(child) => child,
            Err(panic) => {
                host.log(LOG_ERROR, &panic);
                return std::ptr::null();
            }
        };
        let table = RawChild {
            size: size::<RawChild>(),
            reserved: 0,
            data: std::ptr::null_mut(),
            destroy: Some(Self::destroy),
            will_appear: Some(Self::will_appear),
            did_appear: Some(Self::did_appear),
            will_disappear: Some(Self::will_disappear),
            did_disappear: Some(Self::did_disappear),
            timing: Some(Self::timing),
            draw: Some(Self::draw),
            get_extension: Some(Self::get_extension),
        };
        let (panic, saved, told, help) = Default::default();
        let made = Made { table, host, child: RefCell::new(Some(child)), panic, saved, told, help };
        Box::into_raw(Box::new(made)).cast()
    }

    /// Calls the child; returns `otherwise` after a panic.
    unsafe fn call<Answer>(
        made: *const RawChild, otherwise: Answer, body: impl FnOnce(&mut Type) -> Answer,
    ) -> Answer {
        let made = &*made.cast::<Self>();
        let Ok(mut place) = made.child.try_borrow_mut() else { return otherwise };
        let Some(child) = place.as_mut() else { return otherwise };
        match caught(|| body(child)) {
            Ok(answer) => answer,
            Err(panic) => {
                let broken = place.take();
                let _ = caught(|| drop(broken));
                made.fail(panic);
                otherwise
            }
        }
    }

    fn fail(&self, panic: String) {
        self.host.log(LOG_ERROR, &panic);
        *self.panic.borrow_mut() = panic;
        self.host.invalidate();
    }

    unsafe extern "C" fn destroy(made: *const RawChild) {
        let made = Box::from_raw(made.cast_mut().cast::<Self>());
        let host = made.host;
        if let Err(panic) = caught(|| drop(made)) {
            host.log(LOG_ERROR, &panic);
        }
    }

    unsafe extern "C" fn will_appear(made: *const RawChild, animated: bool) {
        let this = &*made.cast::<Self>();
        let is_gone = this.child.try_borrow().is_ok_and(|child| child.is_none());
        if is_gone {
            match caught(|| Type::new(this.host)) {
                Ok(child) => *this.child.borrow_mut() = Some(child),
                Err(panic) => this.fail(panic),
            }
        }
        // Once: a state that causes another panic is dropped.
        let saved = if is_gone { this.saved.take() } else { Vec::new() };
        Self::call(made, (), |child| {
            if !saved.is_empty() {
                child.restore(&saved);
            }
            if let (true, Some((columns, rows))) = (is_gone, this.told.get()) {
                child.resized(columns, rows);
            }
            child.will_appear(animated);
        });
    }

    unsafe extern "C" fn did_appear(made: *const RawChild, animated: bool) {
        Self::call(made, (), |child| child.did_appear(animated));
    }

    unsafe extern "C" fn will_disappear(made: *const RawChild, animated: bool) {
        Self::call(made, (), |child| child.will_disappear(animated));
    }

    unsafe extern "C" fn did_disappear(made: *const RawChild, animated: bool) {
        Self::call(made, (), |child| child.did_disappear(animated));
    }

    unsafe extern "C" fn timing(made: *const RawChild, appearing: bool, timing: *mut Timing) {
        Self::call(made, (), |child| child.timing(appearing, &mut *timing));
    }

    unsafe extern "C" fn draw(made: *const RawChild, canvas: *const RawCanvas) {
        let canvas = Canvas::new(canvas);
        Self::call(made, (), |child| child.draw(&canvas));
        let this = &*made.cast::<Self>();
        if this.child.try_borrow().is_ok_and(|child| child.is_none()) {
            canvas.fill(0, 0, canvas.columns(), canvas.rows(), " ", Style::PLAIN);
            canvas.text(1, 0, &this.panic.borrow(), Style::new(role(ROLE_ERROR)));
        }
    }

    unsafe extern "C" fn get_extension(_: *const RawChild, id: Text) -> *const c_void {
        let id = id.as_bytes();
        if !Type::EXTENSIONS.contains(&id) {
            return std::ptr::null();
        }
        match id {
            EXTENSION_LAYOUT => (&raw const *Self::LAYOUT).cast(),
            EXTENSION_TRANSITION => (&raw const *Self::TRANSITION).cast(),
            EXTENSION_INPUT => (&raw const *Self::INPUT).cast(),
            EXTENSION_CONTENT => (&raw const *Self::CONTENT).cast(),
            EXTENSION_WAKE => (&raw const *Self::WAKE).cast(),
            EXTENSION_THEME => (&raw const *Self::THEME).cast(),
            EXTENSION_SITUATION => (&raw const *Self::SITUATION).cast(),
            EXTENSION_SELECTION => (&raw const *Self::SELECTION).cast(),
            EXTENSION_VIEW => (&raw const *Self::VIEW).cast(),
            EXTENSION_FOCUS => (&raw const *Self::FOCUS).cast(),
            EXTENSION_STATE => (&raw const *Self::STATE).cast(),
            EXTENSION_KEY_HELP => (&raw const *Self::KEY_HELP).cast(),
            EXTENSION_ACCESSIBILITY => (&raw const *Self::ACCESSIBILITY).cast(),
            EXTENSION_MESSAGES => (&raw const *Self::MESSAGES).cast(),
            EXTENSION_RUN => (&raw const *Self::RUN).cast(),
            _ => std::ptr::null(),
        }
    }
}

// The functions of its extensions.
impl<Type: Child> Made<Type> {
    const LAYOUT: &'static Layout = &Layout {
        size: size::<Layout>(),
        reserved: 0,
        insets: Some(Self::insets),
        resized: Some(Self::resized),
    };
    const TRANSITION: &'static Transition = &Transition {
        size: size::<Transition>(),
        reserved: 0,
        will_begin: Some(Self::transition_will_begin),
        progress: Some(Self::transition_progressed),
        did_end: Some(Self::transition_did_end),
    };
    const INPUT: &'static Input = &Input {
        size: size::<Input>(),
        reserved: 0,
        key: Some(Self::key),
        mouse: Some(Self::mouse),
        paste: Some(Self::paste),
        focus: Some(Self::focus),
    };
    const CONTENT: &'static Observer = &Self::observer(Self::content_changed);
    const WAKE: &'static Observer = &Self::observer(Self::woke);
    const THEME: &'static Observer = &Self::observer(Self::theme_changed);
    const SITUATION: &'static Observer = &Self::observer(Self::situation_changed);
    const SELECTION: &'static Observer = &Self::observer(Self::selection_changed);
    const VIEW: &'static Observer = &Self::observer(Self::view_changed);
    const FOCUS: &'static Observer = &Self::observer(Self::focus_changed);
    const STATE: &'static SavedState = &SavedState {
        size: size::<SavedState>(),
        reserved: 0,
        save: Some(Self::save),
        restore: Some(Self::restore),
    };
    const KEY_HELP: &'static KeyHelp = &KeyHelp {
        size: size::<KeyHelp>(),
        reserved: 0,
        count: Some(Self::help_count),
        item: Some(Self::help_item),
    };
    const ACCESSIBILITY: &'static Accessibility =
        &Accessibility { size: size::<Accessibility>(), reserved: 0, text: Some(Self::words) };
    const MESSAGES: &'static Messages =
        &Messages { size: size::<Messages>(), reserved: 0, received: Some(Self::received) };
    const RUN: &'static RunObserver =
        &RunObserver { size: size::<RunObserver>(), reserved: 0, ended: Some(Self::program_ended) };

    const fn observer(changed: unsafe extern "C" fn(*const RawChild)) -> Observer {
        Observer { size: size::<Observer>(), reserved: 0, changed: Some(changed) }
    }

    unsafe extern "C" fn insets(made: *const RawChild, insets: *mut Insets) {
        Self::call(made, (), |child| child.insets(&mut *insets));
    }

    unsafe extern "C" fn resized(made: *const RawChild, columns: i32, rows: i32) {
        (*made.cast::<Self>()).told.set(Some((columns, rows)));
        Self::call(made, (), |child| child.resized(columns, rows));
    }

    unsafe extern "C" fn transition_will_begin(made: *const RawChild, appearing: bool) {
        Self::call(made, (), |child| child.transition_will_begin(appearing));
    }

    unsafe extern "C" fn transition_progressed(
        made: *const RawChild, appearing: bool, progress: f64,
    ) {
        Self::call(made, (), |child| child.transition_progressed(appearing, progress));
    }

    unsafe extern "C" fn transition_did_end(made: *const RawChild, appearing: bool) {
        Self::call(made, (), |child| child.transition_did_end(appearing));
    }

    unsafe extern "C" fn key(made: *const RawChild, key: *const Key) -> bool {
        let typed = String::from_utf8_lossy((*key).text.as_bytes());
        Self::call(made, false, |child| child.key(&*key, &typed))
    }

    unsafe extern "C" fn mouse(made: *const RawChild, mouse: *const Mouse) -> bool {
        Self::call(made, false, |child| child.mouse(&*mouse))
    }

    unsafe extern "C" fn paste(made: *const RawChild, text: Text) -> bool {
        let text = String::from_utf8_lossy(text.as_bytes());
        Self::call(made, false, |child| child.paste(&text))
    }

    unsafe extern "C" fn focus(made: *const RawChild, has_keys: bool) {
        Self::call(made, (), |child| child.focus(has_keys));
    }

    unsafe extern "C" fn content_changed(made: *const RawChild) {
        Self::call(made, (), Type::content_changed);
    }

    unsafe extern "C" fn woke(made: *const RawChild) {
        Self::call(made, (), Type::woke);
    }

    unsafe extern "C" fn theme_changed(made: *const RawChild) {
        Self::call(made, (), Type::theme_changed);
    }

    unsafe extern "C" fn situation_changed(made: *const RawChild) {
        Self::call(made, (), Type::situation_changed);
    }

    unsafe extern "C" fn selection_changed(made: *const RawChild) {
        Self::call(made, (), Type::selection_changed);
    }

    unsafe extern "C" fn view_changed(made: *const RawChild) {
        Self::call(made, (), Type::view_changed);
    }

    unsafe extern "C" fn focus_changed(made: *const RawChild) {
        Self::call(made, (), Type::focus_changed);
    }

    unsafe extern "C" fn save(made: *const RawChild, buffer: *mut c_char, capacity: u64) -> u64 {
        let this = &*made.cast::<Self>();
        if let Some(state) = Self::call(made, None, |child| Some(child.save())) {
            this.saved.replace(state);
        }
        fill(&this.saved.borrow(), buffer, capacity)
    }

    unsafe extern "C" fn restore(made: *const RawChild, bytes: *const c_char, length: u64) -> bool {
        let state = Text { bytes, length }.as_bytes();
        let is_used = Self::call(made, false, |child| child.restore(state));
        if is_used {
            (*made.cast::<Self>()).saved.replace(state.to_vec());
        }
        is_used
    }

    unsafe extern "C" fn help_count(made: *const RawChild) -> u32 {
        let help = Self::call(made, Vec::new(), Type::key_help);
        let count = help.len() as u32;
        *(*made.cast::<Self>()).help.borrow_mut() = help;
        count
    }

    unsafe extern "C" fn help_item(
        made: *const RawChild, index: u32, item: *mut KeyHelpItem,
    ) -> bool {
        let help = (*made.cast::<Self>()).help.borrow();
        let Some(known) = help.get(index as usize) else { return false };
        (*item).key = Text::lent(known.key.as_bytes());
        (*item).action = Text::lent(known.action.as_bytes());
        (*item).group = known.group;
        true
    }

    unsafe extern "C" fn words(made: *const RawChild, buffer: *mut c_char, capacity: u64) -> u64 {
        fill(Self::call(made, String::new(), Type::words).as_bytes(), buffer, capacity)
    }

    unsafe extern "C" fn received(made: *const RawChild, from: Text, subject: Text, body: Text) {
        let from = String::from_utf8_lossy(from.as_bytes());
        let subject = String::from_utf8_lossy(subject.as_bytes());
        Self::call(made, (), |child| child.received(&from, &subject, body.as_bytes()));
    }

    unsafe extern "C" fn program_ended(made: *const RawChild, end: *const ProgramEnd) {
        let (output, errors) = ((*end).output.as_bytes(), (*end).errors.as_bytes());
        Self::call(made, (), |child| child.program_ended(&*end, output, errors));
    }
}

// Panics.

thread_local! {
    /// Whether panics of this thread are caught now, and the message of the last one.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Calls a function that may panic.
fn caught<Answer>(body: impl FnOnce() -> Answer) -> Result<Answer, String> {
    let was_caught = IS_CAUGHT.replace(true);
    let answer = catch_unwind(AssertUnwindSafe(body));
    IS_CAUGHT.set(was_caught);
    answer.map_err(|payload| {
        // Dropping it may panic.
        std::mem::forget(payload);
        PANIC.take()
    })
}

/// Reports panics of this plugin as one line that names the place. The line is kept if the panic is caught, and
/// printed if it ends the program, because the host shows the last line that was printed. Call it in `init` if
/// the plugin has its own table.
pub fn say_panics_in_one_line() {
    set_hook(Box::new(|panic| {
        let line = panic.to_string().replace('\n', " ");
        if IS_CAUGHT.get() && cfg!(panic = "unwind") {
            PANIC.set(line);
        } else {
            eprintln!("{line}");
        }
    }));
}
