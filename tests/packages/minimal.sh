#!/usr/bin/env bash
# A build without Graphviz, CryptoMiniSat and line editing does what it can, and says what it cannot. usage: minimal.sh AUNIT [PROGRAM]   PROGRAM is what AUNIT starts
set -euo pipefail
aunit=$(realpath "$1") program=$(realpath "${2:-$1}")
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1"; exit 1; }
says() { grep -qF -- "$1" "$work/error" || { cat "$work/error"; fail "it says: $1"; }; }

! ldd "$program" | grep -E 'libgvc|libcgraph|libcryptominisat|libmimalloc|libedit' || fail "it does not need them"
"$aunit" run specs --html "$work/report" >/dev/null || fail "the worked examples pass"
grep -rlq '<g class="box' "$work/report" || fail "instances are drawn"
printf 'sig N { r: set N }\nrun { some disj a, b, c: N | a->b + b->c + c->a + a->a + b->a in r } for exactly 4 N\n' >"$work/cycles.als"
"$aunit" exec "$work/cycles.als" --show svg | grep '<path' >/dev/null || fail "and those with cycles"
for solver in portfolio cadical minisat; do "$aunit" exec specs/list/list.als --solver $solver >/dev/null || fail "$solver"; done
! "$aunit" exec specs/list/list.als --solver cryptominisat 2>"$work/error" || fail "there is no CryptoMiniSat"
says 'this aunit was built without cryptominisat (it has portfolio, cadical, minisat)'
! "$aunit" exec specs/programs/lock.prog --graph "$work/graph.svg" >/dev/null 2>"$work/error" || fail "there is no Graphviz"
says 'this aunit was built without Graphviz'
"$aunit" exec specs/programs/lock.prog --graph "$work/graph.dot" >/dev/null || fail "graphs as text"
[ "$(echo 'Node' | "$aunit" eval specs/list/list.aunit --val beta | wc -l)" -ge 1 ] || fail "the prompt reads lines"
echo "a minimal build does what it can"
