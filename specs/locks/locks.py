"""A lock service in one process: one lock, a queue of clients, leases."""
from collections import deque


class NotAllowed(Exception):
    pass


class LockService:
    def __init__(self):
        self.holder = None
        self.waiting = deque()
        self.known = set()      # who has the lock or waits for it
        self.renewed = False    # the holder asked for more time

    def acquire(self, client):
        if client in self.known:
            raise NotAllowed('asked already')
        self.known.add(client)
        if self.holder is None:
            self.holder = client
            self.renewed = False
        else:
            self.waiting.append(client)

    def release(self, client):
        if self.holder is None or client != self.holder:
            raise NotAllowed('does not have the lock')
        self._next()

    def cancel(self, client):
        if client == self.holder or client not in self.known:
            raise NotAllowed('does not wait')
        self.known.remove(client)
        self.waiting.remove(client)

    def renew(self, client):
        if client != self.holder:
            raise NotAllowed('does not have the lock')
        if self.renewed:
            raise NotAllowed('once only')
        self.renewed = True

    def expire(self):
        if self.holder is None:
            raise NotAllowed('nobody has the lock')
        if self.renewed:
            self.renewed = False
        else:
            self._next()

    def queue(self):
        return [] if self.holder is None else [self.holder] + list(self.waiting)

    def _next(self):
        self.known.remove(self.holder)
        self.renewed = False
        if len(self.waiting) > 0:
            self.holder = self.waiting.popleft()
        else:
            self.holder = None
