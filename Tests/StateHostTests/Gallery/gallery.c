/*
 * A plugin that does one wrong thing, chosen by its options "deed" (what) and "place" (in which
 * function; "thread" is on a thread of its own). What happens before options can be read is chosen by
 * -DEARLY_DEED="name" and -DEARLY_PLACE="constructor", "entry", "init", "descriptor", "deinit" or
 * "destructor".
 */
#define _GNU_SOURCE
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <childplugin.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#ifndef EARLY_DEED
#define EARLY_DEED ""
#define EARLY_PLACE ""
#endif

static const childplugin_host_t *host;
static const childplugin_child_t *self;
static const childplugin_canvas_t *canvas_now;
static char deed[64], place[64];

#define HOSTILE \
  "\033]0;evil\007\033]52;c;ZXZpbA==\007\033[31;5mred\033[99;99H\033[?1049l\033Pevil\033\\\033c" \
  "\x9b" "31m\xc2\x9b" "31m\xc2\x9d" "0;evil\xc2\x9c\r\n\b\b\x7f\x0e\xe2\x80\xae\xff\xfe"

static childplugin_text_t text_of(const char *string) { return childplugin_text(string); }

static void rest(long milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
}

static void *perform(void *body) {
  ((void (*)(void))(uintptr_t)body)();
  return NULL;
}
static pthread_t begin(void (*body)(void)) {
  pthread_t thread = 0;
  if (pthread_create(&thread, NULL, perform, (void *)(uintptr_t)body) == 0) pthread_detach(thread);
  return thread;
}

/* ---- Crashes ---- */

static volatile int zero, sink;
static void do_null(void) { *(volatile int *)(uintptr_t)zero = 1; }
static void do_wild(void) { *(volatile int *)(uintptr_t)0x123456789ab8 = 1; }
static void do_noncanonical(void) { *(volatile long *)(uintptr_t)0xdead00000000beef = 1; }
static void do_code(void) { ((void (*)(void))(uintptr_t)&sink)(); }
static void do_readonly(void) { *(volatile char *)(uintptr_t) "constant" = 1; }
static void do_misaligned(void) {
#if defined(__x86_64__)
  static _Alignas(16) char bytes[64];
  __asm__ volatile("movaps (%0), %%xmm0" : : "r"(bytes + 1) : "xmm0");
#else
  raise(SIGBUS);
#endif
}
static void do_fpe(void) {
#if defined(__x86_64__)
  sink = 7 / zero;
#else
  raise(SIGFPE);
#endif
}
static void do_ill(void) { __builtin_trap(); }
static void do_bus(void) { raise(SIGBUS); }
static void do_sys(void) { raise(SIGSYS); }
static void do_abort(void) { abort(); }
static void do_kill(void) { kill(getpid(), SIGKILL); }
static void do_stop(void) { kill(getpid(), SIGSTOP); }
static void do_term(void) { raise(SIGTERM); }
static void do_pipe(void) { raise(SIGPIPE); }
__attribute__((noinline)) static int deeper(int depth) {
  volatile char room[4096];
  room[0] = (char)depth;
  return (zero == 0 ? deeper(depth + 1) : 0) + room[0];
}
static void do_stack(void) { sink = deeper(0); }
static void do_thread_stack(void) { begin(do_stack); rest(2000); }
static void do_thread_null(void) { begin(do_null); }
static void do_double_free(void) {
  void *volatile memory = malloc(64);
  void *volatile again = memory;
  free(memory);
  free(again);
}
static void do_heap(void) {
  char *volatile memory = malloc(32);
  for (int i = -64; i < 4096; i += 1) memory[i] = 0x41;
  free(memory);
  for (int i = 0; i < 1000; i += 1) free(malloc((size_t)i * 16));
}
static void do_free_host(void) { free((void *)(uintptr_t)host); }
static void do_smash_host(void) { memset((void *)(uintptr_t)host, 0x41, sizeof *host); }
static void do_unmap(void) {
  munmap((void *)((uintptr_t)&deed & ~(uintptr_t)4095), 4096);
  sink = deed[0];
}
static void do_child_table(void) {
  if (self != NULL) memset((void *)(uintptr_t)self, 0xff, sizeof *self);
}
static void do_canvas_table(void) {
  if (canvas_now != NULL) memset((void *)(uintptr_t)canvas_now, 0xff, sizeof *canvas_now);
}
static jmp_buf jump;
static void do_longjmp(void) { longjmp(jump, 1); }

/* ---- Ends ---- */

static void do_exit(void) { exit(0); }
static void do_exit7(void) { exit(7); }
static void do_exit_now(void) { _exit(3); }
static void do_quick_exit(void) { quick_exit(4); }
static void exits(void) { exit(5); }
static void do_thread_exit(void) { begin(exits); rest(2000); }
static void do_pthread_exit(void) { pthread_exit(NULL); }
/* As `throw 7` is in C++; nobody catches it. */
extern void *__cxa_allocate_exception(size_t size);
extern void __cxa_throw(void *thrown, void *type, void (*destroy)(void *));
extern char _ZTIi[];
static void do_cpp_throw(void) {
  int *thrown = __cxa_allocate_exception(sizeof *thrown);
  *thrown = 7;
  __cxa_throw(thrown, _ZTIi, NULL);
}

#ifdef OWN_MALLOC
/* For whoever is led to these. */
void *malloc(size_t size) { (void)size; abort(); }
void *calloc(size_t count, size_t size) { (void)count; (void)size; abort(); }
void *realloc(void *start, size_t size) { (void)start; (void)size; abort(); }
void free(void *start) { (void)start; abort(); }
#endif

static void loop_for_ever(void) { for (;;) sink += 1; }
static void do_atexit_hangs(void) {
  atexit(loop_for_ever);
  exit(0);
}

/* ---- Hangs ---- */

static void do_loop(void) { loop_for_ever(); }
static void do_sleep(void) { for (;;) pause(); }
static void do_deadlock(void) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
}
static void do_slow(void) { rest(900); }
static void do_masked_loop(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  for (int i = 1; i < 65; i += 1) signal(i, SIG_IGN);
  loop_for_ever();
}
static void ignore_fault(int number) { sink = number; }
static void do_fault_loop(void) {
  signal(SIGSEGV, ignore_fault);
  do_null();
}
static void do_burn(void) { for (int i = 0; i < 16; i += 1) begin(loop_for_ever); }

/* ---- Floods ---- */

static char long_text[1 << 20];
static char *long_line(void) {
  memset(long_text, 'l', sizeof long_text - 1);
  return long_text;
}
static void do_log(void) {
  for (int i = 0; i < 200000; i += 1) host->log(host, CHILDPLUGIN_LOG_WARNING, text_of("a line"));
}
static void do_log_long(void) {
  long_line();
  for (int i = 0; i < 500; i += 1) host->log(host, CHILDPLUGIN_LOG_WARNING, text_of(long_text));
}
static void log_for_ever(void) {
  for (;;) host->log(host, CHILDPLUGIN_LOG_ERROR, text_of("a line\nanother\nand more"));
}
static void do_log_thread(void) { begin(log_for_ever); begin(log_for_ever); }
static void do_print(void) {
  for (int i = 0; i < 100000; i += 1) {
    printf("printed\n");
    fprintf(stderr, "printed too\n");
  }
}
static void print_for_ever(void) {
  memset(long_text, '\n', sizeof long_text);
  for (size_t i = 0; i < sizeof long_text; i += 2) long_text[i] = 'p';
  for (;;) {
    if (write(1, long_text, 65536) < 0) rest(0);
  }
}
static void do_print_thread(void) { begin(print_for_ever); }
static void do_print_hostile(void) { fputs(HOSTILE "\n", stdout); fputs(HOSTILE "\n", stderr); }
static void do_print_unended(void) {
  for (int i = 0; i < 300; i += 1) {
    if (write(2, long_line(), 60000) < 0) rest(1);
  }
}
static void do_wake(void) { for (int i = 0; i < 1000000; i += 1) host->wake(host); }
static void wake_for_ever(void) {
  for (;;) host->wake(host);
}
static void do_wake_thread(void) { begin(wake_for_ever); begin(wake_for_ever); }
static void do_wake_after(void) {
  for (int i = 0; i < 100000; i += 1) host->wake_after(host, 0);
}
static void do_state(void) {
  for (int i = 0; i < 50000; i += 1) {
    host->request_state(host, text_of(i % 2 == 0 ? "aside" : "content"), i % 3 == 0);
  }
}
static void do_state_unknown(void) {
  for (int i = 0; i < 20000; i += 1) host->request_state(host, text_of(HOSTILE), true);
}
static void do_invalidate(void) { for (int i = 0; i < 1000000; i += 1) host->invalidate(host); }
static void do_reload(void) {
  for (int i = 0; i < 1000; i += 1) host->perform(host, CHILDPLUGIN_ACTION_RELOAD, 0);
}
static void do_perform(void) {
  for (int64_t i = 0; i < 100000; i += 1) {
    host->perform(host, (uint32_t)(4 + i % 1000), i * 0x100000001);
    host->perform(host, CHILDPLUGIN_ACTION_ACCEPT_ROW, INT64_MAX - i);
    host->perform(host, CHILDPLUGIN_ACTION_ACCEPT_ROW, -1 - i);
  }
}

/* ---- Too much ---- */

static void do_memory(void) {
  for (;;) {
    char *room = malloc(16 << 20);
    if (room == NULL) abort();
    memset(room, 1, 16 << 20);
  }
}
static void do_memory_kept(void) {
  for (int i = 0; i < 100; i += 1) {
    char *room = malloc(16 << 20);
    if (room != NULL) memset(room, 1, 16 << 20);
  }
}
static void wait_for_ever(void) {
  for (;;) pause();
}
static void do_threads(void) { for (int i = 0; i < 400 && begin(wait_for_ever) != 0; i += 1) {} }
static void do_forks(void) {
  for (int i = 0; i < 100000; i += 1) {
    if (fork() >= 0) _exit(9);
  }
}
static void do_run(void) {
  if (system("touch /tmp/evil; sleep 100 &") == 0) _exit(9);
  execl("/bin/sh", "sh", "-c", "sleep 100", (char *)NULL);
}
static void do_files(void) { while (open("/dev/null", O_RDONLY) >= 0 || dup(0) >= 0) {} }
static void do_alarms(void) {
  struct itimerval each = {{0, 100}, {0, 100}};
  signal(SIGALRM, ignore_fault);
  setitimer(ITIMER_REAL, &each, NULL);
}

/* ---- The process ---- */

static void do_close_all(void) { for (int i = 0; i < 1024; i += 1) close(i); }
static void do_close_link(void) { close(3); }
static void do_close_output(void) { close(0); close(1); close(2); }
static void do_replace_link(void) {
  int ends[2];
  if (pipe(ends) == 0) dup2(ends[0], 3);
}
static void do_nonblocking(void) { fcntl(3, F_SETFL, O_NONBLOCK); }
static void do_tty(void) {
  int number = open("/dev/tty", O_RDWR);
  if (number < 0) number = open("/proc/self/fd/0", O_RDWR);
  if (number >= 0 && write(number, HOSTILE, sizeof HOSTILE) > 0) _exit(9);
  struct termios raw;
  for (int i = 0; i < 64; i += 1) {
    if (tcgetattr(i, &raw) == 0) _exit(9);
    memset(&raw, 0, sizeof raw);
    if (tcsetattr(i, TCSANOW, &raw) == 0) _exit(9);
    if (ioctl(i, TIOCSTI, "q") == 0) _exit(9);
  }
}
static void do_signals(void) {
  for (int i = 1; i < 65; i += 1) signal(i, SIG_IGN);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  kill(getppid(), SIGKILL);
  kill(getppid(), SIGSTOP);
  kill(0, SIGKILL);
  kill(-1, SIGKILL);
}
static void do_state_of_process(void) {
  setlocale(LC_ALL, "");
  if (chdir("/") != 0) sink = 1;
  setenv("PATH", "/evil", 1);
  clearenv();
  fesetround(FE_UPWARD);
  feenableexcept(FE_ALL_EXCEPT);
  setvbuf(stdout, NULL, _IOFBF, 1 << 16);
  umask(0);
  srand(1);
  tzset();
}

/* ---- The host's functions, at the wrong time, with the wrong words ---- */

static void call_everything(const childplugin_host_t *with) {
  char room[32];
  childplugin_content_t content = {.size = sizeof content};
  childplugin_terminal_t terminal = {.size = sizeof terminal};
  childplugin_column_t column = {.size = sizeof column};
  childplugin_row_t row = {.size = sizeof row};
  with->log(with, 99, text_of(HOSTILE));
  with->wake(with);
  with->now(with);
  with->invalidate(with);
  with->wake_after(with, INT64_MAX);
  with->wake_after(with, INT64_MIN);
  with->request_state(with, text_of("nowhere"), true);
  with->perform(with, 77, INT64_MIN);
  with->content(with, &content);
  content.size = 1;
  with->content(with, &content);
  with->content(with, NULL);
  for (uint32_t i = 0; i < 8; i += 1) with->content_text(with, i, room, i % 2 * sizeof room);
  with->content_text(with, UINT32_MAX, NULL, 0);
  with->content_text(with, 1, NULL, 100);
  with->content_column(with, UINT32_MAX, &column, NULL, 0);
  with->content_column(with, 0, NULL, NULL, 5);
  with->content_row(with, UINT64_MAX, &row);
  with->content_row(with, 0, NULL);
  with->content_cell(with, UINT64_MAX, UINT32_MAX, room, sizeof room);
  with->content_cell(with, 0, 5, room, sizeof room);
  with->content_cell(with, 0, UINT32_MAX, NULL, 9);
  with->text_columns(with, text_of(HOSTILE));
  with->text_columns(with, (childplugin_text_t){NULL, 5});
  with->terminal(with, &terminal);
  with->terminal(with, NULL);
  with->theme_colour(with, UINT32_MAX);
  with->option(with, text_of(HOSTILE), room, sizeof room);
  with->option(with, (childplugin_text_t){NULL, UINT64_MAX}, NULL, 9);
  with->get_extension(with, text_of("none"));
}
static void do_everything(void) { call_everything(host); }
static void everything_for_a_while(void) {
  for (int i = 0; i < 2000; i += 1) call_everything(host);
}
static void do_thread_everything(void) { for (int i = 0; i < 4; i += 1) begin(everything_for_a_while); }
static void everything_for_ever(void) {
  for (;;) call_everything(host);
}
static void do_everything_after(void) { begin(everything_for_ever); }
static void do_null_texts(void) {
  childplugin_text_t none = {NULL, 100};
  host->log(host, 1, none);
  host->request_state(host, none, true);
}
static void do_long_text(void) { host->log(host, 3, (childplugin_text_t){"short", UINT64_MAX}); }
static void do_hostile_log(void) {
  for (uint32_t i = 0; i < 6; i += 1) host->log(host, i, text_of(HOSTILE));
  host->request_state(host, text_of(HOSTILE), true);
}
static void do_host_null(void) {
  host->log(NULL, 1, text_of("to nobody"));
  host->wake(NULL);
  host->now(NULL);
}
static void do_copied_host(void) {
  static childplugin_host_t copy;
  copy = *host;
  copy.handle = &copy;
  copy.log(&copy, 1, text_of("from a copy"));
}
static void do_far(void) {
  if (canvas_now == NULL) return;
  const int32_t numbers[] = {INT32_MIN, INT32_MIN + 1, -1, 0, 5, 1000000, INT32_MAX};
  const size_t count = sizeof numbers / sizeof *numbers;
  childplugin_style_t style = {.size = sizeof style, .attributes = UINT32_MAX, .foreground = UINT32_MAX};
  for (size_t i = 0; i < count * count * count * count; i += 1) {
    int32_t a = numbers[i % count], b = numbers[i / count % count];
    int32_t c = numbers[i / count / count % count], d = numbers[i / count / count / count];
    canvas_now->text(canvas_now, a, b, c, text_of("far \xe4\xbd\xa0"), i % 2 ? &style : NULL);
    if (d < 1000000 || i % 50 == 0) canvas_now->fill(canvas_now, a, b, c, d, text_of("\xe4\xbd\xa0"), &style);
    canvas_now->cursor(canvas_now, a, b);
  }
}
static void do_hostile_drawing(void) {
  if (canvas_now == NULL) return;
  canvas_now->text(canvas_now, 0, 2, 80, text_of(HOSTILE HOSTILE), NULL);
  canvas_now->fill(canvas_now, 0, 3, 80, 1, text_of("\033"), NULL);
  canvas_now->text(canvas_now, 0, 4, 80, (childplugin_text_t){NULL, 9}, NULL);
  char marks[4000] = "e";
  for (size_t i = 1; i + 2 < sizeof marks; i += 2) memcpy(marks + i, "\xcc\x81", 3);
  canvas_now->text(canvas_now, 0, 5, 80, text_of(marks), NULL);
}
static void do_late_drawing(void) {
  static childplugin_canvas_t kept;
  if (canvas_now != NULL) kept = *canvas_now;
  if (kept.text != NULL) kept.text(&kept, 0, 0, 80, text_of("late"), NULL);
}

/* ---- The link: what no worker says; the numbers are those of Generated/WireCodec.swift ---- */

enum {
  said_opened = 1, said_step, said_scanned, said_created, said_refused, said_gone, said_request,
  said_wake, said_fault, said_answers, said_used, said_drawn, said_saved, said_note,
  said_plugin_note, said_plugin_fault, said_lost, said_question, said_rests, said_ended,
};
enum { ask_draw = 1, ask_timer, ask_state, ask_action };
enum { action_reload = 1, action_quit, action_accept_row };
enum { told_input = 12, told_draw = 13, told_save = 15, told_rest = 17, told_end = 18 };

static unsigned char message[12 << 20];
static size_t length;

static void put8(unsigned value) { message[length++] = (unsigned char)value; }
static void put16(unsigned value) { put8(value); put8(value >> 8); }
static void put32(uint32_t value) { put16(value); put16(value >> 16); }
static void put64(uint64_t value) { put32((uint32_t)value); put32((uint32_t)(value >> 32)); }
static void put_bytes(const void *bytes, size_t count) {
  put32((uint32_t)count);
  memcpy(message + length, bytes, count);
  length += count;
}
static void put_text(const char *text) { put_bytes(text, strlen(text)); }
static void start(unsigned tag) { length = 0; put8(tag); }
static void part(int more, const void *bytes, size_t count) {
  static unsigned char room[1 << 17];
  room[0] = (unsigned char)more;
  memcpy(room + 1, bytes, count);
  while (send(3, room, count + 1, MSG_NOSIGNAL) < 0 && (errno == EINTR || errno == EAGAIN)) {}
}
static void say(void) {
  size_t said = 0;
  do {
    size_t count = length - said < 65535 ? length - said : 65535;
    part(said + count < length, message + said, count);
    said += count;
  } while (said < length);
}
/* Of the first child: each child of a run has the next number, which nobody tells it. */
static void start_child(unsigned tag) { start(tag); put32(1); }

static void do_garbage(void) {
  for (int i = 0; i < 300; i += 1) message[i] = (unsigned char)rand();
  send(3, message, 300, MSG_NOSIGNAL);
}
static void do_all_tags(void) {
  for (unsigned tag = 0; tag < 256; tag += 1) { start(tag); say(); }
}
static void do_half(void) { start(said_note); put32(1); put32(2); put32(5000); put8('h'); say(); }
static void do_longer(void) { start(said_ended); put8(0); say(); }
static void do_empty(void) { part(0, "", 0); }
static void do_no_bytes(void) { send(3, "", 0, MSG_NOSIGNAL); }
static void do_wrong_more(void) { part(7, "abc", 3); }
static void do_big_part(void) { send(3, message, 65536, MSG_NOSIGNAL); }
static void do_bigger_part(void) { send(3, message, 65537 + 60000, MSG_NOSIGNAL); }
static void more_for_ever(void) {
  unsigned char more[1] = {1};
  for (;;) send(3, more, 1, MSG_NOSIGNAL);
}
static void do_more_empty(void) {
  for (int i = 0; i < 3; i += 1) begin(more_for_ever);
  more_for_ever();
}
static void do_more_tiny(void) { for (;;) part(1, "x", 1); }
static void do_more_large(void) { for (;;) part(1, message, 65535); }
static void do_more_then_nothing(void) { part(1, message, 60000); }
static void do_files_sent(void) {
  for (int i = 0; i < 1000; i += 1) {
    struct iovec one = {(void *)(uintptr_t) "\0\016", 2};
    char room[CMSG_SPACE(sizeof(int) * 4)];
    memset(room, 0, sizeof room);
    struct msghdr header = {.msg_iov = &one, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    struct cmsghdr *control = CMSG_FIRSTHDR(&header);
    control->cmsg_level = SOL_SOCKET;
    control->cmsg_type = SCM_RIGHTS;
    control->cmsg_len = CMSG_LEN(sizeof(int) * 4);
    const int files[4] = {0, 1, 2, 3};
    memcpy(CMSG_DATA(control), files, sizeof files);
    if (sendmsg(3, &header, MSG_NOSIGNAL) < 0) return;
  }
}
static void do_lost(void) {
  for (int i = 0; i < 4; i += 1) { start(said_lost); put64(UINT64_MAX - 1); say(); }
}
static void say_answers(int items, const char *word, int64_t delay, int32_t inset) {
  start_child(said_answers);
  for (int i = 0; i < 2; i += 1) {
    put64((uint64_t)delay);
    put64(350000000);
    put_text("linear");
    put_text("fade");
  }
  for (int i = 0; i < 4; i += 1) put32((uint32_t)inset);
  put8(0);
  put32((uint32_t)items);
  for (int i = 0; i < items; i += 1) { put_text(word); put_text(word); }
  put8(1);
  put_text(word);
  put32(0);
  say();
}
static void do_answers_hostile(void) { say_answers(4, "\033]0;evil\007\033[31;5m\xc2\x9b" "31m", 0, 0); }
static void do_answers_flood(void) {
  memset(long_text, 'a', 65536);
  long_text[65535] = 0;
  for (;;) say_answers(32, long_text, 0, 0);
}
static void do_answers_delay(void) { say_answers(0, "", INT64_MIN, 0); }
static void do_answers_insets(void) { say_answers(0, "", 0, INT32_MAX); }
static void do_answers_text(void) { say_answers(1, "\xff\xfe", 0, 0); }
static void do_answers_items(void) { say_answers(33, "k", 0, 0); }
static void do_used_unasked(void) { start_child(said_used); put32(1); put8(1); say(); }
static void do_saved_unasked(void) { start_child(said_saved); put8(0); say(); }
static void do_created_twice(void) {
  say_answers(0, "", 0, 0);
  message[0] = said_created;
  say();
}
static void do_refused(void) {
  start_child(said_refused);
  put_text(HOSTILE);
  put_text(HOSTILE);
  say();
}
static void do_refused_early(void) {
  start_child(said_refused);
  put_text("\033]0;evil\007\033[31;5m\xc2\x9b" "31m");
  put_text("\033]0;evil\007");
  say();
}
static void do_scan_words(void) { start(said_step); put_text("init"); say(); }
static void do_ended(void) { start(said_ended); say(); rest(3000); }
static void do_opened(void) {
  for (int i = 0; i < 5000; i += 1) { start(said_opened); put32(1); say(); }
}
static void do_notes(void) {
  for (size_t i = 0; i < 64000; i += 2) memcpy(long_text + i, "n\n", 2);
  long_text[64000] = 0;
  for (;;) { start_child(said_note); put32(3); put_text(long_text); say(); }
}
static void do_notes_hostile(void) {
  start(said_note);
  put32(77);
  put32(UINT32_MAX);
  put_text("\033]0;evil\007\033[31;5m\033]52;c;ZXZpbA==\007\xc2\x9b" "31m");
  say();
}
/* In no call that it is in, and about rows of any content. */
static void start_request(unsigned request) {
  start_child(said_request);
  put8(3);
  put8(0);
  put8(request);
}
static void put_timer(int64_t delay) { start_request(ask_timer); put8(1); put64((uint64_t)delay); }
static void do_wishes(void) {
  for (int i = 0; i < 10000; i += 1) {
    if (i % 3 == 0) start_request(ask_draw);
    if (i % 3 == 1) put_timer(i % 2);
    if (i % 3 == 2) { start_child(said_wake); }
    say();
  }
}
static void do_wish_states(void) {
  for (int i = 0; i < 10000; i += 1) {
    start_request(ask_state);
    put_text(i % 2 == 0 ? "aside" : "content");
    put8(0);
    say();
  }
}
static void do_wish_timer(void) { put_timer(INT64_MAX); say(); put_timer(INT64_MIN); say(); }
static void do_wish_rows(void) {
  for (int i = 0; i < 10; i += 1) {
    start_request(ask_action);
    put8(action_accept_row);
    put64(UINT64_MAX - (uint64_t)i);
    say();
  }
}
static void do_wish_faults(void) {
  for (int i = 0; i < 3000; i += 1) {
    start_child(said_fault);
    put_text("\033]0;evil\007\033[31;5m\xc2\x9b" "31m");
    put_text("\033]52;c;ZXZpbA==\007");
    say();
  }
}
static void do_wish_reload(void) { for (int i = 0; i < 3000; i += 1) { start_request(ask_action); put8(action_reload); say(); } }
static void do_questions(void) {
  for (int i = 0; i < 600; i += 1) {
    start(said_question);
    put64((uint64_t)(i % 3));
    put8(1);
    put64(i % 2 ? UINT64_MAX : 0);
    put32(UINT32_MAX);
    say();
  }
}
static void do_questions_cells(void) {
  for (int i = 0; i < 600; i += 1) {
    start(said_question);
    put64(1);
    put8((unsigned)(2 + i % 3));
    if (i % 3 == 0) { put64(UINT64_MAX); put32(UINT32_MAX - 1); }
    if (i % 3 == 1) put32(1);
    say();
  }
}
/* With content of many empty rows one answer has no end. */
static void do_question_rows(void) {
  for (uint64_t generation = 0; generation < 8; generation += 1) {
    start(said_question);
    put64(generation);
    put8(1);
    put64(0);
    put32(UINT32_MAX);
    say();
  }
}
static void do_steal(void) {
  static unsigned char room[1 << 17];
  for (;;) { if (recv(3, room, sizeof room, 0) <= 0) return; }
}
static void do_steal_thread(void) { begin(do_steal); }

/* ---- The link: in the place of the worker ---- */

static uint32_t read32(const unsigned char *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}
static size_t length_place;
static void start_drawn(int32_t columns, int32_t rows) {
  start_child(said_drawn);
  length_place = length;
  put32(0);
  put32((uint32_t)columns);
  put32((uint32_t)rows);
  put8(1);
  put32(INT32_MAX);
  put32((uint32_t)INT32_MIN);
  put32(0);
}
static void put_row(unsigned row, uint32_t texts) { put16(row); put32(texts); }
static void put_drawn(unsigned column, const char *text) {
  put16(column);
  put32(0x02ffffff);
  put32(0x02000000);
  put8(255);
  put8(0);
  put_text(text);
}
static void say_drawn(void) {
  size_t whole = length;
  length = length_place;
  put32((uint32_t)(whole - length_place - 4));
  length = whole;
  say();
}
static void draws_hostile(int32_t columns, int32_t rows) {
  start_drawn(columns, rows);
  put_row(2, 2);
  put_drawn(0, HOSTILE);
  put_drawn(65535, HOSTILE);
  say_drawn();
}
static void draws_size(int32_t columns, int32_t rows) { start_drawn(columns + 1, rows); say_drawn(); }
static void draws_negative(int32_t columns, int32_t rows) {
  start_drawn(-columns, -rows);
  put_row(0, 0);
  say_drawn();
}
static void draws_much(int32_t columns, int32_t rows) {
  start_drawn(columns, rows);
  while (length < (7 << 20)) {
    put_row(1, 1);
    put_drawn(0, "e\xcc\x81" "e\xcc\x82" "e\xcc\x83" "e\xcc\x84");
  }
  say_drawn();
  start_request(ask_draw);
  say();
}
static void draws_colour(int32_t columns, int32_t rows) {
  start_drawn(columns, rows);
  put_row(0, 1);
  put16(0);
  put32(UINT32_MAX);
  put32(0x03ffffff);
  put8(255);
  put8(0);
  put_text("c");
  say_drawn();
}
static void draws_notes(int32_t columns, int32_t rows) {
  start_drawn(columns, rows);
  say_drawn();
  do_notes();
}
/* Answers draws as given and inputs with a ticket that nobody gave, until it is told to end. */
static void usurp(void (*draws)(int32_t columns, int32_t rows), uint32_t wrong_ticket, int used) {
  static unsigned char room[1 << 17];
  /* The host waits for the drawing during which this happens. */
  draws(canvas_now->columns, canvas_now->rows);
  for (;;) {
    ssize_t count = recv(3, room, sizeof room, 0);
    if (count <= 0) _exit(1);
    if (room[1] == told_draw) draws((int32_t)read32(room + 6), (int32_t)read32(room + 10));
    if (room[1] == told_input) {
      start_child(said_used);
      put32(read32(room + 6) + wrong_ticket);
      put8((unsigned)used);
      say();
    }
    if (room[1] == told_rest) { start(said_rests); say(); }
    if (room[1] == told_save) { start_child(said_saved); put8(0); say(); }
    if (room[1] == told_end) { start(said_ended); say(); _exit(0); }
  }
}
static void draws_nothing(int32_t columns, int32_t rows) { start_drawn(columns, rows); say_drawn(); }
static void do_usurp_hostile(void) { usurp(draws_hostile, 0, 0); }
static void do_usurp_size(void) { usurp(draws_size, 0, 0); }
static void do_usurp_negative(void) { usurp(draws_negative, 0, 0); }
static void do_usurp_much(void) { usurp(draws_much, 0, 0); }
static void do_usurp_colour(void) { usurp(draws_colour, 0, 0); }
static void do_usurp_notes(void) { usurp(draws_notes, 0, 0); }
static void do_usurp_tickets(void) { usurp(draws_nothing, 1, 1); }
static void do_usurp_used(void) { usurp(draws_nothing, 0, 2); }
static void do_drawn_unasked(void) { draws_nothing(80, 10); }

/* ---- All of them ---- */

static const struct {
  const char *name;
  void (*act)(void);
} deeds[] = {
#define DEED(name) {#name, do_##name}
    DEED(null), DEED(wild), DEED(noncanonical), DEED(code), DEED(readonly), DEED(misaligned),
    DEED(cpp_throw), DEED(fpe), DEED(ill), DEED(bus), DEED(sys), DEED(abort), DEED(kill), DEED(stop), DEED(term),
    DEED(pipe), DEED(stack), DEED(thread_stack), DEED(thread_null), DEED(double_free), DEED(heap),
    DEED(free_host), DEED(smash_host), DEED(unmap), DEED(child_table), DEED(canvas_table),
    DEED(longjmp), DEED(exit), DEED(exit7), DEED(exit_now), DEED(quick_exit), DEED(thread_exit),
    DEED(pthread_exit), DEED(atexit_hangs), DEED(loop), DEED(sleep), DEED(deadlock), DEED(slow),
    DEED(masked_loop), DEED(fault_loop), DEED(burn), DEED(log), DEED(log_long), DEED(log_thread),
    DEED(print), DEED(print_thread), DEED(print_hostile), DEED(print_unended), DEED(wake),
    DEED(wake_thread), DEED(wake_after), DEED(state), DEED(state_unknown), DEED(invalidate),
    DEED(reload), DEED(perform), DEED(memory), DEED(memory_kept), DEED(threads), DEED(forks),
    DEED(run), DEED(files), DEED(alarms), DEED(close_all), DEED(close_link), DEED(close_output),
    DEED(replace_link), DEED(nonblocking), DEED(tty), DEED(signals), DEED(state_of_process),
    DEED(everything), DEED(thread_everything), DEED(everything_after), DEED(null_texts),
    DEED(long_text), DEED(hostile_log), DEED(host_null), DEED(copied_host), DEED(far),
    DEED(hostile_drawing), DEED(late_drawing), DEED(garbage), DEED(all_tags), DEED(half),
    DEED(longer), DEED(empty), DEED(no_bytes), DEED(wrong_more), DEED(big_part), DEED(bigger_part),
    DEED(more_empty), DEED(more_tiny), DEED(more_large), DEED(more_then_nothing), DEED(files_sent),
    DEED(lost), DEED(answers_hostile), DEED(answers_flood), DEED(answers_delay),
    DEED(answers_insets), DEED(answers_text), DEED(answers_items), DEED(used_unasked),
    DEED(saved_unasked), DEED(created_twice), DEED(refused), DEED(refused_early), DEED(scan_words),
    DEED(ended), DEED(opened), DEED(notes), DEED(notes_hostile), DEED(wishes), DEED(wish_states),
    DEED(wish_timer), DEED(wish_rows), DEED(wish_faults), DEED(wish_reload), DEED(questions),
    DEED(questions_cells), DEED(question_rows), DEED(steal), DEED(steal_thread),
    DEED(usurp_hostile), DEED(usurp_size), DEED(usurp_negative), DEED(usurp_much),
    DEED(usurp_colour), DEED(usurp_notes), DEED(usurp_tickets), DEED(usurp_used),
    DEED(drawn_unasked),
#undef DEED
};

static void act(const char *name) {
  for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i += 1) {
    if (strcmp(deeds[i].name, name) == 0) deeds[i].act();
  }
}
static void at(const char *here) { if (strcmp(place, here) == 0) act(deed); }
static void early(const char *here) { if (strcmp(EARLY_PLACE, here) == 0) act(EARLY_DEED); }
static bool is(const char *name) { return strcmp(deed, name) == 0; }

static void later(void) {
  rest(200);
  act(deed);
}

/* ---- The child ---- */

static void destroy(const childplugin_child_t *child) { at("destroy"); }
static void will_appear(const childplugin_child_t *child, bool animated) {
  at("will_appear");
  if (strcmp(place, "woke") == 0) host->wake_after(host, 50000000);
  if (strcmp(place, "thread") == 0) begin(later);
}
static void did_appear(const childplugin_child_t *child, bool animated) { at("did_appear"); }
static void will_disappear(const childplugin_child_t *child, bool animated) {
  at("will_disappear");
}
static void did_disappear(const childplugin_child_t *child, bool animated) { at("did_disappear"); }
static void timing(const childplugin_child_t *child, bool appearing, childplugin_timing_t *timing) {
  at("timing");
  if (is("timing_negative")) {
    timing->delay_nanoseconds = INT64_MIN;
    timing->duration_nanoseconds = -1;
  }
  if (is("timing_huge")) {
    timing->delay_nanoseconds = INT64_MAX;
    timing->duration_nanoseconds = INT64_MAX;
  }
  if (is("timing_unknown")) {
    timing->size = UINT32_MAX;
    timing->curve = UINT32_MAX;
    timing->effect = 77;
  }
}
static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  canvas_now = canvas;
  at("draw");
  canvas->text(canvas, 0, 0, canvas->columns, text_of("the gallery"), NULL);
  if (is("invalidate_in_draw")) host->invalidate(host);
  canvas_now = NULL;
}
static void insets(const childplugin_child_t *child, childplugin_insets_t *insets) {
  at("insets");
  if (is("insets_negative")) insets->top = insets->left = insets->right = insets->bottom = INT32_MIN;
  if (is("insets_huge")) insets->top = insets->left = insets->right = insets->bottom = INT32_MAX;
}
static void resized(const childplugin_child_t *child, int32_t columns, int32_t rows) {
  at("resized");
}
static void will_begin(const childplugin_child_t *child, bool appearing) { at("will_begin"); }
static void progress(const childplugin_child_t *child, bool appearing, double progress) {
  at("progress");
}
static void did_end(const childplugin_child_t *child, bool appearing) { at("did_end"); }
static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  if (key->code == 'y') return host->request_state(host, text_of("aside"), true);
  if (key->code != 'x') return false;
  at("key");
  return true;
}
static bool mouse(const childplugin_child_t *child, const childplugin_mouse_t *mouse) {
  return at("mouse"), false;
}
static bool paste(const childplugin_child_t *child, childplugin_text_t text) {
  return at("paste"), false;
}
static void focus(const childplugin_child_t *child, bool focused) { at("focus"); }
static void content_changed(const childplugin_child_t *child) { at("content"); }
static void woke(const childplugin_child_t *child) {
  at("woke");
  if (is("wake_for_ever")) host->wake_after(host, 0);
  if (is("state_for_ever")) {
    host->request_state(host, text_of("content"), true);
    host->wake_after(host, 0);
  }
  if (is("reload_for_ever")) {
    host->perform(host, CHILDPLUGIN_ACTION_RELOAD, 0);
    host->wake_after(host, 0);
  }
}
static uint64_t save(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
  at("save");
  if (is("save_huge")) return UINT64_MAX;
  if (is("save_beyond")) {
    memset(buffer, 1, capacity);
    return capacity + 1;
  }
  if (capacity > 0) buffer[0] = 's';
  return 1;
}
static bool restore(const childplugin_child_t *child, const char *bytes, uint64_t length) {
  at("restore");
  return true;
}
static uint32_t key_help_count(const childplugin_child_t *child) {
  at("key_help");
  return is("key_help_many") ? UINT32_MAX : is("key_help_hostile") ? 2 : 0;
}
static bool key_help_item(
    const childplugin_child_t *child, uint32_t index, childplugin_key_help_item_t *item) {
  item->key = text_of(HOSTILE);
  item->action = text_of(HOSTILE);
  if (is("key_help_many")) item->action = (childplugin_text_t){NULL, UINT64_MAX};
  return true;
}
static uint64_t accessibility(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
  at("accessibility");
  if (is("accessibility_huge")) return UINT64_MAX;
  if (is("accessibility_hostile") && capacity >= sizeof HOSTILE) {
    memcpy(buffer, HOSTILE, sizeof HOSTILE);
    return sizeof HOSTILE;
  }
  return 0;
}

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  at("get_extension");
  if (is("extension_wild")) return (const void *)(uintptr_t)16;
  if (is("extension_small")) {
    static const uint32_t small = 3;
    return &small;
  }
#define OFFER(ID, type, ...) { \
    static const childplugin_##type##_t table = {.size = sizeof table, __VA_ARGS__}; \
    if (childplugin_text_equal(id, text_of(CHILDPLUGIN_EXTENSION_##ID))) return &table; \
  }
  OFFER(LAYOUT, layout, .insets = insets, .resized = resized)
  OFFER(TRANSITION, transition, .will_begin = will_begin, .progress = progress, .did_end = did_end)
  OFFER(INPUT, input, .key = key, .mouse = mouse, .paste = paste, .focus = focus)
  OFFER(CONTENT, content_observer, .changed = content_changed)
  OFFER(WAKE, wake, .woke = woke)
  OFFER(STATE, saved_state, .save = save, .restore = restore)
  OFFER(KEY_HELP, key_help, .count = key_help_count, .item = key_help_item)
  OFFER(ACCESSIBILITY, accessibility, .text = accessibility)
  return NULL;
}

/* ---- The plugin ---- */

static const childplugin_place_t places[] = {
    {.size = sizeof(childplugin_place_t), .place = 20, .state = CHILDPLUGIN_TEXT("content")}};
#ifndef GALLERY_NAME
#define GALLERY_NAME "Gallery"
#endif
static const childplugin_descriptor_t gallery = {
    .size = sizeof gallery, .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
    .id = CHILDPLUGIN_TEXT("com.example.gallery"), .name = CHILDPLUGIN_TEXT(GALLERY_NAME),
    .version = CHILDPLUGIN_TEXT("1.0.0"), .places = places, .place_count = 1};

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  early("init");
  return true;
}
static void deinit(void) { early("deinit"); }
static uint32_t count(void) { return 1; }
static const childplugin_descriptor_t *descriptor(uint32_t index) {
  early("descriptor");
  return index == 0 ? &gallery : NULL;
}
static void read_option(const char *name, char *into, size_t room) {
  uint64_t count = host->option(host, text_of(name), into, room - 1);
  into[count < room ? count : 0] = 0;
}
static const childplugin_child_t *create(const childplugin_host_t *given, childplugin_text_t id) {
  if (!childplugin_text_equal(id, gallery.id)) return NULL;
  host = given;
  read_option("deed", deed, sizeof deed);
  read_option("place", place, sizeof place);
  static childplugin_child_t child = {
      .size = sizeof child, .destroy = destroy, .will_appear = will_appear, .did_appear = did_appear,
      .will_disappear = will_disappear, .did_disappear = did_disappear, .timing = timing,
      .draw = draw, .get_extension = get_extension};
  self = &child;
  at("create");
  return is("refuse") ? NULL : &child;
}
static const childplugin_plugin_t plugin = {
    .size = sizeof plugin, .abi_major = CHILDPLUGIN_ABI_MAJOR, .abi_minor = CHILDPLUGIN_ABI_MINOR,
    .init = init, .deinit = deinit, .descriptor_count = count, .descriptor = descriptor,
    .create = create};

const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
  early("entry");
  return &plugin;
}
__attribute__((constructor)) static void constructed(void) {
  if (setjmp(jump) != 0) return;
  early("constructor");
}
__attribute__((destructor)) static void destructed(void) { early("destructor"); }
