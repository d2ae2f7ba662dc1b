#!/usr/bin/env bash
# aunit.exe, run by Wine, does what the program for Linux does. usage: windows.sh AUNIT.EXE
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/../.."
. scripts/steps.sh
work=$(mktemp -d)
export WINEDEBUG=-all WINEPREFIX=${WINEPREFIX:-$work/wine}
mkdir -p "$WINEPREFIX"
fail() { echo "FAILED: $1" >&2; exit 1; }

# Wine's server stays as long as this takes, so that each start is short.
step "starting Wine" wineboot -i
wineserver -p
trap 'wineserver -k || true; rm -rf "$work"' EXIT
printf '#!/bin/sh\nexport WINEPREFIX="%s" WINEDEBUG=-all\nexec wine "%s" "$@"\n' "$WINEPREFIX" "$program" >"$work/aunit"
chmod +x "$work/aunit"
aunit=$work/aunit

objdump=$(command -v x86_64-w64-mingw32-objdump || true)
if [ -n "$objdump" ]; then
  dlls=$("$objdump" -p "$program" | sed -n 's/.*DLL Name: //p' | tr '[:upper:]' '[:lower:]' | sort | tr '\n' ' ')
  [ "$dlls" = "kernel32.dll msvcrt.dll shell32.dll ws2_32.dll " ] || [ "$dlls" = "kernel32.dll msvcrt.dll psapi.dll shell32.dll ws2_32.dll " ] || fail "it needs nothing that Windows has not: $dlls"
fi

step "worked examples" "$aunit" run specs --html "$work/report" --junit "$work/report.xml"
[ -s "$work/report/index.html" ] && [ -s "$work/report.xml" ] || fail "reports are written"
step "mutants" "$aunit" mutate specs/list/list.aunit --color never

# Paths as people on Windows write them.
folder="$work/a folder, naïve ü 模型"
mkdir -p "$folder"
cp specs/list/list.als specs/list/list.aunit "$folder"
sed -i 's/$/\r/' "$folder/list.als" "$folder/list.aunit"
(cd "$folder" && "$aunit" run list.aunit --color never >"$work/out") || fail "line ends of Windows"
(cd "$work" && "$aunit" run "$(basename "$folder")\\list.aunit" --color never >"$work/out") || fail "backslashes, blanks, letters beyond ASCII"
"$aunit" run "Z:${folder//\//\\}\\list.aunit" --color never >"$work/out" || fail "the letter of a drive"
grep -q 'passed' "$work/out" || fail "and it says so"
! grep -q $'\r' "$work/out" || fail "lines end as everywhere"
printf 'sig A {}\r\n\r\nfact { some a: A | a in B }\r\n' >"$folder/wrong.als"
! (cd "$folder" && "$aunit" check wrong.als 2>"$work/error") || fail "an error is one"
grep -q 'wrong.als:3:25' "$work/error" || { cat "$work/error"; fail "and stands where it is"; }
deep=$work/$(printf 'long-name-%.0s' {1..12})/$(printf 'long-name-%.0s' {1..12})/$(printf 'long-name-%.0s' {1..12})
mkdir -p "$deep"
cp specs/list/list.als specs/list/list.aunit "$deep"
"$aunit" run "$deep/list.aunit" --color never --junit "$deep/report.xml" >"$work/out" || fail "long paths"
[ -s "$deep/report.xml" ] || fail "long paths of reports"

step "golden cases" python3 tests/golden/run.py "$aunit" --except tests/golden/windows_exceptions
step "the language server" python3 tests/server/run.py "$aunit"
step "the server for programs that call tools" python3 tests/server/mcp/run.py "$aunit"
step "the view" python3 tests/server/view.py "$aunit"
step "watching" python3 tests/packages/watching.py "$aunit"

conformance=$(realpath -m ../shared/conformance)
if [ ! -d "$conformance" ]; then
  echo "recorded verdicts: skipped, ../shared/conformance is not there" >&2
  exit 0
fi
for scorer in score suites/score edge-score; do
  "$conformance/$scorer" "$aunit" >"$work/score" || fail "$scorer"
  tail -n 1 "$work/score"
done
