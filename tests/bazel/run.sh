#!/usr/bin/env bash
# The rule aunit_test in Debian's Bazel, without a network: shards, JUnit, cache, failures, --test_filter. usage: run.sh AUNIT
set -euo pipefail
aunit=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
bazel() { (cd "$work/models" && command bazel --batch --output_user_root="$work/cache" "$@" 2>&1); }
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
fail() { echo "FAILED: $1"; cat "$work/shown"; exit 1; }

mkdir -p "$work/models/lists" "$work/stub"
cp "$root"/specs/list/list.als "$root"/specs/list/list.aunit "$root"/specs/list/two_nodes.xml "$work/models/lists"
cat >"$work/models/WORKSPACE" <<END
local_repository(name = "rules_aunit", path = "$root/bazel")
load("@rules_aunit//:aunit.bzl", "aunit_system")
aunit_system(name = "aunit", path = "$aunit")
END
cat >"$work/models/BUILD" <<'END'
load("@rules_aunit//:aunit.bzl", "aunit_test")
aunit_test(name = "list", srcs = ["lists/list.aunit"], data = ["lists/list.als", "lists/two_nodes.xml"], shard_count = 3, coverage = True)
aunit_test(name = "wrong", srcs = ["wrong.aunit"], model = "model.als", args = ["--timeout", "10"])
END
echo 'sig A {} pred few { lone A }' >"$work/models/model.als"
printf 'val two { A = A0 + A1 }\ntest "wrong" { two satisfies few }\ntest "right" { two violates few }\n' >"$work/models/wrong.aunit"
# Bazel wants these tools for any test, and would fetch them.
touch "$work/stub/WORKSPACE"
printf 'filegroup(name = "%s", visibility = ["//visibility:public"])\n' coverage_report_generator >"$work/stub/BUILD"
mkdir -p "$work/stub/src/main/java/com/google/devtools/coverageoutputgenerator"
flags=(--override_repository=remote_coverage_tools="$work/stub" --test_output=errors)

bazel test "${flags[@]}" //:list >"$work/shown" || fail "the tests pass"
grep -q 'Stats over' "$work/shown" || grep -q '//:list .*PASSED' "$work/shown" || fail "PASSED"
logs=$work/models/bazel-testlogs
[ "$(find -L "$logs/list" -name test.xml | wc -l)" = 3 ] || fail "three shards"
total=$(find -L "$logs/list" -name test.xml -exec grep -ho '<testcase ' {} + | wc -l)
[ "$total" = "$("$aunit" run --list "$work/models/lists/list.aunit" | wc -l)" ] || fail "each test is in one shard: $total"
[ "$(find -L "$logs/list" -name 'outputs.zip' -o -name coverage.json | wc -l)" = 3 ] || fail "coverage of each shard"
bazel test "${flags[@]}" //:list >"$work/shown" || fail "the tests pass again"
grep -q '(cached) PASSED' "$work/shown" || fail "the second time nothing runs"
! bazel test "${flags[@]}" //:wrong >"$work/shown" || fail "a failed test fails"
grep -q 'few does not hold' "$work/shown" || fail "why is shown"
grep -q '<failure' "$(find -L "$logs/wrong" -name test.xml)" || fail "the failure is in test.xml"
bazel test "${flags[@]}" --test_filter=right //:wrong >"$work/shown" || fail "--test_filter"
echo "aunit_test: shards, JUnit, coverage, cache, failures, filter"
