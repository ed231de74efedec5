#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

#include "host_crash.h"
#include "host_terminal.h"

// UTF-8 for C code, some of it in signal handlers: Swift has UTF8Scalar.

/// How many bytes the valid sequence at `bytes`, a text that ends with NUL, has; 0 when none is there.
/// Async-signal-safe.
size_t host_utf8_length(const unsigned char *bytes);

// One line of text put together without allocation, for signal handlers.

struct host_line {
  size_t count;
  char bytes[1536];
};

/// Appends text of the host's own.
void host_line_append(struct host_line *line, const char *text);

/// Appends a number in decimal.
void host_line_append_number(struct host_line *line, unsigned number);

/// Appends at most 256 bytes of a text that others made; what is no plain letter becomes `?`.
void host_line_append_untrusted(struct host_line *line, const char *text);

/// Writes the line once; gives up on a descriptor that takes no bytes.
void host_line_write(const struct host_line *line, int descriptor);

// Who is named when a program ends that should not. Everything here is async-signal-safe.

/// "FILE, child CHILD, in FUNCTION".
void host_culprit_append_place(struct host_line *line, const struct host_call_record *record);

/// ": update FILE, or take it out of the plugin directory", and the end of the line.
void host_culprit_append_remedy(struct host_line *line, const struct host_call_record *record);

/// ": take plugins out one by one", and the end of the line: nobody knows which one it was.
void host_culprit_append_search(struct host_line *line);

/// The plugin whose code an instruction stands in: the name that its copy in memory bears.
bool host_culprit_find(uintptr_t instruction, char *name, size_t capacity);

// What the kernel says of a process in its /proc/PID/stat. Everything here is async-signal-safe but for the
// reading of numbers.

struct process_facts {
  /// It has ended, and nobody has waited for it yet.
  bool has_ended;
  /// As `waitpid` gives it, once it has ended.
  int status;
  /// The foreground process group of its terminal, below 1: none.
  long foreground;
  /// The kernel's own flags (PF_…).
  unsigned long flags;
};

/// Its flag while the kernel ends it: what it held is closed by then, its status is not there yet.
#define PROCESS_IS_ENDING 0x4ul

/// Reads them. Returns 0, or -1 where nobody knows.
int process_facts_read(pid_t process, struct process_facts *facts);

// What a terminal is given back with: of the host, and of the guardian that does it in its stead.
// Everything here is async-signal-safe.

struct host_terminal_sequence {
  uint8_t bytes[HOST_TERMINAL_SEQUENCE_LIMIT];
  size_t count;
};

struct host_terminal_mode {
  /// The settings to go back to.
  struct termios original;
  /// The host's own.
  struct termios raw;
  struct host_terminal_sequence leave;
  /// What the terminal answers with `ESC [ 0 n`, after its answers to all that it was asked before.
  struct host_terminal_sequence question;
};

/// What the terminal that was entered last is given back with.
const struct host_terminal_mode *host_terminal_known_mode(void);

/// Writes a sequence, waiting at most a third of a second for a terminal that takes no bytes.
void host_terminal_write(int descriptor, const struct host_terminal_sequence *sequence);

/// Asks a last question and takes what comes up to its answer, for a second at most: the answer to what the
/// host asked just before it ended would reach the shell as if it were typed. Without a question it takes
/// nothing. The settings are still the host's.
void host_terminal_drop_answers(int descriptor, const struct host_terminal_sequence *question);

/// tcsetattr at once, tried again when a signal comes between.
int host_terminal_set(int descriptor, const struct termios *settings);

/// Whether two settings are the same but for control characters and speed.
int host_terminal_is_same(const struct termios *one, const struct termios *other);
