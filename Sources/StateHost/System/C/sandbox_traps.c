#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox_parts.h"

/// What a system call that workers are refused is for.
struct purpose {
  int call;
  const char *words;
};

static const char starts_process[] = "it would start a process";
static const char runs_program[] = "it would run a program";
static const char makes_socket[] = "it would make a connection";
static const char opens_file[] = "it would open a file to write";
static const char changes_files[] = "it would change files";
static const char signals_process[] = "it would send a signal to another process";
static const char changes_limits[] = "it would change limits or rights";

static const struct purpose purposes[] = {
    {SYS_clone, starts_process},      {SYS_execve, runs_program},
    {SYS_execveat, runs_program},     {SYS_socket, makes_socket},
    {SYS_socketpair, makes_socket},   {SYS_connect, makes_socket},
    {SYS_openat, opens_file},         {SYS_memfd_create, opens_file},
    {SYS_ftruncate, changes_files},   {SYS_mkdirat, changes_files},
    {SYS_unlinkat, changes_files},    {SYS_renameat2, changes_files},
    {SYS_fchmodat, changes_files},    {SYS_linkat, changes_files},
    {SYS_symlinkat, changes_files},   {SYS_fchownat, changes_files},
    {SYS_kill, signals_process},      {SYS_tgkill, signals_process},
    {SYS_tkill, signals_process},     {SYS_ptrace, signals_process},
    {SYS_prlimit64, changes_limits},  {SYS_setpriority, changes_limits},
    {SYS_prctl, changes_limits},      {SYS_setsid, changes_limits},
#if defined(__x86_64__)
    {SYS_fork, starts_process},       {SYS_vfork, starts_process},
    {SYS_open, opens_file},           {SYS_creat, opens_file},
    {SYS_mkdir, changes_files},       {SYS_rmdir, changes_files},
    {SYS_unlink, changes_files},      {SYS_rename, changes_files},
    {SYS_chmod, changes_files},       {SYS_link, changes_files},
    {SYS_symlink, changes_files},     {SYS_setrlimit, changes_limits},
#endif
};

static const char *words_of(int call) {
  for (size_t i = 0; i < sizeof purposes / sizeof purposes[0]; i += 1) {
    if (purposes[i].call == call) return purposes[i].words;
  }
  return NULL;
}

static void say(const char *text) {
  ssize_t ignored = write(STDERR_FILENO, text, strlen(text));
  (void)ignored;
}

static void say_number(int number) {
  char digits[12];
  size_t start = sizeof digits - 1;
  digits[start] = 0;
  do {
    digits[--start] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  say(digits + start);
}

static void on_refusal(int signal, siginfo_t *info, void *context) {
  (void)context;
  const char *words = words_of(info->si_syscall);
  say("\n");
  if (words == NULL) {
    say("system call ");
    say_number(info->si_syscall);
  } else {
    say(words);
  }
  say("\n");
  raise(signal);
}

void sandbox_trap_refusals(void) {
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_RESETHAND | SA_NODEFER};
  action.sa_sigaction = on_refusal;
  sigaction(SIGSYS, &action, NULL);
}
