#include "internal.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

#ifdef MACHINE

/// Memory, own threads, time, reading, and writing to open files. Excludes changing files by name, and running,
/// forking, tracing, mounting, connecting, and sending to other processes.
static const uint32_t allowed[] = {
    /* memory */
    SYS_brk, SYS_mmap, SYS_munmap, SYS_mprotect, SYS_mremap, SYS_madvise, SYS_mincore, SYS_msync,
    SYS_membarrier,
    /* threads */
    SYS_futex, SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_set_tid_address, SYS_gettid,
    SYS_sched_yield, SYS_sched_get_priority_max, SYS_sched_get_priority_min, SYS_getcpu, SYS_exit, SYS_exit_group,
    SYS_restart_syscall,
    /* own signals */
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending, SYS_rt_sigtimedwait,
    SYS_rt_sigsuspend, SYS_sigaltstack, SYS_setitimer, SYS_getitimer,
    SYS_timer_settime, SYS_timer_gettime, SYS_timer_getoverrun, SYS_timer_delete,
    /* time and random numbers */
    SYS_nanosleep, SYS_gettimeofday, SYS_times, SYS_getrandom,
    /* identity and environment */
    SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid,
    SYS_getegid, SYS_getresuid, SYS_getresgid, SYS_getgroups, SYS_getrusage,
    SYS_uname, SYS_sysinfo, SYS_getcwd, SYS_chdir, SYS_fchdir, SYS_umask, SYS_wait4, SYS_waitid,
    /* files; Landlock decides which may be read */
    SYS_close, SYS_close_range, SYS_fstat, SYS_newfstatat, SYS_statx, SYS_statfs,
    SYS_fstatfs, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_getdents64, SYS_lseek,
    SYS_read, SYS_pread64, SYS_readv, SYS_preadv, SYS_write, SYS_pwrite64, SYS_writev, SYS_fadvise64,
    SYS_dup, SYS_dup3,
    /* waiting, and the link to the host */
    SYS_pipe2, SYS_eventfd2, SYS_timerfd_create, SYS_timerfd_settime, SYS_timerfd_gettime,
    SYS_signalfd4, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_ppoll, SYS_pselect6,
    SYS_sendmsg, SYS_recvmsg, SYS_sendto, SYS_recvfrom,
#if defined(__x86_64__)
    /* older variants */
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_getdents, SYS_dup2, SYS_pipe,
    SYS_eventfd, SYS_epoll_create, SYS_epoll_wait, SYS_poll, SYS_select, SYS_time, SYS_alarm,
    SYS_pause, SYS_getpgrp, SYS_getrlimit,
#endif
};

/// The calls that the network grant adds; sockets are limited to Internet sockets.
static const uint32_t network_calls[] = {
    SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_shutdown, SYS_getsockname,
    SYS_getpeername, SYS_getsockopt, SYS_setsockopt, SYS_sendmmsg, SYS_recvmmsg,
};
static const uint32_t network_families[] = {AF_INET, AF_INET6};
static const uint32_t network_types[] = {SOCK_STREAM, SOCK_DGRAM};
/* TCP or UDP, by 0 or by number: not ping, SCTP, UDP-Lite or Multipath TCP. */
static const uint32_t network_protocols[] = {0, IPPROTO_TCP, IPPROTO_UDP};

/// The calls that a grant to run programs adds. The programs have the worker's sandbox, and stay in its session and
/// process group, which end with it.
static const uint32_t run_calls[] = {
    SYS_execve, SYS_execveat,
#if defined(__x86_64__)
    SYS_vfork, SYS_fork, SYS_arch_prctl,
#endif
};

/* The locks, after the first six, need a grant to read files. A descriptor for reading allows only shared locks (the
   kernel refuses an exclusive one with EBADF). Waiting for a lock is no worse than polling for it. */
enum { file_command_count = 6 };
static const uint32_t file_commands[] = {
    F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD,  F_SETFD,   F_GETFL,     F_SETFL,
    F_GETLK, F_SETLK,         F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW,
};
static const uint32_t device_commands[] = {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};
/* PR_SET_VMA names memory for debuggers; malloc calls it. */
static const uint32_t process_commands[] = {PR_SET_NAME, PR_GET_NAME, PR_GET_NO_NEW_PRIVS, 0x53564d41};

enum { longest_filter = 512, call_numbers = 512, landlock_scopes_signals = 6 };

/// A seccomp filter that is being built.
struct filter {
  struct sock_filter steps[longest_filter];
  uint16_t count;
  /// The calls that are allowed whatever their arguments, by number.
  bool allows[call_numbers];
  /// Whether it has more steps than there is room for, or a jump is too long: then it must not be used.
  bool is_too_long;
};

static void add(struct filter *filter, struct sock_filter step) {
  if (filter->count == longest_filter) {
    filter->is_too_long = true;
    return;
  }
  filter->steps[filter->count] = step;
  filter->count += 1;
}

static void give(struct filter *filter, uint32_t answer) {
  add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, answer));
}

/// Skips the next `steps` unless the loaded value is `value`.
static void skip_unless(struct filter *filter, uint32_t value, uint8_t steps) {
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, steps));
}

static void load(struct filter *filter, uint32_t offset) {
  add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

/// The offset of the lower half of an argument; all supported machines are little-endian.
static uint32_t argument(int index) {
  return (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (size_t)index);
}

static const uint32_t allow = SECCOMP_RET_ALLOW;
static uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;

void host_sandbox_trap(void) {
  sandbox_trap_refusals();
  refuse = SECCOMP_RET_TRAP;
}

/// Answers a call whose int argument is none of the values with `otherwise`, and allows it with one of them.
static void allow_or(
    struct filter *filter, uint32_t call, int index, const uint32_t *values, uint8_t count,
    uint32_t otherwise) {
  skip_unless(filter, call, (uint8_t)(2 + 2 * count));
  load(filter, argument(index));
  for (uint8_t i = 0; i < count; i += 1) {
    skip_unless(filter, values[i], 1);
    give(filter, allow);
  }
  give(filter, otherwise);
}

/// Allows a call if an int argument is one of the values.
static void allow_with(
    struct filter *filter, uint32_t call, int index, const uint32_t *values, uint8_t count) {
  allow_or(filter, call, index, values, count, refuse);
}

/// Refuses the call unless the loaded value is one of the values.
static void require(struct filter *filter, const uint32_t *values, uint8_t count) {
  for (uint8_t i = 0; i < count; i += 1) {
    const uint8_t rest = count - i;
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, values[i], rest, 0));
  }
  give(filter, refuse);
}

/// Allows IPv4 and IPv6 sockets for TCP and UDP.
static void allow_internet_sockets(struct filter *filter) {
  const uint16_t start = filter->count;
  skip_unless(filter, SYS_socket, 0);
  load(filter, argument(0));
  require(filter, network_families, COUNT(network_families));
  load(filter, argument(1));
  const uint32_t flags = SOCK_NONBLOCK | SOCK_CLOEXEC;
  add(filter, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, ~flags));
  require(filter, network_types, COUNT(network_types));
  load(filter, argument(2));
  require(filter, network_protocols, COUNT(network_protocols));
  give(filter, allow);
  filter->steps[start].jf = (uint8_t)(filter->count - start - 1);
}

/// Allows opening a file without the forbidden flags: those for writing (an access mode other than 0), creating and
/// truncating.
static void allow_opening_files(
    struct filter *filter, uint32_t call, int flags, uint32_t forbidden) {
  skip_unless(filter, call, 5);
  load(filter, argument(flags));
  add(filter, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, forbidden));
  skip_unless(filter, 0, 1);
  give(filter, allow);
  give(filter, refuse);
}

/// Allows threads without new namespaces; if programs may be run, also processes that are children of the caller.
static void allow_clone(struct filter *filter, bool runs) {
  const uint32_t thread = CLONE_VM | CLONE_SIGHAND | CLONE_THREAD;
  const uint32_t never = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                         CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_PARENT | CLONE_PTRACE;
  skip_unless(filter, SYS_clone, 5);
  load(filter, argument(0));
  add(filter, (struct sock_filter)BPF_STMT(
                  BPF_ALU | BPF_AND | BPF_K, runs ? never : never | thread | CLONE_VFORK));
  skip_unless(filter, runs ? 0 : thread, 1);
  give(filter, allow);
  give(filter, refuse);
  /* The flags of clone3 are in memory, which a filter cannot read; on ENOSYS the C library calls clone. */
  skip_unless(filter, SYS_clone3, 1);
  give(filter, SECCOMP_RET_ERRNO | ENOSYS);
}

/// Allows what reads facts of a process, for this one alone, and reading limits but not setting them: the pointer to
/// new limits must be NULL.
static void allow_own_facts(struct filter *filter) {
  const uint32_t own[] = {0, (uint32_t)getpid()};
  const uint32_t scheduling[] = {
      SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler};
  allow_with(filter, SYS_getpgid, 0, own, COUNT(own));
  allow_with(filter, SYS_getsid, 0, own, COUNT(own));
  /* The C library asks for those of threads, which a filter cannot tell from processes, and does without on ENOSYS. */
  for (size_t i = 0; i < COUNT(scheduling); i += 1)
    allow_or(filter, scheduling[i], 0, own, COUNT(own), SECCOMP_RET_ERRNO | ENOSYS);
  const uint16_t priority = filter->count;
  skip_unless(filter, SYS_getpriority, 0);
  load(filter, argument(0));
  require(filter, own, 1);
  load(filter, argument(1));
  require(filter, own, COUNT(own));
  give(filter, allow);
  filter->steps[priority].jf = (uint8_t)(filter->count - priority - 1);
  const uint16_t limits = filter->count;
  skip_unless(filter, SYS_prlimit64, 0);
  load(filter, argument(0));
  require(filter, own, COUNT(own));
  load(filter, argument(2));
  require(filter, own, 1);
  load(filter, argument(2) + 4);
  require(filter, own, 1);
  give(filter, allow);
  filter->steps[limits].jf = (uint8_t)(filter->count - limits - 1);
}

/// Allows clocks but those of other processes. The kernel itself refuses clocks of their threads, which have bit 2.
static void allow_clocks(struct filter *filter) {
  const uint32_t calls[] = {
      SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_timer_create};
  const uint32_t kinds = 16, of_thread = 4;
  const uint32_t own[] = {~0u << 3 | 2, ~(uint32_t)getpid() << 3 | 2};
  for (uint8_t i = 0; i < COUNT(calls); i += 1) {
    const uint8_t rest = (uint8_t)(COUNT(calls) - i);
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[i], rest, 0));
  }
  const uint16_t others = filter->count;
  add(filter, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 0));
  load(filter, argument(0));
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kinds, 1, 0));
  give(filter, allow);
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, of_thread, 0, 1));
  give(filter, allow);
  require(filter, own, COUNT(own));
  give(filter, allow);
  filter->steps[others].k = (uint32_t)(filter->count - others - 1);
}

static void begin(struct filter *filter) {
  load(filter, offsetof(struct seccomp_data, arch));
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0));
  give(filter, SECCOMP_RET_KILL_PROCESS);
  load(filter, offsetof(struct seccomp_data, nr));
#if defined(__x86_64__)
  const uint32_t x32 = 0x40000000;
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, x32, 0, 1));
  give(filter, refuse);
#endif
}

static void allow_all(struct filter *filter, const uint32_t *calls, size_t count) {
  for (size_t i = 0; i < count; i += 1) filter->allows[calls[i]] = true;
}

/// Answers for the numbers between the bounds `first` and `last`: the answer changes at every bound.
static void search(struct filter *filter, const uint32_t *bounds, size_t first, size_t last) {
  if (last - first == 1) return give(filter, first % 2 == 1 ? allow : refuse);
  const size_t middle = first + (last - first) / 2;
  const uint16_t start = filter->count;
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, bounds[middle], 0, 0));
  search(filter, bounds, first, middle);
  const int distance = filter->count - start - 1;
  if (distance > UINT8_MAX) filter->is_too_long = true;
  filter->steps[start].jt = (uint8_t)distance;
  search(filter, bounds, middle, last);
}

/// Answers for all calls without special rules. A binary search, because the kernel runs the filter once for every
/// number when it is installed.
static void answer_the_rest(struct filter *filter) {
  uint32_t bounds[call_numbers + 1] = {0};
  size_t count = 1;
  for (uint32_t number = 0; number < call_numbers; number += 1) {
    if (filter->allows[number] != (count % 2 == 0)) bounds[count++] = number;
  }
  if (count % 2 == 0) bounds[count++] = call_numbers;
  search(filter, bounds, 0, count);
}

/// Allows signals to this process; if programs may be run and Landlock confines signals, to those programs as well.
static void allow_signals(struct filter *filter, bool runs) {
  const uint32_t calls[] = {SYS_kill, SYS_tgkill};
  if (runs && host_sandbox_landlock_version() >= landlock_scopes_signals)
    return allow_all(filter, calls, COUNT(calls));
  const uint32_t own[] = {(uint32_t)getpid()};
  for (size_t i = 0; i < COUNT(calls); i += 1) allow_with(filter, calls[i], 0, own, COUNT(own));
}

int sandbox_calls_close(uint32_t grants, bool files_are_closed) {
  static struct filter filter;
  const bool runs = grants & (HOST_GRANT_RUN | HOST_GRANT_PROGRAMS);
  const bool reads = grants & (HOST_GRANT_FILES_READ | HOST_GRANT_PATHS_READ);
  /* Programs open /dev/null for writing; Landlock allows that only there. */
  const uint32_t never = O_CREAT | O_TRUNC;
  const uint32_t forbidden = runs && files_are_closed ? never : O_ACCMODE | never;
  filter = (struct filter){0};
  begin(&filter);
  allow_all(&filter, allowed, COUNT(allowed));
  if (grants & HOST_GRANT_NETWORK) {
    allow_all(&filter, network_calls, COUNT(network_calls));
    allow_internet_sockets(&filter);
  }
  if (runs) allow_all(&filter, run_calls, COUNT(run_calls));
  allow_signals(&filter, runs);
  allow_with(
      &filter, SYS_fcntl, 1, file_commands, reads ? COUNT(file_commands) : file_command_count);
  allow_with(&filter, SYS_ioctl, 1, device_commands, COUNT(device_commands));
  allow_with(&filter, SYS_prctl, 0, process_commands, COUNT(process_commands));
  allow_opening_files(&filter, SYS_openat, 2, forbidden);
#if defined(__x86_64__)
  allow_opening_files(&filter, SYS_open, 1, forbidden);
#endif
  allow_clone(&filter, runs);
  allow_own_facts(&filter);
  allow_clocks(&filter);
  answer_the_rest(&filter);
  if (filter.is_too_long) return -E2BIG;
  struct sock_fprog program = {.len = filter.count, .filter = filter.steps};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 ? 0 : -errno;
}

/// A kernel with filters reads the filter at NULL, which fails with EFAULT.
bool sandbox_calls_are_filtered(void) {
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) != 0 && errno == EFAULT;
}

#else

void host_sandbox_trap(void) {}

bool sandbox_calls_are_filtered(void) { return false; }

/// There is no allowlist for this machine.
int sandbox_calls_close(uint32_t grants, bool files_are_closed) {
  (void)grants;
  (void)files_are_closed;
  return -ENOSYS;
}

#endif

#if defined(__x86_64__)
/// The case of a system call that newer machines do not have.
#define OLDER(name) case SYS_##name:
#else
#define OLDER(name)
#endif

/// The purpose of a refused system call; NULL for an unexpected one.
static const char *words_of(int call) {
  switch (call) {
    case SYS_clone: OLDER(fork) OLDER(vfork) return "it would start a process";
    case SYS_execve: case SYS_execveat: return "it would run a program";
    case SYS_socket: case SYS_socketpair: case SYS_connect: return "it would make a connection";
    case SYS_openat: case SYS_memfd_create: OLDER(open) OLDER(creat)
      return "it would open a file to write";
    case SYS_ftruncate: case SYS_mkdirat: case SYS_unlinkat: case SYS_renameat2:
    case SYS_fchmodat: case SYS_linkat: case SYS_symlinkat: case SYS_fchownat:
    OLDER(mkdir) OLDER(rmdir) OLDER(unlink) OLDER(rename) OLDER(chmod) OLDER(link) OLDER(symlink)
      return "it would change files";
    case SYS_kill: case SYS_tgkill: case SYS_tkill: case SYS_ptrace:
      return "it would send a signal to another process";
    case SYS_getpgid: case SYS_getsid: case SYS_getpriority: case SYS_clock_gettime:
      return "it would look at another process";
    case SYS_prlimit64: case SYS_setpriority: case SYS_prctl: case SYS_setsid: OLDER(setrlimit)
      return "it would change limits or rights";
    default: return NULL;
  }
}

static void on_refusal(int signal, siginfo_t *info, void *context) {
  (void)context;
  struct host_line line = {.count = 0};
  const char *words = words_of(info->si_syscall);
  if (words != NULL) host_line_append(&line, "\n%s\n", words);
  else host_line_append(&line, "\nsystem call %u\n", (unsigned)info->si_syscall);
  host_line_write(&line, STDERR_FILENO);
  raise(signal);
}

void sandbox_trap_refusals(void) {
  const struct sigaction action = {
      .sa_sigaction = on_refusal, .sa_flags = SA_SIGINFO | SA_RESETHAND | SA_NODEFER};
  sigaction(SIGSYS, &action, NULL);
}
