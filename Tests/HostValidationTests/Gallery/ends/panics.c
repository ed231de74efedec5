/* It logs what the bindings for Rust log of a panic that they have caught. */
#define IN_KEY \
  if (key->code == CHILDPLUGIN_KEY_END) \
    self->host->log(self->host, CHILDPLUGIN_LOG_ERROR, \
                    childplugin_text("panicked at src/lib.rs:12:5: index out of bounds"));
#include "../right.c"
