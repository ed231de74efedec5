#pragma once
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The record of the current plugin call, which the crash handler and the guardian read to name the plugin.

/// The record of the plugin call that the main thread is in, by which reports of a crash or of a
/// blocked program name the plugin; `function` is NULL between calls.
struct host_call_record {
  const char *_Nullable file;
  const char *_Nullable child;
  const char *_Nullable function;
  /// The number of timer ticks during the call.
  uint64_t ticks;
};

/// The record: in this process's memory, or in shared memory once host_call_record_share was called.
extern struct host_call_record *_Nonnull host_current_call;

/// Moves the record into memory shared with later forks, or into `file` if 0 or more; once, before host_call_name.
int host_call_record_share(int file);

/// From here on a crash on another thread than the first is recorded: the current call did not cause it.
void host_call_record_note_threads(void);

/// A memory file for the record of another process of this program, or -errno.
int host_call_record_file(void);

/// Reads from such a file, which is untrusted, the function that was running when its process ended, and its child
/// (empty for none), NUL-terminated. Returns whether there was a call.
int host_call_record_read(
    int file, char *_Nonnull function, char *_Nonnull child, size_t capacity);

/// A NUL-terminated copy of a text that is never freed, in the shared memory while there is room. Main thread only.
const char *_Nonnull host_call_name(const char *_Nonnull text, size_t length);

/// Whether a name is in the shared memory.
int host_call_name_is_shared(const char *_Nonnull name);

/// Records a plugin call before it begins, on the main thread. `file` and `child` (NULL for the plugin itself) are from
/// host_call_name, `function` is a constant.
static inline void host_call_record_set(
    const char *_Nonnull file, const char *_Nullable child, const char *_Nonnull function) {
  struct host_call_record *record = host_current_call;
  __atomic_store_n(&record->file, file, __ATOMIC_RELAXED);
  __atomic_store_n(&record->child, child, __ATOMIC_RELAXED);
  __atomic_store_n(&record->ticks, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&record->function, function, __ATOMIC_RELEASE);
}

/// Records the end of a plugin call.
static inline void host_call_record_clear(void) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(&host_current_call->function, (const char *)NULL, __ATOMIC_RELAXED);
}

/// A copy of the record, to restore it after a nested call.
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

// The crash handler: restores the terminal, names the plugin in one line, and dies of the same signal. It does nothing
// in a process that a plugin has forked.

/// Handles crashes, on an alternate stack for the calling thread, which must be the main thread, and the other signals
/// that end a process by default (not the last two real-time signals, which the host uses), unless they were ignored.
/// From here to host_exit_finish, a call of exit, quick_exit or _exit is reported as a plugin's in the same way.
int host_crash_install(void);

/// Restores the terminal, reports that the signal ended a blocked program, and dies of it. Async-signal-safe.
void host_crash_stop(int signal_number) __attribute__((noreturn));

/// Removes the crash signals from a mask, so that a crash within a handler is handled.
void host_crash_allow(sigset_t *_Nonnull mask);

/// Restores the terminal and ends the guardian; from here an exit is the host's own.
void host_exit_finish(void);

/// Ends the process at once, without reports and exit handlers.
void host_exit_now(int status) __attribute__((noreturn));

// The guardian: a process that outlives the host. However the host ends, SIGKILL included, the guardian restores the
// terminal, ends the command's process group, and reports the end in one line, with the call in the shared record.
//
// The functions after host_guardian_begin_again, and host_guardian_link, are async-signal-safe and do nothing without a
// guardian or in a process that the host has forked.

struct host_terminal_mode;

/// Prepares for a guardian: shares the record of calls. Call it once, before host_call_name.
int host_guardian_expect(void);

/// Forks the guardian if one is expected, once, before a second thread, third-party code, or a command, and sends it a
/// terminal that is already entered. Returns whether one is expected.
bool host_guardian_begin(void);

/// The host's end of the socket, which hangs up when the guardian ends; -1 without a guardian.
int host_guardian_link(void);

/// Replaces a guardian that has ended, and sends the new one the terminal and the first 64 commands. The host may have
/// threads by now. Returns host_guardian_link.
int host_guardian_begin_again(void);

/// Tells the guardian that the host has entered a terminal, or that the next command has it (it is then restored when
/// that command has ended), and how to restore it; `mode` must stay valid.
void host_guardian_enter(
    int descriptor, const struct host_terminal_mode *_Nonnull mode, bool for_command);

/// Tells the guardian that the terminal is restored.
void host_guardian_leave(void);

/// Called by a forked process, the leader of its group, before exec: the guardian watches the group from here on.
void host_guardian_announce(void);

/// Called by the host for each process that called host_guardian_announce.
void host_guardian_watch(pid_t command);

/// Called by the host before it reaps the command.
void host_guardian_release(pid_t command);

/// Tells the guardian that the reason for the end is printed already.
void host_guardian_reported(void);

/// Ends the guardian without a report; waits for it, at most a second.
void host_guardian_end(void);

// The notice of a plugin call that blocks the program, on the screen or on standard error.

/// Starts a timer that ticks every `nanoseconds` and names, once, a plugin call that lasts from one tick to the next.
void host_stall_notice_begin(int64_t nanoseconds);

/// Stops the timer while the program sleeps.
void host_stall_notice_pause(void);

/// Resumes the timer.
void host_stall_notice_resume(void);
