/// Keeps what plugins write to descriptors 1 and 2 off the terminal.
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Replaces descriptors 1 and 2 by one pipe, after keeping the originals aside, and returns the
/// pipe's read end: non-blocking, owned by this file. It is for good: a plugin's thread may go on
/// writing until the process is gone, also when the terminal is the shell's again.
/// The pipe holds up to 1 MiB and its write end does not block: a plugin that writes more than that
/// within one call loses the rest (EAGAIN) instead of hanging the program for ever.
int host_capture_begin(void);

/// Sends out what stdio holds of standard output and standard error. A stream that a thread of a plugin's
/// holds is left alone, as are all others: waiting for one could be for ever.
void host_capture_flush(void);

/// The original of descriptor 1 or 2 while capturing, else the descriptor itself; not to be closed.
/// Async-signal-safe.
int host_capture_original(int descriptor);

/// How many captured bytes wait to be read.
int host_capture_waiting(void);

/// Takes what waits and gives the beginning of its last line that is not blank, ended by NUL.
/// Returns 0 when there is none. Async-signal-safe.
int host_capture_last_words(char *_Nonnull words, size_t capacity);

#ifdef __cplusplus
}
#endif
