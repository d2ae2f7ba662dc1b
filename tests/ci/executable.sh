#!/usr/bin/env bash
# What begins with `#!` can be started: scripts start each other by name, and some only every night. usage: executable.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
found=$(find . \( -path ./build -o -path ./out -o -path ./.git -o -name node_modules \) -prune -o -type f ! -perm -u+x -print0 \
  | xargs -0 awk 'FNR == 1 && /^#!/ { print FILENAME } { nextfile }')
[ -z "$found" ] || { printf 'chmod +x %s\n' $found; exit 1; }
