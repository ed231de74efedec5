/// One line of text put together without allocation, for signal handlers.
#pragma once
#include <stddef.h>

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
