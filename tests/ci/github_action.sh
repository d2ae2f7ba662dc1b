#!/usr/bin/env bash
# The lines that action.yml runs, in an environment like that of a runner: `curl` and `gh` are stand-ins that write down what they are
# asked. usage: github_action.sh AUNIT
set -euo pipefail
aunit=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/aunit action XXXXXX")
trap 'rm -rf "$work"' EXIT

fail() { echo "FAILED: $1" >&2; shift; for file in "$@"; do echo "--- $file" >&2; cat "$file" >&2 || true; done; exit 1; }
has() { grep -qF -- "$2" "$1" || fail "$1 has no \"$2\"" "$1"; }

mkdir -p "$work/bin" "$work/temp" "$work/models/my tests" "$work/release/aunit-9.9.9-linux/bin"
cat >"$work/models/my tests/list.als" <<'END'
sig Node { link: set Node }
fact PartialFunction { all n: Node | lone n.link }
pred acyclic { all n: Node | n !in n.^link }
END
cat >"$work/models/my tests/list.aunit" <<'END'
open list
val chain { Node = N0 + N1   link = N0->N1 }
val loop { Node = N0   link = N0->N0 }
test "a chain" { chain satisfies acyclic }
test "a loop" { loop violates acyclic }
END
# What is downloaded: a release whose aunit is the one under test.
printf '#!/bin/sh\nexec "%s" "$@"\n' "$aunit" >"$work/release/aunit-9.9.9-linux/bin/aunit"
chmod +x "$work/release/aunit-9.9.9-linux/bin/aunit"
tar -C "$work/release" -czf "$work/aunit.tar.gz" aunit-9.9.9-linux
cat >"$work/bin/curl" <<'END'
#!/bin/sh
echo "curl $*" >>"$WORK/asked"
case "$*" in *latest) printf %s https://github.com/o/aunit/releases/tag/v9.9.9 ;; *.sha256) cat "$WORK/digest" ;; *) cat "$WORK/aunit.tar.gz" ;; esac
END
cat >"$work/bin/gh" <<'END'
#!/bin/sh
echo "gh $*" >>"$WORK/asked"
case "$*" in *--jq*) cat "$WORK/comments" 2>/dev/null ;; esac
[ ! -e "$WORK/forbidden" ] || case "$*" in *POST*|*PATCH*) exit 1 ;; esac
END
chmod +x "$work"/bin/*

# step NAME: as a runner starts it, with what the step before it said.
step() {
  (cd "$work/models" && env -i PATH="$work/bin:${path:-}:/usr/bin:/bin" HOME="$work" LC_ALL=C.UTF-8 WORK="$work" RUNNER_TEMP="$work/temp" GITHUB_ACTIONS=true \
    GITHUB_OUTPUT="$work/output" GITHUB_PATH="$work/path" GITHUB_STEP_SUMMARY="$work/summary" GITHUB_REPOSITORY=o/models PULL_REQUEST=7 \
    AUNIT_REPOSITORY=o/aunit AUNIT_VERSION="${version:-}" AUNIT_DIGEST="${digest:-}" AUNIT_PATHS="${paths:-}" AUNIT_ARGUMENTS="${arguments:-}" AUNIT_FAIL_UNDER="${fail_under:-}" \
    AUNIT_SHARD="${shard:-}" AUNIT_MUTATE="${mutate:-true}" AUNIT_HTML=true AUNIT_FAIL_ON_LOSS="${fail_on_loss:-true}" \
    AUNIT_FORBID="${forbid:-}" AUNIT_BASE="${base:-}" FORBIDDEN="$(said forbidden)" \
    EXIT_CODE="$(said exit-code)" LOSS="$(said loss)" "$root/ci/github-action" "$1" >"$work/shown" 2>&1)
}
said() { [ ! -e "$work/output" ] || sed -n "s/^$1=//p" "$work/output" | tail -n 1; }
reports=$work/temp/aunit-reports

right=$(sha256sum <"$work/aunit.tar.gz" | cut -d ' ' -f 1)
wrong=$(printf x | sha256sum | cut -d ' ' -f 1)
echo "$wrong  aunit-9.9.9.tar.gz" >"$work/digest"
! step install || fail "a tarball that is another one" "$work/shown"
has "$work/shown" "::error::"
[ ! -e "$work/temp/aunit/bin" ] || fail "it is unpacked" "$work/shown"
digest=$right step install || fail "a digest of the workflow" "$work/shown"
! digest=$wrong step install || fail "a wrong digest of the workflow" "$work/shown"
: >"$work/digest"
! step install || fail "no digest" "$work/shown"
rm -f "$work/path"
echo "$right  aunit-9.9.9.tar.gz" >"$work/digest"
case $(uname -m) in aarch64) target=linux-arm64 ;; *) target=linux-x64 ;; esac
step install || fail install "$work/shown"
has "$work/asked" "curl -fsSL https://github.com/o/aunit/releases/download/v9.9.9/aunit-9.9.9-$target.tar.gz"
path=$(cat "$work/path")
[ "$path" = "$work/temp/aunit/bin" ] || fail "path" "$work/path"

# A push to the target branch.
paths=$'my tests\n\n'
step run || fail run "$work/shown"
[ "$(said exit-code)" = 0 ] || fail "tests pass" "$work/shown"
for file in junit.xml report.json coverage.json cobertura.xml html/index.html mutation.json; do [ -s "$reports/$file" ] || fail "no $file" "$work/shown"; done
has "$work/summary" "2 passed"
step compare || fail compare "$work/shown"
has "$reports/comment.md" '<!-- aunit -->'
has "$reports/comment.md" '%'
step keep || fail keep "$work/shown"
step verdict || fail "verdict of what passes" "$work/shown"

# A pull request that loses a test, and breaks another.
sed -i -e '/a loop/d' -e 's/"a chain" { chain satisfies/"a chain" { chain violates/' "$work/models/my tests/list.aunit"
step run || fail "run of what fails" "$work/shown"
[ "$(said exit-code)" = 1 ] || fail "a test fails" "$work/shown"
has "$work/shown" '::error file=my tests/list.aunit'
sed -i 's/chain violates/chain satisfies/' "$work/models/my tests/list.aunit"
arguments=$'--timeout\n10\n' fail_under=$'FC=100\n' step run || fail "run with arguments" "$work/shown"
[ "$(said exit-code)" = 6 ] || fail "a threshold is missed" "$work/shown"
step run || fail run "$work/shown"
step compare || fail "compare" "$work/shown"
[ "$(said loss)" = true ] || fail "something is lost" "$work/output" "$work/shown"
has "$reports/comment.md" 'No longer met'
has "$reports/comment.md" 'No longer killed'
step comment || fail comment "$work/shown"
has "$work/asked" 'gh api --method POST repos/o/models/issues/7/comments'
echo 42 >"$work/comments"
step comment || fail comment "$work/shown"
has "$work/asked" 'gh api --method PATCH repos/o/models/issues/comments/42'
touch "$work/forbidden"
step comment || fail "where comments are not allowed" "$work/shown"
has "$work/shown" '::notice::'
! step verdict || fail "a loss fails" "$work/shown"
fail_on_loss=false step compare
step verdict || fail "a loss that is none" "$work/shown"

# What it changes in the model, and a change that is forbidden.
git -C "$work/models" init -q && git -C "$work/models" add . && git -C "$work/models" -c user.name=n -c user.email=e@e commit -q -m one
sed -i 's/lone n.link/some n/' "$work/models/my tests/list.als"
fail_on_loss=false base=HEAD step compare || fail "compare with a commit" "$work/shown"
has "$reports/comment.md" '`fact PartialFunction`: **weaker**'
step verdict || fail "a change that is allowed" "$work/shown"
fail_on_loss=false base=HEAD forbid=weaker step compare || fail "compare with a gate" "$work/shown"
! step verdict || fail "a change that is forbidden fails" "$work/shown"
has "$work/shown" 'forbidden'
sed -i '/^forbidden=/d' "$work/output"
fail_on_loss=false base=nowhere step compare || fail "compare with what is not there" "$work/shown"

# A model in error.
echo 'sig {' >"$work/models/my tests/list.als"
step run || fail "run of what does not load" "$work/shown"
[ "$(said exit-code)" = 4 ] || fail "exit code of an error" "$work/shown"
step compare || fail "compare of nothing" "$work/shown"
! step verdict || fail "verdict of an error" "$work/shown"
echo "the action's steps do what they should"
