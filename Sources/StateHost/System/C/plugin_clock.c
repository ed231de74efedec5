#define _GNU_SOURCE
#include "plugin_clock.h"

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

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

/// The functions that tell the time, and what stands in their place.
static const struct {
  const char *name;
  void (*function)(void);
} functions[] = {
    {"clock_gettime", (void (*)(void))shifted_clock_gettime},
    {"time", (void (*)(void))shifted_time},
    {"gettimeofday", (void (*)(void))shifted_gettimeofday},
    {"timespec_get", (void (*)(void))shifted_timespec_get},
};

/// What of a library says where it calls others.
struct tables {
  const ElfW(Sym) *symbols;
  const char *strings;
  const ElfW(Rela) *calls, *data;
  size_t calls_size, data_size;
};

static const void *address(const struct dl_phdr_info *library, ElfW(Addr) value) {
  // The loader has made most of them absolute.
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

/// Slots may be read-only by now.
static void put(void (**slot)(void), void (*function)(void)) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *start = (void *)((uintptr_t)slot / page * page);
  if (mprotect(start, page, PROT_READ | PROT_WRITE) == 0) *slot = function;
}

static void replace(
    const struct dl_phdr_info *library, const struct tables *tables, const ElfW(Rela) *slots,
    size_t size) {
  for (size_t i = 0; i < size / sizeof *slots; i += 1) {
    if (!is_slot(ELF64_R_TYPE(slots[i].r_info))) continue;
    const char *name =
        tables->strings + tables->symbols[ELF64_R_SYM(slots[i].r_info)].st_name;
    for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f += 1) {
      if (strcmp(name, functions[f].name) == 0)
        put((void (**)(void))(library->dlpi_addr + slots[i].r_offset), functions[f].function);
    }
  }
}

static bool is_left_alone(const char *name) {
  return name[0] == 0 || strstr(name, "/libc.so") != NULL || strstr(name, "/ld-") != NULL ||
         strstr(name, "vdso") != NULL;
}

static int replace_in(struct dl_phdr_info *library, size_t size, void *nothing) {
  (void)size;
  (void)nothing;
  if (is_left_alone(library->dlpi_name)) return 0;
  struct tables tables = tables_of(library);
  if (tables.symbols == NULL || tables.strings == NULL) return 0;
  if (tables.calls != NULL) replace(library, &tables, tables.calls, tables.calls_size);
  if (tables.data != NULL) replace(library, &tables, tables.data, tables.data_size);
  return 0;
}

void plugin_clock_shift(int64_t nanoseconds) {
  static bool is_replaced;
  if (!is_replaced) dl_iterate_phdr(replace_in, NULL);
  is_replaced = true;
  shift = nanoseconds;
}
