#include "internal.h"

#include <sys/ioctl.h>
#include <sys/uio.h>

// MARK: - Messages from the host to the guardian

enum guardian_event {
  GUARDIAN_ENTER = 1,  ///< With the terminal's descriptor and `mode`.
  GUARDIAN_LEAVE,
  GUARDIAN_HAND_OVER,  ///< As GUARDIAN_ENTER.
  GUARDIAN_WATCH,  ///< With `command` and its pidfd.
  GUARDIAN_RELEASE,  ///< With `command`.
  GUARDIAN_REPORTED,  ///< The host has printed the reason for its end.
  GUARDIAN_END,
};

/// A message from the host to the guardian, a packet of their socket; sent without `mode` where the event has none.
struct guardian_message {
  uint32_t event;
  pid_t command;
  struct host_terminal_mode mode;
};

// MARK: - The report of the guardian

enum { text_limit = 256 };

/// How a process ended: the beginning of `struct pidfd_info` of <linux/pidfd.h>, which older headers lack.
struct process_end {
  uint64_t mask;
  uint64_t unused[6];
  int32_t reserved;
  int32_t status;
};
_Static_assert(sizeof(struct process_end) == 64, "the size of the first version");
#define PROCESS_END_KNOWN (1u << 3)
#define GET_PROCESS_END _IOWR(0xFF, 11, struct process_end)

/// The status of a process that is not reaped yet, as from `waitpid`; -1 when unknown.
static int status_in_proc(pid_t process) {
  struct process_facts facts;
  return process_facts_read(process, &facts) == 0 && facts.has_ended ? facts.status : -1;
}

/// The status of a process; once it is reaped, from its pidfd (Linux 6.15).
static int status_of(pid_t process, int descriptor) {
  int status = status_in_proc(process);
  if (status >= 0 || descriptor < 0) return status;
  struct process_end end = {.mask = PROCESS_END_KNOWN};
  if (ioctl(descriptor, GET_PROCESS_END, &end) != 0 || !(end.mask & PROCESS_END_KNOWN)) return -1;
  return end.status;
}

/// Copies a text of the record; NULL when there is none. A plugin can have overwritten the pointer, so the text is read
/// with process_vm_readv, which fails instead of crashing the guardian.
static const char *copied(const char *text, char *room) {
  if (text == NULL) return NULL;
  struct iovec here = {.iov_base = room, .iov_len = text_limit - 1};
  struct iovec there = {.iov_base = (void *)text, .iov_len = text_limit - 1};
  ssize_t count = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
  if (count < 0) return NULL;
  room[count] = 0;
  return room;
}

static const char *copied_name(const char *text, char *room) {
  return text != NULL && host_call_name_is_shared(text) ? copied(text, room) : NULL;
}

static void append_end(struct host_line *line, int status) {
  if (status >= 0 && WIFSIGNALED(status)) {
    const char *name = sigabbrev_np(WTERMSIG(status));
    host_line_append(line, "killed by SIG%s", name ? name : "NAL");
  } else if (status >= 0 && WIFEXITED(status)) {
    unsigned number = WEXITSTATUS(status);
    host_line_append(line, "ended without a goodbye (status %u)", number);
  } else {
    host_line_append(line, "ended without a goodbye");
  }
}

/// Prints on standard error, in one line, how the host ended and which plugin it was calling. `descriptor` is the
/// host's pidfd; `is_alive`: the process still runs, but as another program or without its descriptors.
static void report(pid_t host_process, int descriptor, bool is_alive) {
  char file[text_limit], child[text_limit], function[text_limit];
  struct host_call_record record = host_call_record_get();
  record.file = copied_name(record.file, file);
  record.child = copied_name(record.child, child);
  record.function = copied(record.function, function);
  int status = is_alive ? -1 : status_of(host_process, descriptor);
  // A closed pipe is a usual end.
  if (record.function == NULL && status >= 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE)
    return;
  struct host_line line = {.count = 0};
  host_line_append(&line, "statehost: ");
  if (is_alive) {
    host_line_append(&line, "replaced by another program, or robbed of its descriptors");
  } else {
    append_end(&line, status);
  }
  if (record.function == NULL && status >= 0 && WIFSIGNALED(status)) {
    host_line_append(&line, ": from outside: start it again\n");
  } else {
    host_line_append(&line, ": ");
    host_culprit_append(&line, &record, "by a plugin, in no call of the host's");
  }
  host_line_write(&line, STDERR_FILENO);
}

// MARK: - The guardian's process

#ifndef PIDFD_SIGNAL_PROCESS_GROUP
#define PIDFD_SIGNAL_PROCESS_GROUP (1UL << 2)
#endif

/// A run has one command, and earlier ones that are still ending.
enum { command_limit = 64, grace_ms = 2000, settling_ms = 200, poll_ms = 20 };

/// A process of the host whose group the guardian ends if the host dies, with its pidfd.
struct command {
  pid_t number;
  int descriptor;
};

static struct {
  int link;
  /// The host's pidfd; -1 for none.
  int host_descriptor;
  /// The terminal; -1 while the host has left it.
  int terminal;
  struct host_terminal_mode mode;
  /// Whether a program has the terminal.
  bool is_handed_over;
  /// The settings when the host ended, and whether a shell had its terminal back by then.
  struct termios left;
  bool has_left;
  bool is_shells;
  struct command commands[command_limit];
  size_t command_count;
  bool is_reported;
  bool has_ended;
  bool is_link_closed;
} state;

static void forget_terminal(void) {
  if (state.terminal >= 0) close(state.terminal);
  state.terminal = -1;
  state.is_handed_over = false;
}

static void watch(pid_t number, int descriptor) {
  if (descriptor < 0) return;
  if (state.command_count == command_limit) {
    close(descriptor);
    return;
  }
  state.commands[state.command_count++] = (struct command){number, descriptor};
}

static void release(pid_t number) {
  for (size_t i = 0; i < state.command_count; i += 1) {
    if (state.commands[i].number != number) continue;
    close(state.commands[i].descriptor);
    state.commands[i] = state.commands[--state.command_count];
    return;
  }
}

static void handle(const struct guardian_message *message, int descriptor) {
  switch ((enum guardian_event)message->event) {
    case GUARDIAN_ENTER:
    case GUARDIAN_HAND_OVER:
      forget_terminal();
      state.terminal = descriptor;
      state.mode = message->mode;
      state.is_handed_over = message->event == GUARDIAN_HAND_OVER;
      break;
    case GUARDIAN_LEAVE: forget_terminal(); break;
    case GUARDIAN_WATCH: watch(message->command, descriptor); break;
    case GUARDIAN_RELEASE: release(message->command); break;
    case GUARDIAN_REPORTED: state.is_reported = true; break;
    case GUARDIAN_END: state.has_ended = true; break;
  }
}

/// Handles one pending message; false when there is none.
static bool receive_message(void) {
  static struct guardian_message message;
  int descriptor;
  int64_t count = host_worker_receive(state.link, &message, sizeof message, &descriptor, 0);
  // A message whose descriptor does not fit below the limit of open files.
  if (count == -EBADMSG) return true;
  if (count < (int64_t)offsetof(struct guardian_message, mode)) return false;
  handle(&message, descriptor);
  return true;
}

/// Waits (below 0 for ever) and handles all pending messages. Returns whether the host is gone.
static bool receive(int host_descriptor, int time_ms) {
  struct pollfd ready[2] = {
      {.fd = state.link, .events = POLLIN},
      {.fd = host_descriptor, .events = POLLIN},
  };
  if (poll(ready, 2, time_ms) <= 0) return false;
  state.is_link_closed = ready[0].revents & POLLHUP;
  while (receive_message()) {
  }
  return state.is_link_closed || ready[1].revents;
}

/// Handles the last messages after the host is gone: a forked process that is about to become a command announces
/// itself and then closes the socket. A process that a plugin forked may keep the socket open, hence the limit.
static void receive_last(void) {
  for (int waited = 0; !state.is_link_closed && waited < settling_ms; waited += poll_ms)
    receive(-1, poll_ms);
}

// MARK: - The end of the host

/// Restores the terminal, unless the shell has changed its settings already.
static void restore_terminal(void) {
  if (state.terminal < 0) return;
  host_terminal_write(state.terminal, &state.mode.leave);
  struct termios now;
  if (tcgetattr(state.terminal, &now) != 0) return;
  if (!host_terminal_is_same(&now, &state.mode.raw)) return;
  host_terminal_drop_answers(state.terminal, &state.mode.question);
  tcflush(state.terminal, TCIFLUSH);
  host_terminal_set(state.terminal, &state.mode.original);
}

/// Records the settings of the terminal, and whether the shell's group is in its foreground.
static void inspect_foreground(void) {
  for (size_t i = 0; i < state.command_count; i += 1) {
    struct process_facts facts;
    pid_t number = state.commands[i].number;
    if (process_facts_read(number, &facts) != 0) continue;
    if (facts.foreground > 0 && facts.foreground != number) state.is_shells = true;
  }
  state.has_left = tcgetattr(state.terminal, &state.left) == 0;
}

/// Whether a program left the terminal raw; the line editors of shells keep ISIG and OPOST.
static bool is_raw(const struct termios *settings) {
  return !(settings->c_lflag & ISIG) || !(settings->c_oflag & OPOST);
}

/// Restores the terminal after a program that had it, unless a shell has made its own settings.
static void restore_handed_over(void) {
  struct termios now;
  if (!state.has_left || tcgetattr(state.terminal, &now) != 0) return;
  if (!host_terminal_is_same(&now, &state.left)) return;
  if (host_terminal_is_same(&now, &state.mode.original)) return;
  if (state.is_shells && !is_raw(&now)) return;
  host_terminal_write(state.terminal, &state.mode.leave);
  tcflush(state.terminal, TCIFLUSH);
  host_terminal_set(state.terminal, &state.mode.original);
}

/// Signals the process group of a command by its pidfd, which cannot reach another process. Before Linux 6.9, which
/// cannot signal a group that way, only while the leader exists.
static bool signal_group(const struct command *command, int number) {
  if (syscall(
          SYS_pidfd_send_signal, command->descriptor, number, NULL,
          PIDFD_SIGNAL_PROCESS_GROUP) == 0)
    return true;
  if (errno != EINVAL) return false;
  return syscall(SYS_pidfd_send_signal, command->descriptor, 0, NULL, 0) == 0 &&
         kill(-command->number, number) == 0;
}

static void signal_commands(int number) {
  for (size_t i = 0; i < state.command_count; i += 1) signal_group(&state.commands[i], number);
}

static bool is_any_left(void) {
  for (size_t i = 0; i < state.command_count; i += 1)
    if (signal_group(&state.commands[i], 0)) return true;
  return false;
}

/// Waits for the commands, and kills them after the grace period.
static void end_commands(void) {
  for (int waited = 0; waited < grace_ms && is_any_left(); waited += poll_ms)
    poll(NULL, 0, poll_ms);
  signal_commands(SIGKILL);
}

/// Whether the host only closed the socket. The kernel closes a process's descriptors shortly before it reports the
/// end, hence the wait.
static bool is_host_alive(void) {
  if (state.host_descriptor < 0) return false;
  struct pollfd end = {.fd = state.host_descriptor, .events = POLLIN};
  return poll(&end, 1, settling_ms) == 0;
}

/// Leaves the shell's job, the directory, and all descriptors but standard error, the link and the pidfd. These take the
/// places of standard input and output, so that they need no room below the limit of open files.
static void become_guardian(int link, int host_descriptor) {
  setsid();
  if (chdir("/") != 0) host_exit_now(1);
  prctl(PR_SET_NAME, "guardian");
  // The host's own standard input may have been closed.
  if (host_descriptor == STDIN_FILENO) host_descriptor = dup(host_descriptor);
  state.link = dup2(link, STDIN_FILENO);
  if (state.link < 0) host_exit_now(1);
  state.host_descriptor = dup2(host_descriptor, STDOUT_FILENO);
  if (state.host_descriptor < 0) close(STDOUT_FILENO);
  closefrom(STDERR_FILENO + 1);
  state.terminal = -1;
}

/// Runs the guardian. The host opened its own pidfd (-1 for none), because its number may be reused by now.
static _Noreturn void run_guardian(int link, pid_t host_process, int host_descriptor) {
  // Standard error may be captured.
  int errors = host_capture_original(STDERR_FILENO);
  if (errors != STDERR_FILENO) dup2(errors, STDERR_FILENO);
  become_guardian(link, host_descriptor);
  // Returns when the host ends or is gone.
  while (!receive(state.host_descriptor, -1) && !state.has_ended) {
  }
  if (!state.has_ended) {
    if (state.is_handed_over) inspect_foreground();
    else restore_terminal();
    receive_last();
  }
  signal_commands(SIGTERM);
  signal_commands(SIGCONT);
  if (state.is_handed_over) {
    end_commands();
    restore_handed_over();
  }
  if (!state.has_ended && !state.is_reported)
    report(host_process, state.host_descriptor, is_host_alive());
  // A reader of standard error does not wait for the command.
  forget_terminal();
  close(STDERR_FILENO);
  if (state.command_count > 0) end_commands();
  host_exit_now(0);
}

// MARK: - The host's side

enum { patience_ms = 1000, watched_limit = 64 };

/// Whether a guardian is expected, and whether one was forked.
static bool is_expected;
static bool has_begun;
static pid_t host;
static pid_t guardian;
static atomic_int link_end = -1;
/// The number of watched commands, and the first of them (0 for none), for the next guardian. Atomic, because tests
/// start commands on several threads.
static _Atomic int watched_count;
static _Atomic pid_t watched[watched_limit];
/// The terminal while it is entered or handed over, else -1. Atomic, because a signal handler on any thread can leave
/// it.
static atomic_int terminal = -1;
static atomic_bool is_handed_over;
static const struct host_terminal_mode *_Atomic terminal_mode;

/// Forks a child without an exit signal, so that a plugin that waits for all children does not wait for the guardian.
/// It bypasses glibc's fork, and the child calls nothing that could need a lock held at the fork.
static pid_t fork_without_signal(void) { return (pid_t)syscall(SYS_clone, 0, 0, 0, 0, 0); }

int host_guardian_expect(void) {
  // Only root can trace this process from here on; commands are not affected.
  prctl(PR_SET_DUMPABLE, 0);
  int result = host_call_record_share(-1);
  is_expected = result == 0;
  return result;
}

static int open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

static void send_terminal(void);
static void send_event(enum guardian_event event, pid_t command, int descriptor);

/// Blocks signals until the terminal is sent, because a handler can leave it.
static void fork_guardian(int near_end, int far_end) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  host = getpid();
  int own = open_process(host);
  guardian = fork_without_signal();
  if (guardian == 0) run_guardian(far_end, host, own);
  if (own >= 0) close(own);
  if (guardian > 0) link_end = near_end;
  else close(near_end);
  send_terminal();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/// Moves a descriptor above those of the user; keeps it at the limit of open files.
static int moved_up(int descriptor) {
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, first_private_descriptor);
  if (moved < 0) return descriptor;
  close(descriptor);
  return moved;
}

static void begin(void) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return;
  fork_guardian(moved_up(ends[0]), ends[1]);
  close(ends[1]);
}

bool host_guardian_begin(void) {
  if (is_expected && !has_begun) {
    has_begun = true;
    begin();
  }
  return is_expected;
}

static int is_guarded(void) { return link_end >= 0 && getpid() == host; }
int host_guardian_link(void) { return is_guarded() ? link_end : -1; }

/// Whether the guardian runs: it holds the other end of the link.
static bool guardian_lives(void) {
  struct pollfd link = {.fd = link_end};
  return is_guarded() && poll(&link, 1, 0) == 0;
}

/// Reaps the guardian, which has closed its end of the link and is about to exit.
static void reap_guardian(void) {
  if (guardian <= 0) return;
  (void)TEMP_FAILURE_RETRY(waitpid(guardian, NULL, __WALL));
  guardian = 0;
}

int host_guardian_begin_again(void) {
  if (guardian_lives()) return link_end;
  int gone = link_end;
  link_end = -1;
  if (gone >= 0) close(gone);
  reap_guardian();
  begin();
  for (size_t i = 0; is_guarded() && i < watched_limit; i += 1) {
    pid_t command = watched[i];
    int descriptor = command > 0 ? open_process(command) : -1;
    if (descriptor < 0) continue;
    send_event(GUARDIAN_WATCH, command, descriptor);
    close(descriptor);
  }
  return host_guardian_link();
}

/// Never blocks: a message that does not fit into the socket is lost.
static void send_message(const struct guardian_message *message, size_t size, int descriptor) {
  int saved_errno = errno;
  host_worker_send(link_end, message, (uint32_t)size, descriptor, 0);
  errno = saved_errno;
}

static void send_event(enum guardian_event event, pid_t command, int descriptor) {
  struct guardian_message message = {.event = event, .command = command};
  send_message(&message, offsetof(struct guardian_message, mode), descriptor);
}

static void send_mode(
    enum guardian_event event, const struct host_terminal_mode *mode, int descriptor) {
  struct guardian_message message = {.event = event, .mode = *mode};
  send_message(&message, sizeof message, descriptor);
}

/// If a handler on another thread leaves the terminal meanwhile, GUARDIAN_LEAVE is the last message.
static void send_terminal(void) {
  int descriptor = terminal;
  if (descriptor < 0 || !is_guarded()) return;
  send_mode(is_handed_over ? GUARDIAN_HAND_OVER : GUARDIAN_ENTER, terminal_mode, descriptor);
  if (terminal < 0) send_event(GUARDIAN_LEAVE, 0, -1);
}

void host_guardian_enter(
    int descriptor, const struct host_terminal_mode *mode, bool for_command) {
  terminal_mode = mode;
  is_handed_over = for_command;
  terminal = descriptor;
  send_terminal();
}

void host_guardian_leave(void) {
  terminal = -1;
  if (is_guarded()) send_event(GUARDIAN_LEAVE, 0, -1);
}

void host_guardian_announce(void) {
  if (link_end < 0) return;
  int descriptor = open_process(getpid());
  if (descriptor >= 0) send_event(GUARDIAN_WATCH, getpid(), descriptor);
}

/// Replaces a process in the list, 0 for a free entry.
static void replace_watched(pid_t old, pid_t new) {
  for (size_t i = 0; i < watched_limit; i += 1) {
    pid_t expected = old;
    if (atomic_compare_exchange_strong(&watched[i], &expected, new)) return;
  }
}

void host_guardian_watch(pid_t command) {
  watched_count += 1;
  replace_watched(0, command);
}

void host_guardian_release(pid_t command) {
  watched_count -= 1;
  replace_watched(command, 0);
  if (is_guarded()) send_event(GUARDIAN_RELEASE, command, -1);
}

void host_guardian_reported(void) {
  if (is_guarded()) send_event(GUARDIAN_REPORTED, 0, -1);
}

void host_guardian_end(void) {
  if (!is_guarded()) return;
  send_event(GUARDIAN_END, 0, -1);
  // It ends and closes the socket, unless commands are left.
  struct pollfd gone = {.fd = link_end};
  if (watched_count == 0 && poll(&gone, 1, patience_ms) == 1) reap_guardian();
  close(link_end);
  link_end = -1;
}
