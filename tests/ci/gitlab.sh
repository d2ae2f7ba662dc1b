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

# A merge request that weakens a fact.
hub=$work/hub.git
git init -q . && git add list.als && git -c user.name=n -c user.email=e@e commit -q -m one
git clone -q --bare . "$hub" && git remote add origin "$hub"
base=$(git rev-parse HEAD)
sed -i 's/lone n.link/some n or lone n.link/' list.als
grep -q 'some n or lone' list.als || fail "the model is changed"
job aunit-diff CI_MERGE_REQUEST_DIFF_BASE_SHA="$base"
grep -q 'all facts and declarations  weaker' shown || fail "what it changes"
[ -s diff/index.html ] || fail "diff/index.html"
if (job aunit-diff CI_MERGE_REQUEST_DIFF_BASE_SHA="$base" AUNIT_FORBID=behaviour-added) >out; then fail "a change that is forbidden"; fi
grep -q 'weaker  forbidden' shown || fail "what is forbidden"
echo "the template's jobs do what they should"
