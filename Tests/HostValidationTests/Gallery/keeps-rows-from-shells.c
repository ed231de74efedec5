/* What a row says is a part of the shell's script. */
/* fails: keeps-rows-from-shells */
#define MEMBERS uint64_t program;
#define DESCRIPTOR \
  .needs = (const childplugin_text_t[]){CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_RUN)}, .need_count = 1
#define ASK \
  const childplugin_host_run_t *run = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_RUN)); \
  char script[64] = "file "; \
  uint64_t length = self->host->content_cell(self->host, 1, 0, script + 5, sizeof script - 5); \
  const childplugin_text_t words[] = {CHILDPLUGIN_TEXT("sh"), CHILDPLUGIN_TEXT("-c"), \
                                      {script, length + 5}}; \
  const childplugin_program_t program = {.size = sizeof program, .words = words, .word_count = 3}; \
  if (self->program == 0 && length > 0 && length < 50 && memchr(script, 0, length + 5) == NULL && \
      run != NULL) \
    self->program = run->run(self->host, &program);
#define IN_WILL_APPEAR ASK
#define IN_ENDED self->program = 0;
#define IN_CHANGED self->program = 0; ASK
#include "right.c"
