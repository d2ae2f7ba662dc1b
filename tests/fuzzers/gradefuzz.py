"""`aunit grade` against all valuations: an answer is called correct, too weak, ... as the valuations say on which it holds.
usage: gradefuzz.py SEED COUNT, with aunit on the PATH, in an empty folder"""

import json
import pathlib
import random
import sys

import situations

BITS = 4  # what `grade` takes without an assignment

seed, count = int(sys.argv[1]), int(sys.argv[2])
draw = random.Random(seed)
wrong, classes = 0, {}
for _ in range(count):
    options = situations.semantics(draw)
    shared = situations.declarations(draw, BITS)
    texts = {name: shared + situations.predicate(draw, BITS) for name in ("right", "answer")}
    holds = {}
    for name, text in texts.items():
        folder = pathlib.Path(name)
        folder.mkdir(exist_ok=True)
        (folder / "m.als").write_text(text)
        pathlib.Path(f"{name}.als").write_text(text)
        holds[name] = situations.truths(f"{name}.als", ["satisfies p"], BITS, options)
    expected = {
        (False, False): "correct",
        (True, False): "under",
        (False, True): "over",
        (True, True): "both",
    }[bool(holds["answer"] - holds["right"]), bool(holds["right"] - holds["answer"])]
    report = json.loads(
        situations.aunit("grade", "--right", "right/m.als", "--pred", "p", "--scope", "2", "--no-hints", "answer", "--json", *options)
    )
    said = report["submissions"][0]["class"]
    classes[said] = classes.get(said, 0) + 1
    if said != expected:
        wrong += 1
        for name, text in texts.items():
            pathlib.Path(f"wrong_{seed}_{wrong}_{name}.als").write_text(text)
        print(f"WRONG wrong_{seed}_{wrong}: {said}, but the valuations say {expected} {options}", flush=True)
print("done", wrong, classes)
