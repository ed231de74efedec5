/// Processes of this program's own executable that hold plugins, and the link to each.
#pragma once
#include <stdint.h>
#include <sys/types.h>

#include "child_process.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif
