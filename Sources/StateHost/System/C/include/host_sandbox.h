/// What a worker may do: set once, before any code of a plugin's is in the process, and for good.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The parts of the sandbox, a bit each.
enum {
  /// No capability, and none that could be gained (PR_SET_NO_NEW_PRIVS).
  HOST_SANDBOX_PRIVILEGES = 1,
  /// Bounds on memory, threads, open files; no file that grows, no core dump.
  HOST_SANDBOX_LIMITS = 2,
  /// Landlock: the system's libraries and data are read, nothing is written.
  HOST_SANDBOX_FILES = 4,
  /// seccomp: a list of the system calls that there are.
  HOST_SANDBOX_CALLS = 8,
};

/// What the user may grant a worker, a bit each.
enum {
  /// Sockets of the Internet, and what names are looked up with.
  HOST_GRANT_NETWORK = 1,
  /// Reading files, but those of devices and of the kernel.
  HOST_GRANT_FILES_READ = 2,
  /// Starting the system's programs, which may do what the worker may.
  HOST_GRANT_RUN = 4,
  /// Reading the files that host_sandbox_grant names, as files of the user's: others may be told of that by a lock.
  HOST_GRANT_PATHS_READ = 1 << 16,
  /// Starting the programs that host_sandbox_grant_program names, and the shell.
  HOST_GRANT_PROGRAMS = 1 << 17,
};

/// Begins a sandbox in which so much is granted; before the two that follow.
void host_sandbox_begin(uint32_t grants);

/// Lets this process read a file, besides the system's; before host_sandbox_enter. Returns 0, also
/// where there is no such file.
int host_sandbox_grant(const char *_Nonnull path);

/// The first path that this process was let read whose file has this name; NULL: none.
const char *_Nullable host_sandbox_granted(const char *_Nonnull name);

/// The same as host_sandbox_grant of a program that it may start, or of what that is interpreted or loaded by.
int host_sandbox_grant_program(const char *_Nonnull path);

/// What the list of system calls refuses ends the process from here on (SIGSYS), and says on descriptor 2 what it
/// was: for whom wants to know of it. Before host_sandbox_enter.
void host_sandbox_trap(void);

/// Sets every part that this kernel has; the process must have one thread. Returns the bits of what
/// could not be set: 0 when all stands.
uint32_t host_sandbox_enter(void);

/// The bits of the parts that this kernel does not have: asked of the kernel by a few system calls, none of which
/// changes anything. A part that it has may still fail to be set.
uint32_t host_sandbox_missing(void);

/// The version of Landlock's ABI that this kernel has; 0: none.
int host_sandbox_landlock_version(void);

#ifdef __cplusplus
}
#endif
