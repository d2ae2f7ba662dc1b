#!/usr/bin/env bash
# What scripts/portable builds needs nothing of the system: where there is nothing but it and its models it answers the cases of tests/golden,
# the worked examples, what minimal.sh asks, and recorded verdicts as they should come out. As root. usage: portable.sh linux-x64 | linux-arm64
set -euo pipefail
[ -n "${own_mounts:-}" ] || exec env own_mounts=1 unshare -m "$0" "$@"  # which end with it
cd "$(dirname "$0")/../.."
target=$1
program=build/$target/aunit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT  # nothing is mounted in it
fail() { echo "FAILED: $1" >&2; exit 1; }

! readelf -lW "$program" | grep -q INTERP || fail "no loader of libraries is asked for"
! readelf -dW "$program" | grep -q NEEDED || fail "and no library"

# A root with the program alone (and, for another processor, the emulator). The folders that tests speak of are seen in it; it stays, so
# that nobody removes it with what is mounted there.
root=$PWD/build/$target-root
mkdir -p "$root/bin"
cp "$program" "$root/bin/aunit"
inside=/bin/aunit
if [ "$target" = linux-arm64 ]; then
  cp "$(command -v qemu-aarch64-static)" "$root/bin/emulator"
  inside="/bin/emulator /bin/aunit"
fi
shared=$(realpath -m ../shared)
for folder in /dev /proc /tmp "$PWD" "$shared"; do
  [ -d "$folder" ] || continue
  mkdir -p "$root$folder"
  mount --bind "$folder" "$root$folder"
done
aunit=$work/aunit
printf '#!/bin/sh\nexec %s --root="%s" --wd="$PWD" %s "$@"\n' "$(command -v unshare)" "$root" "$inside" >"$aunit"
chmod +x "$aunit"
[ ! -e "$root/lib" ] && [ ! -e "$root/lib64" ] && [ ! -e "$root/usr/lib" ] || fail "there are libraries in the root"

"$aunit" run specs --html "$work/report" --junit "$work/report.xml" | tail -n 1 || fail "worked examples pass in an empty root"
[ -s "$work/report/index.html" ] && [ -s "$work/report.xml" ] || fail "reports are written"
"$aunit" mutate specs/list/list.aunit --color never | tail -n 1

# An emulator takes twenty times as long: it gets a part.
cases=() scorers=(score suites/score edge-score)
[ "$target" = linux-x64 ] || cases=(check_ coverage_ eval_ format) scorers=(suites/score)
python3 tests/golden/run.py "$aunit" --except tests/golden/minimal_exceptions --except tests/golden/alone_exceptions "${cases[@]}"
tests/packages/minimal.sh "$aunit" "$program"
if [ ! -d "$shared/conformance" ]; then
  echo "recorded verdicts: skipped, ../shared/conformance is not there" >&2
  exit 0
fi
for scorer in "${scorers[@]}"; do
  "$shared/conformance/$scorer" "$aunit" >"$work/score" || { tail "$work/score"; fail "$scorer"; }
  tail -n 1 "$work/score"
done
