/// One line of text put together without allocation, for signal handlers.
#pragma once
#include <stddef.h>

struct host_line {
  size_t count;
  char bytes[1536];
};

/// Appends text of the host's own.
void host_line_append(struct host_line *line, const char *text);

/// Appends a number of one to three digits, such as an exit status.
void host_line_append_status(struct host_line *line, int status);

/// Appends at most 256 bytes of a text that others made; control characters become `?`.
void host_line_append_untrusted(struct host_line *line, const char *text);

/// Writes the line once; gives up on a descriptor that takes no bytes.
void host_line_write(const struct host_line *line, int descriptor);
