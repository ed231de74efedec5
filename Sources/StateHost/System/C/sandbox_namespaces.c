#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host_sandbox.h"
#include "sandbox_parts.h"

/* There is no namespace of processes: the first process of one does not die of the signals that it sends itself, as
   abort does, so a crash would look like another one. */

/// Where the new root is put together: no file that a worker reads is in there.
static const char new_root[] = "/sys";
static const unsigned long bare = MS_NOSUID | MS_NODEV | MS_NOEXEC;

static bool has_own_user;
static bool has_root;
/// So many of the paths, the first ones, are in it: what a process prepares, those that it forks need not look at.
static size_t prepared_count;

bool sandbox_namespaces_stand(void) { return has_own_user; }

static int write_file(const char *name, const char *text) {
  int file = open(name, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -errno;
  int result = write(file, text, strlen(text)) < 0 ? -errno : 0;
  close(file);
  return result;
}

/// The account and its group have the numbers that they have outside.
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

/// Makes the folders above a path, and what a mount covers.
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

/// What is not there is left out.
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
  // Of what the kernel tells of processes it finds that of its own, by which it loads a plugin.
  result = show("/proc/self");
  if (result == 0 && mount(NULL, new_root, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | bare, NULL) != 0)
    result = -errno;
  if (result == 0 && chroot(new_root) != 0) result = -errno;
  if (result == 0 && chdir("/") != 0) result = -errno;
  if (result < 0) umount2(new_root, MNT_DETACH);
  return result;
}
