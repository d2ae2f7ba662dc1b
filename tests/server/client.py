"""One end of a conversation with the language server."""
import atexit, json, os, queue, subprocess, tempfile, threading, time

patience = 60  # seconds; nothing takes so long


class Server:
    def __init__(self, binary, root):
        self.home = tempfile.TemporaryDirectory()  # not among the files that are looked at: others may read them, too
        home = dict(os.environ, HOME=self.home.name, XDG_CACHE_HOME=self.home.name)
        self.process = subprocess.Popen([binary, 'lsp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root, env=home)
        self.messages, self.kept, self.id = queue.Queue(), [], 0
        self.reading = threading.Event()  # cleared: what the server says waits in the pipe
        self.reading.set()
        atexit.register(self.process.kill)  # where a check fails
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while self.reading.wait():
            length = None
            while True:
                line = self.process.stdout.readline()
                if not line:
                    return self.messages.put(None)
                if not line.strip():
                    break
                name, value = line.decode().split(':', 1)
                length = int(value) if name.lower() == 'content-length' else length
            self.messages.put(json.loads(self.process.stdout.read(length)))

    def write(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def send(self, message):
        body = message.encode() if isinstance(message, str) else json.dumps(dict(jsonrpc='2.0', **message)).encode()
        self.write(b'Content-Length: %d\r\n\r\n' % len(body) + body)

    def find(self, wanted, seconds=patience):
        """The first message that is wanted; None when the time is up or the server has ended."""
        for message in self.kept:
            if wanted(message):
                self.kept.remove(message)
                return message
        end = time.time() + seconds
        while time.time() < end:
            try:
                message = self.messages.get(timeout=max(0.01, end - time.time()))
            except queue.Empty:
                return None
            if message is None:
                return None
            if wanted(message):
                return message
            self.kept.append(message)
        return None
