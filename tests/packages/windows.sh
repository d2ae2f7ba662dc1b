#!/usr/bin/env bash
# aunit.exe, run by Wine, does what the program for Linux does. usage: windows.sh AUNIT.EXE [AUNIT]   AUNIT: a minimal build for Linux
set -euo pipefail
[ -n "${hears_interrupts:-}" ] || exec env --default-signal=INT hears_interrupts=1 "$0" "$@"  # not so what runs in the background
program=$(realpath "$1") same=$(realpath -m "${2:-build/linux-x64/aunit}")
wine=$(command -v wine)
cd "$(dirname "$0")/../.."
. scripts/steps.sh
work=$(mktemp -d)
export WINEDEBUG=-all WINEPREFIX=${WINEPREFIX:-$work/wine}
mkdir -p "$WINEPREFIX"
fail() { echo "FAILED: $1" >&2; exit 1; }

# Wine's server stays as long as this takes, so that each start is short.
wineserver -p || true  # where it runs already
trap 'wineserver -k || true; rm -rf "$work"' EXIT
step "starting Wine" wineboot -i
printf '#!/bin/sh\nexport WINEPREFIX="%s" WINEDEBUG=-all\nexec "%s" "%s" "$@"\n' "$WINEPREFIX" "$wine" "$program" >"$work/aunit"
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
cp specs/list/* "$folder"
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
cp specs/list/* "$deep"
"$aunit" run "$deep/list.aunit" --color never --junit "$deep/report.xml" >"$work/out" || fail "long paths"
[ -s "$deep/report.xml" ] || fail "long paths of reports"

# What other programs hold and systems refuses is said, and nothing half-written stays.
helper=$work/windows_helper.exe
x86_64-w64-mingw32-g++-posix -std=c++20 -O1 -Wall -Wextra -Werror -static -o "$helper" tests/packages/windows_helper.cpp
# refused CODE MESSAGE ARGUMENT...: the program says so, and leaves the folder as it was.
refused() {
  local code=0 wanted=$1 message=$2 before
  shift 2
  before=$(ls -A "$folder")
  (cd "$folder" && "$aunit" "$@" --color never >"$work/out" 2>"$work/error") || code=$?
  [ "$code" = "$wanted" ] && grep -qF "$message" "$work/error" || { cat "$work/error"; fail "aunit $*: exit code $code instead of $wanted, or not \"$message\""; }
  [ "$(ls -A "$folder")" = "$before" ] || fail "aunit $* leaves something behind"
}
(cd "$folder" && "$aunit" run list.aunit --color never --junit NUL >"$work/out") || fail "what nobody wants goes to NUL"
[ ! -e "$folder/NUL" ] || fail "which is not a file"
refused 4 "cannot write a?b.json: Invalid argument" run list.aunit --json 'a?b.json'
refused 4 "cannot write Q:/out.json: No such file or directory" run list.aunit --json 'Q:\out.json'
refused 4 "cannot create the folder list.als/out: Not a directory" run list.aunit --html list.als/out
refused 4 "git cannot be started" diff HEAD:list.als list.als
(cd "$folder" && "$aunit" check "\\\\?\\unix${folder//\//\\}\\list.als" --color never >"$work/out") || fail "names of servers"
echo 'sig  A{}' >"$folder/read-only.als"
chmod a-w "$folder/read-only.als"
refused 4 "cannot write read-only.als: it is read-only" format read-only.als
echo "old" >"$folder/held.json"
wine "$helper" hold "Z:${folder//\//\\}\\held.json" 20000 >"$work/held" </dev/null &
holder=$!
for _ in $(seq 100); do
  ! grep -q open "$work/held" || break
  sleep 0.1
done
refused 4 "cannot write held.json: Permission denied" run list.aunit --json held.json
[ "$(cat "$folder/held.json")" = old ] || fail "what another program holds stays as it was"
wait $holder

# Who sends this one SIGINT presses Ctrl-C in a console of Wine's.
cat >"$work/carried" <<SH
#!/bin/sh
export WINEPREFIX="$WINEPREFIX" WINEDEBUG=-all
pressed="$work/pressed-\$\$"
trap 'echo >"\$pressed"' INT
exec 3<&0
"$wine" "$helper" carry "Z:\$pressed" "Z:$program" "\$@" <&3 3<&- &
child=\$!
while :; do
  code=0
  wait "\$child" || code=\$?
  kill -0 "\$child" 2>/dev/null || exit "\$code"
done
SH
chmod +x "$work/carried"
cat >"$folder/hard.als" <<'ALLOY'
sig P { h: one H } sig H {}
run { all x: H | lone h.x } for exactly 60 P, exactly 59 H
ALLOY
code=0
(cd "$folder" && timeout --foreground -s INT 15 "$work/carried" exec hard.als >"$work/out" 2>&1) || code=$?
[ "$code" = 124 ] && grep -q 'interrupted' "$work/out" || { cat "$work/out"; fail "Ctrl-C ends a search, which says how far it came"; }
! ls -A "$folder" | grep -q aunit-tmp || fail "nothing is left behind"

step "golden cases" python3 tests/golden/run.py "$aunit" --except tests/golden/windows_exceptions --except tests/golden/minimal_exceptions
step "golden cases with Ctrl-C" python3 tests/golden/run.py "$work/carried" interrupt.txt
if [ -x "$same" ]; then
  # What depends on the solvers that are there is what the static program for Linux says, which has the same ones.
  mapfile -t cases < <(sed -n 's/^\([a-z_]*[.]txt\) .*/\1/p' tests/golden/minimal_exceptions)
  step "golden cases as on Linux" python3 tests/golden/run.py "$aunit" --like "$same" --except tests/golden/windows_exceptions "${cases[@]}"
else
  echo "golden cases as on Linux: skipped, $same is not there (scripts/portable linux-x64)" >&2
fi
step "the language server" python3 tests/server/run.py "$aunit" --except tests/server/windows_exceptions
step "the server for programs that call tools" python3 tests/server/mcp/run.py "$aunit" --except tests/server/windows_exceptions
step "hostile clients" python3 tests/server/mcp/hostile.py "$aunit" --except tests/server/windows_exceptions
step "the view" python3 tests/server/view.py "$work/carried" --except tests/server/windows_exceptions
step "watching" python3 tests/packages/watching.py "$aunit"

conformance=$(realpath -m ../shared/conformance)
if [ ! -d "$conformance" ]; then
  echo "recorded verdicts: skipped, ../shared/conformance is not there" >&2
  exit 0
fi
for scorer in score suites/score edge-score; do
  # Wine's server loses a program now and then, one in some hundred: what it was asked is missing then, and asked once more.
  "$conformance/$scorer" "$aunit" >"$work/score" || "$conformance/$scorer" "$aunit" >"$work/score" || { tail "$work/score"; fail "$scorer"; }
  tail -n 1 "$work/score"
done
