#define _GNU_SOURCE
#include "host_call_record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/// Pages of it are taken when they are first written to.
struct shared {
  struct host_call_record record;
  size_t used;
  char names[256 * 1024];
};

static struct host_call_record own;
struct host_call_record *host_current_call = &own;
static struct shared *shared;

int host_call_record_share(void) {
  if (shared != NULL) return -EBUSY;
  void *memory = mmap(
      NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1,
      0);
  if (memory == MAP_FAILED) return -errno;
  shared = memory;
  shared->record = own;
  host_current_call = &shared->record;
  return 0;
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
