#define _GNU_SOURCE
#include "host_guardian.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "guardian.h"
#include "host_call_record.h"

enum { first_private_descriptor = 10, patience_ms = 1000 };

static pid_t host;
static pid_t guardian;
static int link_end = -1;
/// Commands that are watched.
static int watched_count;

/// Not glibc's fork: as a child that ends without a signal it is none to `wait`, so a plugin that
/// waits for all of its own children does not wait for the guardian. It calls nothing that a copied
/// lock could stop.
static pid_t fork_without_signal(void) { return (pid_t)syscall(SYS_clone, 0, 0, 0, 0, 0); }

int host_guardian_begin(void) {
  if (link_end >= 0) return -EBUSY;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return -errno;
  int result = host_call_record_share();
  if (result < 0) {
    close(ends[0]);
    close(ends[1]);
    return result;
  }
  host = getpid();
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  guardian = fork_without_signal();
  if (guardian == 0) guardian_run(ends[1], host);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  link_end = guardian > 0 ? fcntl(ends[0], F_DUPFD_CLOEXEC, first_private_descriptor) : -1;
  close(ends[0]);
  return guardian > 0 ? 0 : -error;
}

static int is_guarded(void) { return link_end >= 0 && getpid() == host; }

static int open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

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

void host_guardian_enter(int descriptor, const struct host_terminal_mode *mode) {
  if (!is_guarded()) return;
  struct guardian_message message = {.word = GUARDIAN_ENTER, .mode = *mode};
  tell(&message, sizeof message, descriptor);
}

void host_guardian_leave(void) {
  if (is_guarded()) tell_word(GUARDIAN_LEAVE, 0, -1);
}

void host_guardian_announce(void) {
  if (link_end < 0) return;
  int descriptor = open_process(getpid());
  if (descriptor >= 0) tell_word(GUARDIAN_WATCH, getpid(), descriptor);
}

void host_guardian_watch(void) { watched_count += 1; }

void host_guardian_release(pid_t command) {
  watched_count -= 1;
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
