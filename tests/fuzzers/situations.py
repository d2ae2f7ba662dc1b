"""Makes small random models whose integers overflow, the valuations of their declarations, and the verdicts of `aunit run` on each valuation."""

import itertools
import json
import pathlib
import random
import subprocess
import sys

# Features that a model may have besides integers: paragraphs, a field of A, and formulas about a set `{}` of A.
FEATURES = {
    "String": (['fact Literals { "x" != "y" }'], "t: lone String", ['{}.t = "x"', 'lone {}.t', '"y" in {}.t', '#{}.t > 1']),
    "seq": ([], "s: seq B", ["#{}.s > 1", "{}.s.first in A.g", "no {}.s.rest", "some {}.s", "lone {}.s.elems"]),
    "enum": (["enum E { E0, E1 }"], "e: lone E", ["{}.e = E0", "E1 in {}.e", "lone {}.e", "#{}.e < 2"]),
    "ordering": (["open util/ordering[A] as o"], None, ["o/lt[{}, o/last]", "o/first in {}.f", "{}.(o/next) in {}", "no {} & o/last"]),
    "macro": (["let inner[x] = x.f & A", "let few[x] = lone x and x in A"], None, ["some inner[{}]", "few[{}.f]", "few[inner[{}]]"]),
    "module": (["open few[A] as w"], None, ["w/small[{}.f]", "some w/within[{}, A.f]"]),
    # More than 64 atoms: relations that facts fix are evaluated, and closures computed, before the solver starts.
    "many": (
        ["abstract sig Z { to: set Z }", f"one sig {', '.join(f'Z{i}' for i in range(70))} extends Z {{}}", "fact To { to = Z0->Z1 + Z1->Z2 }"],
        None,
        ["Z2 in Z0.^to", "some {} and Z0 in Z1.^to", "#Z.to < #{}", "no {}.f & Z", "some z: Z | z.to = Z and some {}"],
    ),
}
# Relations whose only value follows from declarations and facts.
FIXED = {"many": {"to": ["Z0->Z1", "Z1->Z2"]} | {f"Z{i}": [f"Z{i}"] for i in range(70)}}
MODULE = "module few[X]\npred small[r: set X] { lone r }\nfun within[r, s: set X]: set X { r & s }\n"


class Formulas:
    """Draws formulas over A, B, f, g and the variables in scope. Many of them compare integers, which have few bits and overflow."""

    def __init__(self, draw, bits, features):
        self.draw = draw
        self.largest = 2 ** (bits - 1) - 1
        self.special = [formula for feature in features for formula in FEATURES[feature][2]]
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
            if self.special and self.draw.random() < 0.5:
                return "(" + self.draw.choice(self.special).replace("{}", self.draw.choice(["A", "A.f"] + 3 * self.variables[:1])) + ")"
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
        domain = self.draw.choice(["A", "A", "B"]) if self.variables else "A"
        self.variables.append(variable)
        body = self.formula(depth - 1)
        self.variables.pop()
        return f"({self.draw.choice(['all', 'some', 'no', 'one', 'lone'])} {variable}: {domain} | {body})"


class Situation:
    """A random model with a predicate `p`, its bit width, and whether overflows are excluded."""

    def __init__(self, draw, bits):
        self.draw, self.bits = draw, bits
        self.options = ["--no-overflow"] if draw.random() < 0.8 else []
        self.features = draw.sample(sorted(FEATURES), draw.choice([0, 1, 1, 2]))
        fields = [FEATURES[feature][1] for feature in self.features if FEATURES[feature][1]]
        self.opened = [p for feature in self.features for p in FEATURES[feature][0] if p.startswith("open ")]
        self.shared = [p for feature in self.features for p in FEATURES[feature][0] if not p.startswith("open ")]
        self.shared += ["sig A { " + ", ".join(["f: set A", "g: lone B"] + fields) + " }", "sig B { }"]
        if draw.random() < 0.7:
            self.shared.append(f"fact F {{ {self.formulas().formula(1)} }}")
        self.growing = {}  # for each signature with a growing scope: the first size, the last size, and whether sizes are exact
        if draw.random() < 0.4:
            for name in draw.choice(["A", "B", "AB"]):
                first = draw.choice([1] if name == "A" and "ordering" in self.features else [0, 1])
                self.growing[name] = (first, draw.randint(first + 1, 2), draw.random() < 0.3)
        every = list(self.valuations())  # with at most two atoms of a signature
        self.rows = draw.sample(every, min(200, len(every))) if self.features else every

    def scope(self):
        """Returns the scope as a command states it."""
        grown = [f", {'exactly ' * exact}{first}..{last} {name}" for name, (first, last, exact) in self.growing.items()]
        return f"for 2 but {self.bits} int{''.join(grown)}"

    def steps(self):
        """Returns a function for each step of the scope, which says whether a valuation is in the step."""

        def step(number):
            def holds(row):
                for name in "AB":
                    first, _, exact = self.growing.get(name, (2 - number, 2, False))
                    exact = exact or (name == "A" and "ordering" in self.features)
                    if len(row[name]) > first + number or (exact and len(row[name]) != first + number):
                        return False
                return True

            return holds

        return [step(i) for i in range(min((last - first for first, last, _ in self.growing.values()), default=0) + 1)]

    def within(self, row):
        return any(step(row) for step in self.steps())

    def formulas(self):
        return Formulas(self.draw, self.bits, self.features)

    def model(self):
        """Returns the text of a model: the paragraphs that all models of the situation share, and a predicate of its own."""
        return self.text(self.shared + [f"pred p {{ {self.formulas().formula(2)} }}"])

    def text(self, paragraphs):
        """Returns the paragraphs in random order, after the `open` lines."""
        return "\n".join(self.opened + self.draw.sample(paragraphs, len(paragraphs))) + "\n"

    def valuations(self):
        """Yields for each valuation the tuples of each relation, as a test file states them."""
        ordered = [1, 2] if "A" in self.growing else [2]
        for atoms, others in itertools.product(ordered if "ordering" in self.features else range(3), range(3)):
            a, b = [f"A{i}" for i in range(atoms)], [f"B{i}" for i in range(others)]
            pairs = [f"{x}->{y}" for x in a for y in a]
            values = {"g": [[]] + [[y] for y in b]}
            if "String" in self.features:
                values["t"] = [[], ['"x"'], ['"y"']]
            if "enum" in self.features:
                values["e"] = [[], ["E0"], ["E1"]]
            if "seq" in self.features:
                values["s"] = [[]] + [[f"0->{y}"] for y in b] + [[f"0->{y}", f"1->{z}"] for y in b for z in b]
            for chosen in itertools.product([False, True], repeat=len(pairs)):
                for images in itertools.product(itertools.product(*values.values()), repeat=atoms):
                    rows = {"A": a, "B": b, "f": [p for p, c in zip(pairs, chosen) if c]}
                    for feature in self.features:
                        rows |= FIXED.get(feature, {})
                    for column, name in enumerate(values):
                        rows[name] = [f"{x}->{y}" for x, image in zip(a, images) for y in image[column]]
                    yield rows

    def val(self, i):
        body = " ".join(f"{name} = {' + '.join(tuples)}" if tuples else f"no {name}" for name, tuples in self.rows[i].items())
        return f"val v{i} for {self.bits} int {{ {body} }}"

    def write_tests(self, path, model, claims):
        """Writes a test file with all valuations, and a test of each valuation for each claim, such as "satisfies p"."""
        lines = [f"open {pathlib.Path(model).stem}"]
        for i in range(len(self.rows)):
            lines.append(self.val(i))
            lines += [f'test "v{i} {claim}" {{ v{i} {claim} }}' for claim in claims]
        pathlib.Path(path).write_text("\n".join(lines) + "\n")

    def write_few(self, path, model):
        """Writes a test file with one valuation, and a command that states the scope: a check, because all its steps count."""
        if not self.growing:
            command = "run { }"
        else:
            self.claim = getattr(self, "claim", None) or self.formulas().formula(1)
            command = f"check {{ {self.claim} }}"
        opened = "\n".join(self.opened + [f"open {pathlib.Path(model).stem}"])  # aliases are valid only in the model that declares them
        pathlib.Path(path).write_text(
            f"{opened}\n"
            f"{self.val(0)}\n"
            f'test "v" {{ v0 satisfies p }}\n'
            f'test "s" {{ {command} {self.scope()} }}\n'
        )

    def truths(self, model, claims):
        """Returns which claims are true of which valuations within the scope, as the names of the tests that pass."""
        self.write_tests("truths.aunit", model, claims)
        report = json.loads(aunit("run", "truths.aunit", "--json", *self.options))
        errors = [t for t in report["tests"] if t["outcome"] == "error"]
        if errors:
            raise RuntimeError(f"{model}: {errors[0]}")
        return {t["name"] for t in report["tests"] if t["outcome"] == "passed" and self.within(self.rows[row_of(t["name"])])}


def row_of(test):
    """Returns the number of the valuation that a test of `write_tests` is about."""
    return int(test.split()[0][1:])


def aunit(*arguments, mistaken=False):
    """Returns the standard output. Raises on exit codes for errors in the input (unless `mistaken`), and for internal errors."""
    ended = subprocess.run(["aunit", *arguments], capture_output=True, text=True)
    if ended.returncode not in (0, 1, 6, 7) and not (mistaken and ended.returncode == 4):
        raise RuntimeError(f"aunit {' '.join(arguments)}: exit code {ended.returncode}\n{ended.stderr[:1000]}")
    return ended.stdout


def fuzz(bits, compare):
    """Calls `compare(situation)` as many times as the command line says. If it returns a value, that is a finding: it is printed,
    and its files are kept. Returns the number of findings."""
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    draw = random.Random(seed)
    pathlib.Path("few.als").write_text(MODULE)
    wrong = 0
    for _ in range(count):
        situation = Situation(draw, bits)
        finding = compare(situation)
        if finding:
            wrong += 1
            kept = pathlib.Path(f"wrong_{seed}_{wrong}")
            kept.mkdir()
            for file in itertools.chain(pathlib.Path().glob("[a-z]*.als"), pathlib.Path().glob("[a-z]*.aunit")):
                (kept / file.name).write_text(file.read_text())
            print(f"WRONG {kept}: {finding} {situation.features} {situation.growing} {situation.options}", flush=True)
    return wrong
