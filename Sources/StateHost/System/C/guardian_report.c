#define _GNU_SOURCE
#include "guardian_report.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host_call_record.h"
#include "host_culprit.h"
#include "host_line.h"
#include "process_facts.h"

enum { text_limit = 256 };

/// `struct pidfd_info` of <linux/pidfd.h>, as far as it is asked for; older headers have none.
struct process_end {
  uint64_t mask;
  uint64_t unused[6];
  int32_t reserved;
  int32_t status;
};
_Static_assert(sizeof(struct process_end) == 64, "the size of its first version");
#define PROCESS_END_KNOWN (1u << 3)
#define GET_PROCESS_END _IOWR(0xFF, 11, struct process_end)

/// Of one that nobody has waited for yet, /proc tells; of one that has been, its pidfd (Linux 6.15).
/// Returns the status as `waitpid` gives it, below 0: unknown.
static int status_in_proc(pid_t process) {
  struct process_facts facts;
  return process_facts_read(process, &facts) == 0 && facts.has_ended ? facts.status : -1;
}

static int status_of(pid_t process, int descriptor) {
  int status = status_in_proc(process);
  if (status >= 0 || descriptor < 0) return status;
  struct process_end end = {.mask = PROCESS_END_KNOWN};
  if (ioctl(descriptor, GET_PROCESS_END, &end) != 0 || !(end.mask & PROCESS_END_KNOWN)) return -1;
  return end.status;
}

/// A text of the record, NULL when there is none. It is read as another process's memory would be:
/// what a plugin has written over must not end the guardian.
static const char *copied(const char *text, char *room) {
  if (text == NULL) return NULL;
  struct iovec here = {.iov_base = room, .iov_len = text_limit - 1};
  struct iovec there = {.iov_base = (void *)text, .iov_len = text_limit - 1};
  ssize_t count = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
  if (count < 0) return NULL;
  room[count] = 0;
  return room;
}

static const char *copied_name(const char *text, char *room) {
  return text != NULL && host_call_name_is_shared(text) ? copied(text, room) : NULL;
}

static void append_end(struct host_line *line, int status) {
  if (status >= 0 && WIFSIGNALED(status)) {
    host_line_append(line, "killed by SIG");
    const char *name = sigabbrev_np(WTERMSIG(status));
    host_line_append(line, name ? name : "NAL");
  } else if (status >= 0 && WIFEXITED(status)) {
    host_line_append(line, "ended without a goodbye (status ");
    host_line_append_number(line, WEXITSTATUS(status));
    host_line_append(line, ")");
  } else {
    host_line_append(line, "ended without a goodbye");
  }
}

void guardian_report(pid_t host, int descriptor, bool is_there) {
  char file[text_limit], child[text_limit], function[text_limit];
  struct host_call_record record = host_call_record_get();
  record.file = copied_name(record.file, file);
  record.child = copied_name(record.child, child);
  record.function = copied(record.function, function);
  int status = is_there ? -1 : status_of(host, descriptor);
  // Whoever writes to a reader that has gone ends so, and complains of nothing.
  if (record.function == NULL && status >= 0 && WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE)
    return;
  struct host_line line = {.count = 0};
  host_line_append(&line, "statehost: ");
  if (is_there) {
    host_line_append(&line, "replaced by another program, or robbed of its descriptors");
  } else {
    append_end(&line, status);
  }
  if (record.function) {
    host_line_append(&line, ": ");
    host_culprit_append_place(&line, &record);
    host_culprit_append_remedy(&line, &record);
  } else if (status >= 0 && WIFSIGNALED(status)) {
    host_line_append(&line, ": from outside: start it again\n");
  } else {
    host_line_append(&line, ": by a plugin, in no call of the host's");
    host_culprit_append_search(&line);
  }
  host_line_write(&line, STDERR_FILENO);
}
