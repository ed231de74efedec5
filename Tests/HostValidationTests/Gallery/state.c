/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* state-size state-fills-buffer: It saves a megabyte. */
#define IN_SAVE if (buffer == NULL && self->was_saved) return 1 << 20; self->was_saved = true;
#define MEMBERS bool was_saved;
/* state-fills-buffer: It returns what it wrote, not what there is, while a text is typed that "/"
 * has begun. */
#define MEMBERS bool types;
#define IN_KEY \
  if (key->modifiers == 0 && key->code == '/' && !self->types) { \
    self->host->invalidate(self->host); \
    return self->types = true; \
  } \
  if (self->types && key->code == CHILDPLUGIN_KEY_ESCAPE) { \
    self->host->invalidate(self->host); \
    return !(self->types = false); \
  }
#define IN_DRAW if (self->types) canvas->cursor(canvas, 0, 0);
#define IN_SAVE \
  if (self->types && capacity > 0 && capacity < sizeof self->selected) { \
    fill(&self->selected, sizeof self->selected, buffer, capacity); \
    return capacity; \
  }
/* state-round-trip: It restores another row than it saved. */
#define IN_RESTORE if (length == 8 && bytes[0] != 0) { self->selected = 7; return true; }
/* state-without-clock: It saves a time of the host's clock. */
#define MEMBERS int64_t until;
#define AFTER_CREATE self->until = host->now(host) + 90000000000;
#define IN_WILL_APPEAR self->host->wake_after(self->host, 90000000000);
#define IN_SAVE return fill(&self->until, sizeof self->until, buffer, capacity);
#define IN_RESTORE \
  if (length != sizeof self->until) return false; \
  memcpy(&self->until, bytes, sizeof self->until); \
  return true;
#define IN_DRAW LINE(canvas->time_nanoseconds < self->until ? "not yet" : "over")
/* state-empty: It reads the first byte of an empty state. */
#define IN_RESTORE if (length == 0) abort();
/* state-random state-too-long: It believes the number in a state. */
#define IN_RESTORE if (length > 100) abort();
/* state-cut-short: It believes that a state has eight bytes. */
#define IN_RESTORE if (length > 1 && length < 8 && bytes[0] <= 1 && bytes[1] == 0) abort();
/* state-altered: It believes the highest byte of a state. */
#define IN_RESTORE \
  if (length == 8 && bytes[7] == (char)0xFF && bytes[6] == 0 && bytes[5] == 0) abort();
/* state-too-long: It has room for a state of 4096 bytes. */
#define IN_RESTORE if (length > 4096) abort();
/* accessibility-text: It speaks in two lines. */
#define IN_SPEAK return fill("two\nlines", 9, buffer, capacity);
/* accessibility-fills-buffer: It ends its text with a NUL. */
#define IN_SPEAK \
  if (capacity > 0 && capacity < 6) { \
    fill("a list", 6, buffer, capacity - 1); \
    buffer[capacity - 1] = 0; \
    return 6; \
  }
