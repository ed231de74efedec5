#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// A process that this program has started, and this program's ends of its pipes, which the caller
/// owns: a command, a program of a plugin's child, or a worker that reads a data source.
struct host_child {
  pid_t pid;
  /// A pidfd, readable when the command has exited; -1 without kernel support.
  int exit_fd;
  /// The write end of standard input: non-blocking, closed on exec; -1 for /dev/null.
  int input_fd;
  /// The read ends of standard output and error: non-blocking, closed on exec; -1 for a terminal.
  int output_fd;
  int error_fd;
};

/// A command, program or worker to start with host_command_spawn.
struct host_command {
  /// Looked up in PATH if it has no slash.
  const char *file;
  /// argv; ends with NULL.
  char *const *arguments;
  char *const *variables;
  /// A descriptor, 4 or more, that becomes 3 in the child; -1 for none.
  int link;
  /// A descriptor, 4 or more, that becomes standard output and error instead of pipes; -1 for none. Such a command is a
  /// worker, which ends with this program by itself: the guardian does not watch it, and it has no `exit_fd`.
  int output;
  /// Whether standard input is a pipe instead of /dev/null.
  bool has_input;
  /// Whether it has `terminal` instead of pipes, opened anew: it runs in the foreground, in this program's session and
  /// a process group of its own.
  bool has_terminal;
  int terminal;
};

/// Starts a command in a session and process group of its own, without a terminal, with default signal dispositions and
/// no other descriptors of this program. Until the process is reaped, the guardian ends its group if this program ends
/// first. Returns 0, or an errno (that of the child's exec included); `*child` is then untouched.
int host_command_spawn(const struct host_command *command, struct host_child *child);

/// The same for `arguments[0]` with this program's environment; `arguments` ends with NULL.
int host_child_spawn(char *const arguments[], bool has_input, struct host_child *child);

/// The results of `host_child_status`.
enum {
  HOST_CHILD_RUNNING = 0,
  HOST_CHILD_EXITED = 1,
  HOST_CHILD_KILLED = 2,
  /// Other code has reaped the process; the status is unknown.
  HOST_CHILD_LOST = 3,
};

/// The status of `pid`, without blocking or reaping, so that signals to its group cannot reach another process.
/// `*value` is the exit status or the signal.
int host_child_status(pid_t pid, int *value);

/// Whether `pid` was stopped since the last call; it may have continued.
bool host_child_has_stopped(pid_t pid);

/// Reaps a child that has ended; with `waits`, blocks until it has. Returns whether it is reaped.
bool host_child_reap(pid_t pid, bool waits);

/// Signals the process group of `pid`. Returns 0 if it has a process.
int host_child_signal(pid_t pid, int signal);

/// "SEGV" for SIGSEGV; NULL for an unknown number. Static.
const char *host_signal_name(int signal);

/// "No such file or directory" for ENOENT; NULL for an unknown number. Static.
const char *host_error_text(int error);

// A program in the foreground of the host's terminal, which receives its keys, Ctrl-C and Ctrl-Z included. One at a
// time; main thread only.

/// Leaves the terminal, drops pending input, and starts a program (see `host_child_spawn`) in its foreground, in the
/// host's session, with the terminal opened anew (blocking) as its standard streams; the guardian also restores the
/// terminal. Returns 0 or an errno; the terminal is left in either case.
int host_foreground_start(int terminal, char *const arguments[], struct host_child *child);

/// Puts the host's group in the foreground again, with the terminal's settings from before the host. `is_orderly`: the
/// program ended by itself, and so has restored the screen.
void host_foreground_end(bool is_orderly);

/// Handles Ctrl-Z: restores the terminal, stops the host's group as SIGTSTP does, and then gives the terminal to the
/// program again; at once in an orphaned group, or if SIGTSTP was ignored at the start.
void host_foreground_suspend(void);

/// Handles SIGCONT after SIGSTOP: gives the terminal to the program again; stops (SIGTTOU) in the background.
void host_foreground_resume(void);
