/// The first header of every C file here: the feature macro, the common headers, and what these files share.
#pragma once
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "host_crash.h"
#include "host_plugin.h"
#include "host_process.h"
#include "host_system.h"
#include "host_terminal.h"
#include "host_text.h"
#include "host_worker.h"

#ifndef __has_feature
#define __has_feature(name) 0
#endif

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

/// The first number of the program's own descriptors, above those of the user.
enum { first_private_descriptor = 10 };

/// The monotonic time. Async-signal-safe.
static inline int64_t now_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// A time of `nanoseconds`, 0 or more.
static inline struct timespec time_of(int64_t nanoseconds) {
  return (struct timespec){nanoseconds / 1000000000, nanoseconds % 1000000000};
}

/// Blocks or unblocks (`how`) one signal; `*before`, if not NULL, is the mask before. Async-signal-safe.
static inline void mask_signal(int how, int number, sigset_t *before) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(how, &set, before);
}

/// The length of the valid UTF-8 sequence at `bytes`, a NUL-terminated text; 0 when it is invalid. Async-signal-safe.
size_t host_utf8_length(const unsigned char *bytes);

/// A line of text that is built without allocation, for signal handlers and the guardian.
struct host_line {
  size_t count;
  char bytes[1536];
};

/// Appends text with `%s`, at most 256 bytes of untrusted text of which all but plain letters become `?`, and `%u`.
__attribute__((format(printf, 2, 3)))
void host_line_append(struct host_line *line, const char *format, ...);

/// Writes the line; gives up when the descriptor accepts no bytes for 100 ms.
void host_line_write(const struct host_line *line, int descriptor);

// The plugin that is named in a report. Async-signal-safe.

/// "FILE, child CHILD, in FUNCTION".
void host_culprit_append_place(struct host_line *line, const struct host_call_record *record);

/// The same with ": update FILE, or take it out of the plugin directory", and the end of the line. For a record without
/// a call, `otherwise` with ": take plugins out one by one".
void host_culprit_append(
    struct host_line *line, const struct host_call_record *record, const char *otherwise);

/// The status of a process, from /proc/PID/stat.
struct process_facts {
  /// Whether it has ended and is not reaped.
  bool has_ended;
  /// As from `waitpid`, once it has ended.
  int status;
  /// The foreground process group of its terminal; below 1 for none.
  long foreground;
  /// The kernel's own flags (PF_…).
  unsigned long flags;
};

/// The flag of a process that the kernel is ending: its descriptors are closed, its status is not available yet.
#define PROCESS_IS_ENDING 0x4ul

/// Reads the status. Returns 0, or -1 if it is unknown.
int process_facts_read(pid_t process, struct process_facts *facts);

// Restoring the terminal, by the host or by the guardian. All functions are async-signal-safe.

/// The bytes of a control sequence that restores or queries the terminal.
struct host_terminal_sequence {
  uint8_t bytes[HOST_TERMINAL_SEQUENCE_LIMIT];
  size_t count;
};

/// What restores the terminal that the host has entered: its settings and sequences.
struct host_terminal_mode {
  /// The settings before the host's.
  struct termios original;
  /// The host's settings.
  struct termios raw;
  struct host_terminal_sequence leave;
  /// The query that the terminal answers with `ESC [ 0 n`, after its replies to earlier queries.
  struct host_terminal_sequence question;
};

/// The mode of the terminal that was entered last.
const struct host_terminal_mode *host_terminal_known_mode(void);

/// Writes a sequence; gives up after 300 ms on a terminal that accepts no bytes.
void host_terminal_write(int descriptor, const struct host_terminal_sequence *sequence);

/// Sends a last query and drops input up to its reply, for two seconds at most, so that replies to the host's earlier
/// queries do not reach the shell. Does nothing without a query. Call it before the settings are restored.
void host_terminal_drop_answers(int descriptor, const struct host_terminal_sequence *question);

/// Calls tcsetattr (TCSANOW), retrying after signals. Returns 0 or -errno.
int host_terminal_set(int descriptor, const struct termios *settings);

/// Whether two settings are equal, apart from control characters and speed.
int host_terminal_is_same(const struct termios *one, const struct termios *other);

// The parts of the sandbox, one file each. Functions that return an int return 0 or -errno.

/// Allows a path to be read, and run if it is a program. sandbox_files_close then forbids the rest of the file system,
/// except what `grants` (HOST_GRANT_...) allows, which must be the same in every call.
int sandbox_files_grant(const char *path, uint32_t grants, bool is_program);
int sandbox_files_close(uint32_t grants);

/// Prepares what all processes forked from this one share.
void sandbox_files_share(void);

/// Whether every worker may read a path, because it belongs to the system.
bool sandbox_is_system_path(const char *path);

/// Enters new user and IPC namespaces, and a network namespace unless the network is granted.
int sandbox_namespaces_enter(uint32_t grants);

/// Whether the namespaces were entered.
bool sandbox_namespaces_stand(void);

/// Prepares an empty file system with only these paths, for this process and those that it forks; needs the namespaces.
/// A forked process mounts only the paths that it adds: its list must begin with these.
int sandbox_root_prepare(char *const *paths, size_t count);

/// Changes the root to a file system with only these absolute paths and /proc/self. On failure the file system stays
/// the same.
int sandbox_root_close(char *const *paths, size_t count);

/// Refuses all system calls except those of the allowlist and of the grants.
int sandbox_calls_close(uint32_t grants, bool files_are_closed);

/// Whether this kernel supports system call filters.
bool sandbox_calls_are_filtered(void);

/// Installs a SIGSYS handler that prints the purpose of a refused system call.
void sandbox_trap_refusals(void);
