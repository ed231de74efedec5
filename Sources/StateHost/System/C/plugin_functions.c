#define _GNU_SOURCE
#include "plugin_functions.h"

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct replacements {
  const struct plugin_function *functions;
  size_t count;
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
    const struct replacements *all, const struct dl_phdr_info *library, const struct tables *tables,
    const ElfW(Rela) *slots, size_t size) {
  for (size_t i = 0; i < size / sizeof *slots; i += 1) {
    if (!is_slot(ELF64_R_TYPE(slots[i].r_info))) continue;
    const char *name =
        tables->strings + tables->symbols[ELF64_R_SYM(slots[i].r_info)].st_name;
    for (size_t f = 0; f < all->count; f += 1) {
      if (strcmp(name, all->functions[f].name) == 0)
        put((void (**)(void))(library->dlpi_addr + slots[i].r_offset), all->functions[f].function);
    }
  }
}

static bool is_left_alone(const char *name) {
  return name[0] == 0 || strstr(name, "/libc.so") != NULL || strstr(name, "/ld-") != NULL ||
         strstr(name, "vdso") != NULL;
}

static int replace_in(struct dl_phdr_info *library, size_t size, void *replacements) {
  (void)size;
  const struct replacements *all = replacements;
  if (is_left_alone(library->dlpi_name)) return 0;
  struct tables tables = tables_of(library);
  if (tables.symbols == NULL || tables.strings == NULL) return 0;
  if (tables.calls != NULL) replace(all, library, &tables, tables.calls, tables.calls_size);
  if (tables.data != NULL) replace(all, library, &tables, tables.data, tables.data_size);
  return 0;
}

void plugin_functions_replace(const struct plugin_function *functions, size_t count) {
  struct replacements all = {functions, count};
  dl_iterate_phdr(replace_in, &all);
}
