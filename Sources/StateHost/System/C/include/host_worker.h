#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "host_process.h"

// Workers: processes of this program's executable that load plugins, each with a link to the host.

/// The descriptor of the link in a worker.
enum { HOST_WORKER_LINK = 3 };

/// A started worker. The caller of host_worker_spawn owns the descriptors and reaps the process.
struct host_worker {
  pid_t pid;
  /// The host's end of the link: a socket that preserves message boundaries.
  int link;
  /// The read end of the worker's descriptors 1 and 2; both ends are non-blocking.
  int output;
};

/// Starts `program` as a worker, like a command with only the language and time zone variables. It is killed when the
/// calling thread ends. `runner` is a tool that runs it, such as valgrind, with its arguments, up to NULL. Returns 0 or
/// -errno.
int host_worker_spawn(
    const char *_Nonnull program, char *_Nullable const *_Nullable runner,
    struct host_worker *_Nonnull worker);

/// The address space of a worker that starts beside others: its share of the machine's memory in bytes, between 256 MiB
/// and 1 GiB.
uint64_t host_worker_memory_limit(uint64_t total, uint32_t workers);

/// Starts `program` as a worker that has the outputs of a command, and is watched and ended like one. Stores the host's
/// end of the link in `*link`. Returns 0 or -errno.
int host_worker_spawn_command(
    const char *_Nonnull program, struct host_child *_Nonnull child, int *_Nonnull link);

/// Moves a worker's row output away from descriptor 1, which becomes a duplicate of 2, so that printed text is not
/// taken for rows. Returns the new descriptor or -errno.
int host_worker_take_output(void);

/// Kills a worker and its process group, and reaps the worker. Returns its status as host_child_status does, with the
/// exit status or signal in `*value`.
int host_worker_end(pid_t pid, int *_Nonnull value);

/// The exit status of a worker whose end of the link was closed by a plugin.
#define HOST_WORKER_LOST_LINK 113

/// The exit status of a worker that ended normally: no destructor or exit handler of a plugin ended the process.
#define HOST_WORKER_LEFT 114

/// Runs the destructors and exit handlers of the plugins, then exits with HOST_WORKER_LEFT.
void host_worker_leave(void) __attribute__((noreturn));

/// The worker closed its link and kept running.
#define HOST_WORKER_UNLINKED (-1)

/// As host_worker_end, for a worker whose link is closed; returns HOST_WORKER_UNLINKED if it did not end by itself.
int host_worker_end_unlinked(pid_t pid, int *_Nonnull value);

/// The worker's end of the link; -1 if this process is not a worker, as `name`, a word of its command line, says. From
/// here on the worker is killed when the host ends. Exits if the parent did not create the link.
int host_worker_accept(const char *_Nullable name);

/// The maximum size of a message part, in bytes.
enum { HOST_WORKER_MESSAGE_BYTES = 1 << 16 };

/// Sends a message, with a duplicate of `descriptor` if that is 0 or more. Without `waits` it fails with -EAGAIN
/// instead of blocking. Returns 0 or -errno.
int host_worker_send(
    int link, const void *_Nonnull bytes, uint32_t length, int descriptor, int waits);

/// Receives a message; with `waits`, blocks until there is one. `*descriptor` is set to the received descriptor, or -1;
/// NULL accepts none. Returns the length, 0 when the other end is closed, or -errno: -EAGAIN without a message,
/// -EBADMSG if it is too long or carries an unexpected descriptor.
int64_t host_worker_receive(
    int link, void *_Nonnull bytes, uint32_t capacity, int *_Nullable descriptor, int waits);

// Processes that a worker forks, one per plugin, before it loads a plugin itself.

/// Forks this worker, which must have one thread. Returns 0 in the new process, which ends with this one and whose link
/// leads here instead of to the host; here its number, with this end of the link in `*link`, or -errno.
pid_t host_worker_fork(int *_Nonnull link);

/// Kills a forked process and reaps it later, because removing its namespaces takes a while; waits if several are
/// ending.
void host_worker_end_soon(pid_t pid);

/// Ends this process in the same way as the forked process `pid`, whose link is closed: with its exit status, by its
/// signal, or by closing the link to the host.
_Noreturn void host_worker_end_as(pid_t pid);

/// Whether a process can have its own namespaces and an empty file system, tried in a forked process.
bool host_sandbox_has_second_wall(void);

/// Tries to enter the sandbox of a worker without grants, in a forked process. This process has its namespaces from
/// then on. Returns the missing parts, as host_sandbox_enter does.
uint32_t host_sandbox_probe(void);

// The sandbox of a worker: set up once, before the code of a plugin is loaded, and never lifted.

/// The parts of the sandbox.
enum {
  /// No capabilities, and no way to gain any (PR_SET_NO_NEW_PRIVS).
  HOST_SANDBOX_PRIVILEGES = 1,
  /// Limits on memory, threads and open files; no growing files and no core dumps.
  HOST_SANDBOX_LIMITS = 2,
  /// Landlock: only the system's libraries and data can be read, and nothing can be written.
  HOST_SANDBOX_FILES = 4,
  /// seccomp: an allowlist of system calls.
  HOST_SANDBOX_CALLS = 8,
};

/// The permissions that the user can grant a worker.
enum {
  /// Internet sockets, and the files for name lookup and certificates.
  HOST_GRANT_NETWORK = 1,
  /// Reading files, except those of devices and the kernel.
  HOST_GRANT_FILES_READ = 2,
  /// Running the system's programs, which have the worker's sandbox.
  HOST_GRANT_RUN = 4,
  /// Reading the files of host_sandbox_grant as files of the user; a lock on one is visible to other processes.
  HOST_GRANT_PATHS_READ = 1 << 16,
  /// Running the programs of host_sandbox_grant_program, and the shell.
  HOST_GRANT_PROGRAMS = 1 << 17,
};

/// Sets the grants of the sandbox; call it before the functions below.
void host_sandbox_begin(uint32_t grants);

/// Allows this process to read a file; call it before host_sandbox_enter. Returns 0, also when there is no such file.
int host_sandbox_grant(const char *_Nonnull path);

/// The first path that this process may read whose file name is `name`; NULL if there is none.
const char *_Nullable host_sandbox_granted(const char *_Nonnull name);

/// As host_sandbox_grant, for a program that this process may run, or its interpreter or dynamic loader.
int host_sandbox_grant_program(const char *_Nonnull path);

/// Makes refused system calls end the process (SIGSYS) and print their purpose; call it before host_sandbox_enter.
void host_sandbox_trap(void);

/// Enters the sandbox, as far as this kernel supports it, with one thread. Returns the parts that are missing.
uint32_t host_sandbox_enter(void);

/// The parts that this kernel does not support; changes nothing. Setting up a supported part may still fail.
uint32_t host_sandbox_missing(void);

/// The version of the kernel's Landlock ABI; 0 without Landlock.
int host_sandbox_landlock_version(void);
