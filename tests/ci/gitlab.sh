#!/usr/bin/env bash
# The lines that ci/gitlab.yml runs, with the variables that GitLab sets: two parallel jobs, then the one that unites them.
# usage: gitlab.sh AUNIT
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/aunit gitlab XXXXXX")
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1"; cat "$work/shown"; exit 1; }
mkdir "$work/bin"
ln -s "$(realpath "$1")" "$work/bin/aunit"
cp "$root"/specs/list/* "$work"
cd "$work"

# lines JOB: its script.
lines() { awk -v job="$1:" '$0 == job { on = 1; next } /^[^ ]/ { on = script = 0 } on && /^  [a-z]/ { script = ($1 == "script:") } script && /^    - / { print substr($0, 7) }' "$root/ci/gitlab.yml"; }
job() {  # job NAME [VARIABLE=VALUE...]
  local name=$1
  shift
  [ -n "$(lines "$name")" ] || fail "$name has a script"
  lines "$name" | env -i PATH="$work/bin:/usr/bin:/bin" HOME="$work" AUNIT_PATHS=list.aunit AUNIT_ARGUMENTS="--timeout 10" "$@" bash -eu >shown 2>&1 \
    || fail "$name"
}
job aunit CI_NODE_INDEX=1 CI_NODE_TOTAL=2
job aunit CI_NODE_INDEX=2 CI_NODE_TOTAL=2
tests=$(cat reports/junit-*.xml | grep -o '<testcase ' | wc -l)
[ "$tests" = "$("$work/bin/aunit" run list.aunit --list | wc -l)" ] || fail "each test is in one job: $tests"
job aunit-coverage
grep -q '<coverage ' reports/cobertura.xml || fail "cobertura.xml"
# The expression that GitLab finds the percentage by, as it stands there.
expression=$(sed -n "s/^  coverage: '\/\(.*\)\/'$/\1/p" "$root/ci/gitlab.yml")
grep -qP "$expression" shown || fail "no line is like $expression"
echo "the template's jobs do what they should"
