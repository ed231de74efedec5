#pragma once
#include <elf.h>
#include <stddef.h>
#include <stdint.h>

// Gates: the entry of a child's calls into the host. A gate checks the calling thread and whether the child still
// exists, and queues what may come from any thread: log lines and wake requests.

/// The gate of one child, or of a plugin itself for its own calls into the host; usually never
/// freed, so that a late call finds it closed.
typedef struct host_child_gate host_child_gate_t;

/// A set of host functions that plugins call, with a bit for each function number.
typedef struct {
  uint64_t bits[4];
} host_function_set_t;
_Static_assert(sizeof(host_function_set_t) * 8 == UINT8_MAX + 1, "a bit for every number");

static inline int host_function_set_contains(
    const host_function_set_t *_Nonnull set, uint8_t function) {
  return (set->bits[function / 64] >> (function % 64) & 1) != 0;
}

/// A line that a child or plugin logs, from any thread, queued until the main thread takes it.
struct host_child_note {
  struct host_child_note *_Nullable next;
  host_child_gate_t *_Nonnull gate;
  uint64_t length;
  uint32_t level;
  char bytes[];
};

/// The wake request of one child and the mistakes in its calls, as the main thread takes them.
struct host_child_call {
  host_child_gate_t *_Nullable gate;
  uint32_t woken;                 ///< Whether it asked to be woken.
  host_function_set_t misplaced;  ///< Functions that were called on a wrong thread.
  host_function_set_t malformed;  ///< Functions that got a text with a length but no bytes.
};

/// Makes the calling thread the main thread, and `descriptor` (or -1) the eventfd that calls of other threads write to.
void host_gates_open(int descriptor);

/// Creates an open gate without an owner, for a child of `type`, which must stay valid forever.
host_child_gate_t *_Nonnull host_child_gate_make(const void *_Nonnull type);

/// Sets the owner, which calls are passed to while the gate is open. Main thread only.
void host_child_gate_set_owner(host_child_gate_t *_Nonnull gate, void *_Nonnull owner);

/// Permits a function on the main thread while the gate has no owner; before the gate is handed to the plugin.
void host_child_gate_permit(host_child_gate_t *_Nonnull gate, uint8_t function);

/// Whether the gate is open, the calling thread is the main thread, and the function is permitted. Any thread.
int host_child_gate_permits(host_child_gate_t *_Nonnull gate, uint8_t function);

/// Records that a function received a text with a length but no bytes. Any thread.
void host_child_gate_malformed(host_child_gate_t *_Nonnull gate, uint8_t function);

/// The owner, for a call of this main-thread function. NULL, with a record of a misplaced call, on another thread, or
/// without an owner if the function is not permitted; NULL, with a record of a late call, if the gate is closed.
void *_Nullable host_child_gate_enter(host_child_gate_t *_Nonnull gate, uint8_t function);

/// The owner of an open gate. Main thread only.
void *_Nullable host_child_gate_owner(host_child_gate_t *_Nonnull gate);

/// The owner of an open gate if the calling thread is the main thread, else NULL. Any thread.
void *_Nullable host_child_gate_owner_here(host_child_gate_t *_Nonnull gate);

/// The type from host_child_gate_make. Any thread.
const void *_Nonnull host_child_gate_type(host_child_gate_t *_Nonnull gate);

/// Closes the gate: later calls do nothing. Main thread only.
void host_child_gate_close(host_child_gate_t *_Nonnull gate);

/// Frees a closed gate, which nothing may call any more and of which nothing waits. Main thread only.
void host_child_gate_free(host_child_gate_t *_Nonnull gate);

/// Whether a function was called after the gate was closed. Any thread.
int host_child_gate_late(host_child_gate_t *_Nonnull gate, uint8_t function);

/// Queues a wake request from a call of this function. Any thread.
void host_child_gate_wake(host_child_gate_t *_Nonnull gate, uint8_t function);

/// Queues a log line, cut at 64 KiB; lines beyond 1 MiB that wait are dropped and counted. Any thread.
void host_child_gate_log(
    host_child_gate_t *_Nonnull gate, uint8_t function, uint32_t level,
    const char *_Nullable bytes, uint64_t length);

/// Whether calls or log lines wait to be taken. Main thread only.
int host_gates_waiting(void);

/// Takes the wake requests and misplaced calls of one child. Returns 0 if there are none, and once between those that
/// wait now and later ones. Main thread only.
int host_gates_take_call(struct host_child_call *_Nonnull call);

/// Takes the oldest log line, to be freed with host_child_note_free; NULL if there is none. Main thread only.
struct host_child_note *_Nullable host_gates_take_note(void);
const char *_Nonnull host_child_note_bytes(const struct host_child_note *_Nonnull note);
void host_child_note_free(struct host_child_note *_Nonnull note);

/// The number of log lines dropped since the last call. Main thread only.
uint64_t host_gates_take_lost(void);

// Reading, copying and loading a plugin's file by its descriptor.

/// Reads up to `capacity` bytes at `offset`; fewer only at the end of the file. Returns the count or -errno.
int64_t host_file_read(int descriptor, void *_Nonnull bytes, uint64_t capacity, uint64_t offset);

/// Copies a file of `size` bytes into sealed memory of this name and returns its descriptor or -errno: -ENOSYS without
/// such memory, -EAGAIN if the file changed its size meanwhile.
int host_file_seal_copy(int descriptor, const char *_Nonnull name, uint64_t size);

/// Loads the library of a descriptor (RTLD_NOW | RTLD_LOCAL), which may then be closed; NULL: see dlerror. Main thread.
void *_Nullable host_library_open(int descriptor);

/// Whether host_library_open can work, which needs /proc.
int host_library_can_open(void);

/// Loads a library by its path (dlopen, RTLD_NOW | RTLD_LOCAL).
void *_Nullable host_library_open_path(const char *_Nonnull path);

/// Whether a library of that name is already loaded.
int host_library_is_resident(const char *_Nonnull name);

// The clock that plugins read and the files that they open, for the validator.

/// Shifts the time that the loaded libraries read, except the C library, by `nanoseconds` into the future; 0 restores
/// it. Main thread only.
void plugin_clock_shift(int64_t nanoseconds);

/// Records the files that the loaded libraries open from here on. Main thread only.
void plugin_files_watch(void);

/// The first opened file that a worker must not read without a grant; NULL if there is none.
const char *_Nullable plugin_files_first(void);

// The Swift runtime beside the program, for plugins in Swift; the program itself contains a hidden one.

/// Writes the path of the program's file, without a NUL; returns its length, 0 if it is unknown or does not fit.
size_t host_runtime_program(char *_Nonnull room, size_t size);

/// Writes the path of the runtime's folder, which need not exist, with a NUL; returns its length, 0 if it does not fit.
int host_runtime_folder(char *_Nonnull room, int size);

/// Loads a library from that folder, and its dependencies, and never unloads it. Returns 0 if that fails.
int host_runtime_load(const char *_Nonnull name);
