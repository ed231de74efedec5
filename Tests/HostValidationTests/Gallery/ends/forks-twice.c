/* It starts a daemon, as daemons are started: its parent and its session are gone. */
#define _GNU_SOURCE
#include <sys/wait.h>
#include <unistd.h>
#define IN_THEME \
  pid_t parent = fork(); \
  if (parent == 0) { \
    setsid(); \
    if (fork() == 0) sleep(60); \
    _exit(0); \
  } \
  waitpid(parent, NULL, 0);
#include "../right.c"
