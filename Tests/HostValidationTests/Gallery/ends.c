/* Plugins that end their process, or do not end. See gallery.h. */
/* crashes-in-constructor: It breaks before anything of it is called. */
__attribute__((constructor)) static void begin(void) { *(volatile int *)8 = 1; }
/* crashes-in-init: It does not live through its own init. */
#define IN_INIT abort();
/* ends-in-key: It ends the whole process when it gets F5. */
#define IN_KEY if (key->code == CHILDPLUGIN_KEY_F1 + 4) exit(7);
/* hangs-in-draw: It never comes back from a draw in one column. */
#define IN_DRAW if (canvas->columns == 1) for (;;) spins += 1;
static volatile int spins;
/* last-words: It says why before it gives up. */
#define IN_DRAW \
  if (canvas->columns == 1 && canvas->rows == 1) { \
    fprintf(stderr, "no room for a clock\n"); \
    abort(); \
  }
/* panics: It logs what the bindings for Rust log of a panic that they have caught. */
#define IN_KEY \
  if (key->code == CHILDPLUGIN_KEY_END) \
    self->host->log(self->host, CHILDPLUGIN_LOG_ERROR, \
                    childplugin_text("panicked at src/lib.rs:12:5: index out of bounds"));
