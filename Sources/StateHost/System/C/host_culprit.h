/// Who is named when a program ends that should not. Everything here is async-signal-safe.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host_call_record.h"
#include "host_line.h"

/// "FILE, child CHILD, in FUNCTION".
void host_culprit_append_place(struct host_line *line, const struct host_call_record *record);

/// ": update FILE, or take it out of the plugin directory", and the end of the line.
void host_culprit_append_remedy(struct host_line *line, const struct host_call_record *record);

/// ": take plugins out one by one", and the end of the line: nobody knows which one it was.
void host_culprit_append_search(struct host_line *line);

/// The plugin whose code an instruction stands in: the name that its copy in memory bears.
bool host_culprit_find(uintptr_t instruction, char *name, size_t capacity);
