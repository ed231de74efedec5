/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* creates-every-child: It makes nothing. */
#define IN_CREATE (void)host; return NULL;
/* refuses-unknown-ids: It makes a child for an empty id. */
#define IN_CREATE if (id.length == 0) id = descriptors[0].id;
/* refuses-similar-ids: It compares only the beginning of an id. */
#define IN_CREATE if (id.length > descriptors[0].id.length) id.length = descriptors[0].id.length;
/* child-tables: It gives its child no draw. */
#define AFTER_CREATE self->table.draw = NULL;
/* never-shown child-tables children-differ creates-every-child extension-tables focus-flag
 * insets-leave-room unknown-extensions: It frees in destroy what only appearing makes. */
#define IN_DESTROY if (self->appearances == 0 && !self->was_asked) abort();
#define IN_TIMING self->was_asked = true;
#define MEMBERS bool was_asked;
/* create-again: It can be made 30 times with a life each, not more. */
static int lives;
#define IN_CREATE if (lives >= 30) return NULL;
#define IN_DESTROY if (self->events > 9 && self->events < 12) lives += 1; else lives = -100000;
/* children-differ: It gives one table to all its children. */
static int living;
static const childplugin_child_t *last;
#define IN_CREATE if (living > 50) return last;
#define AFTER_CREATE living += 1; last = &self->table;
#define IN_DESTROY living -= 1;
/* destroy-any-order children-apart key-help-is-true keys-after-each messages-end newer-host
 * shows-new-content state-altered state-cut-short state-empty state-random state-round-trip
 * state-too-long stops-its-timer shows-the-marks follows-what-changes state-without-clock
 * keeps-its-row-in-sight: It must be destroyed in the order of creation. */
static int next, oldest;
#define AFTER_CREATE self->number = next++;
#define IN_DESTROY if (self->number < oldest) abort(); oldest = self->number;
#define MEMBERS int number;
/* children-apart: It keeps one text for all its children. */
static char shared[8];
#define IN_PASTE memcpy(shared, "pasted", 6);
#define IN_DRAW LINE(shared)
/* child-tables-stay: It changes its table while it lives. */
#define IN_KEY self->table.timing = NULL;
/* appears shows-the-selection shows-the-view state-without-clock: It cannot leave when nothing has
 * happened. */
#define IN_DID_DISAPPEAR \
  if (self->draws == 2 && self->appearances == 1 && self->events == 0 && self->columns == 80 && \
      !animated && !self->is_animated) abort();
/* appears-animated callback-orders: It cannot leave animated when nothing has happened. */
#define IN_DID_END \
  if (!appearing && self->draws == 11 && self->appearances == 1 && self->events == 0 && \
      self->columns == 80) abort();
/* callback-orders: It cannot come unanimated after it came animated. */
#define IN_WILL_APPEAR \
  if (self->was_animated && !animated && self->appearances == 2) abort(); \
  self->was_animated = animated;
#define MEMBERS bool was_animated;
/* never-drawn: It frees in did_disappear what draw makes. */
#define IN_DID_DISAPPEAR if (self->draws == 0 && !self->had_transition) abort();
#define IN_WILL_BEGIN self->had_transition = true;
#define MEMBERS bool had_transition;
/* draws-in-every-phase: It cannot be drawn after will_disappear, before the transition. */
#define IN_WILL_DISAPPEAR self->is_leaving = true;
#define IN_WILL_BEGIN self->is_leaving = false;
#define IN_RESIZED self->is_leaving = false;
#define IN_DID_DISAPPEAR self->is_leaving = false;
#define IN_DRAW if (self->is_leaving) abort();
#define MEMBERS bool is_leaving;
/* asked-off-screen acts-on-screen acts-when-asked arguments-given claims-an-area dims-few-areas
 * exits-with-a-status links-of-this-draw requests-known-states struct-sizes texts-have-bytes: It
 * speaks only when it has been drawn. */
#define IN_SPEAK if (self->draws == 0) abort();
/* appears-1000-times: It has room for 500 appearances. */
#define IN_WILL_APPEAR if (self->appearances > 500) abort();
/* random-life: It forgets to look at the room for the third paste. */
#define IN_PASTE self->pastes += 1;
#define IN_WILL_DISAPPEAR if (self->pastes > 2 && self->wheel) abort();
#define IN_MOUSE \
  if (mouse->kind == CHILDPLUGIN_MOUSE_WHEEL && mouse->wheel == -2) self->wheel = true;
#define MEMBERS int pastes; bool wheel;
/* transition-repeated: It divides by the step of its progress. */
#define IN_PROGRESS if (progress == self->last_progress) abort();
/* transition-backwards: It thinks that progress only grows. */
#define IN_PROGRESS if (progress < self->last_progress) abort();
/* transition-at-once: It waits for progress before the end. */
#define IN_DID_END if (self->progresses == 0 && self->draws == 0) abort();
/* transition-fine: It has room for 100 steps. */
#define IN_PROGRESS if (self->progresses > 100) abort();
/* draws-after-progress: It draws by its progress, and does not ask to be drawn. */
#define MEMBERS double shown;
#define IN_PROGRESS \
  self->shown = progress; \
  return;
#define IN_DRAW \
  char part[32]; \
  snprintf(part, sizeof part, "%d %%", (int)(self->shown * 100)); \
  LINE(part)
/* reads-by-length: It reads a text up to its NUL. */
#define IN_PASTE if (text.length > 0 && text.bytes[text.length] == 1) return false;
/* keeps-nothing-lent invalid-accesses: It keeps the pasted text where it lies. */
#define IN_PASTE self->kept = text;
#define IN_DRAW \
  if (self->kept.length > 0 && self->kept.length < 100) { \
    volatile char first = self->kept.bytes[0]; \
  }
#define IN_FOCUS self->kept.length = 0;
#define MEMBERS childplugin_text_t kept;
