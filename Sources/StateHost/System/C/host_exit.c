#define _GNU_SOURCE
#include "host_exit.h"

#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host_crash.h"
#include "host_guardian.h"
#include "host_row_output.h"
#include "host_terminal.h"

/// The process whose exits are a plugin's; 0: none.
static pid_t watched;

void host_exit_now(int status) {
  for (;;) syscall(SYS_exit_group, status);
}

static void look(const char *function, int status, const void *caller) {
  if (watched != 0 && getpid() == watched) host_crash_exit(function, status, caller);
}

static void at_exit(int status, void *nothing) {
  (void)nothing;
  look("exit", status, NULL);
}

static void at_the_quick(void) { look("quick_exit", -1, NULL); }

/// Stands before the C library's: the program comes first where plugins' symbols are looked up.
__attribute__((visibility("default"))) void _exit(int status) {
  look("_exit", status, __builtin_return_address(0));
  host_row_output_rescue();
  host_exit_now(status);
}

/// The same by its other name.
__attribute__((visibility("default"))) void _Exit(int status) {
  look("_Exit", status, __builtin_return_address(0));
  host_row_output_rescue();
  host_exit_now(status);
}

void host_exit_watch(void) {
  static int is_registered;
  if (!is_registered) {
    on_exit(at_exit, NULL);
    at_quick_exit(at_the_quick);
    is_registered = 1;
  }
  watched = getpid();
}

void host_exit_say_goodbye(void) {
  watched = 0;
  host_terminal_leave();
  host_guardian_end();
}
