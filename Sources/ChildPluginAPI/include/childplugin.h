/*
 * childplugin.h: the C ABI between StateHost and its plugins, version 1.2.
 *
 * SPDX-License-Identifier: 0BSD: you may copy this file, or parts of it, into any work, without attribution.
 *
 * A plugin is one shared object (".so"). It provides one or more children. A child presents one or more states
 * (loading, content, empty, error, or any other name) by drawing on its own layer. The host owns the terminal, the
 * clock, the content and the transitions; a child draws and reacts. Since 1.1 a plugin may also provide sources,
 * which deliver the rows of the content: see "Source" below.
 *
 * THE CALLS, IN ORDER
 *
 *   1. childplugin_entry(major, minor)   once: returns the plugin's table. A plugin exports nothing else.
 *   2. plugin.init(path)                 once: returns false, with a reason, to refuse. If the plugin has
 *                                        plugin.init_with_host(host, path), that is called instead.
 *   3. plugin.descriptor_count(), plugin.descriptor(i)   any number of times: what the plugin provides.
 *   4. plugin.create(host, id)           once for every child that is presented, 0..n times.
 *   5. for each child, as often as its states come and go:
 *        will_appear  ->  [timing, transition.will_begin, .progress..., .did_end]  ->  did_appear
 *        draw, key, mouse, content changed, woke ... while it is on screen
 *        will_disappear -> [timing, transition...]  ->  did_disappear
 *      Will and did calls alternate: each will is followed by its did, and none comes twice in a row.
 *      A child that is in both the old and the new state receives no call. When the whole container
 *      goes off screen and comes back, the same four calls are made.
 *   6. child.destroy()                   once. After it the child is never called again.
 *   7. plugin.deinit()                   once, after the last destroy. It is not called when the process
 *                                        ends by a signal. The library stays loaded.
 *
 * THE SMALLEST PLUGIN that shows something (C11; build: cc -shared -fPIC -o hello.so hello.c)
 *
 *   #include <childplugin.h>
 *   #include <stdlib.h>
 *
 *   static void destroy(const childplugin_child_t *child) { free((void *)child); }
 *   static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
 *     (void)child;
 *     canvas->text(canvas, 0, 0, canvas->columns, childplugin_text("hello"), NULL);
 *   }
 *
 *   static const childplugin_place_t places[] = {
 *     { .size = sizeof(childplugin_place_t), .place = 10, .state = CHILDPLUGIN_TEXT("content") } };
 *   static const childplugin_descriptor_t hello = {
 *     .size = sizeof hello, .id = CHILDPLUGIN_TEXT("com.example.hello"),
 *     .name = CHILDPLUGIN_TEXT("Hello"), .version = CHILDPLUGIN_TEXT("1.0.0"),
 *     .places = places, .place_count = 1 };
 *
 *   static bool init(childplugin_text_t path, childplugin_text_t *reason) {
 *     (void)path; (void)reason; return true; }
 *   static void deinit(void) {}
 *   static uint32_t count(void) { return 1; }
 *   static const childplugin_descriptor_t *descriptor(uint32_t index) {
 *     return index == 0 ? &hello : NULL; }
 *   static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
 *     (void)host;
 *     if (!childplugin_text_equal(id, hello.id)) return NULL;
 *     childplugin_child_t *child = calloc(1, sizeof *child);
 *     if (child == NULL) return NULL;
 *     child->size = sizeof *child; child->destroy = destroy; child->draw = draw;
 *     return child;
 *   }
 *
 *   static const childplugin_plugin_t plugin = {
 *     .size = sizeof plugin, .abi_major = CHILDPLUGIN_ABI_MAJOR, .abi_minor = CHILDPLUGIN_ABI_MINOR,
 *     .init = init, .deinit = deinit, .descriptor_count = count, .descriptor = descriptor,
 *     .create = create };
 *   const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
 *     (void)major; (void)minor; return &plugin; }
 *
 * RULES THAT HOLD EVERYWHERE
 *
 * Threads. The comment of each function ends with a tag. [main]: called on the host's main thread only, by the
 *   host and by the plugin. [any thread]: may be called on any thread. The host checks this: a [main] host
 *   function that is called on another thread does nothing, returns false, 0 or NULL (option, selection.row and
 *   view.place: UINT64_MAX), and is reported with the child's name.
 * When. The tag then names the part of a child's life in which the call is made or allowed: "on screen" is from
 *   will_appear to did_disappear; "alive" is from the call of create to the return of destroy, both included. The
 *   host checks this too: a call at any other time does nothing, returns the same as on a wrong thread, and is
 *   reported. "off screen": alive, but not on screen. "inside draw" and "not in draw": only, or never, while the
 *   child draws. "in read": while a source's read runs. "first kind" and "second kind": acts for the user,
 *   see User activation; "kind by argument": the arguments decide which. "needs run": the user must have
 *   granted it. "without a child too": the host of init_with_host has it.
 * Re-entrance. A host function never calls the plugin before it returns. The calls that a request causes follow
 *   after the plugin's own function has returned.
 * Ownership. A pointer that is passed, in either direction, is valid until the call that passes it returns: copy
 *   what you keep. The exceptions, stated at each, are the tables (plugin, descriptors, child, extensions, host).
 * Text. UTF-8 with an explicit length. It needs no terminating NUL, and `bytes` may be NULL when the length is 0.
 *   Text need not be valid or harmless: the host replaces what is invalid, and no control character or escape
 *   sequence reaches the terminal.
 * Filling a buffer. Functions of the form `uint64_t f(..., char *buffer, uint64_t capacity)` write at most
 *   `capacity` bytes, without a NUL, and return the length of the whole text in bytes. A result above `capacity`
 *   means that the text was truncated, possibly inside a character, and that a buffer of that size would hold it
 *   all. `buffer` may be NULL when `capacity` is 0.
 * Time. int64_t nanoseconds of the host's clock, which only moves forward. Its zero has no meaning.
 * Coordinates. int32_t cells. Column 0, row 0 is the top left cell of the child's own layer. Any value is allowed;
 *   what lies outside is clipped.
 * Structs. Each begins with its own size in bytes: the side that makes the struct sets it to its own sizeof. A
 *   newer version only adds fields at the end. A reader uses no field beyond that size and takes it as 0. Value
 *   types never change and have no size: childplugin_text_t, childplugin_range_t, childplugin_style_run_t and
 *   colours.
 * User activation. A child acts for the user only after the user has used its plugin (since 1.1). A key, a paste,
 *   a button press or the wheel that a child reports as used activates its plugin for one second. Mouse movement
 *   and messages of other plugins do not. The activation ends when the plugin has no child on screen.
 *   Acts of the first kind need an activation and do not consume it: set_row, mark, anchor, show, find,
 *   request_state, ask, claim, option of CHILDPLUGIN_HOST_REMEMBER, and take_text with true. The wheel and a drag
 *   suffice for them. During an input they take effect at once, so the child reads the change, and are undone if
 *   the child does not use the input; a state is requested once the input is used. A filter, a search or a program
 *   that was begun under an activation carries it: until it is complete, every changed and ended may do these acts.
 *   Acts of the second kind consume the activation of a key, a paste or a button press, so each of these allows
 *   one: accept, quit, reload, the clipboard or a program on the terminal. Copying leaves the activation for one
 *   act that ends the run. During an input they return true and are done once the input is used.
 *   A refused act returns false and is logged. A child that the user's states file or command line names needs no
 *   activation for acts of the first kind, a plugin built for 1.0 none for request_state, but for loading, empty and
 *   error while there are rows. No act is possible from create or restore. A child that comes on screen, gets room
 *   or comes to the front without an activation, and that the user has not named, receives no input for 500 ms: with
 *   the first state, input waits if it is in front; later, input goes to the others. Room that it gets on screen
 *   does not bring it to the front of another child. In a pick an accepted row or text that the host's row did not
 *   show is shown there first, and printed when the child accepts it again for the same input.
 * Wrong values. A number from a plugin that is out of range, or negative where it may not be, is replaced by the
 *   nearest allowed value and reported once with the child's name. NULL for a required function or pointer is an
 *   error that names plugin, child and function. So is a text with a length and no bytes, which counts as empty.
 *   So is a struct of a call that is smaller than in 1.0, which counts as NULL, or larger than in the plugin's
 *   minor, which is used as far as the host knows it. A table (of the plugin, a descriptor and what it lists, a
 *   child, an extension) of such a size is refused: that plugin, child or extension is not there.
 * No exceptions. C++ exceptions, Swift errors, Rust panics and longjmp must not cross this interface.
 * Output. Do not write to descriptors 1 and 2 or to the terminal. What is written to 1 and 2 goes to the plugin's
 *   log, not to the screen. Use host->log.
 * Another process. A plugin may run in its own process. Everything here works the same there. This is why content
 *   is copied out and the plugin receives no pointer into the host.
 * Deadlines. The host does not wait for a plugin in its own process. A key, a mouse event or a paste that is not
 *   answered within 250 ms goes to the next child. The limit is 80 ms if one of the last eight took over 30 ms and
 *   was not used, and 20 ms once three in a row did. A state appears without a child that takes over 250 ms to
 *   create. The plugin is ended when a call has not returned after 3 s, when everything up to the end of create
 *   takes 2 s, when it floods the host with messages for 3 s, and when it computes outside of calls for 10 s.
 *   These are the defaults; the user may set others.
 */

#ifndef CHILDPLUGIN_H
#define CHILDPLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------------
 * Version
 *
 * Majors must match. A newer minor on either side works, because sizes tell which fields exist. A plugin may
 * receive constants of a newer minor (an unknown key, flag or kind): ignore what you do not know.
 */

#define CHILDPLUGIN_ABI_MAJOR 1
#define CHILDPLUGIN_ABI_MINOR 2

#if defined(_WIN32)
#define CHILDPLUGIN_EXPORT __declspec(dllexport)
#elif defined(__GNUC__) || defined(__clang__)
#define CHILDPLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define CHILDPLUGIN_EXPORT
#endif

/* ---------------------------------------------------------------------------------------------
 * Text
 */

/* UTF-8 bytes and their count, not terminated. A value type: it never grows. */
typedef struct childplugin_text {
  const char *bytes; /* NULL is allowed when length is 0 */
  uint64_t length;   /* bytes */
} childplugin_text_t;

/* A string literal as the initializer of a childplugin_text_t: .id = CHILDPLUGIN_TEXT("a.b") */
#define CHILDPLUGIN_TEXT(literal) { (literal), sizeof(literal) - 1 }

/* Returns a terminated C string as text. `string` may be NULL: an empty text. */
static inline childplugin_text_t childplugin_text(const char *string) {
  childplugin_text_t text = {string, 0};
  if (string != NULL) {
    while (string[text.length] != '\0') text.length += 1;
  }
  return text;
}

/* Returns whether two texts hold the same bytes. Use it to compare ids: a prefix is not equal. */
static inline bool childplugin_text_equal(childplugin_text_t a, childplugin_text_t b) {
  if (a.length != b.length) return false;
  for (uint64_t i = 0; i < a.length; i += 1) {
    if (a.bytes[i] != b.bytes[i]) return false;
  }
  return true;
}

/* ---------------------------------------------------------------------------------------------
 * Colours and style
 *
 * A colour is one uint32_t: the kind in the top byte, the value below. 0 is "none": the terminal's default as a
 * foreground, transparent as a background. Prefer the roles: they follow the user's theme, the terminal's
 * abilities and NO_COLOR.
 */

#define CHILDPLUGIN_COLOUR_NONE 0u             /* foreground: the default; background: transparent */
#define CHILDPLUGIN_COLOUR_RGB(r, g, b) \
  (0x01000000u | ((uint32_t)(uint8_t)(r) << 16) | ((uint32_t)(uint8_t)(g) << 8) | (uint32_t)(uint8_t)(b))
#define CHILDPLUGIN_COLOUR_DEFAULT 0x02000000u /* the terminal's default; opaque as a background */
#define CHILDPLUGIN_COLOUR_ROLE(role) (0x03000000u | (uint32_t)(role))
/* An entry of the terminal's palette of 256; reduced to 16 on a terminal that has no more. Since 1.1. */
#define CHILDPLUGIN_COLOUR_INDEX(index) (0x04000000u | (uint32_t)(uint8_t)(index))

#define CHILDPLUGIN_ROLE_TEXT 1u
#define CHILDPLUGIN_ROLE_MUTED 2u
#define CHILDPLUGIN_ROLE_ACCENT 3u
#define CHILDPLUGIN_ROLE_SUCCESS 4u
#define CHILDPLUGIN_ROLE_WARNING 5u
#define CHILDPLUGIN_ROLE_ERROR 6u
#define CHILDPLUGIN_ROLE_SELECTION_TEXT 7u
#define CHILDPLUGIN_ROLE_SELECTION_BACKGROUND 8u
#define CHILDPLUGIN_ROLE_BORDER 9u
#define CHILDPLUGIN_ROLE_TITLE 10u
#define CHILDPLUGIN_ROLE_BACKGROUND 11u

#define CHILDPLUGIN_ATTRIBUTE_BOLD (1u << 0)
#define CHILDPLUGIN_ATTRIBUTE_DIM (1u << 1)
#define CHILDPLUGIN_ATTRIBUTE_ITALIC (1u << 2)
#define CHILDPLUGIN_ATTRIBUTE_UNDERLINE (1u << 3)
#define CHILDPLUGIN_ATTRIBUTE_REVERSE (1u << 4)
#define CHILDPLUGIN_ATTRIBUTE_STRIKE (1u << 5)
/* For colours from the data: a foreground that is too close to the background is moved towards black or white until
 * their contrast is 3:1, except for a pair of the terminal's own 16 colours and defaults. Since 1.2. */
#define CHILDPLUGIN_ATTRIBUTE_READABLE (1u << 6)

/* The line of CHILDPLUGIN_ATTRIBUTE_UNDERLINE. A terminal without such a line shows a plain one. Since 1.1. */
#define CHILDPLUGIN_UNDERLINE_PLAIN 0u
#define CHILDPLUGIN_UNDERLINE_DOUBLE 1u
#define CHILDPLUGIN_UNDERLINE_CURLY 2u
#define CHILDPLUGIN_UNDERLINE_DOTTED 3u
#define CHILDPLUGIN_UNDERLINE_DASHED 4u

/* The appearance of cells. The plugin makes one for a call. NULL in place of a style is the zero style. */
typedef struct childplugin_style {
  uint32_t size;
  uint32_t attributes; /* CHILDPLUGIN_ATTRIBUTE_..., or-ed; unknown bits are ignored */
  uint32_t foreground; /* a colour */
  uint32_t background; /* a colour */
  uint32_t underline;  /* Since 1.1. CHILDPLUGIN_UNDERLINE_...; unknown: plain. Only with the attribute */
  uint32_t underline_colour; /* Since 1.1. a colour; none: that of the text. Only with the attribute */
  uint32_t link;       /* Since 1.1. a result of canvas->link in this draw; 0: none. Any other number is none,
                          and reported */
} childplugin_style_t;

/* ---------------------------------------------------------------------------------------------
 * Canvas: the child's own layer, during one draw
 *
 * The host makes it; it is valid until draw returns. Every cell is transparent when a draw begins, so each draw
 * draws the whole child. A cell that is not drawn shows the layers beneath.
 */

typedef struct childplugin_canvas childplugin_canvas_t;
struct childplugin_canvas {
  uint32_t size;
  uint32_t reserved;
  void *handle;              /* the host's own; passed on with the canvas */
  int32_t columns;           /* >= 0: 0 when there is no room; the layer without the insets */
  int32_t rows;              /* >= 0 */
  int64_t time_nanoseconds;  /* the time of this frame. Draw for this time, so that the same state at the same
                                time draws the same cells */

  /* Writes text on one row, from `column` to the right, and returns how many columns it took. Columns clipped at
   * the left count, those cut at the right do not; the result is 0 if nothing fitted or the row is outside, and
   * never negative. At most `max_columns` columns are used (<= 0: nothing). A wide character that the limit would
   * cut is left out. A tab becomes one space, a newline ends the text, and escape sequences are removed. Any other
   * control character becomes a harmless sign of one column or is left out. Invalid UTF-8 becomes U+FFFD.
   * [main, inside draw] */
  int32_t (*text)(const childplugin_canvas_t *canvas, int32_t column, int32_t row,
                  int32_t max_columns, childplugin_text_t text, const childplugin_style_t *style);

  /* Fills a rectangle with the first grapheme of `grapheme` (empty: a space) in `style`. A size <= 0 fills
   * nothing.
   * [main, inside draw] */
  void (*fill)(const childplugin_canvas_t *canvas, int32_t column, int32_t row, int32_t columns,
               int32_t rows, childplugin_text_t grapheme, const childplugin_style_t *style);

  /* Shows the terminal's cursor at a cell while this child is in front of those that take keys. Without this call
   * in a draw, and outside the canvas, the cursor is hidden.
   * [main, inside draw] */
  void (*cursor)(const childplugin_canvas_t *canvas, int32_t column, int32_t row);

  /* Returns a number for an address, to set as `link` in styles of this draw. A terminal that supports it lets the
   * user open the address from such text. The address is http, https, file or mailto, of 1 ... 2048 bytes, each
   * 0x21 ... 0x7E; any other returns 0 and is reported. A draw has at most 256: after that the result is 0, which
   * is reported. The same address has the same number. Since 1.1.
   * [main, inside draw] */
  uint32_t (*link)(const childplugin_canvas_t *canvas, childplugin_text_t address);

  /* Dims what lies beneath a rectangle, the layers of children below this one: for the surroundings of a modal
   * box. What this child draws, and what lies above it, is unchanged. A size <= 0 dims nothing. A draw has at most
   * 16 rectangles: a further one dims nothing, which is reported. Since 1.1.
   * [main, inside draw] */
  void (*dim)(const childplugin_canvas_t *canvas, int32_t column, int32_t row, int32_t columns,
              int32_t rows);
};

/* ---------------------------------------------------------------------------------------------
 * Timing of a child's own transition
 */

#define CHILDPLUGIN_CURVE_LINEAR 0u
#define CHILDPLUGIN_CURVE_EASE_IN 1u
#define CHILDPLUGIN_CURVE_EASE_OUT 2u
#define CHILDPLUGIN_CURVE_EASE_IN_OUT 3u

#define CHILDPLUGIN_EFFECT_NONE 0u /* the host changes nothing: draw by transition progress yourself */
#define CHILDPLUGIN_EFFECT_FADE 1u
#define CHILDPLUGIN_EFFECT_SLIDE_UP 2u    /* appearing: enters from below; disappearing: leaves upwards */
#define CHILDPLUGIN_EFFECT_SLIDE_DOWN 3u
#define CHILDPLUGIN_EFFECT_SLIDE_LEFT 4u
#define CHILDPLUGIN_EFFECT_SLIDE_RIGHT 5u

/* The host sets the defaults before it calls timing: 0 delay, 350 ms, ease in out, fade. */
typedef struct childplugin_timing {
  uint32_t size;
  uint32_t curve;               /* CHILDPLUGIN_CURVE_...; unknown: ease in out */
  uint32_t effect;              /* CHILDPLUGIN_EFFECT_...; unknown: fade */
  uint32_t reserved;
  int64_t delay_nanoseconds;    /* 0 ... 1 hour */
  int64_t duration_nanoseconds; /* 0 ... 1 hour; 0 ends at once */
} childplugin_timing_t;

/* ---------------------------------------------------------------------------------------------
 * Content: what the source delivered, read-only
 *
 * Content may change between two calls of the plugin's functions, never during one. `revision` changes with every
 * change. `generation` changes when row numbers refer to other rows: when the rows of a reload replace the old
 * ones, which are readable until then, when the first row turned out to be the header of a table, or when first
 * rows were dropped.
 */

#define CHILDPLUGIN_CONTENT_LOADING (1u << 0)  /* the source is running */
#define CHILDPLUGIN_CONTENT_COMPLETE (1u << 1) /* it has ended and all its rows are here */
#define CHILDPLUGIN_CONTENT_ERROR (1u << 2)    /* it failed: see error_kind and the texts */
#define CHILDPLUGIN_CONTENT_FRACTION (1u << 3) /* `fraction` is known */
#define CHILDPLUGIN_CONTENT_CUT (1u << 4)      /* a limit was reached: not all rows are kept */
#define CHILDPLUGIN_CONTENT_ONCE (1u << 5)     /* it can be read only once: no reload. Since 1.1 */

#define CHILDPLUGIN_ERROR_NONE 0u
#define CHILDPLUGIN_ERROR_NOT_FOUND 1u      /* no such command or file */
#define CHILDPLUGIN_ERROR_NOT_ALLOWED 2u    /* it may not be read or run */
#define CHILDPLUGIN_ERROR_EXIT_STATUS 3u    /* the command exited with exit_status */
#define CHILDPLUGIN_ERROR_SIGNAL 4u         /* the command was killed by error_signal */
#define CHILDPLUGIN_ERROR_READ 5u           /* reading failed */
#define CHILDPLUGIN_ERROR_OTHER 6u

typedef struct childplugin_content {
  uint32_t size;
  uint32_t flags;              /* CHILDPLUGIN_CONTENT_... */
  uint64_t revision;
  uint64_t generation;
  uint64_t rows;               /* rows that can be read now */
  uint64_t bytes;              /* bytes received so far */
  uint32_t columns;            /* named columns; 0: a row is one text. The line with the names is not a row: row
                                  0 is the first below it */
  uint32_t error_kind;         /* CHILDPLUGIN_ERROR_... */
  int32_t exit_status;         /* with CHILDPLUGIN_ERROR_EXIT_STATUS */
  int32_t error_signal;        /* with CHILDPLUGIN_ERROR_SIGNAL */
  double fraction;             /* 0 ... 1, with CHILDPLUGIN_CONTENT_FRACTION */
  int64_t began_nanoseconds;   /* when this load began */
  int64_t elapsed_nanoseconds; /* how long it has taken, or took */
  /* Since 1.1. Times are those of the host's clock; 0: none. */
  int64_t loaded_nanoseconds;  /* when the load that delivered the rows ended; 0: it is running */
  int64_t failed_nanoseconds;  /* when the last failed load failed */
  int64_t every_nanoseconds;   /* from the end of one load to the next; 0: reloaded only on request */
  uint64_t failures;           /* how many loads of this source have failed in this run */
} childplugin_content_t;

#define CHILDPLUGIN_ALIGNMENT_LEFT 0u
#define CHILDPLUGIN_ALIGNMENT_RIGHT 1u

typedef struct childplugin_column {
  uint32_t size;
  uint32_t alignment; /* CHILDPLUGIN_ALIGNMENT_...: right for numbers */
  int32_t width;      /* cells that hold its name and most of its values; a hint, >= 1 */
  uint32_t reserved;
} childplugin_column_t;

#define CHILDPLUGIN_ROW_CUT (1u << 0) /* the line was truncated */

typedef struct childplugin_row {
  uint32_t size;
  uint32_t flags;       /* CHILDPLUGIN_ROW_... */
  uint64_t length;      /* bytes that can be read */
  uint64_t full_length; /* bytes that the line had */
} childplugin_row_t;

/* As a column number: the whole row as it was received. */
#define CHILDPLUGIN_WHOLE_ROW UINT32_MAX

#define CHILDPLUGIN_CONTENT_TEXT_TITLE 1u        /* the command line or the file */
#define CHILDPLUGIN_CONTENT_TEXT_ERROR 2u        /* what failed, one line */
#define CHILDPLUGIN_CONTENT_TEXT_ERROR_DETAIL 3u /* the last lines of standard error, '\n' between */
#define CHILDPLUGIN_CONTENT_TEXT_REMEDY 4u       /* what the user can do, one line */
#define CHILDPLUGIN_CONTENT_TEXT_NOTICE 5u       /* a notice about the rows, one line */
/* Since 1.1. The beginning of a line that has not ended: not a row yet, so it may still change. Bytes as received,
 * with carriage returns; at most 4 KiB. Empty if there is none. */
#define CHILDPLUGIN_CONTENT_TEXT_OPEN_LINE 6u

/* ---------------------------------------------------------------------------------------------
 * The terminal
 */

#define CHILDPLUGIN_TERMINAL_UTF8 (1u << 0)           /* else draw ASCII only */
#define CHILDPLUGIN_TERMINAL_MOUSE (1u << 1)
#define CHILDPLUGIN_TERMINAL_REDUCED_MOTION (1u << 2) /* avoid motion that is not needed */
#define CHILDPLUGIN_TERMINAL_DARK (1u << 3)           /* the background is dark, as far as known */

typedef struct childplugin_terminal {
  uint32_t size;
  uint32_t flags;   /* CHILDPLUGIN_TERMINAL_... */
  int32_t columns;  /* of the whole surface */
  int32_t rows;
  uint32_t colours; /* 0, 16, 256 or 16777216 */
  uint32_t reserved;
} childplugin_terminal_t;

/* ---------------------------------------------------------------------------------------------
 * Host: the functions that StateHost provides to a child
 *
 * Each child has its own table, passed to create. It lives until the process ends, so a late call from a thread of
 * the plugin is harmless: after destroy every function does nothing and returns the same as on a wrong thread.
 */

#define CHILDPLUGIN_LOG_DEBUG 0u
#define CHILDPLUGIN_LOG_INFO 1u
#define CHILDPLUGIN_LOG_WARNING 2u
#define CHILDPLUGIN_LOG_ERROR 3u

#define CHILDPLUGIN_ACTION_RELOAD 1u     /* run the source again; argument 0 */
#define CHILDPLUGIN_ACTION_QUIT 2u       /* end the program; argument 0 */
#define CHILDPLUGIN_ACTION_ACCEPT_ROW 3u /* accept row `argument`, or the marked rows if there are any: print
                                            and end */

typedef struct childplugin_host childplugin_host_t;
struct childplugin_host {
  uint32_t size;
  uint16_t abi_major;         /* the version that this host provides */
  uint16_t abi_minor;
  void *handle;               /* the host's own */
  childplugin_text_t name;    /* of the program; lives as long as this table */
  childplugin_text_t version; /* of the program; lives as long as this table */

  /* Writes a line to the plugin's log. A text of several lines becomes several lines. At most 64 KiB of a text are
   * kept, and 256 KiB of all texts in a second: the rest is counted. `level`: CHILDPLUGIN_LOG_... .
   * [any thread, alive, without a child too] */
  void (*log)(const childplugin_host_t *host, uint32_t level, childplugin_text_t text);

  /* Wakes the child soon, on the main thread: calls woke, if it has the wake extension, then draw. Calls before
   * that count once, and it happens at most 250 times a second. It lets a thread of the plugin announce a result.
   * [any thread, alive] */
  void (*wake)(const childplugin_host_t *host);

  /* Returns the time of the host's clock. It is the time of the event or frame being handled, so it does not
   * change during a call of the plugin's function.
   * [main, alive] */
  int64_t (*now)(const childplugin_host_t *host);

  /* Requests a draw before the next frame. Calls before it count once. Off screen it is remembered.
   * [main, alive] */
  void (*invalidate)(const childplugin_host_t *host);

  /* Wakes the child once, `nanoseconds` from now: calls woke, if it has the wake extension, then draw. Each child
   * has one such timer: a new call replaces the earlier one. Less than 0 stops it. 0 is the next turn of the loop.
   * Under 4 ms counts as 4 ms, and so does a 0 set by woke more than 250 times a second, which is reported. The
   * timer is suspended while the child is off screen and, if due, fires at once when it returns. Returns false
   * after destroy.
   * [main, alive] */
  bool (*wake_after)(const childplugin_host_t *host, int64_t nanoseconds);

  /* Requests a state of the container. The request waits while a transition runs; a later one replaces it. More
   * than 20 at once are slowed to 10 a second, which is reported, unless a key, the mouse or pasted text came in
   * between. Returns false, and logs why, when there is no such state.
   * [main, alive, not in draw, first kind] */
  bool (*request_state)(const childplugin_host_t *host, childplugin_text_t state, bool animated);

  /* Requests an action of the program, CHILDPLUGIN_ACTION_... . Returns false when it is unknown, not allowed now
   * or its argument is out of range. CHILDPLUGIN_NEED_RELOAD lets a child reload without a user activation.
   * [main, on screen, not in draw, kind by argument] */
  bool (*perform)(const childplugin_host_t *host, uint32_t action, int64_t argument);

  /* Describes the content as it is now. Write content->size = sizeof *content first. Returns false, with all but
   * the size zero, when there is no content at all (a scenario without a source).
   * [main, alive] */
  bool (*content)(const childplugin_host_t *host, childplugin_content_t *content);

  /* Copies a text of the content: `which` is CHILDPLUGIN_CONTENT_TEXT_... . Fills a buffer (see above); 0 when
   * there is none.
   * [main, alive] */
  uint64_t (*content_text)(const childplugin_host_t *host, uint32_t which, char *buffer,
                           uint64_t capacity);

  /* Describes column `index`, 0 ... columns - 1. Write column->size first; `column` may be NULL. The name fills
   * the buffer. Out of range: returns 0 and leaves `column` unchanged.
   * [main, alive] */
  uint64_t (*content_column)(const childplugin_host_t *host, uint32_t index,
                             childplugin_column_t *column, char *buffer, uint64_t capacity);

  /* Describes how row `row`, 0 ... rows - 1, is kept. Write info->size first. Out of range: false.
   * [main, alive] */
  bool (*content_row)(const childplugin_host_t *host, uint64_t row, childplugin_row_t *info);

  /* Copies the text of a cell, or of the whole row with CHILDPLUGIN_WHOLE_ROW. A cell is decoded: a doubled quote
   * of CSV is one quote, and escapes of JSON text are replaced. In a row with escape sequences, which have no part
   * in finding the cells, it begins with those that set its style and link. A row is as received. Fills the buffer;
   * 0 when out of range or when the row has no such column. Pass a buffer of the size that you will draw, not of the whole
   * text: a row may be 1 MiB long. For many cells at once see `cells` of CHILDPLUGIN_HOST_VIEW.
   * [main, alive] */
  uint64_t (*content_cell)(const childplugin_host_t *host, uint64_t row, uint32_t column,
                           char *buffer, uint64_t capacity);

  /* Returns how many columns a text takes on the canvas, without a limit.
   * [main, alive, without a child too] */
  int32_t (*text_columns)(const childplugin_host_t *host, childplugin_text_t text);

  /* Describes the terminal as it is now. Write terminal->size first. Returns false after destroy.
   * [main, alive] */
  bool (*terminal)(const childplugin_host_t *host, childplugin_terminal_t *terminal);

  /* Returns the colour of a role in the theme: CHILDPLUGIN_COLOUR_RGB or CHILDPLUGIN_COLOUR_DEFAULT. An unknown
   * role has CHILDPLUGIN_COLOUR_DEFAULT. To draw with CHILDPLUGIN_COLOUR_ROLE, no such call is needed.
   * [main, alive] */
  uint32_t (*theme_colour)(const childplugin_host_t *host, uint32_t role);

  /* Copies the value of an option by name, as the user gives it to this child: a string as it is, any other value
   * as JSON. If the user gives none, it is the default of the descriptor. Fills the buffer; UINT64_MAX when there
   * is no value.
   * [main, alive] */
  uint64_t (*option)(const childplugin_host_t *host, childplugin_text_t name, char *buffer,
                     uint64_t capacity);

  /* Returns a host extension by id (CHILDPLUGIN_HOST_...), or NULL when this host has none of that id. The table
   * lives as long as this one and is the same in every call. ABI 1.0 has none.
   * [main, alive, without a child too] */
  const void *(*get_extension)(const childplugin_host_t *host, childplugin_text_t id);
};

/* ---------------------------------------------------------------------------------------------
 * Extensions of the host
 *
 * What several children share belongs to the host, not to a plugin. The ids in this header begin with
 * "childplugin.". The ids of a vendor begin with the reverse of a domain name that it owns, "com.example.marks/1";
 * those of experiments begin with "childplugin.draft.". host->get_extension returns an extension by id, or NULL on
 * an older host. The functions of an extension take the same host as the others, and their tags mean the same.
 */

/* Situation: the current and the previous state, whether a transition runs, and what the run is for. Since 1.1. */
#define CHILDPLUGIN_HOST_SITUATION "childplugin.host.situation/1"

#define CHILDPLUGIN_SITUATION_TRANSITION (1u << 0) /* a transition runs */
#define CHILDPLUGIN_SITUATION_PICK (1u << 1)       /* the run is for choosing rows: --pick */
#define CHILDPLUGIN_SITUATION_FOLLOWING (1u << 2)  /* the cursor row stays at the end as rows arrive; since 1.2 */

#define CHILDPLUGIN_STATE_CURRENT 1u  /* the state that is shown, or the target of the transition */
#define CHILDPLUGIN_STATE_PREVIOUS 2u /* the last other state before it; none at first */

typedef struct childplugin_host_situation {
  uint32_t size;
  uint32_t reserved;
  /* Returns CHILDPLUGIN_SITUATION_..., or-ed.
   * [main, alive] */
  uint32_t (*flags)(const childplugin_host_t *host);
  /* Copies the name of a state: `which` is CHILDPLUGIN_STATE_... . Fills a buffer; 0 when there is none. To go
   * back, request the previous one with host->request_state.
   * [main, alive] */
  uint64_t (*state)(const childplugin_host_t *host, uint32_t which, char *buffer,
                    uint64_t capacity);
} childplugin_host_situation_t;

/* Selection: the cursor row, where the user is, and the marked rows. It belongs to the container: all its children
 * have the same. Rows are numbered as in the content. Both follow rows, not numbers: when the content's generation
 * changes, the host finds the rows again by what identifies them (the key columns, else the whole text), under
 * other numbers. A marked row that is gone is no longer marked. While the cursor row is gone, the cursor stays at
 * its place: CHILDPLUGIN_ACTION_ACCEPT_ROW of the row there, and marking it alone, is refused until a child sets a
 * cursor row. The child that makes a change reads it at once, the others are notified (childplugin.selection/1).
 * Since 1.1. */
#define CHILDPLUGIN_HOST_SELECTION "childplugin.host.selection/1"

#define CHILDPLUGIN_NO_ROW 0xFFFFFFFFFFFFFFFFull

#define CHILDPLUGIN_ANCHOR_TOP 1u /* the first row of the view */
#define CHILDPLUGIN_ANCHOR_END 2u /* the last row of the view */

typedef struct childplugin_host_selection {
  uint32_t size;
  uint32_t reserved;
  /* Returns the cursor row, which is always one that the view shows. While the view hides the row that was chosen,
   * it is the next row that is shown, else the last; where a reload hid it, the row at its place.
   * CHILDPLUGIN_NO_ROW while the view shows no rows, and while the row is searched for among those of another load.
   * [main, alive] */
  uint64_t (*row)(const childplugin_host_t *host);
  /* Moves the cursor to a row. Returns false when there is no such row. Use it for what the user does, not to
   * follow changes: the host itself keeps the cursor on its row.
   * [main, on screen, not in draw, first kind] */
  bool (*set_row)(const childplugin_host_t *host, uint64_t row);
  /* Returns how many rows are marked.
   * [main, alive] */
  uint64_t (*marked_count)(const childplugin_host_t *host);
  /* Returns whether a row is marked.
   * [main, alive] */
  bool (*is_marked)(const childplugin_host_t *host, uint64_t row);
  /* Writes the marked rows in order, from the `first`-th on, at most `capacity` of them and 1,048,576 at a time,
   * and returns how many it has written. `rows` may be NULL when `capacity` is 0.
   * [main, alive] */
  uint64_t (*marked_rows)(const childplugin_host_t *host, uint64_t first, uint64_t *rows,
                          uint64_t capacity);
  /* Marks `count` rows from `row` on, or unmarks them. Returns false when one of them does not exist. A call that
   * would leave the marked rows in more than 65,536 separate ranges does nothing, which is reported.
   * [main, on screen, not in draw, first kind] */
  bool (*mark)(const childplugin_host_t *host, uint64_t row, uint64_t count, bool marked);
  /* Keeps the cursor on the first or the last row of the view, whichever row that is after a reload, in another
   * order or when rows arrive. `which` is CHILDPLUGIN_ANCHOR_... . At first the cursor is kept at the top; set_row
   * ends it. Returns false when `which` is unknown. Older drafts of 1.1 have a table without this and the
   * following: see `size`.
   * [main, on screen, not in draw, first kind] */
  bool (*anchor)(const childplugin_host_t *host, uint32_t which);
  /* Returns how many marked rows are gone; these are no longer marked. Unmarking all rows resets it.
   * [main, alive] */
  uint64_t (*gone_count)(const childplugin_host_t *host);
  /* Copies one line for the user about the rows: the row is gone, why none is accepted, how many marks were
   * dropped. Fills a buffer; 0 when there is none.
   * [main, alive] */
  uint64_t (*notice)(const childplugin_host_t *host, char *buffer, uint64_t capacity);
} childplugin_host_selection_t;

/* View: the rows of the content as they are shown, filtered and sorted. It belongs to the container: all its
 * children have the same. The place of a row is its position in the view, 0 ... rows - 1; the functions of the
 * content still take row numbers of the whole content. The host filters and sorts beside the loop, also while rows
 * arrive: the rows shown before stay until the first new ones replace them. The child that makes a request reads
 * the change at once; the others are notified (childplugin.view/1). The user's next inputs wait for a request that
 * a child makes while it handles an input, over the rows that existed when they came: the children receive the
 * result before the next input. Typed text does not wait while a child takes typed text. Escape cancels the
 * request. Since 1.1. */
#define CHILDPLUGIN_HOST_VIEW "childplugin.host.view/1"

#define CHILDPLUGIN_MATCH_TEXT 1u       /* the row contains the text, including blanks */
#define CHILDPLUGIN_MATCH_EXPRESSION 2u /* a part of it matches the POSIX extended regular expression */
#define CHILDPLUGIN_MATCH_FUZZY 3u      /* it contains the characters of each word in order */
/* Each word of a query matches, of `a | b` one of them. word: its characters in order; 'word: as it is; ^word and
 * word$: at the beginning and the end; !word: rows without it; name:word: in cells of the column of that name, if
 * there is one. The user types such a query in a pick. Since 1.2: a host of 1.1 refuses it. */
#define CHILDPLUGIN_MATCH_QUERY 4u

#define CHILDPLUGIN_CASE_SMART 0u       /* ignores case unless the text has a capital letter */
#define CHILDPLUGIN_CASE_SENSITIVE 1u
#define CHILDPLUGIN_CASE_INSENSITIVE 2u

/* Which rows match. Rows and cells are compared, and sorted, byte for byte as received, with two exceptions. Those
 * with a backspace, an ESC or a carriage return are compared as they are shown: overstruck text once, without
 * escape sequences, and without what a carriage return has overwritten. In tables of CSV and JSON a cell is what
 * content_cell writes, and a row is its cells, without quotes, braces and member names. Ranges of matches are
 * bytes of content_cell. */
typedef struct childplugin_filter {
  uint32_t size;
  uint32_t kind;           /* CHILDPLUGIN_MATCH_... */
  uint32_t letter_case;    /* CHILDPLUGIN_CASE_... */
  uint32_t column;         /* whose cells are compared; CHILDPLUGIN_WHOLE_ROW: the whole row */
  childplugin_text_t text; /* 0 ... 1024 bytes; empty: every row matches */
} childplugin_filter_t;

#define CHILDPLUGIN_SORT_TEXT 1u   /* by bytes */
#define CHILDPLUGIN_SORT_NUMBER 2u /* by the number at its beginning; last without one */
#define CHILDPLUGIN_SORT_SCORE 3u  /* by how well it matches the filter, the best first; of equal ones the
                                      shorter first */
/* In the natural order of the type of nearly all cells, see CHILDPLUGIN_CELLS_... . Cells of another type come
 * last, as text, and empty ones (also "-", "<none>" and "null") after these, in both directions. A whole row has
 * the type of its first word. */
#define CHILDPLUGIN_SORT_NATURAL 4u

#define CHILDPLUGIN_SORT_DESCENDING (1u << 0)

/* The order of the rows. Rows with equal keys are in the content's order. */
typedef struct childplugin_sort {
  uint32_t size;
  uint32_t key;    /* CHILDPLUGIN_SORT_... */
  uint32_t column; /* whose cells are compared; CHILDPLUGIN_WHOLE_ROW: whole rows */
  uint32_t flags;  /* CHILDPLUGIN_SORT_DESCENDING */
} childplugin_sort_t;

#define CHILDPLUGIN_VIEW_COMPLETE (1u << 0) /* it shows what was requested, of all rows so far */
#define CHILDPLUGIN_VIEW_FILTERED (1u << 1) /* a filter was requested */
#define CHILDPLUGIN_VIEW_SORTED (1u << 2)   /* an order was requested */
#define CHILDPLUGIN_VIEW_FINDING (1u << 3)  /* the next match is being searched for */
#define CHILDPLUGIN_VIEW_FOUND (1u << 4)    /* it was found: see found_row */
#define CHILDPLUGIN_VIEW_NO_MATCH (1u << 5) /* it was searched for, and there is none */
#define CHILDPLUGIN_VIEW_PROBLEM (1u << 6)  /* it is not as requested: see problem */
#define CHILDPLUGIN_VIEW_IN_ORDER (1u << 7) /* the rows are shown in the requested order */

/* The type of cells for CHILDPLUGIN_SORT_NATURAL: that of nine in ten non-empty cells of a sample. */
#define CHILDPLUGIN_CELLS_UNSORTED 0u /* the rows are not in that order */
#define CHILDPLUGIN_CELLS_NUMBER 1u   /* -1.5, 1,024, 80%, 3.2 GHz */
#define CHILDPLUGIN_CELLS_SIZE 2u     /* 4.0K, 128Mi, 1.5 GB, 300kB/s, beside plain numbers */
#define CHILDPLUGIN_CELLS_DURATION 3u /* 12d, 3m12s, 250ms, 5 minutes ago, beside plain numbers */
#define CHILDPLUGIN_CELLS_TIME 4u     /* 1:02, 10:00:01, 2-03:04:05, 9:30 PM */
#define CHILDPLUGIN_CELLS_DATE 5u     /* 2026-01-02, 2026-01-02T10:00:00Z */
#define CHILDPLUGIN_CELLS_ADDRESS 6u  /* 10.0.0.1, fe80::1, 10.0.0.0/8, [::1]:80 */
#define CHILDPLUGIN_CELLS_VERSION 7u  /* v1.2.3, 2.0.0-rc.1, 1:2.38-4 */
#define CHILDPLUGIN_CELLS_TEXT 8u     /* anything else, with runs of digits as numbers: u2, u10 */

typedef struct childplugin_view {
  uint32_t size;
  uint32_t flags;       /* CHILDPLUGIN_VIEW_... */
  uint64_t revision;    /* changes when places refer to other rows, or other bytes match; rows added at the end
                           do not change it */
  uint64_t rows;        /* how many rows it shows */
  uint64_t looked_rows; /* rows of the content that have been searched, ... */
  uint64_t all_rows;    /* ... of so many */
  uint64_t finds;       /* how many times a child has called find; the fields describe the last call */
  uint64_t found_row;   /* with CHILDPLUGIN_VIEW_FOUND: the row, as numbered in the content */
  uint32_t cells;       /* CHILDPLUGIN_CELLS_... */
  uint32_t reserved;
} childplugin_view_t;

/* Bytes of a text, from `start` up to, but not including, `end`. A value type: it never grows. */
typedef struct childplugin_range {
  uint64_t start;
  uint64_t end;
} childplugin_range_t;

#define CHILDPLUGIN_FIND_BACKWARD (1u << 0)

typedef struct childplugin_host_view {
  uint32_t size;
  uint32_t reserved;
  /* Describes the view as it is now. Write view->size = sizeof *view first. Returns false, with all but the size
   * zero, when there is no content at all.
   * [main, alive] */
  bool (*info)(const childplugin_host_t *host, childplugin_view_t *view);
  /* Writes the rows at the places from `place` on, as numbered in the content, at most `capacity` and 4,096 at a
   * time, and returns how many it has written. `rows` may be NULL when `capacity` is 0. Read a screenful of rows
   * at once, before its cells: in a plugin's own process this also fetches the cells together.
   * [main, alive] */
  uint64_t (*rows)(const childplugin_host_t *host, uint64_t place, uint64_t *rows,
                   uint64_t capacity);
  /* Returns the place of a row of the content; CHILDPLUGIN_NO_ROW if the view does not show it.
   * [main, alive] */
  uint64_t (*place)(const childplugin_host_t *host, uint64_t row);
  /* Writes where a row of the content matches the filter or the last find: ranges of the bytes that content_cell
   * writes for `column`, in order, none empty or touching another. Writes at most `capacity` of them and returns
   * how many it has written: at most 256, from the first 64 KiB of the row. `ranges` may be NULL when `capacity`
   * is 0.
   * [main, alive] */
  uint64_t (*matches)(const childplugin_host_t *host, uint64_t row, uint32_t column,
                      childplugin_range_t *ranges, uint64_t capacity);
  /* Describes the requested filter. Write filter->size first. Its text fills the buffer and is not in
   * filter->text. Returns 0, and leaves `filter` unchanged, when there is none; `filter` may be NULL.
   * [main, alive] */
  uint64_t (*filter)(const childplugin_host_t *host, childplugin_filter_t *filter, char *buffer,
                     uint64_t capacity);
  /* Describes the requested order. Write sort->size first. Returns false when there is none.
   * [main, alive] */
  bool (*sort)(const childplugin_host_t *host, childplugin_sort_t *sort);
  /* Copies one line on why the view is not as requested. An invalid expression leaves the view unchanged; more
   * than ten million rows are not sorted. Fills a buffer; 0 when there is none.
   * [main, alive] */
  uint64_t (*problem)(const childplugin_host_t *host, char *buffer, uint64_t capacity);
  /* Requests a filter and an order: NULL for `filter` shows all rows, NULL for `sort` is the content's order.
   * Returns false when a number is unknown or a text too long.
   * [main, on screen, not in draw, first kind] */
  bool (*show)(const childplugin_host_t *host, const childplugin_filter_t *filter,
               const childplugin_sort_t *sort);
  /* Searches for the next row of the view that matches, after the place `place` (CHILDPLUGIN_NO_ROW: from the
   * first on) or, with CHILDPLUGIN_FIND_BACKWARD, before it (CHILDPLUGIN_NO_ROW: from the last on). The search
   * wraps around; its own place comes last. It ends the find before it, and a request for another view ends it.
   * info has the result, at once or later. NULL for `filter` ends the find, and nothing of it matches any more.
   * Returns false when a number is unknown or a text too long.
   * [main, on screen, not in draw, first kind] */
  bool (*find)(const childplugin_host_t *host, const childplugin_filter_t *filter, uint64_t place,
               uint32_t flags);
  /* Copies the cells of many rows in one call, row by row. Of each of the `row_count` rows at `rows`, numbered as
   * by `rows` above, it copies `column_count` cells from `column` on; CHILDPLUGIN_WHOLE_ROW and 1: the whole row.
   * Each cell is what content_cell writes into a buffer of `limit` bytes, and empty if there is none. The cells
   * are in `buffer` one after the other: ranges[n * column_count + m] is the range of cell m of the row rows[n],
   * and there are row_count * column_count ranges. Only whole rows are copied, as many as fit into `capacity` and
   * 4,096 cells at a time. Returns their number: continue with the rows after them. If `capacity` has room for
   * `column_count` cells of `limit` bytes, it is at least one, also with more than 4,096 columns; with more than
   * 65,536 it is none. The rest of `buffer` and of `ranges` is undefined. A cell of `limit` bytes may be longer:
   * content_cell returns its length. Use it to draw a screenful: with the rows that `rows` has written, it
   * replaces one call a cell. In a plugin's own process it fetches all missing cells together. Older drafts of 1.1
   * have a table without it: see `size`.
   * [main, alive] */
  uint64_t (*cells)(const childplugin_host_t *host, const uint64_t *rows, uint64_t row_count,
                    uint32_t column, uint32_t column_count, uint64_t limit,
                    childplugin_range_t *ranges, char *buffer, uint64_t capacity);
} childplugin_host_view_t;

/* Styles: the colours, attributes and links that escape sequences in the data select: SGR and OSC 8. Other
 * sequences have no style, and no run includes the sequences themselves. Since 1.2. */
#define CHILDPLUGIN_HOST_STYLES "childplugin.host.styles/1"

/* A part of a text with one style. A value type: it never grows. */
typedef struct childplugin_style_run {
  childplugin_range_t bytes;
  childplugin_range_t link;  /* the bytes of the address of the run's link; empty without one */
  uint32_t attributes;       /* CHILDPLUGIN_ATTRIBUTE_..., or-ed */
  uint32_t foreground;       /* a colour, or none */
  uint32_t background;       /* a colour, or none */
  uint32_t underline;        /* CHILDPLUGIN_UNDERLINE_... */
  uint32_t underline_colour; /* a colour, or none */
  uint32_t reserved;
} childplugin_style_run_t;

typedef struct childplugin_host_styles {
  uint32_t size;
  uint32_t reserved;
  /* Writes the styles of a cell, for the bytes that content_cell writes of it; CHILDPLUGIN_WHOLE_ROW for a row.
   * Parts without a style are in no run. Writes the first runs, at most `capacity`, in order, and returns how many
   * there are: at most 4,096, from the first 64 KiB, and 0 for a text without an ESC. `runs` may be NULL when
   * `capacity` is 0. Draw them with CHILDPLUGIN_ATTRIBUTE_READABLE.
   * [main, alive] */
  uint64_t (*of_cell)(const childplugin_host_t *host, uint64_t row, uint32_t column,
                      childplugin_style_run_t *runs, uint64_t capacity);
  /* Writes the styles of a text of any origin, such as the output of a program; as of_cell.
   * [main, alive, without a child too] */
  uint64_t (*of_text)(const childplugin_host_t *host, childplugin_text_t text,
                      childplugin_style_run_t *runs, uint64_t capacity);
} childplugin_host_styles_t;

/* Focus: one of the children that take keys is in front. It receives keys and pasted text first, then the others
 * from the topmost down, and its cursor is shown. At first the topmost is in front, and again when a child begins
 * to take keys because another state is shown. A child's request, a click on a child, and Tab and Shift-Tab, if no
 * child uses them, put another in front. Since 1.1. */
#define CHILDPLUGIN_HOST_FOCUS "childplugin.host.focus/1"

typedef struct childplugin_host_focus {
  uint32_t size;
  uint32_t reserved;
  /* Requests to put the child in front; in_front returns whether it is. Returns false if the child does not take
   * keys now (see focus of the input extension).
   * [main, on screen, not in draw, first kind] */
  bool (*ask)(const childplugin_host_t *host);
  /* Returns whether this child takes keys and is in front.
   * [main, alive] */
  bool (*in_front)(const childplugin_host_t *host);
  /* Returns how many children take keys now. If it is 1, Tab and Shift-Tab have no other use: use them freely.
   * [main, alive] */
  uint32_t (*count)(const childplugin_host_t *host);
  /* Sets whether typed keys are text for this child from now on: while it is in front, no key that types something
   * requests a state before the child has received it. A child that never calls this takes text while it draws a
   * cursor. To take text is an act of the first kind.
   * [main, alive, not in draw, kind by argument] */
  void (*take_text)(const childplugin_host_t *host, bool takes_text);
} childplugin_host_focus_t;

/* Options: the values of host->option, parsed. Each function returns false, and leaves *value unchanged, when the
 * option is not given, has another type or is a text of more than 512 bytes. Since 1.1. */
#define CHILDPLUGIN_HOST_OPTIONS "childplugin.host.options/1"

typedef struct childplugin_host_options {
  uint32_t size;
  uint32_t reserved;
  /* Reads true or false.
   * [main, alive] */
  bool (*flag)(const childplugin_host_t *host, childplugin_text_t name, bool *value);
  /* Reads a whole number.
   * [main, alive] */
  bool (*integer)(const childplugin_host_t *host, childplugin_text_t name, int64_t *value);
  /* Reads a number; never NaN or infinite.
   * [main, alive] */
  bool (*number)(const childplugin_host_t *host, childplugin_text_t name, double *value);
  /* Reads a duration, in nanoseconds, 0 ... 1 hour.
   * [main, alive] */
  bool (*duration)(const childplugin_host_t *host, childplugin_text_t name, int64_t *value);
} childplugin_host_options_t;

/* Text: its layout. Since 1.1. */
#define CHILDPLUGIN_HOST_TEXT "childplugin.host.text/1"

typedef struct childplugin_host_text {
  uint32_t size;
  uint32_t reserved;
  /* Returns how many bytes of a text, from its start, canvas->text shows in at most `columns` columns: whole
   * graphemes, up to a newline, with what has no width after them; 0 if not even the first grapheme fits. *taken,
   * which may be NULL, is set to their columns. Only that part of the text is read, so wrapping a text reads it
   * once, whatever its length.
   * [main, alive, without a child too] */
  uint64_t (*fit)(const childplugin_host_t *host, childplugin_text_t text, int32_t columns,
                  int32_t *taken);
} childplugin_host_text_t;

/* Actions: what a child does for the user besides host->perform. An act of the second kind does nothing, returns
 * false and is logged without a user activation that it can consume. Control characters, except newline and tab,
 * and invisible characters are removed from a text for the clipboard; accept_text returns false for a text with
 * one of them. Since 1.1. */
#define CHILDPLUGIN_HOST_ACTIONS "childplugin.host.actions/1"

typedef struct childplugin_host_actions {
  uint32_t size;
  uint32_t reserved;
  /* Accepts a text of the child's own, at most 64 KiB, which the user chose: the program ends with `exit_status`,
   * 0 ... 255, and prints it, byte for byte, followed by a newline. A text that is no row of the content is named
   * on standard error, and needs CHILDPLUGIN_NEED_ACCEPT_TEXT if the run is for choosing rows. Returns false when
   * the text is too long or the status out of range.
   * [main, on screen, not in draw, second kind] */
  bool (*accept_text)(const childplugin_host_t *host, childplugin_text_t text, int32_t exit_status);
  /* Accepts rows of the content, 1 ... 4096 of them, which the user chose, whichever are marked: the program
   * prints them in this order and ends. Returns false when one of them does not exist.
   * [main, on screen, not in draw, second kind] */
  bool (*accept_rows)(const childplugin_host_t *host, const uint64_t *rows, uint64_t count);
  /* Sends a text, 1 byte ... 100 KiB, to the clipboard of the user's terminal, if that accepts one (OSC 52); there
   * is no way to know whether it did. Returns false when the text is empty or too long.
   * [main, on screen, not in draw, second kind] */
  bool (*clipboard)(const childplugin_host_t *host, childplugin_text_t text);
  /* Sets the title of the terminal's window, sanitised and of at most 256 columns. The end of the program restores
   * the old title, if the terminal can do that. At most 100 times a second: false for one more.
   * [main, on screen, not in draw] */
  bool (*title)(const childplugin_host_t *host, childplugin_text_t text);
  /* Rings the terminal's bell, at most 4 times a second: false for one more.
   * [main, on screen, not in draw] */
  bool (*bell)(const childplugin_host_t *host);
} childplugin_host_actions_t;

/* Run: programs that the host starts for the child, in the background, with all permissions of the user. Only for
 * a child whose descriptor has CHILDPLUGIN_NEED_RUN and to which the user has granted it, in whichever process its
 * plugin runs. Since 1.1. */
#define CHILDPLUGIN_HOST_RUN "childplugin.host.run/1"

/* The rows that are marked when run is called, in the content's order; the cursor row if none is marked. As
 * received, without line ends. */
#define CHILDPLUGIN_PROGRAM_ROWS_AS_ARGUMENTS (1u << 0) /* each is an argument, after the others */
#define CHILDPLUGIN_PROGRAM_ROWS_AS_INPUT (1u << 1)     /* each, followed by a newline, in place of `input` */

/* The program has the terminal, as an editor needs: its three standard streams are the terminal, and its process
 * group is in the foreground. The host leaves the terminal, draws nothing and takes no key until the program has
 * ended, then restores the terminal. All else goes on: draw is not called meanwhile, and the child is notified of
 * content as usual. Keys typed before and not handled are dropped. If the program stops (Ctrl-Z), the host stops
 * with it, and both continue together; where nothing could continue the host, the program continues at once. It
 * has no `input` and no rows for it; `output` and `errors` of its end are empty. */
#define CHILDPLUGIN_PROGRAM_ON_TERMINAL (1u << 2)

/* A program to run. There is no shell: to use one, name it, { "sh", "-c", "..." }. */
typedef struct childplugin_program {
  uint32_t size;
  uint32_t flags;                  /* CHILDPLUGIN_PROGRAM_... */
  const childplugin_text_t *words; /* the program, which is searched for in PATH, and its arguments:
                                      `word_count` of them, without NUL; 1 MiB together with the rows that
                                      become arguments */
  uint32_t word_count;             /* 1 ... 1024 */
  uint32_t reserved;
  childplugin_text_t input;        /* the standard input, byte for byte, at most 1 MiB; empty: none. Of rows 4
                                      MiB */
} childplugin_program_t;

typedef struct childplugin_host_run {
  uint32_t size;
  uint32_t reserved;
  /* Starts a program in a session of its own without a terminal, or, once the calling function has returned, on
   * the terminal. Returns a number for it, a new one each time; ended of CHILDPLUGIN_EXTENSION_RUN reports the end
   * of that number, also if the program could not be started because there is none of that name, or was refused.
   * At most 4 of a child and 32 of all children run at a time, and one on the terminal; 120 may start at once, then
   * 60 a second. A program is refused when it is not granted, above these limits, out of these ranges, or for rows
   * when there are none; on the terminal also without a user activation, which it consumes, when the host has no
   * terminal, or when another child is in front. The log has the same reason as `errors` of its end. Returns 0 only
   * when it must not be called, or `program` is NULL or too small. For a plugin built for 1.1 it returns 0, without
   * an end, for what is refused at once.
   * [main, on screen, not in draw, kind by argument, needs run] */
  uint64_t (*run)(const childplugin_host_t *host, const childplugin_program_t *program);
  /* Ends a program and all that it has started in its process group: SIGTERM, and SIGKILL 2 s later. ended is
   * called as for any end. Returns false when no program has that number any more.
   * [main, alive, not in draw] */
  bool (*cancel)(const childplugin_host_t *host, uint64_t number);
} childplugin_host_run_t;

/* Place: the child's area of the screen. Since 1.1. */
#define CHILDPLUGIN_HOST_PLACE "childplugin.host.place/1"

typedef struct childplugin_host_place {
  uint32_t size;
  uint32_t reserved;
  /* Docks the child at an edge, as a place of the descriptor does, in all states from now on; with
   * CHILDPLUGIN_EDGE_NONE nowhere. The user's states file takes precedence. Returns false when a number is out of
   * range. resized has the new size.
   * [main, alive, not in draw, first kind] */
  bool (*claim)(const childplugin_host_t *host, uint32_t edge, uint32_t unit, uint32_t extent,
                uint32_t minimum);
  /* Has the host call insets again.
   * [main, alive, not in draw] */
  void (*refresh)(const childplugin_host_t *host);
} childplugin_host_place_t;

/* Collapse: a pane with nothing to show takes no space. Since 1.2. */
#define CHILDPLUGIN_HOST_COLLAPSE "childplugin.host.collapse/1"

typedef struct childplugin_host_collapse {
  uint32_t size;
  uint32_t reserved;
  /* Collapses a child that docks or, with false, expands it. A collapsed child has no room and takes no keys:
   * resized receives 0 columns and 0 rows. It stays on screen and is notified of all else, such as changes of
   * content or selection. A child that does not dock is not affected. To expand without a user activation gives no
   * input at once (see User activation). Returns false after destroy.
   * [main, alive, not in draw] */
  bool (*set)(const childplugin_host_t *host, bool is_collapsed);
} childplugin_host_collapse_t;

/* Remember: option values of the child, kept for the source that is shown. Since 1.2. */
#define CHILDPLUGIN_HOST_REMEMBER "childplugin.host.remember/1"

typedef struct childplugin_host_remember {
  uint32_t size;
  uint32_t reserved;
  /* Remembers a value, at most 512 bytes, of an option that the child's descriptor declares. A child of its type
   * that is created later receives it through host->option: in this run, and in later runs of the same source if
   * the user does not give that option. The default ends that. The options of this child stay as they are. No later
   * run knows the values of standard input, unless the user saves them. Returns false when the child declares no
   * such option, or the value is not one of it.
   * [main, on screen, not in draw, first kind] */
  bool (*option)(const childplugin_host_t *host, childplugin_text_t name, childplugin_text_t value);
} childplugin_host_remember_t;

/* Messages between children, of the same plugin or of others. The host forwards them and does not interpret them.
 * Since 1.1. */
#define CHILDPLUGIN_HOST_MESSAGES "childplugin.host.messages/1"

typedef struct childplugin_host_messages {
  uint32_t size;
  uint32_t reserved;
  /* Sends a message to the children whose descriptor has the id `to`, or, if that is empty, to all others. Those
   * that have been created and have childplugin.messages/1 receive it, never the sender, in the order of sending,
   * once the sending function has returned. `subject` names the format of `body` by an id in the form of an
   * extension id ("com.example.cursor/1"), 1 ... 255 bytes. The body has at most 64 KiB and is copied: a pointer
   * in it means nothing to others. Returns false, and sends nothing, if one of them is too long or the subject
   * empty, and above 250 messages or 1 MiB in a second, which is reported. The result does not say whether a child
   * received the message: a child that is late with a reply to the host receives none meanwhile.
   * [main, alive, not in draw] */
  bool (*send)(const childplugin_host_t *host, childplugin_text_t to, childplugin_text_t subject,
               childplugin_text_t body);
} childplugin_host_messages_t;

/* ---------------------------------------------------------------------------------------------
 * Child: the plugin's side
 *
 * create makes it. The plugin owns the table and `data`; they live from create to the return of destroy and do not
 * move. A function may be NULL only if its comment says so.
 */

typedef struct childplugin_child childplugin_child_t;
struct childplugin_child {
  uint32_t size;
  uint32_t reserved;
  void *data; /* the plugin's own; the host never touches it */

  /* Frees the child, which is off screen by then. Its threads must have ended when this returns. Required.
   * [main] */
  void (*destroy)(const childplugin_child_t *child);

  /* The child is about to come on screen; called before the first draw of this appearance. `animated`: its
   * transition follows. May be NULL.
   * [main, off screen] */
  void (*will_appear)(const childplugin_child_t *child, bool animated);

  /* The child is on screen and its transition has ended. May be NULL.
   * [main, on screen] */
  void (*did_appear)(const childplugin_child_t *child, bool animated);

  /* The child is about to leave the screen. It may still be drawn until did_disappear. May be NULL.
   * [main, on screen] */
  void (*will_disappear)(const childplugin_child_t *child, bool animated);

  /* The child has left the screen. No draw, key or mouse until the next will_appear. May be NULL.
   * [main, on screen] */
  void (*did_disappear)(const childplugin_child_t *child, bool animated);

  /* Sets the delay, duration, curve and effect of the child's own transition in that direction. `timing` holds the
   * defaults: change what you want. The user's states file overrides it. Called before each animated transition,
   * and by tools at any time. A transition that takes over two seconds longer than with the defaults is ended when
   * another state waits for it. NULL: the defaults.
   * [main, alive] */
  void (*timing)(const childplugin_child_t *child, bool appearing, childplugin_timing_t *timing);

  /* Draws the whole child. Called before a frame when one is needed: the first frame of an appearance, invalidate,
   * wake, a new size, changed content or theme. Not called for the frames of its transition: the host moves and
   * fades the finished layer. Must return soon (a frame is 16 ms) and change nothing that a draw depends on.
   * Required.
   * [main, on screen] */
  void (*draw)(const childplugin_child_t *child, const childplugin_canvas_t *canvas);

  /* Returns the child's own table for an extension below, or NULL for "no". The table must stay the same and live
   * as long as the child. Compare the whole id. The call may come at any time, repeatedly, and with unknown ids.
   * NULL: no extensions.
   * [main, alive] */
  const void *(*get_extension)(const childplugin_child_t *child, childplugin_text_t id);
};

/* ---------------------------------------------------------------------------------------------
 * Extensions of a child
 *
 * Each is optional and found by id. Every function of a table is required unless its comment says that it may be
 * NULL. A table without one is reported, and the child is treated as if it did not have that extension.
 */

/* Layout: free space around the child, and its size. */
#define CHILDPLUGIN_EXTENSION_LAYOUT "childplugin.layout/1"

typedef struct childplugin_insets {
  uint32_t size;
  int32_t top, right, bottom, left; /* cells, >= 0, kept free around the child's layer */
  uint32_t reserved;
} childplugin_insets_t;

typedef struct childplugin_layout {
  uint32_t size;
  uint32_t reserved;
  /* Sets the insets, which are 0 before. Called when the surface changes its size, at will_appear and on refresh
   * of CHILDPLUGIN_HOST_PLACE. May be NULL.
   * [main, alive] */
  void (*insets)(const childplugin_child_t *child, childplugin_insets_t *insets);
  /* The layer has this size now. Called before the first draw and on every change. May be NULL.
   * [main, on screen] */
  void (*resized)(const childplugin_child_t *child, int32_t columns, int32_t rows);
} childplugin_layout_t;

/* Transition: follows or draws the child's own transition. */
#define CHILDPLUGIN_EXTENSION_TRANSITION "childplugin.transition/1"

typedef struct childplugin_transition {
  uint32_t size;
  uint32_t reserved;
  /* An animated transition begins: its delay runs now. May be NULL.
   * [main, on screen] */
  void (*will_begin)(const childplugin_child_t *child, bool appearing);
  /* The progress of the transition, 0 ... 1, linear in time after the delay. Called once a frame while it runs.
   * Call invalidate to draw again for it. May be NULL.
   * [main, on screen] */
  void (*progress)(const childplugin_child_t *child, bool appearing, double progress);
  /* The transition has ended; did_appear or did_disappear follows. May be NULL.
   * [main, on screen] */
  void (*did_end)(const childplugin_child_t *child, bool appearing);
} childplugin_transition_t;

/* Input: keys, mouse, pasted text. Only children whose descriptors have the focus flag receive keys and pasted
 * text. The one in front is first (see CHILDPLUGIN_HOST_FOCUS; at first that is the topmost), then the topmost.
 * What a child does not use goes to the next one below and at last to the host (q quits, r reloads). The mouse
 * goes to the topmost child under it that uses it. The host always keeps Ctrl-C and Ctrl-Z. */
#define CHILDPLUGIN_EXTENSION_INPUT "childplugin.input/1"

#define CHILDPLUGIN_MODIFIER_SHIFT (1u << 0)
#define CHILDPLUGIN_MODIFIER_ALT (1u << 1)
#define CHILDPLUGIN_MODIFIER_CONTROL (1u << 2)

/* Keys without a character. The code of every other key is its Unicode scalar value: 'a', 'A', ' ', U+00E9. A
 * letter with control has the code of the small letter. A letter with shift is the capital, without shift in its
 * modifiers. Ignore keys with modifiers that you do not use. */
#define CHILDPLUGIN_KEY_ENTER 0x110001u
#define CHILDPLUGIN_KEY_TAB 0x110002u
#define CHILDPLUGIN_KEY_BACKSPACE 0x110003u
#define CHILDPLUGIN_KEY_ESCAPE 0x110004u
#define CHILDPLUGIN_KEY_UP 0x110005u
#define CHILDPLUGIN_KEY_DOWN 0x110006u
#define CHILDPLUGIN_KEY_LEFT 0x110007u
#define CHILDPLUGIN_KEY_RIGHT 0x110008u
#define CHILDPLUGIN_KEY_HOME 0x110009u
#define CHILDPLUGIN_KEY_END 0x11000Au
#define CHILDPLUGIN_KEY_PAGE_UP 0x11000Bu
#define CHILDPLUGIN_KEY_PAGE_DOWN 0x11000Cu
#define CHILDPLUGIN_KEY_INSERT 0x11000Du
#define CHILDPLUGIN_KEY_DELETE 0x11000Eu
#define CHILDPLUGIN_KEY_F1 0x110011u /* F2 is F1 + 1, up to F12 = F1 + 11 */

typedef struct childplugin_key {
  uint32_t size;
  uint32_t code;           /* CHILDPLUGIN_KEY_..., or a Unicode scalar value */
  uint32_t modifiers;      /* CHILDPLUGIN_MODIFIER_... */
  uint32_t reserved;
  childplugin_text_t text; /* the text that it types; empty for a key that types nothing */
} childplugin_key_t;

#define CHILDPLUGIN_MOUSE_PRESS 1u
#define CHILDPLUGIN_MOUSE_RELEASE 2u
#define CHILDPLUGIN_MOUSE_DRAG 3u
#define CHILDPLUGIN_MOUSE_WHEEL 4u
#define CHILDPLUGIN_MOUSE_MOVE 5u /* without a button; see CHILDPLUGIN_DESCRIPTOR_FOLLOWS_MOUSE. Since 1.1 */

#define CHILDPLUGIN_BUTTON_NONE 0u
#define CHILDPLUGIN_BUTTON_LEFT 1u
#define CHILDPLUGIN_BUTTON_MIDDLE 2u
#define CHILDPLUGIN_BUTTON_RIGHT 3u

typedef struct childplugin_mouse {
  uint32_t size;
  uint32_t kind;      /* CHILDPLUGIN_MOUSE_... */
  uint32_t button;    /* CHILDPLUGIN_BUTTON_... */
  uint32_t modifiers; /* CHILDPLUGIN_MODIFIER_... */
  int32_t column;     /* in the child's layer; during a drag it may lie outside */
  int32_t row;
  int32_t wheel;      /* rows to scroll: < 0 up, > 0 down; 0 when not a wheel */
  uint32_t reserved;
  int32_t wheel_columns; /* Since 1.1. columns to scroll: < 0 left, > 0 right; sent to plugins built for 1.1 and
                            later */
} childplugin_mouse_t;

typedef struct childplugin_input {
  uint32_t size;
  uint32_t reserved;
  /* A key. Return whether it was used; if not, others may use it. May be NULL.
   * [main, on screen] */
  bool (*key)(const childplugin_child_t *child, const childplugin_key_t *key);
  /* A mouse event. Return whether it was used. May be NULL.
   * [main, on screen] */
  bool (*mouse)(const childplugin_child_t *child, const childplugin_mouse_t *mouse);
  /* Text pasted into the terminal, at most 1 MiB. Return whether it was used. May be NULL.
   * [main, on screen] */
  bool (*paste)(const childplugin_child_t *child, childplugin_text_t text);
  /* The child begins to receive keys, after will_appear and before its first key, or no longer receives them,
   * before will_disappear: a child that leaves receives no input. Several children may receive keys at a time; the
   * cursor of the one in front is shown. May be NULL.
   * [main, on screen] */
  void (*focus)(const childplugin_child_t *child, bool focused);
} childplugin_input_t;

/* Content changed. The host then draws the child again by itself. */
#define CHILDPLUGIN_EXTENSION_CONTENT "childplugin.content/1"

typedef struct childplugin_content_observer {
  uint32_t size;
  uint32_t reserved;
  /* The content has changed since the last call or create. At most once a frame, on screen only; once after
   * will_appear if it changed meanwhile.
   * [main, on screen] */
  void (*changed)(const childplugin_child_t *child);
} childplugin_content_observer_t;

/* Wake: called by the timer of host->wake_after and by host->wake. */
#define CHILDPLUGIN_EXTENSION_WAKE "childplugin.wake/1"

typedef struct childplugin_wake {
  uint32_t size;
  uint32_t reserved;
  /* [main, on screen; after host->wake also off screen] */
  void (*woke)(const childplugin_child_t *child);
} childplugin_wake_t;

/* Saved state: a few bytes, such as a selection or a scroll position, that restore the child when it is created
 * again. At most 64 KiB. */
#define CHILDPLUGIN_EXTENSION_STATE "childplugin.state/1"

typedef struct childplugin_saved_state {
  uint32_t size;
  uint32_t reserved;
  /* Fills a buffer with the state, whose format only this child knows. 0: nothing to save.
   * [main, alive] */
  uint64_t (*save)(const childplugin_child_t *child, char *buffer, uint64_t capacity);
  /* Restores the state, before the first will_appear. The bytes may be of another version, truncated or not the
   * child's own: check them. Return whether they were used.
   * [main, alive, off screen] */
  bool (*restore)(const childplugin_child_t *child, const char *bytes, uint64_t length);
} childplugin_saved_state_t;

/* Key help: names the child's keys for the host's page and line of keys. */
#define CHILDPLUGIN_EXTENSION_KEY_HELP "childplugin.key-help/1"

/* The heading of the page for a key. Since 1.2; an unknown one counts as the child's name. All keys of a plugin that
 * is not bundled with the program are listed under the child's name, beside the program's own. */
#define CHILDPLUGIN_KEYS_OWN 0u     /* the child's name */
#define CHILDPLUGIN_KEYS_MOVE 1u    /* the cursor, or what is in view */
#define CHILDPLUGIN_KEYS_FIND 2u    /* searches, filters and what ends them */
#define CHILDPLUGIN_KEYS_COLUMNS 3u /* order, width and what a row shows */
#define CHILDPLUGIN_KEYS_ROWS 4u    /* marks and what is done with rows */

typedef struct childplugin_key_help_item {
  uint32_t size;
  uint32_t group;            /* CHILDPLUGIN_KEYS_...; 0 before the call */
  childplugin_text_t key;    /* "enter", "/": valid until the next call into this child */
  childplugin_text_t action; /* "open": a word or two */
} childplugin_key_help_item_t;

typedef struct childplugin_key_help {
  uint32_t size;
  uint32_t reserved;
  /* Returns how many keys it names now, at most 32. [main, alive] */
  uint32_t (*count)(const childplugin_child_t *child);
  /* Sets item `index`, the most useful first. Return false when there is none. [main, alive] */
  bool (*item)(const childplugin_child_t *child, uint32_t index, childplugin_key_help_item_t *item);
} childplugin_key_help_t;

/* Accessibility: what the child shows, in words, for --plain and for screen readers. */
#define CHILDPLUGIN_EXTENSION_ACCESSIBILITY "childplugin.accessibility/1"

typedef struct childplugin_accessibility {
  uint32_t size;
  uint32_t reserved;
  /* Fills a buffer: "Loading, 3 rows so far". One line of at most 4,096 bytes. [main, alive] */
  uint64_t (*text)(const childplugin_child_t *child, char *buffer, uint64_t capacity);
} childplugin_accessibility_t;

/* Theme: the colours of the roles have changed. The host draws the child again by itself. */
#define CHILDPLUGIN_EXTENSION_THEME "childplugin.theme/1"

typedef struct childplugin_theme_observer {
  uint32_t size;
  uint32_t reserved;
  /* [main, on screen] */
  void (*changed)(const childplugin_child_t *child);
} childplugin_theme_observer_t;

/* Situation: the state, or whether a transition runs, has changed since the last call or create; see
 * CHILDPLUGIN_HOST_SITUATION. The host then draws the child again by itself. Since 1.1. */
#define CHILDPLUGIN_EXTENSION_SITUATION "childplugin.situation/1"

typedef struct childplugin_situation_observer {
  uint32_t size;
  uint32_t reserved;
  /* At most once a frame, on screen only; once after will_appear if it changed meanwhile.
   * [main, on screen] */
  void (*changed)(const childplugin_child_t *child);
} childplugin_situation_observer_t;

/* Selection: the cursor row or the marked rows have changed since the last call or create, for any reason; see
 * CHILDPLUGIN_HOST_SELECTION. The host then draws the child again by itself. Since 1.1. */
#define CHILDPLUGIN_EXTENSION_SELECTION "childplugin.selection/1"

typedef struct childplugin_selection_observer {
  uint32_t size;
  uint32_t reserved;
  /* At most once a frame, on screen only; once after will_appear if it changed meanwhile.
   * [main, on screen] */
  void (*changed)(const childplugin_child_t *child);
} childplugin_selection_observer_t;

/* View: the rows that are shown, how many were searched, or the result of a find has changed since the last call
 * or create, for any reason; see CHILDPLUGIN_HOST_VIEW. The host then draws the child again by itself. Since
 * 1.1. */
#define CHILDPLUGIN_EXTENSION_VIEW "childplugin.view/1"

typedef struct childplugin_view_observer {
  uint32_t size;
  uint32_t reserved;
  /* At most once a frame, on screen only; once after will_appear if it changed meanwhile.
   * [main, on screen] */
  void (*changed)(const childplugin_child_t *child);
} childplugin_view_observer_t;

/* Focus: whether this child is in front, or how many children take keys, has changed since the last call or
 * create; see CHILDPLUGIN_HOST_FOCUS. The host then draws the child again by itself. Since 1.1. */
#define CHILDPLUGIN_EXTENSION_FOCUS "childplugin.focus/1"

typedef struct childplugin_focus_observer {
  uint32_t size;
  uint32_t reserved;
  /* At most once a frame, on screen only; once after will_appear if it changed meanwhile.
   * [main, on screen] */
  void (*changed)(const childplugin_child_t *child);
} childplugin_focus_observer_t;

/* Messages from other children; see CHILDPLUGIN_HOST_MESSAGES. Since 1.1. */
#define CHILDPLUGIN_EXTENSION_MESSAGES "childplugin.messages/1"

typedef struct childplugin_messages {
  uint32_t size;
  uint32_t reserved;
  /* Another child has sent a message; `from` is the id of its descriptor. Any child may send anything under any
   * subject: ignore unknown subjects and check the body of the others. Call invalidate to draw again for it.
   * [main, alive] */
  void (*received)(const childplugin_child_t *child, childplugin_text_t from,
                   childplugin_text_t subject, childplugin_text_t body);
} childplugin_messages_t;

/* Run: the ends of the programs that the host has started for the child; see CHILDPLUGIN_HOST_RUN. A program that
 * still runs when the child is destroyed, or when its plugin or the host ends, is ended with its process group.
 * Since 1.1. */
#define CHILDPLUGIN_EXTENSION_RUN "childplugin.run/1"

#define CHILDPLUGIN_END_EXITED 1u      /* by itself; `status` is its exit status */
#define CHILDPLUGIN_END_SIGNAL 2u      /* by a signal; `status` is the signal */
#define CHILDPLUGIN_END_NOT_STARTED 3u /* it never ran; `errors` has the reason, one line */

#define CHILDPLUGIN_END_OUTPUT_CUT (1u << 0) /* it wrote more than this */
#define CHILDPLUGIN_END_ERRORS_CUT (1u << 1)

typedef struct childplugin_program_end {
  uint32_t size;
  uint32_t kind;             /* CHILDPLUGIN_END_EXITED, _SIGNAL, _NOT_STARTED */
  uint64_t number;           /* the result of run */
  int32_t status;
  uint32_t flags;            /* CHILDPLUGIN_END_..._CUT */
  childplugin_text_t output; /* the first 1 MiB of its standard output, as received */
  childplugin_text_t errors; /* the same of standard error */
} childplugin_program_end_t;

typedef struct childplugin_run_observer {
  uint32_t size;
  uint32_t reserved;
  /* A program has ended, and its outputs are closed or silent. Called once for each. The host then draws the child
   * again by itself.
   * [main, alive] */
  void (*ended)(const childplugin_child_t *child, const childplugin_program_end_t *end);
} childplugin_run_observer_t;

/* ---------------------------------------------------------------------------------------------
 * Descriptor: the properties of a child, known before it is created
 */

/* An edge of the area that the children of a state share. A child that *docks* there has a strip along it, and the
 * children that do not dock share the rest. Several take their strips one after the other, the lowest first, each
 * from the rest. Insets are kept free within the strip. A strip of two lines or more has a border, its line that
 * faces the rest: the user moves it with the mouse or with keys. No child receives a press of the left button on
 * it, or what follows until the button is up. The user's size of a strip takes precedence over all others as long
 * as the child docks at that edge. Since 1.1. */
#define CHILDPLUGIN_EDGE_NONE 0u
#define CHILDPLUGIN_EDGE_TOP 1u
#define CHILDPLUGIN_EDGE_RIGHT 2u
#define CHILDPLUGIN_EDGE_BOTTOM 3u
#define CHILDPLUGIN_EDGE_LEFT 4u

#define CHILDPLUGIN_UNIT_CELLS 0u   /* rows at the top and the bottom, columns at the sides */
#define CHILDPLUGIN_UNIT_PERCENT 1u /* of the rest, 1 ... 100 */

/* A state that a child presents, and its order among the children of that state. */
typedef struct childplugin_place {
  uint32_t size;
  int32_t place; /* the lower, the further down: usually 0 for a child that fills the surface, 10 for one over
                    it. At equal places the plugin found first in the search path is above. Since 1.1: of the
                    children of two plugins that fill the surface, undocked at 0, the one found first has the
                    state, as with CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED. */
  uint32_t flags; /* CHILDPLUGIN_PLACE_... */
  uint32_t reserved;
  childplugin_text_t state; /* "loading", "content", "empty", "error", or any other name, to which a states
                               file, a key of it or request_state must lead */
  uint32_t edge;    /* Since 1.1. CHILDPLUGIN_EDGE_...; the states file takes precedence */
  uint32_t unit;    /* Since 1.1. CHILDPLUGIN_UNIT_..., of `extent` */
  uint32_t extent;  /* Since 1.1. the wanted size: 1 ... 4096 cells, or 1 ... 100 per cent */
  uint32_t minimum; /* Since 1.1. cells, 0 ... 4096: if that many are not free beside 20 columns and 3 rows for
                       the others, it has no room */
} childplugin_place_t;

/* The child replaces the program's own bundled children in this state: they are not shown. If children of two
 * plugins do so, the plugin found first in the search path has the state. The other's are not shown in it, and the
 * user sees a message. */
#define CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED (1u << 0)

/* The child takes keys: see the input extension. */
#define CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS (1u << 0)
/* The child receives CHILDPLUGIN_MOUSE_MOVE, at most once a frame, while no button is down and the mouse is over
 * its layer. The terminal reports movement only while such a child is on screen. Since 1.1. */
#define CHILDPLUGIN_DESCRIPTOR_FOLLOWS_MOUSE (1u << 1)
/* The descriptor is a source, not a child: plugin.read delivers its rows, and create is not called for it. It has
 * no places and no keys; its needs and options are those of a child. A host of 1.0 takes it for a child that is
 * never shown. Since 1.1. */
#define CHILDPLUGIN_DESCRIPTOR_SOURCE (1u << 2)
/* The child is modal, such as a question that the user must answer first: while it takes keys it uses every key.
 * Without the flag, a child that leaves no key to others is faulty. The host keeps Ctrl-C and Ctrl-Z, and shows
 * the child as any other. Since 1.1. */
#define CHILDPLUGIN_DESCRIPTOR_MODAL (1u << 3)

/* A key that requests a state while this child is available, whatever state is shown; in the requested state it
 * goes back to the one before. The keys of the user's states file come first, then the children that take keys,
 * then the host's own (q, r, ?), then these. Of two plugins with the same key, the one found first has it, and the
 * user sees a message. Since 1.1. */
typedef struct childplugin_default_key {
  uint32_t size;
  uint32_t reserved;
  childplugin_text_t key;   /* its name in a states file: "v", "ctrl-o", "f2", "page-up" */
  childplugin_text_t state; /* not empty; if there is no such state, the key does nothing */
  childplugin_text_t label; /* what it does, a word or two for the line of keys; empty: the state */
} childplugin_default_key_t;

/* The values of an option. An unknown kind is a text. */
#define CHILDPLUGIN_OPTION_TEXT 1u     /* any text */
#define CHILDPLUGIN_OPTION_FLAG 2u     /* true or false */
#define CHILDPLUGIN_OPTION_INTEGER 3u  /* a whole number */
#define CHILDPLUGIN_OPTION_NUMBER 4u   /* a number */
#define CHILDPLUGIN_OPTION_DURATION 5u /* "300ms", "1.5s", at most one hour */
#define CHILDPLUGIN_OPTION_CHOICE 6u   /* one of its choices */

#define CHILDPLUGIN_OPTION_RANGE (1u << 0) /* only from minimum to maximum */

/* An option that the user may give the child, in a states file ("options": {"depth": 3}) or with -o ID.depth=3. A
 * child that declares options receives no others: values are checked, and the user sees what is wrong and where. A
 * child that declares none receives whatever is given, as in 1.0. Since 1.1. */
typedef struct childplugin_option {
  uint32_t size;
  uint32_t kind;               /* CHILDPLUGIN_OPTION_... */
  childplugin_text_t name;     /* letters, digits, '-', '_'; 1 ... 64 bytes; each once */
  childplugin_text_t fallback; /* the default, as host->option gives it: "3", "true", "300ms"; empty: none */
  childplugin_text_t help;     /* what it does, one line; may be empty */
  const childplugin_text_t *choices; /* of CHILDPLUGIN_OPTION_CHOICE: `choice_count` of them, each once */
  uint32_t choice_count;       /* 0 ... 64 */
  uint32_t flags;              /* CHILDPLUGIN_OPTION_RANGE */
  double minimum;              /* of a number, or of a duration in seconds */
  double maximum;
} childplugin_option_t;

/* What the child needs besides (since 1.1). A host that runs plugins in a sandbox allows it if the user has
 * granted it to the child's id and this plugin, and otherwise refuses the system calls. The child is created all
 * the same and should work without. An unknown word counts as not granted. A grant to one child of a plugin is a
 * grant to all of them. */
#define CHILDPLUGIN_NEED_NETWORK "network"       /* sockets of the Internet, and name resolution */
#define CHILDPLUGIN_NEED_FILES_READ "files:read" /* reading the user's files; writing stays refused */
#define CHILDPLUGIN_NEED_RUN "run"               /* starting programs: by itself, with its own permissions, and
                                                    through CHILDPLUGIN_HOST_RUN, with those of the user */
#define CHILDPLUGIN_NEED_RELOAD "reload"         /* CHILDPLUGIN_ACTION_RELOAD without a user activation */
#define CHILDPLUGIN_NEED_ACCEPT_TEXT "accept-text" /* accept_text if the run is for choosing rows */

/* All texts are valid UTF-8; otherwise the child is refused. */
typedef struct childplugin_descriptor {
  uint32_t size;
  uint32_t flags;                 /* CHILDPLUGIN_DESCRIPTOR_... */
  childplugin_text_t id;          /* reverse DNS: letters, digits, '.', '-', '_'; 1 ... 255 bytes; never
                                     changes. Of two plugins with one id the first found wins. */
  childplugin_text_t name;        /* for people; not empty */
  childplugin_text_t vendor;      /* may be empty */
  childplugin_text_t version;     /* of the child, "1.2.0"; may be empty */
  childplugin_text_t description; /* one sentence; may be empty */
  const childplugin_place_t *places; /* `place_count` of them, places[0].size bytes apart; a state at most once */
  uint32_t place_count;           /* 0 ... 64; 0: shown only where a states file says so */
  uint32_t reserved;
  const childplugin_text_t *needs; /* Since 1.1. `need_count` of them, CHILDPLUGIN_NEED_..., each once */
  uint32_t need_count;             /* Since 1.1. 0 ... 16; 0: nothing but to draw and to answer */
  uint32_t reserved_needs;
  const childplugin_default_key_t *keys; /* Since 1.1. `key_count` of them, keys[0].size bytes apart; each key
                                            at most once */
  uint32_t key_count;              /* Since 1.1. 0 ... 16 */
  uint32_t reserved_keys;
  const childplugin_option_t *options; /* Since 1.1. `option_count` of them, options[0].size bytes apart */
  uint32_t option_count;           /* Since 1.1. 0 ... 64 */
  uint32_t reserved_options;
} childplugin_descriptor_t;

/* ---------------------------------------------------------------------------------------------
 * Source: rows from a plugin, in place of a command, a file or standard input. Since 1.1
 *
 * A source is a descriptor with CHILDPLUGIN_DESCRIPTOR_SOURCE; the user selects it by its id. For each load, the
 * first one and every reload, the host starts a process, loads the plugin there (entry, init), calls read once,
 * calls deinit, and ends the process. It is never the host's own process, nor one that presents children. No state
 * is kept from one load to the next.
 *
 * To the host a source is like a command. Rows are shown while they arrive, and it may run as long as it likes. A
 * call blocks while the host has no room for more. The host may end it at any moment, with the programs that it
 * has started, when its rows are no longer needed: for another load, or because the program ends (SIGTERM, and
 * SIGKILL two seconds later). The plugin need do nothing for that, and must not depend on any further call.
 */
typedef struct childplugin_reading childplugin_reading_t;

/* One load, passed to read. It lives until read returns. */
struct childplugin_reading {
  uint32_t size;
  uint16_t abi_major;         /* the version that this host provides */
  uint16_t abi_minor;
  void *handle;               /* the host's own */
  childplugin_text_t name;    /* of the program */
  childplugin_text_t version; /* of the program */
  childplugin_text_t argument; /* what the user gives the source, such as a path or an address; may be empty */

  /* Names the columns, 1 ... 256, before the first row. Without it a row is one text. Returns false when the
   * number is out of range, or something was delivered before.
   * [main, in read] */
  bool (*columns)(const childplugin_reading_t *reading, const childplugin_text_t *names,
                  uint32_t count);

  /* Delivers a row: its cells in the order of the columns. Missing cells are empty. Cells beyond the columns are
   * left out, which is reported; so are cells that begin after 16 MiB of the row, unreported, because no more than
   * 1 MiB of a row is kept. A cell is one line: a tab or a newline in it becomes a space, all other bytes are
   * unchanged, UTF-8 or not. Returns false when the host accepts no more rows: then return true from read.
   * [main, in read] */
  bool (*row)(const childplugin_reading_t *reading, const childplugin_text_t *cells, uint32_t count);

  /* Delivers bytes as a command prints them: lines, in pieces of any size. If columns were named, tabs separate
   * the cells of a line; else the host detects columns as in a command's rows. Returns as row does.
   * [main, in read] */
  bool (*bytes)(const childplugin_reading_t *reading, childplugin_text_t bytes);

  /* Sets the progress, 0 ... 1; out of range or NaN means that it is unknown.
   * [main, in read] */
  void (*progress)(const childplugin_reading_t *reading, double fraction);

  /* Sets why the load fails, and what the user can do about it, one line each, of at most 4,096 bytes; `remedy`
   * may be empty. Then return false from read. The last call counts.
   * [main, in read] */
  void (*fail)(const childplugin_reading_t *reading, childplugin_text_t what,
               childplugin_text_t remedy);

  /* Writes a line to the source's log, which is shown like a command's standard error, as is what is printed to
   * descriptors 1 and 2. `level`: CHILDPLUGIN_LOG_... .
   * [main, in read] */
  void (*log)(const childplugin_reading_t *reading, uint32_t level, childplugin_text_t text);

  /* The options that the user gives this source: as host->option, and parsed as in CHILDPLUGIN_HOST_OPTIONS.
   * [main, in read] */
  uint64_t (*option)(const childplugin_reading_t *reading, childplugin_text_t name, char *buffer,
                     uint64_t capacity);
  bool (*flag)(const childplugin_reading_t *reading, childplugin_text_t name, bool *value);
  bool (*integer)(const childplugin_reading_t *reading, childplugin_text_t name, int64_t *value);
  bool (*number)(const childplugin_reading_t *reading, childplugin_text_t name, double *value);
  bool (*duration)(const childplugin_reading_t *reading, childplugin_text_t name, int64_t *value);
};

/* ---------------------------------------------------------------------------------------------
 * Plugin: the table that the entry returns
 */

typedef struct childplugin_plugin {
  /* These eight bytes are the same in every version of the ABI. If the majors differ, the host reads nothing
   * else. */
  uint32_t size;
  uint16_t abi_major; /* CHILDPLUGIN_ABI_MAJOR of the header it was built with */
  uint16_t abi_minor; /* CHILDPLUGIN_ABI_MINOR of it */

  /* Called once, before anything below. `path`: the file it was loaded from. Return false to refuse, with *reason
   * set to a text that stays valid (the user sees it). Must return soon. Required.
   * [main] */
  bool (*init)(childplugin_text_t path, childplugin_text_t *reason);

  /* Called once, after the last child was destroyed. Stop all threads of the plugin. Required.
   * [main] */
  void (*deinit)(void);

  /* Returns how many descriptors it has, 1 ... 256; the same in every call. Required.
   * [main] */
  uint32_t (*descriptor_count)(void);

  /* Returns descriptor `index`, or NULL when out of range. It and its texts live, unchanged, until the process
   * ends. Required.
   * [main] */
  const childplugin_descriptor_t *(*descriptor)(uint32_t index);

  /* Creates a child of the type `id`. Returns NULL for an id that is not its own (compare it whole), or when it
   * cannot: then log why with host->log. A table without destroy or draw is reported and counts as NULL (destroy
   * is called first if it is there). May be called any number of times, also for one id. `host` may be kept and
   * used until destroy returns. Required.
   * [main] */
  const childplugin_child_t *(*create)(const childplugin_host_t *host, childplugin_text_t id);

  /* Since 1.1. Delivers the rows of the source `id`; see "Source" above. It may run and block as long as it likes.
   * Returns whether all rows were delivered; false: it has failed and called reading->fail, or `id` is not its own
   * (compare it whole). Required if a descriptor is a source, else NULL.
   * [main] */
  bool (*read)(const childplugin_reading_t *reading, childplugin_text_t id);

  /* Since 1.1. Called in place of init, which a host of 1.0 calls. Does the same, and receives a host of the
   * plugin's own before there is any child. `host` lives as long as a child's and may be kept; it works until
   * deinit has returned. It provides name, version, log [any thread], and get_extension, text_columns, of_text of
   * CHILDPLUGIN_HOST_STYLES and fit of CHILDPLUGIN_HOST_TEXT [main]. Every other function, also of extensions,
   * needs a child: it does nothing, returns the same as on a wrong thread, and is reported with the plugin's file.
   * Log lines have the name of the file; a process that only reads what the plugin provides keeps none. NULL: init
   * is called.
   * [main] */
  bool (*init_with_host)(const childplugin_host_t *host, childplugin_text_t path,
                         childplugin_text_t *reason);

  /* Since 1.1. Returns the plugin's own table for an extension that belongs to no child, or NULL for "no". The
   * table must stay the same and live until the process ends. Compare the whole id. The call may come at any time
   * between init and deinit, repeatedly, and with unknown ids: this header defines none yet. NULL: no extensions.
   * [main] */
  const void *(*get_extension)(childplugin_text_t id);
} childplugin_plugin_t;

/* The entry: the one function that a plugin exports, under this name. It receives the version that the host
 * provides (a plugin may ignore it) and returns the plugin's table, which lives, unchanged, until the process
 * ends. It is called before init and does nothing else. NULL: not for this host.
 * [main] */
CHILDPLUGIN_EXPORT const childplugin_plugin_t *childplugin_entry(uint32_t host_abi_major,
                                                                 uint32_t host_abi_minor);

/* The name of the symbol. */
#define CHILDPLUGIN_ENTRY_SYMBOL "childplugin_entry"

#ifdef __cplusplus
}
#endif

/* ---------------------------------------------------------------------------------------------
 * Layout
 *
 * The layout is part of the ABI. These are the sizes where a pointer has 64 bits.
 */

#ifdef __cplusplus
#define CHILDPLUGIN_ASSERT(condition, text) static_assert(condition, text)
#else
#define CHILDPLUGIN_ASSERT(condition, text) _Static_assert(condition, text)
#endif

#if UINTPTR_MAX == UINT64_MAX
CHILDPLUGIN_ASSERT(sizeof(childplugin_text_t) == 16, "childplugin_text_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_style_t) == 28, "childplugin_style_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_canvas_t) == 72, "childplugin_canvas_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_timing_t) == 32, "childplugin_timing_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_content_t) == 112, "childplugin_content_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_column_t) == 16, "childplugin_column_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_row_t) == 24, "childplugin_row_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_terminal_t) == 24, "childplugin_terminal_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_host_t) == 184, "childplugin_host_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_child_t) == 80, "childplugin_child_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_insets_t) == 24, "childplugin_insets_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_key_t) == 32, "childplugin_key_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_mouse_t) == 36, "childplugin_mouse_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_key_help_item_t) == 40, "childplugin_key_help_item_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_place_t) == 48, "childplugin_place_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_default_key_t) == 56, "childplugin_default_key_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_option_t) == 88, "childplugin_option_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_descriptor_t) == 152, "childplugin_descriptor_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_reading_t) == 152, "childplugin_reading_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_plugin_t) == 72, "childplugin_plugin_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_host_situation_t) == 24, "childplugin_host_situation_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_host_selection_t) == 80, "childplugin_host_selection_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_filter_t) == 32, "childplugin_filter_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_sort_t) == 16, "childplugin_sort_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_view_t) == 64, "childplugin_view_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_range_t) == 16, "childplugin_range_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_host_view_t) == 88, "childplugin_host_view_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_style_run_t) == 56, "childplugin_style_run_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_host_styles_t) == 24, "childplugin_host_styles_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_host_focus_t) == 40, "childplugin_host_focus_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_host_options_t) == 40, "childplugin_host_options_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_host_text_t) == 16, "childplugin_host_text_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_host_actions_t) == 48, "childplugin_host_actions_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_host_place_t) == 24, "childplugin_host_place_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_host_collapse_t) == 16, "childplugin_host_collapse_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_host_remember_t) == 16, "childplugin_host_remember_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_host_messages_t) == 16, "childplugin_host_messages_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_program_t) == 40, "childplugin_program_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_host_run_t) == 24, "childplugin_host_run_t");
CHILDPLUGIN_ASSERT(sizeof(childplugin_program_end_t) == 56, "childplugin_program_end_t");
#endif

#endif /* CHILDPLUGIN_H */
