/// The parts of the sandbox, one file each. Functions that return an int return 0 or -errno.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Allows a path to be read, and run if it is a program. sandbox_files_close then forbids the rest of the file system,
/// except what `grants` (HOST_GRANT_...) allows, which must be the same in every call.
int sandbox_files_grant(const char *path, uint32_t grants, bool is_program);
int sandbox_files_close(uint32_t grants);

/// Prepares what all processes forked from this one share.
void sandbox_files_share(void);

/// Whether every worker may read a path, because it belongs to the system.
bool sandbox_is_system_path(const char *path);

/// Enters new user and IPC namespaces, and a network namespace unless the network is granted.
int sandbox_namespaces_enter(uint32_t grants);

/// Whether the namespaces were entered.
bool sandbox_namespaces_stand(void);

/// Prepares an empty file system with only these paths, for this process and those that it forks; needs the namespaces.
/// A forked process mounts only the paths that it adds: its list must begin with these.
int sandbox_root_prepare(char *const *paths, size_t count);

/// Changes the root to a file system with only these absolute paths and /proc/self. On failure the file system stays
/// the same.
int sandbox_root_close(char *const *paths, size_t count);

/// Refuses all system calls except those of the allowlist and of the grants.
int sandbox_calls_close(uint32_t grants, bool files_are_closed);

/// Whether this kernel supports system call filters.
bool sandbox_calls_are_filtered(void);

/// Installs a SIGSYS handler that prints the purpose of a refused system call.
void sandbox_trap_refusals(void);
