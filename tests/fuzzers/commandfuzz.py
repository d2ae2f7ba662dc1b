"""Compares `aunit exec` and `aunit check --redundant` with all valuations: verdicts, the smallest instance, the nearest valuation if there is
no instance, contradicting facts, redundant facts.
usage: commandfuzz.py SEED COUNT, with aunit on the PATH, in an empty folder"""

import json
import pathlib
import re

import situations

BITS = 3
seen = {}


def count(what):
    seen[what] = seen.get(what, 0) + 1


def constraint(situation, denied=False):
    """Returns a formula that is a single constraint for `--nearest` and `--redundant`: it (or, if `denied`, its negation) is no conjunction and not existential."""
    several = r" (or|implies|iff) |^\(*(all|no|lone|one) x" if denied else r" and |^\(*(not |(some|one) x)"
    while True:
        formula = situation.formulas().formula(1)
        if not re.search(several, formula):
            return formula


def size(shown):
    """Returns the numbers of atoms and of tuples in the relations that vary between the valuations."""
    (state,) = shown["states"]
    fields = {name.split(".")[-1]: tuples for name, tuples in state["fields"].items()}
    return sum(len(state["sigs"][f"this/{s}"]) for s in "AB"), sum(len(fields.get(f, ())) for f in "fgtes")


def sized(row):
    return len(row["A"]) + len(row["B"]), sum(len(row.get(f, ())) for f in "fgtes")


def compare(situation):
    facts, question, claim = [constraint(situation) for _ in range(2)], constraint(situation), constraint(situation, denied=True)
    shared = [p for p in situation.shared if not p.startswith("fact F ")]
    commands = [f"run {{ {question} }} {situation.scope()}", f"check {{ {claim} }} {situation.scope()}"]
    steps = {"q": situation.steps()[:1], "n": situation.steps()}  # a run searches its first step only
    written = [f"fact F{i} {{ {fact} }}" for i, fact in enumerate(facts)]
    pathlib.Path("m.als").write_text(situation.text(shared + written) + "\n".join(commands) + "\n")
    predicates = {"q": question, "n": f"not ({claim})"} | {f"f{i}": fact for i, fact in enumerate(facts)}
    pathlib.Path("judged.als").write_text(situation.text(shared + [f"pred {name} {{ {body} }}" for name, body in predicates.items()]))
    truths = situation.truths("judged.als", [f"satisfies {name}" for name in predicates])
    rows = []  # for each valuation: the valuation, its size, and which predicates hold
    for i, row in enumerate(situation.rows):
        rows.append((row, sized(row), {name: f"v{i} satisfies {name}" in truths for name in predicates}))
    whole = not situation.features

    def inside(some):
        """Returns the size, and which predicates hold, for each valuation that is in at least one of the steps."""
        return [(size, holds) for row, size, holds in rows if any(step(row) for step in some)]

    def legal(some):
        return [(size, holds) for size, holds in inside(some) if all(holds[f"f{i}"] for i in range(2))]

    answers = situations.aunit("exec", "m.als", "--nearest", "--json", "--no-cache", "--show", "json", "--exit-zero", *situation.options)
    for name, answer in zip("qn", map(json.loads, answers.splitlines())):
        reached = [sorted(size for size, holds in legal([step]) if holds[name]) for step in steps[name]]
        sizes = next(filter(None, reached), [])  # of the first step with a valuation
        found = answer["verdict"] == "SAT"
        count(answer["verdict"])
        if (sizes and not found) or (whole and found and not sizes):
            return f"{answer['command']}: {answer['verdict']}, but {len(sizes)} valuations"
        if found and answer["sizes"][0]["proved"] and sizes and sizes[0] < size(answer["shown"][0]):
            return f"{answer['command']}: {size(answer['shown'][0])} atoms and tuples, but {sizes[0]} will do"
        if answer.get("vacuous", {}).get("why") == "facts":
            count("contradicting facts")
            if legal(steps[name]):
                return f"the facts do not contradict each other: {len(legal(steps[name]))} valuations"
        if answer.get("nearest", {}).get("proved"):
            count("nearest")
            said = [0, 0, 0]
            for broken in answer["nearest"]["breaks"]:
                text = broken["constraint"]
                said[2 if text.startswith("fact ") else 0 if "command" in text or text.startswith("the ") else 1] += 1
            best = min(([not row[name], 0, sum(not row[f"f{i}"] for i in range(2))] for _, row in inside(steps[name])), default=said)
            if best < said:
                return f"{answer['command']}: {said} constraints of command, declarations and facts broken, but {best} will do"

    lines = pathlib.Path("m.als").read_text().splitlines()
    for finding in situations.aunit("check", "--redundant", "--json", "m.als", *situation.options).splitlines():
        finding = json.loads(finding)
        line = lines[finding["place"]["line"] - 1]
        if finding["code"] != "redundant-constraint" or not line.startswith("fact F"):
            continue
        name, begin = "f" + line[6], line.index("{") + 3
        if (finding["place"]["column"], finding["place"]["end_column"]) != (begin, len(line) - 1):
            continue  # only a part of the fact
        count("redundant")
        others = [f"f{i}" for i in range(2) if f"f{i}" != name]
        if any(not row[name] and all(row[other] for other in others) for _, row in inside(situation.steps())):
            return f"{line} is not redundant"
    return None


print("done", situations.fuzz(BITS, compare), seen)
