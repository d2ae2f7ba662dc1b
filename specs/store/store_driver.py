"""Connects the scripts of store.als with the program."""
from store import Conflict, Store


class Driver:
    refusals = (Conflict,)

    def init(self, atoms, fixed, state):
        self.store = Store()

    def begin(self, t): self.store.begin(t)
    def put(self, t, k, v): self.store.put(t, k, v)
    def drop(self, t, k): self.store.drop(t, k)
    def commit(self, t): self.store.commit(t)
    def abort(self, t): self.store.abort(t)

    def state(self):  # what others committed meanwhile the store does not tell
        return {'Open': list(self.store.open),
                'data': self.store.data,
                'view': {t: each['view'] for t, each in self.store.open.items()},
                'wrote': {t: each['wrote'] for t, each in self.store.open.items()}}
