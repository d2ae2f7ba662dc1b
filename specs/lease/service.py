#!/usr/bin/env python3
"""Leases in a service of several threads, with its log in JSON lines (lease.als is what it should do).

usage: service.py [--stale] [SEED] > LOG      --stale: the planted bug, a client writes without asking whether its lease still holds
"""
import json, random, sys, threading, time


class Leases:
    """Who may write, and until when. Each change is logged where it is made, under the lock that protects it."""

    def __init__(self, log, seconds):
        self.lock = threading.Lock()
        self.log, self.seconds = log, seconds
        self.waiting, self.holder, self.until = [], None, 0.0

    def say(self, event, client):
        self.log.write(json.dumps({'event': event, 'client': client, 'waiting': self.waiting}) + '\n')

    def request(self, client):
        with self.lock:
            self.waiting.append(client)
            self.say('request', client)

    def poll(self, client):
        """Whether the lease was granted; ends one that is over."""
        with self.lock:
            if self.holder and time.monotonic() > self.until:
                over, self.holder = self.holder, None
                self.say('expire', over)
            if self.holder or self.waiting[0] != client: return False
            self.waiting.pop(0)
            self.holder, self.until = client, time.monotonic() + self.seconds
            self.say('grant', client)
            return True

    def write(self, client, stale):
        with self.lock:
            if self.holder != client and not stale: return False
            self.say('write', client)
            return True

    def release(self, client):
        with self.lock:
            if self.holder != client: return  # it has expired meanwhile
            self.holder = None
            self.say('release', client)


def work(leases, client, stale, seed):
    chance = random.Random(f'{seed} {client}')
    for _ in range(5):
        leases.request(client)
        while not leases.poll(client): time.sleep(0.001)
        for _ in range(3):
            if not leases.write(client, stale): break
            time.sleep(chance.choice([0.0005, 0.001, 0.02]))  # now and then too long
        leases.release(client)


def main():
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    leases, stale = Leases(sys.stdout, seconds=0.01), '--stale' in sys.argv
    threads = [threading.Thread(target=work, args=(leases, f'c{i}', stale, (numbers or [1])[0])) for i in range(1, 5)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()


if __name__ == '__main__': main()
