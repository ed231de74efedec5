/* It runs a program and does not say that it needs that. */
/* fails: programs-in-order */
#define IN_KEY run(self->host);
#include <childplugin.h>
static void run(const childplugin_host_t *host) {
  static const childplugin_text_t words[] = {CHILDPLUGIN_TEXT("true")};
  childplugin_program_t program = {.size = sizeof program, .words = words, .word_count = 1};
  const childplugin_host_run_t *table =
      host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_RUN));
  if (table != NULL) table->run(host, &program);
}
#include "right.c"
