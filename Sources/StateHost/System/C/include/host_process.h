#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/// A command that was started: its process and this program's ends of its pipes.
/// Whoever called `host_child_spawn` owns the descriptors.
struct host_child {
  pid_t pid;
  /// Readable when the command has exited; -1 where the kernel does not offer it.
  int exit_fd;
  /// The write end of standard input: non-blocking, closed on exec; -1 where it reads /dev/null.
  int input_fd;
  /// The read ends of standard output and standard error: non-blocking, closed on exec; -1 where it has a terminal.
  int output_fd;
  int error_fd;
};

/// Starts `arguments[0]`, looked up in PATH, in a session of its own: it is the leader of its
/// process group and has no terminal, so it can neither read keys nor be stopped for wanting to.
/// Standard input is a pipe with `has_input`, else /dev/null; no other descriptor of this program is open in it; no signal is
/// blocked or ignored. Until it is reaped the guardian ends it, and its group, if this program ends
/// before. `arguments` ends with NULL. Returns 0, or the errno that says why it did
/// not start (the child's own `execvp` included), in which case `*child` is untouched.
int host_child_spawn(char *const arguments[], bool has_input, struct host_child *child);

/// What a child is to become.
struct host_command {
  /// Looked up in PATH where it has no slash.
  const char *file;
  /// The first is what it is called; ends with NULL.
  char *const *arguments;
  char *const *variables;
  /// A descriptor, 4 or more, that it has as 3; -1: nothing.
  int link;
  /// Standard input is a pipe, else /dev/null.
  bool has_input;
  /// It has no pipes, and a description of its own of this terminal, in whose foreground it is put: it stays in
  /// this program's session, in a process group of its own.
  bool has_terminal;
  int terminal;
};

/// As `host_child_spawn`.
int host_command_spawn(const struct host_command *command, struct host_child *child);

/// Keeps the exit statuses of processes that are started: an ignored SIGCHLD, inherited from whoever
/// started this program, would lose them.
void host_child_keep_statuses(void);

/// What `host_child_status` found.
enum {
  HOST_CHILD_RUNNING = 0,
  HOST_CHILD_EXITED = 1,
  HOST_CHILD_KILLED = 2,
  /// Somebody else has taken the status; it cannot be known any more.
  HOST_CHILD_LOST = 3,
};

/// Looks whether `pid` has ended, without waiting and without releasing its number: the number
/// stays taken, so signals to its group reach nobody else. `*value` is the exit status or the
/// signal.
int host_child_status(pid_t pid, int *value);

/// Whether `pid` has been stopped since this was last asked; it may go on already.
bool host_child_has_stopped(pid_t pid);

/// Forgets a child that has ended, so that it is no zombie.
///
/// `waits`: for its end, which must be on its way. Returns whether it is gone.
bool host_child_reap(pid_t pid, bool waits);

/// Sends `signal` to every process of the group that `pid` leads. Returns 0 when there was one.
int host_child_signal(pid_t pid, int signal);

/// "SEGV" for SIGSEGV; NULL for a number that names no signal. The string is static.
const char *host_signal_name(int signal);

/// "No such file or directory" for ENOENT; NULL for an unknown number. The string is static.
const char *host_error_text(int error);

/// Whether epoll and poll can wait for `fd` to become readable; false for regular files, block
/// devices and the likes of /dev/zero, which are always ready.
int host_can_wait_for(int fd);

// A program that has the host's terminal for a while: it leads the foreground process group, so that its keys,
// Ctrl-C and Ctrl-Z among them, are its own. One at a time; called by the loop alone.

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
