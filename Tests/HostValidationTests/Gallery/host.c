/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* main-thread-only: It asks for a draw on a thread of its own. */
static void *run(void *self);
#define IN_WILL_APPEAR \
  pthread_t thread; \
  pthread_create(&thread, NULL, run, self); \
  pthread_join(thread, NULL);
#include "right.c"
static void *run(void *self) {
  const childplugin_host_t *host = ((struct right *)self)->host;
  host->invalidate(host);
  return NULL;
}
/* struct-sizes: It asks for the terminal without a size. */
#define IN_WOKE \
  childplugin_terminal_t terminal = {.size = 0}; \
  self->host->terminal(self->host, &terminal);
/* arguments-given: It asks for the terminal and gives nowhere to write it. */
#define IN_WOKE self->host->terminal(self->host, NULL);
/* texts-have-bytes: It logs a text that is not there. */
#define IN_WOKE self->host->log(self->host, 0, (childplugin_text_t){NULL, 5});
/* texts-outlive-calls: The word of its key help is a variable of the function that says it. */
#define IN_HELP_ITEM \
  char word[8] = "take"; \
  char *volatile address = word; \
  item->key = childplugin_text("enter"); \
  item->action.bytes = address; \
  item->action.length = 4; \
  return index == 0;
/* acts-when-asked: It loads again whenever it is drawn. */
#define IN_DRAW self->host->request_state(self->host, childplugin_text("content"), false);
/* links-of-this-draw: It makes up the number of a link. */
#define IN_DRAW \
  childplugin_style_t linked = {.size = sizeof linked, .link = 7}; \
  canvas->text(canvas, 0, 0, canvas->columns, childplugin_text("a page"), &linked);
/* dims-few-areas: It dims row by row. */
#define IN_DRAW \
  for (int row = 0; row < canvas->rows; row += 1) canvas->dim(canvas, 0, row, canvas->columns, 1);
/* claims-an-area older-host: It asks for more than there is of the surface. */
#define IN_DID_APPEAR \
  HOST_TABLE(area, place, PLACE) \
  area->claim(self->host, CHILDPLUGIN_EDGE_LEFT, CHILDPLUGIN_UNIT_PERCENT, 200, 0);
/* exits-with-a-status: The user's no is the status -1. */
#define IN_KEY \
  HOST_TABLE(actions, actions, ACTIONS) \
  if (key->code == 'n' && key->modifiers == 0 && actions != NULL) \
    return actions->accept_text(self->host, childplugin_text("no"), -1);
/* acts-on-screen: It quits when it has left. */
#define IN_DID_DISAPPEAR \
  self->has_left = true; \
  self->host->wake(self->host);
#define IN_WOKE if (self->has_left) self->host->perform(self->host, CHILDPLUGIN_ACTION_QUIT, 0);
#define MEMBERS bool has_left;
/* quiet-after-destroy: It logs when it has been destroyed. */
static const childplugin_host_t *gone;
#define IN_DESTROY gone = self->host;
#define IN_KEY if (gone != NULL && gone != self->host) gone->now(gone);
/* host-refuses stays-in-its-state: It insists on its state. */
#define IN_FOCUS \
  if (!self->host->request_state(self->host, childplugin_text("content"), false)) abort();
/* older-host: It takes for granted that the host has what 1.1 brought. */
#define IN_KEY \
  if (key->code == CHILDPLUGIN_KEY_PAGE_UP) { \
    HOST_TABLE(table, focus, FOCUS) \
    if (table->count(self->host) > 1) table->ask(self->host); \
  }
/* terminal-plain: It divides by the number of colours. */
#define IN_FOCUS \
  childplugin_terminal_t terminal = {.size = sizeof terminal}; \
  if (self->host->terminal(self->host, &terminal) && terminal.colours == 0) abort();
/* newer-host: It wants a canvas of exactly its own size. */
#define IN_DRAW if (canvas->size != sizeof *canvas) abort();
/* time-stands-or-leaps: It counts milliseconds in 32 bits. */
#define IN_WOKE if (self->host->now(self->host) > 4294967295000000) abort();
/* woken-unasked acts-on-screen acts-when-asked arguments-given asked-off-screen claims-an-area
 * dims-few-areas exits-with-a-status links-of-this-draw requests-known-states struct-sizes
 * texts-have-bytes: It thinks that it is woken only on screen. */
#define IN_WILL_APPEAR self->is_there = true;
#define IN_DID_DISAPPEAR \
  self->is_there = false; \
  self->host->wake(self->host);
#define IN_WOKE if (!self->is_there) abort();
#define MEMBERS bool is_there;
