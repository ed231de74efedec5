/// Runs a program on a kernel that seems to lack something: its system calls fail with ENOSYS, as where the kernel
/// never had them. What it starts inherits that.
///
///     without landlock,seccomp make test
///
/// Needs a kernel that takes a list of system calls (seccomp), and not that of a sandbox around it.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct sock_filter steps[64];
static unsigned short count;

static void add(uint16_t code, uint8_t is_so, uint8_t is_not, uint32_t value) {
  steps[count++] = (struct sock_filter){code, is_so, is_not, value};
}

static void load(size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, 0, 0, (uint32_t)offset); }

static const uint32_t no_call = SECCOMP_RET_ERRNO | ENOSYS;

static void refuse(uint32_t call) {
  load(offsetof(struct seccomp_data, nr));
  add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, call);
  add(BPF_RET | BPF_K, 0, 0, no_call);
}

/// Only where some of these bits are in its first argument.
static void refuse_bits(uint32_t call, uint32_t bits) {
  load(offsetof(struct seccomp_data, nr));
  add(BPF_JMP | BPF_JEQ | BPF_K, 0, 3, call);
  load(offsetof(struct seccomp_data, args));
  add(BPF_JMP | BPF_JSET | BPF_K, 0, 1, bits);
  add(BPF_RET | BPF_K, 0, 0, no_call);
}

/// Only where this is its first argument.
static void refuse_first(uint32_t call, uint32_t value) {
  load(offsetof(struct seccomp_data, nr));
  add(BPF_JMP | BPF_JEQ | BPF_K, 0, 3, call);
  load(offsetof(struct seccomp_data, args));
  add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, value);
  add(BPF_RET | BPF_K, 0, 0, no_call);
}

static int refuse_all_of(const char *name) {
  if (strcmp(name, "landlock") == 0) {
    refuse(SYS_landlock_create_ruleset);
    refuse(SYS_landlock_add_rule);
    refuse(SYS_landlock_restrict_self);
  } else if (strcmp(name, "seccomp") == 0) {
    refuse(SYS_seccomp);
    refuse_first(SYS_prctl, PR_SET_SECCOMP);
  } else if (strcmp(name, "namespaces") == 0) {
    refuse(SYS_unshare);
    refuse(SYS_setns);
    refuse(SYS_clone3);
    refuse_bits(SYS_clone, CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC);
  } else if (strcmp(name, "guardian") == 0) {
    // Forked without a signal, which nothing else is.
    refuse_first(SYS_clone, 0);
  } else if (strcmp(name, "memfd") == 0) {
    refuse(SYS_memfd_create);
  } else {
    return 0;
  }
  return 1;
}

int main(int argument_count, char **arguments) {
  if (argument_count < 3) {
    fprintf(stderr, "usage: without landlock,seccomp,namespaces,guardian,memfd PROGRAM [ARGUMENT...]\n");
    return 2;
  }
  for (char *name = strtok(arguments[1], ","); name != NULL; name = strtok(NULL, ",")) {
    if (refuse_all_of(name)) continue;
    fprintf(stderr, "without: %s: nothing that it knows\n", name);
    return 2;
  }
  add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {count, steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    perror("without: the kernel takes no list of system calls");
    return 1;
  }
  execvp(arguments[2], arguments + 2);
  perror(arguments[2]);
  return 127;
}
