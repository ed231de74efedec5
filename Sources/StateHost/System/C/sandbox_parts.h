/// The parts of the sandbox that are a file each. Functions return 0, or the error number negated.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Takes paths that may be read; at the end nothing else of the file system can be, but what is granted
/// (HOST_GRANT_...), which is the same in every call. A program may be started, too.
int sandbox_files_grant(const char *path, uint32_t grants, bool is_program);
int sandbox_files_close(uint32_t grants);

/// Prepares what the processes that this one forks have in common.
void sandbox_files_share(void);

/// Whether a path is one of the system's, which every worker may read.
bool sandbox_is_system_path(const char *path);

/// The user, IPC and, without a grant of it, the network are of this process and its children alone.
int sandbox_namespaces_enter(uint32_t grants);

/// Whether that has been done.
bool sandbox_namespaces_stand(void);

/// Then it can put together an empty file system for the processes that it forks, in which these paths are. They do not
/// do it again: their list of paths begins with these.
int sandbox_root_prepare(char *const *paths, size_t count);

/// Then its file system is empty but for these paths, which are absolute, and its own folder of /proc. Where that fails
/// the file system stays as it was.
int sandbox_root_close(char *const *paths, size_t count);

/// From here on only the system calls of the list are made, and those of what is granted.
int sandbox_calls_close(uint32_t grants, bool files_are_closed);

/// Whether this kernel takes such a list.
bool sandbox_calls_are_filtered(void);

/// Where a system call is refused by a signal, its handler says what was asked for.
void sandbox_trap_refusals(void);
