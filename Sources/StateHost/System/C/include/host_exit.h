/// A plugin must not end the program: where it calls exit, quick_exit or _exit all the same, in a call
/// or on a thread of its own, the terminal is restored, one line names it, and the status is that of a
/// crash. Until the host has said goodbye every exit is a plugin's.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Watches the calling process, not those it forks. The calling thread must be the main thread.
void host_exit_watch(void);

/// The host has done what it had to: gives the terminal back, sends the guardian away, and from here
/// an exit is the host's own.
void host_exit_say_goodbye(void);

/// Ends the process at once: nothing is watched, no handler runs.
void host_exit_now(int status) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif
