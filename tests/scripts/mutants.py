#!/usr/bin/env python3
"""Runs scripts against wrong programs: mutants of the programs of specs/locks and specs/store.

usage: mutants.py AUNIT [-v]

Each mutant has one small change of a program (a comparison, a constant, a condition, a removed statement, the other end of a queue). A mutant
differs if some sequence of calls, including refused calls, distinguishes it from the program; a search through all sequences decides this. The
scripts must kill at least 95 % of the mutants that differ. For comparison, counts the mutants that the scripts kill without their refused calls,
and the mutants that 100 random walks kill. A walk has 20 calls that the program accepts; states are compared after each call."""
import ast, copy, importlib.util, json, os, pathlib, random, subprocess, sys, tempfile, types

root = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / 'reporters/scripts/drivers'))
sys.dont_write_bytecode = True
import aunit_replay as replay

COMPARISONS = {ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq], ast.Lt: [ast.LtE, ast.Gt], ast.Gt: [ast.GtE, ast.Lt], ast.In: [ast.NotIn],
               ast.NotIn: [ast.In], ast.Is: [ast.IsNot], ast.IsNot: [ast.Is]}
CALLS = {'append': ['appendleft'], 'popleft': ['pop'], 'add': ['discard'], 'remove': ['count']}


def mutants(text):
    """Yields (line, description, text) of each small change."""
    original = ast.parse(text)
    count = sum(1 for _ in ast.walk(original))
    for index in range(count):
        number = 0
        while True:
            tree = ast.parse(text)
            node = list(ast.walk(tree))[index]
            changes = list(changes_of(node))
            if number >= len(changes): break
            what, change = changes[number]
            change()
            ast.fix_missing_locations(tree)
            yield getattr(node, 'lineno', 0), what, ast.unparse(tree)
            number += 1


def changes_of(node):
    def put(name, value): return lambda: setattr(node, name, value)
    if isinstance(node, ast.Compare):
        for other in COMPARISONS.get(type(node.ops[0]), []): yield f'{type(node.ops[0]).__name__} -> {other.__name__}', put('ops', [other()])
    if isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f'{type(node.op).__name__} -> {type(other).__name__}', put('op', other)
        for i in range(len(node.values)): yield f'without condition {i + 1}', put('values', [v for k, v in enumerate(node.values) if k != i] * (2 if len(node.values) == 2 else 1))
    if isinstance(node, ast.Constant) and isinstance(node.value, bool): yield f'{node.value} -> {not node.value}', put('value', not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int): yield f'{node.value} -> {node.value + 1}', put('value', node.value + 1)
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add): yield '+= -> -=', put('op', ast.Sub())
    if isinstance(node, ast.If): yield 'if not', put('test', ast.UnaryOp(ast.Not(), node.test))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        for other in CALLS.get(node.func.attr, []): yield f'{node.func.attr} -> {other}', lambda other=other: setattr(node.func, 'attr', other)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == 'dict':
        yield 'no copy', lambda: (setattr(node, 'func', ast.parse('(lambda same: same)', mode='eval').body))
    for field in ('body', 'orelse'):
        for i, statement in enumerate(getattr(node, field, None) or [] if isinstance(node, ast.stmt) else []):
            if isinstance(statement, (ast.Expr, ast.Assign, ast.AugAssign, ast.Delete, ast.Raise)) and not isinstance(getattr(statement, 'value', None), ast.Constant) \
                    or isinstance(statement, ast.Assign):
                if isinstance(statement, ast.Assign) and isinstance(node, ast.FunctionDef) and node.name == '__init__': continue
                yield f'without line {statement.lineno}', lambda field=field, i=i: getattr(node, field).__setitem__(i, ast.Pass())


class Program:
    """A program with its driver, made from texts."""

    def __init__(self, name, text, driver):
        module = types.ModuleType(name)
        exec(compile(text, name + '.py', 'exec'), module.__dict__)
        before, sys.modules[name] = sys.modules.get(name), module
        scope = {}
        exec(compile(driver, name + '_driver.py', 'exec'), scope)
        if before: sys.modules[name] = before
        self.Driver = scope['Driver']

    def make(self):
        driver = self.Driver()
        return driver


def outcome(driver, call):
    """Returns True if the call was accepted, False if it was refused, or the text of another error."""
    said = replay.answer(driver, {'action': call[0], 'arguments': list(call[1:])})
    return {'accepted': True, 'refused': False}.get(said, said)


def seen(driver):
    try: return {name: replay.tuples(value, 'sequence' if name == 'queue' else 'relation') for name, value in driver.state().items()}
    except Exception as error: return type(error).__name__


def begun(program):
    driver = program.make()
    driver.init({}, {}, {})
    return driver


def differs(original, mutant, calls, most):
    """Returns whether some sequence of calls distinguishes the two; None if the search reached its limit first."""
    try: first = (begun(original), begun(mutant))
    except Exception: return True
    if seen(first[0]) != seen(first[1]): return True
    key = lambda pair: repr([vars(list(vars(driver).values())[0]) for driver in pair])
    open_, known = [first], {key(first)}
    while open_:
        pair = open_.pop(0)
        for call in calls:
            a, b = copy.deepcopy(pair[0]), copy.deepcopy(pair[1])
            if outcome(a, call) != outcome(b, call) or seen(a) != seen(b): return True
            if (k := key((a, b))) not in known:
                known.add(k)
                open_.append((a, b))
                if len(known) > most: return False
    return False


def killed_by_scripts(program, scripts, shapes, refused):
    for script in scripts:
        if not refused: script = {**script, 'refused': [], 'steps': [{k: v for k, v in step.items() if k != 'refused'} for step in script['steps']]}
        try:
            if replay.run(script, script['steps'] + [{'refused': script.get('refused', [])}], program.make, shapes): return True
        except Exception: return True
    return False


def walks_of(original, calls):
    """Returns 100 random walks of 20 steps: the calls, and the observed state after each."""
    walks = []
    for seed in range(100):
        choose, driver, walk = random.Random(seed), begun(original), []
        for _ in range(20):
            possible = [call for call in calls if outcome(copy.deepcopy(driver), call) is True]
            call = choose.choice(possible)
            outcome(driver, call)
            walk.append((call, seen(driver)))
        walks.append(walk)
    return walks


def killed_by_walks(mutant, walks):
    for walk in walks:
        try: driver = begun(mutant)
        except Exception: return True
        for call, expected in walk:
            if outcome(driver, call) is not True or seen(driver) != expected: return True
    return False


def calls_of(head, atoms):
    parameters = {'c': 'Client', 't': 'Tx', 'k': 'Key', 'v': 'Value'}
    calls = []
    for action in head['actions']:
        rows = [[action['name']]]
        for parameter in action['parameters']: rows = [row + [atom] for row in rows for atom in atoms[parameters[parameter]]]
        calls += [tuple(row) for row in rows]
    return calls


def main():
    aunit, verbose = os.path.abspath(sys.argv[1]), '-v' in sys.argv
    total = dict.fromkeys(('mutants', 'differ', 'scripts', 'positive', 'walks', 'only refused'), 0)
    wrong = []
    for name in ('locks', 'store'):
        folder = root / 'specs' / name
        out = subprocess.run([aunit, 'generate', f'{name}.als', '--scripts', '--timeout', '0'], cwd=folder, capture_output=True, text=True)
        assert out.returncode == 0, out.stderr
        lines = [json.loads(line) for line in out.stdout.splitlines()]
        head, scripts = lines[0], [line for line in lines if 'script' in line and 'steps' in line and 'atoms' in line]
        shapes = {relation['name']: relation['shape'] for relation in head['relations']}
        atoms = max((script['atoms'] for script in scripts), key=lambda atoms: sum(map(len, atoms.values())))
        text, driver = (folder / f'{name}.py').read_text(), (folder / f'{name}_driver.py').read_text()
        original, calls = Program(name, text, driver), calls_of(head, atoms)
        if killed_by_scripts(original, scripts, shapes, True): wrong.append(f'{name}.py itself fails')
        walks, counts = walks_of(original, calls), dict.fromkeys(total, 0)
        for line, what, changed in mutants(text):
            mutant = Program(name, changed, driver)
            counts['mutants'] += 1
            by_scripts, by_walks = killed_by_scripts(mutant, scripts, shapes, True), killed_by_walks(mutant, walks)
            different = by_scripts or by_walks or differs(original, mutant, calls, 1500)
            if not different:
                if verbose: print(f'{name}.py:{line}: {what}: no difference')
                continue
            positive = killed_by_scripts(mutant, scripts, shapes, False)
            counts['differ'] += 1
            counts['scripts'] += by_scripts
            counts['positive'] += positive
            counts['walks'] += by_walks
            counts['only refused'] += by_scripts and not positive and not by_walks
            if verbose and not by_scripts: print(f'{name}.py:{line}: {what}: survives the scripts')
        print(f"{name}: {len(scripts)} scripts, {head['steps']} steps; {counts['mutants']} mutants, {counts['differ']} differ; the scripts kill {counts['scripts']}, "
              f"without refused calls {counts['positive']}, 100 random walks {counts['walks']}; {counts['only refused']} are killed by refused calls alone")
        for key in total: total[key] += counts[key]
    if total['mutants'] < 60: wrong.append('there are fewer than 60 mutants')
    if total['scripts'] < 0.95 * total['differ']: wrong.append('the scripts kill less than 95 % of the mutants that differ')
    if total['only refused'] == 0: wrong.append('no mutant falls by refused calls alone')
    print(f"all: {total['differ']} of {total['mutants']} mutants differ, {100 * total['scripts'] / total['differ']:.1f} % killed, {100 * total['walks'] / total['differ']:.1f} % by random walks")
    for line in wrong: print('WRONG: ' + line)
    sys.exit(bool(wrong))


main()
