"""Compares `aunit mutate` with all valuations: an equivalent mutant must have the same value on each, and a killed mutant must change the outcome of a test.
usage: mutatefuzz.py SEED COUNT, with aunit on the PATH, in an empty folder"""

import json
import pathlib

import situations

CLAIMS = ["valid", "satisfies p"]
seen = {}


def mutants(report, fate):
    """Yields the ID and the changed model of each mutant with this fate."""
    for path, file in report["files"].items():
        source = file["source"].encode()
        for mutant in file["mutants"]:
            where = mutant["aunit"]
            if where["fate"] == fate and path == "m.als":
                seen[fate] = seen.get(fate, 0) + 1
                yield mutant["id"], (source[: where["begin"]] + mutant["replacement"].encode() + source[where["end"] :]).decode()


def compare(situation):
    pathlib.Path("m.als").write_text(situation.model())
    situation.write_few("m.aunit", "m.als")
    report = json.loads(situations.aunit("mutate", "m.aunit", "--json", "-", "--arid", *situation.options))
    original = None
    for name, changed in mutants(report, "equivalent"):
        original = original or situation.truths("m.als", CLAIMS)
        pathlib.Path("changed.als").write_text(changed)
        if situation.truths("changed.als", CLAIMS) != original:
            return f"{name} is not equivalent"
    situation.write_few("changed.aunit", "changed.als")
    before = passed("m.aunit", situation)
    for name, changed in list(mutants(report, "killed"))[:5]:
        pathlib.Path("changed.als").write_text(changed)
        if passed("changed.aunit", situation) == before:
            return f"{name} is not killed"
    return None


def passed(tests, situation):
    # The valuation may name an atom that the changed model does not have.
    report = json.loads(situations.aunit("run", tests, "--json", *situation.options, mistaken=True))
    return {test["name"] for test in report["tests"] if test["outcome"] == "passed"}


print("done", situations.fuzz(3, compare), seen)
