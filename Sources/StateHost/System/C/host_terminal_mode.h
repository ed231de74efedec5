/// What a terminal is given back with: of the host, and of the guardian that does it in its stead.
/// Everything here is async-signal-safe.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

#include "host_terminal.h"

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
