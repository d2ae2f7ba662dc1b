"""Small random models whose numbers overflow, all valuations of their declarations, and what `aunit run` says of each."""

import itertools
import json
import pathlib
import random
import subprocess


class Formulas:
    """Draws formulas over A, B, f, g and the variables in view; many compare numbers of so few bits that they overflow."""

    def __init__(self, draw: random.Random, bits: int):
        self.draw = draw
        self.largest = 2 ** (bits - 1) - 1
        self.variables = []

    def unary(self, depth):
        names = ["A", "B", "A.f", "A.g"] + 3 * self.variables
        kind = self.draw.randrange(6) if depth > 0 else 0
        if kind < 3:
            return self.draw.choice(names)
        if kind == 3:
            return f"({self.unary(depth - 1)} {self.draw.choice('+&-')} {self.unary(depth - 1)})"
        return f"({self.unary(depth - 1)}.{self.draw.choice(['f', '^f', '~f', '*f', 'g'])})"

    def number(self, depth):
        kind = self.draw.randrange(6) if depth > 0 else 0
        if kind < 2:
            return f"#{self.unary(1)}"
        if kind == 2:
            return str(self.draw.randint(-self.largest, self.largest))
        if kind == 3:
            return f"(sum v: A | {self.number(0)})"
        return f"{self.draw.choice(['plus', 'minus', 'mul'])}[{self.number(depth - 1)}, {self.number(depth - 1)}]"

    def formula(self, depth):
        kind = self.draw.randrange(9)
        if depth == 0 or kind < 3:
            if self.draw.random() < 0.6:
                return f"{self.number(2)} {self.draw.choice(['<', '>', '=', '<=', '>=', '!='])} {self.number(1)}"
            if self.draw.random() < 0.5:
                return f"{self.draw.choice(['some', 'no', 'lone', 'one'])} {self.unary(1)}"
            return f"{self.unary(1)} {self.draw.choice(['in', '=', '!in', '!='])} {self.unary(1)}"
        if kind < 5:
            return f"({self.formula(depth - 1)} {self.draw.choice(['and', 'or', 'implies', 'iff'])} {self.formula(depth - 1)})"
        if kind == 5:
            return f"(not {self.formula(depth - 1)})"
        variable = f"x{len(self.variables)}"
        domain = self.draw.choice(["A", "A", "B"])
        self.variables.append(variable)
        body = self.formula(depth - 1)
        self.variables.pop()
        return f"({self.draw.choice(['all', 'some', 'no', 'one', 'lone'])} {variable}: {domain} | {body})"


def declarations(draw, bits):
    """Signatures, fields and, mostly, a fact."""
    fact = f"fact F {{ {Formulas(draw, bits).formula(1)} }}\n" if draw.random() < 0.7 else ""
    return f"sig A {{ f: set A, g: lone B }}\nsig B {{ }}\n{fact}"


def predicate(draw, bits):
    return f"pred p {{ {Formulas(draw, bits).formula(2)} }}\n"


def semantics(draw):
    return ["--no-overflow"] if draw.random() < 0.8 else []


def valuations():
    """All valuations of the declarations with at most two atoms each, as bodies of `val` paragraphs."""
    for atoms, others in itertools.product(range(3), range(3)):
        a, b = [f"A{i}" for i in range(atoms)], [f"B{i}" for i in range(others)]
        pairs = [f"{x}->{y}" for x in a for y in a]
        for chosen in itertools.product([False, True], repeat=len(pairs)):
            for images in itertools.product([None] + b, repeat=atoms):
                rows = {
                    "A": a,
                    "B": b,
                    "f": [p for p, c in zip(pairs, chosen) if c],
                    "g": [f"{x}->{y}" for x, y in zip(a, images) if y],
                }
                yield " ".join(f"{name} = {' + '.join(tuples)}" for name, tuples in rows.items() if tuples)


def write_tests(path, model, claims, bits):
    """A test file with each valuation and, for each claim such as "satisfies p", a test of it."""
    lines = [f"open {pathlib.Path(model).stem}"]
    for i, body in enumerate(valuations()):
        lines.append(f"val v{i} for {bits} int {{ {body} }}")
        lines += [f'test "v{i} {claim}" {{ v{i} {claim} }}' for claim in claims]
    pathlib.Path(path).write_text("\n".join(lines) + "\n")


def aunit(*arguments):
    """Standard output. Raises on the exit codes that say of a mistake in the input, or of aunit."""
    ended = subprocess.run(["aunit", *arguments], capture_output=True, text=True)
    if ended.returncode not in (0, 1, 6, 7):
        raise RuntimeError(f"aunit {' '.join(arguments)}: exit code {ended.returncode}\n{ended.stderr[:1000]}")
    return ended.stdout


def write_few(path, model, bits):
    """A test file with one valuation, and a command that says the scope."""
    pathlib.Path(path).write_text(
        f"open {pathlib.Path(model).stem}\n"
        f"val v for {bits} int {{ A = A0 }}\n"
        f'test "v" {{ v satisfies p }}\n'
        f'test "s" {{ run {{ }} for 2 but {bits} int }}\n'
    )


def truths(model, claims, bits, options):
    """Which claims are true of which valuations: the names of the tests that pass."""
    write_tests("truths.aunit", model, claims, bits)
    report = json.loads(aunit("run", "truths.aunit", "--json", *options))
    return {t["name"] for t in report["tests"] if t["outcome"] == "passed"}
