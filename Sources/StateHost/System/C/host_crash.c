#define _GNU_SOURCE
#include "host_crash.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "host_call_record.h"
#include "host_capture.h"
#include "host_exit.h"
#include "host_line.h"
#include "host_terminal.h"

static const struct {
  int number;
  const char *name;
} named[] = {
    {SIGSEGV, "SIGSEGV"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"}, {SIGILL, "SIGILL"},
    {SIGABRT, "SIGABRT"}, {SIGTRAP, "SIGTRAP"}, {SIGSYS, "SIGSYS"}, {SIGINT, "SIGINT"},
    {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"},   {SIGQUIT, "SIGQUIT"},
};
enum { named_count = sizeof named / sizeof named[0], crash_count = 7 };

static _Alignas(16) unsigned char stack[64 * 1024];
static pid_t main_thread;
static pid_t dying_thread;

static const char *name_of(int number) {
  for (int i = 0; i < named_count; i += 1) {
    if (named[i].number == number) return named[i].name;
  }
  return "a signal";
}

static _Noreturn void die_of(int number) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = SIG_DFL;
  sigaction(number, &action, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  host_exit_now(128 + number);
}

static pid_t this_thread(void) { return (pid_t)syscall(SYS_gettid); }

/// The first thread that dies speaks; another waits here for the end. One that dies while it speaks
/// is silent.
static void claim_death(int number) {
  pid_t none = 0;
  pid_t own = this_thread();
  if (__atomic_compare_exchange_n(
          &dying_thread, &none, own, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return;
  if (none == own) die_of(number);
  for (;;) pause();
}

static void append_place(struct host_line *line, const struct host_call_record *record) {
  host_line_append_untrusted(line, record->file ? record->file : "a plugin");
  if (record->child) {
    host_line_append(line, ", child ");
    host_line_append_untrusted(line, record->child);
  }
  host_line_append(line, ", in ");
  host_line_append_untrusted(line, record->function);
}

static void append_remedy(struct host_line *line, const struct host_call_record *record) {
  host_line_append(line, ": update ");
  host_line_append_untrusted(line, record->file ? record->file : "the plugin");
  host_line_append(line, ", or take it out of the plugin directory\n");
}

static void append_last_words(struct host_line *line) {
  char words[160];
  if (!host_capture_last_words(words, sizeof words)) return;
  host_line_append(line, ", saying \"");
  host_line_append_untrusted(line, words);
  host_line_append(line, "\"");
}

/// The plugin whose code an instruction stands in: the name that its copy in memory bears. Reads
/// the list of mappings in small pieces, for a handler has little stack and no allocation.
static bool find_plugin(uintptr_t instruction, char *name, size_t capacity) {
  static const char prefix[] = "/memfd:";
  int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (maps < 0) return false;
  char buffer[512], line[256];
  size_t length = 0;
  bool is_found = false;
  ssize_t count;
  while (!is_found && (count = read(maps, buffer, sizeof buffer)) > 0) {
    for (ssize_t i = 0; i < count && !is_found; i += 1) {
      if (buffer[i] != '\n') {
        if (length < sizeof line - 1) line[length++] = buffer[i];
        continue;
      }
      line[length] = 0;
      length = 0;
      char *rest;
      uintptr_t start = strtoul(line, &rest, 16);
      uintptr_t end = *rest == '-' ? strtoul(rest + 1, &rest, 16) : 0;
      const char *path = strstr(rest, prefix);
      if (instruction < start || instruction >= end || path == NULL) continue;
      path += sizeof prefix - 1;
      size_t used = 0;
      while (path[used] && path[used] != ' ' && used < capacity - 1) {
        name[used] = path[used];
        used += 1;
      }
      name[used] = 0;
      is_found = used > 0;
    }
  }
  close(maps);
  return is_found;
}

static uintptr_t instruction_of(const void *context) {
  const ucontext_t *machine = context;
#if defined(__x86_64__)
  return (uintptr_t)machine->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uintptr_t)machine->uc_mcontext.pc;
#else
  (void)machine;
  return 0;
#endif
}

/// A crash on another thread is a plugin's own; the call that the host is in tells only what went
/// on beside it.
static void say_crash(int number, uintptr_t instruction) {
  struct host_call_record record = host_call_record_get();
  bool is_main = this_thread() == main_thread;
  char name[128];
  if ((!is_main || !record.function) && find_plugin(instruction, name, sizeof name)) {
    record = (struct host_call_record){.file = name, .function = "a thread of its own"};
    if (is_main) record.function = "a handler of its own";
    is_main = true;
  }
  struct host_line line = {.count = 0};
  host_line_append(&line, "statehost: ");
  host_line_append(
      &line,
      !is_main          ? "a thread crashed"
      : record.function ? "a plugin crashed"
                        : "it crashed");
  host_line_append(&line, " (");
  host_line_append(&line, name_of(number));
  append_last_words(&line);
  host_line_append(&line, is_main ? "): " : "): beside ");
  if (record.function) {
    append_place(&line, &record);
    append_remedy(&line, &record);
  } else if (is_main) {
    host_line_append(&line, "in the host itself: please report what led to it\n");
  } else {
    host_line_append(&line, "the host: a plugin started it: take plugins out one by one\n");
  }
  host_line_write(&line, host_capture_original(STDERR_FILENO));
}

static void crashed(int number, siginfo_t *information, void *context) {
  (void)information;
  claim_death(number);
  host_terminal_leave();
  say_crash(number, instruction_of(context));
  die_of(number);
}

void host_crash_stop(int number) {
  claim_death(number);
  host_terminal_leave();
  struct host_call_record record = host_call_record_get();
  struct host_line line = {.count = 0};
  host_line_append(&line, "statehost: stopped by ");
  host_line_append(&line, name_of(number));
  if (record.function) {
    host_line_append(&line, ", which a plugin kept waiting: ");
    append_place(&line, &record);
    append_remedy(&line, &record);
  } else {
    host_line_append(&line, " while it was busy: in the host itself: please report it\n");
  }
  host_line_write(&line, host_capture_original(STDERR_FILENO));
  die_of(number);
}

void host_crash_exit(const char *function, int status) {
  if (__atomic_load_n(&dying_thread, __ATOMIC_ACQUIRE) != 0) return;
  claim_death(SIGABRT);
  host_terminal_leave();
  struct host_call_record record = host_call_record_get();
  struct host_line line = {.count = 0};
  host_line_append(&line, "statehost: a plugin ended the program (");
  host_line_append(&line, function);
  host_line_append(&line, " with status ");
  host_line_append_status(&line, status);
  append_last_words(&line);
  host_line_append(&line, this_thread() == main_thread ? "): " : "): beside ");
  append_place(&line, &record);
  append_remedy(&line, &record);
  host_line_write(&line, host_capture_original(STDERR_FILENO));
  host_exit_now(128 + SIGABRT);
}

void host_crash_say_waiting(void) {
  struct host_call_record record = host_call_record_get();
  if (!record.function) return;
  struct host_line line = {.count = 0};
  host_line_append(&line, "statehost: still waiting for a plugin: ");
  append_place(&line, &record);
  host_line_append(&line, ": wait, or stop with Ctrl-C\n");
  host_line_write(&line, host_capture_original(STDERR_FILENO));
}

void host_crash_allow(sigset_t *mask) {
  for (int i = 0; i < crash_count; i += 1) sigdelset(mask, named[i].number);
}

int host_crash_install(void) {
  main_thread = this_thread();
  host_exit_watch();
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  if (sigaltstack(&own, NULL) != 0) return -errno;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = crashed;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (int i = 0; i < crash_count; i += 1) {
    if (sigaction(named[i].number, &action, NULL) != 0) return -errno;
  }
  return 0;
}
