"""Compares `aunit grade` with all valuations: the class of an answer (correct, under, over, both) must follow from the valuations on which it holds.
usage: gradefuzz.py SEED COUNT, with aunit on the PATH, in an empty folder"""

import json
import pathlib

import situations

classes = {}


def compare(situation):
    situation.growing = {}  # `--scope` is a number
    texts = {"right": situation.model(), "answer": situation.model()}
    holds = {}
    for name, text in texts.items():
        folder = pathlib.Path(name)
        folder.mkdir(exist_ok=True)
        (folder / "few.als").write_text(situations.MODULE)
        (folder / "m.als").write_text(text)
        pathlib.Path(f"{name}.als").write_text(text)
        holds[name] = situation.truths(f"{name}.als", ["satisfies p"])
    command = ["grade", "--right", "right/m.als", "--pred", "p", "--scope", "2", "--no-hints", "answer/m.als", "--json"]
    said = json.loads(situations.aunit(*command, *situation.options))["submissions"][0]["class"]
    classes[said] = classes.get(said, 0) + 1
    # If there are many fields, the valuations are a sample, which may miss a difference.
    accepted, rejected = bool(holds["answer"] - holds["right"]), bool(holds["right"] - holds["answer"])
    seen = {"correct": (False, False), "under": (True, False), "over": (False, True), "both": (True, True)}.get(said, (True, True))
    wrong = (accepted, rejected) != seen if not situation.features else (accepted and not seen[0]) or (rejected and not seen[1])
    return f"{said}, but of the valuations it accepts wrongly: {accepted}, rejects wrongly: {rejected}" if wrong else None


print("done", situations.fuzz(4, compare), classes)  # 4 bits: the default of `grade` without an assignment
