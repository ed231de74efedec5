#!/bin/sh
# Draws the pictures of the README and of the cookbook: real frames, written by the program.
# Usage: pictures.sh PROGRAM
set -eu
program=$1
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$root/docs/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$program" --snapshot "$folder/loading.svg" --size 76x13 --at 1400ms \
  --title 'kubectl get pods' -- sh -c 'sleep 5'
"$program" --snapshot "$folder/content.svg" --size 76x13 \
  --title 'kubectl get pods' -- cat "$folder/pods.txt"
"$program" --snapshot "$folder/error.svg" --size 76x13 --title 'kubectl get pods' -- sh -c '
  echo "E1121 memcache.go:265] couldn'"'"'t get current server API group list" >&2
  echo "The connection to the server 10.0.0.12:6443 was refused - did you" >&2
  echo "specify the right host or port?" >&2
  exit 1' || true

# The cookbook: one picture for each example.
draw() {
  example=$1
  shift
  make -s -C "$root/Examples/$example" OUT="$work/$example"
  XDG_CONFIG_HOME=$work "$program" --plugins "$work/$example" --snapshot "$folder/$example.svg" \
    --size 76x12 "$@"
}
cat >"$work/stock.txt" <<end
ITEM      PRICE  LEFT  NOTE
apples     2.50    40  from the orchard behind the mill, two crates a week until the frost
bread      3.20     6  baked at five
coffee     9.90    17  whole beans
olive oil 12.00     3  ask for the tin
plums      1.80    22  ripe
end
cat >"$work/stock.json" <<end
{ "shop": "corner",
  "items": [
    { "name": "apples", "price": 2.5, "left": 40, "tags": ["fruit"] },
    { "name": "olive oil", "price": 12, "left": 3 } ] }
end
cat >"$work/confirm.json" <<end
{ "initial": "loading",
  "states": { "loading": [], "content": ["list", "confirm"], "empty": [], "error": [] },
  "children": { "list": { "use": "org.statehost.list" },
                "confirm": { "use": "com.example.confirm", "options": { "command": "rm --" } } } }
end
mkdir "$work/mill"
(
  cd "$work/mill"
  export GIT_AUTHOR_DATE='2026-01-05 09:00:00 +0000' GIT_COMMITTER_DATE='2026-01-05 09:00:00 +0000'
  export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
  git init -q -b main
  for change in 'wheel: turn' 'wheel: turn slower' 'stones: lift them first'; do
    echo "$change" >>notes.txt
    git add notes.txt
    git -c user.name=Ann -c user.email=ann@example.com commit -q -m "$change"
  done
)
draw details --title stock "$work/stock.txt"
draw hexview --title stock "$work/stock.txt"
draw chart --title stock "$work/stock.txt"
draw json --title stock "$work/stock.json"
draw trail --plugins "$work/json" --title stock "$work/stock.json"
draw confirm --title stock --states "$work/confirm.json" \
  --grant com.example.confirm=run "$work/stock.txt"
id=com.example.git-log
draw git-log --source $id="$work/mill" -o $id.diff.folder="$work/mill" \
  --grant $id=run,files:read --title mill
ls -l "$folder"/*.svg
