/* The yardstick of loading: dlopen, dlsym, entry and one create for each file named in a list, and
 * nothing else; each as a sealed copy in memory where a second argument says "copy". Prints the
 * nanoseconds that the loop took. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "childplugin.h"

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* A copy that nobody can change, which stays open: a path that comes again is the same library to
 * the loader. */
static int sealed_copy(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat facts;
  if (file < 0 || fstat(file, &facts) != 0) return -1;
  int copy = memfd_create("plugin", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (copy < 0 || sendfile(copy, file, NULL, (size_t)facts.st_size) != facts.st_size) return -1;
  close(file);
  int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  return fcntl(copy, F_ADD_SEALS, seals) == 0 ? copy : -1;
}

int main(int count, char **arguments) {
  static childplugin_host_t host;
  host.size = sizeof host;
  host.abi_major = CHILDPLUGIN_ABI_MAJOR;
  FILE *list = count > 1 ? fopen(arguments[1], "r") : NULL;
  if (list == NULL) return 2;
  int copies = count > 2 && strcmp(arguments[2], "copy") == 0;
  char path[4096];
  int64_t began = now();
  while (fgets(path, sizeof path, list) != NULL) {
    path[strcspn(path, "\n")] = '\0';
    if (copies) {
      int copy = sealed_copy(path);
      if (copy < 0) return 1;
      snprintf(path, sizeof path, "/proc/self/fd/%d", copy);
    }
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return 1;
    const childplugin_plugin_t *(*entry)(uint32_t, uint32_t);
    *(void **)&entry = dlsym(library, CHILDPLUGIN_ENTRY_SYMBOL);
    if (entry == NULL) return 1;
    const childplugin_plugin_t *plugin = entry(CHILDPLUGIN_ABI_MAJOR, CHILDPLUGIN_ABI_MINOR);
    childplugin_text_t reason = {NULL, 0};
    if (!plugin->init(childplugin_text(path), &reason)) return 1;
    if (plugin->create(&host, plugin->descriptor(0)->id) == NULL) return 1;
  }
  printf("%lld\n", (long long)(now() - began));
  return 0;
}
