/// A plugin must not end the program: where it calls exit or _exit all the same, the terminal is
/// restored, one line names it, and the status is that of a crash.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Watches the calling process, not those it forks. The calling thread must be the main thread.
void host_exit_watch(void);

/// Ends the process at once: nothing is watched, no handler runs.
void host_exit_now(int status) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif
