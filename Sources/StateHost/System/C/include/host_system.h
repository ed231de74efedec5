/// What the host needs from the system and Swift cannot do itself: code that runs inside signal
/// handlers, plain atomic stores, and calls whose C types do not import well. One concern a pair of
/// files. Functions that can fail return 0 or more, or the error number negated.
#pragma once
#include "child_process.h"
#include "host_call_record.h"
#include "host_capture.h"
#include "host_checksum.h"
#include "host_child_gate.h"
#include "host_crash.h"
#include "host_exit.h"
#include "host_guardian.h"
#include "host_memory.h"
#include "host_orphans.h"
#include "host_os_text.h"
#include "host_patience.h"
#include "host_plugin_file.h"
#include "host_poll.h"
#include "host_sandbox.h"
#include "host_sha256.h"
#include "host_signals.h"
#include "host_terminal.h"
#include "host_worker.h"
#include "newlines.h"
