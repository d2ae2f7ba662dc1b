"""`aunit run --infeasible` against valuations: none of them meets what it proves infeasible.
usage: infeasiblefuzz.py SEED COUNT, with aunit on the PATH, in an empty folder"""

import json
import pathlib

import situations

CLAIMS = ["valid", "invalid", "satisfies p", "violates p"]
seen = 0


def coverage(tests, *options):
    """Of the model `m`, what `--coverage-out` writes."""
    situations.aunit("run", tests, "--coverage-out", "coverage.json", *options)
    return next(model for model in json.loads(pathlib.Path("coverage.json").read_text())["models"] if model["name"] == "m")


def compare(situation):
    global seen
    pathlib.Path("m.als").write_text(f"{situation.model()}run {{ }} for 2 but {situation.bits} int\n")
    situation.write_few("few.aunit", "m.als")
    infeasible = set(coverage("few.aunit", "--infeasible", *situation.options)["infeasible"])
    seen += len(infeasible)
    situation.write_tests("all.aunit", "m.als", CLAIMS)
    tests = coverage("all.aunit", *situation.options)["tests"]
    met = {r for test in tests if test["outcome"] == "passed" for r in test["met"]}
    return f"{sorted(infeasible & met)} are met" if infeasible & met else None


print("done", situations.fuzz(3, compare), f"({seen} infeasible requirements)")
