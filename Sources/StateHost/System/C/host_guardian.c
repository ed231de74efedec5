#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host_crash.h"
#include "host_terminal.h"
#include "internal.h"

// The guardian's side, and what it is told.

enum guardian_word {
  GUARDIAN_ENTER = 1,  ///< With the terminal's descriptor and `mode`.
  GUARDIAN_LEAVE,
  GUARDIAN_HAND_OVER,  ///< As GUARDIAN_ENTER.
  GUARDIAN_WATCH,  ///< With `command` and its pidfd.
  GUARDIAN_RELEASE,  ///< With `command`.
  GUARDIAN_TOLD,
  GUARDIAN_END,
};

/// One packet of the socket; `mode` is left out where it means nothing.
struct guardian_message {
  uint32_t word;
  pid_t command;
  struct host_terminal_mode mode;
};

/// The life of the guardian, in its own process: `link` is its end of the socket. The host's pidfd, -1
/// where there is none, was opened by the host: that may be gone by now, and its number another's.
void guardian_run(int link, pid_t host, int host_descriptor) __attribute__((noreturn));

// The guardian's last words.

/// Says on standard error in one line what became of the host and whom it was calling.
///
/// `descriptor` is the host's pidfd; `is_there`: it lives on, but it is not the host any more.
void guardian_report(pid_t host, int descriptor, bool is_there);

enum { first_private_descriptor = 10, patience_ms = 1000, watched_limit = 64 };

/// Whether there is to be a guardian, and whether one has been forked.
static bool is_expected;
static bool has_begun;
static pid_t host;
static pid_t guardian;
static atomic_int link_end = -1;
/// Commands that are watched; tests start them on several threads. The first of them are known by their processes,
/// 0 for none: another guardian is told of these.
static _Atomic int watched_count;
static _Atomic pid_t watched[watched_limit];
/// The terminal while it is the host's or handed over, -1 while it is neither: a signal's handler may give it back,
/// on any thread.
static atomic_int terminal = -1;
static atomic_bool is_handed_over;
static const struct host_terminal_mode *_Atomic terminal_mode;

/// Not glibc's fork: as a child that ends without a signal it is none to `wait`, so a plugin that
/// waits for all of its own children does not wait for the guardian. It calls nothing that a copied
/// lock could stop.
static pid_t fork_without_signal(void) { return (pid_t)syscall(SYS_clone, 0, 0, 0, 0, 0); }

int host_guardian_expect(void) {
  // Nobody but root looks into this process from here on. What it starts is as ever.
  prctl(PR_SET_DUMPABLE, 0);
  int result = host_call_record_share(-1);
  is_expected = result == 0;
  return result;
}

/// Where standard error went before it was captured, the guardian's goes too.
static _Noreturn void run(int link, int host_descriptor) {
  int errors = host_capture_original(STDERR_FILENO);
  if (errors != STDERR_FILENO) dup2(errors, STDERR_FILENO);
  guardian_run(link, host, host_descriptor);
}

static int open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

static void tell_terminal(void);
static void tell_word(enum guardian_word word, pid_t command, int descriptor);

/// Signals are blocked until the terminal is handed over, for a handler may give it back.
static void fork_guardian(int near_end, int far_end) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  host = getpid();
  int own = open_process(host);
  guardian = fork_without_signal();
  if (guardian == 0) run(far_end, own);
  if (own >= 0) close(own);
  if (guardian > 0) link_end = near_end;
  else close(near_end);
  tell_terminal();
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/// Where no more descriptors may be opened it stays the one that it is.
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

/// A guardian whose link is closed takes that for the end of the host.
static bool guardian_lives(void) {
  struct pollfd link = {.fd = link_end};
  return is_guarded() && poll(&link, 1, 0) == 0;
}

int host_guardian_begin_again(void) {
  if (guardian_lives()) return link_end;
  int gone = link_end;
  link_end = -1;
  if (gone >= 0) close(gone);
  if (guardian > 0) waitpid(guardian, NULL, __WALL | WNOHANG);
  begin();
  for (size_t i = 0; is_guarded() && i < watched_limit; i += 1) {
    pid_t command = watched[i];
    int descriptor = command > 0 ? open_process(command) : -1;
    if (descriptor < 0) continue;
    tell_word(GUARDIAN_WATCH, command, descriptor);
    close(descriptor);
  }
  return host_guardian_link();
}

/// Never waits: what does not fit into the socket is lost.
static void tell(const struct guardian_message *message, size_t size, int descriptor) {
  int saved_errno = errno;
  struct iovec bytes = {.iov_base = (void *)message, .iov_len = size};
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr packet = {.msg_iov = &bytes, .msg_iovlen = 1};
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    packet.msg_control = &control;
    packet.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&packet);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  while (sendmsg(link_end, &packet, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
  errno = saved_errno;
}

static void tell_word(enum guardian_word word, pid_t command, int descriptor) {
  struct guardian_message message = {.word = word, .command = command};
  tell(&message, offsetof(struct guardian_message, mode), descriptor);
}

static void tell_mode(
    enum guardian_word word, const struct host_terminal_mode *mode, int descriptor) {
  struct guardian_message message = {.word = word, .mode = *mode};
  tell(&message, sizeof message, descriptor);
}

/// Where a handler on another thread gives the terminal back meanwhile, that is what is told last.
static void tell_terminal(void) {
  int descriptor = terminal;
  if (descriptor < 0 || !is_guarded()) return;
  tell_mode(is_handed_over ? GUARDIAN_HAND_OVER : GUARDIAN_ENTER, terminal_mode, descriptor);
  if (terminal < 0) tell_word(GUARDIAN_LEAVE, 0, -1);
}

static void set_terminal(int descriptor, const struct host_terminal_mode *mode, bool is_others) {
  terminal_mode = mode;
  is_handed_over = is_others;
  terminal = descriptor;
  tell_terminal();
}

void host_guardian_enter(int descriptor, const struct host_terminal_mode *mode) {
  set_terminal(descriptor, mode, false);
}

void host_guardian_hand_over(int descriptor, const struct host_terminal_mode *mode) {
  set_terminal(descriptor, mode, true);
}

void host_guardian_leave(void) {
  terminal = -1;
  if (is_guarded()) tell_word(GUARDIAN_LEAVE, 0, -1);
}

void host_guardian_announce(void) {
  if (link_end < 0) return;
  int descriptor = open_process(getpid());
  if (descriptor >= 0) tell_word(GUARDIAN_WATCH, getpid(), descriptor);
}

/// Puts a process in the place of another, 0 for none, where there is such a place.
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
  if (is_guarded()) tell_word(GUARDIAN_RELEASE, command, -1);
}

void host_guardian_told(void) {
  if (is_guarded()) tell_word(GUARDIAN_TOLD, 0, -1);
}

void host_guardian_end(void) {
  if (!is_guarded()) return;
  tell_word(GUARDIAN_END, 0, -1);
  // With a command left it stays to see that end; else its own end closes the socket.
  struct pollfd gone = {.fd = link_end};
  if (watched_count == 0 && poll(&gone, 1, patience_ms) == 1) {
    while (waitpid(guardian, NULL, __WALL) < 0 && errno == EINTR) {
    }
  }
  close(link_end);
  link_end = -1;
}

#ifndef PIDFD_SIGNAL_PROCESS_GROUP
#define PIDFD_SIGNAL_PROCESS_GROUP (1UL << 2)
#endif

/// A run has one command, and those before it that are still ending.
enum { command_limit = 64, grace_ms = 2000, settling_ms = 200, look_ms = 20 };

/// Behind standard error, the socket and the host.
enum { first_free_descriptor = STDERR_FILENO + 3 };

struct command {
  pid_t number;
  int descriptor;
};

static struct {
  int link;
  /// The host's pidfd, -1 for none.
  int host_descriptor;
  /// The terminal, -1 while it is not the host's.
  int terminal;
  struct host_terminal_mode mode;
  /// A command has it for a while.
  bool is_handed_over;
  /// The settings when the host had ended, and whether a shell had its terminal back by then.
  struct termios left;
  bool has_left;
  bool is_shells;
  struct command commands[command_limit];
  size_t command_count;
  bool is_told;
  bool has_ended;
  bool is_link_closed;
} state;

// MARK: - What it is told

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

static void take(const struct guardian_message *message, int descriptor) {
  switch ((enum guardian_word)message->word) {
    case GUARDIAN_ENTER:
      forget_terminal();
      state.terminal = descriptor;
      state.mode = message->mode;
      break;
    case GUARDIAN_HAND_OVER:
      forget_terminal();
      state.terminal = descriptor;
      state.mode = message->mode;
      state.is_handed_over = true;
      break;
    case GUARDIAN_LEAVE: forget_terminal(); break;
    case GUARDIAN_WATCH: watch(message->command, descriptor); break;
    case GUARDIAN_RELEASE: release(message->command); break;
    case GUARDIAN_TOLD: state.is_told = true; break;
    case GUARDIAN_END: state.has_ended = true; break;
  }
}

/// Takes what waits in the socket; false at its end.
static bool hear_once(void) {
  static struct guardian_message message;
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec bytes = {.iov_base = &message, .iov_len = sizeof message};
  struct msghdr packet = {
      .msg_iov = &bytes,
      .msg_iovlen = 1,
      .msg_control = &control,
      .msg_controllen = sizeof control,
  };
  ssize_t count = recvmsg(state.link, &packet, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (count < (ssize_t)offsetof(struct guardian_message, mode)) return false;
  int descriptor = -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&packet);
  if (header != NULL && header->cmsg_type == SCM_RIGHTS)
    memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  take(&message, descriptor);
  return true;
}

/// Waits, below 0 for ever, and takes all that has come; whether the host is gone.
static bool hear(int host_descriptor, int time_ms) {
  struct pollfd ready[2] = {
      {.fd = state.link, .events = POLLIN},
      {.fd = host_descriptor, .events = POLLIN},
  };
  if (poll(ready, 2, time_ms) <= 0) return false;
  state.is_link_closed = ready[0].revents & POLLHUP;
  while (hear_once()) {
  }
  return state.is_link_closed || ready[1].revents;
}

/// Until the host says that it ends, or is gone.
static void hear_until_the_end(void) {
  while (!hear(state.host_descriptor, -1) && !state.has_ended) {
  }
}

/// When the host is gone, a process that it had forked to become a command still has a word to say,
/// and closes the socket then. One that a plugin forked may hold it for ever.
static void hear_to_the_last(void) {
  for (int waited = 0; !state.is_link_closed && waited < settling_ms; waited += look_ms)
    hear(-1, look_ms);
}

// MARK: - The end of the host

/// Where the settings are not the host's any more, the shell has made its own already.
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

static void look_at_foreground(void) {
  for (size_t i = 0; i < state.command_count; i += 1) {
    struct process_facts facts;
    pid_t number = state.commands[i].number;
    if (process_facts_read(number, &facts) != 0) continue;
    if (facts.foreground > 0 && facts.foreground != number) state.is_shells = true;
  }
  state.has_left = tcgetattr(state.terminal, &state.left) == 0;
}

/// Settings that no shell makes to edit a line: those leave signals and output as they are.
static bool is_raw(const struct termios *settings) {
  return !(settings->c_lflag & ISIG) || !(settings->c_oflag & OPOST);
}

/// Undoes what a command that is gone has left of the terminal. A shell that has it back has made its own settings,
/// or, where it makes none, has these.
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

/// Signals the group that a command leads, or led: by its pidfd, so that it is never another's. Where
/// the kernel cannot signal a group so (before 6.9), only while the leader is there.
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
  for (size_t i = 0; i < state.command_count; i += 1) {
    if (signal_group(&state.commands[i], 0)) return true;
  }
  return false;
}

static void wait_ms(long time) {
  struct timespec pause = {.tv_sec = time / 1000, .tv_nsec = time % 1000 * 1000000};
  nanosleep(&pause, NULL);
}

/// What does not end when it is asked to is killed.
static void see_commands_end(void) {
  for (int waited = 0; waited < grace_ms && is_any_left(); waited += look_ms) wait_ms(look_ms);
  signal_commands(SIGKILL);
}

/// The kernel closes what a process holds a moment before it is known to have ended; one that is
/// there for longer has only let go of the socket.
static bool is_host_there(void) {
  if (state.host_descriptor < 0) return false;
  struct pollfd end = {.fd = state.host_descriptor, .events = POLLIN};
  return poll(&end, 1, settling_ms) == 0;
}

/// Closes every descriptor behind standard error but these: none of them is needed, and where no more
/// may be opened there is room then.
static void close_others(int one, int other) {
  unsigned first = STDERR_FILENO + 1;
  int low = one < other ? one : other, high = one < other ? other : one;
  if (low >= (int)first) {
    if (low > (int)first) close_range(first, low - 1, 0);
    first = low + 1;
  }
  if (high > (int)first) close_range(first, high - 1, 0);
  closefrom(high >= (int)first ? high + 1 : (int)first);
}

/// Out of the way of the numbers that the guardian gives its own.
static int moved_away(int descriptor) {
  if (descriptor < 0 || descriptor >= first_free_descriptor) return descriptor;
  return fcntl(descriptor, F_DUPFD, first_free_descriptor);
}

/// Holds nothing of the user's: no directory, no pipe but standard error, no place in the shell's
/// job.
static void become_guardian(int link, int host_descriptor) {
  setsid();
  if (chdir("/") != 0) host_exit_now(1);
  prctl(PR_SET_NAME, "guardian");
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
  close_others(link, host_descriptor);
  link = moved_away(link);
  if (link < 0) host_exit_now(1);
  host_descriptor = moved_away(host_descriptor);
  state.link = dup2(link, STDERR_FILENO + 1);
  state.host_descriptor = dup2(host_descriptor, STDERR_FILENO + 2);
  closefrom(state.host_descriptor < 0 ? STDERR_FILENO + 2 : first_free_descriptor);
  state.terminal = -1;
}

void guardian_run(int link, pid_t host, int host_descriptor) {
  become_guardian(link, host_descriptor);
  hear_until_the_end();
  if (!state.has_ended) {
    if (state.is_handed_over) look_at_foreground();
    else restore_terminal();
    hear_to_the_last();
  }
  signal_commands(SIGTERM);
  signal_commands(SIGCONT);
  if (state.is_handed_over) {
    see_commands_end();
    restore_handed_over();
  }
  if (!state.has_ended && !state.is_told)
    guardian_report(host, state.host_descriptor, is_host_there());
  // A reader of standard error waits for its end, not for the command's.
  forget_terminal();
  close(STDERR_FILENO);
  if (state.command_count > 0) see_commands_end();
  host_exit_now(0);
}

enum { text_limit = 256 };

/// `struct pidfd_info` of <linux/pidfd.h>, as far as it is asked for; older headers have none.
struct process_end {
  uint64_t mask;
  uint64_t unused[6];
  int32_t reserved;
  int32_t status;
};
_Static_assert(sizeof(struct process_end) == 64, "the size of its first version");
#define PROCESS_END_KNOWN (1u << 3)
#define GET_PROCESS_END _IOWR(0xFF, 11, struct process_end)

/// Of one that nobody has waited for yet, /proc tells; of one that has been, its pidfd (Linux 6.15).
/// Returns the status as `waitpid` gives it, below 0: unknown.
static int status_in_proc(pid_t process) {
  struct process_facts facts;
  return process_facts_read(process, &facts) == 0 && facts.has_ended ? facts.status : -1;
}

static int status_of(pid_t process, int descriptor) {
  int status = status_in_proc(process);
  if (status >= 0 || descriptor < 0) return status;
  struct process_end end = {.mask = PROCESS_END_KNOWN};
  if (ioctl(descriptor, GET_PROCESS_END, &end) != 0 || !(end.mask & PROCESS_END_KNOWN)) return -1;
  return end.status;
}

/// A text of the record, NULL when there is none. It is read as another process's memory would be:
/// what a plugin has written over must not end the guardian.
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
    host_line_append(line, "killed by SIG");
    const char *name = sigabbrev_np(WTERMSIG(status));
    host_line_append(line, name ? name : "NAL");
  } else if (status >= 0 && WIFEXITED(status)) {
    host_line_append(line, "ended without a goodbye (status ");
    host_line_append_number(line, WEXITSTATUS(status));
    host_line_append(line, ")");
  } else {
    host_line_append(line, "ended without a goodbye");
  }
}

void guardian_report(pid_t host, int descriptor, bool is_there) {
  char file[text_limit], child[text_limit], function[text_limit];
  struct host_call_record record = host_call_record_get();
  record.file = copied_name(record.file, file);
  record.child = copied_name(record.child, child);
  record.function = copied(record.function, function);
  int status = is_there ? -1 : status_of(host, descriptor);
  // Whoever writes to a reader that has gone ends so, and complains of nothing.
  if (record.function == NULL && status >= 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE)
    return;
  struct host_line line = {.count = 0};
  host_line_append(&line, "statehost: ");
  if (is_there) {
    host_line_append(&line, "replaced by another program, or robbed of its descriptors");
  } else {
    append_end(&line, status);
  }
  if (record.function) {
    host_line_append(&line, ": ");
    host_culprit_append_place(&line, &record);
    host_culprit_append_remedy(&line, &record);
  } else if (status >= 0 && WIFSIGNALED(status)) {
    host_line_append(&line, ": from outside: start it again\n");
  } else {
    host_line_append(&line, ": by a plugin, in no call of the host's");
    host_culprit_append_search(&line);
  }
  host_line_write(&line, STDERR_FILENO);
}
