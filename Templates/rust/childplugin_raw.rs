//! The structs and constants of childplugin.h in Rust, made from the header: do not edit.
//!
//! `childplugin.h` says what each function is for, when it may be called and who owns what.
// SPDX-License-Identifier: 0BSD (copy it, or parts of it, into whatever you make)

use std::ffi::{c_char, c_void};
use std::mem::size_of;

pub const ABI_MAJOR: u16 = 1;
pub const ABI_MINOR: u16 = 2;
pub const COLOUR_NONE: u32 = 0;
pub const COLOUR_DEFAULT: u32 = 33554432;
pub const ROLE_TEXT: u32 = 1;
pub const ROLE_MUTED: u32 = 2;
pub const ROLE_ACCENT: u32 = 3;
pub const ROLE_SUCCESS: u32 = 4;
pub const ROLE_WARNING: u32 = 5;
pub const ROLE_ERROR: u32 = 6;
pub const ROLE_SELECTION_TEXT: u32 = 7;
pub const ROLE_SELECTION_BACKGROUND: u32 = 8;
pub const ROLE_BORDER: u32 = 9;
pub const ROLE_TITLE: u32 = 10;
pub const ROLE_BACKGROUND: u32 = 11;
pub const ATTRIBUTE_BOLD: u32 = 1;
pub const ATTRIBUTE_DIM: u32 = 2;
pub const ATTRIBUTE_ITALIC: u32 = 4;
pub const ATTRIBUTE_UNDERLINE: u32 = 8;
pub const ATTRIBUTE_REVERSE: u32 = 16;
pub const ATTRIBUTE_STRIKE: u32 = 32;
pub const ATTRIBUTE_READABLE: u32 = 64;
pub const UNDERLINE_PLAIN: u32 = 0;
pub const UNDERLINE_DOUBLE: u32 = 1;
pub const UNDERLINE_CURLY: u32 = 2;
pub const UNDERLINE_DOTTED: u32 = 3;
pub const UNDERLINE_DASHED: u32 = 4;
pub const CURVE_LINEAR: u32 = 0;
pub const CURVE_EASE_IN: u32 = 1;
pub const CURVE_EASE_OUT: u32 = 2;
pub const CURVE_EASE_IN_OUT: u32 = 3;
pub const EFFECT_NONE: u32 = 0;
pub const EFFECT_FADE: u32 = 1;
pub const EFFECT_SLIDE_UP: u32 = 2;
pub const EFFECT_SLIDE_DOWN: u32 = 3;
pub const EFFECT_SLIDE_LEFT: u32 = 4;
pub const EFFECT_SLIDE_RIGHT: u32 = 5;
pub const CONTENT_LOADING: u32 = 1;
pub const CONTENT_COMPLETE: u32 = 2;
pub const CONTENT_ERROR: u32 = 4;
pub const CONTENT_FRACTION: u32 = 8;
pub const CONTENT_CUT: u32 = 16;
pub const CONTENT_ONCE: u32 = 32;
pub const ERROR_NONE: u32 = 0;
pub const ERROR_NOT_FOUND: u32 = 1;
pub const ERROR_NOT_ALLOWED: u32 = 2;
pub const ERROR_EXIT_STATUS: u32 = 3;
pub const ERROR_SIGNAL: u32 = 4;
pub const ERROR_READ: u32 = 5;
pub const ERROR_OTHER: u32 = 6;
pub const ALIGNMENT_LEFT: u32 = 0;
pub const ALIGNMENT_RIGHT: u32 = 1;
pub const ROW_CUT: u32 = 1;
pub const WHOLE_ROW: u32 = 4294967295;
pub const CONTENT_TEXT_TITLE: u32 = 1;
pub const CONTENT_TEXT_ERROR: u32 = 2;
pub const CONTENT_TEXT_ERROR_DETAIL: u32 = 3;
pub const CONTENT_TEXT_REMEDY: u32 = 4;
pub const CONTENT_TEXT_NOTICE: u32 = 5;
pub const CONTENT_TEXT_OPEN_LINE: u32 = 6;
pub const TERMINAL_UTF8: u32 = 1;
pub const TERMINAL_MOUSE: u32 = 2;
pub const TERMINAL_REDUCED_MOTION: u32 = 4;
pub const TERMINAL_DARK: u32 = 8;
pub const LOG_DEBUG: u32 = 0;
pub const LOG_INFO: u32 = 1;
pub const LOG_WARNING: u32 = 2;
pub const LOG_ERROR: u32 = 3;
pub const ACTION_RELOAD: u32 = 1;
pub const ACTION_QUIT: u32 = 2;
pub const ACTION_ACCEPT_ROW: u32 = 3;
pub const HOST_SITUATION: &[u8] = b"childplugin.host.situation/1";
pub const SITUATION_TRANSITION: u32 = 1;
pub const SITUATION_PICK: u32 = 2;
pub const SITUATION_FOLLOWING: u32 = 4;
pub const STATE_CURRENT: u32 = 1;
pub const STATE_PREVIOUS: u32 = 2;
pub const HOST_SELECTION: &[u8] = b"childplugin.host.selection/1";
pub const NO_ROW: u64 = 18446744073709551615;
pub const ANCHOR_TOP: u32 = 1;
pub const ANCHOR_END: u32 = 2;
pub const HOST_VIEW: &[u8] = b"childplugin.host.view/1";
pub const MATCH_TEXT: u32 = 1;
pub const MATCH_EXPRESSION: u32 = 2;
pub const MATCH_FUZZY: u32 = 3;
pub const MATCH_QUERY: u32 = 4;
pub const CASE_SMART: u32 = 0;
pub const CASE_SENSITIVE: u32 = 1;
pub const CASE_INSENSITIVE: u32 = 2;
pub const SORT_TEXT: u32 = 1;
pub const SORT_NUMBER: u32 = 2;
pub const SORT_SCORE: u32 = 3;
pub const SORT_NATURAL: u32 = 4;
pub const SORT_DESCENDING: u32 = 1;
pub const VIEW_COMPLETE: u32 = 1;
pub const VIEW_FILTERED: u32 = 2;
pub const VIEW_SORTED: u32 = 4;
pub const VIEW_FINDING: u32 = 8;
pub const VIEW_FOUND: u32 = 16;
pub const VIEW_NO_MATCH: u32 = 32;
pub const VIEW_PROBLEM: u32 = 64;
pub const VIEW_IN_ORDER: u32 = 128;
pub const CELLS_UNSORTED: u32 = 0;
pub const CELLS_NUMBER: u32 = 1;
pub const CELLS_SIZE: u32 = 2;
pub const CELLS_DURATION: u32 = 3;
pub const CELLS_TIME: u32 = 4;
pub const CELLS_DATE: u32 = 5;
pub const CELLS_ADDRESS: u32 = 6;
pub const CELLS_VERSION: u32 = 7;
pub const CELLS_TEXT: u32 = 8;
pub const FIND_BACKWARD: u32 = 1;
pub const HOST_STYLES: &[u8] = b"childplugin.host.styles/1";
pub const HOST_FOCUS: &[u8] = b"childplugin.host.focus/1";
pub const HOST_OPTIONS: &[u8] = b"childplugin.host.options/1";
pub const HOST_TEXT: &[u8] = b"childplugin.host.text/1";
pub const HOST_ACTIONS: &[u8] = b"childplugin.host.actions/1";
pub const HOST_RUN: &[u8] = b"childplugin.host.run/1";
pub const PROGRAM_ROWS_AS_ARGUMENTS: u32 = 1;
pub const PROGRAM_ROWS_AS_INPUT: u32 = 2;
pub const PROGRAM_ON_TERMINAL: u32 = 4;
pub const HOST_PLACE: &[u8] = b"childplugin.host.place/1";
pub const HOST_COLLAPSE: &[u8] = b"childplugin.host.collapse/1";
pub const HOST_REMEMBER: &[u8] = b"childplugin.host.remember/1";
pub const HOST_MESSAGES: &[u8] = b"childplugin.host.messages/1";
pub const EXTENSION_LAYOUT: &[u8] = b"childplugin.layout/1";
pub const EXTENSION_TRANSITION: &[u8] = b"childplugin.transition/1";
pub const EXTENSION_INPUT: &[u8] = b"childplugin.input/1";
pub const MODIFIER_SHIFT: u32 = 1;
pub const MODIFIER_ALT: u32 = 2;
pub const MODIFIER_CONTROL: u32 = 4;
pub const KEY_ENTER: u32 = 1114113;
pub const KEY_TAB: u32 = 1114114;
pub const KEY_BACKSPACE: u32 = 1114115;
pub const KEY_ESCAPE: u32 = 1114116;
pub const KEY_UP: u32 = 1114117;
pub const KEY_DOWN: u32 = 1114118;
pub const KEY_LEFT: u32 = 1114119;
pub const KEY_RIGHT: u32 = 1114120;
pub const KEY_HOME: u32 = 1114121;
pub const KEY_END: u32 = 1114122;
pub const KEY_PAGE_UP: u32 = 1114123;
pub const KEY_PAGE_DOWN: u32 = 1114124;
pub const KEY_INSERT: u32 = 1114125;
pub const KEY_DELETE: u32 = 1114126;
pub const KEY_F1: u32 = 1114129;
pub const MOUSE_PRESS: u32 = 1;
pub const MOUSE_RELEASE: u32 = 2;
pub const MOUSE_DRAG: u32 = 3;
pub const MOUSE_WHEEL: u32 = 4;
pub const MOUSE_MOVE: u32 = 5;
pub const BUTTON_NONE: u32 = 0;
pub const BUTTON_LEFT: u32 = 1;
pub const BUTTON_MIDDLE: u32 = 2;
pub const BUTTON_RIGHT: u32 = 3;
pub const EXTENSION_CONTENT: &[u8] = b"childplugin.content/1";
pub const EXTENSION_WAKE: &[u8] = b"childplugin.wake/1";
pub const EXTENSION_STATE: &[u8] = b"childplugin.state/1";
pub const EXTENSION_KEY_HELP: &[u8] = b"childplugin.key-help/1";
pub const KEYS_OWN: u32 = 0;
pub const KEYS_MOVE: u32 = 1;
pub const KEYS_FIND: u32 = 2;
pub const KEYS_COLUMNS: u32 = 3;
pub const KEYS_ROWS: u32 = 4;
pub const EXTENSION_ACCESSIBILITY: &[u8] = b"childplugin.accessibility/1";
pub const EXTENSION_THEME: &[u8] = b"childplugin.theme/1";
pub const EXTENSION_SITUATION: &[u8] = b"childplugin.situation/1";
pub const EXTENSION_SELECTION: &[u8] = b"childplugin.selection/1";
pub const EXTENSION_VIEW: &[u8] = b"childplugin.view/1";
pub const EXTENSION_FOCUS: &[u8] = b"childplugin.focus/1";
pub const EXTENSION_MESSAGES: &[u8] = b"childplugin.messages/1";
pub const EXTENSION_RUN: &[u8] = b"childplugin.run/1";
pub const END_EXITED: u32 = 1;
pub const END_SIGNAL: u32 = 2;
pub const END_NOT_STARTED: u32 = 3;
pub const END_OUTPUT_CUT: u32 = 1;
pub const END_ERRORS_CUT: u32 = 2;
pub const EDGE_NONE: u32 = 0;
pub const EDGE_TOP: u32 = 1;
pub const EDGE_RIGHT: u32 = 2;
pub const EDGE_BOTTOM: u32 = 3;
pub const EDGE_LEFT: u32 = 4;
pub const UNIT_CELLS: u32 = 0;
pub const UNIT_PERCENT: u32 = 1;
pub const PLACE_INSTEAD_OF_BUNDLED: u32 = 1;
pub const DESCRIPTOR_TAKES_FOCUS: u32 = 1;
pub const DESCRIPTOR_FOLLOWS_MOUSE: u32 = 2;
pub const DESCRIPTOR_SOURCE: u32 = 4;
pub const DESCRIPTOR_MODAL: u32 = 8;
pub const OPTION_TEXT: u32 = 1;
pub const OPTION_FLAG: u32 = 2;
pub const OPTION_INTEGER: u32 = 3;
pub const OPTION_NUMBER: u32 = 4;
pub const OPTION_DURATION: u32 = 5;
pub const OPTION_CHOICE: u32 = 6;
pub const OPTION_RANGE: u32 = 1;
pub const NEED_NETWORK: Text = Text::of("network");
pub const NEED_FILES_READ: Text = Text::of("files:read");
pub const NEED_RUN: Text = Text::of("run");
pub const NEED_RELOAD: Text = Text::of("reload");
pub const NEED_ACCEPT_TEXT: Text = Text::of("accept-text");
pub const ENTRY_SYMBOL: &[u8] = b"childplugin_entry";

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    pub bytes: *const c_char,
    pub length: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Style {
    pub size: u32,
    pub attributes: u32,
    pub foreground: u32,
    pub background: u32,
    pub underline: u32,
    pub underline_colour: u32,
    pub link: u32,
}

#[repr(C)]
pub struct RawCanvas {
    pub size: u32,
    pub reserved: u32,
    pub handle: *mut c_void,
    pub columns: i32,
    pub rows: i32,
    pub time_nanoseconds: i64,
    pub text: unsafe extern "C" fn(*const RawCanvas, i32, i32, i32, Text, *const Style) -> i32,
    pub fill: unsafe extern "C" fn(*const RawCanvas, i32, i32, i32, i32, Text, *const Style),
    pub cursor: unsafe extern "C" fn(*const RawCanvas, i32, i32),
    pub link: unsafe extern "C" fn(*const RawCanvas, Text) -> u32,
    pub dim: unsafe extern "C" fn(*const RawCanvas, i32, i32, i32, i32),
}

#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Timing {
    pub size: u32,
    pub curve: u32,
    pub effect: u32,
    pub reserved: u32,
    pub delay_nanoseconds: i64,
    pub duration_nanoseconds: i64,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Content {
    pub size: u32,
    pub flags: u32,
    pub revision: u64,
    pub generation: u64,
    pub rows: u64,
    pub bytes: u64,
    pub columns: u32,
    pub error_kind: u32,
    pub exit_status: i32,
    pub error_signal: i32,
    pub fraction: f64,
    pub began_nanoseconds: i64,
    pub elapsed_nanoseconds: i64,
    pub loaded_nanoseconds: i64,
    pub failed_nanoseconds: i64,
    pub every_nanoseconds: i64,
    pub failures: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Column {
    pub size: u32,
    pub alignment: u32,
    pub width: i32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Row {
    pub size: u32,
    pub flags: u32,
    pub length: u64,
    pub full_length: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Terminal {
    pub size: u32,
    pub flags: u32,
    pub columns: i32,
    pub rows: i32,
    pub colours: u32,
    pub reserved: u32,
}

#[repr(C)]
pub struct RawHost {
    pub size: u32,
    pub abi_major: u16,
    pub abi_minor: u16,
    pub handle: *mut c_void,
    pub name: Text,
    pub version: Text,
    pub log: unsafe extern "C" fn(*const RawHost, u32, Text),
    pub wake: unsafe extern "C" fn(*const RawHost),
    pub now: unsafe extern "C" fn(*const RawHost) -> i64,
    pub invalidate: unsafe extern "C" fn(*const RawHost),
    pub wake_after: unsafe extern "C" fn(*const RawHost, i64) -> bool,
    pub request_state: unsafe extern "C" fn(*const RawHost, Text, bool) -> bool,
    pub perform: unsafe extern "C" fn(*const RawHost, u32, i64) -> bool,
    pub content: unsafe extern "C" fn(*const RawHost, *mut Content) -> bool,
    pub content_text: unsafe extern "C" fn(*const RawHost, u32, *mut c_char, u64) -> u64,
    pub content_column: unsafe extern "C" fn(*const RawHost, u32, *mut Column, *mut c_char, u64) -> u64,
    pub content_row: unsafe extern "C" fn(*const RawHost, u64, *mut Row) -> bool,
    pub content_cell: unsafe extern "C" fn(*const RawHost, u64, u32, *mut c_char, u64) -> u64,
    pub text_columns: unsafe extern "C" fn(*const RawHost, Text) -> i32,
    pub terminal: unsafe extern "C" fn(*const RawHost, *mut Terminal) -> bool,
    pub theme_colour: unsafe extern "C" fn(*const RawHost, u32) -> u32,
    pub option: unsafe extern "C" fn(*const RawHost, Text, *mut c_char, u64) -> u64,
    pub get_extension: unsafe extern "C" fn(*const RawHost, Text) -> *const c_void,
}

#[repr(C)]
pub struct HostSituation {
    pub size: u32,
    pub reserved: u32,
    pub flags: unsafe extern "C" fn(*const RawHost) -> u32,
    pub state: unsafe extern "C" fn(*const RawHost, u32, *mut c_char, u64) -> u64,
}

#[repr(C)]
pub struct HostSelection {
    pub size: u32,
    pub reserved: u32,
    pub row: unsafe extern "C" fn(*const RawHost) -> u64,
    pub set_row: unsafe extern "C" fn(*const RawHost, u64) -> bool,
    pub marked_count: unsafe extern "C" fn(*const RawHost) -> u64,
    pub is_marked: unsafe extern "C" fn(*const RawHost, u64) -> bool,
    pub marked_rows: unsafe extern "C" fn(*const RawHost, u64, *mut u64, u64) -> u64,
    pub mark: unsafe extern "C" fn(*const RawHost, u64, u64, bool) -> bool,
    pub anchor: unsafe extern "C" fn(*const RawHost, u32) -> bool,
    pub gone_count: unsafe extern "C" fn(*const RawHost) -> u64,
    pub notice: unsafe extern "C" fn(*const RawHost, *mut c_char, u64) -> u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Filter {
    pub size: u32,
    pub kind: u32,
    pub letter_case: u32,
    pub column: u32,
    pub text: Text,
}

#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Sort {
    pub size: u32,
    pub key: u32,
    pub column: u32,
    pub flags: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct ViewInfo {
    pub size: u32,
    pub flags: u32,
    pub revision: u64,
    pub rows: u64,
    pub looked_rows: u64,
    pub all_rows: u64,
    pub finds: u64,
    pub found_row: u64,
    pub cells: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Range {
    pub start: u64,
    pub end: u64,
}

#[repr(C)]
pub struct HostView {
    pub size: u32,
    pub reserved: u32,
    pub info: unsafe extern "C" fn(*const RawHost, *mut ViewInfo) -> bool,
    pub rows: unsafe extern "C" fn(*const RawHost, u64, *mut u64, u64) -> u64,
    pub place: unsafe extern "C" fn(*const RawHost, u64) -> u64,
    pub matches: unsafe extern "C" fn(*const RawHost, u64, u32, *mut Range, u64) -> u64,
    pub filter: unsafe extern "C" fn(*const RawHost, *mut Filter, *mut c_char, u64) -> u64,
    pub sort: unsafe extern "C" fn(*const RawHost, *mut Sort) -> bool,
    pub problem: unsafe extern "C" fn(*const RawHost, *mut c_char, u64) -> u64,
    pub show: unsafe extern "C" fn(*const RawHost, *const Filter, *const Sort) -> bool,
    pub find: unsafe extern "C" fn(*const RawHost, *const Filter, u64, u32) -> bool,
    pub cells: unsafe extern "C" fn(*const RawHost, *const u64, u64, u32, u32, u64, *mut Range, *mut c_char, u64) -> u64,
}

#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct StyleRun {
    pub bytes: Range,
    pub link: Range,
    pub attributes: u32,
    pub foreground: u32,
    pub background: u32,
    pub underline: u32,
    pub underline_colour: u32,
    pub reserved: u32,
}

#[repr(C)]
pub struct HostStyles {
    pub size: u32,
    pub reserved: u32,
    pub of_cell: unsafe extern "C" fn(*const RawHost, u64, u32, *mut StyleRun, u64) -> u64,
    pub of_text: unsafe extern "C" fn(*const RawHost, Text, *mut StyleRun, u64) -> u64,
}

#[repr(C)]
pub struct HostFocus {
    pub size: u32,
    pub reserved: u32,
    pub ask: unsafe extern "C" fn(*const RawHost) -> bool,
    pub in_front: unsafe extern "C" fn(*const RawHost) -> bool,
    pub count: unsafe extern "C" fn(*const RawHost) -> u32,
    pub take_text: unsafe extern "C" fn(*const RawHost, bool),
}

#[repr(C)]
pub struct HostOptions {
    pub size: u32,
    pub reserved: u32,
    pub flag: unsafe extern "C" fn(*const RawHost, Text, *mut bool) -> bool,
    pub integer: unsafe extern "C" fn(*const RawHost, Text, *mut i64) -> bool,
    pub number: unsafe extern "C" fn(*const RawHost, Text, *mut f64) -> bool,
    pub duration: unsafe extern "C" fn(*const RawHost, Text, *mut i64) -> bool,
}

#[repr(C)]
pub struct HostText {
    pub size: u32,
    pub reserved: u32,
    pub fit: unsafe extern "C" fn(*const RawHost, Text, i32, *mut i32) -> u64,
}

#[repr(C)]
pub struct HostActions {
    pub size: u32,
    pub reserved: u32,
    pub accept_text: unsafe extern "C" fn(*const RawHost, Text, i32) -> bool,
    pub accept_rows: unsafe extern "C" fn(*const RawHost, *const u64, u64) -> bool,
    pub clipboard: unsafe extern "C" fn(*const RawHost, Text) -> bool,
    pub title: unsafe extern "C" fn(*const RawHost, Text) -> bool,
    pub bell: unsafe extern "C" fn(*const RawHost) -> bool,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Program {
    pub size: u32,
    pub flags: u32,
    pub words: *const Text,
    pub word_count: u32,
    pub reserved: u32,
    pub input: Text,
}

#[repr(C)]
pub struct HostRun {
    pub size: u32,
    pub reserved: u32,
    pub run: unsafe extern "C" fn(*const RawHost, *const Program) -> u64,
    pub cancel: unsafe extern "C" fn(*const RawHost, u64) -> bool,
}

#[repr(C)]
pub struct HostPlace {
    pub size: u32,
    pub reserved: u32,
    pub claim: unsafe extern "C" fn(*const RawHost, u32, u32, u32, u32) -> bool,
    pub refresh: unsafe extern "C" fn(*const RawHost),
}

#[repr(C)]
pub struct HostCollapse {
    pub size: u32,
    pub reserved: u32,
    pub set: unsafe extern "C" fn(*const RawHost, bool) -> bool,
}

#[repr(C)]
pub struct HostRemember {
    pub size: u32,
    pub reserved: u32,
    pub option: unsafe extern "C" fn(*const RawHost, Text, Text) -> bool,
}

#[repr(C)]
pub struct HostMessages {
    pub size: u32,
    pub reserved: u32,
    pub send: unsafe extern "C" fn(*const RawHost, Text, Text, Text) -> bool,
}

#[repr(C)]
pub struct RawChild {
    pub size: u32,
    pub reserved: u32,
    pub data: *mut c_void,
    pub destroy: Option<unsafe extern "C" fn(*const RawChild)>,
    pub will_appear: Option<unsafe extern "C" fn(*const RawChild, bool)>,
    pub did_appear: Option<unsafe extern "C" fn(*const RawChild, bool)>,
    pub will_disappear: Option<unsafe extern "C" fn(*const RawChild, bool)>,
    pub did_disappear: Option<unsafe extern "C" fn(*const RawChild, bool)>,
    pub timing: Option<unsafe extern "C" fn(*const RawChild, bool, *mut Timing)>,
    pub draw: Option<unsafe extern "C" fn(*const RawChild, *const RawCanvas)>,
    pub get_extension: Option<unsafe extern "C" fn(*const RawChild, Text) -> *const c_void>,
}

#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Insets {
    pub size: u32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
    pub left: i32,
    pub reserved: u32,
}

#[repr(C)]
pub struct Layout {
    pub size: u32,
    pub reserved: u32,
    pub insets: Option<unsafe extern "C" fn(*const RawChild, *mut Insets)>,
    pub resized: Option<unsafe extern "C" fn(*const RawChild, i32, i32)>,
}

#[repr(C)]
pub struct Transition {
    pub size: u32,
    pub reserved: u32,
    pub will_begin: Option<unsafe extern "C" fn(*const RawChild, bool)>,
    pub progress: Option<unsafe extern "C" fn(*const RawChild, bool, f64)>,
    pub did_end: Option<unsafe extern "C" fn(*const RawChild, bool)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Key {
    pub size: u32,
    pub code: u32,
    pub modifiers: u32,
    pub reserved: u32,
    pub text: Text,
}

#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Mouse {
    pub size: u32,
    pub kind: u32,
    pub button: u32,
    pub modifiers: u32,
    pub column: i32,
    pub row: i32,
    pub wheel: i32,
    pub reserved: u32,
    pub wheel_columns: i32,
}

#[repr(C)]
pub struct Input {
    pub size: u32,
    pub reserved: u32,
    pub key: Option<unsafe extern "C" fn(*const RawChild, *const Key) -> bool>,
    pub mouse: Option<unsafe extern "C" fn(*const RawChild, *const Mouse) -> bool>,
    pub paste: Option<unsafe extern "C" fn(*const RawChild, Text) -> bool>,
    pub focus: Option<unsafe extern "C" fn(*const RawChild, bool)>,
}

#[repr(C)]
pub struct ContentObserver {
    pub size: u32,
    pub reserved: u32,
    pub changed: Option<unsafe extern "C" fn(*const RawChild)>,
}

#[repr(C)]
pub struct Wake {
    pub size: u32,
    pub reserved: u32,
    pub woke: Option<unsafe extern "C" fn(*const RawChild)>,
}

#[repr(C)]
pub struct SavedState {
    pub size: u32,
    pub reserved: u32,
    pub save: Option<unsafe extern "C" fn(*const RawChild, *mut c_char, u64) -> u64>,
    pub restore: Option<unsafe extern "C" fn(*const RawChild, *const c_char, u64) -> bool>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct KeyHelpItem {
    pub size: u32,
    pub group: u32,
    pub key: Text,
    pub action: Text,
}

#[repr(C)]
pub struct KeyHelp {
    pub size: u32,
    pub reserved: u32,
    pub count: Option<unsafe extern "C" fn(*const RawChild) -> u32>,
    pub item: Option<unsafe extern "C" fn(*const RawChild, u32, *mut KeyHelpItem) -> bool>,
}

#[repr(C)]
pub struct Accessibility {
    pub size: u32,
    pub reserved: u32,
    pub text: Option<unsafe extern "C" fn(*const RawChild, *mut c_char, u64) -> u64>,
}

#[repr(C)]
pub struct ThemeObserver {
    pub size: u32,
    pub reserved: u32,
    pub changed: Option<unsafe extern "C" fn(*const RawChild)>,
}

#[repr(C)]
pub struct SituationObserver {
    pub size: u32,
    pub reserved: u32,
    pub changed: Option<unsafe extern "C" fn(*const RawChild)>,
}

#[repr(C)]
pub struct SelectionObserver {
    pub size: u32,
    pub reserved: u32,
    pub changed: Option<unsafe extern "C" fn(*const RawChild)>,
}

#[repr(C)]
pub struct ViewObserver {
    pub size: u32,
    pub reserved: u32,
    pub changed: Option<unsafe extern "C" fn(*const RawChild)>,
}

#[repr(C)]
pub struct FocusObserver {
    pub size: u32,
    pub reserved: u32,
    pub changed: Option<unsafe extern "C" fn(*const RawChild)>,
}

#[repr(C)]
pub struct Messages {
    pub size: u32,
    pub reserved: u32,
    pub received: Option<unsafe extern "C" fn(*const RawChild, Text, Text, Text)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ProgramEnd {
    pub size: u32,
    pub kind: u32,
    pub number: u64,
    pub status: i32,
    pub flags: u32,
    pub output: Text,
    pub errors: Text,
}

#[repr(C)]
pub struct RunObserver {
    pub size: u32,
    pub reserved: u32,
    pub ended: Option<unsafe extern "C" fn(*const RawChild, *const ProgramEnd)>,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Place {
    pub size: u32,
    pub place: i32,
    pub flags: u32,
    pub reserved: u32,
    pub state: Text,
    pub edge: u32,
    pub unit: u32,
    pub extent: u32,
    pub minimum: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct DefaultKey {
    pub size: u32,
    pub reserved: u32,
    pub key: Text,
    pub state: Text,
    pub label: Text,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct ChildOption {
    pub size: u32,
    pub kind: u32,
    pub name: Text,
    pub fallback: Text,
    pub help: Text,
    pub choices: *const Text,
    pub choice_count: u32,
    pub flags: u32,
    pub minimum: f64,
    pub maximum: f64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Descriptor {
    pub size: u32,
    pub flags: u32,
    pub id: Text,
    pub name: Text,
    pub vendor: Text,
    pub version: Text,
    pub description: Text,
    pub places: *const Place,
    pub place_count: u32,
    pub reserved: u32,
    pub needs: *const Text,
    pub need_count: u32,
    pub reserved_needs: u32,
    pub keys: *const DefaultKey,
    pub key_count: u32,
    pub reserved_keys: u32,
    pub options: *const ChildOption,
    pub option_count: u32,
    pub reserved_options: u32,
}

#[repr(C)]
pub struct RawReading {
    pub size: u32,
    pub abi_major: u16,
    pub abi_minor: u16,
    pub handle: *mut c_void,
    pub name: Text,
    pub version: Text,
    pub argument: Text,
    pub columns: unsafe extern "C" fn(*const RawReading, *const Text, u32) -> bool,
    pub row: unsafe extern "C" fn(*const RawReading, *const Text, u32) -> bool,
    pub bytes: unsafe extern "C" fn(*const RawReading, Text) -> bool,
    pub progress: unsafe extern "C" fn(*const RawReading, f64),
    pub fail: unsafe extern "C" fn(*const RawReading, Text, Text),
    pub log: unsafe extern "C" fn(*const RawReading, u32, Text),
    pub option: unsafe extern "C" fn(*const RawReading, Text, *mut c_char, u64) -> u64,
    pub flag: unsafe extern "C" fn(*const RawReading, Text, *mut bool) -> bool,
    pub integer: unsafe extern "C" fn(*const RawReading, Text, *mut i64) -> bool,
    pub number: unsafe extern "C" fn(*const RawReading, Text, *mut f64) -> bool,
    pub duration: unsafe extern "C" fn(*const RawReading, Text, *mut i64) -> bool,
}

#[repr(C)]
pub struct Plugin {
    pub size: u32,
    pub abi_major: u16,
    pub abi_minor: u16,
    pub init: unsafe extern "C" fn(Text, *mut Text) -> bool,
    pub deinit: unsafe extern "C" fn(),
    pub descriptor_count: unsafe extern "C" fn() -> u32,
    pub descriptor: unsafe extern "C" fn(u32) -> *const Descriptor,
    pub create: unsafe extern "C" fn(*const RawHost, Text) -> *const RawChild,
    pub read: Option<unsafe extern "C" fn(*const RawReading, Text) -> bool>,
    pub init_with_host: Option<unsafe extern "C" fn(*const RawHost, Text, *mut Text) -> bool>,
    pub get_extension: Option<unsafe extern "C" fn(Text) -> *const c_void>,
}

#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<Text>() == 16);
    assert!(size_of::<Style>() == 28);
    assert!(size_of::<RawCanvas>() == 72);
    assert!(size_of::<Timing>() == 32);
    assert!(size_of::<Content>() == 112);
    assert!(size_of::<Column>() == 16);
    assert!(size_of::<Row>() == 24);
    assert!(size_of::<Terminal>() == 24);
    assert!(size_of::<RawHost>() == 184);
    assert!(size_of::<HostSituation>() == 24);
    assert!(size_of::<HostSelection>() == 80);
    assert!(size_of::<Filter>() == 32);
    assert!(size_of::<Sort>() == 16);
    assert!(size_of::<ViewInfo>() == 64);
    assert!(size_of::<Range>() == 16);
    assert!(size_of::<HostView>() == 88);
    assert!(size_of::<StyleRun>() == 56);
    assert!(size_of::<HostStyles>() == 24);
    assert!(size_of::<HostFocus>() == 40);
    assert!(size_of::<HostOptions>() == 40);
    assert!(size_of::<HostText>() == 16);
    assert!(size_of::<HostActions>() == 48);
    assert!(size_of::<Program>() == 40);
    assert!(size_of::<HostRun>() == 24);
    assert!(size_of::<HostPlace>() == 24);
    assert!(size_of::<HostCollapse>() == 16);
    assert!(size_of::<HostRemember>() == 16);
    assert!(size_of::<HostMessages>() == 16);
    assert!(size_of::<RawChild>() == 80);
    assert!(size_of::<Insets>() == 24);
    assert!(size_of::<Layout>() == 24);
    assert!(size_of::<Transition>() == 32);
    assert!(size_of::<Key>() == 32);
    assert!(size_of::<Mouse>() == 36);
    assert!(size_of::<Input>() == 40);
    assert!(size_of::<ContentObserver>() == 16);
    assert!(size_of::<Wake>() == 16);
    assert!(size_of::<SavedState>() == 24);
    assert!(size_of::<KeyHelpItem>() == 40);
    assert!(size_of::<KeyHelp>() == 24);
    assert!(size_of::<Accessibility>() == 16);
    assert!(size_of::<ThemeObserver>() == 16);
    assert!(size_of::<SituationObserver>() == 16);
    assert!(size_of::<SelectionObserver>() == 16);
    assert!(size_of::<ViewObserver>() == 16);
    assert!(size_of::<FocusObserver>() == 16);
    assert!(size_of::<Messages>() == 16);
    assert!(size_of::<ProgramEnd>() == 56);
    assert!(size_of::<RunObserver>() == 16);
    assert!(size_of::<Place>() == 48);
    assert!(size_of::<DefaultKey>() == 56);
    assert!(size_of::<ChildOption>() == 88);
    assert!(size_of::<Descriptor>() == 152);
    assert!(size_of::<RawReading>() == 152);
    assert!(size_of::<Plugin>() == 72);
};
