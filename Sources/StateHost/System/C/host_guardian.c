#define _GNU_SOURCE
#include "host_guardian.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guardian.h"
#include "host_call_record.h"
#include "host_capture.h"

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
