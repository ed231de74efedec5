/* The yardstick of loading: dlopen, dlsym, entry and one create for each file named in a list, and
 * nothing else. Prints the nanoseconds that the loop took. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "childplugin.h"

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int main(int count, char **arguments) {
  static childplugin_host_t host;
  host.size = sizeof host;
  host.abi_major = CHILDPLUGIN_ABI_MAJOR;
  FILE *list = count > 1 ? fopen(arguments[1], "r") : NULL;
  if (list == NULL) return 2;
  char path[4096];
  int64_t began = now();
  while (fgets(path, sizeof path, list) != NULL) {
    path[strcspn(path, "\n")] = '\0';
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
