/// Which function of which plugin runs now: read by the crash handler, so that a crash has a name.
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
  /// How many calls there have been.
  uint64_t number;
};

extern struct host_call_record host_current_call;

/// To be made before each call into a plugin, on the main thread; five plain stores.
/// The strings must live for ever: the host keeps them as long as the plugin, which is never
/// unloaded. `child` is NULL for calls to the plugin itself.
static inline void host_call_record_set(
    const char *_Nonnull file, const char *_Nullable child, const char *_Nonnull function) {
  __atomic_store_n(&host_current_call.function, (const char *)NULL, __ATOMIC_RELAXED);
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&host_current_call.file, file, __ATOMIC_RELAXED);
  __atomic_store_n(&host_current_call.child, child, __ATOMIC_RELAXED);
  __atomic_store_n(&host_current_call.number, host_current_call.number + 1, __ATOMIC_RELAXED);
  __atomic_store_n(&host_current_call.function, function, __ATOMIC_RELEASE);
}

/// To be made after each call into a plugin; one plain store.
static inline void host_call_record_clear(void) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&host_current_call.function, (const char *)NULL, __ATOMIC_RELAXED);
}

/// The record as it is now; to put it back after a nested call.
static inline struct host_call_record host_call_record_get(void) {
  struct host_call_record record = {
      .function = __atomic_load_n(&host_current_call.function, __ATOMIC_ACQUIRE),
      .file = __atomic_load_n(&host_current_call.file, __ATOMIC_RELAXED),
      .child = __atomic_load_n(&host_current_call.child, __ATOMIC_RELAXED),
      .number = __atomic_load_n(&host_current_call.number, __ATOMIC_RELAXED),
  };
  return record;
}

#ifdef __cplusplus
}
#endif
