/* SPDX-License-Identifier: 0BSD (make of it what you like) */
/*
 * The commits of a git repository as rows: a source, which has no child and draws nothing. It runs git in
 * its own process, which needs the grant run, and git reads the repository (files:read). The plugin also has an
 * independent child: git-diff.c.
 *
 * It shows a source from its descriptor to its last row, cells with any bytes, options, a program
 * without a shell, and an error text for each failure.
 */
#define _GNU_SOURCE
#include <childplugin.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "git-diff.c"

extern char **environ;

/* ------------------------------------------------------------------------------------ the commits */

enum { cells = 4, longest_count = 16, longest_path = 4096 };

static const childplugin_text_t names[cells] = {
    CHILDPLUGIN_TEXT("hash"), CHILDPLUGIN_TEXT("date"), CHILDPLUGIN_TEXT("author"),
    CHILDPLUGIN_TEXT("subject")};

/* A NUL between the cells, which contain none. A commit is a line. */
static const char format[] = "--format=%h%x00%as%x00%an%x00%s";

static bool fail(const childplugin_reading_t *reading, const char *what, const char *remedy) {
  reading->fail(reading, childplugin_text(what), childplugin_text(remedy));
  return false;
}

/* Splits a line into its cells; missing ones stay empty. */
static bool deliver(const childplugin_reading_t *reading, const char *line, size_t length) {
  childplugin_text_t row[cells] = {{NULL, 0}};
  const char *end = line + length;
  for (int i = 0; i < cells && line <= end; i += 1) {
    const char *stop = i + 1 < cells ? memchr(line, 0, (size_t)(end - line)) : NULL;
    if (stop == NULL) stop = end;
    row[i] = (childplugin_text_t){line, (uint64_t)(stop - line)};
    line = stop + 1;
  }
  return reading->row(reading, row, cells);
}

/* Delivers a row for each line; false once rows are no longer accepted. */
static bool deliver_all(const childplugin_reading_t *reading, FILE *lines) {
  char *line = NULL;
  size_t room = 0;
  bool is_taken = true;
  for (ssize_t length; is_taken && (length = getline(&line, &room, lines)) >= 0;) {
    if (length > 0 && line[length - 1] == '\n') length -= 1;
    is_taken = deliver(reading, line, (size_t)length);
  }
  free(line);
  return is_taken;
}

/* ------------------------------------------------------------------------------------------- git */

/* Starts git with its output in a pipe; 0, or the error number. Its standard error is logged unchanged. */
static int start(char *const words[], pid_t *process, FILE **output) {
  int ends[2];
  if (pipe(ends) != 0) return errno;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  int error = posix_spawnp(process, words[0], &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  *output = error == 0 ? fdopen(ends[0], "r") : NULL;
  if (*output == NULL) close(ends[0]);
  return error;
}

/* Copies a text as a C string; false if it does not fit. */
static bool copy(childplugin_text_t text, char *into, size_t room) {
  if (text.length >= room || (text.length > 0 && memchr(text.bytes, 0, text.length) != NULL))
    return false;
  if (text.length > 0) memcpy(into, text.bytes, text.length);
  into[text.length] = 0;
  return true;
}

static bool read_commits(const childplugin_reading_t *reading) {
  char folder[longest_path] = ".", path[longest_path], count[longest_count];
  if (reading->argument.length > 0 && !copy(reading->argument, folder, sizeof folder))
    return fail(reading, "the folder has too long a name", "give a shorter one");
  uint64_t length = reading->option(reading, childplugin_text("path"), path, sizeof path - 1);
  bool has_path = length != UINT64_MAX && length > 0;
  if (has_path && length >= sizeof path)
    return fail(reading, "the path is too long", "give a shorter one");
  path[has_path ? length : 0] = 0;
  int64_t commits = 0;
  reading->integer(reading, childplugin_text("count"), &commits);
  snprintf(count, sizeof count, "-n%lld", (long long)commits);

  /* The sandbox limits memory to 1 GiB: packs are read in small windows. */
  char *const words[] = {"git", "-C", folder, "-c", "core.packedGitWindowSize=16m",
                         "-c", "core.packedGitLimit=128m", "log", "--no-color",
                         "--no-show-signature", (char *)format, count, "--",
                         has_path ? path : NULL, NULL};
  pid_t process;
  FILE *lines = NULL;
  int error = start(words, &process, &lines);
  if (error != 0 || lines == NULL)
    return fail(reading, "git cannot be started", "install it where the system has its programs");
  reading->columns(reading, names, cells);
  bool is_taken = deliver_all(reading, lines);
  fclose(lines);
  int status;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  /* When rows are no longer accepted git ends by itself; that is no failure. */
  if (!is_taken || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return true;
  return fail(reading, "git log has failed", "see what it wrote, e shows it; give the folder of a repository");
}

/* ------------------------------------------------------------------------------------- the plugin */

static const childplugin_text_t needs[] = {
    CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_RUN), CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_FILES_READ)};

static const childplugin_option_t options[] = {
    {.size = sizeof(childplugin_option_t), .kind = CHILDPLUGIN_OPTION_TEXT,
     .name = CHILDPLUGIN_TEXT("path"), .help = CHILDPLUGIN_TEXT("only commits that change this")},
    {.size = sizeof(childplugin_option_t), .kind = CHILDPLUGIN_OPTION_INTEGER,
     .name = CHILDPLUGIN_TEXT("count"), .fallback = CHILDPLUGIN_TEXT("10000"),
     .help = CHILDPLUGIN_TEXT("at most so many commits"), .flags = CHILDPLUGIN_OPTION_RANGE,
     .minimum = 1, .maximum = 10000000}};

static const childplugin_descriptor_t git_log = {
    .size = sizeof git_log, .flags = CHILDPLUGIN_DESCRIPTOR_SOURCE,
    .id = CHILDPLUGIN_TEXT("com.example.git-log"), .name = CHILDPLUGIN_TEXT("git log"),
    .vendor = CHILDPLUGIN_TEXT("StateHost"), .version = CHILDPLUGIN_TEXT("1.0.0"),
    .description = CHILDPLUGIN_TEXT("Commits of a repository, the newest first."),
    .needs = needs, .need_count = sizeof needs / sizeof needs[0],
    .options = options, .option_count = sizeof options / sizeof options[0]};

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}
static void deinit(void) {}
static const childplugin_descriptor_t *const descriptors[] = {&git_log, &git_diff};
static uint32_t descriptor_count(void) { return sizeof descriptors / sizeof descriptors[0]; }
static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index < descriptor_count() ? descriptors[index] : NULL;
}

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  return childplugin_text_equal(id, git_diff.id) ? git_diff_create(host) : NULL;
}

static bool read_source(const childplugin_reading_t *reading, childplugin_text_t id) {
  if (!childplugin_text_equal(id, git_log.id)) return fail(reading, "there is no such source", "");
  return read_commits(reading);
}

static const childplugin_plugin_t plugin = {
    .size = sizeof plugin, .abi_major = CHILDPLUGIN_ABI_MAJOR, .abi_minor = CHILDPLUGIN_ABI_MINOR,
    .init = init, .deinit = deinit, .descriptor_count = descriptor_count, .descriptor = descriptor,
    .create = create, .read = read_source};

CHILDPLUGIN_EXPORT const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
  (void)major;
  (void)minor;
  return &plugin;
}
