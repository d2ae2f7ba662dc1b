"""A client of the language server."""
import json, tempfile

from peer import Peer, patience


class Server(Peer):
    def __init__(self, binary, root):
        self.home = tempfile.TemporaryDirectory()  # outside of the folder of models, because other programs may read that folder
        super().__init__([binary, 'lsp'], root, {'HOME': self.home.name, 'XDG_CACHE_HOME': self.home.name})

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

    def begin(self, capabilities={}, **params):
        assert self.request('initialize', dict(params, capabilities=capabilities)) is not None
        self.notify('initialized', {})

    def end(self):
        """Ends the server; returns its exit code."""
        self.request('shutdown')
        self.notify('exit', {})
        return self.process.wait(patience)

    def send(self, message):
        body = message.encode() if isinstance(message, str) else json.dumps(dict(jsonrpc='2.0', **message)).encode()
        self.write(b'Content-Length: %d\r\n\r\n' % len(body) + body)

