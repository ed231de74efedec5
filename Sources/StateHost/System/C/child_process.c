#define _GNU_SOURCE
#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host_exit.h"
#include "host_guardian.h"

extern char **environ;

/// What a pipe is enlarged to, so that a command that writes much is read in few calls.
enum { PIPE_BYTES = 1 << 20 };

struct pipe_ends {
  int read_fd;
  int write_fd;
};

static void close_ends(struct pipe_ends ends) {
  close(ends.read_fd);
  close(ends.write_fd);
}

/// Moves a descriptor away from 0, 1 and 2, which the child replaces. Keeps errno's meaning: -1 on
/// failure, the old descriptor then being closed as well.
static int above_standard(int fd) {
  if (fd > 2) {
    return fd;
  }
  int moved = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  int error = errno;
  close(fd);
  errno = error;
  return moved;
}

static int open_pipe(struct pipe_ends *ends) {
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0) {
    return errno;
  }
  ends->read_fd = above_standard(fds[0]);
  if (ends->read_fd < 0) {
    int error = errno;
    close(fds[1]);
    return error;
  }
  ends->write_fd = above_standard(fds[1]);
  if (ends->write_fd < 0) {
    int error = errno;
    close(ends->read_fd);
    return error;
  }
  fcntl(ends->read_fd, F_SETFL, O_NONBLOCK);
  fcntl(ends->read_fd, F_SETPIPE_SZ, PIPE_BYTES);
  return 0;
}

void host_child_keep_statuses(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) {
    action.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &action, NULL);
  }
}

/// What the shell and posix_spawnp look in when there is no PATH.
static const char default_path[] = "/bin:/usr/bin";

/// Looks for the program as posix_spawnp does, and becomes it; returns the errno that says why not.
static int execute(char *const arguments[]) {
  const char *file = arguments[0];
  if (strchr(file, '/') != NULL) {
    execve(file, arguments, environ);
    return errno;
  }
  const char *path = getenv("PATH");
  char name[PATH_MAX];
  int error = ENOENT;
  for (const char *folder = path ? path : default_path; file[0]; ) {
    size_t length = strcspn(folder, ":");
    if (length + 1 + strlen(file) < sizeof name) {
      memcpy(name, folder, length);
      strcpy(name + length, length > 0 ? "/" : "");
      strcat(name, file);
      execve(name, arguments, environ);
      if (errno == EACCES) error = EACCES;
      if (errno != EACCES && errno != ENOENT && errno != ENOTDIR) return errno;
    }
    if (folder[length] == 0) break;
    folder += length + 1;
  }
  return error;
}

static void use_default_signals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; number += 1) sigaction(number, &action, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/// The life of the child until it is the command. It shares this program's memory, so it does little:
/// it has itself watched first, for this program may end at any moment.
static int become_command(
    char *const arguments[], struct pipe_ends output, struct pipe_ends errors) {
  setsid();
  host_guardian_announce();
  int nothing = open("/dev/null", O_RDONLY);
  if (nothing < 0) return errno;
  if (dup2(nothing, 0) < 0 || dup2(output.write_fd, 1) < 0 || dup2(errors.write_fd, 2) < 0)
    return errno;
  closefrom(3);
  use_default_signals();
  return execute(arguments);
}

/// Not posix_spawn: that has no place for the guardian to learn of the command before it runs.
static int spawn(
    char *const arguments[], struct pipe_ends output, struct pipe_ends errors, pid_t *child) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  volatile int error = 0;
  pid_t pid = vfork();
  if (pid == 0) {
    error = become_command(arguments, output, errors);
    host_exit_now(127);
  }
  if (pid < 0) error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (pid < 0) return error;
  host_guardian_watch();
  if (error != 0) {
    host_guardian_release(pid);
    waitpid(pid, NULL, 0);
  }
  *child = pid;
  return error;
}

int host_child_spawn(char *const arguments[], struct host_child *child) {
  struct pipe_ends output;
  struct pipe_ends errors;
  int error = open_pipe(&output);
  if (error != 0) {
    return error;
  }
  error = open_pipe(&errors);
  if (error != 0) {
    close_ends(output);
    return error;
  }
  host_child_keep_statuses();
  host_guardian_begin();
  pid_t pid = 0;
  error = spawn(arguments, output, errors, &pid);
  if (error != 0) {
    close_ends(output);
    close_ends(errors);
    return error;
  }
  close(output.write_fd);
  close(errors.write_fd);
  child->pid = pid;
  child->exit_fd = (int)syscall(SYS_pidfd_open, pid, 0);
  child->output_fd = output.read_fd;
  child->error_fd = errors.read_fd;
  return 0;
}

int host_child_status(pid_t pid, int *value) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  *value = 0;
  if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
    return errno == EINTR ? HOST_CHILD_RUNNING : HOST_CHILD_LOST;
  }
  if (info.si_pid == 0) {
    return HOST_CHILD_RUNNING;
  }
  *value = info.si_status;
  return info.si_code == CLD_EXITED ? HOST_CHILD_EXITED : HOST_CHILD_KILLED;
}

bool host_child_reap(pid_t pid, bool waits) {
  pid_t reaped;
  while ((reaped = waitpid(pid, NULL, waits ? 0 : WNOHANG)) < 0 && errno == EINTR) {
  }
  if (reaped == 0) return false;
  host_guardian_release(pid);
  return true;
}

int host_child_signal(pid_t pid, int signal) {
  return pid > 1 && kill(-pid, signal) == 0 ? 0 : -1;
}

const char *host_signal_name(int signal) { return sigabbrev_np(signal); }

const char *host_error_text(int error) { return strerrordesc_np(error); }

int host_can_wait_for(int fd) {
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  if (epoll < 0) {
    return false;
  }
  struct epoll_event event = {.events = EPOLLIN};
  int refused = epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
  close(epoll);
  return refused == 0;
}
