#include "internal.h"

/// The size of output pipes, which saves reads when a command writes much.
enum { PIPE_BYTES = 1 << 20 };

/// The ends of a pipe to or from a process; -1 for a closed one.
struct pipe_ends {
  int read_fd;
  int write_fd;
};

static void close_ends(struct pipe_ends ends) {
  if (ends.read_fd >= 0) close(ends.read_fd);
  if (ends.write_fd >= 0) close(ends.write_fd);
}

/// Moves a descriptor above 0, 1 and 2, which the child replaces. Returns -1 with errno, and the old one closed, on
/// failure.
static int above_standard(int fd) {
  if (fd > 2) return fd;
  int moved = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  int error = errno;
  close(fd);
  errno = error;
  return moved;
}

/// Returns 0 or an errno; on failure an end that was opened stays in `ends`.
static int open_pipe(struct pipe_ends *ends) {
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0) return errno;
  ends->read_fd = above_standard(fds[0]);
  if (ends->read_fd < 0) {
    int error = errno;
    close(fds[1]);
    return error;
  }
  ends->write_fd = above_standard(fds[1]);
  if (ends->write_fd < 0) return errno;
  fcntl(ends->read_fd, F_SETPIPE_SZ, PIPE_BYTES);
  return 0;
}

/// The standard streams of a command. Without an input it reads /dev/null, and both ends are -1.
struct streams {
  struct pipe_ends input;
  struct pipe_ends output;
  struct pipe_ends errors;
};

static void close_streams(const struct streams *streams) {
  close_ends(streams->input);
  close_ends(streams->output);
  close_ends(streams->errors);
}

/// Opens the pipes; this program's ends are non-blocking. Returns 0 or an errno.
static int open_streams(struct streams *streams, const struct host_command *command) {
  struct pipe_ends none = {-1, -1};
  *streams = (struct streams){none, none, none};
  if (command->has_terminal || command->output >= 0) return 0;
  bool has_input = command->has_input;
  int error = has_input ? open_pipe(&streams->input) : 0;
  if (error == 0) error = open_pipe(&streams->output);
  if (error == 0) error = open_pipe(&streams->errors);
  if (error != 0) {
    close_streams(streams);
    return error;
  }
  if (has_input) fcntl(streams->input.write_fd, F_SETFL, O_NONBLOCK);
  fcntl(streams->output.read_fd, F_SETFL, O_NONBLOCK);
  fcntl(streams->errors.read_fd, F_SETFL, O_NONBLOCK);
  return 0;
}

/// Resets an inherited, ignored SIGCHLD, which would lose exit statuses.
static void keep_statuses(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
    signal(SIGCHLD, SIG_DFL);
}

/// The search path of the shell and posix_spawnp without PATH.
static const char default_path[] = "/bin:/usr/bin";

/// Looks up the program as posix_spawnp does and executes it; returns the errno on failure.
static int execute(const struct host_command *command) {
  char *const *arguments = command->arguments;
  const char *file = command->file;
  if (strchr(file, '/') != NULL) {
    execve(file, arguments, command->variables);
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
      execve(name, arguments, command->variables);
      if (errno == EACCES) error = EACCES;
      if (errno != EACCES && errno != ENOENT && errno != ENOTDIR) return errno;
    }
    if (folder[length] == 0) break;
    folder += length + 1;
  }
  return error;
}

static void use_default_signals(void) {
  for (int number = 1; number < NSIG; number += 1) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/// Executes the program in the foreground of a terminal, which is opened anew, because this program's file description
/// is non-blocking.
static int become_foreground(const struct host_command *command) {
  char path[32];
  setpgid(0, 0);
  host_guardian_announce();
  snprintf(path, sizeof path, "/proc/self/fd/%d", command->terminal);
  int terminal = open(path, O_RDWR | O_NOCTTY);
  if (terminal < 0) terminal = command->terminal;
  // A terminal of another session has no foreground group here.
  if (tcsetpgrp(terminal, getpid()) != 0 && errno != ENOTTY) return errno;
  for (int number = 0; number <= 2; number += 1) {
    if (dup2(terminal, number) < 0) return errno;
  }
  closefrom(3);
  use_default_signals();
  return execute(command);
}

/// Executes the command in the child, which shares this program's memory (vfork). The guardian is told first, because
/// this program may end at any moment.
static int become_command(const struct host_command *command, const struct streams *streams) {
  if (command->has_terminal) return become_foreground(command);
  bool is_worker = command->output >= 0;
  setsid();
  if (!is_worker) host_guardian_announce();
  int input = streams->input.read_fd;
  if (input < 0) input = host_descriptor_open_nothing();
  if (input < 0) return -input;
  if (dup2(input, 0) < 0 || dup2(is_worker ? command->output : streams->output.write_fd, 1) < 0 ||
      dup2(is_worker ? command->output : streams->errors.write_fd, 2) < 0)
    return errno;
  int first_closed = 3;
  if (command->link >= 0) {
    if (dup2(command->link, first_closed) < 0) return errno;
    first_closed += 1;
  }
  closefrom(first_closed);
  use_default_signals();
  return execute(command);
}

/// Uses vfork, because posix_spawn cannot tell the guardian of the command before it runs. Returns 0 or an errno.
static int spawn(
    const struct host_command *command, const struct streams *streams, pid_t *child) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  volatile int error = 0;
  pid_t pid = vfork();
  if (pid == 0) {
    error = become_command(command, streams);
    host_exit_now(127);
  }
  if (pid < 0) error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (pid < 0) return error;
  bool is_worker = command->output >= 0;
  if (!is_worker) host_guardian_watch(pid);
  if (error != 0) {
    if (!is_worker) host_guardian_release(pid);
    waitpid(pid, NULL, 0);
  }
  *child = pid;
  return error;
}

int host_child_spawn(char *const arguments[], bool has_input, struct host_child *child) {
  const struct host_command command = {
      .file = arguments[0], .arguments = arguments, .variables = environ, .link = -1,
      .output = -1, .has_input = has_input};
  return host_command_spawn(&command, child);
}

int host_command_spawn(const struct host_command *command, struct host_child *child) {
  struct streams streams;
  int error = open_streams(&streams, command);
  if (error != 0) return error;
  keep_statuses();
  bool is_worker = command->output >= 0;
  if (!is_worker) host_guardian_begin();
  pid_t pid = 0;
  error = spawn(command, &streams, &pid);
  if (error != 0) {
    close_streams(&streams);
    return error;
  }
  const int ends[] = {streams.input.read_fd, streams.output.write_fd, streams.errors.write_fd};
  for (size_t i = 0; i < COUNT(ends); i += 1)
    if (ends[i] >= 0) close(ends[i]);
  child->pid = pid;
  child->exit_fd = is_worker ? -1 : (int)syscall(SYS_pidfd_open, pid, 0);
  child->input_fd = streams.input.write_fd;
  child->output_fd = streams.output.read_fd;
  child->error_fd = streams.errors.read_fd;
  return 0;
}

int host_child_status(pid_t pid, int *value) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  *value = 0;
  if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
    return errno == EINTR ? HOST_CHILD_RUNNING : HOST_CHILD_LOST;
  }
  if (info.si_pid == 0) return HOST_CHILD_RUNNING;
  *value = info.si_status;
  return info.si_code == CLD_EXITED ? HOST_CHILD_EXITED : HOST_CHILD_KILLED;
}

bool host_child_has_stopped(pid_t pid) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  return waitid(P_PID, (id_t)pid, &info, WSTOPPED | WNOHANG) == 0 && info.si_pid == pid;
}

bool host_child_reap(pid_t pid, bool waits) {
  if (TEMP_FAILURE_RETRY(waitpid(pid, NULL, waits ? 0 : WNOHANG)) == 0) return false;
  host_guardian_release(pid);
  return true;
}

int host_child_signal(pid_t pid, int signal) {
  return pid > 1 && kill(-pid, signal) == 0 ? 0 : -1;
}

const char *host_signal_name(int signal) { return sigabbrev_np(signal); }
const char *host_error_text(int error) { return strerrordesc_np(error); }

int process_facts_read(pid_t process, struct process_facts *facts) {
  char path[32], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count > 0 ? count : 0] = 0;
  // The name, in brackets, may contain any characters.
  const char *rest = strrchr(text, ')');
  const char *last = strrchr(text, ' ');
  if (rest == NULL || last == NULL) return -1;
  char state;
  int found =
      sscanf(rest, ") %c %*d %*d %*d %*d %ld %lu", &state, &facts->foreground, &facts->flags);
  if (found != 3) return -1;
  facts->has_ended = state == 'Z' || state == 'X';
  facts->status = (int)strtol(last, NULL, 10);
  return 0;
}

static struct {
  int terminal;
  /// The process group that has the terminal, 0 for none.
  pid_t program;
  /// The program's terminal settings while it is stopped.
  struct termios settings;
  bool has_settings;
} foreground = {.terminal = -1};

/// Restores the settings from before the host and puts its group in the foreground. Blocks SIGTTOU, because the host is
/// in the background.
static void take_terminal(void) {
  sigset_t previous;
  mask_signal(SIG_BLOCK, SIGTTOU, &previous);
  tcsetpgrp(foreground.terminal, getpgrp());
  host_terminal_set(foreground.terminal, &host_terminal_known_mode()->original);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
}

int host_foreground_start(int terminal, char *const arguments[], struct host_child *child) {
  const struct host_command command = {
      .file = arguments[0], .arguments = arguments, .variables = environ, .link = -1,
      .output = -1, .has_terminal = true, .terminal = terminal};
  if (foreground.program != 0) return EBUSY;
  host_terminal_leave();
  host_guardian_enter(terminal, host_terminal_known_mode(), true);
  foreground.terminal = terminal;
  int error = host_command_spawn(&command, child);
  if (error != 0) {
    take_terminal();
    host_guardian_leave();
    return error;
  }
  foreground.program = child->pid;
  return 0;
}

void host_foreground_end(bool is_orderly) {
  if (foreground.program == 0) return;
  take_terminal();
  tcflush(foreground.terminal, TCIFLUSH);
  if (!is_orderly) host_terminal_write(foreground.terminal, &host_terminal_known_mode()->leave);
  foreground.program = 0;
  foreground.has_settings = false;
  host_guardian_leave();
}

void host_foreground_suspend(void) {
  if (foreground.program == 0) return;
  foreground.has_settings = tcgetattr(foreground.terminal, &foreground.settings) == 0;
  take_terminal();
  struct sigaction stop;
  if (sigaction(SIGTSTP, NULL, &stop) == 0 && stop.sa_handler != SIG_IGN) {
    // As Ctrl-Z does: the shell sees the host's whole group stop.
    kill(0, SIGTSTP);
    host_signals_suspend();
  }
  host_foreground_resume();
}

void host_foreground_resume(void) {
  if (foreground.program == 0) return;
  if (tcgetpgrp(foreground.terminal) != foreground.program) {
    if (foreground.has_settings) host_terminal_set(foreground.terminal, &foreground.settings);
    tcsetpgrp(foreground.terminal, foreground.program);
  }
  foreground.has_settings = false;
  kill(-foreground.program, SIGCONT);
}
