/* What all files of the gallery share. -DMISTAKE=NAME -DMISTAKE_NAME selects the mistake that a plugin is compiled
 * with: a block of #ifdef, or a row of MISTAKES, which are named with the checks that find them. */
#pragma once
#define _GNU_SOURCE
#include <childplugin.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef MISTAKE
#define MISTAKE nothing
#endif
#ifdef MISTAKES
#define MISTAKE_NAME(name, check, text) name,
enum mistake { nothing, MISTAKES(MISTAKE_NAME) };
#define IS(mistake) (MISTAKE == mistake)
#endif

/* The hooks of right.c that are statements: one that no macro defines is this number, which does nothing. */
enum hook {
  IN_DESTROY, IN_WILL_APPEAR, IN_DID_APPEAR, IN_WILL_DISAPPEAR, IN_DID_DISAPPEAR, IN_TIMING,
  BEFORE_DRAW, IN_DRAW, IN_INSETS, IN_RESIZED, IN_WILL_BEGIN, IN_PROGRESS, IN_DID_END, IN_KEY,
  IN_MOUSE, IN_PASTE, IN_RECEIVED, IN_FOCUS, IN_CHANGED, IN_WOKE, IN_ENDED, IN_SELECTION, IN_VIEW,
  IN_THEME, IN_SAVE, IN_RESTORE, IN_HELP_COUNT, IN_HELP_ITEM, IN_SPEAK, IN_GET_EXTENSION, IN_INIT,
  IN_DEINIT, IN_COUNT, IN_DESCRIPTOR, IN_READ, IN_ROW, IN_CREATE, AFTER_CREATE, IN_ENTRY,
};
