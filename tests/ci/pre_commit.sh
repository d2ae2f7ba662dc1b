#!/usr/bin/env bash
# The hooks of .pre-commit-hooks.yaml, by the real pre-commit. usage: pre_commit.sh AUNIT
set -euo pipefail
aunit=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/aunit hooks XXXXXX")
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $1"; cat "$work/shown"; exit 1; }
export HOME=$work PRE_COMMIT_HOME=$work/cache PATH=$work/bin:$PATH GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
mkdir -p "$work/bin" "$work/hooks" "$work/models/my tests"
ln -s "$aunit" "$work/bin/aunit"
cp "$root/.pre-commit-hooks.yaml" "$work/hooks"
git -C "$work/hooks" init -q && git -C "$work/hooks" add . && git -C "$work/hooks" commit -qm hooks
cd "$work/models"
git init -q
cat >.pre-commit-config.yaml <<END
repos:
  - repo: $work/hooks
    rev: $(git -C "$work/hooks" rev-parse HEAD)
    hooks: [{ id: aunit-check }, { id: aunit-format }, { id: aunit-run }]
END
printf 'sig A {}\npred few { lone A }\n' >'my tests/list.als'
printf 'open list\nval single { A = A0 }\ntest "few" { single satisfies few }\n' >'my tests/list.aunit'
git add .
hooks() { pre-commit run --all-files >"$work/shown" 2>&1; }

hooks || fail "all is well"
grep -q 'aunit run\.*Passed' "$work/shown" || fail "aunit run has run"
printf 'sig A {}\npred few {\nlone A\n}\n' >'my tests/list.als'
! hooks || fail "a file that is laid out otherwise fails"
grep -q 'files were modified by this hook' "$work/shown" || fail "and is changed"
git add . && hooks || fail "and then passes"
sed -i 's/lone A/no A/' 'my tests/list.als' && git add .
! hooks || fail "a failed test fails"
grep -q 'few does not hold\|does not hold' "$work/shown" || fail "why is shown"
echo 'sig B extends C {}' >>'my tests/list.als' && git add .
! hooks || fail "an error fails"
grep -q 'aunit check\.*Failed' "$work/shown" || fail "aunit check has failed"
echo "the hooks check, lay out and run"
