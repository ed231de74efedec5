#include "internal.h"

/// A signal that is recorded for the main loop, and how its handler treats it.
struct collected {
  int number;
  bool stays_ignored;  ///< When it was ignored at the start.
  bool acts_when_waiting;
  bool ends;  ///< It asks the program to end.
};

/// In the order of the HOST_SIGNAL bits.
static const struct collected collected[] = {
    {SIGWINCH, false, false, false}, {SIGTSTP, true, true, false},
    {SIGCONT, false, false, false},  {SIGINT, true, true, true},
    {SIGTERM, false, true, true},    {SIGHUP, true, true, true},
    {SIGQUIT, true, true, true},     {SIGCHLD, false, false, false},
};
enum { collected_count = COUNT(collected) };

/// Ignored, because the error of the failed write says as much.
static const int ignored[] = {SIGPIPE, SIGXFSZ};
enum { ignored_count = COUNT(ignored) };

static struct sigaction before[collected_count];
static struct sigaction before_ignored[ignored_count];
static bool is_ours[collected_count];
static atomic_int descriptor = -1;
static _Atomic int64_t patience;
static uint32_t waiting;
static int64_t waiting_since[collected_count];

/// Starts with the first pending signal to end; expires with SIGRTMAX.
///
/// Created before the first handler is installed and deleted after the last, because handlers start it on any thread.
static timer_t overdue_timer;
static atomic_bool has_overdue_timer;
enum { overdue_patiences = 8 };

static int index_of(int number) {
  for (int i = 0; i < collected_count; i += 1) {
    if (collected[i].number == number) return i;
  }
  return -1;
}

static void start_overdue_timer(void) {
  int64_t time = patience * overdue_patiences;
  if (!has_overdue_timer || time <= 0) return;
  struct itimerspec once = {.it_value = time_of(time)};
  timer_settime(overdue_timer, 0, &once, NULL);
}

/// Ends the program, which hangs: a signal to end is still pending, and there may be no user to press a key.
static void end_overdue(int number) {
  (void)number;
  uint32_t bits = __atomic_load_n(&waiting, __ATOMIC_ACQUIRE);
  for (int i = 0; i < collected_count; i += 1) {
    if (collected[i].ends && (bits & 1u << i)) host_crash_stop(collected[i].number);
  }
}

static void act_at_once(int number) {
  if (number == SIGTSTP) {
    host_signals_suspend();
    __atomic_fetch_or(&waiting, HOST_SIGNAL_CONTINUE, __ATOMIC_ACQ_REL);
    host_wake(descriptor);
  } else {
    host_crash_stop(number);
  }
}

static void collect(int number) {
  int saved_errno = errno;
  int index = index_of(number);
  if (index >= 0) {
    int64_t time = now_nanoseconds();
    uint32_t bit = 1u << index;
    uint32_t earlier = __atomic_fetch_or(&waiting, bit, __ATOMIC_ACQ_REL);
    if (!(earlier & bit)) {
      __atomic_store_n(&waiting_since[index], time, __ATOMIC_RELAXED);
      if (collected[index].ends) start_overdue_timer();
    } else if (
        collected[index].acts_when_waiting && patience >= 0 &&
        time - __atomic_load_n(&waiting_since[index], __ATOMIC_RELAXED) >= patience) {
      act_at_once(number);
    }
    host_wake(descriptor);
  }
  errno = saved_errno;
}

static void install(int number, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  host_crash_allow(&action.sa_mask);
  sigaction(number, &action, NULL);
}

/// Creates a timer whose signal calls this handler.
static bool make_timer(timer_t *timer, int number, void (*handler)(int)) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = number};
  install(number, handler);
  return timer_create(CLOCK_MONOTONIC, &event, timer) == 0;
}

int host_signals_open(int64_t patience_nanoseconds) {
  if (descriptor >= 0) return -EBUSY;
  int event = host_wake_open();
  if (event < 0) return event;
  descriptor = event;
  patience = patience_nanoseconds;
  __atomic_store_n(&waiting, 0, __ATOMIC_RELEASE);
  has_overdue_timer = make_timer(&overdue_timer, SIGRTMAX, end_overdue);
  mask_signal(SIG_UNBLOCK, SIGRTMAX, NULL);
  for (int i = 0; i < collected_count; i += 1) {
    sigaction(collected[i].number, NULL, &before[i]);
    bool was_ignored = before[i].sa_handler == SIG_IGN;
    is_ours[i] = !(was_ignored && collected[i].stays_ignored);
    if (!is_ours[i]) continue;
    install(collected[i].number, collect);
    mask_signal(SIG_UNBLOCK, collected[i].number, NULL);
  }
  for (int i = 0; i < ignored_count; i += 1) {
    sigaction(ignored[i], NULL, &before_ignored[i]);
    signal(ignored[i], SIG_IGN);
  }
  return event;
}

void host_signals_ignore_file_limit(void) { signal(SIGXFSZ, SIG_IGN); }

uint32_t host_signals_take(void) {
  host_wake_clear(descriptor);
  return __atomic_exchange_n(&waiting, 0, __ATOMIC_ACQ_REL);
}

uint32_t host_signals_peek(void) { return __atomic_load_n(&waiting, __ATOMIC_ACQUIRE); }

/// Requests a redraw, because the screen was overwritten.
static void request_redraw(void) {
  if (descriptor < 0) return;
  __atomic_fetch_or(&waiting, HOST_SIGNAL_RESIZE, __ATOMIC_ACQ_REL);
  host_wake(descriptor);
}

void host_signals_close(void) {
  if (descriptor < 0) return;
  for (int i = 0; i < collected_count; i += 1) {
    if (is_ours[i]) sigaction(collected[i].number, &before[i], NULL);
    is_ours[i] = false;
  }
  if (atomic_exchange(&has_overdue_timer, false)) timer_delete(overdue_timer);
  for (int i = 0; i < ignored_count; i += 1) sigaction(ignored[i], &before_ignored[i], NULL);
  int event = descriptor;
  descriptor = -1;
  close(event);
}

int host_signals_suspend(void) {
  int was_entered = host_terminal_is_entered();
  host_terminal_leave();
  const struct sigaction stop = {.sa_handler = SIG_DFL};
  struct sigaction previous;
  sigaction(SIGTSTP, &stop, &previous);
  sigset_t mask;
  mask_signal(SIG_UNBLOCK, SIGTSTP, &mask);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &previous, NULL);
  host_wake_clear(descriptor);
  uint32_t answered = HOST_SIGNAL_STOP | HOST_SIGNAL_CONTINUE;
  if (__atomic_and_fetch(&waiting, ~answered, __ATOMIC_ACQ_REL) != 0) host_wake(descriptor);
  return was_entered ? host_terminal_enter_again() : 0;
}

static timer_t timer;
static int64_t interval;
static bool has_timer;
static bool is_ticking;

/// Puts the key to press first and a long path last, because a row of the screen is cut.
static void append_screen_text(struct host_line *line, const struct host_call_record *record) {
  host_line_append(line, " Ctrl-C twice ends it: waiting for ");
  if (record->child == NULL) {
    host_culprit_append_place(line, record);
  } else {
    host_line_append(line, "%s in %s: %s", record->child, record->function, record->file);
  }
  host_line_append(line, " ");
}

static void say_waiting(const struct host_call_record *record) {
  struct host_line line = {.count = 0};
  if (host_terminal_is_entered()) {
    append_screen_text(&line, record);
    host_terminal_say(line.bytes, line.count);
    request_redraw();
  } else {
    host_line_append(&line, "statehost: still waiting for a plugin: ");
    host_culprit_append_place(&line, record);
    host_line_append(&line, ": wait, or stop with Ctrl-C\n");
    host_line_write(&line, host_capture_original(STDERR_FILENO));
  }
}

static void tick(int number) {
  (void)number;
  int saved_errno = errno;
  struct host_call_record record = host_call_record_get();
  if (record.function) {
    __atomic_store_n(&host_current_call->ticks, record.ticks + 1, __ATOMIC_RELAXED);
    if (record.ticks == 1) say_waiting(&record);
  }
  errno = saved_errno;
}

static void set_timer(int64_t nanoseconds) {
  struct itimerspec ticks = {time_of(nanoseconds), time_of(nanoseconds)};
  timer_settime(timer, 0, &ticks, NULL);
  is_ticking = nanoseconds > 0;
}

void host_stall_notice_begin(int64_t nanoseconds) {
  if (!has_timer) has_timer = make_timer(&timer, SIGRTMAX - 1, tick);
  if (!has_timer) return;
  interval = nanoseconds;
  set_timer(interval);
}

void host_stall_notice_pause(void) {
  if (is_ticking) set_timer(0);
}

void host_stall_notice_resume(void) {
  if (interval > 0 && !is_ticking) set_timer(interval);
}
