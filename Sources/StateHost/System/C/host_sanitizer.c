/* What a sanitizer is told by a program that is built with it; any other has nothing of this. */

#ifndef __has_feature
#define __has_feature(name) 0
#endif

#if __has_feature(address_sanitizer)

const char *__asan_default_options(void);

/* A crash is the program's to tell (host_crash.c), and a worker is ended by the signal of it. What is
 * never freed is so on purpose: the tables of children, for late calls. */
const char *__asan_default_options(void) {
  return "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:"
         "use_sigaltstack=0:detect_leaks=0";
}

#endif

#if __has_feature(thread_sanitizer)

const char *__tsan_default_options(void);

/* A crash is the program's to tell here, too. */
const char *__tsan_default_options(void) {
  return "handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:"
         "use_sigaltstack=0";
}

#endif
