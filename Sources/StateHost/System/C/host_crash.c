#include "internal.h"

#include <link.h>
#include <ucontext.h>

/// The shared memory with the record of plugin calls and the texts that it points to, which another process reads after
/// this one has died; its pages are allocated when first written.
struct shared {
  struct host_call_record record;
  /// The addresses of this memory and of the program in the writing process.
  const struct shared *own_address;
  const char *program_address;
  /// Whether the crash was on another thread than the one whose calls are recorded.
  int is_beside;
  size_t used;
  char names[256 * 1024];
};

static struct host_call_record own;
struct host_call_record *host_current_call = &own;
static struct shared *shared;

/// An address at the same offset in every process of this program.
static const char *program_address(void) { return (const char *)&own; }

int host_call_record_share(int file) {
  if (shared != NULL) return -EBUSY;
  int flags = MAP_SHARED | MAP_NORESERVE | (file < 0 ? MAP_ANONYMOUS : 0);
  void *memory = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, flags, file, 0);
  if (memory == MAP_FAILED) return -errno;
  shared = memory;
  shared->record = own;
  shared->own_address = shared;
  shared->program_address = program_address();
  host_current_call = &shared->record;
  return 0;
}

/// SA_RESETHAND has restored the default action; the signal, sent again, is delivered when this returns.
static void record_thread_fault(int number, siginfo_t *information, void *context) {
  (void)information;
  (void)context;
  if (gettid() != getpid()) __atomic_store_n(&shared->is_beside, 1, __ATOMIC_RELEASE);
  syscall(SYS_tgkill, getpid(), gettid(), number);
}

void host_call_record_note_threads(void) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
  const struct sigaction action = {
      .sa_sigaction = record_thread_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
  for (size_t i = 0; shared != NULL && i < COUNT(faults); i += 1)
    sigaction(faults[i], &action, NULL);
}

const char *host_call_name(const char *text, size_t length) {
  size_t size = length + 1;
  char *name;
  if (shared != NULL && size <= sizeof shared->names - shared->used) {
    name = shared->names + shared->used;
    shared->used += size;
  } else {
    name = malloc(size);
    if (name == NULL) abort();
  }
  name[length] = 0;
  return memcpy(name, text, length);
}

int host_call_name_is_shared(const char *name) {
  return shared != NULL && name >= shared->names && name < shared->names + sizeof shared->names;
}

int host_call_record_file(void) { return host_memory_shared("calls", sizeof(struct shared)); }

/// A range of memory that is read as text.
struct range {
  const char *start;
  const char *end;
};

/// Copies a NUL-terminated text of printable ASCII within a range; false when there is none.
static bool copy_text(struct range range, const char *text, char *into, size_t capacity) {
  if (text < range.start || text >= range.end) return false;
  for (size_t i = 0; i < capacity && text + i < range.end; i += 1) {
    char letter = __atomic_load_n(text + i, __ATOMIC_RELAXED);
    into[i] = letter;
    if (letter == 0) return i > 0;
    if (letter < 0x20 || letter > 0x7e) return false;
  }
  return false;
}

/// The search for the segment of the program that holds a constant.
struct constant {
  const char *address;
  struct range range;
};

/// Finds the segment of the program (not of its libraries) that holds an address; constants can be in writable
/// segments too.
static int find_constant(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  struct constant *constant = context;
  for (int i = 0; i < info->dlpi_phnum; i += 1) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_R)) continue;
    const char *start = (const char *)info->dlpi_addr + part->p_vaddr;
    if (constant->address < start || constant->address >= start + part->p_memsz) continue;
    constant->range = (struct range){start, start + part->p_memsz};
  }
  return 1;
}

int host_call_record_read(int file, char *function, char *child, size_t capacity) {
  struct shared *theirs = mmap(NULL, sizeof *theirs, PROT_READ, MAP_SHARED, file, 0);
  if (theirs == MAP_FAILED) return 0;
  int is_beside = __atomic_load_n(&theirs->is_beside, __ATOMIC_ACQUIRE);
  const char *name =
      is_beside ? NULL : __atomic_load_n(&theirs->record.function, __ATOMIC_RELAXED);
  const char *owner = __atomic_load_n(&theirs->record.child, __ATOMIC_RELAXED);
  // The record is untrusted: addresses are checked against the readable ranges.
  uintptr_t program = (uintptr_t)__atomic_load_n(&theirs->program_address, __ATOMIC_RELAXED);
  uintptr_t memory = (uintptr_t)__atomic_load_n(&theirs->own_address, __ATOMIC_RELAXED);
  struct constant constant = {
      .address = (const char *)((uintptr_t)program_address() + (uintptr_t)name - program)};
  dl_iterate_phdr(find_constant, &constant);
  int found = name != NULL && copy_text(constant.range, constant.address, function, capacity);
  struct range names = {theirs->names, theirs->names + sizeof theirs->names};
  const char *moved = (const char *)((uintptr_t)theirs + (uintptr_t)owner - memory);
  if (!found || owner == NULL || !copy_text(names, moved, child, capacity)) child[0] = 0;
  munmap(theirs, sizeof *theirs);
  return found;
}

void host_culprit_append_place(struct host_line *line, const struct host_call_record *record) {
  host_line_append(line, "%s", record->file ? record->file : "a plugin");
  if (record->child) host_line_append(line, ", child %s", record->child);
  host_line_append(line, ", in %s", record->function);
}

void host_culprit_append(
    struct host_line *line, const struct host_call_record *record, const char *otherwise) {
  if (record->function == NULL) {
    host_line_append(line, "%s: take plugins out one by one\n", otherwise);
    return;
  }
  const char *file = record->file ? record->file : "the plugin";
  host_culprit_append_place(line, record);
  host_line_append(line, ": update %s, or take it out of the plugin directory\n", file);
}

/// The name in a line of /proc/self/maps if the mapping holds the instruction.
static const char *mapping_name(const char *line, uintptr_t instruction) {
  static const char prefix[] = "/memfd:";
  char *rest;
  uintptr_t start = strtoul(line, &rest, 16);
  uintptr_t end = *rest == '-' ? strtoul(rest + 1, &rest, 16) : 0;
  const char *path = strstr(rest, prefix);
  if (instruction < start || instruction >= end || path == NULL) return NULL;
  return path + sizeof prefix - 1;
}

static bool copy_name(const char *path, char *name, size_t capacity) {
  size_t used = 0;
  for (; path[used] && path[used] != ' ' && used < capacity - 1; used += 1) name[used] = path[used];
  name[used] = 0;
  return used > 0;
}

/// Finds the plugin whose code holds an instruction, by the name of its copy in memory. Reads the mappings in small
/// pieces: a signal handler has little stack and cannot allocate.
static bool find_library(uintptr_t instruction, char *name, size_t capacity) {
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
      const char *path = mapping_name(line, instruction);
      is_found = path != NULL && copy_name(path, name, capacity);
    }
  }
  close(maps);
  return is_found;
}

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
enum { crash_count = COUNT(crashes) };

/// Other signals that end a process by default; besides, all real-time signals but the host's own two.
static const int endings[] = {
    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO, SIGPWR, SIGSTKFLT,
};
enum { ending_count = COUNT(endings) };

static _Alignas(16) unsigned char stack[64 * 1024];
static pid_t host;
static pid_t main_thread;
static pid_t dying_thread;

static void append_signal(struct host_line *line, int number) {
  const char *name = sigabbrev_np(number);
  if (name) host_line_append(line, "SIG%s", name);
  else host_line_append(line, "SIGRTMIN+%u", (unsigned)(number - SIGRTMIN));
}

static _Noreturn void die_of(int number) {
  // Allows a core dump.
  prctl(PR_SET_DUMPABLE, 1);
  signal(number, SIG_DFL);
  mask_signal(SIG_UNBLOCK, number, NULL);
  raise(number);
  host_exit_now(128 + number);
}

/// Lets the first crashing thread report; others wait here for the end. A crash while reporting, or in a process that a
/// plugin has forked, dies without a report.
static void claim_death(int number) {
  if (host != 0 && getpid() != host) die_of(number);
  pid_t none = 0;
  pid_t own = gettid();
  if (__atomic_compare_exchange_n(
          &dying_thread, &none, own, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return;
  if (none == own) die_of(number);
  for (;;) pause();
}

/// Restores the terminal first, so that the line is on the shell's screen.
static void begin_report(struct host_line *line) {
  host_terminal_abandon();
  line->count = 0;
  host_line_append(line, "statehost: ");
}

static void write_report(const struct host_line *line) {
  host_line_write(line, host_capture_original(STDERR_FILENO));
  host_guardian_reported();
}

enum { words_limit = 160 };

/// Appends the last line that plugins printed.
static void append_words(struct host_line *line, const char *words) {
  if (words[0]) host_line_append(line, ", saying \"%s\"", words);
}

/// Whether Swift's or C++'s runtime ran out of memory, which is not the fault of the last caller.
static bool is_about_memory(const char *words) {
  return strstr(words, "failed to allocate") != NULL || strstr(words, "std::bad_alloc") != NULL;
}

static void report_out_of_memory(int number, const char *words) {
  struct host_line line;
  begin_report(&line);
  host_line_append(&line, "out of memory (");
  append_signal(&line, number);
  append_words(&line, words);
  host_line_append(&line, "): for what it shows: allow it more (ulimit -v), or give it fewer rows\n");
  write_report(&line);
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

/// The plugin call to name: the host's current one, or, for code on another thread or outside a call, the plugin that
/// the code is of, with `on_main` for a function if this is the main thread. `*is_beside` is set if the code's plugin
/// is unknown and the thread is another one: the host's current call is then only context.
static struct host_call_record find_culprit(
    uintptr_t instruction, const char *on_main, char (*name)[128], bool *is_beside) {
  struct host_call_record record = host_call_record_get();
  *is_beside = gettid() != main_thread;
  if ((*is_beside || !record.function) && find_library(instruction, *name, sizeof *name)) {
    const char *function = *is_beside ? "a thread of its own" : on_main;
    record = (struct host_call_record){.file = *name, .function = function};
    *is_beside = false;
  }
  return record;
}

static void report_crash(int number, uintptr_t instruction) {
  char words[words_limit], name[128];
  host_capture_last_words(words, sizeof words);
  if (is_about_memory(words)) return report_out_of_memory(number, words);
  bool is_beside;
  struct host_call_record record =
      find_culprit(instruction, "a handler of its own", &name, &is_beside);
  struct host_line line;
  begin_report(&line);
  const char *what = is_beside ? "a thread" : record.function ? "a plugin" : "it";
  host_line_append(&line, "%s crashed (", what);
  append_signal(&line, number);
  append_words(&line, words);
  host_line_append(&line, is_beside ? "): beside " : "): ");
  if (record.function || is_beside) {
    host_culprit_append(&line, &record, "the host: a plugin started it");
  } else {
    host_line_append(&line, "in the host itself: please report what led to it\n");
  }
  write_report(&line);
}

static void crashed(int number, siginfo_t *information, void *context) {
  (void)information;
  claim_death(number);
  report_crash(number, instruction_of(context));
  die_of(number);
}

/// Reports a signal that ends the program and is no crash, and dies of it: one that a plugin, its timer or another
/// process has sent, or, without `information`, one that was pending for too long.
static _Noreturn void stop(int number, const siginfo_t *information) {
  claim_death(number);
  struct host_call_record record = host_call_record_get();
  struct host_line line;
  begin_report(&line);
  host_line_append(&line, "stopped by ");
  append_signal(&line, number);
  int code = information ? information->si_code : 0;
  if (information == NULL && record.function == NULL) {
    host_line_append(&line, " while it was busy: in the host itself: please report it\n");
  } else if (information == NULL) {
    host_line_append(&line, ", which a plugin kept waiting: ");
    host_culprit_append(&line, &record, "");
  } else if ((code == SI_USER || code == SI_QUEUE) && information->si_pid != host) {
    unsigned sender = (unsigned)information->si_pid;
    host_line_append(&line, ": sent by process %u: start it again\n", sender);
  } else if (number == SIGXCPU && code == SI_KERNEL) {
    host_line_append(&line, ": its processor time is used up (ulimit -t): allow it more\n");
  } else {
    host_line_append(&line, ": ");
    host_culprit_append(&line, &record, "from a plugin, in no call of the host's");
  }
  write_report(&line);
  die_of(number);
}

static void ended(int number, siginfo_t *information, void *context) {
  (void)context;
  stop(number, information);
}

void host_crash_stop(int number) { stop(number, NULL); }

/// The process whose exits are reported as a plugin's; 0 for none.
static pid_t watched;

/// Restores the terminal, reports that the current plugin has called `function`, and exits like an abort; does nothing
/// while a crash is reported, or in another process. A `status` below 0 and a NULL `caller` are unknown.
static void report_exit(const char *function, int status, const void *caller) {
  if (watched == 0 || getpid() != watched) return;
  if (__atomic_load_n(&dying_thread, __ATOMIC_ACQUIRE) != 0) return;
  claim_death(SIGABRT);
  char name[128], words[words_limit];
  bool is_beside;
  struct host_call_record record =
      find_culprit((uintptr_t)caller, "a thread of its own", &name, &is_beside);
  struct host_line line;
  begin_report(&line);
  host_line_append(&line, "a plugin ended the program (%s", function);
  if (status >= 0) host_line_append(&line, " with status %u", (unsigned)status & 0xFF);
  host_capture_last_words(words, sizeof words);
  append_words(&line, words);
  host_line_append(&line, record.function && is_beside ? "): beside " : "): ");
  host_culprit_append(&line, &record, "in a thread of its own");
  write_report(&line);
  host_exit_now(128 + SIGABRT);
}

void host_crash_allow(sigset_t *mask) {
  for (int i = 0; i < crash_count; i += 1) sigdelset(mask, crashes[i]);
}

void host_exit_now(int status) {
  for (;;) syscall(SYS_exit_group, status);
}

static void at_exit(int status, void *nothing) {
  (void)nothing;
  report_exit("exit", status, NULL);
}

static void at_quick_end(void) { report_exit("quick_exit", -1, NULL); }

/// Overrides the C library's function for plugins: symbols of the program are found first.
__attribute__((visibility("default"))) void _exit(int status) {
  report_exit("_exit", status, __builtin_return_address(0));
  host_row_output_rescue();
  host_exit_now(status);
}

__attribute__((visibility("default"))) void _Exit(int status) {
  report_exit("_Exit", status, __builtin_return_address(0));
  host_row_output_rescue();
  host_exit_now(status);
}

/// Watches this process, not those that it forks.
static void watch_exits(void) {
  static int is_registered;
  if (!is_registered) {
    on_exit(at_exit, NULL);
    at_quick_exit(at_quick_end);
    is_registered = 1;
  }
  watched = getpid();
}

static int install(int number, void (*handler)(int, siginfo_t *, void *)) {
  struct sigaction before;
  struct sigaction action = {
      .sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
  sigfillset(&action.sa_mask);
  if (handler == ended && (sigaction(number, NULL, &before) != 0 || before.sa_handler == SIG_IGN))
    return 0;
  return sigaction(number, &action, NULL) != 0 ? -errno : 0;
}

int host_crash_install(void) {
  host = getpid();
  main_thread = gettid();
  watch_exits();
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  if (sigaltstack(&own, NULL) != 0) return -errno;
  int result = 0;
  for (int i = 0; i < crash_count && result == 0; i += 1) result = install(crashes[i], crashed);
  for (int i = 0; i < ending_count && result == 0; i += 1) result = install(endings[i], ended);
  for (int number = SIGRTMIN; number <= SIGRTMAX - 2 && result == 0; number += 1)
    result = install(number, ended);
  return result;
}

void host_exit_finish(void) {
  watched = 0;
  host_terminal_leave();
  host_guardian_end();
}
