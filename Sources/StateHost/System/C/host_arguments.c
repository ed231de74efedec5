/* The arguments, as libc hands them to every constructor. A Swift runtime that is linked statically
   looks for them itself otherwise: it reads /proc/self/maps and searches the stack, at every start.
   These two are what it asks, and its own (CommandLine.cpp) are not linked then; they are weak, for
   one that would bring its own all the same. */

static int count;
static char **arguments;

__attribute__((constructor)) static void keep_arguments(int argc, char **argv) {
  count = argc;
  arguments = argv;
}

__attribute__((weak)) char **_swift_stdlib_getUnsafeArgvArgc(int *length) {
  *length = count;
  return arguments;
}

__attribute__((weak)) void _swift_stdlib_overrideUnsafeArgvArgc(char **argv, int argc) {
  count = argc;
  arguments = argv;
}
