#define _GNU_SOURCE
#include "host_call_record.h"

#include <errno.h>
#include <link.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host_memory.h"

/// Pages of it are taken when they are first written to.
struct shared {
  struct host_call_record record;
  /// Where this memory and this program are in the process that writes it.
  const struct shared *own_address;
  const char *program_address;
  /// The process ended on another thread than the one whose calls are noted.
  int is_beside;
  size_t used;
  char names[256 * 1024];
};

static struct host_call_record own;
struct host_call_record *host_current_call = &own;
static struct shared *shared;

/// The same place of the program in every process of it.
static const char *program_address(void) { return (const char *)&own; }

int host_call_record_share(int file) {
  if (shared != NULL) return -EBUSY;
  int flags = MAP_SHARED | MAP_NORESERVE | (file < 0 ? MAP_ANONYMOUS : 0);
  void *memory = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, flags, file, 0);
  if (memory == MAP_FAILED) return -errno;
  shared = memory;
  shared->record = own;
  shared->own_address = shared;
  shared->program_address = program_address();
  host_current_call = &shared->record;
  return 0;
}

/// The signal is sent again, blocked until this returns: by then it does what it did before.
static void note_thread(int number, siginfo_t *information, void *context) {
  (void)information;
  (void)context;
  if (gettid() != getpid()) __atomic_store_n(&shared->is_beside, 1, __ATOMIC_RELEASE);
  syscall(SYS_tgkill, getpid(), gettid(), number);
}

void host_call_record_note_threads(void) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = note_thread;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; shared != NULL && i < sizeof faults / sizeof faults[0]; i += 1)
    sigaction(faults[i], &action, NULL);
}

const char *host_call_name(const char *text, size_t length) {
  size_t size = length + 1;
  char *name;
  if (shared != NULL && size <= sizeof shared->names - shared->used) {
    name = shared->names + shared->used;
    shared->used += size;
  } else {
    name = malloc(size);
    if (name == NULL) abort();
  }
  name[length] = 0;
  return memcpy(name, text, length);
}

int host_call_name_is_shared(const char *name) {
  return shared != NULL && name >= shared->names && name < shared->names + sizeof shared->names;
}

int host_call_record_file(void) { return host_memory_shared("calls", sizeof(struct shared)); }

/// A range of memory that is read as text.
struct range {
  const char *start;
  const char *end;
};

/// Copies a text that lies in a range, with its NUL and nothing but letters; false where there is none.
static bool copy_text(struct range range, const char *text, char *into, size_t capacity) {
  if (text < range.start || text >= range.end) return false;
  for (size_t i = 0; i < capacity && text + i < range.end; i += 1) {
    char letter = __atomic_load_n(text + i, __ATOMIC_RELAXED);
    into[i] = letter;
    if (letter == 0) return i > 0;
    if (letter < 0x20 || letter > 0x7e) return false;
  }
  return false;
}

struct constant {
  const char *address;
  struct range range;
};

/// Finds the part of the program itself, not of its libraries, that an address is in. Constants lie in those
/// that can be written, too.
static int find_constant(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct constant *constant = context;
  for (int i = 0; i < info->dlpi_phnum; i += 1) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_R)) continue;
    const char *start = (const char *)info->dlpi_addr + part->p_vaddr;
    if (constant->address < start || constant->address >= start + part->p_memsz) continue;
    constant->range = (struct range){start, start + part->p_memsz};
  }
  return 1;
}

int host_call_record_read(int file, char *function, char *child, size_t capacity) {
  struct shared *theirs = mmap(NULL, sizeof *theirs, PROT_READ, MAP_SHARED, file, 0);
  if (theirs == MAP_FAILED) return 0;
  int is_beside = __atomic_load_n(&theirs->is_beside, __ATOMIC_ACQUIRE);
  const char *name =
      is_beside ? NULL : __atomic_load_n(&theirs->record.function, __ATOMIC_RELAXED);
  const char *owner = __atomic_load_n(&theirs->record.child, __ATOMIC_RELAXED);
  // All of it may be a lie: an address is only read where it leads to what may be read.
  uintptr_t program = (uintptr_t)__atomic_load_n(&theirs->program_address, __ATOMIC_RELAXED);
  uintptr_t memory = (uintptr_t)__atomic_load_n(&theirs->own_address, __ATOMIC_RELAXED);
  struct constant constant = {
      .address = (const char *)((uintptr_t)program_address() + (uintptr_t)name - program)};
  dl_iterate_phdr(find_constant, &constant);
  int found = name != NULL && copy_text(constant.range, constant.address, function, capacity);
  struct range names = {theirs->names, theirs->names + sizeof theirs->names};
  const char *moved = (const char *)((uintptr_t)theirs + (uintptr_t)owner - memory);
  if (!found || owner == NULL || !copy_text(names, moved, child, capacity)) child[0] = 0;
  munmap(theirs, sizeof *theirs);
  return found;
}
