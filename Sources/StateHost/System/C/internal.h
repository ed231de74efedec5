#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

#include "host_crash.h"
#include "host_terminal.h"

/// The length of the valid UTF-8 sequence at `bytes`, a NUL-terminated text; 0 when it is invalid. Async-signal-safe.
size_t host_utf8_length(const unsigned char *bytes);

// A line of text that is built without allocation, for signal handlers.

struct host_line {
  size_t count;
  char bytes[1536];
};

/// Appends trusted text.
void host_line_append(struct host_line *line, const char *text);

/// Appends a number in decimal.
void host_line_append_number(struct host_line *line, unsigned number);

/// Appends at most 256 bytes of untrusted text; all but plain letters become `?`.
void host_line_append_untrusted(struct host_line *line, const char *text);

/// Writes the line; gives up when the descriptor accepts no bytes for 100 ms.
void host_line_write(const struct host_line *line, int descriptor);

// The plugin that is named in a report. Async-signal-safe.

/// "FILE, child CHILD, in FUNCTION".
void host_culprit_append_place(struct host_line *line, const struct host_call_record *record);

/// The same with ": update FILE, or take it out of the plugin directory", and the end of the line.
void host_culprit_append(struct host_line *line, const struct host_call_record *record);

/// ": take plugins out one by one", and the end of the line, for an unknown plugin.
void host_culprit_append_search(struct host_line *line);

/// The plugin whose code holds an instruction, by the name of its copy in memory.
bool host_culprit_find(uintptr_t instruction, char *name, size_t capacity);

// The status of a process, from /proc/PID/stat.

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

struct host_terminal_sequence {
  uint8_t bytes[HOST_TERMINAL_SEQUENCE_LIMIT];
  size_t count;
};

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
