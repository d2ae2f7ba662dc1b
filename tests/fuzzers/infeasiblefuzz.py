"""`aunit run --infeasible` against all valuations: what it proves infeasible none of them meets.
usage: infeasiblefuzz.py SEED COUNT, with aunit on the PATH, in an empty folder"""

import json
import pathlib
import random
import sys

import situations

BITS = 3
CLAIMS = ["valid", "invalid", "satisfies p", "violates p"]


def coverage(tests, *options):
    situations.aunit("run", tests, "--coverage-out", "coverage.json", *options)
    (model,) = json.loads(pathlib.Path("coverage.json").read_text())["models"]
    return model


seed, count = int(sys.argv[1]), int(sys.argv[2])
draw = random.Random(seed)
wrong = seen = 0
for _ in range(count):
    options = situations.semantics(draw)
    text = situations.declarations(draw, BITS) + situations.predicate(draw, BITS)
    pathlib.Path("m.als").write_text(text)
    situations.write_few("few.aunit", "m.als", BITS)
    infeasible = set(coverage("few.aunit", "--infeasible", *options)["infeasible"])
    situations.write_tests("all.aunit", "m.als", CLAIMS, BITS)
    met = {r for test in coverage("all.aunit", *options)["tests"] if test["outcome"] == "passed" for r in test["met"]}
    seen += len(infeasible)
    if infeasible & met:
        wrong += 1
        kept = f"wrong_{seed}_{wrong}.als"
        pathlib.Path(kept).write_text(text)
        print(f"WRONG {kept}: {sorted(infeasible & met)} are met {options}", flush=True)
print("done", wrong, f"({seen} infeasible requirements)")
