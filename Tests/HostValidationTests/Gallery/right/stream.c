/* Its sources go on for ever: one has a row now and then, one has bytes in pieces, one waits for what never comes. */
#include <childplugin.h>
static bool read_for_ever(const childplugin_reading_t *reading, childplugin_text_t id);
#define STREAM(words) \
  {.size = sizeof(childplugin_descriptor_t), .flags = CHILDPLUGIN_DESCRIPTOR_SOURCE, \
   .id = CHILDPLUGIN_TEXT(words), .name = CHILDPLUGIN_TEXT("Stream"), .vendor = CHILDPLUGIN_TEXT("Example"), \
   .version = CHILDPLUGIN_TEXT("1.0.0"), .description = CHILDPLUGIN_TEXT("Rows for ever."), \
   .options = options, .option_count = 1}
static const childplugin_option_t options[] = {
    {.size = sizeof options[0], .kind = CHILDPLUGIN_OPTION_DURATION, .name = CHILDPLUGIN_TEXT("every"),
     .fallback = CHILDPLUGIN_TEXT("60ms")}};
#define FURTHER_DESCRIPTORS \
  STREAM("com.example.right.now-and-then"), STREAM("com.example.right.pieces"), \
      STREAM("com.example.right.waiting")
#define IN_READ \
  if (read_for_ever(reading, id)) return true;
#include "../right.c"
#include <time.h>
#include <unistd.h>
static bool read_for_ever(const childplugin_reading_t *reading, childplugin_text_t id) {
  int64_t pause_nanoseconds = 0;
  reading->duration(reading, childplugin_text("every"), &pause_nanoseconds);
  if (is(id, "com.example.right.now-and-then")) {
    const childplugin_text_t cells[] = {CHILDPLUGIN_TEXT("now")};
    const struct timespec between = {.tv_nsec = pause_nanoseconds % 1000000000};
    while (reading->row(reading, cells, 1)) nanosleep(&between, NULL);
    return true;
  }
  if (is(id, "com.example.right.pieces")) {
    const childplugin_text_t piece = CHILDPLUGIN_TEXT("the end of one\nall of one\nthe beginning of ");
    while (reading->bytes(reading, piece)) {}
    return true;
  }
  while (is(id, "com.example.right.waiting")) pause();
  return false;
}
