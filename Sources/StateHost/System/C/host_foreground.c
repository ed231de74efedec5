#define _GNU_SOURCE
#include "host_foreground.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <termios.h>
#include <unistd.h>

#include "host_guardian.h"
#include "host_signals.h"
#include "host_terminal.h"
#include "host_terminal_mode.h"

extern char **environ;

static struct {
  int terminal;
  /// The process group that has the terminal, 0 for none.
  pid_t program;
  /// What it has made of the terminal, while it is stopped.
  struct termios settings;
  bool has_settings;
} foreground = {.terminal = -1};

/// The settings go back to those before the host, and its own group is in front: allowed from the background, for
/// the host has itself put another group there.
static void take_terminal(void) {
  sigset_t stops, previous;
  sigemptyset(&stops);
  sigaddset(&stops, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stops, &previous);
  tcsetpgrp(foreground.terminal, getpgrp());
  host_terminal_set(foreground.terminal, &host_terminal_known_mode()->original);
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
}

int host_foreground_start(int terminal, char *const arguments[], struct host_child *child) {
  const struct host_command command = {
      .file = arguments[0], .arguments = arguments, .variables = environ, .link = -1,
      .has_terminal = true, .terminal = terminal};
  if (foreground.program != 0) return EBUSY;
  host_terminal_leave();
  host_guardian_hand_over(terminal, host_terminal_known_mode());
  foreground.terminal = terminal;
  int error = host_command_spawn(&command, child);
  if (error != 0) {
    take_terminal();
    host_guardian_leave();
    return error;
  }
  foreground.program = child->pid;
  return 0;
}

void host_foreground_end(bool is_orderly) {
  if (foreground.program == 0) return;
  take_terminal();
  tcflush(foreground.terminal, TCIFLUSH);
  if (!is_orderly) {
    host_terminal_write(foreground.terminal, &host_terminal_known_mode()->leave);
  }
  foreground.program = 0;
  foreground.has_settings = false;
  host_guardian_leave();
}

void host_foreground_suspend(void) {
  if (foreground.program == 0) return;
  foreground.has_settings = tcgetattr(foreground.terminal, &foreground.settings) == 0;
  take_terminal();
  struct sigaction stop;
  if (sigaction(SIGTSTP, NULL, &stop) == 0 && stop.sa_handler != SIG_IGN) {
    // As a key would: whoever waits for the host's group sees all of it stop.
    kill(0, SIGTSTP);
    host_signals_suspend();
  }
  host_foreground_resume();
}

void host_foreground_resume(void) {
  if (foreground.program == 0) return;
  if (tcgetpgrp(foreground.terminal) != foreground.program) {
    if (foreground.has_settings) host_terminal_set(foreground.terminal, &foreground.settings);
    tcsetpgrp(foreground.terminal, foreground.program);
  }
  foreground.has_settings = false;
  kill(-foreground.program, SIGCONT);
}
