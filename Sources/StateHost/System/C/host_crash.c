#define _GNU_SOURCE
#include "host_crash.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "host_call_record.h"
#include "host_capture.h"
#include "host_culprit.h"
#include "host_exit.h"
#include "host_guardian.h"
#include "host_line.h"
#include "host_terminal.h"

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
enum { crash_count = sizeof crashes / sizeof crashes[0] };

/// What else ends a process that does nothing about it; the real-time signals but the host's own two
/// come to these.
static const int endings[] = {
    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT,
};
enum { ending_count = sizeof endings / sizeof endings[0] };

static _Alignas(16) unsigned char stack[64 * 1024];
static pid_t host;
static pid_t main_thread;
static pid_t dying_thread;

static void append_signal(struct host_line *line, int number) {
  host_line_append(line, "SIG");
  const char *name = sigabbrev_np(number);
  if (name) {
    host_line_append(line, name);
  } else {
    host_line_append(line, "RTMIN+");
    host_line_append_number(line, (unsigned)(number - SIGRTMIN));
  }
}

static _Noreturn void die_of(int number) {
  // A core is left where those are kept.
  prctl(PR_SET_DUMPABLE, 1);
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
/// is silent, as is a process that a plugin has forked.
static void claim_death(int number) {
  if (host != 0 && getpid() != host) die_of(number);
  pid_t none = 0;
  pid_t own = this_thread();
  if (__atomic_compare_exchange_n(
          &dying_thread, &none, own, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return;
  if (none == own) die_of(number);
  for (;;) pause();
}

/// Gives the terminal back first, so that the line stands on the shell's own screen.
static void begin_last_words(struct host_line *line) {
  host_terminal_abandon();
  line->count = 0;
  host_line_append(line, "statehost: ");
}

static void say_last_words(const struct host_line *line) {
  host_line_write(line, host_capture_original(STDERR_FILENO));
  host_guardian_told();
}

enum { words_limit = 160 };

/// What was printed last before the end.
static void append_words(struct host_line *line, const char *words) {
  if (!words[0]) return;
  host_line_append(line, ", saying \"");
  host_line_append_untrusted(line, words);
  host_line_append(line, "\"");
}

/// The words of Swift's and C++'s runtimes when there is no memory: who asked for it last is not to
/// blame.
static bool is_about_memory(const char *words) {
  return strstr(words, "failed to allocate") != NULL || strstr(words, "std::bad_alloc") != NULL;
}

static void say_memory_is_used_up(int number, const char *words) {
  struct host_line line;
  begin_last_words(&line);
  host_line_append(&line, "out of memory (");
  append_signal(&line, number);
  append_words(&line, words);
  host_line_append(&line, "): for what it shows: allow it more (ulimit -v), or give it fewer rows\n");
  say_last_words(&line);
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
  char words[words_limit];
  host_capture_last_words(words, sizeof words);
  if (is_about_memory(words)) return say_memory_is_used_up(number, words);
  struct host_call_record record = host_call_record_get();
  bool is_main = this_thread() == main_thread;
  char name[128];
  if ((!is_main || !record.function) && host_culprit_find(instruction, name, sizeof name)) {
    record = (struct host_call_record){.file = name, .function = "a thread of its own"};
    if (is_main) record.function = "a handler of its own";
    is_main = true;
  }
  struct host_line line;
  begin_last_words(&line);
  host_line_append(
      &line,
      !is_main          ? "a thread crashed"
      : record.function ? "a plugin crashed"
                        : "it crashed");
  host_line_append(&line, " (");
  append_signal(&line, number);
  append_words(&line, words);
  host_line_append(&line, is_main ? "): " : "): beside ");
  if (record.function) {
    host_culprit_append_place(&line, &record);
    host_culprit_append_remedy(&line, &record);
  } else if (is_main) {
    host_line_append(&line, "in the host itself: please report what led to it\n");
  } else {
    host_line_append(&line, "the host: a plugin started it");
    host_culprit_append_search(&line);
  }
  say_last_words(&line);
}

static void crashed(int number, siginfo_t *information, void *context) {
  (void)information;
  claim_death(number);
  say_crash(number, instruction_of(context));
  die_of(number);
}

/// A signal that ends the program and is no crash. A plugin may have sent it, or asked for it with a
/// timer; another process may have.
static void ended(int number, siginfo_t *information, void *context) {
  (void)context;
  claim_death(number);
  struct host_call_record record = host_call_record_get();
  struct host_line line;
  begin_last_words(&line);
  host_line_append(&line, "stopped by ");
  append_signal(&line, number);
  bool is_sent = information->si_code == SI_USER || information->si_code == SI_QUEUE;
  if (is_sent && information->si_pid != host) {
    host_line_append(&line, ": sent by process ");
    host_line_append_number(&line, (unsigned)information->si_pid);
    host_line_append(&line, ": start it again\n");
  } else if (number == SIGXCPU && information->si_code == SI_KERNEL) {
    host_line_append(&line, ": its processor time is used up (ulimit -t): allow it more\n");
  } else if (record.function) {
    host_line_append(&line, ": ");
    host_culprit_append_place(&line, &record);
    host_culprit_append_remedy(&line, &record);
  } else {
    host_line_append(&line, ": from a plugin, in no call of the host's");
    host_culprit_append_search(&line);
  }
  say_last_words(&line);
  die_of(number);
}

void host_crash_stop(int number) {
  claim_death(number);
  struct host_call_record record = host_call_record_get();
  struct host_line line;
  begin_last_words(&line);
  host_line_append(&line, "stopped by ");
  append_signal(&line, number);
  if (record.function) {
    host_line_append(&line, ", which a plugin kept waiting: ");
    host_culprit_append_place(&line, &record);
    host_culprit_append_remedy(&line, &record);
  } else {
    host_line_append(&line, " while it was busy: in the host itself: please report it\n");
  }
  say_last_words(&line);
  die_of(number);
}

void host_crash_exit(const char *function, int status, const void *caller) {
  if (__atomic_load_n(&dying_thread, __ATOMIC_ACQUIRE) != 0) return;
  claim_death(SIGABRT);
  struct host_call_record record = host_call_record_get();
  bool is_main = this_thread() == main_thread;
  char name[128];
  if ((!is_main || !record.function) &&
      host_culprit_find((uintptr_t)caller, name, sizeof name)) {
    record = (struct host_call_record){.file = name, .function = "a thread of its own"};
    is_main = true;
  }
  struct host_line line;
  begin_last_words(&line);
  host_line_append(&line, "a plugin ended the program (");
  host_line_append(&line, function);
  if (status >= 0) {
    host_line_append(&line, " with status ");
    host_line_append_number(&line, (unsigned)status & 0xFF);
  }
  char words[words_limit];
  host_capture_last_words(words, sizeof words);
  append_words(&line, words);
  if (record.function) {
    host_line_append(&line, is_main ? "): " : "): beside ");
    host_culprit_append_place(&line, &record);
    host_culprit_append_remedy(&line, &record);
  } else {
    host_line_append(&line, "): in a thread of its own");
    host_culprit_append_search(&line);
  }
  say_last_words(&line);
  host_exit_now(128 + SIGABRT);
}

void host_crash_allow(sigset_t *mask) {
  for (int i = 0; i < crash_count; i += 1) sigdelset(mask, crashes[i]);
}

static int install(int number, void (*handler)(int, siginfo_t *, void *)) {
  struct sigaction action, before;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigfillset(&action.sa_mask);
  if (handler == ended && (sigaction(number, NULL, &before) != 0 || before.sa_handler == SIG_IGN))
    return 0;
  return sigaction(number, &action, NULL) != 0 ? -errno : 0;
}

int host_crash_install(void) {
  host = getpid();
  main_thread = this_thread();
  host_exit_watch();
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  if (sigaltstack(&own, NULL) != 0) return -errno;
  int result = 0;
  for (int i = 0; i < crash_count && result == 0; i += 1) result = install(crashes[i], crashed);
  for (int i = 0; i < ending_count && result == 0; i += 1) result = install(endings[i], ended);
  for (int number = SIGRTMIN; number <= SIGRTMAX - 2 && result == 0; number += 1)
    result = install(number, ended);
  return result;
}
