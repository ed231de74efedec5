/* It looks at the first row once, whichever that is later. */
/* fails: runs-for-the-rows-there */
#define MEMBERS uint64_t program; char output[32];
#define DESCRIPTOR \
  .needs = (const childplugin_text_t[]){CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_RUN)}, .need_count = 1
#define IN_WILL_APPEAR \
  const childplugin_host_run_t *run = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_RUN)); \
  char cell[32]; \
  uint64_t length = self->host->content_cell(self->host, 1, 0, cell, sizeof cell); \
  const childplugin_text_t words[] = {CHILDPLUGIN_TEXT("file"), {cell, length}}; \
  const childplugin_program_t program = {.size = sizeof program, .words = words, .word_count = 2}; \
  if (self->program == 0 && length > 0 && length < sizeof cell && run != NULL) \
    self->program = run->run(self->host, &program);
#define IN_ENDED \
  uint64_t kept = end->output.length < 31 ? end->output.length : 0; \
  if (kept > 0) memcpy(self->output, end->output.bytes, kept); \
  self->output[kept] = 0;
#define IN_DRAW \
  if (canvas->rows > 1) \
    canvas->text(canvas, 0, 1, canvas->columns, childplugin_text(self->output), NULL);
#include "right.c"
