#define _GNU_SOURCE
#include "guardian.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "guardian_report.h"
#include "host_exit.h"
#include "process_facts.h"

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
