#include "internal.h"

#include <dlfcn.h>
#include <malloc.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

int host_descriptor_duplicate(int descriptor, int first) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, first);
  if (copy >= 0) return copy;
  return errno == EINVAL ? -EMFILE : -errno;
}

int host_descriptor_open_nothing(void) {
  int ends[2];
  int opened = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (opened >= 0) return opened;
  if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
  close(ends[1]);
  return ends[0];
}

uint64_t host_allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (uint64_t)info.uordblks + (uint64_t)info.hblkhd;
}

void host_memory_spoil(void) { mallopt(M_PERTURB, 0xa5); }

int host_memory_file(const char *name) {
  int descriptor = memfd_create(name, MFD_CLOEXEC);
  return descriptor >= 0 ? descriptor : -errno;
}

int host_memory_shared(const char *name, uint64_t size) {
  int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -errno;
  if (ftruncate(file, (off_t)size) != 0 ||
      fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
    int error = errno;
    close(file);
    return -error;
  }
  return file;
}

enum { capacity_limit = 64 };

_Static_assert(
    HOST_POLL_READ == EPOLLIN && HOST_POLL_WRITE == EPOLLOUT &&
        HOST_POLL_HANGUP == (EPOLLERR | EPOLLHUP),
    "the bits of epoll");

static int control(int poller, int operation, int descriptor, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data = {.u64 = token}};
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
  struct timespec timeout = time_of(nanoseconds);
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
  if (timeout_nanoseconds != 0) host_stall_notice_pause();
  int count = wait_precisely(poller, events, capacity, timeout_nanoseconds);
  int error = errno;
  host_stall_notice_resume();
  if (count < 0) return error == EINTR ? 0 : -error;
  for (int i = 0; i < count; i += 1)
    ready[i] = (struct host_ready){events[i].data.u64, events[i].events};
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
  (void)TEMP_FAILURE_RETRY(poll(&watched, 1, -1));
  host_wake_clear(descriptor);
}

size_t host_runtime_program(char *room, size_t size) {
  ssize_t length = readlink("/proc/self/exe", room, size);
  if (length > 0) return (size_t)length < size ? (size_t)length : 0;
  char real[PATH_MAX];
  const char *started = (const char *)getauxval(AT_EXECFN);
  if (started == NULL || realpath(started, real) == NULL) return 0;
  size_t count = strlen(real);
  if (count >= size) return 0;
  memcpy(room, real, count);
  return count;
}

int host_runtime_folder(char *room, int size) {
  char program[PATH_MAX];
  size_t length = host_runtime_program(program, sizeof program);
  const char *slash = length > 0 ? memrchr(program, '/', length) : NULL;
  if (slash == NULL) return 0;
  int count = snprintf(
      room, (size_t)size, "%.*s/../lib/statehost/runtime", (int)(slash - program), program);
  return count < size ? count : 0;
}

int host_runtime_load(const char *name) {
  char path[PATH_MAX];
  int count = host_runtime_folder(path, sizeof path);
  if (count == 0 || strchr(name, '/') != NULL) return 0;
  size_t room = sizeof path - (size_t)count;
  if ((size_t)snprintf(path + count, room, "/%s", name) >= room) return 0;
  return dlopen(path, RTLD_NOW | RTLD_LOCAL) != NULL;
}

/* The arguments, which libc passes to constructors. A statically linked Swift runtime would read /proc/self/maps and
   search the stack for them at every start. The two functions replace those of the runtime (CommandLine.cpp); they are
   weak, so that they do not conflict with a runtime that brings its own. */

static int count;
static char **arguments;

__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  count = argc;
  arguments = argv;
}

__attribute__((weak)) char **_swift_stdlib_getUnsafeArgvArgc(int *length) {
  *length = count;
  return arguments;
}

__attribute__((weak)) void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc) {
  count = argc;
  arguments = argv;
}

/* The default options of a sanitizer, in a program that is built with one: the program reports crashes itself
 * (host_crash.c), and a worker dies of the signal. The tables of children are never freed, for late calls. */

#define NO_HANDLERS \
  "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:use_sigaltstack=0"

#if __has_feature(address_sanitizer)
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return NO_HANDLERS ":detect_leaks=0"; }
#elif __has_feature(thread_sanitizer)
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) { return NO_HANDLERS; }
#endif
