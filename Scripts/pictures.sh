#!/bin/sh
# Draws the pictures of the README: real frames of the program, written by the program.
set -eu
program=$1
folder=$(dirname "$0")/../docs/pictures

"$program" --snapshot "$folder/loading.svg" --size 76x13 --at 1400ms \
  --title 'kubectl get pods' -- sh -c 'sleep 5'
"$program" --snapshot "$folder/content.svg" --size 76x13 \
  --title 'kubectl get pods' -- cat "$folder/pods.txt"
"$program" --snapshot "$folder/error.svg" --size 76x13 --title 'kubectl get pods' -- sh -c '
  echo "E1121 memcache.go:265] couldn'"'"'t get current server API group list" >&2
  echo "The connection to the server 10.0.0.12:6443 was refused - did you" >&2
  echo "specify the right host or port?" >&2
  exit 1' || true
ls -l "$folder"/*.svg
