#include "internal.h"

#include <dirent.h>
#include <link.h>
#include <linux/landlock.h>

/* Constants of later kernels, which the headers may lack. */
enum {
  refer_version = 2,
  truncate_version = 3,
  tcp_version = 4,
  device_version = 5,
  scope_version = 6,
};
static const uint64_t first_access = ((uint64_t)LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
static const uint64_t access_refer = 1 << 13;
static const uint64_t access_truncate = 1 << 14;
static const uint64_t access_device = 1 << 15;
static const uint64_t bind_and_connect = 3;
static const uint64_t scope_sockets_and_signals = 3;

/// The accesses that a Landlock ruleset restricts, in the layout of the kernel.
struct ruleset {
  uint64_t file_accesses;
  uint64_t network_accesses;
  uint64_t scopes;
};

/// What every program may read: libraries, their data, and harmless devices.
static const char *const system_paths[] = {
    "/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib",
    "/usr/share", "/usr/local/share", "/etc/ld.so.cache", "/etc/localtime",
    "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
};

/// The configuration of name lookup, and certificates.
static const char *const network_paths[] = {
    "/etc/resolv.conf", "/etc/hosts",    "/etc/nsswitch.conf", "/etc/host.conf",
    "/etc/gai.conf",    "/etc/services", "/etc/protocols",     "/etc/ssl",
    "/etc/pki",         "/etc/ca-certificates",
};

/// The folders of programs, and of what they load to start.
static const char *const program_paths[] = {
    "/bin", "/sbin", "/usr/bin", "/usr/sbin", "/usr/libexec", "/usr/local/bin", "/usr/local/sbin",
    "/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib",
};

/// Folders without files of the user: they contain terminals, other processes and sockets.
static const char *const withheld_folders[] = {"dev", "proc", "sys", "run"};

bool sandbox_is_system_path(const char *path) {
  for (size_t i = 0; i < COUNT(system_paths); i += 1) {
    size_t length = strlen(system_paths[i]);
    if (strncmp(path, system_paths[i], length) == 0 && (path[length] == 0 || path[length] == '/'))
      return true;
  }
  return false;
}

/// The Landlock ruleset; -1 before it is created.
static int rules = -1;

/// Whether `rules` are complete for a worker without grants, and shared with forked processes, so that nothing may be
/// added.
static bool are_shared;

/// The paths that may be read: the contents of the empty file system.
static struct {
  char **paths;
  size_t count;
} shown;

static int remember(const char *path) {
  for (size_t i = 0; i < shown.count; i += 1) {
    if (strcmp(shown.paths[i], path) == 0) return 0;
  }
  char **paths = realloc(shown.paths, (shown.count + 1) * sizeof *paths);
  if (paths == NULL) return -ENOMEM;
  shown.paths = paths;
  char *copy = strdup(path);
  if (copy == NULL) return -ENOMEM;
  paths[shown.count++] = copy;
  return 0;
}

int host_sandbox_landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : (int)version;
}

/// Creates rules that forbid all accesses that this kernel knows. The system call filter also forbids what later
/// kernels add.
static int make_rules(uint32_t grants) {
  if (rules >= 0) return 0;
  int version = host_sandbox_landlock_version();
  if (version == 0) return -ENOSYS;
  struct ruleset all = {.file_accesses = first_access};
  if (version >= refer_version) all.file_accesses |= access_refer;
  if (version >= truncate_version) all.file_accesses |= access_truncate;
  if (version >= device_version) all.file_accesses |= access_device;
  if (version >= tcp_version && !(grants & HOST_GRANT_NETWORK))
    all.network_accesses = bind_and_connect;
  if (version >= scope_version) all.scopes = scope_sockets_and_signals;
  rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
  return rules >= 0 ? 0 : -errno;
}

static int allow(const char *name, uint64_t accesses) {
  int place = open(name, O_PATH | O_CLOEXEC);
  if (place < 0) return 0;
  struct stat facts;
  if (fstat(place, &facts) == 0 && S_ISDIR(facts.st_mode)) accesses |= LANDLOCK_ACCESS_FS_READ_DIR;
  if (rules < 0) {
    close(place);
    return remember(name);
  }
  struct landlock_path_beneath_attr rule = {.allowed_access = accesses, .parent_fd = place};
  long result = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  int error = errno;
  close(place);
  return result == 0 ? remember(name) : -error;
}

static const uint64_t starting = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;

static int allow_reading(const char *name) { return allow(name, LANDLOCK_ACCESS_FS_READ_FILE); }

static int allow_reading_all(const char *const *names, size_t count) {
  int result = 0;
  for (size_t i = 0; result == 0 && i < count; i += 1) result = allow_reading(names[i]);
  return result;
}

static int is_withheld(const char *name) {
  for (size_t i = 0; i < COUNT(withheld_folders); i += 1) {
    if (strcmp(name, withheld_folders[i]) == 0) return 1;
  }
  return name[0] == '.' && (name[1] == 0 || (name[1] == '.' && name[2] == 0));
}

/// Allows every entry of the root except the withheld folders, because Landlock has no exceptions.
static int allow_reading_files_of_user(void) {
  DIR *root = opendir("/");
  if (root == NULL) return -errno;
  int result = 0;
  for (struct dirent *entry; result == 0 && (entry = readdir(root)) != NULL;) {
    char name[sizeof entry->d_name + 1] = "/";
    if (is_withheld(entry->d_name)) continue;
    strcpy(name + 1, entry->d_name);
    result = allow_reading(name);
  }
  closedir(root);
  return result;
}

static int allow_granted(uint32_t grants) {
  int result = 0;
  if (grants & HOST_GRANT_NETWORK) result = allow_reading_all(network_paths, COUNT(network_paths));
  if (result == 0 && grants & HOST_GRANT_FILES_READ) result = allow_reading_files_of_user();
  if (!(grants & (HOST_GRANT_RUN | HOST_GRANT_PROGRAMS))) return result;
  const size_t count = grants & HOST_GRANT_RUN ? COUNT(program_paths) : 0;
  for (size_t i = 0; result == 0 && i < count; i += 1) result = allow(program_paths[i], starting);
  if (result == 0)
    result = allow("/dev/null", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
  return result;
}

/// The Swift runtime beside the program, which a plugin may need.
static int allow_runtime(void) {
  char folder[PATH_MAX];
  return host_runtime_folder(folder, sizeof folder) > 0 ? allow_reading(folder) : 0;
}

/// Allows the folder that a library of this process was loaded from.
static int allow_folder(struct dl_phdr_info *library, size_t size, void *result) {
  (void)size;
  char folder[PATH_MAX];
  const char *slash = strrchr(library->dlpi_name, '/');
  if (slash == NULL || slash == library->dlpi_name) return 0;
  size_t length = (size_t)(slash - library->dlpi_name);
  if (length >= sizeof folder) return 0;
  memcpy(folder, library->dlpi_name, length);
  folder[length] = 0;
  *(int *)result = allow_reading(folder);
  return *(int *)result;
}

/// Hides all other files; not with grants that need the user's files or programs at their own paths.
static void hide_the_rest(uint32_t grants) {
  const uint32_t own_paths = HOST_GRANT_FILES_READ | HOST_GRANT_RUN | HOST_GRANT_PATHS_READ | HOST_GRANT_PROGRAMS;
  if (!(grants & own_paths)) sandbox_root_close(shown.paths, shown.count);
}

const char *host_sandbox_granted(const char *name) {
  for (size_t i = 0; i < shown.count; i += 1) {
    const char *slash = strrchr(shown.paths[i], '/');
    if (slash != NULL && strcmp(slash + 1, name) == 0) return shown.paths[i];
  }
  return NULL;
}

/// Allows what every worker may read.
static int allow_common(void) {
  int result = allow_reading_all(system_paths, COUNT(system_paths));
  if (result == 0) result = allow_runtime();
  if (result == 0) dl_iterate_phdr(allow_folder, &result);
  return result;
}

static void forget_rules(void) {
  if (rules >= 0) close(rules);
  rules = -1;
  are_shared = false;
}

void sandbox_files_share(void) {
  const bool has_namespaces = sandbox_namespaces_enter(0) == 0;
  are_shared = make_rules(0) == 0;
  if (allow_common() < 0) forget_rules();
  if (has_namespaces) sandbox_root_prepare(shown.paths, shown.count);
}

int sandbox_files_grant(const char *path, uint32_t grants, bool is_program) {
  if (are_shared) forget_rules();
  make_rules(grants);
  char *name = host_name_of_text(path);
  int result = is_program ? allow(name, starting) : allow_reading(name);
  free(name);
  return result;
}

int sandbox_files_close(uint32_t grants) {
  const int made = make_rules(grants);
  int result = are_shared ? 0 : allow_common();
  if (result == 0) result = allow_granted(grants);
  if (result == 0) hide_the_rest(grants);
  if (result == 0) result = made;
  if (result == 0 && syscall(SYS_landlock_restrict_self, rules, 0) != 0) result = -errno;
  forget_rules();
  return result;
}
