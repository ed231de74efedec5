#define _GNU_SOURCE
#include "host_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "sandbox_parts.h"

#ifndef __has_feature
#define __has_feature(name) 0
#endif

enum { open_files = 64, threads = 64, timers_and_signals = 64 };

/// The shadow of a sanitizer takes terabytes of addresses: a program that is built with one has no limit
/// of them.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
static const rlim_t address_space = RLIM_INFINITY;
#else
static const rlim_t address_space = (rlim_t)1 << 30;
#endif

/// The limit of an account's processes counts threads, and those of all its programs: so it is so many
/// more than the whole system has now, but in a namespace of the user, which has its own count. It does not hold for root.
static rlim_t process_limit(void) {
  struct sysinfo system;
  if (sandbox_namespaces_stand()) return threads;
  return threads + (sysinfo(&system) == 0 ? system.procs : 0);
}

static int set_limits(void) {
  const struct {
    int resource;
    rlim_t value;
  } limits[] = {
      {RLIMIT_AS, address_space}, {RLIMIT_NOFILE, open_files},      {RLIMIT_FSIZE, 0},
      {RLIMIT_CORE, 0},           {RLIMIT_NPROC, process_limit()},
      {RLIMIT_MSGQUEUE, 0},       {RLIMIT_SIGPENDING, timers_and_signals},
  };
  for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i += 1) {
    struct rlimit now;
    if (getrlimit(limits[i].resource, &now) != 0) return -errno;
    rlim_t value = limits[i].value < now.rlim_max ? limits[i].value : now.rlim_max;
    struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
    if (setrlimit(limits[i].resource, &limit) != 0) return -errno;
  }
  return 0;
}

/// The bounding set can stay as it is: who cannot gain privileges keeps none over an exec.
static int drop_privileges(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
  memset(none, 0, sizeof none);
  return syscall(SYS_capset, &header, none) == 0 ? 0 : -errno;
}

/// Where memory is short the kernel takes a worker first. It protects nothing, so it may fail.
static void offer_to_memory_killer(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t ignored = write(file, "1000", 4);
  (void)ignored;
  close(file);
}

static uint32_t granted;

void host_sandbox_begin(uint32_t grants) { granted = grants; }

int host_sandbox_grant(const char *path) { return sandbox_files_grant(path, granted, false); }

int host_sandbox_grant_program(const char *path) { return sandbox_files_grant(path, granted, true); }

uint32_t host_sandbox_missing(void) {
  struct rlimit limit;
  uint32_t missing = 0;
  if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) < 0) missing |= HOST_SANDBOX_PRIVILEGES;
  if (getrlimit(RLIMIT_AS, &limit) != 0) missing |= HOST_SANDBOX_LIMITS;
  if (host_sandbox_landlock_version() == 0) missing |= HOST_SANDBOX_FILES;
  if (!sandbox_calls_are_filtered()) missing |= HOST_SANDBOX_CALLS;
  return missing;
}

uint32_t host_sandbox_enter(void) {
  uint32_t missing = 0;
  offer_to_memory_killer();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) missing |= HOST_SANDBOX_PRIVILEGES;
  // The second wall, where the system has it: the first one is complete without.
  sandbox_namespaces_enter(granted);
  const bool files_are_closed = sandbox_files_close(granted) >= 0;
  if (!files_are_closed) missing |= HOST_SANDBOX_FILES;
  if (drop_privileges() < 0) missing |= HOST_SANDBOX_PRIVILEGES;
  if (set_limits() < 0) missing |= HOST_SANDBOX_LIMITS;
  if (sandbox_calls_close(granted, files_are_closed) < 0) missing |= HOST_SANDBOX_CALLS;
  return missing;
}
