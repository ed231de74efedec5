#define _GNU_SOURCE
#include "host_worker_fork.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child_process.h"
#include "host_exit.h"
#include "host_sandbox.h"
#include "host_worker.h"
#include "sandbox_parts.h"

/// A process that ends with this one; nothing else of the program follows it.
static pid_t fork_bound(void) {
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid != 0) return pid < 0 ? -errno : pid;
  // The parent is looked at once this is set: it may have ended before.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) host_exit_now(1);
  return 0;
}

pid_t host_worker_fork(int *link) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  pid_t pid = fork_bound();
  if (pid == 0) {
    if (dup3(ends[1], HOST_WORKER_LINK, O_CLOEXEC) < 0) host_exit_now(1);
    close(ends[0]);
  } else if (pid > 0) {
    *link = ends[0];
  } else {
    close(ends[0]);
  }
  close(ends[1]);
  return pid;
}

void host_worker_end_as(pid_t pid) {
  int value;
  int status = host_worker_end_unlinked(pid, &value);
  if (status == HOST_CHILD_EXITED) host_exit_now(value);
  if (status == HOST_WORKER_UNLINKED) {
    close(HOST_WORKER_LINK);
    for (;;) pause();
  }
  // It has left a core where those are kept.
  const struct rlimit none = {0};
  setrlimit(RLIMIT_CORE, &none);
  signal(value, SIG_DFL);
  kill(getpid(), value);
  host_exit_now(1);
}

bool host_sandbox_has_second_wall(void) {
  pid_t pid = fork_bound();
  if (pid == 0) {
    prctl(PR_SET_DUMPABLE, 1);
    host_exit_now(sandbox_namespaces_enter(0) < 0 || sandbox_root_close(NULL, 0) < 0);
  }
  int status;
  while (pid > 0 && waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

uint32_t host_sandbox_probe(void) {
  const uint32_t all =
      HOST_SANDBOX_PRIVILEGES | HOST_SANDBOX_LIMITS | HOST_SANDBOX_FILES | HOST_SANDBOX_CALLS;
  // Once for all that it forks: a network of its own takes the kernel most of the time.
  sandbox_files_share();
  pid_t pid = fork_bound();
  if (pid == 0) {
    host_sandbox_begin(0);
    host_exit_now((int)host_sandbox_enter());
  }
  int status;
  while (pid > 0 && waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return all;
  }
  return pid > 0 && WIFEXITED(status) ? (uint32_t)WEXITSTATUS(status) : all;
}
