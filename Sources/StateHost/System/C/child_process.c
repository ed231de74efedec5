#define _GNU_SOURCE
#include "child_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

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

/// An ignored SIGCHLD, inherited from whoever started this program, would lose exit statuses.
static void keep_exit_statuses(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) {
    action.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &action, NULL);
  }
}

static int describe_start(posix_spawnattr_t *attributes) {
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  int error = posix_spawnattr_setsigmask(attributes, &none);
  if (error == 0) {
    error = posix_spawnattr_setsigdefault(attributes, &all);
  }
  if (error == 0) {
    error = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  return error;
}

static int describe_descriptors(
    posix_spawn_file_actions_t *actions, struct pipe_ends output, struct pipe_ends errors) {
  int error = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
  if (error == 0) {
    error = posix_spawn_file_actions_adddup2(actions, output.write_fd, 1);
  }
  if (error == 0) {
    error = posix_spawn_file_actions_adddup2(actions, errors.write_fd, 2);
  }
  if (error == 0) {
    error = posix_spawn_file_actions_addclosefrom_np(actions, 3);
  }
  return error;
}

static int spawn(
    char *const arguments[], struct pipe_ends output, struct pipe_ends errors, pid_t *pid) {
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  int error = posix_spawnattr_init(&attributes);
  if (error != 0) {
    return error;
  }
  error = posix_spawn_file_actions_init(&actions);
  if (error == 0) {
    error = describe_start(&attributes);
    if (error == 0) {
      error = describe_descriptors(&actions, output, errors);
    }
    if (error == 0) {
      error = posix_spawnp(pid, arguments[0], &actions, &attributes, arguments, environ);
    }
    posix_spawn_file_actions_destroy(&actions);
  }
  posix_spawnattr_destroy(&attributes);
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
  keep_exit_statuses();
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

void host_child_reap(pid_t pid) {
  while (waitpid(pid, NULL, WNOHANG) < 0 && errno == EINTR) {
  }
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
