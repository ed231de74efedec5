#define _GNU_SOURCE
#include "host_poll.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "host_patience.h"

enum { capacity_limit = 64, nanoseconds_a_second = 1000000000 };

static uint32_t to_system(uint32_t events) {
  uint32_t result = 0;
  if (events & HOST_POLL_READ) result |= EPOLLIN;
  if (events & HOST_POLL_WRITE) result |= EPOLLOUT;
  return result;
}

static uint32_t from_system(uint32_t events) {
  uint32_t result = 0;
  if (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) result |= HOST_POLL_READ;
  if (events & EPOLLOUT) result |= HOST_POLL_WRITE;
  if (events & (EPOLLHUP | EPOLLERR)) result |= HOST_POLL_HANGUP;
  return result;
}

static int control(int poller, int operation, int descriptor, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = to_system(events), .data = {.u64 = token}};
  return epoll_ctl(poller, operation, descriptor, &event) != 0 ? -errno : 0;
}

int host_poll_open(void) {
  int descriptor = epoll_create1(EPOLL_CLOEXEC);
  return descriptor < 0 ? -errno : descriptor;
}

int host_poll_add(int poller, int descriptor, uint32_t events, uint64_t token) {
  return control(poller, EPOLL_CTL_ADD, descriptor, events, token);
}

int host_poll_change(int poller, int descriptor, uint32_t events, uint64_t token) {
  return control(poller, EPOLL_CTL_MOD, descriptor, events, token);
}

int host_poll_remove(int poller, int descriptor) {
  return control(poller, EPOLL_CTL_DEL, descriptor, 0, 0);
}

static int wait_precisely(
    int poller, struct epoll_event *events, int capacity, int64_t nanoseconds) {
  if (nanoseconds <= 0) return epoll_wait(poller, events, capacity, nanoseconds < 0 ? -1 : 0);
  struct timespec timeout = {
      .tv_sec = nanoseconds / nanoseconds_a_second, .tv_nsec = nanoseconds % nanoseconds_a_second};
  int count = epoll_pwait2(poller, events, capacity, &timeout, NULL);
  if (count >= 0 || (errno != ENOSYS && errno != EPERM)) return count;
  const int64_t longest = 1000000;
  int64_t milliseconds = nanoseconds / 1000000 + (nanoseconds % 1000000 != 0);
  int bounded = (int)(milliseconds < longest ? milliseconds : longest);
  return epoll_wait(poller, events, capacity, bounded);
}

int host_poll_wait(
    int poller, struct host_ready *ready, int capacity, int64_t timeout_nanoseconds) {
  struct epoll_event events[capacity_limit];
  if (capacity > capacity_limit) capacity = capacity_limit;
  if (timeout_nanoseconds != 0) host_patience_rest();
  int count = wait_precisely(poller, events, capacity, timeout_nanoseconds);
  int error = errno;
  host_patience_resume();
  if (count < 0) return error == EINTR ? 0 : -error;
  for (int i = 0; i < count; i += 1) {
    ready[i].token = events[i].data.u64;
    ready[i].events = from_system(events[i].events);
  }
  return count;
}

int host_wake_open(void) {
  int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return descriptor < 0 ? -errno : descriptor;
}

void host_wake(int descriptor) {
  uint64_t one = 1;
  int saved_errno = errno;
  ssize_t ignored = write(descriptor, &one, sizeof one);
  (void)ignored;
  errno = saved_errno;
}

void host_wake_clear(int descriptor) {
  uint64_t count;
  ssize_t ignored = read(descriptor, &count, sizeof count);
  (void)ignored;
}

void host_wake_wait(int descriptor) {
  struct pollfd watched = {.fd = descriptor, .events = POLLIN};
  while (poll(&watched, 1, -1) < 0 && errno == EINTR) {
  }
  host_wake_clear(descriptor);
}
