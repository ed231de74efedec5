#include "internal.h"

#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>

enum { open_files = 64, threads = 64, timers_and_signals = 64 };

/// Sanitizers reserve terabytes of addresses, so a program built with one has no limit.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
static const rlim_t address_space = RLIM_INFINITY;
#else
static const rlim_t address_space = (rlim_t)1 << 30;
#endif

/// RLIMIT_NPROC counts the threads of all processes of the account. A user namespace has its own count; without one,
/// the number of processes of the whole system is added. The limit does not apply to root.
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
  for (size_t i = 0; i < COUNT(limits); i += 1) {
    struct rlimit now;
    if (getrlimit(limits[i].resource, &now) != 0) return -errno;
    rlim_t value = limits[i].value < now.rlim_max ? limits[i].value : now.rlim_max;
    struct rlimit limit = {.rlim_cur = value, .rlim_max = value};
    if (setrlimit(limits[i].resource, &limit) != 0) return -errno;
  }
  return 0;
}

/// The bounding set can stay: without new privileges no capabilities survive an exec.
static int drop_privileges(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3];
  memset(none, 0, sizeof none);
  return syscall(SYS_capset, &header, none) == 0 ? 0 : -errno;
}

static int write_file(const char *name, const char *text) {
  int file = open(name, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -errno;
  int result = write(file, text, strlen(text)) < 0 ? -errno : 0;
  close(file);
  return result;
}

/// Makes a worker the first choice of the out-of-memory killer. May fail, because it protects nothing.
static void offer_to_memory_killer(void) { write_file("/proc/self/oom_score_adj", "1000"); }

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
  // Optional: the sandbox is complete without namespaces.
  sandbox_namespaces_enter(granted);
  const bool files_are_closed = sandbox_files_close(granted) >= 0;
  if (!files_are_closed) missing |= HOST_SANDBOX_FILES;
  if (drop_privileges() < 0) missing |= HOST_SANDBOX_PRIVILEGES;
  if (set_limits() < 0) missing |= HOST_SANDBOX_LIMITS;
  if (sandbox_calls_close(granted, files_are_closed) < 0) missing |= HOST_SANDBOX_CALLS;
  return missing;
}

/* There is no PID namespace: its first process ignores signals that it sends itself, as abort does, so a crash
   would look like another one. */

/// Where the new root is mounted, over a folder without files that a worker reads.
static const char new_root[] = "/sys";
static const unsigned long bare = MS_NOSUID | MS_NODEV | MS_NOEXEC;

static bool has_own_user;
static bool has_root;
/// The number of paths, from the first, that are mounted already, also in forked processes.
static size_t prepared_count;

bool sandbox_namespaces_stand(void) { return has_own_user; }

/// Maps the user and the group to the same numbers as outside.
static int map_account(uid_t user, gid_t group) {
  char text[64];
  snprintf(text, sizeof text, "%u %u 1", user, user);
  int result = write_file("/proc/self/uid_map", text);
  if (result == 0) result = write_file("/proc/self/setgroups", "deny");
  snprintf(text, sizeof text, "%u %u 1", group, group);
  return result == 0 ? write_file("/proc/self/gid_map", text) : result;
}

int sandbox_namespaces_enter(uint32_t grants) {
  if (has_own_user) return 0;
  const uid_t user = geteuid();
  const gid_t group = getegid();
  const int network = grants & HOST_GRANT_NETWORK ? 0 : CLONE_NEWNET;
  if (unshare(CLONE_NEWUSER | CLONE_NEWIPC | network) != 0) return -errno;
  const int result = map_account(user, group);
  has_own_user = result == 0;
  return result;
}

static bool is_same(const char *path, const struct stat *facts) {
  struct stat other;
  return stat(path, &other) == 0 && other.st_dev == facts->st_dev && other.st_ino == facts->st_ino;
}

/// Creates the parent folders of a path, and the file or folder to mount over.
static int make_place(char *path, bool is_folder) {
  for (char *slash = path + sizeof new_root; (slash = strchr(slash, '/')) != NULL; slash += 1) {
    *slash = 0;
    int result = mkdir(path, 0755) == 0 || errno == EEXIST ? 0 : -errno;
    *slash = '/';
    if (result < 0) return result;
  }
  if (is_folder) return mkdir(path, 0755) == 0 || errno == EEXIST ? 0 : -errno;
  int file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0444);
  if (file < 0) return errno == EEXIST ? 0 : -errno;
  close(file);
  return 0;
}

/// Mounts a path in the new root, if it exists.
static int show(const char *path) {
  struct stat facts;
  char place[PATH_MAX];
  if (path[0] != '/' || stat(path, &facts) != 0) return 0;
  int count = snprintf(place, sizeof place, "%s%s", new_root, path);
  if (count >= (int)sizeof place) return -ENAMETOOLONG;
  if (is_same(place, &facts)) return 0;
  int result = make_place(place, S_ISDIR(facts.st_mode));
  if (result < 0) return result;
  return mount(path, place, NULL, MS_BIND | MS_REC, NULL) == 0 ? 0 : -errno;
}

int sandbox_root_prepare(char *const *paths, size_t count) {
  if (!has_own_user) return -EPERM;
  if (unshare(CLONE_NEWNS) != 0) return -errno;
  if (!has_root && mount("none", new_root, "tmpfs", bare, "size=1m") != 0) return -errno;
  int result = 0;
  for (size_t i = has_root ? prepared_count : 0; result == 0 && i < count; i += 1)
    result = show(paths[i]);
  has_root = result == 0;
  prepared_count = count;
  if (result < 0) umount2(new_root, MNT_DETACH);
  return result;
}

int sandbox_root_close(char *const *paths, size_t count) {
  int result = sandbox_root_prepare(paths, count);
  if (result < 0) return result;
  // A worker needs its own folder in /proc to load a plugin.
  result = show("/proc/self");
  if (result == 0 && mount(NULL, new_root, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | bare, NULL) != 0)
    result = -errno;
  if (result == 0 && chroot(new_root) != 0) result = -errno;
  if (result == 0 && chdir("/") != 0) result = -errno;
  if (result < 0) umount2(new_root, MNT_DETACH);
  return result;
}
