/// A program that has the host's terminal for a while: it leads the foreground process group, so that its keys,
/// Ctrl-C and Ctrl-Z among them, are its own. One at a time; called by the loop alone.
#pragma once
#include <stdbool.h>

#include "child_process.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Leaves the terminal that the host has entered, drops what has been typed, and starts a program on it, found as
/// `host_child_spawn` finds it, in the host's session and a process group of its own. It has a description of
/// the terminal of its own, which waits, as its three standard streams; `child` has no pipes. Until it is reaped
/// the guardian ends its group, and gives the terminal back, if the host ends before. Returns 0 or the errno
/// that says why it did not start: the terminal is left then.
int host_foreground_start(int terminal, char *const arguments[], struct host_child *child);

/// The host's group is in the foreground again, with the settings that the terminal had before the host; it is
/// not entered. `is_orderly`: the program has put back what it has changed of the screen, as far as it ended by itself.
void host_foreground_end(bool is_orderly);

/// The program, or the host, is to stop: gives the terminal back, stops the host and the rest of its process group
/// as SIGTSTP does, and when it is continued gives the terminal to the program again. Where nobody could continue
/// the host, or SIGTSTP was ignored when it started, the program goes on at once.
void host_foreground_suspend(void);

/// The host was stopped by force and goes on: gives the terminal to the program again. In the background that stops
/// the host once more (SIGTTOU).
void host_foreground_resume(void);

#ifdef __cplusplus
}
#endif
