/* Its key for an order shows all rows. */
/* fails: keeps-filter-and-order */
#define IN_KEY \
  const childplugin_host_view_t *view = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  const childplugin_sort_t order = {.size = sizeof order, .key = CHILDPLUGIN_SORT_NATURAL, \
                                    .column = CHILDPLUGIN_WHOLE_ROW}; \
  if (key->code == 's' && key->modifiers == 0 && view != NULL) \
    return view->show(self->host, NULL, &order);
#include "right.c"
