/// What is done when the process is about to die: the terminal is restored, one line names the
/// plugin, and the signal that killed it is what its parent sees. A process that a plugin has forked
/// dies in silence.
#pragma once
#include <signal.h>

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif
