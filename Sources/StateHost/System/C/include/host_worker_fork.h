/// Processes that a worker forks, each for one plugin, before it has opened any itself.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif
