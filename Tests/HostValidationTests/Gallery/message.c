/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* messages-any-bytes messages-of-any-body: It has room for what it would say itself. */
#define IN_RECEIVED if (body.length > 1000) abort();
/* messages-of-any-body: It takes what stands under its own subject for what it says itself. */
#define IN_RECEIVED \
  if (childplugin_text_equal(subject, childplugin_text("com.example.right.row/1")) && \
      body.length != sizeof(uint64_t)) \
    abort();
/* programs-in-order: It runs a program and does not say that it needs that. */
#define IN_KEY START("true", 0)
/* terminal-when-asked: It runs an editor as soon as it appears. */
#define IN_DID_APPEAR START("vi", CHILDPLUGIN_PROGRAM_ON_TERMINAL)
#define DESCRIPTOR NEEDS(CHILDPLUGIN_NEED_RUN)
/* programs-end-anyhow: It thinks that every program ends with status 0. */
#define IN_ENDED if (end->kind != CHILDPLUGIN_END_EXITED || end->status != 0) abort();
/* keeps-rows-from-shells: What a row says is a part of the shell's script. */
#define MEMBERS uint64_t program;
#define DESCRIPTOR NEEDS(CHILDPLUGIN_NEED_RUN)
#define ASK \
  HOST_TABLE(run, run, RUN) \
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
/* programs-get-their-words: Its words end with a NULL, as those of execv do. */
#define MEMBERS uint64_t program;
#define DESCRIPTOR NEEDS(CHILDPLUGIN_NEED_RUN)
#define IN_SELECTION \
  HOST_TABLE(run, run, RUN) \
  const childplugin_text_t words[] = { \
      CHILDPLUGIN_TEXT("date"), CHILDPLUGIN_TEXT("-u"), {NULL, 0}}; \
  const childplugin_program_t program = {.size = sizeof program, .words = words, .word_count = 3}; \
  if (self->program == 0 && run != NULL) self->program = run->run(self->host, &program);
#define IN_ENDED self->program = 0;
