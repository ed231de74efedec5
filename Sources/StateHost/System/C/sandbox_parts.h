/// The parts of the sandbox that are a file each. Functions return 0, or the error number negated.
#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Takes paths that may be read; at the end nothing else of the file system can be, but what is granted
/// (HOST_GRANT_...), which is the same in every call. A program may be started, too.
int sandbox_files_grant(const char *path, uint32_t grants, bool is_program);
int sandbox_files_close(uint32_t grants);

/// Whether a path is one of the system's, which every worker may read.
bool sandbox_is_system_path(const char *path);

/// From here on only the system calls of the list are made, and those of what is granted.
int sandbox_calls_close(uint32_t grants, bool files_are_closed);

/// Whether this kernel takes such a list.
bool sandbox_calls_are_filtered(void);

/// Where a system call is refused by a signal, its handler says what was asked for.
void sandbox_trap_refusals(void);
