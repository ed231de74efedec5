/// The parts of the sandbox that are a file each. Functions return 0, or the error number negated.
#pragma once

/// Takes paths that may be read; at the end nothing else of the file system can be.
int sandbox_files_grant(const char *path);
int sandbox_files_close(void);

/// From here on only the system calls of the list are made.
int sandbox_calls_close(void);

/// Where a system call is refused by a signal, its handler says what was asked for.
void sandbox_trap_refusals(void);
