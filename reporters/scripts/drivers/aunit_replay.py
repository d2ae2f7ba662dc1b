"""Replays scripts of a model against a program (made by `aunit generate --scripts --as pytest`; yours to keep)."""
import json, os

class Refused(Exception): '''A driver raises it, or returns False, if the program refuses a call.'''

def text(value): return value if isinstance(value, str) else json.dumps(value) if isinstance(value, (bool, int)) else str(value)

def tuples(value, shape):
    """Converts None, an atom, a collection of atoms or tuples, or a mapping to such values, to a set of tuples of texts."""
    if value is None: return set()
    if isinstance(value, dict): return {(text(k),) + t for k, v in value.items() for t in tuples(v, 'relation')}
    if not isinstance(value, (list, tuple, set, frozenset)): return {(text(value),)}
    if shape == 'sequence': return {(str(i), text(x)) for i, x in enumerate(value)}
    return {tuple(map(text, x)) if isinstance(x, (list, tuple)) else (text(x),) for x in value}

def differences(expected, actual, shapes):
    """The relations of a state that differ from the expected ones. Relations that the driver omits are not compared."""
    return [f'  {name}: no relation of this name changes in the model' for name in actual if name not in expected] + [
        f'  {name}: expected {json.dumps(expected[name])}, is {actual[name]!r}' for name in expected if name in actual
        and tuples(expected[name], shapes[name]) != tuples(actual[name], shapes[name])]
def shown(call): return f"{call['action']}[{', '.join(map(text, call['arguments']))}]"
def answer(driver, call):
    """Returns 'accepted', 'refused', or the text of any other error."""
    try: return 'refused' if getattr(driver, call.get('method', call['action']))(*call['arguments']) is False else 'accepted'
    except getattr(driver, 'refusals', (Refused,)): return 'refused'
    except (Exception, SystemExit) as error: return f'{type(error).__name__}: {error}'

def run(script, steps, make, shapes, log=None):
    """Returns None, or the number of the step that differs, the difference, and the calls until then."""
    at = {'step': 0, 'doing': 'init', 'calls': []}
    try: wrong = play(script, steps, make(), shapes, log, at)
    except (Exception, SystemExit) as error: wrong = [f"  {at['doing']} ended in an error: {type(error).__name__}: {error}"]
    return (at['step'], wrong, at['calls']) if wrong else None

def play(script, steps, driver, shapes, log, at):
    state = script['state']
    driver.init(script['atoms'], script['fixed'], state)
    at['doing'] = 'state'
    if wrong := differences(state, driver.state(), shapes): return ['  at the beginning'] + wrong
    for at['step'], step in enumerate(steps, 1):
        for call in step.get('refused', []):
            if (said := answer(driver, call)) != 'refused': return [f"  {shown(call)} must be refused: {call['guard']}", f'  it was: {said}']
            if wrong := differences(state, driver.state(), shapes): return [f'  {shown(call)} was refused, and changed the state'] + wrong
        if 'action' not in step: return None
        if (said := answer(driver, step)) != 'accepted': return [f'  {shown(step)} was not accepted: {said}']
        at['calls'].append(shown(step))
        actual, state = driver.state(), step['state']
        event = step.get('log') or {'event': step['action'], 'event_args': step['arguments']}
        if log: log.write(json.dumps({**event, **plain(actual)}) + '\n')
        if wrong := differences(state, actual, shapes):
            if any(not differences(other, actual, shapes) for other in step.get('or', [])): return None  # another state that is allowed
            return [f'  after {shown(step)}'] + wrong

def plain(value):
    if isinstance(value, dict): return {text(k): plain(v) for k, v in value.items()}
    if isinstance(value, (set, frozenset)): return [plain(v) for v in sorted(value, key=text)]
    if isinstance(value, (list, tuple)): return [plain(v) for v in value]
    return value if value is None or isinstance(value, (bool, int)) else text(value)

def shortest(script, steps, make, shapes):
    """Leaves out steps between equal states of the model, and refused calls, while the difference remains; runs the rest."""
    found, states = run(script, steps, make, shapes), [script['state']] + [step.get('state') for step in steps]
    bare = [{k: v for k, v in step.items() if k != 'refused'} for step in steps[:-1]] + steps[-1:]
    shorter = [steps[:i] + steps[k:] for i in range(len(steps)) for k in range(len(steps) - 1, i, -1) if states[i] == states[k]]
    for rest in [bare] * (bare != steps) + shorter:
        if (less := run(script, rest, make, shapes)) and less[0] == len(rest): return shortest(script, rest, make, shapes)
    return found

def replay(script, make, shapes, view):
    """If there is a difference, fails with the shortest script that shows it. AUNIT_LOG=FOLDER: writes a log there for `aunit trace`."""
    steps = script['steps'] + [{'refused': script.get('refused', [])}]
    folder = os.environ.get('AUNIT_LOG')
    with open(os.path.join(folder, f"{script['script']}.ndjson") if folder else os.devnull, 'w') as log:
        found = run(script, steps, make, shapes, log if folder else None)
    if not found: return
    _, wrong, calls = shortest(script, steps[:found[0]], make, shapes) if found[0] else found
    about = f"script {script['script']}: the program differs from the model at step {found[0]} of {len(script['steps'])}; shortened:"
    calls = [f'  {i}. {call}' for i, call in enumerate(calls, 1)]
    raise AssertionError('\n'.join([about, *calls, *wrong, '  to see it: ' + view.replace('{}', str(script['script']))]))
