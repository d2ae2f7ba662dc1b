"""The common parts of clients of servers: a thread that reads messages, and files of conversations."""
import atexit, difflib, json, os, queue, subprocess, sys, tempfile, threading, time, traceback

patience = 60  # seconds; more than any answer takes


class Peer:
    """A server as a separate process. Derived classes implement `read`, which puts messages into the queue, and None after the last one."""

    def __init__(self, command, folder, environment):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder, env=dict(os.environ, **environment))
        self.messages, self.kept, self.id = queue.Queue(), [], 0
        self.reading = threading.Event()  # if cleared, the server's output stays in the pipe
        self.reading.set()
        atexit.register(self.process.kill)  # if a check fails
        threading.Thread(target=self.read, daemon=True).start()

    def write(self, data):
        try:
            self.process.stdin.write(data if isinstance(data, bytes) else data.encode())
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass

    def send(self, message):
        """Sends a message of JSON-RPC on a line of its own; derived classes may frame it differently."""
        self.write(json.dumps(dict(jsonrpc='2.0', **message)) + '\n')

    def notify(self, method, params):
        self.send({'method': method, 'params': params})

    def ask(self, method, params=None):
        """Sends a request; returns its ID."""
        self.id += 1
        self.send({'id': self.id, 'method': method, **({} if params is None else {'params': params})})
        return self.id

    def answer(self, number, seconds=patience):
        return self.find(lambda m: isinstance(m, dict) and m.get('id') == number and 'method' not in m, seconds)

    def request(self, method, params=None):
        return self.answer(self.ask(method, params))

    def find(self, wanted, seconds=patience):
        """Returns the first message that `wanted` accepts; None if the time is over or the server has ended."""
        for message in self.kept:
            if wanted(message):
                self.kept.remove(message)
                return message
        end = time.time() + seconds
        while (left := end - time.time()) > 0:
            try:
                message = self.messages.get(timeout=left)
            except queue.Empty:
                return None
            if message is None:
                self.messages.put(None)
                return None
            if wanted(message):
                return message
            self.kept.append(message)
        return None


def difference(expected, actual):
    """Returns the lines of a diff; none if both are equal."""
    lines = lambda value: json.dumps(value, indent=1, ensure_ascii=False).splitlines()
    return list(difflib.unified_diff(lines(expected), lines(actual), 'expected', 'actual', lineterm='')) if expected != actual else []


def excepted(arguments):
    """Removes `--except FILE` from the arguments, and returns the names to skip. Each line of FILE is a name (of a conversation, or of a function with @check) and the reason."""
    if '--except' not in arguments: return set()
    at = arguments.index('--except')
    lines = open(arguments[at + 1]).read().splitlines()
    del arguments[at:at + 2]
    return {line.split()[0] for line in lines if line and line[0] != '#'}


class Checks:
    """The functions with this decorator, in their order. Each runs in its own folder (`folder`), which is removed afterwards."""

    def __init__(self): self.all, self.folder = [], None

    def __call__(self, function):
        self.all.append(function)
        return function

    def run(self, noun):
        """Runs the functions that the command line chooses: AUNIT [--except FILE] [NAME...]. Prints the failures with their places. Ends the process."""
        left_out, names, good = excepted(sys.argv), [a for a in sys.argv[2:] if not a.startswith('--')], 0
        chosen = [one for one in self.all if one.__name__ not in left_out and (not names or one.__name__ in names)]
        for one in chosen:
            with tempfile.TemporaryDirectory(prefix='aunit-checks-') as folder:
                self.folder = os.path.realpath(folder)
                try:
                    one(self.folder)
                    good += 1
                except AssertionError:
                    print(f'FAILED {one.__name__}', traceback.format_exc()[-3000:], sep='\n')
        print(f'{noun} {good}/{len(chosen)}')
        sys.exit(good != len(chosen))


def replay(folder, noun, play, layout):
    """Plays the conversations of a folder that the command line chooses: AUNIT [--rebase] [--except FILE] [NAME...]. `play` returns the errors of a conversation. With --rebase, `play`
    changes the conversation, and `layout` returns its new text. Ends the process."""
    arguments = [a for a in sys.argv[1:] if a != '--rebase']
    left_out = excepted(arguments)
    binary, names, rebase = os.path.abspath(arguments[0]), arguments[1:], '--rebase' in sys.argv
    good = total = 0
    for file in sorted(os.listdir(folder)):
        if not file.endswith('.json') or file in left_out or (names and file[:-5] not in names):
            continue
        path = os.path.join(folder, file)
        conversation = json.load(open(path))
        total += 1
        complaints = play(binary, conversation, rebase)
        if rebase:
            open(path, 'w').write(layout(conversation))
        good += not complaints
        if complaints:
            print(f'{file}:', *complaints, sep='\n  ')
    print(f'{noun} {good}/{total}')
    sys.exit(good != total)
