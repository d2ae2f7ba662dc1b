"""Compares `aunit run --infeasible` with all valuations: none of them may meet a requirement that is proved infeasible.
usage: infeasiblefuzz.py SEED COUNT, with aunit on the PATH, in an empty folder"""

import json
import pathlib

import situations

CLAIMS = ["valid", "invalid", "satisfies p", "violates p"]
seen = 0


def coverage(tests, *options):
    """Returns the data that `--coverage-out` writes about the model `m`."""
    situations.aunit("run", tests, "--coverage-out", "coverage.json", *options)
    return next(model for model in json.loads(pathlib.Path("coverage.json").read_text())["models"] if model["name"] == "m")


def compare(situation):
    global seen
    command = f"check {{ {situation.formulas().formula(1)} }}" if situation.growing else "run { }"
    pathlib.Path("m.als").write_text(f"{situation.model()}{command} {situation.scope()}\n")
    situation.write_few("few.aunit", "m.als")
    infeasible = set(coverage("few.aunit", "--infeasible", *situation.options)["infeasible"])
    seen += len(infeasible)
    situation.write_tests("all.aunit", "m.als", CLAIMS)
    tests = coverage("all.aunit", *situation.options)["tests"]
    rows = [situation.rows[situations.row_of(test["id"].split("::")[1])] for test in tests]
    met = {r for test, row in zip(tests, rows) if test["outcome"] == "passed" and situation.within(row) for r in test["met"]}
    return f"{sorted(infeasible & met)} are met" if infeasible & met else None


print("done", situations.fuzz(3, compare), f"({seen} infeasible requirements)")
