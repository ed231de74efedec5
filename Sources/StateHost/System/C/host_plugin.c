#include "internal.h"

#include <dirent.h>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/sendfile.h>
#include <sys/time.h>

/// A function of the C library, and the one that plugins call instead during a validator check; a list ends with NULL.
struct plugin_function {
  const char *name;
  void (*function)(void);
};

/// The ELF tables of a loaded library that describe its calls to other libraries.
struct tables {
  const ElfW(Sym) *symbols;
  const char *strings;
  const ElfW(Rela) *calls, *data;
  size_t calls_size, data_size;
};

static const void *address(const struct dl_phdr_info *library, ElfW(Addr) value) {
  // The loader has made most values absolute.
  return (const void *)(value < library->dlpi_addr ? library->dlpi_addr + value : value);
}

static struct tables tables_of(const struct dl_phdr_info *library) {
  struct tables tables = {0};
  const ElfW(Dyn) *entry = NULL;
  for (int i = 0; i < library->dlpi_phnum; i += 1) {
    if (library->dlpi_phdr[i].p_type == PT_DYNAMIC)
      entry = (const void *)(library->dlpi_addr + library->dlpi_phdr[i].p_vaddr);
  }
  for (; entry != NULL && entry->d_tag != DT_NULL; entry += 1) {
    switch (entry->d_tag) {
    case DT_SYMTAB: tables.symbols = address(library, entry->d_un.d_ptr); break;
    case DT_STRTAB: tables.strings = address(library, entry->d_un.d_ptr); break;
    case DT_JMPREL: tables.calls = address(library, entry->d_un.d_ptr); break;
    case DT_RELA: tables.data = address(library, entry->d_un.d_ptr); break;
    case DT_PLTRELSZ: tables.calls_size = entry->d_un.d_val; break;
    case DT_RELASZ: tables.data_size = entry->d_un.d_val; break;
    default: break;
    }
  }
  return tables;
}

static bool is_slot(uint64_t type) {
#if defined(__x86_64__)
  return type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT;
#elif defined(__aarch64__)
  return type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_GLOB_DAT;
#else
  (void)type;
  return false;
#endif
}

/// Writes a slot, whose page may be read-only.
static void put(void (**slot)(void), void (*function)(void)) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *start = (void *)((uintptr_t)slot / page * page);
  if (mprotect(start, page, PROT_READ | PROT_WRITE) == 0) *slot = function;
}

static void replace(
    const struct plugin_function *all, const struct dl_phdr_info *library, const struct tables *tables,
    const ElfW(Rela) *slots, size_t size) {
  for (size_t i = 0; i < size / sizeof *slots; i += 1) {
    if (!is_slot(ELF64_R_TYPE(slots[i].r_info))) continue;
    const char *name =
        tables->strings + tables->symbols[ELF64_R_SYM(slots[i].r_info)].st_name;
    for (const struct plugin_function *new = all; new->name != NULL; new += 1) {
      if (strcmp(name, new->name) == 0)
        put((void (**)(void))(library->dlpi_addr + slots[i].r_offset), new->function);
    }
  }
}

static bool is_left_alone(const char *name) {
  return name[0] == 0 || strstr(name, "/libc.so") != NULL || strstr(name, "/ld-") != NULL ||
         strstr(name, "vdso") != NULL;
}

/// Redirects the calls of a library, except the C library and the program, to a list of functions.
static int replace_in(struct dl_phdr_info *library, size_t size, void *functions) {
  (void)size;
  const struct plugin_function *all = functions;
  if (is_left_alone(library->dlpi_name)) return 0;
  struct tables tables = tables_of(library);
  if (tables.symbols == NULL || tables.strings == NULL) return 0;
  if (tables.calls != NULL) replace(all, library, &tables, tables.calls, tables.calls_size);
  if (tables.data != NULL) replace(all, library, &tables, tables.data, tables.data_size);
  return 0;
}

static int64_t shift;
static const int64_t second = 1000000000;

static struct timespec shifted(struct timespec now) {
  int64_t nanoseconds = now.tv_nsec + shift;
  now.tv_sec += nanoseconds / second;
  now.tv_nsec = nanoseconds % second;
  return now;
}

static int shifted_clock_gettime(clockid_t clock, struct timespec *now) {
  int result = clock_gettime(clock, now);
  if (result == 0) *now = shifted(*now);
  return result;
}

static time_t shifted_time(time_t *now) {
  struct timespec exact;
  clock_gettime(CLOCK_REALTIME, &exact);
  time_t result = shifted(exact).tv_sec;
  if (now != NULL) *now = result;
  return result;
}

static int shifted_gettimeofday(struct timeval *now, void *zone) {
  (void)zone;
  struct timespec exact;
  int result = clock_gettime(CLOCK_REALTIME, &exact);
  exact = shifted(exact);
  if (now != NULL) *now = (struct timeval){exact.tv_sec, exact.tv_nsec / 1000};
  return result;
}

static int shifted_timespec_get(struct timespec *now, int base) {
  return shifted_clock_gettime(CLOCK_REALTIME, now) == 0 ? base : 0;
}

/// The clock functions and their replacements.
static const struct plugin_function clock_functions[] = {
    {"clock_gettime", (void (*)(void))shifted_clock_gettime},
    {"time", (void (*)(void))shifted_time},
    {"gettimeofday", (void (*)(void))shifted_gettimeofday},
    {"timespec_get", (void (*)(void))shifted_timespec_get},
    {NULL, NULL},
};

void plugin_clock_shift(int64_t nanoseconds) {
  static bool is_replaced;
  if (!is_replaced) dl_iterate_phdr(replace_in, (void *)clock_functions);
  is_replaced = true;
  shift = nanoseconds;
}

static char first[512];
static atomic_flag is_taken = ATOMIC_FLAG_INIT;
static atomic_bool is_there;

/// Whether a path is provided by the kernel instead of the user.
static bool is_of_kernel(const char *path) {
  return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0 ||
         strncmp(path, "/dev/", 5) == 0;
}

static void note(const char *path) {
  if (path == NULL || is_of_kernel(path) || sandbox_is_system_path(path) ||
      atomic_flag_test_and_set(&is_taken)) return;
  strncpy(first, path, sizeof first - 1);
  atomic_store(&is_there, true);
}

/// Called as a variadic function: `mode` is arbitrary, and ignored, unless the flags create a file.
static int noted_openat(int folder, const char *path, int flags, mode_t mode) {
  // An open folder was recorded when it was opened.
  if (folder == AT_FDCWD) note(path);
  return openat(folder, path, flags, mode);
}

static int noted_open(const char *path, int flags, mode_t mode) {
  return noted_openat(AT_FDCWD, path, flags, mode);
}

static FILE *noted_fopen(const char *path, const char *mode) {
  note(path);
  return fopen(path, mode);
}

static DIR *noted_opendir(const char *path) {
  note(path);
  return opendir(path);
}

static const struct plugin_function file_functions[] = {
    {"open", (void (*)(void))noted_open},       {"open64", (void (*)(void))noted_open},
    {"openat", (void (*)(void))noted_openat},   {"openat64", (void (*)(void))noted_openat},
    {"fopen", (void (*)(void))noted_fopen},     {"fopen64", (void (*)(void))noted_fopen},
    {"opendir", (void (*)(void))noted_opendir}, {NULL, NULL},
};

void plugin_files_watch(void) { dl_iterate_phdr(replace_in, (void *)file_functions); }
const char *plugin_files_first(void) { return atomic_load(&is_there) ? first : NULL; }

int64_t host_file_read(int descriptor, void *bytes, uint64_t capacity, uint64_t offset) {
  uint64_t done = 0;
  if (offset > INT64_MAX - capacity) return 0;
  while (done < capacity) {
    ssize_t count =
        pread(descriptor, (char *)bytes + done, capacity - done, (off_t)(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -errno;
    if (count == 0) break;
    done += (uint64_t)count;
  }
  return (int64_t)done;
}

/* Copies within the kernel, without a buffer. Asks for one byte more than the size, to detect a file that has grown
 * meanwhile. */
static int copy_all(int from, int to, uint64_t size) {
  off_t done = 0;
  while ((uint64_t)done <= size) {
    ssize_t count = sendfile(to, from, &done, (size_t)(size - (uint64_t)done + 1));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -errno;
    if (count == 0) break;
  }
  return (uint64_t)done == size ? 0 : -EAGAIN;
}

int host_file_seal_copy(int descriptor, const char *name, uint64_t size) {
  int copy = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (copy < 0) return errno == EMFILE || errno == ENFILE ? -errno : -ENOSYS;
  int result = copy_all(descriptor, copy, size);
  int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  if (result == 0 && fcntl(copy, F_ADD_SEALS, seals) != 0) result = -errno;
  if (result < 0) {
    close(copy);
    return result;
  }
  return copy;
}

int host_library_can_open(void) {
  /* Racing threads compute the same value. */
  static _Atomic int known = -1;
  if (known < 0) known = access("/proc/self/fd", X_OK) == 0;
  return known;
}

void *host_library_open(int descriptor) {
  /* The dynamic loader treats a path that it knows as the same library, and descriptor numbers are reused. So each call
   * spells the path differently: each bit of a call counter adds "/" or "./" at the front, where the loader's
   * comparisons end soonest. */
  static _Atomic uint64_t calls;
  char path[256] = "/";
  char *end = path + 1;
  for (uint64_t number = calls++; number != 0; number >>= 1) {
    if (number & 1) *end++ = '.';
    *end++ = '/';
  }
  snprintf(end, (size_t)(path + sizeof path - end), "proc/self/fd/%d", descriptor);
  return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

void *host_library_open_path(const char *path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL); }

int host_library_is_resident(const char *name) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
  if (library == NULL) return 0;
  dlclose(library);
  return 1;
}
