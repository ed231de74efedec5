/// Which function of which plugin runs now: read by the crash handler, and by the guardian when the
/// process is gone, so that what went wrong has a name.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The call that the host's main thread is in. `function` is NULL when it is in none.
struct host_call_record {
  const char *_Nullable file;
  const char *_Nullable child;
  const char *_Nullable function;
  /// How often the call has been found still running.
  uint64_t ticks;
};

/// Where the record is: in memory of this process, or, once there is a guardian, in memory that it
/// shares.
extern struct host_call_record *_Nonnull host_current_call;

/// Moves the record into memory that a process forked from now on shares, with room for names; with a `file` of 0
/// or more into that, for another process. To be called once, before the first name is made.
int host_call_record_share(int file);

/// Has a fault of this process on another thread than the first noted there: the call that the first is in has no
/// part in it. What faults do stays as it is.
void host_call_record_note_threads(void);

/// A file in memory for the record of another process of this program. -errno where there is none.
int host_call_record_file(void);

/// Reads in such a file which function was running when its process ended, and of which child (empty: of none);
/// each of `capacity` bytes at most, with a NUL. Nothing of the file is believed. Returns whether there was one.
int host_call_record_read(
    int file, char *_Nonnull function, char *_Nonnull child, size_t capacity);

/// A copy of a text that lives for ever, with a NUL behind its bytes, for the record: where a forked process can read it too, as
/// long as there is room. Main thread only.
const char *_Nonnull host_call_name(const char *_Nonnull text, size_t length);

/// Whether a name of the record can be read in a process that was forked since the record is shared.
int host_call_name_is_shared(const char *_Nonnull name);

/// To be made before each call into a plugin, on the main thread, where none is running; four plain stores.
/// The strings must live for ever: `file` and `child` are of host_call_name, `function` is a constant
/// of the program. `child` is NULL for calls to the plugin itself.
static inline void host_call_record_set(
    const char *_Nonnull file, const char *_Nullable child, const char *_Nonnull function) {
  struct host_call_record *record = host_current_call;
  __atomic_store_n(&record->file, file, __ATOMIC_RELAXED);
  __atomic_store_n(&record->child, child, __ATOMIC_RELAXED);
  __atomic_store_n(&record->ticks, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&record->function, function, __ATOMIC_RELEASE);
}

/// To be made after each call into a plugin; one plain store.
static inline void host_call_record_clear(void) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&host_current_call->function, (const char *)NULL, __ATOMIC_RELAXED);
}

/// The record as it is now; to put it back after a nested call.
static inline struct host_call_record host_call_record_get(void) {
  const struct host_call_record *now = host_current_call;
  struct host_call_record record = {
      .function = __atomic_load_n(&now->function, __ATOMIC_ACQUIRE),
      .file = __atomic_load_n(&now->file, __ATOMIC_RELAXED),
      .child = __atomic_load_n(&now->child, __ATOMIC_RELAXED),
      .ticks = __atomic_load_n(&now->ticks, __ATOMIC_RELAXED),
  };
  return record;
}

#ifdef __cplusplus
}
#endif
