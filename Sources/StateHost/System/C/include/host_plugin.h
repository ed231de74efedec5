#pragma once
#include <elf.h>
#include <stddef.h>
#include <stdint.h>

// The border at which a plugin's child enters the host: which thread it comes on, whether the
// child still lives, and what may come from any thread (a log line, a wake).

/// One for each child that is made, and for each plugin that has a host of its own; lives for ever, so
/// that a late call from a thread of the plugin's finds it closed.
typedef struct host_child_gate host_child_gate_t;

/// A set of functions of the host. Every number has a bit, for a number is a byte.
typedef struct {
  uint64_t bits[4];
} host_function_set_t;
_Static_assert(sizeof(host_function_set_t) * 8 == UINT8_MAX + 1, "a bit for every number");

static inline int host_function_set_contains(
    const host_function_set_t *_Nonnull set, uint8_t function) {
  return (set->bits[function / 64] >> (function % 64) & 1) != 0;
}

/// A line that a child logged.
struct host_child_note {
  struct host_child_note *_Nullable next;
  host_child_gate_t *_Nonnull gate;
  uint64_t length;
  uint32_t level;
  char bytes[];
};

/// What one child has left at the gates.
struct host_child_call {
  host_child_gate_t *_Nullable gate;
  uint32_t woken;                 ///< Whether it asked to be woken.
  host_function_set_t misplaced;  ///< Functions that were called on a wrong thread.
  host_function_set_t malformed;  ///< Functions that got a text with a length but no bytes.
};

/// Makes the calling thread the main one, and `descriptor` the eventfd that is written when
/// something has come from another thread; below 0: none.
void host_gates_open(int descriptor);

/// A new gate, open, for a child of a type that lives for ever. It has no owner yet.
host_child_gate_t *_Nonnull host_child_gate_make(const void *_Nonnull type);

/// Whom it leads to while it is open. Main thread only.
void host_child_gate_set_owner(host_child_gate_t *_Nonnull gate, void *_Nonnull owner);

/// Permits a function on the main thread while the gate has no owner: it is a plugin's own. Before it
/// is handed over.
void host_child_gate_permit(host_child_gate_t *_Nonnull gate, uint8_t function);

/// Whether one of these is called on the main thread, and the gate is open. Any thread.
int host_child_gate_permits(host_child_gate_t *_Nonnull gate, uint8_t function);

/// Remembers that this function got a text with a length and no bytes. Any thread.
void host_child_gate_malformed(host_child_gate_t *_Nonnull gate, uint8_t function);

/// The owner, for a main thread function with this number. NULL, and remembered, when the
/// calling thread is not the main one, or nobody owns it and the function is not permitted; NULL when
/// the gate is closed.
void *_Nullable host_child_gate_enter(host_child_gate_t *_Nonnull gate, uint8_t function);

/// The owner of an open gate. Main thread only.
void *_Nullable host_child_gate_owner(host_child_gate_t *_Nonnull gate);

/// The owner of an open gate where the calling thread is the main one, else NULL. Any thread.
void *_Nullable host_child_gate_owner_here(host_child_gate_t *_Nonnull gate);

/// The type that it was made with. Any thread.
const void *_Nonnull host_child_gate_type(host_child_gate_t *_Nonnull gate);

/// Closes it: from here it lets nothing in. Main thread only.
void host_child_gate_close(host_child_gate_t *_Nonnull gate);

/// Gives a closed gate's memory back: only where no thread of the plugin's can still call, and
/// nothing of it waits to be taken. Main thread only.
void host_child_gate_free(host_child_gate_t *_Nonnull gate);

/// Whether a function was called after the gate was closed. Any thread.
int host_child_gate_late(host_child_gate_t *_Nonnull gate, uint8_t function);

/// The child asks to be woken, by the function with this number. Any thread.
void host_child_gate_wake(host_child_gate_t *_Nonnull gate, uint8_t function);

/// The child logs, by the function with this number; the text is copied and cut at 64 KiB. Above
/// 1 MiB that waits it is lost and counted. Any thread.
void host_child_gate_log(
    host_child_gate_t *_Nonnull gate, uint8_t function, uint32_t level,
    const char *_Nullable bytes, uint64_t length);

/// Whether a gate has something to be taken. Main thread only.
int host_gates_waiting(void);

/// Takes one child's wakes and misplaced calls; 0 when there are none, and once between those that
/// wait now and those that come meanwhile. Main thread only.
int host_gates_take_call(struct host_child_call *_Nonnull call);

/// Takes the oldest log line, to be given back with host_child_note_free; NULL when there is none.
/// Main thread only.
struct host_child_note *_Nullable host_gates_take_note(void);
const char *_Nonnull host_child_note_bytes(const struct host_child_note *_Nonnull note);
void host_child_note_free(struct host_child_note *_Nonnull note);

/// How many log lines were lost since the last call. Main thread only.
uint64_t host_gates_take_lost(void);

// Reading, copying and loading a plugin's file, always by its descriptor.

/// Reads up to `capacity` bytes at `offset`; fewer only at the end of the file. Returns how many.
int64_t host_file_read(int descriptor, void *_Nonnull bytes, uint64_t capacity, uint64_t offset);

/// Copies a file of `size` bytes into memory that nobody can change any more and returns a
/// descriptor of it. -ENOSYS: this system has no such memory. -EAGAIN: the file changed its size
/// while it was copied. `name` is what the copy is called in /proc/PID/maps.
int host_file_seal_copy(int descriptor, const char *_Nonnull name, uint64_t size);

/// dlopen (RTLD_NOW, RTLD_LOCAL) of what a descriptor is open on, NULL on failure: see dlerror. The
/// descriptor may be closed afterwards. Main thread only.
void *_Nullable host_library_open(int descriptor);

/// Whether host_library_open can work: /proc is there.
int host_library_can_open(void);

/// dlopen (RTLD_NOW, RTLD_LOCAL) by path.
void *_Nullable host_library_open_path(const char *_Nonnull path);

/// Whether a library of that name is loaded in this process already.
int host_library_is_resident(const char *_Nonnull name);

// The system's clock as plugins read it: a tool that checks them can let it leap.

/// From here on the libraries of this process that are loaded now, but for the C library, read a time that is
/// so much later than it is; 0: the time as it is. Main thread only.
void plugin_clock_shift(int64_t nanoseconds);

// The files that plugins open by functions of the C library: a tool that checks them can look at that.

/// From here on the files are noted that the libraries that are loaded now open. Main thread only.
void plugin_files_watch(void);

/// The first file since then that no worker may read without a grant; NULL: there was none.
const char *_Nullable plugin_files_first(void);

// The Swift runtime beside the program: what it runs on itself it carries, hidden; this one is for plugins
// of others in Swift.

/// Writes the path of the program's own file, without a zero, also where there is no /proc. Returns its length; 0 where
/// it is not known, or as long as `size`.
size_t host_runtime_program(char *_Nonnull room, size_t size);

/// Writes the folder in which it lies, seen from the program's own file, with a zero at the end. Returns its
/// length; 0 where that is longer than `size`. It need not be there.
int host_runtime_folder(char *_Nonnull room, int size);

/// Loads the library of that name from the folder, with what it needs itself, to stay for ever. Returns 0
/// where there is none, or it cannot be loaded.
int host_runtime_load(const char *_Nonnull name);
