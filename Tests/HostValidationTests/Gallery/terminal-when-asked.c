/* It runs an editor as soon as it appears. */
/* fails: terminal-when-asked */
#define IN_DID_APPEAR run(self->host);
#define DESCRIPTOR .needs = needs, .need_count = 1
#include <childplugin.h>
static const childplugin_text_t needs[] = {CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_RUN)};
static void run(const childplugin_host_t *host) {
  static const childplugin_text_t words[] = {CHILDPLUGIN_TEXT("vi")};
  childplugin_program_t program = {.size = sizeof program, .words = words, .word_count = 1,
                                   .flags = CHILDPLUGIN_PROGRAM_ON_TERMINAL};
  const childplugin_host_run_t *table =
      host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_RUN));
  if (table != NULL) table->run(host, &program);
}
#include "right.c"
