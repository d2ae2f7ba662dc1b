"""A client of `aunit mcp`: the Model Context Protocol over its standard input and output."""
import json, os, sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir))
from peer import Peer, patience


class Client(Peer):
    """`roots`: folders that the client names, or an object with which it answers roots/list; None: it has no roots."""

    def __init__(self, binary, folder, roots=None, revision='2025-06-18', options=(), begin=True, environment=None):
        self.roots = roots
        super().__init__([binary, 'mcp', *options], folder, environment or {})
        if begin:
            capabilities = {} if roots is None else {'roots': {'listChanged': True}}
            self.welcome = self.request('initialize', {'protocolVersion': revision, 'capabilities': capabilities,
                                                       'clientInfo': {'name': 'test', 'version': '1'}})
            self.send({'method': 'notifications/initialized'})

    def read(self):
        for line in self.process.stdout:
            self.reading.wait()
            message = json.loads(line)
            if isinstance(message, dict) and message.get('method') == 'roots/list':
                self.send({'id': message['id'], 'result': {'roots': [{'uri': 'file://' + root} for root in self.roots]}}
                          if isinstance(self.roots, list) else dict(self.roots, id=message['id']))
            self.messages.put(message)
        self.messages.put(None)

    def call(self, tool, **arguments):
        """Returns the result of a call of a tool, or the error."""
        answer = self.request('tools/call', {'name': tool, 'arguments': arguments})
        return answer and answer.get('result', answer.get('error'))

    def close(self, seconds=patience):
        """Closes the connection; returns the exit code."""
        self.process.stdin.close()
        return self.process.wait(seconds)


def text(result):
    return '\n'.join(part['text'] for part in result['content'])


def tokens(result):
    """Returns the numbers of tokens (four characters each) of the text, and of everything that a client may show."""
    structured = json.dumps(result.get('structuredContent', {}), ensure_ascii=False, separators=(',', ':'))
    return len(text(result)) / 4, (len(text(result)) + len(structured)) / 4
