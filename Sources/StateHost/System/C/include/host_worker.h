#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "host_process.h"

// Processes of this program's own executable that hold plugins, and the link to each.

/// Where a worker finds the link.
enum { HOST_WORKER_LINK = 3 };

/// A worker that was started. Whoever called host_worker_spawn owns the descriptors and reaps it.
struct host_worker {
  pid_t pid;
  /// The host's end of the link: a socket that keeps messages apart.
  int link;
  /// What the worker writes to descriptors 1 and 2; non-blocking, as its own end is.
  int output;
};

/// Starts `program` as a worker: in a session of its own, without a terminal, with the variables of
/// the language alone, with default signals, and with no descriptor of this program's but the two of
/// above. It is killed when the calling thread ends. A `runner`, words that end with NULL, is what runs it
/// and its arguments: a tool that watches it. Returns 0, or the error number negated.
int host_worker_spawn(
    const char *_Nonnull program, const char *_Nullable const *_Nullable runner,
    struct host_worker *_Nonnull worker);

/// Starts `program` as a worker whose descriptors 1 and 2 are a command's outputs, and that is watched and ended as
/// a command is. The host's end of its link is stored in `*link`. Returns 0, or the error number negated.
int host_worker_spawn_command(
    const char *_Nonnull program, struct host_child *_Nonnull child, int *_Nonnull link);

/// Takes the place where a worker that was started as a command delivers away from descriptor 1, which is then
/// the same as 2: what is printed is no row. Returns its number, or the error number negated.
int host_worker_take_output(void);

/// Kills a worker and its group, with nothing left of it; `*value` is its status as of host_child_status, which is
/// returned.
int host_worker_end(pid_t pid, int *_Nonnull value);

/// The status of a worker whose own end of the link is gone while the host's is there: a plugin has closed it.
#define HOST_WORKER_LOST_LINK 113

/// The status of a worker that has ended as it should: none of its plugin's destructors and exit handlers has ended
/// the process in another way.
#define HOST_WORKER_LEFT 114

/// Ends this worker with that status, once its plugins have ended. Their destructors and exit handlers run.
void host_worker_leave(void) __attribute__((noreturn));

/// Of a worker that has let go of its link and went on.
#define HOST_WORKER_UNLINKED (-1)

/// As host_worker_end, of a worker whose link has ended; HOST_WORKER_UNLINKED where it had not ended itself.
int host_worker_end_unlinked(pid_t pid, int *_Nonnull value);

/// The worker's end of the link, where this process was started as a worker, which this word of its command says; from then
/// on it ends with the host, and prints line by line. -1 where it is none. One whose parent did not make its link ends here.
int host_worker_accept(const char *_Nullable name);

/// Bytes at most of what is sent at a time.
enum { HOST_WORKER_MESSAGE_BYTES = 1 << 16 };

/// Sends a message, with a descriptor where that is 0 or more; without room it fails with -EAGAIN, unless
/// it `waits`. Returns 0 or the error number negated.
int host_worker_send(
    int link, const void *_Nonnull bytes, uint32_t length, int descriptor, int waits);

/// Takes a message, without waiting unless it `waits`. Where `descriptor` is not NULL it may bring one,
/// else -1 is stored. Returns its length, 0 when the other side is gone, or the error number negated:
/// -EAGAIN when there is none, -EBADMSG for one that is too long or brings what was not asked for.
int64_t host_worker_receive(
    int link, void *_Nonnull bytes, uint32_t capacity, int *_Nullable descriptor, int waits);

// Processes that a worker forks, each for one plugin, before it has opened any itself.

/// Forks this worker, which must have one thread. Returns 0 in the new process, whose link to the host is now one to
/// this process, and which ends with it; here its number, with this side's end of that link in `*link`. Returns the
/// error number negated where there is none.
pid_t host_worker_fork(int *_Nonnull link);

/// Ends this process as one that it has forked, whose link has ended, has ended or would have: with its status, by its
/// signal, or by letting go of the link to the host.
_Noreturn void host_worker_end_as(pid_t pid);

/// Whether a process can have namespaces of its own here and an empty file system, found out by one that is forked.
bool host_sandbox_has_second_wall(void);

/// Enters the sandbox of a worker without grants in a process of its own; this one has the namespaces of it from then on. Returns the bits of what it lacks, as
/// host_sandbox_enter.
uint32_t host_sandbox_probe(void);

// What a worker may do: set once, before any code of a plugin's is in the process, and for good.

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
