/// The way out for the rows of a plugin's source, which come one by one, millions a second where they can: a
/// row that comes alone is written at once, those that follow within a millisecond are gathered and written
/// together, at the end of it, when there are many, or when the process ends, by whatever but SIGKILL.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Begins with a descriptor, once a process. Without a thread for it every row is written at once.
void host_row_output_begin(int descriptor);

/// Takes bytes, and waits while nobody takes them; false where nobody takes any more.
bool host_row_output_add(const void *bytes, size_t count);

/// Writes what was gathered; false where nobody takes any more.
bool host_row_output_flush(void);

/// The same where the process ends, in a signal handler too; nothing in one that was forked.
void host_row_output_rescue(void);

#ifdef __cplusplus
}
#endif
