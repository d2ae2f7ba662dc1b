"""Connects the scripts of locks.als with the program."""
from locks import LockService, NotAllowed


class Driver:
    refusals = (NotAllowed,)

    def init(self, atoms, fixed, state):
        self.service = LockService()

    def acquire(self, c): self.service.acquire(c)
    def release(self, c): self.service.release(c)
    def cancel(self, c): self.service.cancel(c)
    def renew(self, c): self.service.renew(c)
    def expire(self): self.service.expire()

    def state(self):
        return {'queue': self.service.queue(), 'Renewed': self.service.holder if self.service.renewed else None}
