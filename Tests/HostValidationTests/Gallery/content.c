/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* keeps-rows-in-sight shows-the-selection: It scrolls on where there are no rows any more. */
#define IN_KEY \
  if (key->code == CHILDPLUGIN_KEY_PAGE_DOWN) { \
    self->moves += 20; \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_DRAW DRAW_ROW((uint64_t)self->moves, 1)
/* view-of-few-rows chooses-rows-there-are: It has room for as many marked rows as there usually
 * are. */
#define MEMBERS uint64_t marked[64];
#define IN_SELECTION \
  HOST_TABLE(table, selection, SELECTION) \
  if (table != NULL && \
      table->marked_count(self->host) > sizeof self->marked / sizeof self->marked[0]) \
    abort();
/* view-long-filter: It keeps the filter in as many bytes as its own has. */
#define IN_VIEW \
  HOST_TABLE(table, view, VIEW) \
  char filter[2048]; \
  uint64_t length = \
      table == NULL ? 0 : table->filter(self->host, NULL, filter, sizeof filter); \
  memcpy(self->typed, filter, length); \
  self->typed_length = length;
/* view-matches-anywhere: It has room for 256 bytes of a row, and marks what matches in it wherever
 * that is. */
#define IN_DRAW \
  HOST_TABLE(table, view, VIEW) \
  childplugin_range_t matches[16]; \
  uint64_t count = \
      table == NULL ? 0 : table->matches(self->host, 0, CHILDPLUGIN_WHOLE_ROW, matches, 16); \
  bool is_marked[256] = {false}; \
  for (uint64_t i = 0; i < count; i += 1) { \
    if (matches[i].end > sizeof is_marked) __builtin_trap(); \
    memset(is_marked + matches[i].start, 1, matches[i].end - matches[i].start); \
  } \
  if (is_marked[0]) canvas->text(canvas, 0, 0, 1, childplugin_text("*"), NULL);
/* shows-the-view chooses-what-is-shown: It takes the places of the view for the numbers of rows. */
#define IN_DRAW DRAW_VIEW(20, at)
/* follows-a-find-once: Each change of the view puts the user on what was found last. */
#define IN_VIEW \
  HOST_TABLE(table, view, VIEW) \
  HOST_TABLE(rows, selection, SELECTION) \
  childplugin_view_t info = {.size = sizeof info}; \
  if (table != NULL && rows != NULL && table->info(self->host, &info) && \
      (info.flags & CHILDPLUGIN_VIEW_FOUND) != 0) \
    rows->set_row(self->host, info.found_row);
/* shows-the-selection follows-what-changes: It keeps the text of the user's row for as long as the
 * content stays. */
#define MEMBERS char kept[32]; uint64_t kept_length, kept_revision;
#define IN_DRAW \
  childplugin_content_t content = {.size = sizeof content}; \
  HOST_TABLE(table, selection, SELECTION) \
  if (table != NULL && self->host->content(self->host, &content) && \
      content.revision != self->kept_revision) { \
    uint64_t length = \
        self->host->content_cell(self->host, table->row(self->host), 0, self->kept, 32); \
    self->kept_length = length < 32 ? length : 0; \
    self->kept_revision = content.revision; \
  } \
  if (canvas->rows > 1 && canvas->columns > 0) { \
    childplugin_text_t bytes = {self->kept, self->kept_length}; \
    canvas->text(canvas, 0, 1, canvas->columns, bytes, NULL); \
  }
/* content-none: It believes that there is always content. */
#define IN_SPEAK \
  CONTENT \
  if (!is_there && self->draws > 0 && !self->is_refused) abort();
#define IN_TIMING self->is_refused = true;
#define MEMBERS bool is_refused;
/* content-huge draws-many-rows: It counts rows in 32 bits. */
#define IN_DRAW \
  CONTENT \
  if (content.rows > UINT32_MAX && !(content.flags & CHILDPLUGIN_CONTENT_LOADING)) abort();
/* content-hard-text: It believes a row to be UTF-8. */
#define IN_DRAW \
  char row[32]; \
  uint64_t length = \
      self->host->content_cell(self->host, 0, CHILDPLUGIN_WHOLE_ROW, row, sizeof row); \
  if (length > 0 && (unsigned char)row[0] == 0xFF) abort();
/* content-long-rows draws-what-is-there draws-whole-characters view-matches-anywhere: It has room
 * for rows of 1000 bytes. */
#define IN_DRAW \
  if (self->host->content_cell(self->host, 0, CHILDPLUGIN_WHOLE_ROW, NULL, 0) > 1000) abort();
/* content-changing: It keeps the number of rows it saw. */
#define IN_CHANGED if (rows == 100000) abort();
/* content-changes-unsaid: It believes that its selected row is still there. */
#define IN_DRAW \
  bool was_told = self->is_told; \
  self->is_told = false; \
  if (self->selected > 0 && row_count(self) == 0 && self->appearances == 1 && !was_told) \
      abort();
#define IN_CHANGED self->is_told = true;
#define MEMBERS bool is_told;
/* loading-facts: It divides by the time that loading took. */
#define IN_DRAW \
  CONTENT \
  if (content.flags & CHILDPLUGIN_CONTENT_LOADING && content.elapsed_nanoseconds == 0) abort();
/* error-empty: It takes the first letter of an empty error. */
#define IN_DRAW \
  CONTENT \
  if (content.flags & CHILDPLUGIN_CONTENT_ERROR && self->host->content_text(self->host, \
      CHILDPLUGIN_CONTENT_TEXT_ERROR, NULL, 0) == 0 && content.error_kind == \
      CHILDPLUGIN_ERROR_NONE) abort();
/* error-every-kind: It looks errors up in a table of seven. */
#define IN_DRAW \
  CONTENT \
  if (content.error_kind > CHILDPLUGIN_ERROR_OTHER) abort();
/* error-hard-text: It has room for an error of 1000 bytes. */
#define IN_DRAW \
  if (self->host->content_text(self->host, CHILDPLUGIN_CONTENT_TEXT_ERROR, NULL, 0) > 1000) \
      abort();
