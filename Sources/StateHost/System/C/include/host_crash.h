#pragma once
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Which function of which plugin runs now: read by the crash handler, and by the guardian when the
// process is gone, so that what went wrong has a name.

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

// What is done when the process is about to die: the terminal is restored, one line names the
// plugin, and the signal that killed it is what its parent sees. A process that a plugin has forked
// dies in silence.

/// Handles SEGV, BUS, FPE, ILL, ABRT, TRAP and SYS, on a stack of its own for the calling thread,
/// which must be the main thread. A crash on another thread is handled on that thread's stack.
/// So it does with every other signal that would end the process without a word, unless the process
/// was started with it ignored: USR1, USR2, ALRM, VTALRM, PROF, XCPU, IO, PWR, STKFLT and the
/// real-time ones but the last two, which the host uses.
int host_crash_install(void);

/// Restores the terminal, says that the signal ended a program that did not answer, and dies of it.
/// Async-signal-safe.
void host_crash_stop(int signal_number) __attribute__((noreturn));

/// Restores the terminal, says that the plugin that is called now has ended the program by a
/// function, and ends it with the status of an abort. Nothing when another death is under way.
/// `status` below 0 is not known; `caller` is where it was called from, NULL where that is not known.
void host_crash_exit(const char *_Nonnull function, int status, const void *_Nullable caller);

/// Takes the crash signals out of a mask, so that a crash inside a handler is still handled.
void host_crash_allow(sigset_t *_Nonnull mask);

// A plugin must not end the program: where it calls exit, quick_exit or _exit all the same, in a call
// or on a thread of its own, the terminal is restored, one line names it, and the status is that of a
// crash. Until the host has said goodbye every exit is a plugin's.

/// Watches the calling process, not those it forks. The calling thread must be the main thread.
void host_exit_watch(void);

/// The host has done what it had to: gives the terminal back, sends the guardian away, and from here
/// an exit is the host's own.
void host_exit_say_goodbye(void);

/// Ends the process at once: nothing is watched, no handler runs.
void host_exit_now(int status) __attribute__((noreturn));

// A process beside the host that outlives it by a moment: whatever ends the host, SIGKILL too, the
// guardian gives the terminal back, ends the command's process group, and says in one line what
// happened. It is told of both through a socket; who was being called it reads in the shared record.
//
// Everything but host_guardian_expect, host_guardian_begin and host_guardian_begin_again is async-signal-safe, and
// does nothing without a guardian or in a process that the host has forked.

struct host_terminal_mode;

/// This process may have a guardian: puts the record of calls where both can read it. To be called
/// once, before the first name of the record is made.
int host_guardian_expect(void);

/// Forks the guardian where one is expected, once. To be called before there is a second thread, code
/// that is not the program's own, or a command; it is handed a terminal that has been entered before.
/// It lives in a session of its own with every signal blocked, holds nothing of the host's but
/// standard error, and is no child that `wait` of a plugin's would wait for. Returns whether one is expected.
bool host_guardian_begin(void);

/// The host's end of the socket to the guardian, which hangs up when that has ended; -1 where there is none.
int host_guardian_link(void);

/// Forks another guardian in the place of one that has ended, and tells it all that the one before knew: it knows
/// nothing of commands beyond the first 64. Does nothing while that one lives. The host may have threads by now.
/// Returns host_guardian_link.
int host_guardian_begin_again(void);

/// The terminal of `descriptor` is the host's from now on, and is to be given back so; `mode` stays
/// where it is until then.
void host_guardian_enter(int descriptor, const struct host_terminal_mode *_Nonnull mode);

/// The terminal has been handed over to the command that announces itself next: what is left of it is given back
/// when that has ended.
void host_guardian_hand_over(int descriptor, const struct host_terminal_mode *_Nonnull mode);

/// The terminal has been given back.
void host_guardian_leave(void);

/// Called by a process that is about to become a command, and that leads the process group of its own
/// number: from here the guardian watches that group. It is handed a pidfd, by which it knows the group
/// from another that gets the number later.
void host_guardian_announce(void);

/// Called by the host for each process that has announced itself.
void host_guardian_watch(pid_t command);

/// The command's group is nobody's any more: to be called before its number is released.
void host_guardian_release(pid_t command);

/// What happened has been said already.
void host_guardian_told(void);

/// The host ends as it should: the guardian ends first, and without a word. Waits for it, at most a
/// second.
void host_guardian_end(void);

// Says who keeps the program waiting: on the screen where there is one, else on standard error.

/// From now on, a call into a plugin that lasts from one tick to the next is named, once each; a tick
/// comes every `nanoseconds`. On the screen the words stand in the last row, and go when the program
/// draws again, which it is told to do.
void host_stall_notice_begin(int64_t nanoseconds);

/// The program is about to sleep: no tick wakes it.
void host_stall_notice_pause(void);

/// It is awake.
void host_stall_notice_resume(void);

/// No more ticks.
void host_stall_notice_end(void);
