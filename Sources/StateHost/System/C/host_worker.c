#include "internal.h"

#include <sys/resource.h>
#include <sys/sysinfo.h>

/// The process name and `argv[0]` of a worker.
static const char worker_name[] = "statehost-worker";

/// Moves a descriptor above the numbers that a worker's descriptors replace.
static int move_away(int descriptor) {
  int moved = host_descriptor_duplicate(descriptor, first_private_descriptor);
  close(descriptor);
  return moved;
}

/// Moves both ends of a pair. Returns -errno with both closed.
static int move_both(int ends[2]) {
  ends[0] = move_away(ends[0]);
  ends[1] = move_away(ends[1]);
  if (ends[0] >= 0 && ends[1] >= 0) return 0;
  int result = ends[0] < 0 ? ends[0] : ends[1];
  if (ends[0] >= 0) close(ends[0]);
  if (ends[1] >= 0) close(ends[1]);
  return result;
}

static int make_link(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  return move_both(ends);
}

static int make_output(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -errno;
  return move_both(ends);
}

static bool is_of_language(const char *variable) {
  return strncmp(variable, "LANG=", 5) == 0 || strncmp(variable, "LANGUAGE=", 9) == 0 ||
         strncmp(variable, "LC_", 3) == 0 || strncmp(variable, "TZ=", 3) == 0;
}

/// The environment of a worker: the language and time zone variables, and no backtraces of the Swift runtime, which
/// would start a process. Free it with `free`.
static char **worker_environment(void) {
  size_t count = 0;
  while (environ[count] != NULL) count += 1;
  char **variables = calloc(count + 2, sizeof *variables);
  if (variables == NULL) return NULL;
  size_t kept = 0;
  for (size_t i = 0; i < count; i += 1) {
    if (is_of_language(environ[i])) variables[kept++] = environ[i];
  }
  variables[kept] = "SWIFT_BACKTRACE=enable=no";
  return variables;
}

static atomic_uint running;

uint64_t host_worker_memory_limit(uint64_t total, uint32_t workers) {
  const uint64_t least = (uint64_t)256 << 20, most = (uint64_t)1 << 30;
  const uint64_t part = total / ((uint64_t)workers + 1);
  return part < least ? least : part > most ? most : part;
}

/// Limits the address space of a worker. The worker's own limit cannot exceed this one.
static void limit_memory(pid_t worker) {
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
  struct sysinfo system;
  if (sysinfo(&system) != 0) return;
  const rlim_t part = host_worker_memory_limit(
      (uint64_t)system.totalram * system.mem_unit, atomic_load(&running));
  prlimit(worker, RLIMIT_AS, &(struct rlimit){part, part}, NULL);
#else
  (void)worker;
#endif
}

/// Starts a worker with a worker's environment, and stores the host's end of its link in `*host_link`; `output` is as in
/// struct host_command. Returns 0 or -errno.
static int spawn_linked(
    const char *file, const char *const *words, int output, struct host_child *child,
    int *host_link) {
  int link[2];
  int result = make_link(link);
  if (result < 0) return result;
  char **variables = worker_environment();
  const struct host_command command = {
      .file = file, .arguments = (char *const *)words, .variables = variables, .link = link[1],
      .output = output};
  result = variables != NULL ? -host_command_spawn(&command, child) : -ENOMEM;
  free(variables);
  close(link[1]);
  if (result == 0) *host_link = link[0];
  else close(link[0]);
  return result;
}

enum { longest_command = 32 };

int host_worker_spawn(
    const char *program, char *const *runner, struct host_worker *worker) {
  const char *words[longest_command];
  size_t count = 0;
  for (; runner != NULL && runner[count] != NULL; count += 1) {
    if (count + 3 > longest_command) return -E2BIG;
    words[count] = runner[count];
  }
  bool is_run = count > 0;
  if (is_run) words[count++] = program;
  words[count++] = worker_name;
  words[count] = NULL;
  int output[2];
  int result = make_output(output);
  if (result < 0) return result;
  struct host_child child;
  int link = -1;
  result = spawn_linked(is_run ? words[0] : program, words, output[1], &child, &link);
  close(output[1]);
  if (result < 0) {
    close(output[0]);
    return result;
  }
  // A tool such as valgrind needs more memory.
  if (!is_run) limit_memory(child.pid);
  atomic_fetch_add(&running, 1);
  *worker = (struct host_worker){child.pid, link, output[0]};
  return 0;
}

int host_worker_spawn_command(const char *program, struct host_child *child, int *link) {
  const char *const words[] = {worker_name, NULL};
  int result = spawn_linked(program, words, -1, child, link);
  if (result == 0) limit_memory(child->pid);
  return result;
}

/// Waits for a process that has closed its link, if the kernel is ending it: a process's descriptors are closed before
/// it has ended, long before on a busy machine. Waits 20 ms if the kernel does not tell. Returns whether it has ended.
static int ends_by_itself(pid_t pid) {
  enum { patience_ms = 1000, unknown_ms = 20 };
  struct timespec pause = {.tv_nsec = 1000000};
  for (int waited = 0; waited < patience_ms; waited += 1) {
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | WNOHANG) != 0 || info.si_pid == pid)
      return 1;
    struct process_facts facts;
    bool is_known = process_facts_read(pid, &facts) == 0;
    if (is_known ? !(facts.flags & PROCESS_IS_ENDING) : waited >= unknown_ms) return 0;
    nanosleep(&pause, NULL);
  }
  return 0;
}

int host_worker_end_unlinked(pid_t pid, int *value) {
  int is_left = !ends_by_itself(pid);
  int status = host_worker_end(pid, value);
  int is_lost = status == HOST_CHILD_EXITED && *value == HOST_WORKER_LOST_LINK;
  return is_left || is_lost ? HOST_WORKER_UNLINKED : status;
}

int host_worker_end(pid_t pid, int *value) {
  if (atomic_load(&running) > 0) atomic_fetch_sub(&running, 1);
  kill(pid, SIGKILL);
  kill(-pid, SIGKILL);
  siginfo_t info;
  (void)TEMP_FAILURE_RETRY(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT));
  int status = host_child_status(pid, value);
  (void)TEMP_FAILURE_RETRY(waitpid(pid, NULL, 0));
  return status;
}

static bool keeps_messages_apart(int descriptor) {
  int type = 0;
  socklen_t size = sizeof type;
  return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_SEQPACKET;
}

/// Whether the parent created a socket, as the same user.
static bool is_of_parent(int descriptor) {
  struct ucred maker;
  socklen_t size = sizeof maker;
  return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &maker, &size) == 0 &&
         maker.pid == getppid() && maker.uid == geteuid();
}

int host_worker_accept(const char *name) {
  if (name == NULL || strcmp(name, worker_name) != 0 || !keeps_messages_apart(HOST_WORKER_LINK))
    return -1;
  // Checks the parent afterwards, because it may have ended before.
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || !is_of_parent(HOST_WORKER_LINK)) host_exit_now(1);
  prctl(PR_SET_NAME, worker_name);
  fcntl(HOST_WORKER_LINK, F_SETFD, FD_CLOEXEC);
  setvbuf(stdout, NULL, _IOLBF, 0);
  return HOST_WORKER_LINK;
}

int host_worker_take_output(void) {
  int output = host_descriptor_duplicate(1, first_private_descriptor);
  if (output >= 0 && dup2(2, 1) < 0) return -errno;
  return output;
}

void host_worker_leave(void) {
  host_call_record_set("", NULL, "exit handlers");
  exit(HOST_WORKER_LEFT);
}

/// The control data of a message with one descriptor (SCM_RIGHTS).
union one_descriptor {
  struct cmsghdr header;
  char room[CMSG_SPACE(sizeof(int))];
};

int host_worker_send(
    int link, const void *bytes, uint32_t length, int descriptor, int waits) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = length};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union one_descriptor control;
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  const int flags = MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT);
  return TEMP_FAILURE_RETRY(sendmsg(link, &message, flags)) < 0 ? -errno : 0;
}

/// The descriptor of a message; -1 for none or several.
static int brought(struct msghdr *message) {
  struct cmsghdr *header = CMSG_FIRSTHDR(message);
  if (header == NULL || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
      header->cmsg_len != CMSG_LEN(sizeof(int)))
    return -1;
  int descriptor;
  memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  return descriptor;
}

int64_t host_worker_receive(
    int link, void *bytes, uint32_t capacity, int *descriptor, int waits) {
  struct iovec part = {.iov_base = bytes, .iov_len = capacity};
  union one_descriptor control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor != NULL) {
    *descriptor = -1;
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
  }
  const int flags = MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT);
  const ssize_t length = TEMP_FAILURE_RETRY(recvmsg(link, &message, flags));
  if (length < 0) return errno == ECONNRESET ? 0 : -errno;
  int came = descriptor != NULL ? brought(&message) : -1;
  if (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) {
    if (came >= 0) close(came);
    return -EBADMSG;
  }
  if (descriptor != NULL) *descriptor = came;
  return length;
}

/// Forks a process that is killed when this one ends.
static pid_t fork_bound(void) {
  pid_t parent = getpid();
  pid_t pid = fork();
  if (pid != 0) return pid < 0 ? -errno : pid;
  // Checks the parent afterwards, because it may have ended before.
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

void host_worker_end_soon(pid_t pid) {
  enum { most_ending = 4 };
  static int ending;
  kill(pid, SIGKILL);
  ending += 1;
  while (ending > 0) {
    pid_t ended = waitpid(-1, NULL, ending < most_ending ? WNOHANG : 0);
    if (ended > 0) ending -= 1;
    if (ended == 0 || (ended < 0 && errno != EINTR)) return;
  }
}

void host_worker_end_as(pid_t pid) {
  int value;
  int status = host_worker_end_unlinked(pid, &value);
  if (status == HOST_CHILD_EXITED) host_exit_now(value);
  if (status == HOST_WORKER_UNLINKED) {
    close(HOST_WORKER_LINK);
    for (;;) pause();
  }
  // The forked process has dumped core already.
  const struct rlimit none = {0};
  setrlimit(RLIMIT_CORE, &none);
  signal(value, SIG_DFL);
  kill(getpid(), value);
  host_exit_now(1);
}

/// Reaps a process; -1 if that fails or it did not exit.
static int exit_status_of(pid_t pid) {
  int status;
  if (pid <= 0 || TEMP_FAILURE_RETRY(waitpid(pid, &status, 0)) < 0) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool host_sandbox_has_second_wall(void) {
  pid_t pid = fork_bound();
  if (pid == 0) {
    prctl(PR_SET_DUMPABLE, 1);
    host_exit_now(sandbox_namespaces_enter(0) < 0 || sandbox_root_close(NULL, 0) < 0);
  }
  return exit_status_of(pid) == 0;
}

uint32_t host_sandbox_probe(void) {
  const uint32_t all =
      HOST_SANDBOX_PRIVILEGES | HOST_SANDBOX_LIMITS | HOST_SANDBOX_FILES | HOST_SANDBOX_CALLS;
  // Shared with the forked processes, because creating a network namespace is slow.
  sandbox_files_share();
  pid_t pid = fork_bound();
  if (pid == 0) {
    host_sandbox_begin(0);
    host_exit_now((int)host_sandbox_enter());
  }
  int status = exit_status_of(pid);
  return status >= 0 ? (uint32_t)status : all;
}
