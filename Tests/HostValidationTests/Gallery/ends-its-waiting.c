/* It waits for a program that may not run. */
/* fails: ends-its-waiting */
#define MEMBERS bool waits; uint64_t program;
#define DESCRIPTOR \
  .needs = (const childplugin_text_t[]){CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_RUN)}, .need_count = 1
#define IN_WILL_APPEAR \
  const childplugin_host_run_t *run = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_RUN)); \
  const childplugin_text_t words[] = {CHILDPLUGIN_TEXT("date")}; \
  const childplugin_program_t program = {.size = sizeof program, .words = words, .word_count = 1}; \
  if (self->program == 0 && run != NULL) self->program = run->run(self->host, &program); \
  self->waits = self->appearances > 1 ? self->waits : true;
#define IN_ENDED self->waits = false; self->program = 0;
#define IN_DRAW \
  if (self->waits && canvas->rows > 1) \
    canvas->text(canvas, 0, 1, canvas->columns, childplugin_text("running ..."), NULL);
#include "right.c"
