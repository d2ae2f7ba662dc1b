#!/usr/bin/env bash
# What scripts/portable builds needs nothing of the system: it runs where there is nothing but it and its models, and what minimal.sh asks and
# recorded verdicts come out as they should. As root. usage: portable.sh linux-x64 | linux-arm64
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$1
program=build/$target/aunit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT  # nothing is mounted in it
fail() { echo "FAILED: $1" >&2; exit 1; }

! readelf -lW "$program" | grep -q INTERP || fail "no loader of libraries is asked for"
! readelf -dW "$program" | grep -q NEEDED || fail "and no library"

aunit=$PWD/$program inside=/bin/aunit
mkdir -p "$work/root/bin" "$work/root/tmp"
cp "$program" "$work/root/bin"
if [ "$target" = linux-arm64 ]; then
  emulator=$(command -v qemu-aarch64-static)
  cp "$emulator" "$work/root/bin/emulator"
  inside="/bin/emulator /bin/aunit"
  printf '#!/bin/sh\nexec %s %s "$@"\n' "$emulator" "$aunit" >"$work/aunit"
  chmod +x "$work/aunit"
  aunit=$work/aunit
fi

cp -r specs "$work/root"
# shellcheck disable=SC2086
chroot "$work/root" $inside run /specs --html /report --junit /report.xml | tail -n 1 || fail "worked examples pass in an empty root"
[ -s "$work/root/report/index.html" ] && [ -s "$work/root/report.xml" ] || fail "reports are written"
# shellcheck disable=SC2086
chroot "$work/root" $inside mutate /specs/list/list.aunit --color never | tail -n 1

tests/packages/minimal.sh "$aunit"
conformance=$(realpath -m ../shared/conformance)
if [ ! -d "$conformance" ]; then
  echo "recorded verdicts: skipped, ../shared/conformance is not there" >&2
  exit 0
fi
scorers=(score suites/score edge-score)
[ "$target" = linux-x64 ] || scorers=(suites/score)  # an emulator takes twenty times as long
for scorer in "${scorers[@]}"; do
  "$conformance/$scorer" "$aunit" >"$work/score" || fail "$scorer"
  tail -n 1 "$work/score"
done
