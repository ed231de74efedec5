#!/bin/sh
# Runs each fuzzer for a number of seconds, as many at a time as there are processors, starting with the
# inputs in Fuzz/Corpora. Failing inputs are left in .build/fuzz/found, new coverage in .build/fuzz/corpora.
# Usage: fuzz.sh PROGRAM SECONDS [NAME [FILE]]     one fuzzer alone; with FILE: that input once
set -u
program=$1 seconds=$2 name=${3:-} input=${4:-}
folder=.build/fuzz
export SWIFT_BACKTRACE=enable=no SWIFT_DETERMINISTIC_HASHING=1

feed() {
  STATEHOST_FUZZ=$1
  shift
  export STATEHOST_FUZZ
  "$program" "$@" 2>&1
}

if [ -n "$input" ]; then
  feed "$name" "$input"
  exit
fi
if [ -n "$name" ]; then
  log=$folder/$name.log
  mkdir -p $folder/found "$folder/corpora/$name"
  TMPDIR=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
  export TMPDIR
  trap 'rm -rf "$TMPDIR"' EXIT
  if feed "$name" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=1024 \
    -artifact_prefix="$folder/found/$name-" "$folder/corpora/$name" "Fuzz/Corpora/$name" >"$log"; then
    echo "fuzz: $name: $(sed -n 's/^Done \([0-9]*\) runs.*/\1 inputs/p' "$log"), nothing found"
    exit
  fi
  grep -a -B 1 -A 2 -E 'Fatal error|ERROR: libFuzzer' "$log" | head -20
  found=$(sed -n 's/.*Test unit written to //p' "$log")
  echo "fuzz: $name: found $found, shown again by make fuzz TARGET=$name INPUT=$found"
  exit 1
fi
# Each is a run of this script, so one that fails does not stop the others.
ls Fuzz/Corpora | xargs -P "$(nproc)" -n 1 sh "$0" "$program" "$seconds"
